/**
 * A witness (c2sp.org/tlog-witness): it cosigns a log's checkpoints as long as the log only grows. Of the two
 * published versions of the protocol this is the newer: different entries at the recorded size, and an empty
 * log with a root other than the empty tree's, are inconsistent (422), like a wrong proof.
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { parseCheckpoint, type Checkpoint } from '../../core/checkpoint.js'
import { derivePrefixRoot, verifyConsistency } from '../../core/consistency-proof.js'
import { equalBytes } from '../../core/digest.js'
import { encodeBase64 } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import {
  formatNote,
  formatSignatureLine,
  parseNote,
  verifyNote,
  type Note,
  type NoteSignature,
  type VerifierKey,
} from '../../core/note.js'
import { parseHash } from '../../core/note-values.js'
import { DrawauditError } from '../../errors.js'
import type { FraudProof } from '../../model/fraud-proof.js'
import { canCosign, cosignWithAll, longestName, type WitnessKeys } from './key.js'
import { groupKeys, type WitnessedLog } from './logs.js'
import { formatSize, parseAddCheckpoint, sizeType } from './request.js'
import type { Recorded, WitnessState } from './state.js'

/** Answer to a request. */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422 | 500 | 503
  /** Media type of the body. */
  readonly type: string
  readonly body: string
  /** The checkpoint that the request was about, as far as it was read. */
  readonly about?: { readonly origin: string; readonly oldSize: number; readonly size: number }
  /** Why a checkpoint could not be cosigned: for the witness's own log, not for the client. */
  readonly error?: unknown
  /** Proof that the checkpoint contradicts the recorded one, both signed by the log. */
  readonly fork?: FraudProof
}

export interface WitnessOptions {
  readonly state: WitnessState
  readonly logs: readonly WitnessedLog[]
  readonly keys: WitnessKeys
  readonly now: () => Date
  /** Engine for verification; portable by default. */
  readonly engine?: Engine
}

/** See {@link createWitness}. */
export interface Witness {
  /** Its public keys. */
  readonly verifiers: readonly VerifierKey[]
  /** Answers any request. A cosignature is returned only once its checkpoint is recorded durably. */
  addCheckpoint(body: Uint8Array): Promise<WitnessAnswer>
  /** Latest cosigned checkpoint of the log whose origin has this SHA-256, in lower-case hex. */
  findCheckpoint(originHash: string): string | undefined
  /** Resolves when no write is pending. */
  settle(): Promise<void>
}

/**
 * Earliest plausible time, 2024-01-01: no cosignature is older than this protocol, so an earlier clock was
 * never set.
 */
const earliest = Date.UTC(2024, 0, 1) / 1000

const tooLong = `has an origin of more than ${longestName} bytes, which ML-DSA-44 does not cosign`

/** Max pending requests per log. */
const mostWaiting = 100

/**
 * Creates a witness for some logs.
 *
 * @throws DrawauditError `key-invalid` for a log key of another type than 0x01, two keys that cannot be told
 * apart, or an origin that is too long for a key of the witness.
 */
export function createWitness({ state, logs, keys, now, engine }: WitnessOptions): Witness {
  const logKeys = groupKeys(logs)
  for (const origin of logKeys.keys()) {
    if (!canCosign(keys, origin)) {
      throw new DrawauditError('key-invalid', `the log ${JSON.stringify(origin.slice(0, 60))}… ${tooLong}`, {
        hint: 'name a log with a shorter origin, or cosign it with a witness that has an Ed25519 key alone',
      })
    }
  }
  const queues = new Map<string, { waiting: number; last: Promise<unknown> }>()

  /** Serializes requests per log: what was compared with the record is recorded before the next request. */
  async function inTurn(origin: string, work: () => Promise<WitnessAnswer>): Promise<WitnessAnswer> {
    const queue = queues.get(origin) ?? { waiting: 0, last: Promise.resolve() }
    if (queue.waiting >= mostWaiting) return refuse(503, 'too many requests about this log: try again later')
    queues.set(origin, queue)
    queue.waiting += 1
    const turn = queue.last.then(work)
    queue.last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(origin)
    }
  }

  async function decide(request: SubmittedCheckpoint): Promise<WitnessAnswer> {
    const { head, oldSize, proof } = request
    const recorded = await state.read(head.origin)
    const fork = findFork(recorded, request, engine)
    const beside = fork === undefined ? {} : { fork }
    const size = recorded?.size ?? 0
    if (oldSize !== size) return { status: 409, type: sizeType, body: formatSize(size), ...beside }
    const fault = findInconsistency(recorded, request, proof, engine)
    if (fault !== undefined) return { ...refuse(422, fault), ...beside }
    return cosign(request)
  }

  async function cosign({ head, note, signatures }: SubmittedCheckpoint): Promise<WitnessAnswer> {
    const time = Math.floor(now().getTime() / 1000)
    const latest = state.list().reduce((last, one) => Math.max(last, one.time), earliest)
    if (!(time >= latest)) {
      const error = new DrawauditError(
        'clock-wrong',
        `the clock says ${time} s since 1970, and at ${latest} s something was cosigned`,
        {
          hint: 'set the clock of this machine: a cosignature with a wrong time is false evidence. If it was fast then, and is right now: drawaudit witness redate',
        },
      )
      return { ...refuse(503, 'the clock of this witness is wrong: nothing is cosigned'), error }
    }
    const cosignatures = cosignWithAll(keys, note.text, time)
    const text = formatNote({ text: note.text, signatures: [...signatures, ...cosignatures] })
    const { origin, size, root } = head
    await state.write({ origin, size, root, time, note: text })
    return { status: 200, type: plain, body: cosignatures.map(formatSignatureLine).join('') }
  }

  return {
    verifiers: keys.map(({ verifier }) => verifier),
    async addCheckpoint(body) {
      const request = readRequest(body, logKeys, keys, engine)
      if ('status' in request) return request
      const { origin, size } = request.head
      const about = { origin, oldSize: request.oldSize, size }
      try {
        return { ...(await inTurn(origin, () => decide(request))), about }
      } catch (error) {
        return { ...refuse(500, 'the witness failed: nothing is cosigned'), about, error }
      }
    },
    findCheckpoint: hash => state.find(hash)?.note,
    async settle() {
      while (queues.size > 0) await Promise.all([...queues.values()].map(({ last }) => last))
    },
  }
}

