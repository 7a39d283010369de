/**
 * Reads the sealed list of a service completely, and signs that it is the sealed one.
 *
 * @packageDocumentation
 */
import { equalBytes, formatSha256, parseSha256 } from '../core/digest.js'
import { signEnvelope, type Envelope } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import { formatTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import { maxLineLength } from '../model/entry.js'
import { encodeListAttestation, listAttestationType } from '../model/list-attestation.js'
import type { Seal } from '../model/statement.js'
import type { Client } from '../remote/client.js'
import { readEntryList } from '../verify/bundle/entry-list.js'

export interface ListSource {
  readonly client: Pick<Client, 'request'>
  /** Without trailing slash. */
  readonly baseUrl: string
  /** The operator's signed seal. */
  readonly seal: Seal
  readonly engine: Engine
  readonly signal?: AbortSignal
  /** Clock for the time of the attestation, read after the list. */
  readonly now: () => Date
}

/** The signing observer. */
export interface ListObserver {
  readonly name: string
  /** 32 bytes, Ed25519. */
  readonly secretKey: Uint8Array
}

/** Max bytes of a list: what fits into one piece of memory. */
const longestList = 1024 * 1024 * 1024

const pieceLength = 64 * 1024

/**
 * Reads a raffle's list from `/entries`, and signs it if it is the sealed one: root and counts match the
 * seal, and no id is a duplicate.
 *
 * @returns the envelope, or in words why the list is not signed.
 * @throws DrawauditError `remote-error` if there is no list, and as {@link Client.request} does.
 */
export async function attestList(source: ListSource, observer: ListObserver): Promise<Envelope | string> {
  const { client, baseUrl, seal, engine, signal, now } = source
  const url = `${baseUrl}/raffles/${seal.raffle_id}/entries`
  const most = BigInt(seal.total_entries) * BigInt(maxLineLength + 1) + 1n
  const { status, body } = await client.request(url, {
    headers: [['accept', 'application/x-ndjson']],
    // A longer one cannot be the sealed list.
    maxBytes: Number(most < BigInt(longestList) ? most : BigInt(longestList)),
    ...(signal && { signal }),
  })
  if (status !== 200) {
    throw new DrawauditError('remote-error', `the service shows no list of this raffle (${status})`, {
      hint: 'the operator has to publish the sealed list for others to read it',
    })
  }
  const fault = findFault(body, seal, engine)
  if (fault !== undefined) return `the list that is served is not signed: ${fault}`
  const payload = encodeListAttestation({
    type: 'list',
    raffle_id: seal.raffle_id,
    entries_root: seal.entries_root,
    total_entries: seal.total_entries,
    paid_entries: seal.paid_entries,
    free_entries: seal.free_entries,
    source: url,
    checked_at_utc: formatTime(now()),
    observer: observer.name,
  })
  return signEnvelope(listAttestationType, payload, observer.secretKey)
}

function findFault(body: Uint8Array, seal: Seal, engine: Engine): string | undefined {
  const list = readEntryList(() => cut(body), { engine })
  if (list.fault !== undefined) return `line ${list.fault.line} is no entry: ${list.fault.problem}`
  if (list.repeated !== undefined) {
    const { id, first, second } = list.repeated
    return `entry ${id} is at ${first} and again at ${second}`
  }
  const counts = [
    ['entries', seal.total_entries, list.count],
    ['paid entries', seal.paid_entries, list.paid],
    ['free entries', seal.free_entries, list.free],
  ] as const
  for (const [what, sealed, found] of counts) {
    if (sealed !== found) return `it has ${found} ${what}, and ${sealed} were sealed`
  }
  if (equalBytes(list.root, parseSha256(seal.entries_root))) return undefined
  return `its root is ${formatSha256(list.root)}, and ${seal.entries_root} was sealed`
}

function* cut(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceLength) yield body.subarray(at, at + pieceLength)
}
