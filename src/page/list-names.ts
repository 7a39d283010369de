/**
 * Names of parties within a sentence.
 *
 * @packageDocumentation
 */
import { listWords, sayName } from './catalogue/en/grammar.js'
import { andMore } from './catalogue/en/result.js'
import { listNamesIn } from './say-choice.js'

/** `Ada, Ben, Cem and 2 more`; untrusted names are escaped. */
export const listNames = (names: readonly string[]): string =>
  listNamesIn({ listWords, sayName, andMore }, names)
