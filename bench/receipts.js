// What receipts cost: making them, and sealing a list in which each entry has a nonce and a receipt. See README.md.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createHash } from 'node:crypto'
import { ids, writeEntries } from './entries.js'
import { describeMachine, formatCount, formatTable, makeFolder, root } from './lib.js'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, entries: { type: 'string' } },
})
const count = Number(options.entries ?? (options.quick ? 10_000 : 10_000_000))
const rounds = 3

/** Sealing with receipts over sealing without, in seconds of the processor. */
const limit = 1.3

// Yesterday, as any raffle that is over.
const close = Math.floor(Date.now() / 1000) - 86_400

function runStep(step, folder) {
  const args = [join(root, 'bench/ceremony.js'), step, folder, count, close].map(String)
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status}`)
  const taken = JSON.parse(stdout)
  console.error(
    `${folder.split('/').at(-1)}: ${step} ${taken.seconds.toFixed(1)} s, ${taken.processor.toFixed(1)} of the processor`,
  )
  return taken
}

const nonceHash = number => createHash('sha256').update(`nonce ${number}`).digest('hex')
const forms = {
  without: (number, kind) => `${ids.uuid(number)},${kind}\n`,
  with: (number, kind) => `${ids.uuid(number)},${kind},${nonceHash(number)}\n`,
}
const files = ['store.db', 'store.db-wal', 'store.db-journal']

function copyStore(from, to) {
  for (const name of files) {
    rmSync(join(to, name), { force: true })
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
  }
}

const base = makeFolder()
const folders = {}
let issued
let checked
for (const [form, formatLine] of Object.entries(forms)) {
  const folder = join(base, form)
  mkdirSync(folder)
  writeFileSync(join(folder, 'secrets.key'), `${'09'.repeat(32)}\n`)
  runStep('create', folder)
  await writeEntries(join(folder, 'entries.csv'), count, formatLine)
  runStep('import', folder)
  rmSync(join(folder, 'entries.csv'))
  if (form === 'with') {
    issued = runStep('issue', folder)
    checked = runStep('check', folder)
    runStep('fill', folder)
  }
  folders[form] = folder
}

const seals = { without: [], with: [] }
for (let round = 0; round < rounds; round++) {
  for (const form of Object.keys(forms)) {
    const at = join(base, 'sealing')
    rmSync(at, { recursive: true, force: true })
    mkdirSync(at)
    copyStore(folders[form], at)
    for (const name of ['secrets.key', 'store.db.signed']) {
      if (existsSync(join(folders[form], name))) copyFileSync(join(folders[form], name), join(at, name))
    }
    seals[form].push(runStep('seal', at))
  }
}

// The fastest round of each: what else a machine does only makes a round slower.
const fastest = Object.fromEntries(
  Object.entries(seals).map(([form, taken]) => [
    form,
    taken.reduce((best, one) => (one.processor < best.processor ? one : best)),
  ]),
)
const ratio = fastest.with.processor / fastest.without.processor
const row = (form, { seconds, processor }) => [
  `seal ${form} receipts`,
  seconds.toFixed(2),
  processor.toFixed(2),
  (statSync(join(folders[form], 'store.db')).size / 1e6).toFixed(0),
]
console.log(`${describeMachine()}\n`)
console.log(
  formatTable([
    ['step', 'seconds', 'processor s', 'database MB'],
    ...Object.entries(fastest).map(([form, taken]) => row(form, taken)),
  ]),
)
console.log(
  `\n${formatCount(count)} entries; receipts made: ${formatCount(issued.issued / issued.seconds)} a second, ` +
    `verified: ${formatCount(checked.checked / checked.seconds)} a second; ` +
    `sealed with receipts in ${ratio.toFixed(2)} times the processor time without, at most ${limit}`,
)
if (ratio > limit) {
  console.error(`error: more than ${limit}`)
  process.exitCode = 1
}
