/**
 * A draw with one published value changed, as a mistake or a fraud would change it: what no claim of a recipe notices
 * is not checked by it.
 *
 * @packageDocumentation
 */
import { decodeBase64, encodeBase64 } from '../core/encoding.js'
import type { JsonValue } from '../core/json.js'
import { parseTime } from '../core/time.js'
import type { InputType } from '../model/recipe.js'
import type { Recipe } from '../recipe/recipe.js'
import { changeList, samplePlaces, type Variant } from './mutate-list.js'

type Published = Readonly<Record<string, JsonValue>>

/** A draw in which one value is another. */
export interface Mutant extends Omit<Variant, 'value'> {
  readonly input: string
  readonly published: Published
}

/** Values of other inputs by their type, as one input could have taken them from another. */
type Pool = (type: InputType, without: readonly JsonValue[]) => readonly JsonValue[]

/** Every change of every published value: the same ones on every run, and a bounded number of each value. */
export function* mutateDraw(recipe: Recipe, published: Published): Generator<Mutant> {
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

/** So many values of other inputs are tried in the place of one. */
const mostTaken = 2

function createPool(recipe: Recipe, published: Published, input: string): Pool {
  const lists = [...recipe.inputs].flatMap(([name, { declared }]) => {
    const value = Object.hasOwn(published, name) ? published[name] : undefined
    if (name === input || !isList(value)) return []
    if (declared.type === 'list') return [{ type: typeKey(declared.of), items: value }]
    if (declared.type !== 'table') return []
    return Object.entries(declared.columns).map(([column, type]) => ({
      type: typeKey(type),
      items: value.flatMap(row => (isObject(row) ? (row[column] ?? []) : [])),
    }))
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

/** What a value has to look like, without what is said about one input alone. */
function typeKey(type: InputType): string {
  const encoding = type.type === 'bytes' ? type.encoding : ''
  return `${type.type} ${encoding}`
}

/** Other values of the type of `value`, which is one of that type. */
function changeValue(type: InputType, value: JsonValue, pool: Pool): readonly Variant[] {
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
      return [...changePlain(type, value), ...taken]
  }
}

function changePlain(type: InputType, value: JsonValue): readonly Variant[] {
  if (typeof value === 'number') return changeNumber(type, value)
  if (typeof value !== 'string') return []
  switch (type.type) {
    case 'bytes': {
      const isOpen = type.length === undefined
      const start = type.encoding === '0x' ? 2 : 0
      return type.encoding === 'base64'
        ? changeBase64(value, isOpen)
        : changeHex(value.slice(start), value.slice(0, start), isOpen)
    }
    case 'sha256':
      return changeHex(value.slice(-64), value.slice(0, -64), false)
    case 'integer':
      return changeInteger(BigInt(value)).map(({ change, value }) => ({ change, value: String(value) }))
    case 'float':
      return changeFloat(Number(value), value).map(({ change, value }) => ({ change, value: String(value) }))
    case 'time':
      return changeTime(value)
    default:
      return changeText(value)
  }
}

function changeHex(digits: string, prefix: string, isOpen: boolean): readonly Variant[] {
  const flipped = samplePlaces(digits.length).map(place => {
    const digit = (Number.parseInt(digits.charAt(place), 16) ^ 1).toString(16)
    const value = prefix + digits.slice(0, place) + digit + digits.slice(place + 1)
    return { change: `hex digit ${place + 1} changed`, value }
  })
  if (!isOpen) return flipped
  const cut =
    digits.length > 2 ? [{ change: 'the last byte removed', value: prefix + digits.slice(0, -2) }] : []
  return [...flipped, { change: 'a byte added', value: `${prefix}${digits}00` }, ...cut]
}

function changeBase64(text: string, isOpen: boolean): readonly Variant[] {
  const bytes = decodeBase64(text)
  const flipped = samplePlaces(bytes.length).map(place => {
    const other = Uint8Array.from(bytes, (byte, index) => (index === place ? byte ^ 1 : byte))
    return { change: `byte ${place + 1} changed`, value: encodeBase64(other) }
  })
  if (!isOpen || bytes.length < 2) return flipped
  return [...flipped, { change: 'the last byte removed', value: encodeBase64(bytes.subarray(0, -1)) }]
}

function changeText(text: string): readonly Variant[] {
  const characters = Array.from(text)
  const changed = samplePlaces(characters.length).map(place => ({
    change: `character ${place + 1} changed`,
    value: characters.map((one, index) => (index === place ? nextCharacter(one) : one)).join(''),
  }))
  const cut =
    characters.length > 1
      ? [{ change: 'the last character removed', value: characters.slice(0, -1).join('') }]
      : []
  return [...changed, { change: 'a character added', value: `${text}x` }, ...cut]
}

/** Another character of the same kind, so that what is text for a number stays that. */
function nextCharacter(character: string): string {
  if (/^[0-8a-yA-Y]$/.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1)
  return { 9: '8', z: 'y', Z: 'Y' }[character] ?? 'x'
}

function changeNumber(type: InputType, value: number): readonly Variant[] {
  return type.type === 'float'
    ? changeFloat(value, String(value))
    : changeInteger(BigInt(value)).flatMap(({ change, value }) => {
        const number = Number(value)
        return Number.isSafeInteger(number) ? [{ change, value: number }] : []
      })
}

function changeInteger(value: bigint): readonly { readonly change: string; readonly value: bigint }[] {
  return [
    { change: 'one more', value: value + 1n },
    { change: 'one less', value: value - 1n },
    { change: 'ten times as much, and one', value: value * 10n + 1n },
  ]
}

function changeFloat(value: number, text: string): readonly { change: string; value: number }[] {
  const [mantissa = '', exponent] = text.split(/e/i)
  const digits = mantissa.slice(0, -1) + nextCharacter(mantissa.slice(-1))
  return [
    { change: 'the last digit changed', value: Number([digits, ...(exponent ? [exponent] : [])].join('e')) },
    { change: 'one more', value: value + 1 },
    { change: 'half as much', value: value / 2 },
  ].filter(({ value }) => Number.isFinite(value))
}

const second = 1_000_000_000n

function changeTime(text: string): readonly Variant[] {
  const time = parseTime(text)
  const later = (nanoseconds: bigint): string =>
    new Date(Number((time + nanoseconds) / 1_000_000n)).toISOString()
  return [
    { change: 'one second later', value: later(second) },
    { change: 'one second earlier', value: later(-second) },
    { change: 'one day later', value: later(86_400n * second) },
  ]
}

function changeBeacon(beacon: Readonly<Record<string, JsonValue>>): readonly Variant[] {
  return Object.entries(beacon).flatMap(([member, value]): readonly Variant[] => {
    if (typeof value === 'number') {
      return [-1, 1].map(step => ({
        change: `another ${member}, ${step > 0 ? 'one more' : 'one less'}`,
        value: { ...beacon, [member]: value + step },
      }))
    }
    if (typeof value !== 'string') return []
    const rest = Object.fromEntries(Object.entries(beacon).filter(([name]) => name !== member))
    return [
      ...changeHex(value, '', false).map(({ change, value }) => ({
        change: `${member}: ${change}`,
        value: { ...beacon, [member]: value },
      })),
      { change: `${member} left out`, value: rest },
    ]
  })
}

/** One other value in each column. */
function changeRow(
  columns: Readonly<Record<string, InputType>>,
  row: JsonValue,
  pool: Pool,
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

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isObject(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
