/**
 * Groups values that belong together: a draw, a row of a table, or one turn of a draw with several winners. A
 * formula must hold in every case.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import type { Expression } from '../../model/recipe.js'
import type { Datum } from './datum.js'
import type { ScalarShape, ValueShape } from './shape.js'

/** A value with one datum per case. */
export interface Variable {
  /**
   * Name in a recipe without the `$`: `seed`, `beacon.round`, `row.hash`, `turn`. For a value computed from a
   * list: the list's name, a `#`, and more.
   */
  readonly reference: string
  readonly shape: ScalarShape
  /** The expression of the value, even if it is not published, such as a list's length. */
  readonly expression: Expression
  readonly says: string
}

/** A list or table, with its items in each case. */
export interface ListVariable {
  readonly reference: string
  readonly shape: Extract<ValueShape, { kind: 'list' | 'table' }>
  /** For a table combined from several lists: which ones, and the step that combines them. */
  readonly made?: { readonly of: readonly string[]; readonly step: Expression }
  /** For consecutive numbers that are in no list: the first, and their number. */
  readonly range?: {
    readonly says: string
    readonly first: number
    readonly count: Expression
    readonly read: (at: Case) => readonly JsonValue[]
  }
}

/** One draw, row or turn, with all its values. */
export interface Case {
  /** Index of the draw. */
  readonly draw: number
  readonly data: ReadonlyMap<string, Datum>
  readonly lists: ReadonlyMap<string, readonly JsonValue[]>
}

/** Cases of one kind. */
export interface Scope {
  readonly kind: 'draw' | 'row' | 'turn'
  /** The table of the rows, or the first list of winners. */
  readonly of?: string
  /** Whether the turns are rows of a table. */
  readonly isTable?: true
  readonly variables: readonly Variable[]
  readonly lists: readonly ListVariable[]
  /** The first is searched, the others confirm. */
  readonly cases: readonly Case[]
  /** Values to be explained as results, by reference; in turns, one item of each list. */
  readonly results: readonly Variable[]
}

/** Counts turns from 0. */
export const turnReference = 'turn'

/** Whether it differs by turn: the turn counter, and items of lists. */
export function isTurned({ reference, expression }: Variable): boolean {
  return reference.startsWith(turnReference) || (typeof expression === 'object' && 'at' in expression)
}

/** Whether it is computed from lists rather than published. */
export function isComputed({ reference }: Variable): boolean {
  return reference.includes('#')
}

/** Whether it is an xor of other values. */
export function isXor({ reference }: Variable): boolean {
  return reference.includes('#xor#')
}

/** Names of the values in a reference: several for an xor, the table for a column. */
export function partsOf(reference: string): readonly string[] {
  if (!reference.includes('#xor#')) return [reference]
  return reference.split('#xor#').flatMap(part => (part === '' ? [] : [part.replace(/#.*/, '')]))
}

/**
 * Whether the value belongs to this scope: rows and turns share the draw's values, and a beacon's values are
 * drand's.
 */
export function isOwn({ kind }: Scope, variable: Variable): boolean {
  const { reference } = variable
  if (kind === 'row') return reference.startsWith('row.')
  if (kind === 'turn') return isTurned(variable) && !reference.startsWith(turnReference)
  return !/[.#]/.test(reference)
}

/** A result as users name it: a value, or `table.column`. */
export function resultName({ kind, of = '' }: Scope, { reference }: Variable): string {
  return kind === 'row' ? reference.replace(/^row/, of) : reference
}

/** Bytes of a value in a case; undefined if it has none. */
export function bytesAt(at: Case, { reference }: Variable): Uint8Array | undefined {
  const datum = at.data.get(reference)
  return datum?.kind === 'bytes' ? datum.bytes : undefined
}

/** Integer of a value in a case; undefined if it has none. */
export function integerAt(at: Case, { reference }: Variable): bigint | undefined {
  const datum = at.data.get(reference)
  return datum?.kind === 'integer' ? datum.integer : undefined
}

/** Text of a value in a case; undefined if it has none. */
export function textAt(at: Case, { reference }: Variable): string | undefined {
  const datum = at.data.get(reference)
  return datum?.kind === 'text' ? datum.text : undefined
}

/** The turn from 0; 0 outside turns. */
export function turnOf(at: Case): number {
  const turn = at.data.get(turnReference)
  return turn?.kind === 'integer' ? Number(turn.integer) : 0
}
