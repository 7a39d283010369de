/**
 * Signatures and beacons that are taken for good until all of them are verified together: a processor that verifies one
 * signature after the other has its tables at hand, and so has whoever does everything else in between; many beacons are
 * one check.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { verifyBeacon, type Beacon, type BeaconCheck, type ChainInfo } from './beacon.js'
import { verifyEachBeacon } from './beacon-batch.js'
import type { Engine } from './engine.js'
import type { PublicKey } from './key.js'

/** Whether a signature is good, asked of an engine. */
interface SignatureQuestion {
  readonly key: PublicKey
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** A question with its answer; none where the engine cannot say. */
interface AnsweredQuestion extends SignatureQuestion {
  readonly isValid: boolean | undefined
}

interface BeaconQuestion {
  readonly beacon: Beacon
  readonly chain: ChainInfo
}

/** What was made on the presumption that signatures and beacons are good. */
interface Presumed<T> {
  /** Undefined where it could not be made. */
  readonly made: { readonly value: T } | undefined
  readonly signatures: readonly SignatureQuestion[]
  readonly beacons: readonly BeaconQuestion[] | undefined
}

/**
 * Makes one thing after the other, first as if all signatures and beacons were good. They are verified when that is
 * done, beacons of one chain in one check, and what rests on one that is not good is made anew: each result is the one
 * that `make` gives with `engine` itself.
 *
 * @param make - depends on nothing but the part and the answers of the engine that it is given.
 * @throws what `make` throws with `engine`.
 */
export function makeTogether<P, T>(
  parts: readonly P[],
  engine: Engine,
  make: (part: P, engine: Engine) => T,
): readonly T[] {
  let signatures: SignatureQuestion[] = []
  let beacons: BeaconQuestion[] | undefined
  const presuming: Engine = {
    ...engine,
    verify(key, message, signature) {
      signatures.push({ key, message, signature })
      return true
    },
    verifyBeacon(beacon, chain) {
      beacons ??= []
      beacons.push({ beacon, chain })
      return { valid: true }
    },
  }
  const presumed = parts.map((part): Presumed<T> => {
    signatures = []
    beacons = undefined
    try {
      return { made: { value: make(part, presuming) }, signatures, beacons }
    } catch {
      // If the presumption is not what is at fault, it is thrown again below.
      return { made: undefined, signatures, beacons }
    }
  })
  const answers = presumed.map(one => one.signatures.map(question => answer(question, engine)))
  const good = findGoodBeacons(
    presumed.flatMap(one => one.beacons ?? []),
    engine,
  )
  return parts.map((part, index) => {
    const { made, beacons: asked } = presumed[index] ?? {}
    const answered = answers[index] ?? []
    const isGood =
      answered.every(({ isValid }) => isValid === true) && (asked?.every(one => good.has(one)) ?? true)
    return made !== undefined && isGood ? made.value : make(part, remember(answered, engine))
  })
}

function answer(question: SignatureQuestion, engine: Engine): AnsweredQuestion {
  const { key, message, signature } = question
  try {
    return { ...question, isValid: engine.verify(key, message, signature) }
  } catch (error) {
    // Whoever asks again is told why.
    if (error instanceof DrawauditError) return { ...question, isValid: undefined }
    throw error
  }
}

function findGoodBeacons(asked: readonly BeaconQuestion[], engine: Engine): ReadonlySet<BeaconQuestion> {
  const good = new Set<BeaconQuestion>()
  for (const chain of new Set(asked.map(question => question.chain))) {
    const ofChain = asked.filter(question => question.chain === chain)
    const checks = verifyTogether(
      ofChain.map(({ beacon }) => beacon),
      chain,
      engine,
    )
    for (const [index, question] of ofChain.entries()) if (checks[index]?.valid === true) good.add(question)
  }
  return good
}

/** None where one of them cannot be asked about: whoever asks again is told why. */
function verifyTogether(
  beacons: readonly Beacon[],
  chain: ChainInfo,
  engine: Engine,
): readonly BeaconCheck[] {
  try {
    return engine.verifyBeacon === undefined
      ? verifyEachBeacon(beacons, chain)
      : beacons.map(beacon => verifyBeacon(beacon, chain, engine))
  } catch (error) {
    if (error instanceof DrawauditError) return []
    throw error
  }
}

/** The engine, without verifying again what was verified. */
function remember(answered: readonly AnsweredQuestion[], engine: Engine): Engine {
  return {
    ...engine,
    verify(key, message, signature) {
      const known = answered.find(
        one =>
          one.isValid !== undefined &&
          one.key === key &&
          isSame(one.message, message) &&
          isSame(one.signature, signature),
      )
      return known?.isValid ?? engine.verify(key, message, signature)
    },
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