const plain = 'text/plain; charset=utf-8'

function refuse(status: WitnessAnswer['status'], message: string): WitnessAnswer {
  return { status, type: plain, body: `${message}\n` }
}

/** A checkpoint signed by its log. */
interface SubmittedCheckpoint {
  readonly head: Checkpoint
  readonly note: Note
  /** Verified signatures of the log. */
  readonly signatures: readonly NoteSignature[]
  readonly oldSize: number
  readonly proof: readonly Uint8Array[]
}

/** Checks of a request that need no record, in the order of the protocol. */
function readRequest(
  body: Uint8Array,
  logKeys: ReadonlyMap<string, readonly VerifierKey[]>,
  keys: WitnessKeys,
  engine: Engine | undefined,
): SubmittedCheckpoint | WitnessAnswer {
  let about: WitnessAnswer['about']
  try {
    const { oldSize, proof, note: text } = parseAddCheckpoint(body)
    const note = parseNote(text)
    const head = readHead(note.text)
    about = { origin: head.origin, oldSize, size: head.size }
    if (!canCosign(keys, head.origin)) return { ...refuse(400, `the checkpoint ${tooLong}`), about }
    const trusted = logKeys.get(head.origin)
    if (trusted === undefined) return { ...refuse(404, 'this log is not known here'), about }
    const verified = verifyNote(note, trusted, engine)
    if (verified.length === 0) return { ...refuse(403, 'no key signed that is known of this log'), about }
    if (oldSize > head.size) return { ...refuse(400, 'the old size is above that of the checkpoint'), about }
    const signatures = verified.flatMap(({ key: { name, keyId } }) =>
      note.signatures.filter(one => one.name === name && one.keyId === keyId).slice(0, 1),
    )
    return { head, note, signatures, oldSize, proof }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return { ...refuse(error.code === 'note-signature' ? 403 : 400, error.message), ...(about && { about }) }
  }
}

const emptyRoot = sha256(new Uint8Array())

/** An empty log with a non-empty root is a checkpoint to judge, not malformed text. */
function readHead(text: string): Checkpoint {
  const [, before = '', root = '', after = ''] = /^([^\n]+\n0\n)([^\n]+)(\n.*)$/s.exec(text) ?? []
  const found = before === '' ? undefined : parseHash(root)
  if (found === undefined) return parseCheckpoint(text)
  return { ...parseCheckpoint(`${before}${encodeBase64(emptyRoot)}${after}`), root: found }
}

/** A log that proves its second history also proves its fraud. */
function findFork(
  recorded: Recorded | undefined,
  { head, note, signatures, proof }: SubmittedCheckpoint,
  engine: Engine | undefined,
): FraudProof | undefined {
  if (recorded === undefined || recorded.size === 0) return undefined
  const sizes = { size1: recorded.size, size2: head.size, root2: head.root }
  const prefix = head.size === recorded.size ? [] : proof
  const root = derivePrefixRoot({ ...sizes, hashes: prefix }, engine)
  if (root === undefined || equalBytes(root, recorded.root)) return undefined
  const checkpoints = [recorded.note, formatNote({ text: note.text, signatures })] as const
  return { origin: head.origin, checkpoints, prefix }
}

/** Why a checkpoint does not extend the recorded one, which has the old size. */
function findInconsistency(
  recorded: Recorded | undefined,
  { head, oldSize }: SubmittedCheckpoint,
  proof: readonly Uint8Array[],
  engine: Engine | undefined,
): string | undefined {
  if (head.size === 0 && !equalBytes(head.root, emptyRoot))
    return 'an empty log has the root of the empty tree'
  if (oldSize === 0) return proof.length === 0 ? undefined : 'nothing is proved from the size 0'
  if (recorded === undefined) return undefined
  if (oldSize === head.size) {
    if (!equalBytes(recorded.root, head.root)) return 'another root was cosigned at this size'
    return proof.length === 0 ? undefined : 'nothing is proved from a size to itself'
  }
  const { size: size1, root: root1 } = recorded
  const isConsistent = verifyConsistency({ size1, root1, size2: head.size, root2: head.root, proof }, engine)
  return isConsistent ? undefined : 'the consistency proof does not lead from the old size to this checkpoint'
}
