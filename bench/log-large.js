// A log of a hundred million entries: proofs from it, its sequencing at 3,000 entries a second, and the start of a process
// on it. Run by bench/log.js; see README.md.
import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deriveConsistencyProof, deriveFrontier, verifyConsistency } from '../dist/core/consistency-proof.js'
import { formatSha256 } from '../dist/core/digest.js'
import { concatBytes } from '../dist/core/encoding.js'
import { hashLeaf, hashNode, MerkleTree } from '../dist/core/merkle.js'
import { loadSqlite } from '../dist/io/sqlite.js'
import { native } from '../dist/native/engine.js'
import { createLog } from '../dist/operator/create-log.js'
import { createDesk } from '../dist/operator/desk.js'
import { appendJournal, journalOf, readJournal } from '../dist/operator/journal.js'
import { generateKey } from '../dist/operator/keys.js'
import { sequenceLog } from '../dist/operator/sequence-log.js'
import { readNodesOf } from '../dist/store/log-tree.js'
import { openSqliteStore } from '../dist/store/sqlite/sqlite-store.js'
import { formatCount, formatTable, makeFolder } from './lib.js'
import { forget, prove, spread } from './log-proof.js'

const origin = 'raffles.example/log'
const raffleId = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
/** Entries a second, and how many of them are appended in one transaction. */
const rate = 3000
const batch = 300
/** The most that may be taken: milliseconds of a proof, of a wait for a head, and until a new process has signed one. */
const limits = { proof: 5, wait: 1000, start: 5000 }
const leaf = index => Buffer.from(`{"entry":${index % 256},"text":"${'x'.repeat(400)}"}`)

function openDesk(file, store) {
  return createDesk({
    store,
    journal: journalOf(file),
    unlock: () => ({ key: new Uint8Array(32).fill(9) }),
    now: () => new Date(),
    random: length => new Uint8Array(randomBytes(length)),
    engine: native,
  })
}

/**
 * A log in which the same 256 entries follow one another: all its tiles are there, each full one of a level like the
 * next, and of its entries the last.
 *
 * @param count - a multiple of 256.
 */
async function fill(file, count) {
  const store = await openSqliteStore(file, { access: 'write', create: true })
  const desk = openDesk(file, store)
  await generateKey(desk, 'Example Raffles Ltd')
  await createLog(desk, origin)
  const Sqlite = await loadSqlite()
  const database = new Sqlite(file)
  database.pragma('synchronous = OFF')
  const tile = database.prepare('INSERT OR REPLACE INTO log_tile (level, place, hashes) VALUES (?, ?, ?)')
  const write = database.transaction((level, first, end, hashes) => {
    for (let place = first; place < end; place += 1) tile.run(level, place, hashes)
  })
  let nodes = Array.from({ length: 256 }, (_, index) => hashLeaf(leaf(index), native))
  for (let level = 0, left = count; left > 0; level += 1) {
    const full = Math.floor(left / 256)
    const hashes = concatBytes(...nodes)
    for (let first = 0; first < full; first += 10_000) {
      write(level, first, Math.min(first + 10_000, full), hashes)
    }
    if (left % 256 > 0) write(level, full, full + 1, hashes.subarray(0, 32 * (left % 256)))
    while (nodes.length > 1) {
      nodes = Array.from({ length: nodes.length / 2 }, (_, index) =>
        hashNode(nodes[2 * index], nodes[2 * index + 1], native),
      )
    }
    nodes = Array.from({ length: 256 }, () => nodes[0])
    left = full
  }
  database
    .prepare('INSERT INTO log_entry (place, raffle_id, sequence, data, hash) VALUES (?, ?, ?, ?, ?)')
    .run(count - 1, raffleId, count - 1, leaf(255), hashLeaf(leaf(255), native))
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  const frontier = await deriveFrontier(count, readNodesOf(store.log), native)
  const root = MerkleTree.resume(count, frontier, native).root()
  appendJournal(journalOf(file), readJournal(journalOf(file)), [
    { head: { origin, size: count, root: formatSha256(root) } },
  ])
  const head = {
    size: count,
    root,
    signedAt: '2026-11-01T12:00:00+00:00',
    signature: { name: origin, keyId: '00000000', signature: new Uint8Array(64) },
  }
  await store.transact(({ log }) => log.writeHead(head, []))
  await store.close()
  return root
}

async function measureProofs(file, count, root, proofs) {
  const figures = { cold: [], warm: [], 'consistency, warm': [] }
  const open = () => openSqliteStore(file, { access: 'read' })
  const proveOne = store => prove(store, randomInt(count), count, root, leaf)
  const warmUp = await open()
  for (let left = 100; left > 0; left -= 1) await proveOne(warmUp)
  await warmUp.close()
  for (let left = proofs; left > 0; left -= 1) {
    forget(file)
    const store = await open()
    figures.cold.push(await proveOne(store))
    await store.close()
  }
  const store = await open()
  const nodes = readNodesOf(store.log)
  for (let left = 2 * proofs; left > 0; left -= 1) {
    const one = await proveOne(store)
    if (left <= proofs) figures.warm.push(one)
  }
  for (let left = proofs; left > 0; left -= 1) {
    const older = 1 + randomInt(count - 1)
    const oldRoot = MerkleTree.resume(older, await deriveFrontier(older, nodes, native), native).root()
    const used = process.cpuUsage()
    const started = performance.now()
    const proof = await deriveConsistencyProof(older, count, nodes, native)
    const milliseconds = performance.now() - started
    const { user, system } = process.cpuUsage(used)
    if (!verifyConsistency({ size1: older, root1: oldRoot, size2: count, root2: root, proof }, native)) {
      throw new Error(`the proof from ${older} is wrong`)
    }
    figures['consistency, warm'].push({ milliseconds, processor: (user + system) / 1000 })
  }
  await store.close()
  return figures
}

