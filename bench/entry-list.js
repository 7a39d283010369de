// A list of ten million entries, from the file to its root, and checked whole: time, memory, and the time beside that of
// hashing the same blocks. See README.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashAlone, ids, measure, writeEntries } from './entries.js'
import { chooseSizes, describeMachine, formatCount, formatTable, makeFolder, median } from './lib.js'
import { noteRatio } from './ratios.js'

const { options, positionals, count, rounds } = chooseSizes({
  quick: { count: 400_000, rounds: 1 },
  check: { count: 1_000_000, rounds: 3 },
  full: { count: 10_000_000, rounds: 3 },
})
/** MiB that the whole process may take: for the root alone, and with the search for ids that stand twice. */
const limits = { root: 143, check: 200 }
const cores = Math.min(availableParallelism(), 8)

/** What is measured, each in a process of its own; all of them print the root, where they make one. */
const jobs = {
  // As the library has it, on one core.
  one: async file => {
    const { readListHere } = await import('../dist/cli/shared/list-threads.js')
    return describe(readListHere(await open(file), { engine: 'native' }))
  },
  // As `verify` does it.
  all: async file => {
    const { spareMemory } = await import('../dist/cli/shared/memory.js')
    const { readList } = await import('../dist/cli/shared/list-threads.js')
    spareMemory()
    return describe(await readList(await open(file), { engine: 'native' }))
  },
  // The same threads, the tree and nothing else.
  root: async file => {
    const { spareMemory } = await import('../dist/cli/shared/memory.js')
    const { readRoot } = await import('./entry-root.js')
    spareMemory()
    return readRoot(await open(file))
  },
  hash: (_file, name, part) => {
    hashAlone(count / Number(part), ids[name])
  },
}

async function open(file) {
  const { openLarge } = await import('../dist/io/files.js')
  return openLarge(file)
}

function describe({ count: found, fault, repeated, root }) {
  if (found !== count || fault !== undefined || repeated !== undefined) {
    throw new Error('the list is not what was written')
  }
  return { root: Buffer.from(root).toString('hex') }
}

if (positionals.length > 0) {
  const [job, ...args] = positionals
  await measure(() => jobs[job](...args))
  process.exit()
}

async function run(job, ...args) {
  const size = options.quick ? ['--quick'] : options.check ? ['--check'] : []
  const script = [fileURLToPath(import.meta.url), job, ...args, ...size]
  const child = spawn(process.execPath, script.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', chunk => (text += chunk))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${job}: exit code ${status}`)
  return JSON.parse(text)
}

/** Hashing on all cores: as many processes, each with its part. The slowest says how long it took. */
async function hashOnAll(name) {
  const parts = await Promise.all(Array.from({ length: cores }, () => run('hash', '-', name, cores)))
  return { seconds: Math.max(...parts.map(({ seconds }) => seconds)) }
}

console.log(describeMachine())
console.log(`${formatCount(count)} entries, every tenth free; medians of ${rounds}\n`)
const rows = [
  ['ids', '', 'MB', 'seconds', '÷ hashing alone', `÷ on ${cores} cores`, 'processor s', 'max RSS MiB'],
]
let isOver = false
for (const [name, makeId] of Object.entries(ids)) {
  const file = join(makeFolder(), 'entries.ndjson')
  const bytes = await writeEntries(file, count, (number, kind) => `["${makeId(number)}","${kind}"]\n`)
  const measured = { hash: [], cores: [], root: [], all: [], one: [] }
  for (let round = 0; round < rounds; round += 1) {
    measured.hash.push(await run('hash', '-', name, 1))
    measured.cores.push(await hashOnAll(name))
    for (const job of options.check ? ['root', 'all'] : ['root', 'all', 'one']) {
      measured[job].push(await run(job, file))
    }
  }
  const roots = new Set([...measured.root, ...measured.all, ...measured.one].map(({ root }) => root))
  if (roots.size !== 1) throw new Error('one list has several roots')
  const middle = (job, figure) => median(measured[job].map(one => one[figure]))
  const [alone, onCores] = [middle('hash', 'seconds'), middle('cores', 'seconds')]
  const about = { root: 'root alone', all: 'checked whole', one: 'checked on one core' }
  rows.push([name, 'hashing alone', '', alone.toFixed(1), '1.00', (alone / onCores).toFixed(2), '', ''])
  rows.push([
    '',
    `hashing on ${cores} cores`,
    '',
    onCores.toFixed(1),
    (onCores / alone).toFixed(2),
    '1.00',
    '',
    '',
  ])
  for (const [job, what] of Object.entries(about)) {
    if (measured[job].length === 0) continue
    const seconds = middle(job, 'seconds')
    const ratios = measured[job].map((one, round) => one.seconds / measured.hash[round].seconds)
    if (job !== 'one') noteRatio(`list with ids of ${name}, ${what}, ÷ hashing`, median(ratios), 'less')
    const memory = Math.max(...measured[job].map(one => one.memory))
    isOver ||= memory > (job === 'root' ? limits.root : limits.check)
    const beside = [(seconds / alone).toFixed(2), (seconds / onCores).toFixed(2)]
    const used = [middle(job, 'processor').toFixed(1), memory.toFixed(0)]
    rows.push(['', what, (bytes / 1e6).toFixed(0), seconds.toFixed(1), ...beside, ...used])
  }
}
console.log(formatTable(rows))
if (isOver) {
  console.error(
    `error: more than ${limits.root} MiB were resident for a root, or ${limits.check} for a check`,
  )
  process.exitCode = 1
}
