/**
 * What recipes say, in the language of the page.
 *
 * @packageDocumentation
 */
import { nothingShows, sayings } from './catalogue/en/claims.js'
import { asSentence, fromReport } from './catalogue/en/grammar.js'
import { tell } from './catalogue/en/phrases.js'
import type { ClaimContent } from './catalogue/types.js'
import { sayUnlistedIn } from './say-claim.js'
import { tellingIn } from './catalogue/translator.js'

const texts = tellingIn(tell, { sayings, nothingShows, asSentence, fromReport })

/** A claim of a recipe in whole sentences. */
export const sayUnlisted = (said: ClaimContent): string => sayUnlistedIn(texts, said)

/** The title of a published value, or what a claim says. */
export const sayTitle = (title: string): string => tell(title) ?? title
