// A hundred thousand draws with signatures and seed hashes, verified from one NDJSON file and from a folder, beside
// their signatures alone and beside parsing that file. See README.md.
import { spawn, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, hash, sign } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, createReadStream, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { measure } from './entries.js'
import { chooseSizes, describeMachine, formatCount, formatTable, makeFolder, median, root } from './lib.js'
import { noteRatio } from './ratios.js'
import { timeSignatures } from './signatures-alone.js'

const { options, positionals, count, rounds } = chooseSizes({
  quick: { count: 5000, rounds: 1 },
  check: { count: 30_000, rounds: 3 },
  full: { count: 100_000, rounds: 3 },
})
/** MiB that the whole process may take, however many draws there are. */
const limit = 256

/** What is measured beside it, each in a process of its own. */
const jobs = {
  'JSON.parse': () => JSON.parse,
  'parsing alone': async () => {
    const { parseJson } = await import('../dist/index.js')
    return text => parseJson(Buffer.from(text))
  },
}

if (positionals.length > 0) {
  const [job, file] = positionals
  await measure(async () => {
    const parse = await jobs[job]()
    let lines = 0
    for await (const line of createInterface({ input: createReadStream(file) })) {
      if (typeof parse(line) === 'object') lines += 1
    }
    if (lines !== count) throw new Error(`${lines} lines`)
  })
  process.exit()
}

const folder = makeFolder()
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const recipe = {
  recipe: 'drawaudit/v1',
  name: 'signed-draws',
  title: 'Signed draws',
  source: 'https://raffles.example/',
  inputs: {
    draw: { type: 'text', title: 'draw' },
    seed: { type: 'bytes', encoding: 'hex', length: 32, title: 'seed' },
    seed_hash: { type: 'sha256', title: 'seed hash', committed: true },
    entries: { type: 'integer', title: 'number of entries', minimum: 1 },
    winner: { type: 'integer', title: 'winning entry', minimum: 0 },
    signature: { type: 'bytes', encoding: 'base64', length: 64, title: 'signature' },
  },
  steps: {
    position: {
      mod: [{ integer_be: { sha256: { concat: ['$seed', { bytes_utf8: '$draw' }] } } }, '$entries'],
    },
  },
  claims: [
    {
      id: 'seed.committed',
      says: 'the seed is the committed one',
      equal: [{ sha256: '$seed' }, '$seed_hash'],
    },
    {
      id: 'statement.signed',
      says: 'the operator signed the seed hash for this draw',
      signed: {
        algorithm: 'ed25519',
        key: { bytes_hex: rawKey.toString('hex') },
        message: { concat: [{ bytes_utf8: '$draw' }, '$seed_hash'] },
        signature: '$signature',
      },
    },
    { id: 'winner.derived', says: 'the winner follows from the seed', equal: ['$position', '$winner'] },
  ],
}
const byRecipe = join(folder, 'signed-draws.json')
writeFileSync(byRecipe, JSON.stringify(recipe))

/** What was signed, for verifying that and nothing else. */
const signed = []

function makeDraw(number) {
  const draw = `raffle-${number}`
  const seed = createHash('sha256').update(`seed ${number}`).digest()
  const seedHash = createHash('sha256').update(seed).digest()
  const mixed = hash('sha256', Buffer.concat([seed, Buffer.from(draw)]), 'hex')
  const entries = 1000 + (number % 5000)
  const message = Buffer.concat([Buffer.from(draw), seedHash])
  const signature = sign(null, message, privateKey)
  signed.push({ message, signature })
  return {
    draw: 'drawaudit/v1',
    recipe: recipe.name,
    title: draw,
    source: 'https://raffles.example/',
    published: {
      draw,
      seed: seed.toString('hex'),
      seed_hash: seedHash.toString('hex'),
      entries,
      winner: Number(BigInt(`0x${mixed}`) % BigInt(entries)),
      signature: signature.toString('base64'),
    },
  }
}

