/**
 * The witnesses of the log, and their cosignatures.
 *
 * @packageDocumentation
 */
import { deriveConsistencyProof } from '../core/consistency-proof.js'
import { parseVerifierKey, type NoteSignature, type VerifierKey } from '../core/note.js'
import { DrawauditError } from '../errors.js'
import type { Head, LogReader } from '../store/log.js'
import { formatHead, readNodesOf } from '../store/log-tree.js'
import type { Desk } from './desk.js'
import { publishLogEvidence } from './publish-ceremony.js'

/** A request to one witness. */
export interface Request {
  readonly url: string
  /** The keys whose cosignatures are missing. */
  readonly keys: readonly VerifierKey[]
  /** The size that it cosigned last, as far as is known. */
  readonly oldSize: number
}

/** A head that lacks cosignatures. */
export interface Uncosigned {
  readonly head: Head
  /** The submitted note, signed by the log alone. */
  readonly note: string
  readonly requests: readonly Request[]
  readonly prove: (oldSize: number) => Promise<Uint8Array[]>
}

/** The head to submit; undefined without a log. */
export async function findUncosigned(log: LogReader): Promise<Uncosigned | undefined> {
  const row = await log.readLog()
  const head = await log.readHead()
  if (row === undefined || head === undefined) return undefined
  const requests = new Map<string, Request>()
  for (const { url, vkey } of await log.listWitnesses()) {
    const key = parseVerifierKey(vkey)
    const cosigned = (await log.findCosigned(key.name, key.keyId)) ?? 0
    if (cosigned >= head.size && isCosigned(head, key)) continue
    const { keys = [], oldSize = 0 } = requests.get(url) ?? {}
    requests.set(url, { url, keys: [...keys, key], oldSize: Math.max(oldSize, cosigned) })
  }
  return {
    head,
    note: formatHead(row.origin, { ...head, cosignatures: [] }),
    requests: [...requests.values()],
    prove: oldSize => deriveConsistencyProof(oldSize, head.size, readNodesOf(log)),
  }
}

/**
 * Stores verified cosignatures of a head, and updates the bundles that they are evidence for.
 *
 * @throws DrawauditError `internal` for a size without a signed head; as the store does.
 */
export async function keepCosignatures(
  { store }: Pick<Desk, 'store'>,
  size: number,
  cosignatures: readonly NoteSignature[],
): Promise<void> {
  if (cosignatures.length === 0) return
  await store.transact(async transaction => {
    const { log } = transaction
    const [head] = await log.listHeads(size, 1)
    if (head?.size !== size) throw new DrawauditError('internal', `there is no head of ${size} entries`)
    for (const cosignature of cosignatures) await log.writeCosignature(size, cosignature)
    const [cosigned = head] = await log.listHeads(size, 1)
    // Earlier statements gain nothing: they had equally good evidence already.
    const before = await log.findHeadBelow(size, cosigned.cosignatures.length)
    await publishLogEvidence(transaction, before?.size ?? 0, size)
  })
}

function isCosigned({ cosignatures }: Head, { name, keyId }: VerifierKey): boolean {
  return cosignatures.some(one => one.name === name && one.keyId === keyId)
}