/** A process of its own that does one of the parts below. */
function begin(part, ...args) {
  const script = [fileURLToPath(import.meta.url), part, ...args.map(String)]
  const child = spawn(process.execPath, script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  process.once('exit', () => child.kill())
  return child
}

/** Entries are appended by one process, heads are signed by this one. How long each entry waits for its head. */
async function measureSequencing(file, count, seconds) {
  const store = await openSqliteStore(file, { access: 'write' })
  const desk = openDesk(file, store)
  await sequenceLog(desk)
  const waits = []
  const waiting = []
  let isDone = false
  let appended = 0
  const writer = begin('append', file, seconds)
  writer.on('message', ({ at, entries }) => {
    waiting.push({ at, entries })
    appended += entries
  })
  const ended = once(writer, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`appending: exit code ${code}`)
    isDone = true
  })
  const started = process.cpuUsage()
  let covered = count
  let seen = count
  let heads = 0
  while (!isDone || covered < count + appended) {
    const { head, added } = await sequenceLog(desk)
    const now = performance.timeOrigin + performance.now()
    covered = head.size
    if (added > 0) heads += 1
    else await sleep(20)
    // What was committed is told a moment later.
    await sleep(0)
    while (waiting.length > 0 && seen + waiting[0].entries <= covered) {
      const { at, entries } = waiting.shift()
      seen += entries
      waits.push(Math.max(now - at, 0))
    }
  }
  await ended
  const { user, system } = process.cpuUsage(started)
  await store.close()
  return { waits, heads, appended, processor: (user + system) / 1e6 }
}

async function append(file, seconds) {
  const store = await openSqliteStore(file, { access: 'write' })
  let index = await store.log.countEntries()
  const turns = (seconds * rate) / batch
  const start = performance.now()
  for (let turn = 0; turn < turns; turn += 1) {
    const early = start + (turn * 1000 * batch) / rate - performance.now()
    if (early > 0) await sleep(early)
    const entries = Array.from({ length: batch }, (_, one) => {
      const data = leaf(index + one)
      return { raffleId, sequence: index + one, data, hash: hashLeaf(data, native) }
    })
    index += batch
    await store.transact(({ log }) => log.append(entries))
    process.send({ at: performance.timeOrigin + performance.now(), entries: batch })
  }
  await store.close()
  process.disconnect()
}

/** A new process until it has signed a head over one more entry, the start of Node included. */
async function start(file) {
  const store = await openSqliteStore(file, { access: 'write' })
  const index = await store.log.countEntries()
  const data = leaf(index)
  const entry = { raffleId, sequence: index, data, hash: hashLeaf(data, native) }
  await store.transact(({ log }) => log.append([entry]))
  const { head } = await sequenceLog(openDesk(file, store))
  if (head.size !== index + 1) throw new Error(`a head of ${head.size} entries`)
  await store.close()
  process.disconnect()
}

async function measureStart(file) {
  const started = performance.now()
  const [code] = await once(begin('start', file), 'exit')
  if (code !== 0) throw new Error(`start: exit code ${code}`)
  return performance.now() - started
}

/** Prints the figures; says what is wrong with them. */
export async function run({ quick = false, check = false } = {}) {
  const count = quick ? 2_560_000 : 100_000_000
  const proofs = quick ? 200 : 2000
  const seconds = quick ? 5 : check ? 60 : 600
  const file = join(makeFolder(), 'log.db')
  const began = performance.now()
  const root = await fill(file, count)
  const took = ((performance.now() - began) / 1000).toFixed(0)
  console.log(
    `large: a log of ${formatCount(count)} entries, ${(statSync(file).size / 2 ** 20).toFixed(0)} MiB of tiles in SQLite, written in ${took} s\n`,
  )
  const problems = []
  const refuse = (what, figure, limit) => {
    if (figure > limit) problems.push(`${what}: ${figure.toFixed(2)} ms, more than ${limit}`)
  }
  const rows = [['', '', 'p50 ms', 'p99 ms', 'max ms', 'processor p50 ms', 'limit ms']]
  for (const [name, times] of Object.entries(await measureProofs(file, count, root, proofs))) {
    const taken = spread(times.map(({ milliseconds }) => milliseconds))
    const [processor] = spread(times.map(one => one.processor))
    rows.push(['proof', name, ...[...taken, processor].map(one => one.toFixed(2)), String(limits.proof)])
    // How long the disk takes now and then is not ours: of cold proofs the median counts.
    refuse(`a proof, ${name}`, taken[name === 'cold' ? 0 : 1], limits.proof)
  }
  const starts = []
  for (let left = 5; left > 0; left -= 1) starts.push(await measureStart(file))
  const shown = spread(starts)
  rows.push([
    'new process',
    'until its first head',
    ...shown.map(one => one.toFixed(0)),
    '',
    String(limits.start),
  ])
  refuse('the start of a process', shown[2], limits.start)

  const { waits, heads, appended, processor } = await measureSequencing(file, count + starts.length, seconds)
  const waited = spread(waits)
  rows.push(['sequencing', 'commit to head', ...waited.map(one => one.toFixed(0)), '', String(limits.wait)])
  refuse('the wait for a head', waited[1], limits.wait)
  console.log(`${formatTable(rows)}\n`)
  console.log(
    `${formatCount(appended)} entries in ${seconds} s, ${formatCount(heads)} heads; ${((1e6 * processor) / appended).toFixed(0)} µs of one core an entry for their heads\n`,
  )
  return problems
}

const [, script, part, ...args] = process.argv
if (script === fileURLToPath(import.meta.url)) {
  if (part === 'append') await append(args[0], Number(args[1]))
  else if (part === 'start') await start(args[0])
}
