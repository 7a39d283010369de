/**
 * The scopes of published draws: the draws themselves, the rows of their tables, their turns.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { isList, isObject, type BeaconMember } from '../../model/plain-values.js'
import { readDatum, type Datum } from './datum.js'
import type { PublishedValues } from './published.js'
import { turnReference, type Case, type ListVariable, type Scope, type Variable } from './scope.js'
import { isDigest, type ScalarShape, type Shape } from './shape.js'

/** More rows or turns than this confirm nothing further. */
const mostCases = 5000

/**
 * Every scope of the draws that has something to explain.
 *
 * @param results - names of results: a value, or `table.column`.
 * @returns the draws, then rows, then turns.
 */
export function makeScopes(published: PublishedValues, results: readonly string[]): readonly Scope[] {
  const draw = drawScope(published, results)
  const rows = draw.lists.map(list => rowScope(draw, list, results))
  return [draw, ...rows, turnScope(published, draw, results)].filter(scope => scope !== undefined)
}

function drawScope(published: PublishedValues, results: readonly string[]): Scope {
  const variables: Variable[] = []
  const lists: ListVariable[] = []
  for (const [name, shape] of published.shapes) {
    if (shape.kind === 'list' || shape.kind === 'table') lists.push({ reference: name, shape })
    else if (shape.kind !== 'beacon') variables.push(publishedVariable(name, shape))
    else {
      for (const member of shape.members) {
        variables.push(publishedVariable(`${name}.${member}`, shapeOfMember(member)))
      }
    }
  }
  const cases = published.draws.map((values, draw): Case => ({
    draw,
    data: readData(values, variables),
    lists: readLists(values, lists),
  }))
  const isResult = ({ reference }: { readonly reference: string }): boolean => results.includes(reference)
  return {
    kind: 'draw',
    variables: variables.filter(variable => !isResult(variable)),
    lists: lists.filter(list => !isResult(list)),
    // The draw with the most values is the one that is searched.
    cases: [...cases].sort((a, b) => b.data.size - a.data.size),
    results: variables.filter(isResult),
  }
}

function shapeOfMember(member: BeaconMember): ScalarShape {
  if (member === 'round') return { kind: 'integer' }
  return { kind: 'hex', prefix: '', upper: false, ...(member === 'randomness' && { length: 32 }) }
}

function readData(
  values: Readonly<Record<string, JsonValue>>,
  variables: readonly Variable[],
): ReadonlyMap<string, Datum> {
  const data = new Map<string, Datum>()
  for (const { reference, shape } of variables) {
    const [name = '', member] = reference.split('.')
    const value = values[name]
    const found = member !== undefined && value !== undefined && isObject(value) ? value[member] : value
    if (found !== undefined) data.set(reference, readDatum(shape, found))
  }
  return data
}

function readLists(
  values: Readonly<Record<string, JsonValue>>,
  lists: readonly ListVariable[],
): Case['lists'] {
  const found = new Map<string, readonly JsonValue[]>()
  for (const { reference } of lists) {
    const value = values[reference]
    if (value !== undefined && isList(value)) found.set(reference, value)
  }
  return found
}

/** The rows of a table that has a digest or a result among its columns. */
function rowScope(
  scope: Scope,
  { reference, shape }: ListVariable,
  results: readonly string[],
): Scope | undefined {
  if (shape.kind !== 'table') return undefined
  const columns = Object.entries(shape.columns).map(([name, of]) => ({
    name,
    column: publishedVariable(`row.${name}`, of),
    isResult: results.includes(`${reference}.${name}`),
  }))
  if (!columns.some(({ column, isResult }) => isResult || isDigest(column.shape))) return undefined
  const cases = scope.cases.flatMap(({ draw, data, lists }) =>
    (lists.get(reference) ?? []).map((row): Case => {
      const cells = columns.map(({ name, column }) => {
        const cell = isObject(row) ? row[name] : undefined
        return [column.reference, readDatum(column.shape, cell ?? '')] as const
      })
      return { draw, data: new Map([...data, ...cells]), lists }
    }),
  )
  if (cases.length === 0 || cases.length > mostCases) return undefined
  const given = columns.filter(({ isResult }) => !isResult).map(({ column }) => column)
  return {
    kind: 'row',
    of: reference,
    variables: [...scope.variables, ...given],
    lists: scope.lists.filter(list => list.reference !== reference),
    cases,
    results: columns.filter(({ isResult }) => isResult).map(({ column }) => column),
  }
}

/**
 * The turns of a draw with several winners: `turn` counts them from 0, and lists of as many items as there are winners
 * give each turn one.
 */
function turnScope(published: PublishedValues, scope: Scope, results: readonly string[]): Scope | undefined {
  const lists = [...published.shapes].flatMap(([name, shape]) =>
    shape.kind === 'list' ? [{ name, shape }] : [],
  )
  const first =
    lists.find(({ name }) => results.includes(name)) ?? lists.find(({ shape }) => isDigest(shape.of))
  if (first === undefined) return undefined
  const lengths = lengthsOf(published, first.name)
  const columns = lists
    .filter(({ name }) => lengthsOf(published, name) === lengths)
    .map(({ name, shape }) => turnVariable(name, shape))
  const cases = scope.cases.flatMap(at => turnsOf(at, published.draws[at.draw] ?? {}, first.name, columns))
  if (cases.length === 0) return undefined
  const isResult = ({ reference }: Variable): boolean => results.includes(reference)
  return {
    kind: 'turn',
    of: first.name,
    variables: [...scope.variables, ...columns.filter(column => !isResult(column)), turn],
    lists: scope.lists.filter(({ reference }) => !columns.some(column => column.reference === reference)),
    cases: cases.slice(0, mostCases),
    results: columns.filter(isResult),
  }
}

const turn: Variable = {
  reference: turnReference,
  shape: { kind: 'integer' },
  expression: '$turn',
  says: 'the turn from 0',
}

/** How long a list is in each draw, as one text. */
function lengthsOf({ draws }: PublishedValues, name: string): string {
  return draws.map(draw => itemsOf(draw[name]).length).join()
}

/** The turns of one draw. */
function turnsOf(
  { draw, data, lists }: Case,
  values: Readonly<Record<string, JsonValue>>,
  first: string,
  columns: readonly Variable[],
): readonly Case[] {
  const items = columns.map(column => ({ column, items: itemsOf(values[column.reference]) }))
  const count = Math.min(itemsOf(values[first]).length, mostCases)
  return Array.from({ length: count }, (_, index) => {
    const own = items.map(
      ({ column, items }) => [column.reference, readDatum(column.shape, items[index] ?? '')] as const,
    )
    const counter: Datum = { kind: 'integer', integer: BigInt(index) }
    return { draw, lists, data: new Map([...data, ...own, [turnReference, counter]]) }
  })
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isList(value) ? value : []
}

function publishedVariable(reference: string, shape: ScalarShape): Variable {
  return { reference, shape, expression: `$${reference}`, says: reference.replace('row.', '') }
}

function turnVariable(name: string, { of }: Extract<Shape, { kind: 'list' }>): Variable {
  return {
    reference: name,
    shape: of,
    expression: { at: [`$${name}`, '$turn'] },
    says: `${name} of the turn`,
  }
}
