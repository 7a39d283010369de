/**
 * Part of `store check`: ceremonies.
 *
 * @packageDocumentation
 */
import { isDeepStrictEqual } from 'node:util'
import { encodeChainInfo } from '../../core/beacon-json.js'
import { parseChainInfo } from '../../core/beacon.js'
import { equalBytes, formatSha256 } from '../../core/digest.js'
import { computeKeyId, verifyEnvelope } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { parsePublicKey } from '../../core/signature.js'
import { parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { parseStatement, statementType, type Commitment, type Statement } from '../../model/statement.js'
import type { CeremonyRow } from '../ceremonies.js'
import { buildTree } from '../entry-tree.js'
import { buildLightBundle, findSeal, formatStatements } from '../public-ceremony.js'
import type { Sql } from '../tables/sql.js'
import { StoreTables } from '../tables/store-tables.js'
import { checkReceipts, checkWithdrawals, type OwnKey } from './check-receipts.js'
import { tryTo, tryToRead } from './try-to.js'

/**
 * Checks all ceremonies: statement digests, signatures and order; entry counts and positions; roots of sealed
 * lists.
 *
 * @returns one sentence a problem: lower case, no full stop.
 */
export async function* checkCeremonies(sql: Sql, engine: Engine): AsyncGenerator<string> {
  const tables = new StoreTables(sql, 'read')
  const { ceremonies } = tables
  const keys = new Map<string, StatementKey>()
  for (const { keyId, publicKey, operator, validFrom } of await ceremonies.readSigningKeys()) {
    const key = tryTo(() => parsePublicKey('ed25519', publicKey))
    if (key === undefined || computeKeyId(key) !== keyId) yield `key ${keyId}: it has another public key`
    else if (tryTo(() => parseTime(validFrom)) === undefined)
      yield `key ${keyId}: its valid-from is not a time`
    else keys.set(keyId, { key, operator, validFrom })
  }
  const digests = new Map(
    (await ceremonies.readDigests()).map(row => [`${row.raffleId} ${row.sequence}`, row.digest]),
  )
  const dates = await readDates(sql)
  for await (const [raffleId, ceremony] of listCeremonies(tables)) {
    if (ceremony === undefined) {
      yield `raffle ${raffleId}: the chain that it draws with cannot be read`
      continue
    }
    const { total, problems } = await checkEntries(sql, ceremony)
    for (const problem of [
      ...checkStatements(ceremony, keys, { digests, dates }, engine),
      ...checkChain(ceremony),
      ...(await checkCounts(sql, ceremony)),
      ...problems,
      ...(await checkTree(tables, ceremony, total, engine)),
      ...(await checkReceipts(sql, ceremony, keys, engine)),
      ...(await checkWithdrawals(sql, tables, ceremony)),
    ]) {
      yield `raffle ${raffleId}: ${problem}`
    }
  }
  yield* await checkSignings(sql)
}

/** That all that is signed has a place in the order of signing, from 1 and without a gap, and nothing else has one. */
async function checkSignings(sql: Sql): Promise<readonly string[]> {
  const row = await sql.get<Record<'placed' | 'first' | 'last' | 'wrong', number>>(
    `SELECT count(signing) AS placed, coalesce(min(signing), 1) AS first, coalesce(max(signing), 0) AS last,
       count(CASE WHEN (signature IS NULL) <> (signing IS NULL) THEN 1 END) AS wrong
     FROM statement`,
  )
  if (row === undefined || (row.first === 1 && row.last === row.placed && row.wrong === 0)) return []
  return ['the order in which statements were signed has a gap']
}

/**
 * Checks that the views of ceremonies match the signed statements. A fault below a view is reported again
 * here.
 *
 * @returns one sentence a problem: lower case, no full stop.
 */
export async function* checkCeremonyViews(sql: Sql): AsyncGenerator<string> {
  const tables = new StoreTables(sql, 'read')
  for await (const [raffleId, ceremony] of listCeremonies(tables)) {
    if (ceremony === undefined) continue
    for (const problem of await checkViews(sql, tables, ceremony)) yield `raffle ${raffleId}: ${problem}`
  }
}

/** Each ceremony with its id; undefined if unreadable. */
async function* listCeremonies({
  ceremonies,
}: StoreTables): AsyncGenerator<readonly [raffleId: string, ceremony: CeremonyRow | undefined]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly string[] = await ceremonies.listCeremonies(after, 1000)
    for (const raffleId of page) {
      yield [raffleId, await tryToRead(() => ceremonies.readCeremony(raffleId))]
    }
    after = page.at(-1)
  }
}

