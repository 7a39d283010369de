/**
 * Where values belong together: a draw, a row of a table, or one turn of a draw with several winners. What is looked
 * for has to hold in every case.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import type { Expression } from '../../model/recipe.js'
import type { Datum } from './datum.js'
import type { ScalarShape, ValueShape } from './shape.js'

/** A value with one datum in each case. */
export interface Variable {
  /**
   * How a recipe names it, without the `$`: `seed`, `beacon.round`, `row.hash`, `turn`. What is computed of a list has
   * the list's name and more behind a `#`.
   */
  readonly reference: string
  readonly shape: ScalarShape
  /** What makes it, where it is not published itself, such as the count of a list. */
  readonly expression: Expression
  readonly says: string
}

/** A list or a table, with its items in each case. */
export interface ListVariable {
  readonly reference: string
  readonly shape: Extract<ValueShape, { kind: 'list' | 'table' }>
  /** Of lists that stand beside each other, made into one table: which they are, and the step that makes it. */
  readonly made?: { readonly of: readonly string[]; readonly step: Expression }
  /** Of numbers one after the other, which stand in no list: the first of them, and how many. */
  readonly range?: {
    readonly says: string
    readonly first: number
    readonly count: Expression
    readonly read: (at: Case) => readonly JsonValue[]
  }
}

/** One draw, row or turn: everything in it that belongs together. */
export interface Case {
  /** The index of the draw. */
  readonly draw: number
  readonly data: ReadonlyMap<string, Datum>
  readonly lists: ReadonlyMap<string, readonly JsonValue[]>
}

/** Cases of one kind, and what they have in common. */
export interface Scope {
  readonly kind: 'draw' | 'row' | 'turn'
  /** The table of the rows, or the first list of the winners. */
  readonly of?: string
  /** The turns are the rows of a table. */
  readonly isTable?: true
  readonly variables: readonly Variable[]
  readonly lists: readonly ListVariable[]
  /** The first is the one that is searched; the others confirm. */
  readonly cases: readonly Case[]
  /** Values that are to be explained as results, by reference; in turns, one item of a list each. */
  readonly results: readonly Variable[]
}

/** Counts the turns from 0. */
export const turnReference = 'turn'

/** In turns: what counts them, and the items of lists. */
export function isTurned({ reference, expression }: Variable): boolean {
  return reference.startsWith(turnReference) || (typeof expression === 'object' && 'at' in expression)
}

/** Computed of lists, and not published itself. */
export function isComputed({ reference }: Variable): boolean {
  return reference.includes('#')
}

/** Computed of other values, by xor. */
export function isXor({ reference }: Variable): boolean {
  return reference.includes('#xor#')
}

/** The values that a reference names: what is xored names several, a column its table. */
export function partsOf(reference: string): readonly string[] {
  if (!reference.includes('#xor#')) return [reference]
  return reference.split('#xor#').flatMap(part => (part === '' ? [] : [part.replace(/#.*/, '')]))
}

/** Values of a draw belong to the draw, though its rows and turns have them too; a beacon's belong to drand. */
export function isOwn({ kind }: Scope, variable: Variable): boolean {
  const { reference } = variable
  if (kind === 'row') return reference.startsWith('row.')
  if (kind === 'turn') return isTurned(variable) && !reference.startsWith(turnReference)
  return !/[.#]/.test(reference)
}

/** A result as callers name it: a value, or `table.column`. */
export function resultName({ kind, of = '' }: Scope, { reference }: Variable): string {
  return kind === 'row' ? reference.replace(/^row/, of) : reference
}

/** The bytes of a value in a case; undefined where it has none there. */
export function bytesAt(at: Case, { reference }: Variable): Uint8Array | undefined {
  const datum = at.data.get(reference)
  return datum?.kind === 'bytes' ? datum.bytes : undefined
}

/** The number of a value in a case; undefined where it has none there. */
export function integerAt(at: Case, { reference }: Variable): bigint | undefined {
  const datum = at.data.get(reference)
  return datum?.kind === 'integer' ? datum.integer : undefined
}

/** The text of a value in a case; undefined where it has none there. */
export function textAt(at: Case, { reference }: Variable): string | undefined {
  const datum = at.data.get(reference)
  return datum?.kind === 'text' ? datum.text : undefined
}

/** The turn from 0; 0 where there are no turns. */
export function turnOf(at: Case): number {
  const turn = at.data.get(turnReference)
  return turn?.kind === 'integer' ? Number(turn.integer) : 0
}
