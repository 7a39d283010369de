/**
 * A record as a service answers it, with its hashes in the one form that `schemas/audit-record.json` knows.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../core/digest.js'
import { portable } from '../core/portable.js'
import { readHash } from '../model/hash-form.js'

export interface Respelled {
  /** The record; the same object where nothing had to be written otherwise. */
  readonly value: object
  /** A hash is longer than SHA-256: its own hash stands in for it, which tells two of them apart and no more. */
  readonly standsIn: boolean
}

const members = ['rng_seed_hash', 'signature_hash'] as const

/** Writes hashes in other lawful forms as the schema has them; whatever else is wrong with the record stays so. */
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
