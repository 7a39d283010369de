/**
 * Engines for Node, to be handed to the library: `verifyPublished(draw, recipe, { engine: native })`.
 *
 * @packageDocumentation
 */
export { both } from './both.js'
export { native } from './engine.js'
export { loadMcl } from './mcl.js'
export type { BlsEngine } from '../core/beacon-batch.js'
