// How a bystander fares, and how much memory the server takes, while eight addresses ask the log for long bundles of
// entries in every way. `--server FOLDER` measures another build. See README.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hashLeaf } from '../dist/core/merkle.js'
import { native } from '../dist/native/engine.js'
import { createDesk } from '../dist/operator/desk.js'
import { createLog } from '../dist/operator/create-log.js'
import { journalOf } from '../dist/operator/journal.js'
import { generateKey } from '../dist/operator/keys.js'
import { sequenceLog } from '../dist/operator/sequence-log.js'
import { openStore } from '../dist/store/open-store.js'
import {
  assertMachine,
  describeMachine,
  formatTable,
  joinLoadCore,
  makeFolder,
  root,
  start,
  stopServers,
} from './lib.js'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    server: { type: 'string', default: root },
    attack: { type: 'string' },
    port: { type: 'string' },
  },
})
/** A bundle has 256 entries of so many bytes: 6.9 MB. */
const length = 27_000
const bundles = options.quick ? 4 : 24
const seconds = options.quick ? 2 : 10
const connections = options.quick ? 60 : 300
const addresses = 8
/** How much slower the slowest of a hundred answers to a bystander may be, and megabytes of the server. */
const limits = { ratio: 20, megabytes: 200 }

const format = milliseconds => milliseconds.toFixed(2)
const pathOf = index => `/api/v1/log/tile/entries/${String(index).padStart(3, '0')}`

/** What one connection asks for, again and again, by the kind of attack. */
const attacks = {
  'one bundle': () => ({ path: pathOf(0) }),
  'all bundles': turn => ({ path: pathOf(turn % bundles) }),
  HEAD: turn => ({ path: pathOf(turn % bundles), method: 'HEAD' }),
  'If-None-Match': turn => ({ path: pathOf(turn % bundles), headers: { 'If-None-Match': '*' } }),
  'never read': turn => ({ path: pathOf(turn % bundles), isUnread: true }),
  'all of it': turn => Object.values(attacks)[turn % 5](Math.floor(turn / 5)),
}

if (options.attack !== undefined) await attack(options.attack, Number(options.port))
else await measure()

/** In a process of its own, which gives way to the bystander. */
async function attack(kind, port) {
  setPriority(19)
  let turns = 0
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = client => {
    const { path, method = 'GET', headers = {}, isUnread = false } = attacks[kind](turns++)
    return new Promise(resolve => {
      const sent = request(
        {
          port,
          path,
          method,
          host: '127.0.0.1',
          agent,
          headers: { ...headers, 'X-Forwarded-For': `192.0.${Object.keys(attacks).indexOf(kind)}.${client}` },
        },
        response => {
          // Who does not read is cut in the end.
          if (!isUnread || response.statusCode !== 200) response.resume()
          response.on('end', resolve).on('error', resolve).on('close', resolve)
        },
      )
      sent.on('error', resolve).end()
    })
  }
  const goOn = async client => {
    for (;;) await ask(client)
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => goOn(index % addresses)))
}

async function measure() {
  assertMachine()
  const file = await makeStore()
  // As the unit and the container of examples/deploy have it.
  const young = '--max-semi-space-size=8'
  const serve = [process.execPath, young, join(options.server, 'bin/drawaudit.js'), 'serve', '--store', file]
  const { port, pid } = await start(free => [
    ...serve,
    ...['--log-level', 'silent', '--trusted-proxy', '127.0.0.1', '--port', free],
  ])
  joinLoadCore()
  console.log(
    `${describeMachine()}; ${connections} connections from ${addresses} addresses, bundles of 6.9 MB\n`,
  )
  const idle = await watch(port)
  const rows = [['nothing', ...idle.map(format), '1.0', String(readMemory(pid))]]
  const missed = []
  for (const kind of Object.keys(attacks)) {
    const script = fileURLToPath(import.meta.url)
    const args = ['--attack', kind, '--port', String(port), ...(options.quick ? ['--quick'] : [])]
    const attacker = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    await sleep(500)
    const beside = await watch(port)
    const memory = readMemory(pid)
    attacker.kill('SIGKILL')
    await once(attacker, 'exit')
    // What the attacker left behind ends.
    await sleep(options.quick ? 500 : 5000)
    const ratio = beside[1] / idle[1]
    rows.push([kind, ...beside.map(format), ratio.toFixed(1), String(memory)])
    if (ratio >= limits.ratio)
      missed.push(`${kind}: ${ratio.toFixed(1)} times as slow, of at most ${limits.ratio}`)
    if (memory >= limits.megabytes) missed.push(`${kind}: ${memory} MB, of at most ${limits.megabytes}`)
  }
  await stopServers()
  console.log(formatTable([['beside', 'p50 ms', 'p99 ms', 'most ms', 'p99 to idle', 'server MB'], ...rows]))
  for (const line of missed) console.log(line)
  if (missed.length > 0) process.exitCode = 1
}

/** A log of long entries. */
async function makeStore() {
  const file = join(makeFolder(), 'raffles.db')
  const store = await openStore(file, { access: 'write', create: true })
  let drawn = 0
  const desk = createDesk({
    store,
    journal: journalOf(file),
    unlock: () => ({ key: new Uint8Array(32).fill(1) }),
    now: () => new Date(),
    random: size => new Uint8Array(size).fill((drawn += 1)),
    engine: native,
  })
  await generateKey(desk, 'log.example')
  await createLog(desk, 'log.example/log')
  for (let bundle = 0; bundle < bundles; bundle++) {
    await store.transact(async ({ log }) => {
      const entries = Array.from({ length: 256 }, (_, index) => {
        const sequence = bundle * 256 + index
        const data = Buffer.from(`{"entry":${sequence}}`.padEnd(length, ' '))
        return {
          raffleId: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
          sequence,
          data,
          hash: hashLeaf(data, native),
        }
      })
      await log.append(entries)
    })
  }
  await sequenceLog(desk)
  await store.close()
  return file
}

/** How long /livez takes, asked every five milliseconds: the median, the 99th of a hundred, the most. */
async function watch(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = []
  const end = performance.now() + 1000 * seconds
  while (performance.now() < end) {
    const began = performance.now()
    await new Promise((resolve, reject) => {
      get({ port, path: '/livez', host: '127.0.0.1', agent }, response => {
        response.resume().on('end', resolve)
      }).on('error', reject)
    })
    times.push(performance.now() - began)
    await sleep(5)
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  return [times[times.length >> 1], times[Math.floor(times.length * 0.99)], times.at(-1)]
}

/** Megabytes that the server has. */
function readMemory(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(kilobytes) / 1024)
}
