// A desk that is killed at any moment while shops sell and refund: whatever was answered holds to the end.
import { randomInt } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { formatSha256 } from '../../../src/core/digest.js'
import { decodeEnvelope, encodeEnvelope, type EnvelopeJson } from '../../../src/core/dsse.js'
import { listParts } from '../../../src/model/entry.js'
import { hashWithdrawn } from '../../../src/model/receipt.js'
import { parseStatement, type Seal } from '../../../src/model/statement.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { addToken } from '../../../src/operator/desk-tokens.js'
import { generateKey } from '../../../src/operator/keys.js'
import { envelopeOf } from '../../../src/operator/receipts.js'
import { checkSqliteStore } from '../../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import { verifyBundle } from '../../../src/verify/bundle/verify-bundle.js'
import { Shop, type Tokens } from '../../desk/shop.js'
import { Children } from '../../operator/children.js'
import type { Orders, Ready } from '../../operator/desk-child.js'
import { drawAt, operator, setUpPlayer } from '../../operator/log-play.js'
import { readRecord } from '../../operator/signed-record.js'
import { readView } from '../../operator/stage.js'
import { Sqlite } from '../../sqlite.js'

// `npm run campaign kills` kills a thousand.
const kills = Number(process.env['KILLS'] ?? 40)

/** Receipts of a raffle that are verified one by one; all of them are looked for in the list. */
const verified = process.env['KILLS'] === undefined ? 4 : 20

/** Desks that die with one process: loading it takes longer than all that they do. */
const together = 4

/** From one kill to the next, at most: effects of four desks, those with which something is signed, and milliseconds. */
const longest = { effects: 400, signing: 12, time: 60 }

const folder = t.testdir()
const template = join(folder, 'template.db')
const children = new Children<Orders>('desk-child.ts', folder)
t.teardown(() => {
  children.end()
})

async function prepare(): Promise<Tokens> {
  const store = await openSqliteStore(template, { access: 'write', create: true })
  const { desk } = setUpPlayer(store, template)
  await generateKey(desk, operator)
  await generateKey(desk, operator, 'receipts')
  const { text: shop } = await addToken(desk, 'shop', ['entries'])
  const { text: office } = await addToken(desk, 'office', ['ceremony'])
  await store.close()
  const database = new Sqlite(template)
  database.pragma('journal_mode = DELETE')
  database.close()
  return { shop, office }
}

