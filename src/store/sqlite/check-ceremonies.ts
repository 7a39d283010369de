/**
 * What `store check` looks for in ceremonies.
 *
 * @packageDocumentation
 */
import type { Database } from 'better-sqlite3'
import { equalBytes, formatSha256 } from '../../core/digest.js'
import { computeKeyId, verifyEnvelope } from '../../core/dsse.js'
import { portable } from '../../core/portable.js'
import { parsePublicKey, type PublicKey } from '../../core/signature.js'
import { DrawauditError } from '../../errors.js'
import { parseStatement, statementType, type Statement } from '../../model/statement.js'
import type { CeremonyRow } from '../ceremonies.js'
import { buildTree } from '../entry-tree.js'
import { buildLightBundle, findSeal, formatStatements } from '../public-ceremony.js'
import { CeremonyTables } from './ceremony-tables.js'
import { attempt } from './errors.js'
import { LogTables } from '../tables/log-tables.js'
import { createSql } from './sql.js'

/**
 * Goes through all ceremonies: that statements have their digests, are signed by the keys they name and follow each
 * other; that entries are counted right and found where they stand; that sealed lists have their roots; that the views
 * say what is signed.
 *
 * @returns one sentence for each problem: lower case, no full stop.
 */
export async function checkCeremonies(database: Database): Promise<readonly string[]> {
  const tables = new CeremonyTables(database, () => undefined)
  const keys = new Map<string, PublicKey>()
  const problems: string[] = []
  for (const { keyId, publicKey } of await tables.readSigningKeys()) {
    const key = tryTo(() => parsePublicKey('ed25519', publicKey))
    if (key === undefined || computeKeyId(key) !== keyId)
      problems.push(`key ${keyId}: it has another public key`)
    else keys.set(keyId, key)
  }
  const digests = new Map(
    (await tables.readDigests()).map(({ raffleId, sequence, digest }) => [`${raffleId} ${sequence}`, digest]),
  )
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly string[] = await tables.listCeremonies(after, 1000)
    for (const raffleId of page) {
      const ceremony = await tables.readCeremony(raffleId)
      if (ceremony === undefined) continue
      const found = [
        ...checkStatements(ceremony, keys, digests),
        ...checkEntries(database, ceremony),
        ...(await checkDerived(database, tables, ceremony)),
      ]
      problems.push(...found.map(problem => `raffle ${raffleId}: ${problem}`))
    }
    after = page.at(-1)
  }
  return problems
}

function* checkStatements(
  { raffleId, statements: rows }: CeremonyRow,
  keys: ReadonlyMap<string, PublicKey>,
  digests: ReadonlyMap<string, string>,
): Generator<string> {
  let previous: string | null = null
  for (const [index, { sequence, payload, keyId, signature }] of rows.entries()) {
    const name = `statement ${sequence}`
    const digest = formatSha256(portable.hash('sha256', payload))
    if (digests.get(`${raffleId} ${sequence}`) !== digest) yield `${name} is not what was stored`
    const statement: Statement | undefined = tryTo(() => parseStatement(payload))
    if (statement === undefined) yield `${name} is not a statement`
    else if (statement.raffle_id !== raffleId || statement.sequence !== sequence || sequence !== index) {
      yield `${name} stands in another place than it says`
    } else if (statement.previous !== previous) yield `${name} does not follow the one before it`
    previous = digest
    const key = keys.get(keyId)
    if (signature === undefined) continue
    if (rows[index - 1] !== undefined && rows[index - 1]?.signature === undefined)
      yield `${name} follows one without a signature`
    const envelope = { payloadType: statementType, payload, keyId, signature }
    if (key === undefined || !verifyEnvelope(envelope, key)) yield `${name} is not signed by its key`
  }
}

function* checkEntries(
  database: Database,
  { raffleId, paidEntries, freeEntries }: CeremonyRow,
): Generator<string> {
  const counted = attempt(() =>
    database
      .prepare<[string], { paid: number; total: number; last: number | null; places: number; found: number }>(
        `SELECT count(*) FILTER (WHERE kind = 'paid') AS paid, count(*) AS total, max(entry.place) AS last,
                (SELECT count(*) FROM entry_place WHERE ceremony = number) AS places,
                count(entry_place.place) AS found
         FROM ceremony
         JOIN entry ON entry.ceremony = number
         LEFT JOIN entry_place ON entry_place.ceremony = number AND entry_place.id = entry.id
                               AND entry_place.place = entry.place
         WHERE raffle_id = ?`,
      )
      .get(raffleId),
  )
  if (counted === undefined) return
  const { paid, total, last, places, found } = counted
  if (paid !== paidEntries || total !== paidEntries + freeEntries)
    yield 'its entries are not as many as it says'
  if ((last ?? -1) !== total - 1) yield 'an entry is missing in its list'
  if (places !== total || found !== total) yield 'an entry is not found where it stands'
}

async function checkDerived(
  database: Database,
  tables: CeremonyTables,
  ceremony: CeremonyRow,
): Promise<readonly string[]> {
  const { raffleId } = ceremony
  const problems: string[] = []
  // Statements that cannot be read were named already.
  const seal = tryTo(() => findSeal(ceremony))
  if (seal !== undefined) {
    const total = ceremony.paidEntries + ceremony.freeEntries
    const { root, nodes } = await buildTree(tables, raffleId, total, portable)
    if (formatSha256(root) !== seal.entries_root || total !== seal.total_entries) {
      problems.push('its entries are not those that were sealed')
    }
    for (const { level, index, hash } of nodes) {
      const [kept] = await tables.readNodes(raffleId, level, index, index + 1)
      if (kept === undefined || !equalBytes(kept, hash))
        problems.push(`node ${index} of level ${level} is not that of its entries`)
    }
  }
  if (ceremony.statements[0]?.signature === undefined) return problems
  const view = database
    .prepare<[string, string], string>('SELECT CAST(body AS TEXT) FROM view WHERE raffle_id = ? AND name = ?')
    .pluck()
  try {
    const bundle = await buildLightBundle(tables, new LogTables(createSql(database)), ceremony)
    if (attempt(() => view.get(raffleId, 'bundle')) !== JSON.stringify(bundle))
      problems.push('the view bundle is not what was signed')
    if (attempt(() => view.get(raffleId, 'statements')) !== formatStatements(raffleId, bundle.statements)) {
      problems.push('the view statements is not what was signed')
    }
  } catch (error) {
    if (!(error instanceof DrawauditError) && !(error instanceof RangeError)) throw error
    problems.push('its bundle cannot be made')
  }
  return problems
}

/** What can be read; undefined for what is damaged. */
export function tryTo<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
