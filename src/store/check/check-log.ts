/**
 * Part of `store check`: the log.
 *
 * @packageDocumentation
 */
import { formatCheckpoint } from '../../core/checkpoint.js'
import { equalBytes } from '../../core/digest.js'
import { encodeLogEntry } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { tileHeight } from '../../core/inclusion-proof.js'
import { hashLeaf, MerkleTree } from '../../core/merkle.js'
import { parseVerifierKey, verifyNote } from '../../core/note.js'
import { tileWidth } from '../../core/tiles.js'
import { statementType } from '../../model/statement.js'
import type { TreeNode } from '../ceremonies.js'
import type { Head, LogEntryRow } from '../log.js'
import { formatLogKey } from '../log-tree.js'
import type { CeremonyTables } from '../tables/ceremony-tables.js'
import type { LogTables } from '../tables/log-tables.js'
import type { Sql } from '../tables/sql.js'
import { StoreTables } from '../tables/store-tables.js'
import { tryTo, tryToRead } from './try-to.js'

/** Entries a page. */
const pageSize = 1000

/**
 * Checks the log: that every entry has its hash and is the statement it names, that every signed statement is
 * in it, that tiles and heads match the entries, and that heads are signed.
 *
 * @returns one sentence a problem: lower case, no full stop.
 */
export async function checkLog(sql: Sql, engine: Engine): Promise<readonly string[]> {
  const { log, ceremonies } = new StoreTables(sql, 'read')
  const row = await log.readLog()
  if (row === undefined) return []
  const problems: string[] = []
  // Not by the last place, which may be damaged and hence any number.
  const { total = 0 } = (await sql.get<{ total: number }>('SELECT count(*) AS total FROM log_entry')) ?? {}
  if (total !== (await log.countEntries())) problems.push('the log: an entry is missing')
  const key = tryTo(() => parseVerifierKey(formatLogKey(row)))
  if (key === undefined) return ['the log: its key cannot be read']
  const heads = new Heads(log, key, row.origin)
  const last = (await log.readHead())?.size ?? 0
  const tiles = new CheckedTiles(log, last)
  const tree = new MerkleTree(engine, (level, index, hash) => {
    if (level % tileHeight === 0) tiles.add({ level: level / tileHeight, index, hash })
  })
  problems.push(...(await heads.check(tree)))
  for (let from = 0; from < total; from += pageSize) {
    for (const entry of await log.readLogEntries(from, from + pageSize)) {
      if (!equalBytes(hashLeaf(entry.data, engine), entry.hash)) {
        problems.push(`the log: entry ${entry.place} is not what was appended`)
      } else if (!(await isStatement(ceremonies, entry))) {
        problems.push(`the log: entry ${entry.place} is not the statement that it names`)
      }
      if (entry.place !== tree.size) problems.push(`the log: entry ${tree.size} is missing`)
      tree.append(entry.hash)
      problems.push(...(await tiles.check()), ...(await heads.check(tree)))
    }
  }
  const { count = 0 } = (await sql.get<{ count: number }>('SELECT count(*) AS count FROM log_head')) ?? {}
  if (heads.checked !== count) problems.push('the log: a head has a size that it never had')
  if (last > total) problems.push(`the log: its last head has ${last} entries, and it has ${total}`)
  for (const { url, vkey } of await log.listWitnesses()) {
    if (!URL.canParse(url) || tryTo(() => parseVerifierKey(vkey)) === undefined)
      problems.push(`the log: its witness ${url} has no key that can be read, or no URL`)
  }
  return [...problems, ...(await findUnlogged(sql))]
}

/** Compares the tiles of a log with the tree over its entries. */
class CheckedTiles {
  readonly #log: LogTables
  /** Number of entries covered by a head. */
  readonly #covered: number
  readonly #read = new Map<number, Uint8Array>()
  #waiting: TreeNode[] = []

  constructor(log: LogTables, covered: number) {
    this.#log = log
    this.#covered = covered
  }

  /** Adds a tree node that is in a tile, with its level in tiles. */
  add(node: TreeNode): void {
    if ((node.index + 1) * tileWidth ** node.level <= this.#covered) this.#waiting.push(node)
  }

  /** Problems of the added nodes. */
  async check(): Promise<readonly string[]> {
    const nodes = this.#waiting
    this.#waiting = []
    const problems: string[] = []
    for (const { level, index, hash } of nodes) {
      const place = index % tileWidth
      if (place === 0) {
        const tile = await this.#log.readTile(level, Math.floor(index / tileWidth))
        this.#read.set(level, tile ?? new Uint8Array())
      }
      const kept = this.#read.get(level)?.subarray(place * 32, place * 32 + 32) ?? new Uint8Array()
      if (!equalBytes(kept, hash)) {
        problems.push(`the log: hash ${index} of level ${level} of its tiles is not that of its entries`)
      }
    }
    return problems
  }
}

/** The heads of a log, by size. */
class Heads {
  readonly #log: LogTables
  readonly #key: ReturnType<typeof parseVerifierKey>
  readonly #origin: string
  #page: readonly Head[] = []
  #from = 0
  #isRead = false
  /** Number of heads compared with the tree. */
  checked = 0

  constructor(log: LogTables, key: ReturnType<typeof parseVerifierKey>, origin: string) {
    this.#log = log
    this.#key = key
    this.#origin = origin
  }

  /** Problems of the head at the tree's current size. */
  async check(tree: MerkleTree): Promise<readonly string[]> {
    if (!this.#isRead || (this.#page.length > 0 && (this.#page.at(-1)?.size ?? 0) < tree.size)) {
      this.#page = await this.#log.listHeads(this.#from, pageSize)
      this.#from = (this.#page.at(-1)?.size ?? 0) + 1
      this.#isRead = true
    }
    const head = this.#page.find(({ size }) => size === tree.size)
    if (head === undefined) return []
    this.checked += 1
    const { size, root, signature } = head
    if (!equalBytes(root, tree.root())) return [`the log: its head of ${size} entries has another root`]
    const text = formatCheckpoint({ origin: this.#origin, size, root })
    const isSigned = tryTo(() => verifyNote({ text, signatures: [signature] }, [this.#key]).length === 1)
    return isSigned === true ? [] : [`the log: its head of ${size} entries is not signed by its key`]
  }
}

async function isStatement(
  ceremonies: CeremonyTables,
  { raffleId, sequence, data }: LogEntryRow,
): Promise<boolean> {
  const rows = (await tryToRead(() => ceremonies.readCeremony(raffleId)))?.statements ?? []
  const row = rows.find(one => one.sequence === sequence)
  if (row?.signature === undefined) return false
  const { payload, keyId, signature } = row
  return equalBytes(encodeLogEntry({ payloadType: statementType, payload, keyId, signature }), data)
}

async function findUnlogged(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.all<{ raffle_id: string; sequence: number }>(
    `SELECT raffle_id, sequence FROM statement JOIN ceremony ON number = ceremony WHERE signature IS NOT NULL
     EXCEPT SELECT raffle_id, sequence FROM log_entry ORDER BY raffle_id, sequence LIMIT 20`,
  )
  return rows.map(({ raffle_id: id, sequence }) => `raffle ${id}: statement ${sequence} is not in the log`)
}
