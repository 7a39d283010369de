/**
 * Many beacons of one chain at once.
 *
 * @packageDocumentation
 */
import { pippenger } from '@noble/curves/abstract/curve.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  badPublicKey,
  beaconMessage,
  previousFault,
  randomnessFault,
  verifyBeacon,
  type Beacon,
  type BeaconCheck,
  type BeaconFault,
  type ChainInfo,
} from './beacon.js'
import { schemes, type SchemeName } from './beacon-scheme.js'
import { keepLatest, mostLatest, nameQuestion, type AddingGroups } from './bls-scheme.js'
import { concatBytes } from './encoding.js'
import { assertRound } from './timetable.js'

/** Arithmetic on curves, in place of that of `@noble/curves`; from `loadMcl` of `drawaudit/native`. */
export interface BlsEngine {
  /**
   * Calls `use` with the groups of a scheme and returns its result; undefined for an unknown scheme.
   *
   * @internal
   */
  readonly withGroups: <R>(
    scheme: SchemeName,
    use: <K, S>(groups: AddingGroups<K, S>) => R,
  ) => { readonly result: R } | undefined
}

/**
 * Checks many beacons of one chain as `verifyBeacon` does, in a fraction of the time: one pairing check
 * covers the sum of all signatures, weighted by unpredictable factors. If it fails, each half is checked on
 * its own until every bad beacon is found.
 *
 * @param beacons - rounds of the chain, in any order.
 * @param chain - the chain that should have signed them.
 * @param options - `bls` computes in place of noble where it knows the scheme: `loadMcl` of drawaudit/native.
 * @returns one outcome for each beacon, in order.
 * @throws DrawauditError `beacon-invalid`, `chain-invalid`, as `verifyBeacon` does.
 */
export function verifyBeacons(
  beacons: readonly Beacon[],
  chain: ChainInfo,
  { bls }: { readonly bls?: BlsEngine | undefined } = {},
): readonly BeaconCheck[] {
  for (const { round } of beacons) assertRound(round)
  const faults = beacons.map((beacon): BeaconFault | undefined => previousFault(beacon, chain))
  const asked = beacons.flatMap((beacon, index) => (faults[index] === undefined ? [{ beacon, index }] : []))
  const signed = asked.map(({ beacon }) => ({
    message: beaconMessage(beacon, chain),
    signature: beacon.signature,
  }))
  const find = <K, S>(groups: AddingGroups<K, S>): Faults | undefined =>
    findFaults(groups, chain.publicKey, signed)
  const fast = bls?.withGroups(chain.scheme, find)
  const found = fast === undefined ? findByNoble(chain.scheme, find) : fast.result
  if (found === undefined) throw badPublicKey()
  for (const [place, { index }] of asked.entries()) faults[index] = found[place]
  return beacons.map((beacon, index): BeaconCheck => {
    const reason = faults[index] ?? randomnessFault(beacon)
    return reason === undefined ? { valid: true } : { valid: false, reason }
  })
}

/**
 * The same as `verifyBeacon` of each, one after the other and with the same memory: those that it was not asked lately
 * are verified together.
 *
 * @throws DrawauditError as `verifyBeacon` does.
 */
export function verifyEachBeacon(beacons: readonly Beacon[], chain: ChainInfo): readonly BeaconCheck[] {
  const checks: BeaconCheck[] = []
  // So few that none is forgotten before it is asked for.
  const most = mostLatest / 2
  for (let start = 0; start < beacons.length; start += most) {
    const some = beacons.slice(start, start + most)
    verifyUnknown(some, chain)
    checks.push(...some.map(beacon => verifyBeacon(beacon, chain)))
  }
  return checks
}

/** Verifies together those that `verifyBeacon` was not asked lately, and has it remember them. */
function verifyUnknown(beacons: readonly Beacon[], chain: ChainInfo): void {
  const { latest } = schemes[chain.scheme]
  const unknown = new Map<string, Beacon>()
  for (const beacon of beacons) {
    if (previousFault(beacon, chain) !== undefined) continue
    const name = nameQuestion([chain.publicKey, beaconMessage(beacon, chain), beacon.signature])
    if (latest.has(name)) keepLatest(latest, name, latest.get(name))
    else unknown.set(name, beacon)
  }
  // One alone takes less time as it is.
  if (unknown.size < 2) return
  const names = [...unknown.keys()]
  for (const [index, check] of verifyBeacons([...unknown.values()], chain).entries()) {
    const name = names[index]
    if (name === undefined) continue
    // A signature is good even where the randomness beside it is not its hash.
    const reason = check.valid ? undefined : check.reason
    const fault = reason === 'signature' || reason === 'signature-encoding' ? reason : undefined
    keepLatest(latest, name, fault)
  }
}

/** A message and its claimed signature. */
interface Signed {
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** A signature, its message, and the weight that both are multiplied by before they are summed. */
interface Term<S> {
  readonly point: S
  readonly hash: S
  readonly weight: bigint
}

type Faults = readonly (BeaconFault | undefined)[]

function findByNoble<R>(scheme: SchemeName, find: <K, S>(groups: AddingGroups<K, S>) => R): R {
  return schemes[scheme].withGroups(groups =>
    find({
      ...groups,
      add: (points, weights) => pippenger(groups.Signatures, [...points], [...weights]),
    }),
  )
}

/** Undefined for an invalid public key. */
function findFaults<K, S>(
  { add, decodeKey, decodeSignature, hash, verify }: AddingGroups<K, S>,
  publicKey: Uint8Array,
  signed: readonly Signed[],
): Faults | undefined {
  const key = decodeKey(publicKey)
  if (key === undefined) return undefined
  const weigh = createWeights(publicKey, signed)
  const terms = signed.map(({ message, signature }, index): Term<S> | undefined => {
    const point = decodeSignature(signature)
    return point && { point, hash: hash(message), weight: weigh(index) }
  })
  const areGood = (some: readonly Term<S>[]): boolean => {
    const [one] = some
    if (one === undefined) return true
    if (some.length === 1) return verify(one.point, one.hash, key)
    const weights = some.map(({ weight }) => weight)
    const points = some.map(({ point }) => point)
    const hashes = some.map(term => term.hash)
    return verify(add(points, weights), add(hashes, weights), key)
  }
  const decoded = terms.filter(term => term !== undefined)
  const bad = new Set(findBad(decoded, areGood))
  return terms.map(term =>
    term === undefined ? 'signature-encoding' : bad.has(term) ? 'signature' : undefined,
  )
}

/** The bad ones: none if the batch check passes, else those of each half. */
function findBad<T>(some: readonly T[], areGood: (some: readonly T[]) => boolean): readonly T[] {
  if (areGood(some)) return []
  if (some.length === 1) return some
  const middle = some.length >> 1
  return [...findBad(some.slice(0, middle), areGood), ...findBad(some.slice(middle), areGood)]
}

/**
 * Weights that were unpredictable when the signatures were made, so that faults cannot cancel each other out:
 * the small exponents test of Bellare, Garay and Rabin (1998), with 127 bits of a hash of everything checked.
 */
function createWeights(publicKey: Uint8Array, signed: readonly Signed[]): (index: number) => bigint {
  const all = sha256.create().update(publicKey)
  for (const { message, signature } of signed) all.update(message).update(sha256(signature))
  const seed = all.digest()
  return index => {
    const number = new DataView(new ArrayBuffer(8))
    number.setBigUint64(0, BigInt(index))
    const digest = new DataView(sha256(concatBytes(seed, new Uint8Array(number.buffer))).buffer)
    return (digest.getBigUint64(0) << 64n) | digest.getBigUint64(8) | 1n
  }
}
