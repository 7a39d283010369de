/**
 * Sequences the log: appended entries enter its tree, and a head over them is signed.
 *
 * A log that signs two different heads of one size is ruined for ever. So a head is signed only over
 * committed entries, after its journal line is on disk, and never a different one of that size: after a kill
 * in between, the same head is signed again.
 *
 * @packageDocumentation
 */
import { formatCheckpoint } from '../core/checkpoint.js'
import { deriveFrontier } from '../core/consistency-proof.js'
import { equalBytes, formatSha256 } from '../core/digest.js'
import { concatBytes } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { tileHeight } from '../core/inclusion-proof.js'
import { hashLeaf, MerkleTree } from '../core/merkle.js'
import { createVerifierKey, signNote, verifyNote, type NoteSignature } from '../core/note.js'
import { parsePublicKey } from '../core/signature.js'
import { tileWidth } from '../core/tiles.js'
import { DrawauditError } from '../errors.js'
import { logPlace, type Head, type LogReader, type LogRow, type Tile } from '../store/log.js'
import { readNodesOf } from '../store/log-tree.js'
import type { Transaction } from '../store/store.js'
import { claimTurn } from './check-consoles.js'
import { appendChecked, checkJournal, confirmChecked } from './check-journal.js'
import { formatSeconds, secondsOf, type Desk } from './desk.js'
import { publishLogEvidence } from './publish-ceremony.js'
import { refuseOutdated, type SecretBox } from './secrets.js'

/** The result of sequencing. */
export interface Sequenced {
  readonly head: Head
  /** Entries that this call sequenced. */
  readonly added: number
}

/** Max entries under one head, so that a backlog is sequenced in bounded memory. */
const batchSize = 4096

/**
 * Signs a head over all appended entries.
 *
 * @returns undefined for a store without a log.
 * @throws DrawauditError as `checkJournal` does; `log-lost`; `store-damaged` for a changed entry, or tiles
 * that do not lead to the last head; `secret-locked`. Then nothing is signed.
 */
export async function sequenceLog(desk: Desk): Promise<Sequenced | undefined> {
  const { log } = desk.store
  if ((await log.readLog()) === undefined) return undefined
  let added = 0
  for (;;) {
    // Usually another process was faster, and no secret is needed.
    const head = await log.readHead()
    const total = await log.countEntries()
    if (head?.size === total) return { head, added }
    const secrets = await desk.openSecrets()
    added += await desk.store.transact(transaction => integrate(desk, transaction, secrets), { goesOn: true })
  }
}

async function integrate(desk: Desk, transaction: Transaction, secrets: SecretBox): Promise<number> {
  const { log } = transaction
  const row = await log.readLog()
  if (row === undefined) return 0
  await refuseOutdated(secrets, transaction.ceremonies)
  const journal = await checkJournal(desk, transaction)
  if (journal.lostLogs.has(row.origin)) {
    throw new DrawauditError('log-lost', `the log ${row.origin} was given up: later heads of it are lost`, {
      hint: 'begin another one: drawaudit log create --origin NAME',
    })
  }
  const before = await log.readHead()
  const from = before?.size ?? 0
  const total = await log.countEntries()
  if (before !== undefined && from === total) return 0
  const noted = journal.heads.get(row.origin)
  const isNoted = noted !== undefined && noted.size > (before?.size ?? -1)
  const size = isNoted ? noted.size : Math.min(total, from + batchSize)

  const tiles = new NewTiles(log)
  const tree = await resumeTree(log, before, tiles, desk.engine)
  for (const { place, data, hash } of await log.readLogEntries(from, size)) {
    if (!equalBytes(hashLeaf(data, desk.engine), hash)) throw damaged(place)
    tree.append(hash)
  }
  const root = tree.root()
  const head = { origin: row.origin, size, root: formatSha256(root) }
  if (tree.size !== size || (isNoted && noted.root !== head.root)) {
    throw new DrawauditError(
      'store-rolled-back',
      `another head of ${size} entries was signed for the log ${row.origin}`,
      {
        hint: 'the store is an older copy: restore the newer one; drawaudit store adopt gives that log up. Nothing was signed',
        where: { file: desk.journal },
      },
    )
  }
  await claimTurn(desk, transaction, journal, head.root)
  if (isNoted) confirmChecked(desk.journal, journal)
  else appendChecked(desk.journal, journal, [{ head }])
  const signature = signHead(row, { origin: row.origin, size, root }, secrets)
  const signedAt = formatSeconds(secondsOf(desk.now()))
  await log.writeHead({ size, root, signedAt, signature }, await tiles.finish())
  await publishLogEvidence(transaction, from, size)
  return size - from
}

