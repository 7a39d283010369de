// How long healthy subscribers wait for an event while others never answer or fail. See README.md.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDesk } from '../dist/operator/desk.js'
import { journalOf } from '../dist/operator/journal.js'
import { addEndpoint, confirmEndpoint } from '../dist/operator/webhooks.js'
import { openSqliteStore } from '../dist/store/sqlite/sqlite-store.js'
import { describeMachine, formatTable, makeFolder, root } from './lib.js'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const [endpoints, events, pause] = options.quick ? [100, 5, 1000] : [1000, 20, 3000]
const silent = endpoints * 0.2
const failing = endpoints * 0.1
const healthy = endpoints - silent - failing
/** Milliseconds within which 99 of 100 healthy ones are to know. */
const limit = 5000

const file = join(makeFolder(), 'raffles.db')
const store = await openSqliteStore(file, { access: 'write', create: true })
const desk = createDesk({
  store,
  journal: journalOf(file),
  unlock: () => ({ key: new Uint8Array(32).fill(9) }),
  now: () => new Date(),
  random: length => new Uint8Array(randomBytes(length)),
})

const receivers = fork(join(root, 'bench/webhook-receivers.js'), [healthy, failing].map(String))
const [{ port }] = await once(receivers, 'message')
const waits = []
const seen = new Set()
receivers.on('message', ({ id, place, wait }) => {
  waits.push(wait)
  seen.add(`${id} ${place}`)
})

const ids = []
for (let place = 0; place < endpoints; place += 1) {
  const url = `http://127.1.${place >> 8}.${place & 255}:${port}/${place}`
  const allow = { http: true, anyPort: true, networks: ['127.0.0.0/8'] }
  const { endpoint } = await addEndpoint(desk, { url, allow, apiUrl: 'https://raffles.example/api/v1' })
  await confirmEndpoint(desk, endpoint.id)
  ids.push(endpoint.id)
}

const worker = fork(join(root, 'bench/webhook-worker.js'), [file])
await once(worker, 'message')
for (let count = 0; count < events; count += 1) {
  const at = Date.now()
  const data = { raffle_id: '49638a53-01d5-4ea0-96bc-887c4448c4f3', reason: String(at) }
  const event = { type: 'raffle.cancelled', timestamp: '2026-11-20T16:15:00+00:00', data }
  const message = {
    id: `msg_${randomBytes(16).toString('hex')}`,
    type: event.type,
    raffleId: data.raffle_id,
    createdAt: at,
    body: Buffer.from(JSON.stringify(event)),
  }
  await store.transact(({ outbox }) =>
    outbox.queue(
      message,
      ids.map(endpoint => ({ endpoint, state: 'pending' })),
    ),
  )
  await sleep(pause)
}
for (let tries = 0; tries < 300 && seen.size < healthy * events; tries += 1) await sleep(100)
worker.send('end')
const [totals] = await once(worker, 'message')
receivers.kill()
await store.close()

waits.sort((a, b) => a - b)
const at = share => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]
console.log(`${describeMachine()}\n`)
console.log(
  `${endpoints} endpoints, ${silent} never answer, ${failing} fail; ${events} events for all of them, one each ${pause / 1000} s`,
)
console.log(
  formatTable([
    ['healthy deliveries', 'p50', 'p99', 'max', 'lost', 'twice', 'attempts in all', 'processor time of each'],
    [
      String(waits.length),
      `${at(0.5)} ms`,
      `${at(0.99)} ms`,
      `${waits.at(-1)} ms`,
      String(healthy * events - seen.size),
      String(waits.length - seen.size),
      String(totals.attempts),
      `${totals.cpu.toFixed(2)} ms`,
    ],
  ]),
)
const problems = []
if (seen.size < healthy * events) problems.push('events were lost')
if (at(0.99) > limit) problems.push(`99 of 100 took longer than ${limit} ms`)
for (const problem of problems) console.error(`error: ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)
