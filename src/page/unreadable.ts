/**
 * The result for an unreadable document.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'
import { unread } from './answers.js'
import { answers, titles } from './catalogue/en/answers.js'
import { asSentence } from './catalogue/en/grammar.js'
import type { PageModel } from './model.js'

/**
 * A document of which nothing was checked, with a single claim that says why.
 *
 * @param says - the message as a sentence.
 */
export function createUnreadable(
  { code, message }: Pick<Claim, 'code' | 'message'>,
  says = asSentence(message),
): PageModel {
  return {
    kind: 'unreadable',
    title: titles.unreadable,
    state: 'unreadable',
    verdict: 'not-checked',
    answers: unread,
    winners: [],
    paths: [],
    claims: [{ id: 'document.read', word: 'not-checked', message, code, says }],
    findings: [],
    chooser: { says: [answers.unread] },
    keys: [],
  }
}