/** What is wrong once a raffle has come to its end. */
async function findWrong(file: string, raffleId: string, shop: Shop): Promise<readonly string[]> {
  const wrong = [...shop.wrong]
  const signed = new Map<string, string>()
  for (const { what, place, content } of readRecord(file)) {
    if ((signed.get(place) ?? content) !== content) wrong.push(`${what} ${place} was signed twice`)
    signed.set(place, content)
  }
  const store = await openSqliteStore(file, { access: 'read' })
  try {
    const { ceremonies } = store
    const entries = await ceremonies.readEntries(raffleId, 0, 100_000)
    const listed = new Map(entries.map(entry => [entry.id, entry]))
    const sold = new Map(shop.sales.flatMap(sale => sale.entries.map(entry => [entry.id, entry] as const)))
    const isThere = async (id: string): Promise<boolean> =>
      listed.has(id) || (await ceremonies.readWithdrawal(raffleId, id)) !== undefined
    for (const { id } of entries) if (!sold.has(id)) wrong.push(`nobody sold ${id}`)

    let requests = 0
    for (const { key, entries: all, answer } of shop.sales) {
      const fresh = all.filter(({ id }) => id.startsWith(`${key}-`))
      const there = await Promise.all(fresh.map(({ id }) => isThere(id)))
      const found = there.filter(Boolean).length
      const expected = answer === undefined ? [0, fresh.length] : [answer.status === 200 ? fresh.length : 0]
      if (!expected.includes(found)) wrong.push(`of sale ${key} there are ${found} of ${fresh.length}`)
      if (answer?.status === 200 || (answer === undefined && found > 0)) requests += 1
    }
    const database = new Sqlite(file, { readonly: true })
    const count = (what: string) => database.prepare(`SELECT count(*) FROM ${what}`).pluck().get()
    if (count('desk_request') !== requests) wrong.push(`${String(count('desk_request'))} keys of ${requests}`)
    const rows = count('receipt')
    database.close()

    const receipts = new Map<string, string>()
    for (const id of sold.keys()) {
      const row = await ceremonies.readReceipt(raffleId, id)
      if (row !== undefined) receipts.set(id, JSON.stringify(encodeEnvelope(envelopeOf(row))))
      if ((row === undefined) === (await isThere(id))) wrong.push(`${id} has a receipt and no entry, or none`)
    }
    if (rows !== receipts.size) wrong.push(`${String(rows)} receipts of ${receipts.size}`)
    for (const [id, text] of shop.receipts) {
      if (receipts.get(id) !== text)
        wrong.push(`the receipt of ${id} is ${receipts.has(id) ? 'another' : 'gone'}`)
    }

    const withdrawn = await ceremonies.readWithdrawn(raffleId)
    for (const { id, answer, nonce } of shop.refunds) {
      const row = await ceremonies.readWithdrawal(raffleId, id)
      if ((row === undefined) !== listed.has(id)) wrong.push(`${id} is listed and withdrawn, or neither`)
      if (answer?.status === 200 && row === undefined) wrong.push(`the refund of ${id} is lost`)
      if (answer?.status === 409 && nonce === undefined && row !== undefined) wrong.push(`${id} was refused`)
      if (answer?.status === 200 && nonce !== undefined && row?.nonce === undefined)
        wrong.push(`${id}: no nonce`)
    }
    const statements = (await ceremonies.readCeremony(raffleId))?.statements ?? []
    if (statements.some(({ signature }) => signature === undefined)) wrong.push('something is not signed')
    const seal = parseStatement(statements[1]?.payload ?? new Uint8Array()) as Seal
    const consented = withdrawn.filter(one => one.nonce !== undefined).length
    const said = JSON.stringify([seal.total_entries, seal.withdrawn])
    const tally = { consented, count: withdrawn.length, root: formatSha256(hashWithdrawn(withdrawn)) }
    if (said !== JSON.stringify([entries.length, withdrawn.length > 0 ? tally : undefined])) {
      wrong.push(`the seal says ${said}, and there are ${entries.length}, ${JSON.stringify(tally)}`)
    }

    const bundle = {
      ...(readView(await store.readBundle(raffleId)) as object),
      entries: entries.map(listParts),
    }
    const trust = parseTrust(await store.readTrust())
    // Those that were taken back among them.
    const chosen = [...receipts.keys()].toSorted((a, b) => Number(listed.has(a)) - Number(listed.has(b)))
    for (const id of [...chosen.slice(0, verified / 2), ...chosen.slice(-verified / 2)]) {
      const envelope = decodeEnvelope(JSON.parse(receipts.get(id) ?? '') as EnvelopeJson)
      const report = verifyBundle(bundle, trust, {
        now: new Date(1000 * (drawAt + 60)),
        engine: native,
        receipt: { envelope },
      })
      const { claims = [] } = report.subjects[0] ?? {}
      const refuted = claims.filter(({ status }) => status === 'refuted')
      for (const { id: claim, message } of refuted) wrong.push(`${id}: ${claim}: ${message}`)
      const honoured = claims.find(claim => claim.id === 'receipt.honoured')?.code
      const expected = listed.has(id) ? 'receipt-honoured' : 'receipt-withdrawn'
      if (honoured !== expected) wrong.push(`${id}: ${String(honoured)}`)
      const drawn = claims.find(claim => claim.id === 'winner.derived')?.status
      if (drawn !== 'proven') wrong.push(`the draw is ${String(drawn)}`)
    }
  } finally {
    await store.close()
  }
  return [...wrong, ...(await checkSqliteStore(file, native)).problems]
}

