// What a shop sees of the desk: entries with receipts in batches, beside the signatures and the import alone; and how long
// a buyer waits. See README.md.
import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { native } from '../dist/native/engine.js'
import { createRaffle } from '../dist/operator/create-raffle.js'
import { createDesk } from '../dist/operator/desk.js'
import { addToken } from '../dist/operator/desk-tokens.js'
import { readEntryLines } from '../dist/operator/entry-lines.js'
import { importEntries } from '../dist/operator/import-entries.js'
import { journalOf } from '../dist/operator/journal.js'
import { generateKey } from '../dist/operator/keys.js'
import { openStore } from '../dist/store/open-store.js'
import { ids, writeEntries } from './entries.js'
import { describeMachine, formatCount, formatTable, makeFolder, root } from './lib.js'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const count = options.quick ? 10_000 : 100_000
const batch = 1000
const [seconds, rate] = [options.quick ? 5 : 60, 100]

/** Of the speed of signing and importing alone; and milliseconds within which 99 of 100 buyers are answered. */
const limits = { ratio: 0.5, p99: 20 }

const folder = makeFolder()
const file = name => join(folder, name)
const operator = 'Example Raffles Ltd'
const raffles = { batches: randomUUID(), single: randomUUID() }
writeFileSync(file('secrets.key'), `${'09'.repeat(32)}\n`, { mode: 0o600 })

async function openDesk(name, access, create = false) {
  const store = await openStore(file(name), { access, create })
  const desk = createDesk({
    store,
    journal: journalOf(file(name)),
    unlock: () => ({ key: new Uint8Array(32).fill(9) }),
    now: () => new Date(),
    random: length => new Uint8Array(randomBytes(length)),
    engine: native,
  })
  return { store, desk }
}

async function setUp() {
  const { store, desk } = await openDesk('store.db', 'write', true)
  await generateKey(desk, operator)
  await generateKey(desk, operator, 'receipts')
  for (const raffleId of Object.values(raffles)) {
    await createRaffle(desk, {
      raffleId,
      name: 'Summer raffle',
      operator,
      prizes: [{ prizeName: 'Mug' }],
      maxEntries: 10_000_000,
      entriesCloseAt: Math.floor(Date.now() / 1000) + 86_400,
      chain: null,
    })
  }
  const { text: token } = await addToken(desk, 'shop', ['entries'])
  await store.close()
  return token
}

const nonceHash = number => createHash('sha256').update(`nonce ${number}`).digest('hex')

/** Seconds by the clock, and seconds of the processor of the process that works, which is this one when left out. */
async function time(work, readProcessor = () => process.cpuUsage()) {
  const before = readProcessor()
  const start = performance.now()
  await work()
  const after = readProcessor()
  const processor = (after.user + after.system - before.user - before.system) / 1e6
  return { clock: (performance.now() - start) / 1000, processor }
}

