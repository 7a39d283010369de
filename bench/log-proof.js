// Proofs from a log of ten million entries: the time of one, cold and warm. See README.md.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { formatCheckpoint } from '../dist/core/checkpoint.js'
import { concatBytes } from '../dist/core/encoding.js'
import { derivePublicKey } from '../dist/core/dsse.js'
import { deriveInclusionProof } from '../dist/core/inclusion-proof.js'
import { hashLeaf, MerkleTree, verifyInclusion } from '../dist/core/merkle.js'
import { signNote } from '../dist/core/note.js'
import { native } from '../dist/native/engine.js'
import { readNodesOf } from '../dist/store/log-tree.js'
import { openSqliteStore } from '../dist/store/sqlite/sqlite-store.js'
import { formatCount, formatTable, makeFolder } from './lib.js'

/** Milliseconds that a proof may take. */
const limit = 5
/** Entries under one head. */
const batch = 65_536

const origin = 'raffles.example/log'
const secret = new Uint8Array(32).fill(7)
export const leaf = place => Buffer.from(`{"entry":${place}}`)

/** Tiles as they grow: those that changed since they were taken last, and the rightmost of each level. */
export class Tiles {
  #levels = []
  #changed = new Map()

  add = (height, index, hash) => {
    if (height % 8 !== 0) return
    const level = height / 8
    const tile = Math.floor(index / 256)
    if (this.#levels[level]?.tile !== tile) this.#levels[level] = { tile, hashes: [] }
    this.#levels[level].hashes.push(hash)
    this.#changed.set(`${level} ${tile}`, this.#levels[level])
  }

  take() {
    const tiles = [...this.#changed].map(([key, { tile, hashes }]) => ({
      level: Number(key.split(' ')[0]),
      index: tile,
      hashes: concatBytes(...hashes),
    }))
    this.#changed.clear()
    return tiles
  }
}

export async function fill(file, count) {
  const store = await openSqliteStore(file, { access: 'write', create: true })
  const tiles = new Tiles()
  const tree = new MerkleTree(native, tiles.add)
  const log = {
    origin,
    publicKey: derivePublicKey(secret).bytes,
    secret,
    createdAt: '2026-11-01T12:00:00+00:00',
  }
  await store.transact(transaction => transaction.log.writeLog(log))
  while (tree.size < count) {
    const entries = Array.from({ length: Math.min(batch, count - tree.size) }, (_, index) => {
      const sequence = tree.size + index
      const data = leaf(sequence)
      return {
        raffleId: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
        sequence,
        data,
        hash: hashLeaf(data, native),
      }
    })
    for (const { hash } of entries) tree.append(hash)
    const size = tree.size
    const root = tree.root()
    const signature = signNote(formatCheckpoint({ origin, size, root }), origin, secret)
    await store.transact(async transaction => {
      await transaction.log.append(entries)
      const signedAt = '2026-11-01T12:00:00+00:00'
      await transaction.log.writeHead({ size, root, signedAt, signature }, tiles.take())
    })
  }
  await store.close()
  return tree.root()
}

/** Takes the file out of the system's cache, so that the disk is read. */
export function forget(file) {
  const { status } = spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
  if (status !== 0) throw new Error('dd of GNU coreutils is needed')
}

export async function prove(store, index, count, root, leafOf = leaf) {
  const started = performance.now()
  const { user, system } = process.cpuUsage()
  const proof = await deriveInclusionProof(index, count, readNodesOf(store.log), native)
  const used = process.cpuUsage({ user, system })
  const milliseconds = performance.now() - started
  const leafHash = hashLeaf(leafOf(index), native)
  if (!verifyInclusion({ leafHash, index, size: count, proof, root }, native)) {
    throw new Error(`the proof of ${index} is wrong`)
  }
  return { milliseconds, processor: (used.user + used.system) / 1000 }
}

/** The median, the 99th percentile, the largest. */
export function spread(figures) {
  const sorted = figures.toSorted((a, b) => a - b)
  return [0.5, 0.99, 1].map(part => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))])
}

/** Measures, and gives back what is wrong with the figures. */
export async function run({ quick = false } = {}) {
  const count = quick ? 100_000 : 10_000_000
  const proofs = quick ? 200 : 2000
  const file = join(makeFolder(), 'log.db')
  const started = performance.now()
  const root = await fill(file, count)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const size = (statSync(file).size / 2 ** 20).toFixed(0)
  console.log(
    `proofs: a log of ${formatCount(count)} entries, ${size} MiB of SQLite, written in ${seconds} s`,
  )
  console.log(
    `${formatCount(proofs)} inclusion proofs of entries at random, each verified; cold: the store opened anew`,
  )
  console.log("and its file taken out of the system's cache for each of them\n")

  const cold = []
  const warm = []
  // What is compiled on its first use is not what is measured.
  const before = await openSqliteStore(file, { access: 'read' })
  for (let left = 100; left > 0; left -= 1) await prove(before, randomInt(count), count, root)
  await before.close()
  for (let left = proofs; left > 0; left -= 1) {
    forget(file)
    const store = await openSqliteStore(file, { access: 'read' })
    cold.push(await prove(store, randomInt(count), count, root))
    await store.close()
  }
  const store = await openSqliteStore(file, { access: 'read' })
  for (let left = proofs; left > 0; left -= 1) await prove(store, randomInt(count), count, root)
  for (let left = proofs; left > 0; left -= 1) warm.push(await prove(store, randomInt(count), count, root))
  await store.close()

  const rows = [['', 'p50 ms', 'p99 ms', 'max ms', 'limit ms', 'processor p50 ms', 'processor p99 ms']]
  const problems = []
  for (const [name, times] of Object.entries({ cold, warm })) {
    const taken = spread(times.map(({ milliseconds }) => milliseconds))
    const [p50, p99] = spread(times.map(({ processor }) => processor))
    const texts = [...taken, limit, p50, p99].map(figure => figure.toFixed(2))
    rows.push([name, ...texts])
    // How long the disk takes now and then is not ours: of cold proofs the median counts.
    const [part, figure] = name === 'warm' ? ['p99', taken[1]] : ['p50', taken[0]]
    if (figure > limit)
      problems.push(`a proof takes ${figure.toFixed(2)} ms (${name}, ${part}): more than ${limit}`)
  }
  console.log(`${formatTable(rows)}\n`)
  return problems
}
