/**
 * All texts in this language.
 *
 * @packageDocumentation
 */
export * as answers from './answers.js'
export * as claims from './claims.js'
export * as codes from './code-labels.js'
export * as draws from './draws.js'
export * as fileLabels from './file-labels.js'
export * as grammar from './grammar.js'
export * as labels from './labels.js'
export * as phrases from './phrases.js'
export * as picture from './picture.js'
export * as result from './result.js'
export * as site from './site.js'
export * as terminal from './terminal.js'
