/**
 * Asks witnesses to cosign a checkpoint (c2sp.org/tlog-witness, the log's side). Cosignatures are verified
 * before they are returned; no witness is trusted.
 *
 * @packageDocumentation
 */
import { parseCheckpoint } from '../../core/checkpoint.js'
import { decodeUtf8 } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import {
  isWitnessKey,
  parseNote,
  parseSignatureLines,
  verifyNote,
  type NoteSignature,
  type VerifierKey,
} from '../../core/note.js'
import { DrawauditError, type ErrorDetails } from '../../errors.js'
import { headerValue, type Exchange } from '../../model/exchange.js'
import { createClient, type Client, type ClientOptions } from '../../remote/client.js'
import { parseRemoteUrl } from '../../remote/url.js'
import { formatAddCheckpoint, parseSize, sizeType } from './request.js'

/** A witness, and the checkpoint to submit. */
export interface Submission {
  /** Base URL of the witness's `add-checkpoint`. */
  readonly url: string
  /** Its witness keys, at least one. */
  readonly keys: readonly VerifierKey[]
  /** The checkpoint, signed by the log. */
  readonly note: string
  /** Last size cosigned by the witness, as far as the log knows; 0 if unknown. */
  readonly oldSize: number
  /** The consistency proof from an earlier size, above 0, to that of the checkpoint. */
  readonly proofFrom: (from: number, to: number) => Promise<readonly Uint8Array[]>
}

/** Cosignatures of one witness. */
export interface Cosigned {
  /** At least one, each verified under a key of the witness for exactly this checkpoint. */
  readonly cosignatures: readonly NoteSignature[]
  /** Time of the first cosignature: seconds since 1970. */
  readonly time: number
  /** Keys without a cosignature. */
  readonly missing: readonly VerifierKey[]
}

/** Result for one of several witnesses: cosignatures, a fault, or both if a key's cosignature is missing. */
export interface SubmissionResult {
  readonly url: string
  readonly cosigned?: Cosigned
  /** Why a cosignature is missing. */
  readonly fault?: DrawauditError
}

export interface SubmitOptions {
  readonly client?: Omit<ClientOptions, 'now' | 'maxBytes' | 'timeout'>
  /** Max milliseconds per witness for all its answers; 10,000 by default. */
  readonly deadline?: number
  readonly signal?: AbortSignal
  /** Clock of this machine. */
  readonly now?: () => Date
  /** Engine for verification; portable by default. */
  readonly engine?: Engine
}

export interface SubmitToAllOptions extends SubmitOptions {
  /** Milliseconds that other witnesses get after the first has cosigned; 3,000 by default. */
  readonly patience?: number
  /** Called with each result as it arrives. */
  readonly onCosigned?: (cosigned: Cosigned) => void
}

/** Max bytes of a witness's answer. */
const mostBytes = 16 * 1024

/** Max requests: a witness reports its size once, and again whenever another process of ours was faster. */
const mostAttempts = 10

/** Max seconds that a witness's clock may be ahead of ours. */
const mostAhead = 3600

/**
 * Asks one witness. If it has cosigned another size than expected, it reports that, and is asked again from
 * there.
 *
 * @throws DrawauditError `witness-conflict` if the witness has cosigned a checkpoint that this one does not
 * extend: one of the two histories is not ours. `witness-refused` for any other refusal; `note-invalid` or
 * `note-signature` for an answer that is not its cosignature of this checkpoint; `key-invalid`, `remote-…`,
 * `address-forbidden` and `url-invalid` as requests do. Also errors of `proofFrom`, and the reason of
 * `signal`.
 */
