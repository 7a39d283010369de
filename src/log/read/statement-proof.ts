/**
 * The proof that a statement is in the log, for clients that know nothing about draws (c2sp.org/tlog-proof).
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'
import { deriveInclusionProof } from '../../core/inclusion-proof.js'
import { hashLeaf, verifyInclusion } from '../../core/merkle.js'
import type { TlogProof } from '../../core/tlog-proof.js'
import { DrawauditError } from '../../errors.js'
import type { Head, LogReader } from '../../store/log.js'
import { formatHead, readNodesOf } from '../../store/log-tree.js'

/** A proof and its head. */
export interface StatementProof {
  readonly proof: TlogProof
  readonly head: Head
}

/**
 * Proves a statement under the latest of the heads with the most cosignatures.
 *
 * @throws DrawauditError `log-missing`; `raffle-missing` for a statement that is not in the log,
 * `raffle-state` for one that no head covers yet; `store-damaged` if it does not match its hash.
 */
export async function proveStatement(
  reader: LogReader,
  raffleId: string,
  sequence: number,
  engine: Engine,
): Promise<StatementProof> {
  const log = await reader.readLog()
  if (log === undefined) {
    throw new DrawauditError('log-missing', 'the store has no log', {
      hint: 'begin it: drawaudit log create --origin NAME',
    })
  }
  const index = await reader.findLogEntry(raffleId, sequence)
  if (index === undefined) {
    throw new DrawauditError('raffle-missing', `the log has no statement ${sequence} of raffle ${raffleId}`, {
      hint: 'the commitment is statement 0, the seal is 1; drawaudit raffle status shows what was signed',
    })
  }
  const head = await findBestHead(reader, index + 1)
  if (head === undefined) {
    throw new DrawauditError('raffle-state', 'no signed head of the log covers the statement yet', {
      hint: 'sign one: drawaudit log sequence',
    })
  }
  const [entry] = await reader.readLogEntries(index, index + 1)
  const proof = await deriveInclusionProof(index, head.size, readNodesOf(reader), engine)
  const leafHash = hashLeaf(entry?.data ?? new Uint8Array(), engine)
  if (!verifyInclusion({ leafHash, index, size: head.size, proof, root: head.root }, engine)) {
    throw new DrawauditError('store-damaged', `entry ${index} of the log does not lead to its head`, {
      hint: 'restore a backup: drawaudit store restore',
    })
  }
  return { proof: { index, proof, checkpoint: formatHead(log.origin, head) }, head }
}

/** The latest of the most cosigned heads from a size on. */
async function findBestHead(reader: LogReader, from: number): Promise<Head | undefined> {
  const latest = await reader.readHead()
  let best = await reader.findHead(from, 0)
  if (latest === undefined || best === undefined) return undefined
  let count = 0
  for (let found: Head | undefined = best; found !== undefined;) {
    best = found
    count = Math.max(count, found.cosignatures.length)
    found = await reader.findHead(from, count + 1)
  }
  // Binary search: up to some size there is such a head, beyond it there is none.
  for (let last = latest.size; best.size < last;) {
    const middle: number = Math.ceil((best.size + last) / 2)
    const found: Head | undefined = await reader.findHead(middle, count)
    if (found === undefined) last = middle - 1
    else best = found
  }
  return best
}
