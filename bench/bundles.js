// Raffles of up to ten million entries, from the import to the verification of their bundles. See README.md.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readMemory, readServerTime, startDatabase } from './database.js'
import { hashAlone, ids, measure, writeEntries } from './entries.js'
import { describeMachine, formatCount, formatTable, makeFolder, root, stopServers } from './lib.js'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    store: { type: 'string', default: 'sqlite' },
    'hash-alone': { type: 'string' },
  },
})
const counts = options.quick ? [142, 10_000] : [142, 100_000, 10_000_000]
const commandCount = options.quick ? 10_000 : 1_000_000

/** Kilobytes of a light bundle, MiB of a process that verifies, seconds of an import by the command. */
const limits = { bundle: 12, memory: 200, import: 60 }

if (options['hash-alone'] !== undefined) {
  await measure(() => {
    hashAlone(Number(options['hash-alone']), ids.uuid)
  })
  process.exit()
}

const bench = name => join(root, 'bench', name)
const problems = []

function run(args, extra = []) {
  const begin = performance.now()
  const { status, stdout, stderr, output } = spawnSync(process.execPath, args.map(String), {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe', ...extra],
  })
  const seconds = (performance.now() - begin) / 1000
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status}\n${stdout}${stderr}`)
  return { seconds, stdout, usage: output[3] }
}

/** A command as people run it: seconds from start to end, seconds of the processor, MiB. */
function runCommand(...args) {
  const preload = ['--import', bench('report-usage.js')]
  const { seconds, stdout, usage } = run([...preload, 'bin/drawaudit.js', ...args], ['pipe'])
  return { ...JSON.parse(usage), seconds, stdout }
}

/** A step in a process of its own, and what the database took for it. */
async function runStep(step, { folder, database }, count, close) {
  const args = [bench('ceremony.js'), step, folder, count, close, ...(database ? [database.url] : [])]
  const before = database && readServerTime(database.pid)
  const child = spawn(process.execPath, args.map(String), { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let [text, most] = ['', 0]
  child.stdout.on('data', chunk => (text += chunk))
  const look = setInterval(() => (most = Math.max(most, database ? readMemory(database.pid) : 0)), 500)
  const [status] = await once(child, 'close')
  clearInterval(look)
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status}`)
  const served = database && {
    serverMemory: Math.max(most, readMemory(database.pid)),
    serverTime: readServerTime(database.pid) - before,
  }
  return { ...JSON.parse(text), ...served }
}

/** A store, a raffle in it that closes at a time, and the list to import. */
async function createRaffle(count, close) {
  const folder = makeFolder()
  const isDatabase = options.store === 'postgres'
  const stage = { folder, ...(isDatabase && { database: await startDatabase([], '0,1') }) }
  writeFileSync(join(folder, 'secrets.key'), `${'09'.repeat(32)}\n`)
  const { raffleId } = await runStep('create', stage, count, close)
  await writeEntries(join(folder, 'entries.csv'), count, (number, kind) => `${ids.uuid(number)},${kind}\n`)
  return { ...stage, raffleId, store: stage.database?.url ?? join(folder, 'store.db') }
}

/** Megabytes of everything that a store has on the disk. */
async function readSize(store) {
  if (options.store !== 'postgres') return statSync(store).size / 1e6
  const client = new pg.Client(store)
  await client.connect()
  const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes')
  await client.end()
  return Number(rows[0].bytes) / 1e6
}

const fixed = (number, digits = 1) => number.toFixed(digits)
const now = Math.floor(Date.now() / 1000)

const operatorRows = [
  [
    ...['entries', 'step', 'seconds', 'processor s', 'entries/s', 'max RSS MiB', 'database MB'],
    ...(options.store === 'postgres' ? ['server s', 'server MiB'] : []),
  ],
]
function addOperatorRow(count, ...cells) {
  operatorRows.push(operatorRows[0].map((_, column) => [formatCount(count), ...cells][column] ?? ''))
  console.error(`${operatorRows.at(-1).slice(0, 3).join(' ')} s`)
}

const bundleRows = [['entries', 'bundle', 'KB', 'list MB', 'seconds', 'processor s', 'ratio', 'max RSS MiB']]

