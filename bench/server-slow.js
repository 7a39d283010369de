// Thousands of clients that send a byte a second, and how a healthy one fares beside them. See README.md.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  assertMachine,
  auditPath,
  describeMachine,
  formatCount,
  joinLoadCore,
  load,
  startDrawaudit,
  stopServers,
} from './lib.js'
import { rateLimit } from './peers/data.js'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const wanted = options.quick ? 500 : 5000
const patience = 60_000

assertMachine()
const { port } = await startDrawaudit('--rate-limit', rateLimit)
joinLoadCore()

const clients = []
/** A client that never comes to the end of its header; opened and cut are milliseconds. */
function openSlow() {
  const client = { opened: undefined, cut: undefined, answer: '', problem: undefined }
  const socket = connect(port, '127.0.0.1')
  const text = 'GET / HTTP/1.1\r\nX-Slow: '
  let sent = 0
  let timer
  socket.once('connect', () => {
    client.opened = performance.now()
    timer = setInterval(() => socket.write(text[sent++] ?? 'a'), 1000)
  })
  socket.on('data', chunk => (client.answer += chunk.toString('latin1')))
  socket.on('error', error => (client.problem = error.code))
  socket.once('close', () => {
    clearInterval(timer)
    client.cut = performance.now()
  })
  clients.push(client)
}

console.log(describeMachine())
for (let count = 0; count < wanted; count++) {
  openSlow()
  // A few a millisecond: the queue of new connections is short.
  if (count % 5 === 4) await sleep(1)
}
await sleep(200)
const isOpen = client => client.opened !== undefined && client.cut === undefined
const open = clients.filter(isOpen).length
console.log(`${formatCount(open)} of ${formatCount(wanted)} slow connections are open`)

const healthy = seconds =>
  load(port, auditPath, { headers: { Accept: 'application/json' }, seconds, connections: 8 })
// The server gives a header five seconds: the first window ends before that, the second sees all of the cutting.
const beside = await healthy(3)
const after = await healthy(12)
const windows = [
  ['while they are open', beside],
  ['while they are cut, and after', after],
]
for (const [when, { p50, p99, rate }] of windows) {
  console.log(`healthy requests ${when}: p50 ${p50} ms, p99 ${p99} ms, ${formatCount(rate)} a second`)
}

const deadline = performance.now() + patience
while (clients.some(isOpen) && performance.now() < deadline) await sleep(100)
const lives = clients
  .filter(({ opened, cut }) => opened && cut)
  .map(({ opened, cut }) => (cut - opened) / 1000)
const timeouts = clients.filter(({ answer }) => answer.startsWith('HTTP/1.1 408 ')).length
const seconds = [Math.min(...lives), Math.max(...lives)].map(life => life.toFixed(1))
console.log(
  `${formatCount(lives.length)} of ${formatCount(wanted)} were cut, ${seconds.join(' to ')} s after opening`,
)
console.log(`${formatCount(timeouts)} of them were told 408`)

const p99 = Math.max(beside.p99, after.p99)
console.log(`\n${p99 < 50 ? 'met' : 'missed'}: p99 ${p99} ms, the aim is below 50 ms`)
const problems = windows.flatMap(([, { problem }]) => problem ?? [])
if (open < wanted)
  problems.push(`${formatCount(wanted - open)} slow connections did not open, or not for long`)
if (lives.length < wanted)
  problems.push(`${formatCount(wanted - lives.length)} slow connections were not cut`)
for (const problem of problems) console.error(`void: ${problem}`)
await stopServers()
process.exit(problems.length > 0 ? 1 : 0)
