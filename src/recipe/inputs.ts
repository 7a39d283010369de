/**
 * Published values, read by the types that a recipe declares.
 *
 * @packageDocumentation
 */
import { describeTrivialDigest, parseSha256 } from '../core/digest.js'
import { decodeBase64, decodeHex } from '../core/encoding.js'
import { pointerOf, type JsonValue } from '../core/json.js'
import { parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import type { InputType } from '../model/recipe.js'
import type { Finding } from '../model/report.js'
import type { Problem } from '../model/schema.js'
import { keepItem, type Path } from './compile.js'
import { BoundExceeded, type Context } from './context.js'
import type { Recipe } from './recipe.js'
import {
  bytes,
  integer,
  list,
  plainValue,
  printValue,
  row,
  text,
  type PublishedBeacon,
  type Value,
} from './value.js'

/** Longer decimal text is refused before it is turned into a number. */
const mostDigits = 1200

/** What was published, by name; a member of a beacon is also there by `name.member`. */
export interface PublishedValues {
  readonly values: ReadonlyMap<string, Value>
  readonly problems: readonly Problem[]
  readonly findings: readonly Finding[]
  /** Why not everything was read: there is more than drawaudit keeps. */
  readonly exceeded?: string
}

/** Reads every published value, and says everything that is not of its declared type or not known. */
export function readPublished(
  recipe: Recipe,
  published: Readonly<Record<string, JsonValue>>,
  context: Context,
): PublishedValues {
  const values = new Map<string, Value>()
  const problems: Problem[] = []
  const findings: Finding[] = []
  for (const [name, json] of Object.entries(published)) {
    const path = ['published', name]
    const input = recipe.inputs.get(name)
    if (input === undefined) {
      const known = [...recipe.inputs.keys()].join(', ')
      problems.push({ pointer: pointerOf(path), message: `is not a value that the recipe knows (${known})` })
      continue
    }
    try {
      const value = readValue(input.declared, json, path, context)
      for (const [key, member] of withMembers(name, value)) values.set(key, member)
      if (input.declared.distinct === true && value.kind === 'list') {
        const repeated = firstRepeated(value.items)
        if (repeated !== undefined) {
          const message = `${repeated} stands more than once in the ${input.declared.title}`
          findings.push({ code: 'entry-repeated', message })
        }
      }
      if (input.declared.type === 'sha256' && value.kind === 'bytes') {
        const trivial = describeTrivialDigest(value.bytes)
        if (trivial !== undefined) {
          findings.push({ code: 'hash-trivial', message: `the ${input.declared.title} is ${trivial}` })
        }
      }
    } catch (error) {
      if (error instanceof BoundExceeded) return { values, problems, findings, exceeded: error.message }
      if (!(error instanceof DrawauditError)) throw error
      problems.push({ pointer: error.where.pointer ?? pointerOf(path), message: error.message })
    }
  }
  return { values, problems, findings }
}

function firstRepeated(items: readonly Value[]): string | undefined {
  const seen = new Set<string>()
  for (const item of items) {
    const printed = JSON.stringify(plainValue(item))
    if (seen.has(printed)) return printValue(item)
    seen.add(printed)
  }
  return undefined
}

function readValue(type: InputType, json: JsonValue, path: Path, context: Context): Value {
  switch (type.type) {
    case 'bytes': {
      const decode = type.encoding === 'hex' ? decodeHex : decodeBase64
      const value = readText(json, path, decode)
      if (type.length !== undefined && value.length !== type.length) {
        throw valueError(path, `expected ${type.length} bytes, found ${value.length}`)
      }
      return bytes(value)
    }
    case 'sha256':
      return bytes(readText(json, path, parseSha256))
    case 'text':
      return text(readText(json, path, value => value))
    case 'time':
      return readText(json, path, value => ({ kind: 'time', nanoseconds: parseTime(value), text: value }))
    case 'integer':
      return readInteger(type.minimum, json, path)
    case 'list':
      if (!isList(json)) throw valueError(path, `expected a list, found ${nameOf(json)}`)
      return list(
        json.map((item, index) => keepItem(readValue(type.of, item, [...path, index], context), context)),
      )
    case 'table':
      if (!isList(json)) throw valueError(path, `expected a list of rows, found ${nameOf(json)}`)
      return list(
        json.map((row, index) => keepItem(readRow(type.columns, row, [...path, index], context), context)),
      )
    case 'drand':
      return { kind: 'beacon', beacon: readBeacon(json, path) }
  }
}

/** A row has exactly the columns that the recipe declares. */
function readRow(
  columns: Readonly<Record<string, InputType>>,
  json: JsonValue,
  path: Path,
  context: Context,
): Value {
  if (typeof json !== 'object' || json === null || isList(json)) {
    throw valueError(path, `expected a row, found ${nameOf(json)}`)
  }
  const names = Object.keys(columns)
  const unknown = Object.keys(json).find(name => !names.includes(name))
  if (unknown !== undefined) throw valueError([...path, unknown], `a row has ${names.join(', ')}`)
  const entries = Object.entries(columns).map(([name, column]) => {
    const value = Object.hasOwn(json, name) ? json[name] : undefined
    if (value === undefined) throw valueError([...path, name], 'is missing')
    return [name, readValue(column, value, [...path, name], context)] as const
  })
  return row(Object.fromEntries(entries))
}

/** drand's own JSON, of which organisers publish parts: only the round is required. */
function readBeacon(json: JsonValue, path: Path): PublishedBeacon {
  if (typeof json !== 'object' || json === null || isList(json)) {
    throw valueError(path, `expected a beacon with a round, found ${nameOf(json)}`)
  }
  const known = ['round', 'randomness', 'signature', 'previous_signature']
  const unknown = Object.keys(json).find(name => !known.includes(name))
  if (unknown !== undefined) throw valueError([...path, unknown], `a beacon has ${known.join(', ')}`)
  const { round } = json
  if (!Number.isSafeInteger(round) || typeof round !== 'number' || round < 1) {
    throw valueError([...path, 'round'], `expected a round from 1, found ${nameOf(round)}`)
  }
  const member = (name: string, length?: number): Uint8Array | undefined => {
    const value = json[name]
    if (value === undefined) return undefined
    const memberPath = [...path, name]
    const decoded = readText(value, memberPath, decodeHex)
    if (decoded.length === 0) throw valueError(memberPath, 'is empty: leave out what was not published')
    if (length !== undefined && decoded.length !== length) {
      throw valueError(memberPath, `expected ${length} bytes, found ${decoded.length}`)
    }
    return decoded
  }
  const randomness = member('randomness', 32)
  const signature = member('signature')
  const previousSignature = member('previous_signature')
  return {
    round,
    ...(randomness && { randomness }),
    ...(signature && { signature }),
    ...(previousSignature && { previousSignature }),
  }
}

/** A value under its name, and the members of a beacon under theirs, so that each can be missing by itself. */
function withMembers(name: string, value: Value): readonly (readonly [string, Value])[] {
  if (value.kind !== 'beacon') return [[name, value]]
  const { round, randomness, signature, previousSignature } = value.beacon
  const members: Readonly<Record<string, Uint8Array | undefined>> = {
    randomness,
    signature,
    previous_signature: previousSignature,
  }
  return [
    [name, value],
    [`${name}.round`, integer(round)],
    ...Object.entries(members).flatMap(([member, content]) =>
      content === undefined ? [] : [[`${name}.${member}`, bytes(content)] as const],
    ),
  ]
}

/** A whole number, as a JSON number or, when it is too large for one, as decimal text. */
function readInteger(minimum: number | undefined, json: JsonValue, path: Path): Value {
  const isWhole =
    typeof json === 'number'
      ? Number.isSafeInteger(json)
      : typeof json === 'string' && json.length <= mostDigits && /^(0|-?[1-9][0-9]*)$/.test(json)
  if (isWhole) {
    const value = BigInt(json as number | string)
    if (minimum === undefined || value >= BigInt(minimum)) return integer(value)
    throw valueError(path, `expected ${minimum} or more, found ${value}`)
  }
  throw valueError(path, `expected a whole number, found ${nameOf(json)}`)
}

function readText<T>(json: JsonValue, path: Path, decode: (text: string) => T): T {
  if (typeof json !== 'string') throw valueError(path, `expected text, found ${nameOf(json)}`)
  try {
    return decode(json)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw valueError(path, error.message)
  }
}

function valueError(path: Path, message: string): DrawauditError {
  return new DrawauditError('draw-value', message, { where: { pointer: pointerOf(path) } })
}

function nameOf(json: JsonValue | undefined): string {
  if (json === undefined) return 'nothing'
  if (json === null) return 'null'
  if (isList(json)) return 'a list'
  return typeof json === 'object' ? 'an object' : typeof json === 'string' ? 'text' : String(json)
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