/** As `process.cpuUsage` of another process, from the ticks of proc(5), of which a second has 100. */
function readProcessorOf({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return { user: 1e4 * Number(fields[11]), system: 1e4 * Number(fields[12]) }
}

/** The import of a file of the same entries, into a copy of the store. */
async function timeImport() {
  for (const end of ['', '-wal', '.signed']) {
    if (existsSync(file(`store.db${end}`))) copyFileSync(file(`store.db${end}`), file(`copy.db${end}`))
  }
  await writeEntries(
    file('entries.csv'),
    count,
    (number, kind) => `${ids.uuid(number)},${kind},${nonceHash(number)}\n`,
  )
  const { store, desk } = await openDesk('copy.db', 'write')
  const taken = await time(() =>
    importEntries(desk, raffles.batches, readEntryLines(createReadStream(file('entries.csv')))),
  )
  await store.close()
  return taken
}

/** As many signatures as receipts, of as many bytes. */
function timeSignatures(length) {
  const { sign } = native.signer(new Uint8Array(randomBytes(32)))
  const message = new Uint8Array(randomBytes(length))
  return time(() => {
    for (let index = 0; index < count; index++) sign(message)
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sells entries; the text of the answer. */
async function sell(url, token, raffleId, entries) {
  const body = JSON.stringify({ entries })
  const asked = request(`${url}/v1/raffles/${raffleId}/entries`, {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    },
  })
  asked.end(body)
  const [response] = await once(asked, 'response')
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(answer)
  return answer
}

function timeBatches(url, token) {
  const makeEntry = number => ({ id: ids.uuid(number), kind: 'paid', nonce_hash: nonceHash(number) })
  return time(
    async () => {
      for (let first = 0; first < count; first += batch) {
        const entries = Array.from({ length: batch }, (_, index) => makeEntry(first + index))
        await sell(url, token, raffles.batches, entries)
      }
    },
    () => readProcessorOf(child),
  )
}

/** Milliseconds from when each request was due to its answer, in ascending order: who is late makes the next ones wait. */
async function timeSingles(url, token) {
  const taken = []
  const start = performance.now()
  const sales = []
  for (let number = 0; number < seconds * rate; number++) {
    const due = start + (1000 * number) / rate
    await sleep(Math.max(0, due - performance.now()))
    const entries = [{ id: `single-${number}`, kind: 'paid', nonce_hash: nonceHash(number) }]
    sales.push(
      sell(url, token, raffles.single, entries).then(() => {
        taken.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(sales)
  return taken.sort((a, b) => a - b)
}

/** Milliseconds of writing a page and syncing it, at the same rate, in ascending order: what the disk takes of it. */
async function timeDisk() {
  const descriptor = openSync(file('disk'), 'w')
  const page = randomBytes(4096)
  const taken = []
  for (let number = 0; number < Math.min(seconds, 10) * rate; number++) {
    const start = performance.now()
    writeSync(descriptor, page)
    fdatasyncSync(descriptor)
    taken.push(performance.now() - start)
    await sleep(1000 / rate)
  }
  closeSync(descriptor)
  return taken.sort((a, b) => a - b)
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]

const token = await setUp()
const importing = await timeImport()
const args = ['desk', 'serve', '--store', file('store.db'), '--port', '0', '--beacon', 'none']
const child = spawn(
  process.execPath,
  [join(root, 'bin/drawaudit.js'), ...args, '--key-file', file('secrets.key'), '--rate-limit', '1000000000'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
process.once('exit', () => child.kill('SIGKILL'))
const lines = createInterface({ input: child.stdout })
const [line] = await once(lines, 'line')
const { url } = JSON.parse(line)
// Compiled, and connected.
const { receipts } = JSON.parse(
  await sell(url, token, raffles.single, [{ id: 'first', kind: 'paid', nonce_hash: nonceHash(0) }]),
)
for (let index = 0; index < 200; index++) {
  await sell(url, token, raffles.single, [
    { id: `warm-${index}`, kind: 'paid', nonce_hash: nonceHash(index) },
  ])
}
const signing = await timeSignatures(Buffer.from(receipts[0].payload, 'base64').length)
const batches = await timeBatches(url, token)
const singles = await timeSingles(url, token)
const disk = await timeDisk()
child.kill('SIGTERM')
await once(child, 'exit')
agent.destroy()

const ratio = (signing.clock + importing.clock) / batches.clock
const row = (what, { clock, processor }) => [
  what,
  clock.toFixed(2),
  processor.toFixed(2),
  formatCount(count / clock),
]
console.log(`${describeMachine()}\n`)
console.log(
  formatTable([
    [`${formatCount(count)} entries`, 'seconds', 'processor s', 'a second'],
    row('signatures alone', signing),
    row('import alone', importing),
    row(`the desk, batches of ${formatCount(batch)}`, batches),
  ]),
)
const describe = sorted =>
  `${quantile(sorted, 0.5).toFixed(1)} ms, p99 ${quantile(sorted, 0.99).toFixed(1)} ms`
console.log(
  `\nthe desk at ${ratio.toFixed(2)} of the speed of signatures and import, at least ${limits.ratio}`,
)
console.log(
  `one entry with its receipt, ${rate} a second for ${seconds} s: median ${describe(singles)}, at most ${limits.p99}; ` +
    `a page written and synced: median ${describe(disk)}`,
)
if (ratio < limits.ratio || quantile(singles, 0.99) > limits.p99) {
  console.error('error: slower than that')
  process.exitCode = 1
}
