/**
 * A platform's published values under names valid in a recipe: `{ "server": { "Seed": "…" } }` has
 * `server_seed`. The search for recipes and the verification of draws use the same names.
 *
 * @packageDocumentation
 */
import { pointerOf, type JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'

type JsonObject = Readonly<Record<string, JsonValue>>

/** One draw. */
export interface PlainDraw {
  readonly values: JsonObject
  /** JSON pointer of each value in the document. */
  readonly pointers: ReadonlyMap<string, string>
  /** From the document, if it has one. */
  readonly title?: string
  readonly source?: string
}

export interface PlainDraws {
  readonly draws: readonly PlainDraw[]
  /** The original names that are invalid in a recipe. */
  readonly renamed: ReadonlyMap<string, string>
}

const deepest = 4

/**
 * Reads an object of values, a published draw, or a list of either.
 *
 * @throws DrawauditError `draw-value` for anything else.
 */
export function readPlainDraws(value: JsonValue): PlainDraws {
  const documents = isList(value) ? value : [value]
  if (documents.length === 0) throw refuse('there is no draw in the list', '')
  const names = new Map<string, string>()
  const renamed = new Map<string, string>()
  const draws = documents.map((document, index) => {
    const pointer = isList(value) ? `/${index}` : ''
    if (!isObject(document)) throw refuse('a draw is an object of values', pointer)
    const { draw, published, title, source } = document
    const isDocument = typeof draw === 'string' && published !== undefined
    const given = isDocument ? published : document
    if (!isObject(given)) throw refuse('"published" is an object of values', pointer)
    const values: Record<string, JsonValue> = {}
    const pointers = new Map<string, string>()
    flatten(given, [], pointer, (path, member) => {
      const key = JSON.stringify(path)
      const name = names.get(key) ?? nameOf(path.join('_'), new Set(names.values()))
      names.set(key, name)
      if (name !== path.join('.')) renamed.set(name, path.join('.'))
      values[name] = readPlain(member)
      pointers.set(name, `${pointer}${pointerOf(isDocument ? ['published', ...path] : path)}`)
    })
    return {
      values,
      pointers,
      ...(isDocument && typeof title === 'string' && { title }),
      ...(isDocument && typeof source === 'string' && { source }),
    }
  })
  return { draws, renamed }
}

/** Nested members get joined names; a beacon stays whole, null is skipped. */
function flatten(
  values: JsonObject,
  before: readonly string[],
  pointer: string,
  take: (path: readonly string[], value: JsonValue) => void,
): void {
  if (before.length >= deepest) throw refuse(`objects in objects more than ${deepest} deep`, pointer)
  for (const [name, value] of Object.entries(values)) {
    const path = [...before, name]
    if (value === null) continue
    if (isObject(value) && !isBeacon(value)) flatten(value, path, pointer, take)
    else take(path, value)
  }
}

export const beaconMembers = ['round', 'randomness', 'signature', 'previous_signature'] as const
export type BeaconMember = (typeof beaconMembers)[number]

/** A drand beacon has a round and at least one of its values. */
export function isBeacon(value: JsonObject): boolean {
  const names = Object.keys(value)
  return (
    names.length > 1 &&
    names.every(name => (beaconMembers as readonly string[]).includes(name)) &&
    typeof value['round'] === 'number' &&
    value['round'] > 0 &&
    Object.entries(value).every(([name, item]) => name === 'round' || isHex(item))
  )
}

function isHex(value: JsonValue): boolean {
  return typeof value === 'string' && /^([0-9a-f]{2})+$/i.test(value)
}

/** A value in recipe form: true, false and fractions as text, rows without nested rows. */
function readPlain(value: JsonValue): JsonValue {
  if (!isList(value)) return readScalar(value)
  if (value.length === 0 || !value.every(isObject))
    return value.every(isPlain) ? value : value.map(readScalar)
  return readRows(value)
}

/** Whether a value is in recipe form already. */
function isPlain(value: JsonValue): boolean {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))
}

/** `true` as text, and a fraction with the digits that JavaScript prints. */
function readScalar(value: JsonValue): JsonValue {
  const isFraction = typeof value === 'number' && !Number.isSafeInteger(value)
  return typeof value === 'boolean' || isFraction ? String(value) : value
}

/** Rows with column names valid in a recipe; nested rows get joined names. */
function readRows(rows: readonly JsonObject[]): JsonValue {
  const taken = new Set<string>()
  const names = new Map<string, string>()
  const nameOfColumn = (given: string): string => {
    const known = names.get(given)
    if (known !== undefined) return known
    const name = nameOf(given, taken)
    taken.add(name)
    names.set(given, name)
    return name
  }
  const changed = { any: false }
  const read = (row: JsonObject, before: string, into: [string, JsonValue][], depth: number): void => {
    for (const [given, value] of Object.entries(row)) {
      const path = before === '' ? given : `${before}_${given}`
      if (isObject(value) && depth < deepest) {
        changed.any = true
        read(value, path, into, depth + 1)
        continue
      }
      const name = nameOfColumn(path)
      if (name !== path || !isPlain(value)) changed.any = true
      // Null is skipped, as if the row had no such column.
      if (value !== null) into.push([name, readScalar(value)])
    }
  }
  const named = rows.map(row => {
    const members: [string, JsonValue][] = []
    read(row, '', members, 1)
    return members
  })
  return !changed.any ? rows : named.map(members => Object.fromEntries(members))
}

/** Names shadowed by a recipe's own words. */
const reserved = new Set(['turn', 'left', 'row', 'item', 'entry', 'chunk'])

/** Converts a name to a-z, 0-9 and _, beginning with a letter; empty if nothing is left. */
export function spellName(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
}

function nameOf(path: string, taken: ReadonlySet<string>): string {
  const plain = spellName(path).slice(0, 50)
  const base = plain === '' || reserved.has(plain) ? `value_${plain}`.replace(/_$/, '') : plain
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`
  return name
}

// Array.isArray does not narrow readonly arrays.
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

function refuse(message: string, pointer: string): DrawauditError {
  return new DrawauditError('draw-value', message, pointer === '' ? {} : { where: { pointer } })
}
