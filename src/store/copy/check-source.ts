/**
 * Whether what is copied is what was stored: damage is found before it moves on.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { equalBytes, formatSha256 } from '../../core/digest.js'
import { computeKeyId } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { parsePublicKey } from '../../core/signature.js'
import { DrawauditError } from '../../errors.js'
import type { CeremonyRow } from '../ceremonies.js'
import { buildTree } from '../entry-tree.js'
import { findSeal } from '../public-ceremony.js'
import { CeremonyTables } from '../sqlite/ceremony-tables.js'
import { tryTo } from '../sqlite/check-ceremonies.js'
import { checkLog } from '../sqlite/check-log.js'
import { attempt } from '../sqlite/errors.js'
import { createEtag, formatAuditHistory, type VersionRow } from '../views.js'
import type { Cell } from '../tables/sql.js'
import { tableNames, type Row, type Table } from './tables.js'

/**
 * Looks at what no row shows by itself: that rows refer to what exists, that the versions of records are those of
 * their history, that sealed lists have their roots, that the log is what was signed.
 *
 * @throws DrawauditError `store-damaged` for the first that is not.
 */
export async function checkSource(database: Database, engine: Engine): Promise<void> {
  const fail = (problem: string): never => {
    throw describeDamage(database, problem)
  }
  attempt(() => {
    checkReferences(database, fail)
    checkVersions(database, fail)
  })
  const tables = new CeremonyTables(database, () => undefined)
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly string[] = await tables.listCeremonies(after, 1000)
    for (const raffleId of page) {
      const ceremony = await tables.readCeremony(raffleId)
      if (ceremony !== undefined) await checkEntries(database, tables, ceremony, engine, fail)
    }
    after = page.at(-1)
  }
  const [problem] = await checkLog(database, engine)
  if (problem !== undefined) fail(problem)
}

/** @throws DrawauditError `store-damaged` for a row that is not what its own hashes say. */
export function checkRow(database: Database, { name: table, columns }: Table, row: Row): void {
  const find = (name: string): Cell => row[columns.findIndex(column => column.name === name)] ?? null
  const bytes = (name: string): Uint8Array => Uint8Array.from(find(name) as Uint8Array)
  const hash = (name: string): string => createHash('sha256').update(bytes(name)).digest('hex')
  const fail = (problem: string): never => {
    throw describeDamage(database, problem)
  }
  switch (table) {
    case 'view':
      if (hash('body') !== find('sha256') || createEtag(bytes('body')) !== find('etag')) {
        fail(`raffle ${text(find('raffle_id'))}: the view ${text(find('name'))} is not what was stored`)
      }
      break
    case 'statement':
      if (`sha256:${hash('payload')}` !== find('digest')) {
        const id = database
          .prepare<[Cell], string>('SELECT raffle_id FROM ceremony WHERE number = ?')
          .pluck()
          .get(find('ceremony'))
        fail(`raffle ${id ?? ''}: statement ${text(find('sequence'))} is not what was stored`)
      }
      break
    case 'signing_key': {
      const key = tryTo(() => parsePublicKey('ed25519', bytes('public_key')))
      if (key === undefined || computeKeyId(key) !== find('key_id')) {
        fail(`key ${text(find('key_id'))}: it has another public key`)
      }
    }
  }
}

type Fail = (problem: string) => never

const text = (cell: Cell): string => (typeof cell === 'object' ? '' : String(cell))

function describeDamage(database: Database, problem: string): DrawauditError {
  const file = database.name
  return new DrawauditError('store-damaged', problem, {
    hint: `drawaudit store check --store ${file} lists all that is wrong; restore a backup`,
    where: { file },
  })
}

function checkReferences(database: Database, fail: Fail): void {
  // Entries are counted below: to look up the ceremony of each of millions takes longer than to copy them.
  for (const table of tableNames.filter(name => !name.startsWith('entry'))) {
    const broken = database
      .prepare<[], { rowid: number | null; parent: string }>(
        `SELECT rowid, parent FROM pragma_foreign_key_check('${table}') LIMIT 1`,
      )
      .get()
    if (broken !== undefined) {
      fail(`row ${broken.rowid ?? ''} of the table ${table}: its ${broken.parent} does not exist`)
    }
  }
}

function checkVersions(database: Database, fail: Fail): void {
  const views = database
    .prepare<[string, string], Uint8Array>('SELECT body FROM view WHERE raffle_id = ? AND name = ?')
    .pluck()
  const versions = database.prepare<[string], VersionRow & { version: number }>(
    'SELECT version, record, published_at, reason FROM audit_version WHERE raffle_id = ? ORDER BY version',
  )
  const raffles = database.prepare<[], string>('SELECT raffle_id FROM raffle ORDER BY raffle_id').pluck()
  for (const id of raffles.all()) {
    const published = versions.all(id)
    published.forEach(({ version }, index) => {
      if (version !== index + 1) fail(`raffle ${id}: version ${index + 1} of the audit record is missing`)
    })
    const history = Buffer.from(views.get(id, 'audit-history') ?? '').toString()
    if (history !== formatAuditHistory(id, published)) {
      const etags = readEtags(history)
      const index = published.findIndex(({ record }, at) => createEtag(Buffer.from(record)) !== etags[at])
      fail(
        index === -1
          ? `raffle ${id}: the history is not that of the published versions`
          : `raffle ${id}: version ${index + 1} of the audit record is not what was published`,
      )
    }
    const last = published.at(-1)
    if (last !== undefined && last.record !== Buffer.from(views.get(id, 'audit') ?? '').toString()) {
      fail(`raffle ${id}: the audit view is not the last published version`)
    }
  }
}

/** The ETags that a history names, as far as it can be read. */
function readEtags(history: string): readonly unknown[] {
  try {
    const { versions } = JSON.parse(history) as { readonly versions: readonly { readonly etag: unknown }[] }
    return versions.map(({ etag }) => etag)
  } catch {
    return []
  }
}

async function checkEntries(
  database: Database,
  tables: CeremonyTables,
  ceremony: CeremonyRow,
  engine: Engine,
  fail: Fail,
): Promise<void> {
  const { raffleId, paidEntries, freeEntries } = ceremony
  const total = paidEntries + freeEntries
  const count = (table: 'entry' | 'entry_place'): number | undefined =>
    attempt(() =>
      database
        .prepare<[string], number>(
          `SELECT count(*) FROM ${table} WHERE ceremony = (SELECT number FROM ceremony WHERE raffle_id = ?)`,
        )
        .pluck()
        .get(raffleId),
    )
  if (count('entry') !== total || count('entry_place') !== total) {
    fail(`raffle ${raffleId}: its entries are not as many as it says`)
  }
  // What is wrong with a statement is said of its row.
  const seal = tryTo(() => findSeal(ceremony))
  if (seal === undefined) return
  const { root, nodes } = await buildTree(tables, raffleId, total, engine)
  if (formatSha256(root) !== seal.entries_root || total !== seal.total_entries) {
    fail(`raffle ${raffleId}: its entries are not those that were sealed`)
  }
  for (const { level, index, hash } of nodes) {
    const [kept] = await tables.readNodes(raffleId, level, index, index + 1)
    if (kept === undefined || !equalBytes(kept, hash)) {
      fail(`raffle ${raffleId}: node ${index} of level ${level} is not that of its entries`)
    }
  }
}
