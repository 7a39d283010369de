/**
 * Names of parties within a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../render/escape.js'
import { listWords, sayName } from './catalogue/en/grammar.js'
import { andMore } from './catalogue/en/result.js'

/** Max names. */
const most = 3

/** `Ada, Ben, Cem and 2 more`; untrusted names are escaped. */
export const listNames = (names: readonly string[]): string =>
  listWords([
    ...names.slice(0, most).map(name => sayName(escapeText(name, 60))),
    ...(names.length > most ? [andMore(names.length - most)] : []),
  ])
