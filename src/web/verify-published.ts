/**
 * Verifies a published draw in a browser, with asynchronous RSA by Web Crypto.
 *
 * @packageDocumentation
 */
import { concatBytes, encodeHex, encodeUtf8 } from '../core/encoding.js'
import { unsupportedAlgorithm, type Engine } from '../core/engine.js'
import type { PublicKey } from '../core/key.js'
import { portable } from '../core/portable.js'
import { isRsa, type RsaAlgorithm } from '../core/rsa.js'
import type { PublishedDraw } from '../model/published-draw.js'
import type { Report } from '../model/report.js'
import type { Recipe } from '../recipe/recipe.js'
import { verifyPublished } from '../verify/draw/verify-published.js'
import type { PublishedOptions } from '../verify/options.js'
import { verifyRsa } from './rsa.js'

/** A signature that the engine could not verify. */
interface UnverifiedSignature {
  readonly algorithm: RsaAlgorithm
  readonly key: PublicKey
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/**
 * Verifies a published draw by a recipe, RSA signatures included. Verifies the draw once, collecting RSA
 * signatures; Web Crypto verifies these, and the draw is verified again with the answers.
 *
 * @param options - as for {@link verifyPublished}; `onProgress` is called in both passes.
 * @param draw - from `parsePublishedDraw`.
 * @param recipe - from `parseRecipe`; chosen by the auditor.
 * @returns the report. A signature that Web Crypto cannot verify is `not-provable`, `algorithm-unsupported`.
 * @throws DrawauditError as {@link verifyPublished} does.
 *
 * @example
 * ```js
 * const report = await verifyPublishedOnWeb(
 *   parsePublishedDraw(read('signed-draw.json')),
 *   parseRecipe(read('signed-recipe.json')),
 *   { trust: parseTrust(read('signers.json')) },
 * )
 * report.subjects[0].claims[0].code // signature-verified
 * ```
 */
export async function verifyPublishedOnWeb(
  draw: PublishedDraw,
  recipe: Recipe,
  options: PublishedOptions = {},
): Promise<Report> {
  const { engine = portable } = options
  const questions = new Map<string, UnverifiedSignature>()
  const first = verifyPublished(draw, recipe, {
    ...options,
    engine: withRsa(engine, (name, question) => {
      questions.set(name, question)
      return undefined
    }),
  })
  if (questions.size === 0) return first
  const answers = new Map<string, boolean>()
  for (const [name, { algorithm, key, message, signature }] of questions) {
    const answer = await verifyRsa(algorithm, key, message, signature)
    if (answer !== undefined) answers.set(name, answer)
  }
  return verifyPublished(draw, recipe, { ...options, engine: withRsa(engine, name => answers.get(name)) })
}

/** An engine that asks `answer` for RSA; undefined means undecided. */
function withRsa(
  engine: Engine,
  answer: (name: string, question: UnverifiedSignature) => boolean | undefined,
): Engine {
  return {
    ...engine,
    name: `${engine.name}+web`,
    verify(key, message, signature) {
      const { algorithm } = key
      if (!isRsa(algorithm)) return engine.verify(key, message, signature)
      const name = nameQuestion(engine, algorithm, key.bytes, message, signature)
      const verdict = answer(name, { algorithm, key, message, signature })
      if (verdict === undefined) throw unsupportedAlgorithm(algorithm, this.name)
      return verdict
    },
  }
}

/** A key for a question: the hash of the hashes of its parts. */
function nameQuestion(engine: Engine, algorithm: string, ...parts: readonly Uint8Array[]): string {
  const hashes = [encodeUtf8(algorithm), ...parts].map(part => engine.hash('sha256', part))
  return encodeHex(engine.hash('sha256', concatBytes(...hashes)))
}
