/**
 * Where values belong together: a draw, a row of a table, or one turn of a draw with several winners. What is looked
 * for has to hold in every case.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import type { Expression } from '../model/recipe.js'
import type { PublishedValues } from './published.js'
import { isList, isObject, readDatum, type Datum, type ScalarShape, type Shape } from './shape.js'

/** A value with one datum in each case; `reference` is how a recipe names it, without the `$`. */
export interface Variable {
  readonly reference: string
  readonly shape: ScalarShape
  /** What makes it, where it is not published itself, such as the count of a list. */
  readonly expression: Expression
  readonly says: string
}

export interface ListVariable {
  readonly reference: string
  readonly shape: Extract<Shape, { kind: 'list' | 'table' }>
}

export interface Case {
  readonly draw: number
  readonly data: ReadonlyMap<string, Datum>
  readonly lists: ReadonlyMap<string, readonly JsonValue[]>
}

export interface Scope {
  readonly kind: 'draw' | 'row' | 'turn'
  /** The table of the rows, or the first list of the winners. */
  readonly of?: string
  readonly variables: readonly Variable[]
  readonly lists: readonly ListVariable[]
  /** The first is the one that is searched; the others confirm. */
  readonly cases: readonly Case[]
  /** Values that are to be explained as results, by reference; in turns, one item of a list each. */
  readonly results: readonly Variable[]
}

/** More rows or turns than this confirm nothing further. */
const mostCases = 5000

/** The draws themselves. */
export function drawScope(published: PublishedValues, results: readonly string[]): Scope {
  const variables: Variable[] = []
  const lists: ListVariable[] = []
  for (const [name, shape] of published.shapes) {
    if (shape.kind === 'list' || shape.kind === 'table') lists.push({ reference: name, shape })
    else if (shape.kind !== 'beacon') variables.push(variable(name, shape))
    else {
      for (const member of shape.members) {
        const reference = `${name}.${member}`
        const of: ScalarShape = member === 'round' ? { kind: 'integer' } : { kind: 'hex', prefix: '', upper: false, ...(member === 'randomness' && { length: 32 }) } // prettier-ignore
        variables.push(variable(reference, of))
      }
    }
  }
  const cases = published.draws.map((draw, index) => readCase(draw, index, variables, lists))
  const isResult = ({ reference }: Variable): boolean => results.includes(reference)
  return {
    kind: 'draw',
    variables: variables.filter(variable => !isResult(variable)),
    lists: lists.filter(({ reference }) => !results.includes(reference)),
    cases: [...cases].sort((a, b) => b.data.size - a.data.size),
    results: variables.filter(isResult),
  }
}

/** The rows of each table that has a digest or a result among its columns. */
export function rowScopes(scope: Scope, results: readonly string[]): readonly Scope[] {
  return scope.lists.flatMap(({ reference, shape }) => {
    if (shape.kind !== 'table') return []
    const columns = Object.entries(shape.columns).map(([name, column]) => ({
      name,
      column: variable(`row.${name}`, column),
    }))
    const isResult = (name: string): boolean => results.includes(`${reference}.${name}`)
    if (!columns.some(({ name, column }) => isResult(name) || isDigest(column.shape))) return []
    const cases = scope.cases.flatMap(({ draw, data, lists }) =>
      (lists.get(reference) ?? []).map(row => {
        const cells = columns.map(({ name, column }) => [column.reference, readDatum(column.shape, (row as Record<string, JsonValue>)[name] ?? '')] as const) // prettier-ignore
        return { draw, data: new Map([...data, ...cells]), lists }
      }),
    )
    if (cases.length === 0 || cases.length > mostCases) return []
    return [
      {
        kind: 'row' as const,
        of: reference,
        variables: [
          ...scope.variables,
          ...columns.filter(({ name }) => !isResult(name)).map(({ column }) => column),
        ],
        lists: scope.lists.filter(list => list.reference !== reference),
        cases,
        results: columns.filter(({ name }) => isResult(name)).map(({ column }) => column),
      },
    ]
  })
}

/**
 * The turns of a draw with several winners: `turn` counts them from 0, and lists of as many items as there are winners
 * give each turn one.
 */
export function turnScope(
  published: PublishedValues,
  scope: Scope,
  results: readonly string[],
): Scope | undefined {
  const lists = [...published.shapes].flatMap(([name, shape]) =>
    shape.kind === 'list' ? [{ name, shape }] : [],
  )
  const lengthsOf = (name: string): string => published.draws.map(draw => lengthOf(draw[name])).join()
  const first =
    lists.find(({ name }) => results.includes(name)) ?? lists.find(({ shape }) => isDigest(shape.of))
  if (first === undefined) return undefined
  const columns = lists
    .filter(({ name }) => lengthsOf(name) === lengthsOf(first.name))
    .map(({ name, shape }): Variable => ({ reference: name, shape: shape.of, expression: { at: [`$${name}`, '$turn'] }, says: `${name} of the turn` })) // prettier-ignore
  const isResult = ({ reference }: Variable): boolean => results.includes(reference)
  const cases = scope.cases.flatMap(at => {
    const values = published.draws[at.draw] ?? {}
    const items = columns.map(column => ({ column, items: asList(values[column.reference]) }))
    return Array.from({ length: Math.min(lengthOf(values[first.name]), mostCases) }, (_, turn) => ({
      draw: at.draw,
      lists: at.lists,
      data: new Map<string, Datum>([
        ...at.data,
        ...items.map(
          ({ column, items }) => [column.reference, readDatum(column.shape, items[turn] ?? '')] as const,
        ),
        ['turn', { kind: 'integer', integer: BigInt(turn) }] as const,
      ]),
    }))
  })
  if (cases.length === 0) return undefined
  const turn: Variable = {
    reference: 'turn',
    shape: { kind: 'integer' },
    expression: '$turn',
    says: 'the turn from 0',
  }
  return {
    kind: 'turn',
    of: first.name,
    variables: [...scope.variables, ...columns.filter(column => !isResult(column)), turn],
    lists: scope.lists.filter(({ reference }) => !columns.some(column => column.reference === reference)),
    cases: cases.slice(0, mostCases),
    results: columns.filter(isResult),
  }
}

/** A result as callers name it: a value, or `table.column`. */
export function resultName({ kind, of = '' }: Scope, { reference }: Variable): string {
  return kind === 'row' ? reference.replace(/^row/, of) : reference
}

function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isList(value) ? value : []
}

function lengthOf(value: JsonValue | undefined): number {
  return asList(value).length
}

/** Whether a value may be the hash of others. */
export function isDigest(shape: ScalarShape): boolean {
  return (
    (shape.kind === 'hex' || shape.kind === 'base64') && (shape.length ?? 0) >= 8 && (shape.length ?? 0) <= 64
  )
}

function variable(reference: string, shape: ScalarShape): Variable {
  return { reference, shape, expression: `$${reference}`, says: reference.replace('row.', '') }
}

function readCase(
  values: Readonly<Record<string, JsonValue>>,
  draw: number,
  variables: readonly Variable[],
  lists: readonly ListVariable[],
): Case {
  const data = new Map<string, Datum>()
  for (const { reference, shape } of variables) {
    const [name = '', member] = reference.split('.')
    const value = values[name]
    const found = member !== undefined && value !== undefined && isObject(value) ? value[member] : value
    if (found !== undefined) data.set(reference, readDatum(shape, found))
  }
  const found = new Map<string, readonly JsonValue[]>()
  for (const { reference } of lists) {
    const value = values[reference]
    if (value !== undefined && isList(value)) found.set(reference, value)
  }
  return { draw, data, lists: found }
}
