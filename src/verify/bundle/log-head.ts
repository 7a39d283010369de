/**
 * Checkpoints: who signed one, and which witnesses cosigned it when.
 *
 * @packageDocumentation
 */
import { parseCheckpoint } from '../../core/checkpoint.js'
import type { Engine } from '../../core/engine.js'
import {
  parseNote,
  verifyNote,
  type Note,
  type VerifiedSignature,
  type VerifierKey,
} from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import type { Vote } from '../../model/quorum.js'
import type { ClaimCode } from '../../model/report.js'
import { findVoters, type TrustedLog } from '../../model/trust-log.js'
import type { TrustRoot } from '../../model/trust.js'

/** Why a checkpoint does not count. */
export interface LogFault {
  readonly status: 'refuted' | 'not-provable'
  readonly code: ClaimCode
  readonly why: string
}

/** A checkpoint signed by the log. */
export interface LogHead {
  readonly size: number
  readonly root: Uint8Array
  /** One per witness, earliest first. */
  readonly cosigned: readonly Vote[]
  /** An invalid cosignature by a witness of the trust file, in words. */
  readonly badCosignature?: string
  /** Names of witnesses whose cosignatures are dated after now, and do not count. */
  readonly future: readonly string[]
}

/** The size of a log in words: its entries are statements, not tickets. */
export const describeEntries = (size: number): string => `${size} ${size === 1 ? 'entry' : 'entries'}`

/** What is needed to read a note. */
export interface HeadReader {
  readonly log: TrustedLog
  readonly trust: TrustRoot
  /** Nanoseconds since 1970. */
  readonly now: bigint
  readonly engine: Engine
}

/** Reads a signed note as a log's checkpoint, or says why it is not one. */
export function readHead(text: string, { log, trust, now, engine }: HeadReader): LogHead | LogFault {
  try {
    const note = parseNote(text)
    const { origin, size, root } = parseCheckpoint(note.text)
    if (origin !== log.origin) {
      const found = `of ${JSON.stringify(origin)}, and the operator’s log is ${JSON.stringify(log.origin)}`
      return { status: 'refuted', code: 'log-other', why: `a checkpoint is ${found}` }
    }
    if (verifyOne(note, log.key, engine) === undefined) {
      const why = `the checkpoint of a log of ${describeEntries(size)} is not signed by the log’s key`
      return { status: 'refuted', code: 'signature-invalid', why }
    }
    return { size, root, ...readCosignatures(note, trust, now, engine) }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return { status: 'not-provable', code: error.code, why: error.message }
  }
}

/**
 * Time 0 has no meaning, and a time after now is a lie; a witness has one vote, whatever its keys and names.
 */
function readCosignatures(
  note: Note,
  { witnesses }: TrustRoot,
  now: bigint,
  engine: Engine,
): Pick<LogHead, 'cosigned' | 'badCosignature' | 'future'> {
  const lines = new Set(note.signatures.map(({ name, keyId }) => `${name} ${keyId}`))
  const earliest = new Map<string, Vote>()
  const future: string[] = []
  let badCosignature: string | undefined
  const voters = findVoters(witnesses)
  for (const [place, key] of witnesses.entries()) {
    if (!lines.has(`${key.name} ${key.keyId}`)) continue
    const signed = verifyCosignature(note, key, engine)
    if (signed === undefined) {
      badCosignature ??= `the cosignature of witness ${key.name} does not verify`
      continue
    }
    const at = BigInt(signed.time ?? 0) * 1_000_000_000n
    if (at > now) future.push(key.name)
    if (at === 0n || at > now) continue
    const voter = voters[place] ?? ''
    if (at < (earliest.get(voter)?.at ?? at + 1n)) earliest.set(voter, { key: voter, name: key.name, at })
  }
  const cosigned = [...earliest.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return { cosigned, future, ...(badCosignature !== undefined && { badCosignature }) }
}

/** Another engine might find the signature invalid: until then nothing is said about the checkpoint. */
function verifyCosignature(note: Note, key: VerifierKey, engine: Engine): VerifiedSignature | undefined {
  try {
    return verifyOne(note, key, engine)
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'algorithm-unsupported') throw error
    const message = `the cosignature of witness ${key.name} is not checked: ${error.message}`
    throw new DrawauditError(error.code, message, { cause: error })
  }
}

/**
 * The signature of one key; undefined if it is missing or invalid.
 *
 * @throws DrawauditError `algorithm-unsupported` if the engine cannot verify it.
 */
function verifyOne(note: Note, key: VerifierKey, engine: Engine): VerifiedSignature | undefined {
  try {
    return verifyNote(note, [key], engine)[0]
  } catch (error) {
    if (error instanceof DrawauditError && error.code === 'note-signature') return undefined
    throw error
  }
}
