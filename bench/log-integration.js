// How long a statement waits for the first signed head of the log that covers it, while 100 raffles are drawn at once.
// Run by bench/log.js; see README.md.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { advanceLog } from '../dist/operator/advance-log.js'
import { formatVerifierKey, parseVerifierKey } from '../dist/core/note.js'
import { firstRoundAtOrAfter } from '../dist/core/beacon.js'
import { createWitness } from '../dist/log/witness/witness.js'
import { createWitnessKey } from '../dist/log/witness/key.js'
import { createWitnessServer } from '../dist/log/witness/server.js'
import { openWitnessState } from '../dist/log/witness/state.js'
import { native } from '../dist/native/engine.js'
import { createLog } from '../dist/operator/create-log.js'
import { createRaffle } from '../dist/operator/create-raffle.js'
import { createDesk } from '../dist/operator/desk.js'
import { drawRaffle } from '../dist/operator/draw-raffle.js'
import { readEntryLines } from '../dist/operator/entry-lines.js'
import { importEntries } from '../dist/operator/import-entries.js'
import { journalOf } from '../dist/operator/journal.js'
import { generateKey } from '../dist/operator/keys.js'
import { sealRaffle } from '../dist/operator/seal-raffle.js'
import { createChain } from '../dist/relay/create-chain.js'
import { openSqliteStore } from '../dist/store/sqlite/sqlite-store.js'
import { formatTable, makeFolder } from './lib.js'

const origin = 'raffles.example/log'
const operator = 'Example Raffles Ltd'
const noon = Date.UTC(2026, 8, 1, 12) / 1000
const close = noon + 3600
const drawAt = close + 900
const times = { create: noon, import: noon, seal: close, draw: drawAt + 3 }
/** Milliseconds within which 99 of 100 statements are to be under a head. */
const limit = 1000

const { chain, sign } = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 3,
  genesisTime: noon - 86_400,
})
const beacon = sign(firstRoundAtOrAfter(chain, drawAt))

/** Notes when what was appended and what a head covers is committed. */
class Waits {
  #appended = []
  #covered = 0
  milliseconds = []

  watch(store) {
    const transact = async (work, options) => {
      let appended = 0
      let size
      const result = await store.transact(transaction => {
        const log = intercept(transaction.log, {
          async append(entries) {
            appended += entries.length
            await transaction.log.append(entries)
          },
          async writeHead(head, tiles) {
            size = head.size
            await transaction.log.writeHead(head, tiles)
          },
        })
        return work(intercept(transaction, { log }))
      }, options)
      const now = performance.now()
      for (; appended > 0; appended -= 1) this.#appended.push(now)
      for (; this.#covered < (size ?? 0); this.#covered += 1) {
        this.milliseconds.push(now - this.#appended[this.#covered])
      }
      return result
    }
    return intercept(store, { transact })
  }
}

function intercept(target, members) {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(members, name)) return members[name]
      const member = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

async function drawAll(raffles, witnesses) {
  const folder = makeFolder()
  const file = join(folder, 'store.db')
  const waits = new Waits()
  const opened = await openSqliteStore(file, { access: 'write', create: true })
  const store = waits.watch(opened)
  // Each raffle has a clock of its own, so that none waits for its times.
  const deskAt = step =>
    createDesk({
      store,
      journal: journalOf(file),
      unlock: () => ({ key: new Uint8Array(32).fill(9) }),
      now: () => new Date(times[step] * 1000),
      random: length => new Uint8Array(randomBytes(length)),
      engine: native,
    })
  const desks = Object.fromEntries(Object.keys(times).map(step => [step, deskAt(step)]))
  await generateKey(desks.create, operator)
  const { vkey } = await createLog(desks.create, origin)
  const servers = []
  for (let number = 1; number <= witnesses; number++) {
    const server = await startWitness(`witness-${number}.example`, vkey, join(folder, `witness-${number}`))
    servers.push(server)
    await opened.transact(({ log }) => log.writeWitness({ url: server.url, vkey: server.vkey }))
  }

  const faults = []
  const advance = async step => {
    const { faults: found } = await advanceLog(desks[step])
    faults.push(...found.map(({ fault }) => fault.message))
  }
  const prizes = ['iPhone (1st Prize)', 'Voucher', 'Mug'].map(prizeName => ({ prizeName }))
  const offer = { prizes, maxEntries: 500, entriesCloseAt: close, drawAt, chain, operator }
  const list = Array.from({ length: 142 }, (_, number) => `ticket-${number},paid\n`).join('')
  async function draw(number) {
    const raffleId = `49638a53-01d5-4ea0-96bc-${String(number).padStart(12, '0')}`
    await createRaffle(desks.create, { raffleId, name: `Raffle ${number}`, ...offer })
    await advance('create')
    await importEntries(desks.import, raffleId, readEntryLines([Buffer.from(list)]))
    await advance('import')
    await sealRaffle(desks.seal, raffleId)
    await advance('seal')
    await drawRaffle(desks.draw, raffleId, () => Promise.resolve(beacon))
    await advance('draw')
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: raffles }, (_, number) => draw(number)))
  const seconds = (performance.now() - begin) / 1000
  const inVain = faults.length
  // Where many ask a witness at once, some of them are too late; whoever comes next asks again.
  await advance('draw')
  const heads = (await store.log.listHeads(0, 1_000_000)).length
  const { size, cosignatures } = await store.log.readHead()
  await opened.close()
  for (const { process: child } of servers) child.kill()
  if (size !== raffles * 5 || waits.milliseconds.length !== size) throw new Error(`${size} entries`)
  if (cosignatures.length !== witnesses) {
    throw new Error(
      `${cosignatures.length} witnesses cosigned the last head: ${faults[0] ?? 'without a word'}`,
    )
  }
  return { milliseconds: waits.milliseconds.sort((a, b) => a - b), heads, seconds, inVain }
}