/** Issue dates of statements as stored in their rows, by raffle and sequence. */
async function readDates(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.all<{ raffle_id: string; sequence: number; issued_at: string }>(
    'SELECT raffle_id, sequence, issued_at FROM statement JOIN ceremony ON number = ceremony',
  )
  return new Map(rows.map(row => [`${row.raffle_id} ${row.sequence}`, row.issued_at]))
}

function* checkStatements(
  { raffleId, statements: rows }: CeremonyRow,
  keys: ReadonlyMap<string, StatementKey>,
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
      yield `${name} is in another place than it says`
    } else if (statement.previous !== previous) yield `${name} does not follow the one before it`
    else if (dates.get(`${raffleId} ${sequence}`) !== statement.issued_at_utc) {
      yield `${name} has another date than it says`
    }
    previous = digest
    const own = keys.get(keyId)
    if (signature === undefined) continue
    if (rows[index - 1] !== undefined && rows[index - 1]?.signature === undefined)
      yield `${name} follows one without a signature`
    const envelope = { payloadType: statementType, payload, keyId, signature }
    if (own === undefined || !verifyEnvelope(envelope, own.key)) yield `${name} is not signed by its key`
    else if (statement !== undefined && own.operator !== statement.operator)
      yield `${name} and its key belong to different operators`
    else if (statement !== undefined && statement.issued_at_utc < own.validFrom)
      yield `${name} is older than its key`
  }
}

/** A key that signs statements. */
interface StatementKey extends OwnKey {
  readonly validFrom: string
}

/** The commitment; undefined if there is none, or if it is unreadable, which was reported already. */
function readCommitment({ statements: [first] }: CeremonyRow): Commitment | undefined {
  const statement = first && tryTo(() => parseStatement(first.payload))
  return statement?.type === 'commitment' ? statement : undefined
}

/** Checks that each prize has a seed, and that the number of receipts is right. */
async function checkCounts(sql: Sql, ceremony: CeremonyRow): Promise<readonly string[]> {
  const { raffleId, receipts } = ceremony
  const row = await sql.get<{ issued: number; seeds: number; last: number }>(
    `SELECT (SELECT count(*) FROM receipt WHERE ceremony = ceremony.number) AS issued,
       count(position) AS seeds, coalesce(max(position), 0) AS last
     FROM ceremony LEFT JOIN seed ON ceremony = number WHERE raffle_id = ? GROUP BY number`,
    [raffleId],
  )
  const prizes = readCommitment(ceremony)?.prizes.length ?? row?.seeds
  return [
    ...(row?.seeds === prizes && row?.last === prizes ? [] : ['its seeds are not those of its prizes']),
    ...(row?.issued === receipts ? [] : ['its receipts are not as many as it says']),
  ]
}

/** Checks that the chain is the committed one: its hash covers the rest. */
function checkChain(ceremony: CeremonyRow): readonly string[] {
  const { chain } = ceremony
  const commitment = readCommitment(ceremony)
  if (commitment === undefined) return []
  const expected = commitment.beacon?.chain_hash
  const isRight =
    expected === undefined
      ? chain === undefined
      : tryTo(() => isDeepStrictEqual(encodeChainInfo(parseChainInfo(chain, { chainHash: expected })), chain))
  return isRight === true ? [] : ['its chain is not the one that was committed to']
}

/** @returns also their number. */
async function checkEntries(
  sql: Sql,
  { raffleId, paidEntries, freeEntries }: CeremonyRow,
): Promise<{ readonly total: number; readonly problems: readonly string[] }> {
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
  const { paid = 0, total = 0, last = -1, places = 0, found = 0 } = row ?? {}
  const problems: string[] = []
  if (paid !== paidEntries || total !== paidEntries + freeEntries) {
    problems.push('its entries are not as many as it says')
  }
  if (last !== total - 1) problems.push('an entry is missing in its list')
  if (places !== total || found !== total) problems.push('an entry is not found at its place')
  return { total, problems }
}

async function checkTree(
  { ceremonies }: StoreTables,
  ceremony: CeremonyRow,
  total: number,
  engine: Engine,
): Promise<readonly string[]> {
  const { raffleId } = ceremony
  // Unreadable statements were reported already.
  const seal = tryTo(() => findSeal(ceremony))
  if (seal === undefined) return []
  const problems: string[] = []
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
