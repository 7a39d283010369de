/**
 * What reports and recipes say in English, in this language.
 *
 * @packageDocumentation
 */
import { createTranslator } from '../translator.js'
import { formatMoment, fromReport, listWords, number, quote } from './grammar.js'
import { reasons } from './reasons.js'
import { recipeClaims } from './recipe-claims.js'
import { recipeValues } from './recipe-values.js'

export const tell = createTranslator(() => ({ ...reasons, ...recipeClaims, ...recipeValues }), {
  formatMoment,
  fromReport,
  listWords,
  number,
  quote,
})
