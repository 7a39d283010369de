/**
 * The scopes of published draws: the draws themselves, the rows of their tables, and their turns.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import type { Expression } from '../../model/recipe.js'
import { isList, isObject, type BeaconMember } from '../../model/plain-values.js'
import { readDatum, type Datum } from './datum.js'
import type { SearchedValues } from './published.js'
import { turnReference, type Case, type ListVariable, type Scope, type Variable } from './scope.js'
import { isDigest, type ScalarShape, type ValueShape } from './shape.js'

/** Max rows or turns; more would confirm nothing further. */
const mostCases = 5000

/**
 * All scopes of the draws with something to explain.
 *
 * @param results - names of results: a value, or `table.column`.
 * @returns the draws, then rows, then turns.
 */
export function makeScopes(published: SearchedValues, results: readonly string[]): readonly Scope[] {
  const draw = drawScope(published, results)
  const rows = draw.lists.map(list => (list.made === undefined ? rowScope(draw, list, results) : undefined))
  const tables = draw.lists.map(list => tableScope(published, draw, list, results))
  return [draw, ...rows, turnScope(published, draw, results), ...tables].filter(scope => scope !== undefined)
}

function drawScope(published: SearchedValues, results: readonly string[]): Scope {
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
  const given = lists.filter(({ reference }) => !results.includes(reference))
  const tables = tablesOf(published, given)
  const cases = published.draws.map((values, draw): Case => ({
    draw,
    data: readData(values, variables),
    lists: new Map([...readLists(values, lists), ...tables.flatMap(table => readTable(table, values))]),
  }))
  const isResult = ({ reference }: { readonly reference: string }): boolean => results.includes(reference)
  return {
    kind: 'draw',
    variables: variables.filter(variable => !isResult(variable)),
    lists: [...given, ...tables],
    // The draw with the most values is searched.
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

/** Max columns of a table made of lists. */
const mostTogether = 8

/** Combines lists of equal length in each draw into one table. */
function tablesOf(published: SearchedValues, lists: readonly ListVariable[]): readonly ListVariable[] {
  const groups = new Map<string, ListVariable[]>()
  for (const list of lists) {
    if (list.shape.kind !== 'list') continue
    const lengths = lengthsOf(published, list.reference)
    const group = groups.get(lengths) ?? []
    groups.set(lengths, group)
    if (group.length < mostTogether) group.push(list)
  }
  const taken = new Set(published.shapes.keys())
  return [...groups.values()].flatMap((group): readonly ListVariable[] => {
    const [first] = group
    if (first === undefined || group.length < 2) return []
    const reference = newName('rows', taken)
    const of = group.map(list => list.reference)
    const columns = group.map(
      ({ reference, shape }) => [reference, shape.kind === 'list' ? shape.of : text] as const,
    )
    const row = of.map((name, index): readonly [string, Expression] => [
      name,
      index === 0 ? '$item' : { at: [`$${name}`, '$row'] },
    ])
    const step: Expression = {
      map: { list: `$${first.reference}`, as: 'item', index: 'row', do: { row: Object.fromEntries(row) } },
    }
    return [{ reference, shape: { kind: 'table', columns: Object.fromEntries(columns) }, made: { of, step } }]
  })
}

const text = { kind: 'text' } as const

function newName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${number}`
  taken.add(name)
  return name
}

/** The rows of such a table, if the draw has the lists. */
function readTable(
  { reference, made }: ListVariable,
  values: Readonly<Record<string, JsonValue>>,
): readonly (readonly [string, readonly JsonValue[]])[] {
  const columns = (made?.of ?? []).map(name => [name, itemsOf(values[name])] as const)
  const [first] = columns
  if (first === undefined || first[1].length === 0) return []
  const rows = first[1].map((_, index) =>
    Object.fromEntries(columns.map(([name, items]) => [name, items[index] ?? ''])),
  )
  return [[reference, rows]]
}

/** The rows of a table with a digest column and no result column. */
function rowScope(
  scope: Scope,
  { reference, shape }: ListVariable,
  results: readonly string[],
): Scope | undefined {
  if (shape.kind !== 'table') return undefined
  const columns = Object.entries(shape.columns).map(([name, of]) => ({
    name,
    column: publishedVariable(`row.${name}`, of),
  }))
  if (hasResult(reference, results) || !columns.some(({ column }) => isDigest(column.shape))) return undefined
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
  return {
    kind: 'row',
    of: reference,
    variables: [...scope.variables, ...columns.map(({ column }) => column)],
    lists: scope.lists.filter(list => list.reference !== reference),
    cases,
    results: [],
  }
}

function hasResult(table: string, results: readonly string[]): boolean {
  return results.some(result => result.startsWith(`${table}.`))
}

/** The rows of a table with a result column: each is a turn. */
function tableScope(
  published: SearchedValues,
  scope: Scope,
  { reference, shape }: ListVariable,
  results: readonly string[],
): Scope | undefined {
  if (shape.kind !== 'table' || !hasResult(reference, results)) return undefined
  const columns = Object.entries(shape.columns).map(([name, of]): Variable => ({
    reference: `${reference}.${name}`,
    shape: of,
    expression: {
      at: [{ map: { list: `$${reference}`, as: 'row', do: `$row.${name}` } }, '$turn'],
    },
    says: `${name} of the row`,
  }))
  const cases = scope.cases.flatMap(({ draw, data, lists }) =>
    (lists.get(reference) ?? []).slice(0, mostCases).map((row, index): Case => {
      const cells = columns.map(column => {
        const cell = isObject(row) ? row[column.reference.slice(reference.length + 1)] : undefined
        return [column.reference, readDatum(column.shape, cell ?? '')] as const
      })
      const counter: Datum = { kind: 'integer', integer: BigInt(index) }
      return { draw, lists, data: new Map([...data, ...cells, [turnReference, counter]]) }
    }),
  )
  if (cases.length === 0) return undefined
  const isResult = (column: Variable): boolean => results.includes(column.reference)
  return {
    kind: 'turn',
    of: reference,
    isTable: true,
    variables: [...scope.variables, ...columns.filter(column => !isResult(column)), turn],
    lists: scope.lists.filter(list => list.reference !== reference),
    cases: cases.slice(0, mostCases),
    results: columns.filter(isResult),
  }
}

/**
 * The turns of a draw with several winners: `turn` counts them from 0, and lists as long as the winners give
 * each turn one item.
 */
function turnScope(published: SearchedValues, scope: Scope, results: readonly string[]): Scope | undefined {
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
    lists: scope.lists,
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

/** Lengths of a list in all draws, as one text. */
function lengthsOf({ draws }: SearchedValues, name: string): string {
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

function turnVariable(name: string, { of }: Extract<ValueShape, { kind: 'list' }>): Variable {
  return {
    reference: name,
    shape: of,
    expression: { at: [`$${name}`, '$turn'] },
    says: `${name} of the turn`,
  }
}
