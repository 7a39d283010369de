/**
 * Signatures that are taken for good until all of them are verified together: a processor that verifies one after the
 * other has its tables at hand, and so has whoever does everything else in between.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { Engine } from './engine.js'
import type { PublicKey } from './key.js'

/** What an engine was asked. */
interface SignatureQuestion {
  readonly key: PublicKey
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** A question with its answer; none where the engine cannot say. */
interface AnsweredQuestion extends SignatureQuestion {
  readonly isValid: boolean | undefined
}

/** What was made on the presumption that signatures are good. */
interface Presumed<T> {
  /** Undefined where it could not be made. */
  readonly made: { readonly value: T } | undefined
  readonly asked: readonly SignatureQuestion[]
}

/**
 * Makes one thing after the other, first as if all signatures were good. They are verified when that is done, and what
 * rests on one that is not good is made anew: each result is the one that `make` gives with `engine` itself.
 *
 * @param make - depends on nothing but the part and the answers of the engine that it is given.
 * @throws what `make` throws with `engine`.
 */
export function makeTogether<P, T>(
  parts: readonly P[],
  engine: Engine,
  make: (part: P, engine: Engine) => T,
): readonly T[] {
  let asked: SignatureQuestion[] = []
  const presuming: Engine = {
    ...engine,
    verify(key, message, signature) {
      asked.push({ key, message, signature })
      return true
    },
  }
  const presumed = parts.map((part): Presumed<T> => {
    asked = []
    try {
      return { made: { value: make(part, presuming) }, asked }
    } catch {
      // If the presumption is not what is at fault, it is thrown again below.
      return { made: undefined, asked }
    }
  })
  const answers = presumed.map(one => one.asked.map(question => answer(question, engine)))
  return parts.map((part, index) => {
    const made = presumed[index]?.made
    const answered = answers[index] ?? []
    if (made !== undefined && answered.every(({ isValid }) => isValid === true)) return made.value
    return make(part, remember(answered, engine))
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
