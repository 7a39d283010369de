// What a step takes in a young store and in an old one: a raffle is created, and a head signed over its statement.
// Run by bench/log.js; see README.md.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatSha256 } from '../dist/core/digest.js'
import { hashLeaf, MerkleTree } from '../dist/core/merkle.js'
import { loadSqlite } from '../dist/io/sqlite.js'
import { native } from '../dist/native/engine.js'
import { createLog } from '../dist/operator/create-log.js'
import { createRaffle } from '../dist/operator/create-raffle.js'
import { createDesk } from '../dist/operator/desk.js'
import { comparedOf } from '../dist/operator/compared-journal.js'
import { appendJournal, journalOf, readJournal } from '../dist/operator/journal.js'
import { generateKey } from '../dist/operator/keys.js'
import { sequenceLog } from '../dist/operator/sequence-log.js'
import { createChain } from '../dist/relay/create-chain.js'
import { openSqliteStore } from '../dist/store/sqlite/sqlite-store.js'
import { formatCount, formatTable, makeFolder, median } from './lib.js'
import { Tiles } from './log-proof.js'

const Sqlite = await loadSqlite()
const origin = 'raffles.example/log'
const operator = 'Example Raffles Ltd'
const noon = Date.UTC(2026, 8, 1, 12) / 1000
const { chain } = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 3,
  genesisTime: noon - 86_400,
})
/** Statements of a raffle, and how many of them are written at once. */
const perRaffle = 5
const batch = 50_000
/** The most that the step in the oldest store may take, as a multiple of that in the youngest. */
const limit = 1.5

function openDesk(file, store) {
  return createDesk({
    store,
    journal: journalOf(file),
    unlock: () => ({ key: new Uint8Array(32).fill(9) }),
    now: () => new Date(noon * 1000),
    random: length => new Uint8Array(randomBytes(length)),
    engine: native,
  })
}

/** A store that has signed so many statements, each an entry of its log under one head, and its journal. */
async function fill(file, count) {
  const store = await openSqliteStore(file, { access: 'write', create: true })
  const desk = openDesk(file, store)
  await generateKey(desk, operator)
  await createLog(desk, origin)
  const [{ keyId }] = await store.ceremonies.readSigningKeys()
  const database = new Sqlite(file)
  const ceremony = database.prepare(
    'INSERT INTO ceremony (number, raffle_id, paid_entries, free_entries) VALUES (?, ?, 0, 0)',
  )
  const statement = database.prepare(
    `INSERT INTO statement (ceremony, sequence, issued_at, digest, payload, key_id, signature, signing)
     VALUES (?, ?, '2026-08-01T12:00:00+00:00', ?, ?, ?, zeroblob(64), ?)`,
  )
  const entry = database.prepare(
    'INSERT INTO log_entry (place, raffle_id, sequence, data, hash) VALUES (?, ?, ?, ?, ?)',
  )
  const tiles = new Tiles()
  const tree = new MerkleTree(native, tiles.add)
  const journal = journalOf(file)
  const add = database.transaction((first, end) => {
    const lines = []
    for (let place = first; place < end; place += 1) {
      const sequence = place % perRaffle
      const number = Math.floor(place / perRaffle) + 1
      const raffleId = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
      if (sequence === 0) ceremony.run(number, raffleId)
      const payload = Buffer.from(JSON.stringify({ raffleId, sequence, text: 'x'.repeat(400) }))
      const digest = formatSha256(createHash('sha256').update(payload).digest())
      const hash = hashLeaf(payload, native)
      statement.run(number, sequence, digest, payload, keyId, place + 1)
      entry.run(place, raffleId, sequence, payload, hash)
      tree.append(hash)
      lines.push({ raffleId, sequence, digest })
    }
    return lines
  })
  const { exists } = readJournal(journal)
  for (let first = 0; first < count; first += batch) {
    const lines = add(first, Math.min(first + batch, count))
    const length = first === 0 && !exists ? 0 : statSync(journal).size
    appendJournal(journal, { exists: exists || first > 0, length }, lines)
  }
  database.close()
  const root = tree.root()
  const head = { origin, size: count, root: formatSha256(root) }
  appendJournal(journal, readJournal(journal), [{ head }])
  const signature = { name: origin, keyId: '00000000', signature: new Uint8Array(64) }
  await store.transact(async ({ log }) => {
    const row = await log.readHead()
    const signed = row?.signature ?? signature
    await log.writeHead(
      { size: count, root, signedAt: '2026-08-01T12:00:00+00:00', signature: signed },
      tiles.take(),
    )
  })
  return { count, file, store, desk, steps: [], starts: [] }
}

