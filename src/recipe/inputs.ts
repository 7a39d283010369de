/**
 * Reads published values by their declared types.
 *
 * @packageDocumentation
 */
import { describeTrivialDigest } from '../core/digest.js'
import { pointerOf, type JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import type { Input, InputType } from '../model/recipe.js'
import type { Finding } from '../model/report.js'
import type { Problem } from '../model/schema.js'
import { BoundExceeded, type Context } from './context.js'
import { readValue } from './read-value.js'
import type { Recipe } from './recipe.js'
import { findRepeated } from './repeated.js'
import { bytes, integer, type PublishedBeacon, type Value } from './value.js'

/** The published values by name; beacon members also as `name.member`. */
export interface PublishedValues {
  readonly values: ReadonlyMap<string, Value>
  readonly problems: readonly Problem[]
  readonly findings: readonly Finding[]
  /** Why not everything was read: a limit was exceeded. */
  readonly exceeded?: string
}

/** Reads every published value, and reports those that are unknown or not of their declared type. */
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
      values.set(name, value)
      if (value.kind === 'beacon') addMembers(values, name, value.beacon)
      if (input.declared.distinct === true && value.kind === 'list') {
        const repeated = findRepeated(value.items, context)
        if (repeated !== undefined) {
          const message = `${repeated} occurs more than once in the ${input.declared.title}`
          findings.push({ code: 'entry-repeated', message })
        }
      }
      findings.push(...findTrivial(input.declared, value))
    } catch (error) {
      if (error instanceof BoundExceeded) return { values, problems, findings, exceeded: error.message }
      if (!(error instanceof DrawauditError)) throw error
      problems.push({ pointer: error.where.pointer ?? pointerOf(path), message: error.message })
    }
  }
  return { values, problems, findings }
}

/** Max digests of a list or table that are reported as committing to nothing. */
const mostTrivial = 10

/** Digests that commit to nothing: of an input, of list items, of table columns. */
function findTrivial(declared: Input, value: Value): readonly Finding[] {
  const found: Finding[] = []
  const look = (type: InputType, part: Value, place: string): void => {
    if (found.length >= mostTrivial) return
    if (type.type === 'sha256' && part.kind === 'bytes') {
      const trivial = describeTrivialDigest(part.bytes)
      if (trivial === undefined) return
      found.push({ code: 'hash-trivial', message: `the ${declared.title}${place} is ${trivial}` })
    } else if (type.type === 'list' && part.kind === 'list' && holdsDigests(type)) {
      part.items.forEach((item, index) => {
        look(type.of, item, `${place}, item ${index + 1},`)
      })
    } else if (type.type === 'table' && part.kind === 'list' && holdsDigests(type)) {
      part.items.forEach((row, index) => {
        if (row.kind !== 'row') return
        for (const [name, column] of Object.entries(type.columns)) {
          const cell = Object.hasOwn(row.columns, name) ? row.columns[name] : undefined
          if (cell !== undefined) look(column, cell, `${place}, row ${index + 1}, ${name},`)
        }
      })
    }
  }
  look(declared, value, '')
  return found
}

function holdsDigests(type: InputType): boolean {
  if (type.type === 'list') return holdsDigests(type.of)
  return type.type === 'table' ? Object.values(type.columns).some(holdsDigests) : type.type === 'sha256'
}

/** Adds beacon members as separate names, so that each can be missing. */
function addMembers(values: Map<string, Value>, name: string, beacon: PublishedBeacon): void {
  const { round, randomness, signature, previousSignature } = beacon
  values.set(`${name}.round`, integer(round))
  if (randomness !== undefined) values.set(`${name}.randomness`, bytes(randomness))
  if (signature !== undefined) values.set(`${name}.signature`, bytes(signature))
  if (previousSignature !== undefined) values.set(`${name}.previous_signature`, bytes(previousSignature))
}
