// The ratios that fit into five minutes, beside those that were recorded. See README.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findMissing, formatTable, makeFolder, median } from './lib.js'
import { ratiosFile } from './ratios.js'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    record: { type: 'boolean', default: false },
    runs: { type: 'string', default: '10' },
  },
})

/** The benchmarks, and what each needs beside a built package. */
const benchmarks = {
  library: [],
  'start-up': [],
  signatures: [],
  draws: [],
  records: [],
  'many-bundles': [],
  log: ['--only', 'monitor'],
  merkle: [],
  'entry-list': [],
  server: [],
}
const unknown = options.only?.find(name => !Object.hasOwn(benchmarks, name))
if (unknown !== undefined || !/^[1-9]\d?$/.test(options.runs)) {
  console.error(
    unknown === undefined
      ? `error: --runs takes a number from 1 to 99, found ${options.runs}`
      : `error: the check has no benchmark ${JSON.stringify(unknown)}`,
  )
  console.error(`hint: --only takes one of ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}

const recordedFile = fileURLToPath(new URL('ratios.json', import.meta.url))
/** Of each ratio the median, the worst of the recorded runs, and which way it gets better. */
const recorded = JSON.parse(readFileSync(recordedFile, 'utf8'))

/**
 * Beyond the worst of the recorded runs a ratio may be so much worse, in parts of the median: chance goes on, and few runs
 * have seen little of it.
 */
const marginOf = runs => (runs < 10 ? 0.2 : 0.05)

/** The worst that a ratio may be. */
function limitOf({ median: middle, worst, better, runs }) {
  const margin = marginOf(runs) * middle
  return better === 'more' ? worst - margin : worst + margin
}

/** All ratios of one run, by name, each with its benchmark; and which benchmarks were to give some. */
function measure() {
  const found = new Map()
  const run = []
  for (const [benchmark, args] of Object.entries(benchmarks)) {
    if (options.only !== undefined && !options.only.includes(benchmark)) continue
    const missing = benchmark === 'server' ? (findMissing('wrk') ?? findMissing('taskset')) : undefined
    if (missing !== undefined) {
      console.error(`${benchmark} is skipped: ${missing}`)
      continue
    }
    console.error(`${benchmark} …`)
    run.push(benchmark)
    const file = join(folder, `${benchmark}.ndjson`)
    writeFileSync(file, '')
    const script = fileURLToPath(new URL(`${benchmark}.js`, import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args, '--check'], {
      encoding: 'utf8',
      env: { ...process.env, [ratiosFile]: file },
    })
    // One whose own aim is missed ends with 1, and has noted its ratios.
    if (status !== 0) console.error(`${benchmark} ended with ${status}\n${stdout}${stderr}`)
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { name, ...ratio } = JSON.parse(line)
      found.set(name, { ...ratio, benchmark })
    }
  }
  return { found, run }
}

/** Writes after each run what all of them say: whoever ends it early has recorded fewer. */
function record() {
  const found = new Map()
  for (let run = 1; run <= Number(options.runs); run += 1) {
    console.error(`run ${run} of ${options.runs}`)
    for (const [name, { value, ...about }] of measure().found) {
      const { values = [] } = found.get(name) ?? {}
      found.set(name, { about, values: [...values, value] })
    }
    write(found)
  }
  console.log(`recorded ${found.size} ratios in bench/ratios.json`)
}

function write(found) {
  const round = value => Number(value.toPrecision(3))
  const ratios = { ...recorded.ratios }
  for (const [name, { about, values }] of found) {
    const worst = about.better === 'more' ? Math.min(...values) : Math.max(...values)
    ratios[name] = { ...about, median: round(median(values)), worst: round(worst), runs: values.length }
  }
  writeFileSync(recordedFile, `${JSON.stringify({ ratios }, null, 2)}\n`)
}

function check() {
  const { found, run } = measure()
  const rows = [['ratio', '', 'now', 'recorded', 'limit', '']]
  let bad = 0
  for (const [name, { value, better }] of found) {
    const known = recorded.ratios[name]
    const bound = better === 'more' ? 'at least' : 'at most'
    if (known === undefined) {
      rows.push([name, bound, value.toPrecision(3), '', '', 'not recorded'])
      continue
    }
    const limit = limitOf(known)
    const isWorse = better === 'more' ? value < limit : value > limit
    if (isWorse) bad += 1
    const figures = [value, known.median, limit].map(figure => figure.toPrecision(3))
    rows.push([name, bound, ...figures, isWorse ? 'WORSE' : 'ok'])
  }
  // What is not measured any more is no longer watched.
  for (const [name, { benchmark, median: middle }] of Object.entries(recorded.ratios)) {
    if (!run.includes(benchmark) || found.has(name)) continue
    bad += 1
    rows.push([name, '', '', middle.toPrecision(3), '', 'MISSING'])
  }
  console.log(formatTable(rows))
  if (bad === 0) return
  console.error(`error: ${bad} of ${rows.length - 1} ratios are missing, or worse than in all recorded runs`)
  console.error(
    'hint: try --only BENCHMARK once more where nothing else runs; --record takes what is meant to stay',
  )
  process.exitCode = 1
}

const folder = makeFolder()
if (options.record) record()
else check()