async function step({ desk }) {
  const started = performance.now()
  await createRaffle(desk, {
    raffleId: randomUUID(),
    name: 'Raffle',
    prizes: [{ prizeName: 'Mug' }],
    maxEntries: 500,
    entriesCloseAt: noon + 3600,
    drawAt: noon + 4500,
    chain,
    operator,
  })
  await sequenceLog(desk)
  return performance.now() - started
}

/** The first step of a process of its own; milliseconds, the start of Node left out. */
function stepAnew(file) {
  const script = fileURLToPath(import.meta.url)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'step', file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

/** Prints the figures; says what is wrong with them. */
export async function run({ quick = false } = {}) {
  const counts = quick ? [1000, 10_000] : [1000, 100_000, 1_000_000]
  const rounds = quick ? 11 : 51
  console.log(
    `step: stores of ${counts.map(formatCount).join(', ')} signed statements, each an entry of the log and a line of the journal; in turn one step in each, ${rounds} times: a raffle is created and a head signed over it; the first compares all of store and journal, the first of a later process what came since`,
  )
  const stores = []
  for (const count of counts) {
    stores.push(await fill(join(makeFolder(), 'store.db'), count))
    console.error(`${formatCount(count)} statements`)
  }
  const firsts = []
  for (const one of stores) firsts.push(await step(one))
  // What is compiled on its first uses is not what is measured.
  for (let round = -5; round < rounds; round += 1) {
    for (const one of stores) {
      const milliseconds = await step(one)
      if (round >= 0) one.steps.push(milliseconds)
    }
  }
  for (let round = 0; round < (quick ? 3 : 11); round += 1) {
    for (const one of stores) one.starts.push(stepAnew(one.file))
  }
  const [youngest] = stores
  const rows = [
    ['statements', '', 'first ms', 'p50 ms', 'max ms', 'ratio', 'later process ms', 'ratio', 'all again ms'],
  ]
  let [ratio, ofStarts] = [1, 1]
  for (const [index, { count, file, steps, starts }] of stores.entries()) {
    // Of each round, so that what else the machine does counts for both.
    ratio = median(steps.map((time, round) => time / youngest.steps[round]))
    const times = [firsts[index], median(steps), Math.max(...steps)].map(time => time.toFixed(1))
    ofStarts = median(starts.map((time, round) => time / youngest.starts[round]))
    rmSync(comparedOf(journalOf(file)))
    const again = [median(starts).toFixed(0), ofStarts.toFixed(2), stepAnew(file).toFixed(0)]
    rows.push([formatCount(count), '', ...times, ratio.toFixed(2), ...again])
  }
  console.log(`${formatTable(rows)}\n`)
  for (const { store } of stores) await store.close()
  const [oldest] = counts.slice(-1)
  const compared = { 'a step': ratio, 'the first step of a process': ofStarts }
  return Object.entries(compared)
    .filter(([, times]) => times > limit)
    .map(
      ([what, times]) =>
        `${what} after ${formatCount(oldest)} statements takes ${times.toFixed(2)} × that after ${formatCount(counts[0])}`,
    )
}

const [, script, command, file] = process.argv
if (command === 'step' && script === fileURLToPath(import.meta.url)) {
  const started = performance.now()
  const store = await openSqliteStore(file, { access: 'write' })
  await step({ desk: openDesk(file, store) })
  process.stdout.write(String(performance.now() - started))
  await store.close()
}
