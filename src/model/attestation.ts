/**
 * A bundle as an in-toto attestation (docs/INTEROP.md): a Statement whose
 * predicate is the bundle, in a DSSE envelope, which Sigstore’s tools carry in a bundle of their own.
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { canonicalize } from '../core/canonical.js'
import { encodeEnvelope, signEnvelope, type EnvelopeJson } from '../core/dsse.js'
import { decodeBase64, encodeHex, encodeUtf8 } from '../core/encoding.js'
import type { Signer } from '../core/engine.js'
import { parseJson, type JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { isList, isObject } from './plain-values.js'
import { describeProblems, findProblems } from './schema.js'
import { validateAttestation } from './validators/attestation.js'

/** `payloadType` of every in-toto Statement’s envelope. */
export const inTotoType = 'application/vnd.in-toto+json'

/** `_type` of a Statement (in-toto attestation framework, version 1). */
const statementType = 'https://in-toto.io/Statement/v1'

/** `predicateType`: the predicate is a bundle, by the schema with that id. */
export const bundlePredicateType = 'urn:drawaudit:v1:bundle'

/** An attested file. */
export interface AttestedFile {
  readonly name: string
  /** SHA-256 in 64 lower-case hex digits. */
  readonly sha256: string
}

type JsonObject = Readonly<Record<string, JsonValue>>

/** A Sigstore bundle (version 0.3) with an envelope and a key hint, but neither certificate nor log entry. */
export interface SigstoreBundleJson {
  readonly mediaType: string
  readonly verificationMaterial: { readonly publicKey: { readonly hint: string } }
  readonly dsseEnvelope: EnvelopeJson
}

/** The attested bytes of a bundle: its RFC 8785 form, which any tool preserves. */
export function encodeAttested(bundle: JsonValue): Uint8Array {
  return encodeUtf8(canonicalize(bundle))
}

/**
 * An in-toto Statement about a bundle, in its RFC 8785 form.
 *
 * @param bundle - as JSON; the predicate.
 * @param name - file name for {@link encodeAttested}’s bytes.
 * @param others - other attested files: the list beside the bundle.
 */
export function createAttestation(
  bundle: JsonValue,
  name: string,
  others: readonly AttestedFile[] = [],
): Uint8Array {
  const own = { name, sha256: encodeHex(sha256(encodeAttested(bundle))) }
  const statement = {
    _type: statementType,
    subject: [own, ...others].map(file => ({ name: file.name, digest: { sha256: file.sha256 } })),
    predicateType: bundlePredicateType,
    predicate: bundle,
  }
  return encodeUtf8(canonicalize(statement))
}

/**
 * Signs a Statement, for tools that read Sigstore bundles.
 *
 * @param key - an Ed25519 secret key of 32 bytes, or a signer.
 */
export function signAttestation(statement: Uint8Array, key: Uint8Array | Signer): SigstoreBundleJson {
  const { keyId = '', ...envelope } = signEnvelope(inTotoType, statement, key)
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: keyId } },
    // No keyid: go-securesystemslib, and so cosign, skips a signature whose keyid is not the one it derives.
    dsseEnvelope: encodeEnvelope(envelope),
  }
}

/**
 * The bundle in an attestation: a DSSE envelope of in-toto’s type, or a Sigstore bundle with one. The outer
 * signature is not verified: a bundle has its own, and its wrapping proves nothing.
 *
 * @returns undefined for anything else.
 * @throws DrawauditError `bundle-invalid` for one whose Statement breaks schemas/attestation.json or is about
 * other bytes than those of its predicate; `document-unsupported` for a predicate of another type; as reading
 * base64 and JSON does.
 */
export function readAttested(value: JsonObject): JsonObject | undefined {
  const envelope = hasOnly(value, sigstoreMembers) ? membersOf(value['dsseEnvelope']) : value
  if (envelope === undefined || !hasOnly(envelope, envelopeMembers)) return undefined
  const { payloadType, payload } = envelope
  if (payloadType !== inTotoType || typeof payload !== 'string') return undefined
  const statement = parseJson(decodeBase64(payload))
  const { predicateType: type, subject = [], predicate } = membersOf(statement) ?? {}
  if (typeof type === 'string' && type !== bundlePredicateType) {
    throw new DrawauditError(
      'document-unsupported',
      `the attestation has a predicate of the type ${JSON.stringify(type)}, expected ${JSON.stringify(bundlePredicateType)}`,
      { hint: 'drawaudit raffle bundle --in-toto makes attestations of draws' },
    )
  }
  const problems = findProblems(validateAttestation, statement)
  const bundle = membersOf(predicate)
  if (problems.length > 0 || bundle === undefined)
    throw invalid(describeProblems(problems), problems[0]?.pointer)
  const digest = encodeHex(sha256(encodeAttested(bundle)))
  const isAttested = isList(subject) && subject.some(file => membersOf(membersOf(file)?.['digest'])?.['sha256'] === digest) // prettier-ignore
  if (!isAttested)
    throw invalid(`no subject has the SHA-256 of the predicate’s RFC 8785 form, ${digest}`, '/subject')
  return bundle
}

/**
 * A document that merely has an envelope among its members keeps its kind: adding an envelope must not change
 * it.
 */
const hasOnly = (value: JsonObject, names: readonly string[]): boolean =>
  Object.keys(value).every(name => names.includes(name))
const envelopeMembers = ['payload', 'payloadType', 'signatures']
const sigstoreMembers = ['mediaType', 'verificationMaterial', 'dsseEnvelope']

function membersOf(value: JsonValue | undefined): JsonObject | undefined {
  return value !== undefined && isObject(value) ? value : undefined
}

const invalid = (message: string, pointer?: string): DrawauditError =>
  new DrawauditError('bundle-invalid', `not an attestation of a bundle: ${message}`, {
    hint: 'drawaudit raffle bundle --in-toto makes one; attest the bundle that it writes, byte for byte',
    ...(pointer !== undefined && { where: { pointer } }),
  })
