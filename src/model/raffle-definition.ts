/**
 * An operator's definition of a raffle in a file. Its JSON Schema is schemas/raffle.json.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import type { EntryKind } from './entry.js'
import { describeProblems, findProblems } from './schema.js'
import { validateRaffle } from './validators/raffle.js'

export interface RaffleDefinition {
  readonly name: string
  readonly operator?: string
  /** In drawing order. */
  readonly prizes: readonly string[]
  readonly max_entries: number
  /** Times in the forms that people write. */
  readonly entries_close_at: string
  readonly draw_at?: string
  /** A file, relative to the folder of the definition. */
  readonly entries?: string
  readonly kind?: EntryKind
  readonly seeds?: 'public' | 'secret'
  readonly supersedes?: string
}

/**
 * Reads a definition.
 *
 * @throws DrawauditError `raffle-invalid`, with the pointer to the first invalid member.
 */
export function parseRaffleDefinition(value: JsonValue): RaffleDefinition {
  const problems = findProblems(validateRaffle, value)
  const [first] = problems
  if (first === undefined) return value as unknown as RaffleDefinition
  throw new DrawauditError('raffle-invalid', `this defines no raffle: ${describeProblems(problems)}`, {
    where: { pointer: first.pointer },
    hint: 'name, prizes, max_entries and entries_close_at define one; schemas/raffle.json has the rest',
  })
}
