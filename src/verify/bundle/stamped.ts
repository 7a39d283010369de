/**
 * Time-stamps of a bundle.
 *
 * @packageDocumentation
 */
import { sha384 } from '@noble/hashes/sha2.js'
import { encodeEnvelope, encodeLogEntry, type Envelope } from '../../core/dsse.js'
import { encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import type { BundleTimestamp } from '../../model/bundle.js'
import type { Discounted } from '../observer.js'
import type { CheckedTimestamp, Timestamp } from '../timestamps.js'
import type { StatementChain } from './chain.js'
import type { Sighting } from './sighting.js'
import { isStolen, type SignedReader } from './signed-statement.js'

/** The bundle's tokens, and the results of checking tokens of the bundle and beside it. */
export interface BundleStamps {
  readonly bundled: readonly BundleTimestamp[]
  readonly checked: readonly CheckedTimestamp[]
}

export const noStamps: BundleStamps = { bundled: [], checked: [] }

interface StampedStatements {
  /** For each statement of the bundle, the earliest time-stamp. */
  readonly stamped: readonly (Sighting | undefined)[]
  /** Why the others do not count. */
  readonly unstamped: readonly Discounted[]
}

const other: Discounted = {
  code: 'evidence-missing',
  why: 'a time-stamp is of something else than a statement that the operator signed in this bundle',
}

const unchecked: Discounted = {
  code: 'evidence-missing',
  why: 'the bundle has time-stamps, which were not checked here',
}

/**
 * A time-stamp counts for a statement if its imprint is the digest of the envelope in the form that the log
 * stores, and the operator signed that: anybody can have an unsigned draft stamped.
 */
export function findStamped(
  { bundled, checked }: BundleStamps,
  { links }: StatementChain,
  readSigned: SignedReader | undefined,
  engine: Engine,
): StampedStatements {
  const places = createPlaces(
    links.map(({ envelope }) => envelope),
    engine,
  )
  const stamped: (Sighting | undefined)[] = links.map(() => undefined)
  const unstamped: Discounted[] = []
  for (const result of checked) {
    if ('why' in result) {
      unstamped.push({ code: result.code, why: result.why })
      continue
    }
    const { at, atUtc, who } = result
    const found = places(result).filter(place => {
      const link = links[place]
      const signed = link && readSigned?.(encodeEnvelope(link.envelope))
      return signed !== undefined && !isStolen(signed, at)
    })
    if (found.length === 0) unstamped.push(other)
    for (const place of found) {
      const before = stamped[place]
      if (before === undefined || at < before.at) stamped[place] = { who, by: 'timestamper', at, atUtc }
    }
  }
  const known = new Set(checked.map(({ token }) => token))
  const isKnown = ({ token }: BundleTimestamp): boolean => known.has(encodeHex(engine.hash('sha256', token)))
  if (!bundled.every(isKnown)) unstamped.push(unchecked)
  return { stamped, unstamped }
}

/** Finds the envelopes with a given imprint; each is hashed once by each algorithm used. */
function createPlaces(
  envelopes: readonly Envelope[],
  engine: Engine,
): (stamp: Timestamp) => readonly number[] {
  const known = new Map<string, ReadonlyMap<string, readonly number[]>>()
  return ({ algorithm, imprint }) => {
    const digests = known.get(algorithm) ?? hashAll(envelopes, algorithm, engine)
    known.set(algorithm, digests)
    return digests.get(encodeHex(imprint)) ?? []
  }
}

/** The digest that a token over these bytes contains. */
export function hashImprint(
  algorithm: Timestamp['algorithm'],
  bytes: Uint8Array,
  engine: Engine,
): Uint8Array {
  // Only imprints use SHA-384, so engines do not have it.
  return algorithm === 'sha384' ? sha384(bytes) : engine.hash(algorithm, bytes)
}

function hashAll(
  envelopes: readonly Envelope[],
  algorithm: Timestamp['algorithm'],
  engine: Engine,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [place, envelope] of envelopes.entries()) {
    const digest = encodeHex(hashImprint(algorithm, encodeLogEntry(envelope), engine))
    places.set(digest, [...(places.get(digest) ?? []), place])
  }
  return places
}