const lines = join(folder, 'draws.ndjson')
const files = join(folder, 'draws')
mkdirSync(files)
const descriptor = openSync(lines, 'w')
let bytes = 0
for (let number = 0; number < count; number += 1) {
  const text = JSON.stringify(makeDraw(number))
  bytes += writeSync(descriptor, `${text}\n`)
  if (!options.check) writeFileSync(join(files, `${String(number).padStart(6, '0')}.json`), text)
}
closeSync(descriptor)

function parse(job) {
  const script = [fileURLToPath(import.meta.url), job, lines, ...(options.quick ? ['--quick'] : [])]
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

async function verify(path, ...args) {
  const preload = ['--import', new URL('report-usage.js', import.meta.url).href]
  const asked = ['--recipe', byRecipe, '--require', 'reproducible']
  const command = [...preload, join(root, 'bin/drawaudit.js'), 'verify', path, ...asked, ...args]
  const begin = performance.now()
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
  const said = { usage: '', last: '' }
  child.stdio[3].on('data', chunk => (said.usage += chunk))
  child.stdout.on('data', chunk => (said.last = `${said.last}${chunk}`.slice(-2000)))
  const [code] = await once(child, 'close')
  const shown = args.includes('ndjson') ? `"proven":${count}` : `${count} of ${count} reach it`
  if (code !== 0 || !said.last.includes(shown)) {
    throw new Error(`exit code ${code}: ${said.last}`)
  }
  return { seconds: (performance.now() - begin) / 1000, ...JSON.parse(said.usage) }
}

/** Its memory is that of this process, which holds all draws. */
const verifySignatures = async () => ({ ...(await timeSignatures(signed, rawKey)), memory: 0 })

const checked = {
  'signatures alone': verifySignatures,
  'NDJSON, -q': () => verify(lines, '-q'),
}
const measured = options.check
  ? checked
  : {
      'JSON.parse': () => parse('JSON.parse'),
      'parsing alone': () => parse('parsing alone'),
      ...checked,
      'NDJSON, --format ndjson': () => verify(lines, '--format', 'ndjson'),
      'folder, -q': () => verify(files, '-q'),
    }

const runs = Object.fromEntries(Object.keys(measured).map(name => [name, []]))
for (let round = 0; round < rounds; round += 1) {
  for (const [name, run] of Object.entries(measured)) runs[name].push(await run())
}
const middle = (name, figure) => median(runs[name].map(run => run[figure]))
console.log(describeMachine())
console.log(
  `${formatCount(count)} draws, ${(bytes / 1e6).toFixed(1)} MB, ${availableParallelism()} cores; medians of ${rounds}\n`,
)
/** Speed beside the signatures alone of the same round, by time or by processor time. */
const speeds = (name, figure) =>
  runs[name].map((run, round) => runs['signatures alone'][round][figure] / run[figure])
const rows = [
  [
    ...['', '', 'seconds', 'draws a second', 'processor s', '× signatures alone', 'spread'],
    ...['× by processor', 'spread', 'max RSS MiB'],
  ],
]
const showRange = values => `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`
for (const name of Object.keys(measured)) {
  const seconds = middle(name, 'seconds')
  const memory = Math.max(...runs[name].map(run => run.memory))
  rows.push([
    name,
    '',
    seconds.toFixed(2),
    formatCount(count / seconds),
    middle(name, 'processor').toFixed(2),
    ...['seconds', 'processor'].flatMap(figure => {
      const values = speeds(name, figure)
      return [median(values).toFixed(2), showRange(values)]
    }),
    memory === 0 ? '' : memory.toFixed(0),
  ])
}
noteRatio('signed draws, × the speed of their signatures', median(speeds('NDJSON, -q', 'processor')))
console.log(formatTable(rows))
const most = Math.max(...Object.values(runs).flatMap(list => list.map(({ memory }) => memory)))
if (most > limit) {
  console.error(`error: more than ${limit} MiB were resident`)
  process.exitCode = 1
}