/** Where the desks of one process are, once it says so. */
class Ports {
  tell: (ports: readonly number[]) => void = () => undefined
  readonly told = new Promise<readonly number[]>(resolve => (this.tell = resolve))
}

const raffleOf = (batch: number, at: number): string =>
  `49638a53-01d5-4ea0-96bc-${String(100 * batch + at).padStart(12, '0')}`

await t.test(`${kills} kills`, { timeout: 3_600_000 }, async t => {
  const tokens = await prepare()
  let [killed, starts, raffles, answered, refunded, unanswered] = [0, 0, 0, 0, 0, 0]
  const effects = new Map<string, number>()
  const statuses: Record<string, number> = {}
  for (let batch = 1; killed < kills; batch += 1) {
    let up = new Ports()
    const shops = Array.from({ length: together }, (_, at) => {
      const file = join(folder, `raffles-${batch}-${at}.db`)
      copyFileSync(template, file)
      const find = async () => `http://127.0.0.1:${(await up.told)[at] ?? 0}`
      return { file, raffleId: raffleOf(batch, at), find }
    }).map(({ file, raffleId, find }) => ({ file, raffleId, shop: new Shop(raffleId, file, tokens, find) }))
    const trade = Promise.all(shops.map(({ shop }) => shop.run()))
    for (let turn = 1; shops.some(({ shop }) => !shop.isDone); turn += 1) {
      starts += 1
      // Each store in its turn is the one whose journal counts: the ports are in the order of the shops again.
      const first = turn % together
      const files = [...shops.slice(first), ...shops.slice(0, first)].map(({ file }) => file)
      const isLast = killed >= kills
      const signs = turn % 3 === 1
      const byTime = turn % 3 === 0
      const dieAt = 1 + randomInt(signs ? longest.signing : longest.effects)
      const child = children.start({ files, ...(!isLast && !byTime && { dieAt, signs }) })
      const lines = createInterface({ input: child.process.stdout })
      const current = up
      let effect: string | undefined
      lines.on('line', line => {
        if (line.startsWith('{')) {
          const { ports } = JSON.parse(line) as Ready
          current.tell(shops.map((_, at) => ports[(at - first + together) % together] ?? 0))
        } else effect = line.replace(/^: | \d+$/g, '')
      })
      const time =
        byTime && !isLast ? current.told.then(() => setTimeout(randomInt(longest.time))) : undefined
      await Promise.race([child.ended, trade, ...(time ? [time] : [])])
      up = new Ports()
      const left = shops.filter(({ shop }) => !shop.isDone).length
      child.process.kill('SIGKILL')
      await child.ended
      killed += left
      if (left > 0) effects.set(effect ?? 'any moment', (effects.get(effect ?? 'any moment') ?? 0) + left)
    }
    await trade
    for (const { file, raffleId, shop } of shops) {
      t.strictSame(await findWrong(file, raffleId, shop), [], file.slice(folder.length))
      raffles += 1
      answered += shop.sales.filter(({ answer }) => answer?.status === 200).length
      unanswered += shop.sales.filter(({ answer }) => answer === undefined).length
      refunded += shop.refunds.filter(({ answer }) => answer?.status === 200).length
      for (const [status, count] of Object.entries(shop.statuses)) {
        statuses[status] = (statuses[status] ?? 0) + count
      }
    }
  }
  t.comment(`${killed} kills of desks, ${starts} processes, ${raffles} raffles`)
  t.comment(`${answered} sales and ${refunded} refunds answered, ${unanswered} sales given up`)
  t.comment(`by status: ${JSON.stringify(statuses)}`)
  t.comment(`before: ${JSON.stringify(Object.fromEntries(effects))}`)
})
