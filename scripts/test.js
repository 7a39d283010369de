// Runs tiers of the tests, or the files that are named: `node scripts/test.js [unit|slow|system|house|long|FILE…] [--watch]`.
// Builds what is not built yet, prints a line for each file and everything about each failure, names what was skipped,
// and ends with the CPU seconds and one line of totals. All that the tests said is in .tap/, a file for each tier.
import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs'
import { availableParallelism } from 'node:os'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from './build.js'
import { compileTests, filesIn } from './compile.js'
import { groupsOf } from './together.js'
import { cpuTime, measureSlowness, middleOf } from './yardstick.js'

process.chdir(fileURLToPath(new URL('../', import.meta.url)))

const budgets = JSON.parse(readFileSync('test/budgets.json', 'utf8'))

/**
 * The tiers; what is in no folder of another one is `unit`, which is to take four minutes: some folders that take longer
 * are `slow`. What of `system` takes long has a tier of its own.
 */
const tiers = {
  unit: path => !/^test\/(?:system|house)\//.test(path) && !tiers.slow(path),
  slow: path => /^test\/(?:conformance|find|native|timestamp|webhook)\//.test(path),
  system: path => path.startsWith('test/system/') && !tiers.long(path),
  house: path => path.startsWith('test/house/'),
  long: path => budgets.system.long.includes(path),
}

// Seconds for each test and each file, of which a test may want fewer.
const patience = 600
process.env.TAP_TIMEOUT = `${patience}`

/** How much slower this machine is than that of the budgets, while the tests run: other machines share its processors. */
const slownesses = [measureSlowness().processor]