async function startWitness(name, vkey, folder) {
  mkdirSync(folder)
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'witness', name, vkey, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const [text] = await once(child.stdout, 'data')
  return { process: child, ...JSON.parse(text) }
}

/** A witness in a process of its own. */
async function serveWitness([name, vkey, folder]) {
  const key = createWitnessKey(name, new Uint8Array(randomBytes(32)))
  const logs = [{ origin, key: parseVerifierKey(vkey) }]
  const state = await openWitnessState(folder, { verifiers: [key.verifier], logs, engine: native })
  const witness = createWitness({ state, logs, keys: [key], now: () => new Date(), engine: native })
  const { http } = createWitnessServer({ witness, rateLimit: 1_000_000_000 })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const url = `http://127.0.0.1:${http.address().port}`
  process.stdout.write(JSON.stringify({ url, vkey: formatVerifierKey(key.verifier) }))
}

/** Prints the figures; says what is wrong with them. */
export async function run({ quick = false } = {}) {
  const raffles = quick ? 10 : 100
  console.log(
    `integration: ${raffles} raffles of 142 entries and 3 prizes are drawn at once by one process on one SQLite store; after every step a head is signed, and witnesses are asked; milliseconds from the commit of a statement to that of the first head over it`,
  )
  const rows = [['witnesses', 'statements', 'heads', 'seconds', 'p50 ms', 'p99 ms', 'max ms', 'in vain']]
  const problems = []
  for (const witnesses of [0, 2]) {
    const { milliseconds, heads, seconds, inVain } = await drawAll(raffles, witnesses)
    const part = share =>
      milliseconds[Math.min(milliseconds.length - 1, Math.floor(milliseconds.length * share))]
    const figures = [part(0.5), part(0.99), milliseconds.at(-1)].map(one => one.toFixed(0))
    console.error(`${witnesses} witnesses: p99 ${figures[1]} ms`)
    const counts = [witnesses, milliseconds.length, heads].map(String)
    rows.push([...counts, seconds.toFixed(1), ...figures, String(inVain)])
    if (part(0.99) > limit) {
      problems.push(`with ${witnesses} witnesses, the p99 is ${part(0.99).toFixed(0)} ms: above ${limit}`)
    }
  }
  console.log(`${formatTable(rows)}\n`)
  return problems
}

const [, script, command, ...rest] = process.argv
if (command === 'witness' && script === fileURLToPath(import.meta.url)) await serveWitness(rest)
