/**
 * Options that several commands take.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { portable } from '../core/portable.js'
import { both } from '../native/both.js'
import { native } from '../native/engine.js'

export const formatOption = {
  choices: ['text', 'json'] as const,
  requiresArg: true,
  default: 'text' as const,
  describe: 'How to print the result',
}

export const colourOption = {
  type: 'boolean' as const,
  describe: 'Colour the words (default: on a terminal)',
}

export const recipeOption = {
  type: 'string' as const,
  requiresArg: true,
  describe: 'Use this recipe whatever the draw names: a name, or a file',
}

export const engineOption = {
  choices: ['native', 'portable', 'both'] as const,
  requiresArg: true,
  default: 'native' as const,
  describe: 'What hashes and verifies: OpenSSL, noble, or both against each other',
}

const engines: Readonly<Record<(typeof engineOption.choices)[number], Engine>> = {
  native,
  portable,
  both: both(native, portable),
}

export function findEngine(name: keyof typeof engines): Engine {
  return engines[name]
}
