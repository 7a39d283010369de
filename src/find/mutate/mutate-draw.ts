/**
 * Changes one published value of a draw as a mistake or a fraud would. If no claim of a recipe notices, the
 * recipe does not check that value.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { isList, isObject } from '../../model/plain-values.js'
import type { InputType } from '../../model/recipe.js'
import type { Recipe } from '../../recipe/recipe.js'
import { changeBeacon, changeScalar } from './mutate-scalar.js'
import { changeList, type Variant } from './mutate-list.js'

type PublishedMembers = Readonly<Record<string, JsonValue>>

/** A draw with one changed value. */
export interface Mutant extends Omit<Variant, 'value'> {
  readonly input: string
  readonly published: PublishedMembers
}

/** Values of other inputs of a type, as candidates to swap in. */
type ValuePool = (type: InputType, without: readonly JsonValue[]) => readonly JsonValue[]

/** All changes of all published values: deterministic, and a bounded number per value. */
export function* mutateDraw(recipe: Recipe, published: PublishedMembers): Generator<Mutant> {
  for (const [input, { declared }] of recipe.inputs) {
    const value = Object.hasOwn(published, input) ? published[input] : undefined
    if (value === undefined) continue
    const pool = createPool(recipe, published, input)
    const seen = new Set([JSON.stringify(value)])
    for (const { value: other, ...variant } of changeValue(declared, value, pool)) {
      const text = JSON.stringify(other)
      if (seen.has(text)) continue
      seen.add(text)
      yield { ...variant, input, published: { ...published, [input]: other } }
    }
  }
}

/** Max values swapped in from other inputs. */
const mostTaken = 2

/** Items of other inputs of one type. */
interface TypedItems {
  readonly type: string
  readonly items: readonly JsonValue[]
}

function createPool(recipe: Recipe, published: PublishedMembers, input: string): ValuePool {
  const lists = [...recipe.inputs].flatMap(([name, { declared }]) => {
    const value = Object.hasOwn(published, name) ? published[name] : undefined
    return name === input || value === undefined ? [] : itemsOf(declared, value)
  })
  return (type, without) => {
    const key = typeKey(type)
    const taken = new Set(without.map(value => JSON.stringify(value)))
    const found = lists.flatMap(list => {
      if (list.type !== key) return []
      const free = list.items.filter(item => !taken.has(JSON.stringify(item)))
      const ends = free.length > 1 ? [free[0], free.at(-1)] : free
      return ends.flatMap(item => item ?? [])
    })
    return found.slice(0, mostTaken)
  }
}

/** Items of a list or of each column of a table; none for other values. */
function itemsOf(declared: InputType, value: JsonValue): readonly TypedItems[] {
  if (!isList(value)) return []
  if (declared.type === 'list') return [{ type: typeKey(declared.of), items: value }]
  if (declared.type !== 'table') return []
  return Object.entries(declared.columns).map(([column, type]) => ({
    type: typeKey(type),
    items: value.flatMap(row => (isObject(row) ? (row[column] ?? []) : [])),
  }))
}

/** Identifies types whose values are interchangeable, ignoring constraints on a single input. */
function typeKey(type: InputType): string {
  const encoding = type.type === 'bytes' ? type.encoding : ''
  return `${type.type} ${encoding}`
}

/** Other values of the same type as `value`. */
function changeValue(type: InputType, value: JsonValue, pool: ValuePool): readonly Variant[] {
  const taken = pool(type, [value]).map(other => ({
    change: 'the item of another list instead',
    value: other,
  }))
  switch (type.type) {
    case 'list':
      return changeList(isList(value) ? value : [], {
        change: item => changeValue(type.of, item, () => []).slice(0, 2),
        others: items => pool(type.of, items),
      })
    case 'table':
      return changeList(isList(value) ? value : [], {
        change: item => changeRow(type.columns, item, pool),
        others: () => [],
      })
    case 'drand':
      return isObject(value) ? changeBeacon(value) : []
    default:
      return [...changeScalar(type, value), ...taken]
  }
}

/** One changed value in each column. */
function changeRow(
  columns: Readonly<Record<string, InputType>>,
  row: JsonValue,
  pool: ValuePool,
): readonly Variant[] {
  if (!isObject(row)) return []
  return Object.entries(columns).flatMap(([column, type]) => {
    const value = row[column]
    if (value === undefined) return []
    const [first] = changeValue(type, value, () => [])
    const [other] = pool(type, [value])
    return [
      ...(first === undefined ? [] : [first]),
      ...(other === undefined ? [] : [{ change: 'the item of another list instead', value: other }]),
    ].map(variant => ({ change: `${column}: ${variant.change}`, value: { ...row, [column]: variant.value } }))
  })
}
