// Checking a list of ten million entries: time, memory, and the time beside that of hashing the same. See README.md.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hashAlone, ids, measure, writeEntries } from './entries.js'
import { describeMachine, formatCount, formatTable, makeFolder } from './lib.js'

const { values: options, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const count = options.quick ? 100_000 : 10_000_000
/** MiB that the whole process may take. */
const limit = 200

function* readPieces(file) {
  const descriptor = openSync(file, 'r')
  const piece = new Uint8Array(65_536)
  for (let length = readSync(descriptor, piece); length > 0; length = readSync(descriptor, piece)) {
    yield piece.subarray(0, length)
  }
  closeSync(descriptor)
}

/** What is measured, each in a process of its own. */
const jobs = {
  check: async file => {
    const { readEntryList } = await import('../dist/verify/entry-list.js')
    const { native } = await import('../dist/native/engine.js')
    const createDigest = () => createHash('sha256')
    const list = readEntryList(() => readPieces(file), { engine: native, createDigest })
    if (list.count !== count || list.fault !== undefined || list.repeated !== undefined) {
      throw new Error('the list is not what was written')
    }
  },
  hash: (_file, name) => {
    hashAlone(count, ids[name])
  },
}

if (positionals.length > 0) {
  const [job, file, name] = positionals
  await measure(() => jobs[job](file, name))
  process.exit()
}

function run(job, ...args) {
  const script = [fileURLToPath(import.meta.url), job, ...args, ...(options.quick ? ['--quick'] : [])]
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

console.log(describeMachine())
console.log(`${formatCount(count)} entries, every tenth free\n`)
const rows = [['ids', '', 'MB', 'seconds', 'processor s', 'hashing alone', 'ratio', 'max RSS MiB']]
let most = 0
for (const [name, makeId] of Object.entries(ids)) {
  const file = join(makeFolder(), 'entries.ndjson')
  const bytes = await writeEntries(file, count, (number, kind) => `["${makeId(number)}","${kind}"]\n`)
  const check = run('check', file, name)
  const hashing = run('hash', file, name)
  most = Math.max(most, check.memory)
  const figures = [bytes / 1e6, check.seconds, check.processor, hashing.processor]
  const ratio = (check.processor / hashing.processor).toFixed(2)
  rows.push([name, '', ...figures.map(figure => figure.toFixed(1)), ratio, check.memory.toFixed(0)])
}
console.log(formatTable(rows))
if (most > limit) {
  console.error(`error: more than ${limit} MiB were resident`)
  process.exitCode = 1
}
