// Raffles of up to ten million entries, from the import to the verification of their bundles. See README.md.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hashAlone, ids, measure, writeEntries } from './entries.js'
import { describeMachine, formatCount, formatTable, makeFolder, root } from './lib.js'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, 'hash-alone': { type: 'string' } },
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

const runStep = (step, folder, count, close) =>
  JSON.parse(run([bench('ceremony.js'), step, folder, count, close]).stdout)

/** A folder with a store, a raffle in it that closes at a time, and the list to import. */
async function createRaffle(count, close) {
  const folder = makeFolder()
  writeFileSync(join(folder, 'secrets.key'), `${'09'.repeat(32)}\n`)
  const { raffleId } = runStep('create', folder, count, close)
  await writeEntries(join(folder, 'entries.csv'), count, (number, kind) => `${ids.uuid(number)},${kind}\n`)
  return { folder, raffleId }
}

const fixed = (number, digits = 1) => number.toFixed(digits)
const now = Math.floor(Date.now() / 1000)

const operatorRows = [
  ['entries', 'step', 'seconds', 'processor s', 'entries/s', 'max RSS MiB', 'database MB'],
]
function addOperatorRow(count, ...cells) {
  operatorRows.push([formatCount(count), ...cells])
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
  const { folder, raffleId } = await createRaffle(count, close)
  const store = join(folder, 'store.db')
  for (const step of ['import', 'seal', 'draw']) {
    const { seconds, processor, memory } = runStep(step, folder, count, close)
    const rate = step === 'draw' ? '' : formatCount(count / seconds)
    const figures = [fixed(seconds, 2), fixed(processor, 2), rate, fixed(memory, 0)]
    addOperatorRow(count, step, ...figures, fixed(statSync(store).size / 1e6))
  }
  for (const form of ['light', 'listed']) {
    mkdirSync(join(folder, form))
    const list = ['--entries', form === 'light' ? 'none' : 'file', '--record', join(folder, 'audit.json')]
    const out = ['-o', join(folder, form, 'bundle.json'), '--store', store]
    const { seconds, processor, memory } = runCommand('raffle', 'bundle', raffleId, ...list, ...out)
    const figures = [fixed(seconds, 2), fixed(processor, 2), '', fixed(memory, 0), '']
    addOperatorRow(count, `raffle bundle, ${form}`, ...figures)
  }
  const hashing = JSON.parse(run([bench('bundles.js'), '--hash-alone', count]).stdout).processor
  bundleRows.push([formatCount(count), 'hashing alone', '', '', '', fixed(hashing, 2), '1.00', ''])
  for (const form of ['light', 'listed']) verify(count, folder, form, hashing)
}

/** What an operator types, on a list of a million; entries have closed, so that it can be sealed. */
async function benchCommands(count) {
  const { folder, raffleId } = await createRaffle(count, now - 60)
  const desk = ['--key-file', join(folder, 'secrets.key'), '--store', join(folder, 'store.db')]
  const load = ['raffle', 'import', raffleId, join(folder, 'entries.csv'), ...desk.slice(2), '--quiet']
  const commands = {
    'raffle import': load,
    'the same again': load,
    'raffle seal': ['raffle', 'seal', raffleId, ...desk],
  }
  for (const [name, command] of Object.entries(commands)) {
    const { seconds, processor, memory } = runCommand(...command)
    const figures = [fixed(seconds, 2), fixed(processor, 2), formatCount(count / seconds), fixed(memory, 0)]
    addOperatorRow(count, name, ...figures, '')
    if (seconds > limits.import)
      problems.push(`${name} of ${formatCount(count)} entries took ${fixed(seconds)} s`)
  }
}

console.log(describeMachine())
console.log('3 prizes, ids are UUIDs in no order, every tenth entry free\n')
await benchCommands(commandCount)
for (const count of counts) await benchRaffle(count)
console.log(`${formatTable(operatorRows)}\n\n${formatTable(bundleRows)}`)
for (const problem of problems) console.error(`error: ${problem}`)
if (problems.length > 0) process.exitCode = 1
