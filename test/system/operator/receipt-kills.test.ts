import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { formatSha256 } from '../../../src/core/digest.js'
import { decodeEnvelope, type EnvelopeJson } from '../../../src/core/dsse.js'
import { parseBundle } from '../../../src/model/bundle.js'
import { hashWithdrawn, receiptType } from '../../../src/model/receipt.js'
import { parseStatement, type Seal } from '../../../src/model/statement.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { journalOf } from '../../../src/operator/journal.js'
import { issueOne } from '../../../src/operator/receipts.js'
import { checkSqliteStore } from '../../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../../src/store/store.js'
import { verifyBundle } from '../../../src/verify/bundle/verify-bundle.js'
import { Children } from '../../operator/children.js'
import { noon, setUpPlayer, type Player } from '../../operator/log-play.js'
import { watchPoints } from '../../operator/points.js'
import {
  playReceipts,
  prepareReceipts,
  readAnswers,
  textOf,
  total,
  type Answer,
} from '../../operator/receipt-play.js'
import type { Orders } from '../../operator/receipt-child.js'
import { recordDesk, recordOf } from '../../operator/signed-record.js'
import { readView } from '../../operator/stage.js'
import { Sqlite } from '../../sqlite.js'

const { startAuthority } = await import('../../../scripts/time-stamp-authority.js')

// `npm run campaign kills` tries every point, and so many moments of chance; this some points.
const kills = Number(process.env['KILLS'] ?? 1)
const every = process.env['KILLS'] === undefined ? 20 : 1

const raffleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const folder = t.testdir()
const template = join(folder, 'template.db')
const points = watchPoints()
const authority = await startAuthority(join(folder, 'authority'))
t.teardown(authority.close)
const children = new Children<Orders>('receipt-child.ts', folder)
t.teardown(() => {
  children.end()
})

const setUp = (store: Store, file: string): Player => {
  points.journal = journalOf(file)
  return setUpPlayer(store, file, desk => recordDesk(desk, file))
}

async function withStore<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore(file, { access: 'write', create: true })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

let copies = 0
function copy(): string {
  copies += 1
  const file = join(folder, `case-${copies}.db`)
  for (const of of [(name: string) => name, journalOf, recordOf]) copyFileSync(of(template), of(file))
  return file
}

await withStore(template, store => prepareReceipts(setUp(store, template)))
new Sqlite(template).pragma('journal_mode = DELETE')

/** Every effect on the disk, in the order in which they come, with nothing going wrong. */
async function listPoints(): Promise<readonly string[]> {
  const file = copy()
  points.trace = []
  await withStore(file, async store => {
    await playReceipts(setUp(store, file), file, authority.url, noon + 60, name => (points.phase = name))
  })
  return [...points.trace]
}

/** Nothing that was answered is missing in the store, and the store says the same of itself everywhere. */
async function findLost(store: Store, answers: readonly Answer[]): Promise<readonly string[]> {
  const { ceremonies } = store
  const lost: string[] = []
  const tokens = await ceremonies.readTokens(raffleId)
  for (const answer of answers) {
    if (answer.what === 'receipt') {
      const row = await ceremonies.readReceipt(raffleId, answer.id)
      const kept = row && textOf({ payloadType: receiptType, ...row })
      if (kept !== answer.receipt)
        lost.push(`the receipt of ${answer.id} is ${kept === undefined ? 'gone' : 'another'}`)
    } else if (answer.what === 'withdrawn') {
      if ((await ceremonies.readWithdrawal(raffleId, answer.id)) === undefined)
        lost.push(`${answer.id} is back`)
      if ((await ceremonies.findEntry(raffleId, answer.id)) !== undefined) lost.push(`${answer.id} is listed`)
    } else if (answer.what === 'stamped') {
      if (!tokens.some(({ sequence }) => sequence === answer.sequence)) lost.push(`token ${answer.sequence}`)
    } else if ((await ceremonies.readCeremony(raffleId))?.statements[1]?.signature === undefined) {
      lost.push('the seal')
    }
  }
  const bundle = parseBundle(readView(await store.readBundle(raffleId)))
  if ((bundle.timestamps ?? []).length !== tokens.length)
    lost.push('the bundle has other tokens than the store')
  return lost
}

