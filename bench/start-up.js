// How long a command takes from its start to its end, beside that of Node which does nothing. See README.md.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMachine, formatTable, median, root } from './lib.js'
import { noteRatio } from './ratios.js'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
})
const rounds = options.quick ? 3 : options.check ? 9 : 31
const program = 'bin/drawaudit.js'

/** Of each: arguments of Node, and the most that it may take as a multiple of Node alone. */
const calls = {
  'node -e 0': { args: ['-e', '0'] },
  'drawaudit --version': { args: [program, '--version'], limit: 1.2 },
  'drawaudit verify, a published draw': {
    args: [program, 'verify', 'fixtures/draws/bitcoin-block'],
    limit: 2,
  },
  'drawaudit verify, a bundle': {
    args: [program, 'verify', 'fixtures/bundles/light-10000000-entries/bundle.json'],
    limit: 3,
  },
  'drawaudit --help': { args: [program, '--help'], limit: 2.5 },
}
const { groups, commands } = JSON.parse(readFileSync(`${root}/dist/bin/usage.json`, 'utf8'))
const help = { limit: 2.5, rounds: options.quick ? 1 : 5 }
for (const [word, usages] of options.check ? [] : Object.entries(commands)) {
  calls[`drawaudit ${word} --help`] = { args: [program, word, '--help'], ...help }
  for (const { name } of Object.hasOwn(groups, word) ? usages : []) {
    const [second] = name.split(' ')
    calls[`drawaudit ${word} ${second} --help`] = { args: [program, word, second, '--help'], ...help }
  }
}

// What is compiled is kept by this run alone.
const cache = mkdtempSync(join(tmpdir(), 'drawaudit-start-up-'))
process.once('exit', () => rmSync(cache, { recursive: true }))
const env = { ...process.env, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: join(cache, 'node') }

const times = new Map(Object.keys(calls).map(name => [name, []]))
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, { args, rounds: most = rounds }] of Object.entries(calls)) {
    if (round > most) continue
    const begin = performance.now()
    const { status, error } = spawnSync(process.execPath, args, { cwd: root, env })
    if (error !== undefined || ![0, 1, 3].includes(status)) throw new Error(`${name}: exit ${status}`)
    // The first finds nothing in the cache of the disk, and compiles what the others load.
    if (round > 0) times.get(name).push(performance.now() - begin)
  }
}
const base = median(times.get('node -e 0'))
const rows = [['call', '', 'ms', '÷ node', 'at most']]
for (const [name, { limit }] of Object.entries(calls)) {
  const time = median(times.get(name))
  rows.push([name, '', time.toFixed(0), (time / base).toFixed(2), limit === undefined ? '' : String(limit)])
  if (limit === undefined) continue
  noteRatio(`${name}, ÷ node -e 0`, time / base, 'less')
  if (time / base > limit) process.exitCode = 1
}
console.log(describeMachine())
console.log(
  `medians of ${rounds} rounds, in turn (${help.rounds} of the help of a command)\n\n${formatTable(rows)}`,
)