/**
 * The tree at its last head, from the store. Detects any flipped bit in the entries and tiles that further
 * heads rest on.
 */
async function resumeTree(
  log: LogReader,
  head: Head | undefined,
  tiles: NewTiles,
  engine: Engine,
): Promise<MerkleTree> {
  const size = head?.size ?? 0
  const edge = size - (size % tileWidth)
  for (const { place, data, hash } of await log.readLogEntries(edge, size)) {
    const [kept] = await readNodesOf(log)(0, place, place + 1)
    const found = hashLeaf(data, engine)
    if (!equalBytes(found, hash) || kept === undefined || !equalBytes(found, kept)) throw damaged(place)
  }
  const frontier = await deriveFrontier(size, readNodesOf(log), engine)
  const tree = MerkleTree.resume(size, frontier, engine, tiles.add)
  if (head === undefined || equalBytes(tree.root(), head.root)) return tree
  throw new DrawauditError(
    'store-damaged',
    `the tiles of the log do not lead to its head of ${size} entries`,
    {
      hint: 'restore a backup: drawaudit store restore. Nothing was signed',
    },
  )
}

/** Tiles that grow with new entries. */
class NewTiles {
  readonly #log: LogReader
  readonly #hashes = new Map<
    string,
    { readonly level: number; readonly first: number; hashes: Uint8Array[] }
  >()

  constructor(log: LogReader) {
    this.#log = log
  }

  readonly add = (level: number, index: number, hash: Uint8Array): void => {
    if (level % tileHeight !== 0) return
    const key = `${level} ${Math.floor(index / tileWidth)}`
    const tile = this.#hashes.get(key) ?? { level, first: index, hashes: [] }
    this.#hashes.set(key, tile)
    tile.hashes.push(hash)
  }

  /** Each tile, including its earlier hashes. */
  async finish(): Promise<readonly Tile[]> {
    const tiles: Tile[] = []
    for (const { level, first, hashes } of this.#hashes.values()) {
      const index = Math.floor(first / tileWidth)
      const start = index * tileWidth
      const before = first === start ? [] : await readNodesOf(this.#log)(level, start, first)
      tiles.push({ level: level / tileHeight, index, hashes: concatBytes(...before, ...hashes) })
    }
    return tiles
  }
}

function signHead(
  { origin, publicKey, secret }: LogRow,
  checkpoint: Parameters<typeof formatCheckpoint>[0],
  secrets: SecretBox,
): NoteSignature {
  const text = formatCheckpoint(checkpoint)
  const signature = signNote(text, origin, secrets.decrypt(secret, logPlace(origin)))
  // A memory fault while signing could reveal the key.
  const key = createVerifierKey(origin, 'ed25519', parsePublicKey('ed25519', publicKey))
  if (verifyNote({ text, signatures: [signature] }, [key]).length === 1) return signature
  throw new DrawauditError('store-damaged', 'the public key of the log is not that of the secret one', {
    hint: 'restore a backup: drawaudit store restore',
  })
}

function damaged(place: number): DrawauditError {
  return new DrawauditError('store-damaged', `entry ${place} of the log is not what was appended`, {
    hint: 'restore a backup: drawaudit store restore. Nothing was signed',
  })
}