function verify(count, folder, form, hashing) {
  const file = join(folder, form, 'bundle.json')
  const beside = ['--trust', join(folder, 'trust.json'), '--record', join(folder, 'audit.json')]
  const more = ['--require', 'reproducible', '--format', 'json']
  const { seconds, processor, memory, stdout } = runCommand('verify', file, ...beside, ...more)
  const kilobytes = statSync(file).size / 1000
  const claims = JSON.parse(stdout).subjects[0].claims
  const isListRead = claims.find(({ id }) => id === 'entries.sealed').code !== 'entries-light'
  if (isListRead !== (form === 'listed')) throw new Error(`not verified as a ${form} bundle: ${stdout}`)
  const { entries_file: list } = JSON.parse(readFileSync(file, 'utf8'))
  const listed = list === undefined ? 0 : statSync(join(folder, form, list.name)).size / 1e6
  bundleRows.push([
    formatCount(count),
    form,
    fixed(kilobytes),
    fixed(listed),
    fixed(seconds, 2),
    fixed(processor, 2),
    fixed(processor / hashing, 2),
    fixed(memory, 0),
  ])
  if (kilobytes > limits.bundle && form === 'light') {
    problems.push(`the light bundle of ${formatCount(count)} entries has more than ${limits.bundle} KB`)
  }
  if (memory > limits.memory) {
    problems.push(
      `verifying the ${form} bundle of ${formatCount(count)} entries took ${fixed(memory, 0)} MiB`,
    )
  }
}

async function benchRaffle(count) {
  // Yesterday: the command that verifies has the clock of the machine.
  const close = now - 86_400
  const stage = await createRaffle(count, close)
  const { folder, raffleId, store } = stage
  for (const step of ['import', 'seal', 'draw']) {
    const { seconds, processor, memory, serverTime, serverMemory } = await runStep(step, stage, count, close)
    const rate = step === 'draw' ? '' : formatCount(count / seconds)
    const figures = [fixed(seconds, 2), fixed(processor, 2), rate, fixed(memory, 0)]
    const served = serverTime === undefined ? [] : [fixed(serverTime, 2), fixed(serverMemory, 0)]
    addOperatorRow(count, step, ...figures, fixed(await readSize(store)), ...served)
  }
  for (const form of ['light', 'listed']) {
    mkdirSync(join(folder, form))
    const list = ['--entries', form === 'light' ? 'none' : 'file', '--record', join(folder, 'audit.json')]
    const out = ['-o', join(folder, form, 'bundle.json'), '--store', store]
    const { seconds, processor, memory } = runCommand('raffle', 'bundle', raffleId, ...list, ...out)
    const figures = [fixed(seconds, 2), fixed(processor, 2), '', fixed(memory, 0)]
    addOperatorRow(count, `raffle bundle, ${form}`, ...figures)
  }
  const hashing = JSON.parse(run([bench('bundles.js'), '--hash-alone', count]).stdout).processor
  bundleRows.push([formatCount(count), 'hashing alone', '', '', '', fixed(hashing, 2), '1.00', ''])
  for (const form of ['light', 'listed']) verify(count, folder, form, hashing)
}

/** What an operator types, on a list of a million; entries have closed, so that it can be sealed. */
async function benchCommands(count) {
  const { folder, raffleId, store } = await createRaffle(count, now - 60)
  // The journal of a database is among the state of the user.
  process.env.DRAWAUDIT_JOURNAL = join(folder, 'store.db.signed')
  const desk = ['--key-file', join(folder, 'secrets.key'), '--store', store]
  const load = ['raffle', 'import', raffleId, join(folder, 'entries.csv'), ...desk.slice(2), '--quiet']
  const commands = {
    'raffle import': load,
    'the same again': load,
    'raffle seal': ['raffle', 'seal', raffleId, ...desk],
  }
  for (const [name, command] of Object.entries(commands)) {
    const { seconds, processor, memory } = runCommand(...command)
    const figures = [fixed(seconds, 2), fixed(processor, 2), formatCount(count / seconds), fixed(memory, 0)]
    addOperatorRow(count, name, ...figures)
    if (seconds > limits.import)
      problems.push(`${name} of ${formatCount(count)} entries took ${fixed(seconds)} s`)
  }
}

console.log(describeMachine())
console.log('3 prizes, ids are UUIDs in no order, every tenth entry free\n')
await benchCommands(commandCount)
for (const count of counts) await benchRaffle(count)
await stopServers()
console.log(`${formatTable(operatorRows)}\n\n${formatTable(bundleRows)}`)
for (const problem of problems) console.error(`error: ${problem}`)
if (problems.length > 0) process.exitCode = 1
