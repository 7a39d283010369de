/**
 * BLS signatures by mcl-wasm (Mitsunari's mcl in WebAssembly), for verifying many.
 *
 * @packageDocumentation
 */
import { bls12_381 } from '@noble/curves/bls12-381.js'
import type { BlsEngine } from '../core/beacon-batch.js'
import type { AddingGroups } from '../core/bls-scheme.js'
import { signatureDomains } from '../core/beacon-scheme.js'
import { equalBytes } from '../core/digest.js'
import { DrawauditError } from '../errors.js'

type Mcl = typeof import('mcl-wasm')
type G1 = InstanceType<Mcl['G1']>
type G2 = InstanceType<Mcl['G2']>
type GT = InstanceType<Mcl['GT']>

/** Pointers and lengths: result, message and domain separation tag; returns 0 on success. */
type HashToCurve = (point: number, message: number, length: number, tag: number, tagLength: number) => number

/** The untyped part of mcl-wasm. */
interface Module {
  readonly HEAP8: Int8Array
  readonly stackSave: () => number
  readonly stackAlloc: (size: number) => number
  readonly stackRestore: (at: number) => void
  readonly _mclBnG1_hashAndMapToWithDst: HashToCurve
  readonly _mclBnG2_hashAndMapToWithDst: HashToCurve
}

/** Points of one group. */
interface CurveGroup<P> {
  readonly create: () => P
  readonly generator: Uint8Array
  /** Length of a compressed point in bytes. */
  readonly length: number
  /** Size of a point in mcl's memory, in bytes. */
  readonly size: number
  readonly hashToCurve: HashToCurve
  readonly mulVec: (points: P[], weights: InstanceType<Mcl['Fr']>[]) => P
}

/** Max points added at once: mcl puts them on its stack of one megabyte. */
const most = 128

let loaded: Promise<BlsEngine> | undefined

/**
 * Loads mcl-wasm, an optional peer dependency, for `verifyBeacons(beacons, chain, { bls: await loadMcl() })`.
 * It accepts what `@noble/curves` accepts, and supports every drand scheme except BN254.
 *
 * @throws DrawauditError `algorithm-unsupported` if mcl-wasm is not installed.
 *
 * @example
 * ```js
 * const beacon = parseBundle(read('bundle.json')).beacon
 * verifyBeacons([beacon], quicknetChain, { bls: await loadMcl() })[0].valid // true
 * ```
 */
export function loadMcl(): Promise<BlsEngine> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<BlsEngine> {
  const mcl = await importMcl()
  await mcl.init(mcl.BLS12_381)
  // Compressed points as in draft-irtf-cfrg-pairing-friendly-curves; RFC 9380; only points of prime order.
  mcl.setETHserialization(true)
  mcl.setMapToMode(mcl.IRTF)
  mcl.verifyOrderG1(true)
  mcl.verifyOrderG2(true)
  const module = (mcl as unknown as { readonly mod: Module }).mod
  const g1: CurveGroup<G1> = {
    create: () => new mcl.G1(),
    generator: bls12_381.G1.Point.BASE.toBytes(true),
    length: 48,
    size: 144,
    hashToCurve: module._mclBnG1_hashAndMapToWithDst,
    mulVec: (points, weights) => mcl.mulVec(points, weights),
  }
  const g2: CurveGroup<G2> = {
    create: () => new mcl.G2(),
    generator: bls12_381.G2.Point.BASE.toBytes(true),
    length: 96,
    size: 288,
    hashToCurve: module._mclBnG2_hashAndMapToWithDst,
    mulVec: (points, weights) => mcl.mulVec(points, weights),
  }
  const groups = <K extends G1 | G2, S extends G1 | G2>(
    Keys: CurveGroup<K>,
    Signatures: CurveGroup<S>,
    domain: string,
    pair: (key: K, signature: S) => GT,
  ): AddingGroups<K, S> => createGroups(mcl, module, { Keys, Signatures, domain, pair })
  const onG1 = (domain: string): AddingGroups<G2, G1> =>
    groups(g2, g1, domain, (key, signature) => mcl.millerLoop(signature, key))
  const onG2 = (domain: string): AddingGroups<G1, G2> =>
    groups(g1, g2, domain, (key, signature) => mcl.millerLoop(key, signature))
  return {
    withGroups(scheme, use) {
      if (scheme === 'bls-bn254-unchained-on-g1') return undefined
      const { group, domain } = signatureDomains[scheme]
      return { result: group === 'G1' ? use(onG1(domain)) : use(onG2(domain)) }
    },
  }
}