export async function submitCheckpoint(
  submission: Submission,
  options: SubmitOptions = {},
): Promise<Cosigned> {
  const { deadline = 10_000, now = () => new Date() } = options
  const url = findSubmissionUrl(submission.url)
  const ofLog = submission.keys.find(key => !isWitnessKey(key))
  if (ofLog !== undefined) {
    throw new DrawauditError('key-invalid', `${ofLog.name} is the key of a log, not of a witness`)
  }
  const { text } = parseNote(submission.note)
  const { size } = parseCheckpoint(text)
  const stop = new AbortController()
  const timer = setTimeout(() => {
    const message = `no complete answer from ${url.host} within ${deadline / 1000} s`
    stop.abort(new DrawauditError('remote-timeout', message))
  }, deadline)
  const signal = AbortSignal.any([stop.signal, ...(options.signal === undefined ? [] : [options.signal])])
  const client = createClient({ ...options.client, timeout: deadline, maxBytes: mostBytes, now })
  try {
    return await ask({ ...submission, text, size, url, client, signal, now, engine: options.engine })
  } finally {
    clearTimeout(timer)
    client.close()
  }
}

/**
 * Asks several witnesses concurrently. Silent ones are given up early, and asked again next time.
 *
 * @param witnesses - what to submit to each.
 * @returns the results in the same order. Rejects only for reasons beyond the witnesses: an error of
 * `proofFrom` that is not a DrawauditError, and the reason of `signal`.
 */
export async function submitToAll(
  witnesses: readonly Submission[],
  { patience = 3000, onCosigned, ...options }: SubmitToAllOptions = {},
): Promise<readonly SubmissionResult[]> {
  const enough = new AbortController()
  const signal = AbortSignal.any([enough.signal, ...(options.signal === undefined ? [] : [options.signal])])
  let timer: NodeJS.Timeout | undefined
  const submit = async (submission: Submission): Promise<SubmissionResult> => {
    const { url } = submission
    try {
      const cosigned = await submitCheckpoint(submission, { ...options, signal })
      timer ??= setTimeout(() => {
        const message = `no complete answer within ${patience / 1000} s of the first witness that cosigned`
        enough.abort(new DrawauditError('remote-timeout', message, { hint: 'it is asked again' }))
      }, patience)
      onCosigned?.(cosigned)
      const [missing] = cosigned.missing
      return { url, cosigned, ...(missing && { fault: explainMissing(missing, url) }) }
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!(error instanceof DrawauditError)) throw error
      return { url, fault: error }
    }
  }
  try {
    return await Promise.all(witnesses.map(submit))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The URL to which checkpoints are submitted.
 *
 * @param base - the URL that the witness publishes, without `/add-checkpoint`.
 * @throws DrawauditError `url-invalid`.
 */
export function findSubmissionUrl(base: string): URL {
  const url = parseRemoteUrl(base)
  if (url.search === '') return new URL(`${url.href.replace(/\/+$/, '')}/add-checkpoint`)
  throw new DrawauditError('url-invalid', 'the URL of a witness has no query', {
    hint: 'it looks like https://witness.example/prefix',
  })
}

interface WitnessRequest extends Omit<Submission, 'url'> {
  readonly url: URL
  /** The note text to be cosigned. */
  readonly text: string
  readonly size: number
  readonly client: Client
  readonly signal: AbortSignal
  readonly now: () => Date
  readonly engine: Engine | undefined
}

async function ask(asked: WitnessRequest): Promise<Cosigned> {
  const { url, note, size, client, signal } = asked
  let oldSize = asked.oldSize
  for (let attempt = 1; ; attempt++) {
    const isProved = oldSize > 0 && oldSize < size
    const proof = isProved ? await orAbort(asked.proofFrom(oldSize, size), signal) : []
    const exchange = await client.request(url.href, {
      method: 'POST',
      headers: [['content-type', 'text/plain; charset=utf-8']],
      body: formatAddCheckpoint({ oldSize, proof, note }),
      signal,
    })
    if (exchange.status === 200) return readCosignatures(exchange, asked)
    const recorded = readRecordedSize(exchange)
    if (recorded === undefined) throw explainRefusal(exchange, url, oldSize)
    if (recorded > size) {
      throw conflict(`${url.host} has cosigned ${recorded} entries, and this checkpoint has ${size}`)
    }
    if (recorded === oldSize || attempt === mostAttempts) {
      throw refused(`${url.host} answers 409 and names the size ${recorded} again and again`)
    }
    oldSize = recorded
  }
}

/** Ends the wait at the deadline, of which the proof's author knows nothing. */
async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop)
  }
}

