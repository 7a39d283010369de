/**
 * What `store check` looks for in ceremonies.
 *
 * @packageDocumentation
 */
import { equalBytes, formatSha256 } from '../../core/digest.js'
import { computeKeyId, verifyEnvelope } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { parsePublicKey, type PublicKey } from '../../core/signature.js'
import { DrawauditError } from '../../errors.js'
import { parseStatement, statementType, type Statement } from '../../model/statement.js'
import type { CeremonyRow } from '../ceremonies.js'
import { buildTree } from '../entry-tree.js'
import { buildLightBundle, findSeal, formatStatements } from '../public-ceremony.js'
import type { Sql } from '../tables/sql.js'
import { StoreTables } from '../tables/store-tables.js'
import { checkReceipts, checkWithdrawals } from './check-receipts.js'
import { tryTo } from './try-to.js'

/**
 * Goes through all ceremonies: that statements have their digests, are signed by the keys they name and follow each
 * other; that entries are counted right and found where they stand; that sealed lists have their roots.
 *
 * @returns one sentence for each problem: lower case, no full stop.
 */
export async function* checkCeremonies(sql: Sql, engine: Engine): AsyncGenerator<string> {
  const tables = new StoreTables(sql, 'read')
  const { ceremonies } = tables
  const keys = new Map<string, PublicKey>()
  for (const { keyId, publicKey } of await ceremonies.readSigningKeys()) {
    const key = tryTo(() => parsePublicKey('ed25519', publicKey))
    if (key === undefined || computeKeyId(key) !== keyId) yield `key ${keyId}: it has another public key`
    else keys.set(keyId, key)
  }
  const digests = new Map(
    (await ceremonies.readDigests()).map(row => [`${row.raffleId} ${row.sequence}`, row.digest]),
  )
  const dates = await readDates(sql)
  for await (const ceremony of listCeremonies(tables)) {
    for (const problem of [
      ...checkStatements(ceremony, keys, { digests, dates }, engine),
      ...(await checkEntries(sql, ceremony)),
      ...(await checkTree(tables, ceremony, engine)),
      ...(await checkReceipts(sql, ceremony, keys, engine)),
      ...(await checkWithdrawals(sql, tables, ceremony)),
    ]) {
      yield `raffle ${ceremony.raffleId}: ${problem}`
    }
  }
}

/**
 * Looks whether the views of ceremonies say what is signed: with them, what is wrong below them is found once more.
 *
 * @returns one sentence for each problem: lower case, no full stop.
 */
export async function* checkCeremonyViews(sql: Sql): AsyncGenerator<string> {
  const tables = new StoreTables(sql, 'read')
  for await (const ceremony of listCeremonies(tables)) {
    for (const problem of await checkViews(sql, tables, ceremony)) {
      yield `raffle ${ceremony.raffleId}: ${problem}`
    }
  }
}

async function* listCeremonies({ ceremonies }: StoreTables): AsyncGenerator<CeremonyRow> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly string[] = await ceremonies.listCeremonies(after, 1000)
    for (const raffleId of page) {
      const ceremony = await ceremonies.readCeremony(raffleId)
      if (ceremony !== undefined) yield ceremony
    }
    after = page.at(-1)
  }
}

/** When statements were issued, as their rows say, by raffle and sequence. */
async function readDates(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.all<{ raffle_id: string; sequence: number; issued_at: string }>(
    'SELECT raffle_id, sequence, issued_at FROM statement JOIN ceremony ON number = ceremony',
  )
  return new Map(rows.map(row => [`${row.raffle_id} ${row.sequence}`, row.issued_at]))
}