const { values, positionals } = parseArgs({
  options: { watch: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const names = positionals.length === 0 ? ['unit'] : positionals
const areTiers = names.every(name => Object.hasOwn(tiers, name))
if (values.watch) await runAtEveryChange()
else if (areTiers && names.length > 1) process.exitCode = runTiers()
else {
  await build()
  await compileTests()
  const good = areTiers
    ? await runTier(names[0])
    : await run(`.tap/${process.pid}.tap`, groupsOf(names.flatMap(testsIn)))
  process.exitCode = good ? 0 : 1
}

/** Runs one tier after the other, each in a process of its own, whose CPU seconds are counted. */
function runTiers() {
  const sums = { pass: 0, fail: 0 }
  for (const tier of names) {
    console.log(`# ${tier}`)
    rmSync(resultsOf(tier), { force: true })
    const { status } = spawnSync(process.execPath, ['scripts/test.js', tier], { stdio: 'inherit' })
    const { pass, fail } = countsOf(resultsOf(tier)) ?? { pass: 0, fail: 0 }
    sums.pass += pass
    sums.fail += status === 0 ? fail : Math.max(fail, 1)
  }
  console.log(`${sums.pass} passed, ${sums.fail} failed`)
  return sums.fail > 0 ? 1 : 0
}

async function runTier(tier) {
  // The CPU seconds that it may take, how many files run at once beside one for each core, since some wait, and the files
  // that start first, so that the last one does not run alone.
  const { cpuSeconds, more, first, long = [] } = budgets[tier]
  for (const file of long) console.log(`left out: ${file}: npm run test:long`)
  const files = testsIn('test').filter(tiers[tier])
  const ordered = [...new Set([...first.filter(file => files.includes(file)), ...files])]
  const check = () => {
    const spent = cpuTime()
    if (spent === undefined) return []
    const slowness = Math.max(1, middleOf(slownesses))
    const most = cpuSeconds * slowness
    const why = `${cpuSeconds} on a machine ${slowness.toFixed(2)} times as fast`
    console.log(`${tier}: ${Math.round(spent)} CPU seconds of at most ${Math.round(most)}, ${why}`)
    if (spent <= most) return []
    return [`${tier} takes too long: make a test cheaper, or raise test/budgets.json and say why`]
  }
  return run(resultsOf(tier), groupsOf(ordered, first), { more, check })
}

/** Runs groups of test files and says how they ended; `check` has faults to add when all have run. */
async function run(results, groups, { more = 1, check = () => [] } = {}) {
  mkdirSync('.tap', { recursive: true })
  const log = createWriteStream(results)
  const [[first, ...others]] = groups
  const isOne = groups.length === 1 && others.length === 0
  const ended = isOne ? runOne(first, log) : runMany(groups, log, more)
  await finished(log)
  const code = await ended

  const tap = readFileSync(results, 'utf8')
  for (const text of failuresIn(tap)) console.log(text)
  const skipped = [...tap.matchAll(/^ *ok (?:\d+ )?- (.*?) # SKIP ?(.*)$/gm)]
  for (const [, name, reason] of skipped) console.log(`skipped: ${name}: ${reason || 'no reason given'}`)
  if (skipped.length > 0) console.log(`${skipped.length} skipped`)
  const counts = countsOf(results)
  const faults = check()
  // There scripts/setup-debian.sh has installed whatever a test asks for.
  const missed = skipped.filter(([, , reason]) =>
    /not installed|cannot be installed|there is no (?:Firefox|C compiler|python3)|no PostgreSQL/.test(reason),
  )
  if (process.env.CI !== undefined && missed.length > 0) faults.push('a test is skipped that can run here')
  if (counts === undefined) faults.push('the tests did not come to an end')
  else if (code !== 0 && counts.fail === 0) faults.push(`${first} ended with ${code}`)
  for (const fault of faults) console.log(`not ok ${fault}`)
  const failed = (counts?.fail ?? 0) + faults.length
  console.log(`${counts?.pass ?? 0} passed, ${failed} failed`)
  return failed === 0
}

/** Of each assertion that failed everything that is said of it; of the tests that it belongs to their names. */
function* failuresIn(tap) {
  for (const { 0: text, index } of tap.matchAll(/^ *not ok .*(?:\n *---\n[^]*?\n *\.\.\.)?$/gm)) {
    const before = tap.slice(0, index).trimEnd().split('\n').at(-1)
    const depthOf = line => line.search(/\S/)
    // Parts stand four deeper, what is said of another one two.
    yield depthOf(before) >= depthOf(text) + 4 ? text.split('\n', 1)[0] : text
  }
}

function resultsOf(tier) {
  return `.tap/${tier}.tap`
}

/** tap's own totals, of assertions; undefined when the tests did not come to an end. */
function countsOf(results) {
  const totals = existsSync(results) && /^# \{ total: \d+.*\}$/m.exec(readFileSync(results, 'utf8'))?.[0]
  const count = word => Number(new RegExp(`\\b${word}: (\\d+)`).exec(totals)?.[1] ?? 0)
  return totals ? { pass: count('pass'), fail: count('fail') } : undefined
}

/** A test is a program that speaks TAP. */
function command(file) {
  return ['--enable-source-maps', file.replace(/^test/, 'build').replace(/ts$/, 'js')]
}

/** Returns the exit code; tap counts that of one file among many as a failure by itself. */
async function runOne(file, log) {
  const child = spawn(process.execPath, command(file), { stdio: ['inherit', 'pipe', 'inherit'] })
  child.stdout.pipe(log)
  return new Promise(resolve => child.on('close', (code, signal) => resolve(code ?? signal)))
}

/** Runs groups of files, each in one process. */
async function runMany(groups, log, more) {
  const { default: t } = await import('tap')
  t.pipe(log)
  t.jobs = availableParallelism() + more
  // All together have as long as they take.
  t.setTimeout(0)
  let before = cpuTime()
  let ended = 0
  for (const group of groups) {
    const [file] = group
    const isAlone = group.length === 1
    const program = isAlone ? command(file) : [...command('test/together.ts'), ...group]
    const options = { buffered: true, timeout: 1000 * patience }
    // By env, since tap would have Node load its hooks into every test and all that it starts, and count coverage there.
    // One file that hangs should leave time for the others.
    const each = `TAP_TIMEOUT=${isAlone ? patience : patience / 2}`
    const asIs = [`NODE_OPTIONS=${process.env.NODE_OPTIONS ?? ''}`, each, process.execPath, ...program]
    const name = isAlone ? file : `${group.length} files from ${file} on`
    const running = t.spawn('env', asIs, options, name)
    const left = new Set(isAlone ? [] : group)
    running.subtest?.parser.on('comment', comment => {
      const [, line, one] = /^# ((?:not )?ok - (\S+) # .*)/.exec(comment) ?? []
      if (left.delete(one)) console.log(line)
    })
    void running.then(({ ok, time }) => {
      if (++ended % 4 === 0) slownesses.push(measureSlowness().processor)
      const now = cpuTime()
      // What ended since the last line, so nearly always this file.
      const spent = now === undefined ? '' : `, ${(now - before).toFixed(1)} s of CPU`
      before = now
      for (const one of left) console.log(`not ok - ${one} # did not end`)
      console.log(`${ok ? 'ok' : 'not ok'} - ${name} # ${(time / 1000).toFixed(1)} s${spent}`)
    })
  }
  t.end()
  return 0
}

/** The test files at a path: a file, or all of a folder. */
function testsIn(path) {
  if (!existsSync(path)) {
    console.error(`error: there is no test ${path}`)
    console.error(`hint: name a file or a folder of test/, or one of ${Object.keys(tiers).join(', ')}`)
    process.exit(2)
  }
  if (!statSync(path).isDirectory()) return [path.replace(/^\.\//, '')]
  return [...filesIn(path)].filter(name => name.endsWith('.test.ts')).sort()
}

/** Runs the same again whenever a file of the project is written. */
async function runAtEveryChange() {
  let wake = () => undefined
  for (const folder of ['src', 'test', 'fixtures', 'recipes', 'schemas']) {
    watch(folder, { recursive: true }, (_, name) => !name?.startsWith('model/validators') && wake())
  }
  for (;;) {
    const change = new Promise(resolve => (wake = resolve))
    const child = spawn(process.execPath, ['scripts/test.js', ...names], { stdio: 'inherit' })
    await new Promise(resolve => child.on('close', resolve))
    console.log('waiting for a change')
    await change
    // An editor writes more than one file, or one more than once.
    await sleep(50)
  }
}
