// One step of a ceremony, in a process of its own: `node bench/ceremony.js STEP FOLDER COUNT CLOSE [URL]`. The clock
// stands where the step belongs: CLOSE is when entries close, in seconds since 1970. URL is that of a database.
import { randomBytes } from 'node:crypto'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeChainInfo } from '../dist/core/beacon-json.js'
import { native } from '../dist/native/engine.js'
import { createRaffle } from '../dist/operator/create-raffle.js'
import { createDesk } from '../dist/operator/desk.js'
import { drawRaffle } from '../dist/operator/draw-raffle.js'
import { readEntryLines } from '../dist/operator/entry-lines.js'
import { importEntries } from '../dist/operator/import-entries.js'
import { journalOf } from '../dist/operator/journal.js'
import { generateKey } from '../dist/operator/keys.js'
import { envelopeOf, issueAll } from '../dist/operator/receipts.js'
import { sealRaffle } from '../dist/operator/seal-raffle.js'
import { createChain } from '../dist/relay/create-chain.js'
import { parseTrust } from '../dist/model/trust.js'
import { openDatabase } from '../dist/store/sqlite/database.js'
import { openStore } from '../dist/store/open-store.js'
import { verifyReceipt } from '../dist/verify/bundle/receipt.js'
import { measure } from './entries.js'

/** Receipts that are signed: each takes as long as the next. */
const mostIssued = 100_000

const [step, folder, ...numbers] = process.argv.slice(2)
const [count, close] = numbers.map(Number)
const url = numbers[2]
const file = name => join(folder, name)
const operator = 'Example Raffles Ltd'
const drawAt = close + 3600
const raffleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

const { chain, sign } = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 3,
  genesisTime: close - 86_400,
})

const times = {
  create: close - 3600,
  import: close - 1800,
  again: close - 1800,
  issue: close - 900,
  check: close - 900,
  fill: close - 900,
  seal: close,
  draw: drawAt + 3,
}
const store = await openStore(url ?? file('store.db'), { access: 'write', create: step === 'create' })
const desk = createDesk({
  store,
  journal: journalOf(file('store.db')),
  unlock: () => ({ key: Buffer.from(readFileSync(file('secrets.key'), 'utf8'), 'hex') }),
  now: () => new Date(times[step] * 1000),
  random: length => new Uint8Array(randomBytes(length)),
  engine: native,
})

const steps = {
  async create() {
    await generateKey(desk, operator)
    await generateKey(desk, operator, 'receipts')
    const prizes = ['iPhone (1st Prize)', 'Voucher', 'Mug'].map(prizeName => ({ prizeName }))
    const terms = { prizes, maxEntries: count, entriesCloseAt: close, drawAt, chain, operator }
    await createRaffle(desk, { raffleId, name: 'Summer raffle', ...terms })
    const trust = { ...(await store.readTrust()), beacons: [encodeChainInfo(chain)] }
    writeFileSync(file('trust.json'), JSON.stringify(trust))
    return { raffleId }
  },
  async import() {
    const { added } = await importEntries(
      desk,
      raffleId,
      readEntryLines(createReadStream(file('entries.csv'))),
    )
    if (added !== count) throw new Error(`imported ${added} entries`)
  },
  async again() {
    const { alreadyThere } = await importEntries(
      desk,
      raffleId,
      readEntryLines(createReadStream(file('entries.csv'))),
    )
    if (alreadyThere !== count) throw new Error(`only ${alreadyThere} entries were there`)
  },
  async issue() {
    let issued = 0
    for await (const receipts of issueAll(desk, raffleId)) {
      issued += receipts.length
      if (issued >= mostIssued) break
    }
    return { issued }
  },
  async check() {
    const trust = parseTrust(await store.readTrust())
    const options = { now: desk.now(), engine: native }
    let checked = 0
    for (const { id } of await store.ceremonies.readEntries(raffleId, 0, Math.min(count, mostIssued))) {
      const row = await store.ceremonies.readReceipt(raffleId, id)
      if (row === undefined) continue
      if ('why' in verifyReceipt(envelopeOf(row), trust, options)) throw new Error(`the receipt of ${id}`)
      checked += 1
    }
    return { checked }
  },
  // What sealing takes is a matter of the rows, and not of what is signed in them.
  async fill() {
    const database = await openDatabase(file('store.db'), { access: 'write' })
    const made = `INSERT INTO receipt SELECT listed.ceremony, listed.id, issued_at, payload, key_id, signature
      FROM entry_place AS listed, (SELECT * FROM receipt LIMIT 1)
      WHERE NOT EXISTS (SELECT 1 FROM receipt AS has WHERE has.ceremony = listed.ceremony AND has.id = listed.id)
      ORDER BY listed.ceremony, listed.id`
    database.exec(made)
    const { receipts } = database.prepare('SELECT count(*) AS receipts FROM receipt').get()
    database.close()
    if (Number(receipts) !== count) throw new Error(`${receipts} receipts for ${count} entries`)
  },
  seal: async () => ({ root: (await sealRaffle(desk, raffleId)).seal.entries_root }),
  draw: async () => {
    await drawRaffle(desk, raffleId, (_chain, round) => Promise.resolve(sign(round)))
  },
}

await measure(steps[step])
await store.close()
