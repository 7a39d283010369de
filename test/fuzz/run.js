// Coverage-guided fuzzing of what reads strangers' bytes: `node test/fuzz/run.js [--seconds 600] [--jobs 1] [--keep] [TARGET…]`.
// Each target starts from its seeds and the corpus that was kept; --keep writes a corpus back, as small as it covers the
// same. Ends with a table, and with exit code 1 and the input where something was found.
import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = fileURLToPath(new URL('.', import.meta.url))
process.chdir(join(here, '../..'))

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    jobs: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
    targets: { type: 'string', default: 'test/fuzz/targets' },
  },
  allowPositionals: true,
})
const all = readdirSync(values.targets)
  .filter(file => file !== 'expect.ts')
  .map(file => basename(file, '.ts'))
const unknown = positionals.filter(name => !all.includes(name))
if (unknown.length > 0) {
  console.error(`error: ${unknown.join(', ')}: expected some of ${all.join(', ')}`)
  process.exit(2)
}
const targets = positionals.length > 0 ? positionals : all

/** A corpus that is kept has at most so many bytes; what is largest goes first. */
const keptSize = 192 * 1024

// jazzer.js instruments what is required, so modules become one script; packages stay outside and are not instrumented.
const built = join(here, '.build', String(process.pid))
await build({
  entryPoints: targets.map(name => resolve(values.targets, `${name}.ts`)),
  outdir: built,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning',
})

writeFileSync(join(built, 'package.json'), '{ "type": "commonjs" }')

const scratch = mkdtempSync(join(tmpdir(), 'drawaudit-fuzz-'))
process.on('exit', () => {
  for (const folder of [scratch, built]) rmSync(folder, { recursive: true, force: true })
})
const load = createRequire(import.meta.url)
const corpusFile = name => join(here, 'corpora', `${name}.json`)

/** One file a unit, for libFuzzer. */
function unpack(name) {
  const folder = join(scratch, `${name}-corpus`)
  mkdirSync(folder)
  const kept = existsSync(corpusFile(name)) ? JSON.parse(readFileSync(corpusFile(name), 'utf8')) : []
  const { seeds } = load(join(built, `${name}.js`))
  ;[...seeds.map(seed => Buffer.from(seed)), ...kept.map(unit => Buffer.from(unit, 'latin1'))].forEach(
    (unit, at) => writeFileSync(join(folder, String(at)), unit),
  )
  return folder
}

/** One text of Latin-1 a unit, so that a corpus can be read, and compared line by line. */
function pack(name, folder) {
  const units = readdirSync(folder)
    .map(file => readFileSync(join(folder, file), 'latin1'))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  let size = 0
  const kept = units.filter(unit => (size += unit.length) <= keptSize)
  mkdirSync(join(here, 'corpora'), { recursive: true })
  writeFileSync(corpusFile(name), `[\n${kept.map(unit => JSON.stringify(unit)).join(',\n')}\n]\n`)
}

function jazzer(name, folders, options) {
  const args = [
    join(here, 'node_modules/@jazzer.js/core/dist/cli.js'),
    join(built, name),
    '--sync',
    '--fuzz_entry_point=fuzz',
    '--includes=test/fuzz/.build',
    '--',
    ...folders,
    `-artifact_prefix=${scratch}/${name}-`,
    '-timeout=25',
    '-rss_limit_mb=4096',
    '-print_final_stats=1',
    ...options,
  ]
  // Into a file: Node makes pipes non-blocking, and what libFuzzer cannot write at once is lost.
  const file = join(scratch, `${name}.log`)
  const log = openSync(file, 'w')
  return new Promise(resolve => {
    spawn(process.execPath, args, { stdio: ['ignore', log, log] }).on('close', code => {
      closeSync(log)
      const output = readFileSync(file, 'utf8')
      rmSync(file)
      resolve({ code, output })
    })
  })
}

/** SHA-1 of no bytes, by which libFuzzer names an input. */
const emptyInput = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'

/** jazzer.js 2.1.0 now and then ends with a segmentation fault of its own, when all inputs have been run. */
function hasFallen({ code, output }) {
  const end = output.search(/^Done \d+ runs/m)
  return code !== 0 && end !== -1 && output.indexOf('Segmentation Fault', end) !== -1
}

async function fuzz(name) {
  const folder = unpack(name)
  const began = process.hrtime.bigint()
  const run = () => jazzer(name, [folder], [`-max_total_time=${values.seconds}`, '-max_len=32768'])
  let ended = await run()
  if (hasFallen(ended)) {
    console.error(`${name}: the fuzzer itself fell after its last input; once more`)
    rmSync(join(scratch, `${name}-crash-${emptyInput}`), { force: true })
    ended = await run()
  }
  const { code, output } = ended
  const seconds = Number(process.hrtime.bigint() - began) / 1e9
  const runs = Number(/stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? 0)
  const [, edges = '0', features = '0', units = '0'] =
    [...output.matchAll(/cov: (\d+) ft: (\d+) corp: (\d+)/g)].at(-1) ?? []
  const found = readdirSync(scratch).filter(file => file.startsWith(`${name}-`) && !file.endsWith('corpus'))
  if (code !== 0 || found.length > 0) {
    // Without the frames of what is compiled.
    const lines = output.split('\n').filter(line => !/^ *#?\d+:? 0x/.test(line))
    console.error(`${name}: exit code ${code}\n${lines.slice(-50).join('\n')}`)
    for (const file of found)
      console.error(`${file}: ${JSON.stringify(readFileSync(join(scratch, file), 'latin1'))}`)
  } else if (values.keep) {
    const merged = join(scratch, `${name}-merged-corpus`)
    mkdirSync(merged)
    const { code } = await jazzer(name, [merged, folder], ['-merge=1'])
    if (code !== 0) throw new Error(`${name}: the corpus could not be merged`)
    pack(name, merged)
  }
  const failed = code !== 0 || found.length > 0 || runs === 0
  return { name, runs, seconds, edges, features, units, failed }
}

const results = []
const waiting = [...targets]
await Promise.all(
  Array.from({ length: Number(values.jobs) }, async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      results.push(await fuzz(name))
  }),
)
results.sort((a, b) => targets.indexOf(a.name) - targets.indexOf(b.name))
console.log('| target | seconds | inputs | a second | edges | features | corpus | found |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const { name, runs, seconds, edges, features, units, failed } of results) {
  const rate = Math.round(runs / seconds)
  console.log(
    `| ${name} | ${seconds.toFixed(0)} | ${runs} | ${rate} | ${edges} | ${features} | ${units} | ${failed ? 'see above' : 'nothing'} |`,
  )
}
process.exitCode = results.some(({ failed }) => failed) ? 1 : 0