function* checkStatements(
  { raffleId, statements: rows }: CeremonyRow,
  keys: ReadonlyMap<string, PublicKey>,
  { digests, dates }: Readonly<Record<'digests' | 'dates', ReadonlyMap<string, string>>>,
  engine: Engine,
): Generator<string> {
  let previous: string | null = null
  for (const [index, { sequence, payload, keyId, signature }] of rows.entries()) {
    const name = `statement ${sequence}`
    const digest = formatSha256(engine.hash('sha256', payload))
    if (digests.get(`${raffleId} ${sequence}`) !== digest) yield `${name} is not what was stored`
    const statement: Statement | undefined = tryTo(() => parseStatement(payload))
    if (statement === undefined) yield `${name} is not a statement`
    else if (statement.raffle_id !== raffleId || statement.sequence !== sequence || sequence !== index) {
      yield `${name} stands in another place than it says`
    } else if (statement.previous !== previous) yield `${name} does not follow the one before it`
    else if (dates.get(`${raffleId} ${sequence}`) !== statement.issued_at_utc) {
      yield `${name} has another date than it says`
    }
    previous = digest
    const key = keys.get(keyId)
    if (signature === undefined) continue
    if (rows[index - 1] !== undefined && rows[index - 1]?.signature === undefined)
      yield `${name} follows one without a signature`
    const envelope = { payloadType: statementType, payload, keyId, signature }
    if (key === undefined || !verifyEnvelope(envelope, key)) yield `${name} is not signed by its key`
  }
}

async function checkEntries(
  sql: Sql,
  { raffleId, paidEntries, freeEntries }: CeremonyRow,
): Promise<readonly string[]> {
  const ceremony = '(SELECT number FROM ceremony WHERE raffle_id = @raffleId)'
  const row = await sql.get<{ paid: number; total: number; last: number; places: number; found: number }>(
    `SELECT count(*) FILTER (WHERE kind = 'paid') AS paid, count(*) AS total, coalesce(max(entry.place), -1) AS last,
       (SELECT count(*) FROM entry_place WHERE ceremony = ${ceremony}) AS places,
       count(entry_place.place) AS found
     FROM entry
     LEFT JOIN entry_place ON entry_place.ceremony = entry.ceremony AND entry_place.id = entry.id
                          AND entry_place.place = entry.place
     WHERE entry.ceremony = ${ceremony}`,
    { raffleId },
  )
  if (row === undefined) return []
  const { paid, total, last, places, found } = row
  const problems: string[] = []
  if (paid !== paidEntries || total !== paidEntries + freeEntries) {
    problems.push('its entries are not as many as it says')
  }
  if (last !== total - 1) problems.push('an entry is missing in its list')
  if (places !== total || found !== total) problems.push('an entry is not found where it stands')
  return problems
}

async function checkTree(
  { ceremonies }: StoreTables,
  ceremony: CeremonyRow,
  engine: Engine,
): Promise<readonly string[]> {
  const { raffleId } = ceremony
  // Statements that cannot be read were named already.
  const seal = tryTo(() => findSeal(ceremony))
  if (seal === undefined) return []
  const problems: string[] = []
  const total = ceremony.paidEntries + ceremony.freeEntries
  const { root, nodes } = await buildTree(ceremonies, raffleId, total, engine)
  if (formatSha256(root) !== seal.entries_root || total !== seal.total_entries) {
    problems.push('its entries are not those that were sealed')
  }
  for (const { level, index, hash } of nodes) {
    const [kept] = await ceremonies.readNodes(raffleId, level, index, index + 1)
    if (kept === undefined || !equalBytes(kept, hash)) {
      problems.push(`node ${index} of level ${level} is not that of its entries`)
    }
  }
  return problems
}

async function checkViews(
  sql: Sql,
  { ceremonies, log }: StoreTables,
  ceremony: CeremonyRow,
): Promise<readonly string[]> {
  const { raffleId } = ceremony
  if (ceremony.statements[0]?.signature === undefined) return []
  const rows = await sql.all<{ name: string; body: Uint8Array }>(
    "SELECT name, body FROM view WHERE raffle_id = ? AND name IN ('bundle', 'statements')",
    [raffleId],
  )
  const bodies = new Map(rows.map(({ name, body }) => [name, Buffer.from(body).toString()]))
  const problems: string[] = []
  try {
    const bundle = await buildLightBundle(ceremonies, log, ceremony)
    if (bodies.get('bundle') !== JSON.stringify(bundle)) {
      problems.push('the view bundle is not what was signed')
    }
    if (bodies.get('statements') !== formatStatements(raffleId, bundle.statements)) {
      problems.push('the view statements is not what was signed')
    }
  } catch (error) {
    if (!(error instanceof DrawauditError) && !(error instanceof RangeError)) throw error
    problems.push('its bundle cannot be made')
  }
  return problems
}