/** What is wrong when all is finished: each id has one receipt ever, and the seal counts what the store has. */
async function findWrong(file: string, player: Player): Promise<readonly string[]> {
  const { store } = player.desk
  const { ceremonies } = store
  const wrong: string[] = []
  const answers = readAnswers(file)
  const receipts = new Map<string, string>()
  for (const answer of answers) {
    if (answer.what !== 'receipt') continue
    if ((receipts.get(answer.id) ?? answer.receipt) !== answer.receipt)
      wrong.push(`${answer.id} has two receipts`)
    receipts.set(answer.id, answer.receipt)
  }
  const ids = Array.from({ length: total }, (_, at) => `t${at}`)
  for (const id of ids.slice(0, -1)) {
    const { receipt, issued } = await issueOne(player.desk, raffleId, id)
    if (issued) wrong.push(`${id} had no receipt`)
    if ((receipts.get(id) ?? textOf(receipt)) !== textOf(receipt)) wrong.push(`${id} has another receipt now`)
    receipts.set(id, textOf(receipt))
  }
  const row = await ceremonies.readCeremony(raffleId)
  const seal = parseStatement(row?.statements[1]?.payload ?? new Uint8Array()) as Seal
  const withdrawn = await ceremonies.readWithdrawn(raffleId)
  const entries = await ceremonies.readEntries(raffleId, 0, 100)
  const counts = {
    total: seal.total_entries,
    withdrawn: seal.withdrawn,
    listed: entries.map(({ id }) => id).toSorted(),
    counted: (row?.paidEntries ?? 0) + (row?.freeEntries ?? 0),
    tokens: (await ceremonies.readTokens(raffleId)).map(({ sequence }) => sequence),
    rows: new Sqlite(file, { readonly: true }).prepare('SELECT count(*) AS rows FROM receipt').pluck().get(),
  }
  const expected = {
    total: 5,
    withdrawn: { consented: 1, count: 2, root: formatSha256(hashWithdrawn(withdrawn)) },
    listed: ['t2', 't3', 't4', 't5', 't6'],
    counted: 5,
    tokens: [0, 1],
    rows: 7,
  }
  if (JSON.stringify(counts) !== JSON.stringify(expected)) wrong.push(JSON.stringify(counts))
  const bundle = {
    ...(readView(await store.readBundle(raffleId)) as object),
    entries: entries.map(({ id, kind, nonceHash }) => [id, kind, nonceHash]),
  }
  const trust = parseTrust(await store.readTrust())
  for (const [id, text] of receipts) {
    const envelope = decodeEnvelope(JSON.parse(text) as EnvelopeJson)
    const report = verifyBundle(bundle, trust, {
      now: new Date('2026-09-01T14:00:00Z'),
      engine: native,
      receipt: { envelope },
    })
    const claim = report.subjects[0]?.claims.find(one => one.id === 'receipt.honoured')
    const end = `${claim?.status} ${claim?.code}`
    const ends: Readonly<Record<string, string>> = {
      t0: 'not-applicable receipt-withdrawn',
      t1: 'not-provable receipt-withdrawn',
    }
    if (end !== (ends[id] ?? 'proven receipt-honoured')) wrong.push(`${id}: ${end}`)
  }
  return [...wrong, ...(await checkSqliteStore(file, native)).problems]
}

/** What is wrong after a kill, and after somebody went on at another time of day. */
async function finish(file: string): Promise<readonly string[]> {
  return withStore(file, async store => {
    const lost = await findLost(store, readAnswers(file))
    const player = setUp(store, file)
    await playReceipts(player, file, authority.url, noon + 600, name => (points.phase = name))
    return [...lost, ...(await findLost(store, readAnswers(file))), ...(await findWrong(file, player))]
  })
}

await t.test('killed before any effect: what was answered is kept, and nothing is there twice', async t => {
  const all = await listPoints()
  for (const what of ['insert receipt', 'insert statement_token', 'insert withdrawal', 'update statement'])
    t.ok(
      all.some(one => one.includes(what)),
      what,
    )
  // Between signing a receipt and keeping it, and between a token that came and keeping it, each time.
  const chosen = all.filter(
    (one, at) => at % every === 0 || /insert (?:receipt|statement_token|withdrawal)/.test(one),
  )
  let answered = 0
  for (const at of chosen) {
    const file = copy()
    const { signal } = await children.start({ file, url: authority.url, fault: { at, kind: 'kill' } }).ended
    t.equal(signal, 'SIGKILL', at)
    answered += readAnswers(file).length
    t.strictSame(await finish(file), [], at)
  }
  t.ok(answered > 0)
  t.comment(`${chosen.length} of ${all.length} points, ${answered} answers before the kills`)
})

await t.test('killed at any moment', async t => {
  let killed = 0
  let answered = 0
  while (killed < kills) {
    const file = copy()
    const { process, ended } = children.start({ file, url: authority.url })
    const end = await Promise.race([ended, setTimeout(Math.random() * 400)])
    if (end === undefined) process.kill('SIGKILL')
    if ((await ended).signal === 'SIGKILL') killed += 1
    answered += readAnswers(file).length
    t.strictSame(await finish(file), [], `kill ${killed}`)
  }
  t.comment(`${killed} kills, ${answered} answers before them`)
})
