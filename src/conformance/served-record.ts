/**
 * A served record, with its hashes converted to the form of `schemas/audit-record.json`.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../core/digest.js'
import { portable } from '../core/portable.js'
import { readHash } from '../model/hash-form.js'

export interface Respelled {
  /** The record; the same object if nothing was converted. */
  readonly value: object
  /** A hash longer than SHA-256 was replaced by its own hash, which only serves to tell two apart. */
  readonly standsIn: boolean
}

const members = ['rng_seed_hash', 'signature_hash'] as const

/** Converts hashes in other allowed forms to the schema's; other faults are left alone. */
export function respellHashes(record: object): Respelled {
  const { draws } = record as { readonly draws?: unknown }
  if (!Array.isArray(draws)) return respellDraw(record)
  const respelled = draws.map((draw: unknown) =>
    typeof draw === 'object' && draw !== null ? respellDraw(draw) : { value: draw, standsIn: false },
  )
  const changed = respelled.some(({ value }, index) => value !== draws[index])
  const value = changed ? { ...record, draws: respelled.map(one => one.value) } : record
  return { value, standsIn: respelled.some(({ standsIn }) => standsIn) }
}

function respellDraw(draw: object): Respelled {
  const changes: [string, string][] = []
  let standsIn = false
  for (const name of members) {
    const text = (draw as Record<string, unknown>)[name]
    const hash = typeof text === 'string' ? readHash(text) : undefined
    if (hash?.otherForm === undefined) continue
    const isLonger = hash.bytes.length > 32
    standsIn ||= isLonger
    changes.push([name, formatSha256(isLonger ? portable.hash('sha256', hash.bytes) : hash.bytes)])
  }
  return changes.length === 0
    ? { value: draw, standsIn }
    : { value: { ...draw, ...Object.fromEntries(changes) }, standsIn }
}