/** The size reported in a 409 answer; undefined for any other answer. */
function readRecordedSize(exchange: Exchange): number | undefined {
  const [type = ''] = (headerValue(exchange, 'content-type') ?? '').split(';')
  if (exchange.status !== 409 || type.trim().toLowerCase() !== sizeType) return undefined
  return parseSize(exchange.body)
}

/** @throws DrawauditError `note-invalid`, `note-signature`. */
function readCosignatures(
  { body, receivedAt }: Exchange,
  { url, keys, text, engine }: WitnessRequest,
): Cosigned {
  try {
    const signatures = parseSignatureLines(decodeUtf8(body))
    const verified = verifyNote({ text, signatures }, keys, engine)
    const [first] = verified
    if (first?.time === undefined) {
      throw new DrawauditError('note-signature', `no line is of ${keys.map(nameKey).join(' or ')}`)
    }
    for (const { time = 0 } of verified) {
      if (time === 0) throw new DrawauditError('note-signature', 'it has no time')
      const ahead = Math.round(time - Date.parse(receivedAt) / 1000)
      if (ahead > mostAhead) {
        throw new DrawauditError(
          'note-signature',
          `its time is ${ahead} s ahead of the clock of this machine`,
        )
      }
    }
    return {
      cosignatures: verified.flatMap(({ key: { name, keyId } }) =>
        signatures.filter(one => one.name === name && one.keyId === keyId).slice(0, 1),
      ),
      time: first.time,
      missing: keys.filter(key => !verified.some(one => one.key === key)),
    }
  } catch (cause) {
    if (!(cause instanceof DrawauditError)) throw cause
    const code = cause.code === 'note-signature' ? 'note-signature' : 'note-invalid'
    throw new DrawauditError(code, `what ${url.host} answers is not its cosignature: ${cause.message}`, {
      hint: 'compare the key with the one that the witness publishes',
      cause,
    })
  }
}

const nameKey = ({ name, keyId }: VerifierKey): string => `${name}+${keyId}`

function explainMissing(key: VerifierKey, url: string): DrawauditError {
  const { host } = new URL(url)
  return new DrawauditError('note-signature', `${host} cosigns, but not with its key ${nameKey(key)}`, {
    hint: 'compare the key with those that the witness publishes; drawaudit log witness URL --remove, and name it anew',
  })
}

/** Why a witness does not cosign. Its further text is untrusted, for people at a terminal. */
function explainRefusal({ status, body }: Exchange, { host }: URL, oldSize: number): DrawauditError {
  const said = new TextDecoder().decode(body.subarray(0, 200)).trim()
  const answered = `${host} answered ${status}${said === '' ? '' : ` (${JSON.stringify(said)})`}`
  switch (status) {
    case 400:
      return refused(`${answered}: it cannot read the submission, or has cosigned a larger log`)
    case 403:
      return refused(`${answered}: it knows no key that signed this checkpoint`, {
        hint: 'give the witness the vkey of this log',
      })
    case 404:
      return refused(`${answered}: it does not know this log, or is no witness`, {
        hint: 'check the URL, and give the witness origin and vkey of this log',
      })
    case 409:
    case 422:
      return conflict(`${answered}: it has cosigned other entries than those of this log, from ${oldSize} on`)
    case 429:
    case 503:
      return refused(`${answered}: not now`, { hint: 'ask again later' })
    default:
      return refused(`${answered} instead of a cosignature`)
  }
}

function refused(message: string, details: ErrorDetails = {}): DrawauditError {
  return new DrawauditError('witness-refused', message, details)
}

function conflict(message: string): DrawauditError {
  return new DrawauditError('witness-conflict', message, {
    hint: 'look at GET /HASH/checkpoint of the witness: another copy of this log signs, this one was restored from a backup, or a proof is wrong',
  })
}
