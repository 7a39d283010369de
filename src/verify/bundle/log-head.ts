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

/** Why a checkpoint counts for nothing. */
export interface LogFault {
  readonly status: 'refuted' | 'not-provable'
  readonly code: ClaimCode
  readonly why: string
}

/** A checkpoint that the log signed. */
export interface LogHead {
  readonly size: number
  readonly root: Uint8Array
  /** One of each witness, the earliest first. */
  readonly cosigned: readonly Vote[]
  /** A cosignature of a witness of the trust file that is none, in words. */
  readonly badCosignature?: string
  /** Names of witnesses whose cosignatures are dated after now: they do not count. */
  readonly future: readonly string[]
}

/** How many entries a log has, in words: they are statements, and no tickets. */
export const describeEntries = (size: number): string => `${size} ${size === 1 ? 'entry' : 'entries'}`

/** What a note is read with. */
export interface HeadReader {
  readonly log: TrustedLog
  readonly trust: TrustRoot
  /** Nanoseconds since 1970. */
  readonly now: bigint
  readonly engine: Engine
}

/** Reads a signed note as a checkpoint of a log, or says why it is none. */
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

/** Time 0 says nothing, a time after now is a lie; and one witness has one vote, whatever keys and names it has. */
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

/** Whoever can tell whether it is one might find that it fails: until then nothing is said of the checkpoint. */
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
 * The signature of one key; undefined where there is none, or where it fails.
 *
 * @throws DrawauditError `algorithm-unsupported` where the engine cannot tell.
 */
function verifyOne(note: Note, key: VerifierKey, engine: Engine): VerifiedSignature | undefined {
  try {
    return verifyNote(note, [key], engine)[0]
  } catch (error) {
    if (error instanceof DrawauditError && error.code === 'note-signature') return undefined
    throw error
  }
}