async function importMcl(): Promise<Mcl> {
  try {
    return (await import('mcl-wasm')).default
  } catch (cause) {
    throw new DrawauditError('algorithm-unsupported', 'the package mcl-wasm is not installed', {
      hint: 'npm install mcl-wasm',
      cause,
    })
  }
}

interface Parts<K, S> {
  readonly Keys: CurveGroup<K>
  readonly Signatures: CurveGroup<S>
  readonly domain: string
  readonly pair: (key: K, signature: S) => GT
}

function createGroups<K extends G1 | G2, S extends G1 | G2>(
  mcl: Mcl,
  module: Module,
  { Keys, Signatures, domain, pair }: Parts<K, S>,
): AddingGroups<K, S> {
  const tag = new TextEncoder().encode(domain)
  const generator = decodePoint(Keys, Keys.generator)
  if (generator === undefined) throw new Error('mcl-wasm does not know the generator')
  return {
    decodeKey: bytes => decodePoint(Keys, bytes),
    decodeSignature: bytes => decodePoint(Signatures, bytes),
    hash: message => hashToCurve(module, Signatures, message, tag),
    add(points, weights) {
      let sum: S | undefined
      for (let from = 0; from < points.length; from += most) {
        const scalars = weights.slice(from, from + most).map(weight => toScalar(mcl, weight))
        const part = Signatures.mulVec(points.slice(from, from + most), scalars)
        sum = sum === undefined ? part : mcl.add(sum, part)
      }
      if (sum === undefined) throw new TypeError('a sum of no points')
      return sum
    },
    verify(signature, hash, key) {
      // The identity has no pairing.
      if (signature.isZero() || hash.isZero() || key.isZero()) return false
      return mcl.finalExp(mcl.mul(pair(mcl.neg(key), hash), pair(generator, signature))).isOne()
    },
  }
}

/**
 * A point from its canonical compressed encoding; undefined for other bytes, another order, or the identity.
 */
function decodePoint<P extends G1 | G2>({ create, length }: CurveGroup<P>, bytes: Uint8Array): P | undefined {
  if (bytes.length !== length) return undefined
  const point = create()
  try {
    point.deserialize(bytes)
  } catch {
    return undefined
  }
  return point.isZero() || !equalBytes(point.serialize(), bytes) ? undefined : point
}

function hashToCurve<P extends G1 | G2>(
  module: Module,
  { create, size, hashToCurve: hash }: CurveGroup<P>,
  message: Uint8Array,
  tag: Uint8Array,
): P {
  const stack = module.stackSave()
  const push = (bytes: Uint8Array): number => {
    const at = module.stackAlloc(bytes.length)
    module.HEAP8.set(bytes, at)
    return at
  }
  try {
    const at = module.stackAlloc(size)
    if (hash(at, push(message), message.length, push(tag), tag.length) !== 0) {
      throw new Error('mcl-wasm hashes no message of this kind')
    }
    const point = create()
    point.copyFromMem(at)
    return point
  } finally {
    module.stackRestore(stack)
  }
}

function toScalar(mcl: Mcl, weight: bigint): InstanceType<Mcl['Fr']> {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, weight & 0xffffffffffffffffn, true)
  view.setBigUint64(8, weight >> 64n, true)
  const scalar = new mcl.Fr()
  scalar.setLittleEndian(bytes)
  return scalar
}
