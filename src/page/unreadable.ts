/**
 * The result for an unreadable document.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'
import { unread } from './answers.js'
import { asSentence } from './sentence.js'
import type { PageModel } from './model.js'
import { answers, titles } from './catalogue/answers.js'

/** A document of which nothing was checked, with a single claim that says why. */
export function createUnreadable({ code, message }: Pick<Claim, 'code' | 'message'>): PageModel {
  return {
    kind: 'unreadable',
    title: titles.unreadable,
    state: 'unreadable',
    verdict: 'not-checked',
    answers: unread,
    winners: [],
    paths: [],
    claims: [{ id: 'document.read', word: 'not-checked', message, code, says: asSentence(message) }],
    findings: [],
    chooser: { says: [answers.unread] },
    keys: [],
  }
}
