/**
 * Reads an entry of a log: what it states, and whether a known key signed it.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../../core/canonical.js'
import { decodeEnvelope, type Envelope, type EnvelopeJson } from '../../core/dsse.js'
import { decodeUtf8, encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { parseJson } from '../../core/json.js'
import { hashLeaf } from '../../core/merkle.js'
import { makeTogether } from '../../core/presumed.js'
import { parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import type { ClaimCode } from '../../model/report.js'
import { describeProblems, findProblems } from '../../model/schema.js'
import type { Statement } from '../../model/statement.js'
import type { TrustRoot } from '../../model/trust.js'
import { validateEnvelope } from '../../model/validators/envelope.js'
import { isStatement, readStatement } from '../../verify/bundle/chain.js'
import { findSigner } from '../../verify/bundle/signer.js'
import { decodeBundle, type EntryBundle } from '../read/log-source.js'

/** What is wrong with an entry, or cannot be determined. */
export interface EntryFault {
  readonly status: 'refuted' | 'not-provable'
  readonly code: ClaimCode
  readonly why: string
}

/** A statement signed by a known key, a fault, or both. */
export interface EntryReading {
  readonly said?: KnownStatement
  readonly fault?: EntryFault
}

/** A statement of a known operator. */
export interface KnownStatement {
  readonly statement: Statement
  /** SHA-256 of its payload: 64 hex digits. */
  readonly digest: string
}

/** Entries of one bundle, in order. */
export interface VerifiedEntries {
  /** Concatenated leaf hashes, 32 bytes each. */
  readonly hashes: Uint8Array
  readonly readings: readonly EntryReading[]
}

/** Verifies entries, in this or another thread. */
export interface EntryVerifier {
  /** Number of bundles that can be verified at a time. */
  readonly width: number
  /**
   * Verifies the entries of the bundle from index `start` up to, not including, `end` of the log.
   *
   * @throws DrawauditError `tile-invalid`.
   */
  verify(bundle: EntryBundle, start: number, end: number): Promise<VerifiedEntries>
}

/** What entries are judged by. */
export interface EntryRules {
  readonly trust: TrustRoot
  readonly engine: Engine
  /** Time of reading: an entry first seen after its key was revoked may be by whoever holds the key now. */
  readonly now: Date
}

/** Creates a verifier in this thread. */
export function createEntryVerifier(rules: EntryRules): EntryVerifier {
  return {
    width: 1,
    async verify(bundle, start, end) {
      return Promise.resolve(verifyEntries(bundle, start, end, rules))
    },
  }
}

/** @throws DrawauditError `tile-invalid`. */
export function verifyEntries(
  bundle: EntryBundle,
  start: number,
  end: number,
  rules: EntryRules,
): VerifiedEntries {
  const entries = decodeBundle(bundle).slice(Math.max(0, start - bundle.first), end - bundle.first)
  const hashes = new Uint8Array(32 * entries.length)
  for (const [index, data] of entries.entries()) hashes.set(hashLeaf(data, rules.engine), 32 * index)
  const readings = makeTogether(entries, rules.engine, (data, engine) =>
    readEntry(data, { ...rules, engine }),
  )
  return { hashes, readings }
}

/** Reads an entry: a statement's envelope in its RFC 8785 form, signed by a key of its operator. */
export function readEntry(data: Uint8Array, { trust, engine, now }: EntryRules): EntryReading {
  const envelope = readEnvelope(data)
  if (envelope instanceof DrawauditError) return { fault: describeInvalid(envelope) }
  const statement = readStatement(envelope)
  if (!isStatement(statement)) return { fault: describeInvalid(statement) }
  const signer = findSigner(envelope, statement, trust, engine)
  const said = { statement, digest: encodeHex(engine.hash('sha256', envelope.payload)) }
  if ('why' in signer) {
    const { status, code, why } = signer
    // Still signed by the key, although outside its period.
    return { fault: { status, code, why }, ...(code === 'key-outside-period' && { said }) }
  }
  const { revokedAt } = signer.key
  if (revokedAt === undefined || parseTime(now.toISOString()) < revokedAt) return { said }
  const why = 'its key is revoked: nobody can say whether its owner signed it'
  return { said, fault: { status: 'not-provable', code: 'key-revoked', why } }
}

function describeInvalid({ message }: DrawauditError): EntryFault {
  return { status: 'refuted', code: 'statement-invalid', why: message }
}

/** The usual form; a match is in RFC 8785 form already, since nothing in it needs escapes. */
const usualForm =
  /^\{"payload":"([A-Za-z0-9+/=]{4,})","payloadType":"([A-Za-z0-9.+/-]{1,255})","signatures":\[\{"keyid":"([0-9a-f]{64})","sig":"([A-Za-z0-9+/=]{4,88})"\}\]\}$/

function readEnvelope(data: Uint8Array): Envelope | DrawauditError {
  try {
    const text = decodeUtf8(data)
    const [, payload, payloadType = '', keyid = '', sig = ''] = usualForm.exec(text) ?? []
    if (payload !== undefined) {
      return decodeEnvelope({ payloadType, payload, signatures: [{ keyid, sig }] })
    }
    const value = parseJson(text)
    const problems = findProblems(validateEnvelope, value)
    if (problems.length > 0) return invalid(`not an envelope: ${describeProblems(problems)}`)
    if (canonicalize(value) !== text) return invalid('the envelope is not in its RFC 8785 form')
    if (hasMore(value as unknown as EnvelopeJson)) {
      return invalid('the envelope has members that no envelope of a statement has')
    }
    return decodeEnvelope(value as unknown as EnvelopeJson)
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
}

/** Further members are signed by nobody but the log. */
function hasMore(envelope: EnvelopeJson): boolean {
  const known = [
    [envelope, ['payload', 'payloadType', 'signatures']],
    [envelope.signatures[0] ?? {}, ['keyid', 'sig']],
  ] as const
  return known.some(([value, names]) =>
    Object.keys(value).some(name => !(names as readonly string[]).includes(name)),
  )
}

function invalid(message: string): DrawauditError {
  return new DrawauditError('statement-invalid', message)
}
