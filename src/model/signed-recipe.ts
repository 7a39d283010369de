/**
 * Signed recipes: a DSSE envelope with the recipe inside (docs/RECIPES.md, "Sharing recipes").
 *
 * @packageDocumentation
 */
import {
  decodeEnvelope,
  signEnvelope,
  verifyEnvelope,
  type Envelope,
  type EnvelopeJson,
} from '../core/dsse.js'
import { encodeUtf8 } from '../core/encoding.js'
import type { Engine, Signer } from '../core/engine.js'
import { parseJson, type JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { isObject } from './plain-values.js'
import { describeProblems, findProblems } from './schema.js'
import type { TrustRoot } from './trust.js'
import { validateEnvelope } from './validators/envelope.js'

/** `payloadType` of a recipe's envelope, which separates recipe signatures from all others. */
export const recipeType = 'application/vnd.drawaudit.recipe.v1+json'

/** Max base64 characters of an envelope's payload (schemas/envelope.json). */
const longestPayload = 1_048_576

/** Whether a value is an envelope rather than a recipe, whatever its content. */
export const isEnvelope = (value: JsonValue): boolean =>
  isObject(value) && Object.hasOwn(value, 'payloadType')

/**
 * Signs a recipe as JSON that preserves member order, since steps use earlier ones.
 *
 * @param value - a recipe that `parseRecipe` reads.
 * @param key - 32 bytes, or a signer.
 * @throws DrawauditError `recipe-signature` for a recipe too long for an envelope.
 */
export function signRecipe(value: JsonValue, key: Uint8Array | Signer): Envelope {
  const payload = encodeUtf8(JSON.stringify(value))
  if (4 * Math.ceil(payload.length / 3) > longestPayload) {
    const most = (longestPayload / 4) * 3
    throw new DrawauditError(
      'recipe-signature',
      `a recipe that is signed has at most ${most} bytes, found ${payload.length}`,
      { hint: 'leave out its examples' },
    )
  }
  return signEnvelope(recipeType, payload, key)
}

/** A recipe and its envelope. */
export interface SignedRecipe {
  readonly envelope: Envelope
  /** The recipe as JSON: the signed content, if the signature is good. */
  readonly value: JsonValue
}

/**
 * Opens an envelope. Nothing in it has been verified, and the recipe has not been read.
 *
 * @param value - as from `parseJson`.
 * @throws DrawauditError `recipe-signature` for anything but an envelope, another payload type, or a payload
 * that is not JSON.
 */
export function openSignedRecipe(value: JsonValue): SignedRecipe {
  const problems = findProblems(validateEnvelope, value)
  if (problems.length > 0) throw invalid(describeProblems(problems), problems[0]?.pointer)
  const envelope = decodeEnvelope(value as unknown as EnvelopeJson)
  if (envelope.payloadType !== recipeType) {
    const found = JSON.stringify(envelope.payloadType.slice(0, 100))
    throw invalid(`expected the payload type ${recipeType}, found ${found}`)
  }
  return { envelope, value: readPayload(envelope.payload) }
}

function readPayload(payload: Uint8Array): JsonValue {
  try {
    return parseJson(payload)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw invalid(`the payload: ${error.message}`, error.where.pointer, error)
  }
}

/**
 * The signer of a recipe, by its name in the trust file.
 *
 * @returns undefined if it is not by a key of the trust file: then nothing is known.
 * @throws DrawauditError `recipe-signature` if the envelope names a key of the trust file that did not sign
 * it: the recipe or the signature was changed.
 */
export function findRecipeSigner(
  envelope: Envelope,
  { recipeSigners }: Pick<TrustRoot, 'recipeSigners'>,
  engine?: Engine,
): string | undefined {
  // Key ids are unsigned, so they do not select the key.
  const signer = recipeSigners.find(({ key }) => verifyEnvelope(envelope, key, engine))
  if (signer !== undefined) return signer.name
  const named = recipeSigners.find(({ keyId }) => keyId === envelope.keyId)
  if (named === undefined) return undefined
  throw new DrawauditError(
    'recipe-signature',
    `the signature is not one of ${JSON.stringify(named.name)} over this recipe, whose key it names`,
    { hint: 'get the recipe from its signer: this one was altered, or has another recipe’s signature' },
  )
}

function invalid(message: string, pointer?: string, cause?: unknown): DrawauditError {
  return new DrawauditError('recipe-signature', `not a signed recipe: ${message}`, {
    hint: 'drawaudit recipe sign makes them; docs/RECIPES.md, "Sharing recipes", has their form',
    ...(pointer !== undefined && { where: { pointer } }),
    cause,
  })
}
