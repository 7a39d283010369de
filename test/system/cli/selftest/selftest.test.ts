import { cpSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import type { Failure } from '../../../../src/model/report.js'
import type { ScenarioResult, Scenario, SelfTestResult } from '../../../../src/verify/bundle/selftest.js'
import { root, run, runShell, type Ended } from '../../../cli/resident.js'
import { some } from '../../../long.js'

interface Printed extends SelfTestResult {
  readonly selftest: string
  readonly version: string
  readonly engine: string
  readonly exit_code: number
  readonly scenarios?: readonly ScenarioResult[]
  readonly error?: Failure
}

const shipped = 'dist/selftest.ndjson.gz'
const lines = gunzipSync(readFileSync(join(root, shipped)))
  .toString()
  .trimEnd()
  .split('\n')
const scenarios = lines.map(line => JSON.parse(line) as Scenario)

/** The package as it is installed, with other scenarios. */
function install(folder: string, changed: readonly unknown[] | Uint8Array): string {
  for (const part of ['bin', 'dist', 'recipes', 'package.json']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const bytes =
    changed instanceof Uint8Array
      ? changed
      : gzipSync(changed.map(scenario => `${JSON.stringify(scenario)}\n`).join(''))
  writeFileSync(join(folder, shipped), bytes)
  return folder
}

const selftest = async (folder: string, more = ''): Promise<Ended> =>
  runShell(`'${process.execPath}' '${join(folder, 'bin/drawaudit.js')}' selftest ${more}`)

const read = (ended: Ended): Printed => JSON.parse(ended.stdout) as Printed

await t.test('the scenarios that are shipped are the fixtures', t => {
  const fixtures = join(root, 'fixtures')
  const bundles = readdirSync(join(fixtures, 'bundles')).sort()
  const mutants = readdirSync(join(fixtures, 'mutants'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .sort()
  t.strictSame(
    scenarios.map(({ name }) => name),
    [...bundles, ...mutants.map(name => name.replace(/\.json$/, ''))],
    'npm run build makes them anew',
  )
  for (const name of mutants) {
    const file = JSON.parse(readFileSync(join(fixtures, 'mutants', name), 'utf8')) as object
    const scenario = scenarios.find(one => `${one.name}.json` === name)
    t.strictSame(scenario, { name: name.replace(/\.json$/, ''), ...file }, name)
  }
  t.ok(mutants.length >= 150, `${mutants.length} mutants`)
  t.end()
})

await t.test('every bundle ends as it should, and every code of every claim fires', async t => {
  const ended = await run(['selftest', '--all', '--format', 'json'])
  const printed = read(ended)
  t.same([ended.code, ended.stderr], [0, ''])
  t.match(printed, { selftest: 'drawaudit/v1', engine: 'native', passed: true, exit_code: 0 })
  t.strictSame([printed.failed, printed.missing, printed.unlisted, printed.error], [[], [], [], undefined])
  t.equal(printed.good + printed.bad, scenarios.length)
  t.ok(printed.good > 6 && printed.bad >= 150, `${printed.good} good, ${printed.bad} bad`)
  t.strictSame(
    printed.scenarios?.map(({ name, passed }) => [name, passed]),
    scenarios.map(({ name }) => [name, true]),
  )
})

await t.test('what is printed for people', async t => {
  const [first, second] = scenarios
  const folder = install(t.testdir(), [first, second])
  const [short, all] = await Promise.all([selftest(folder), selftest(folder, '--all --engine portable')])
  t.same([short.code, all.code], [70, 70])
  t.match(all.stdout, new RegExp(`^ok {6}${first?.name ?? ''}: level 3, not-provable$`, 'm'))
  t.notMatch(short.stdout, /^ok /m)
  const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
    .version
  t.match(
    short.stdout,
    `\ndrawaudit ${version}, engine native: 2 known-good and 0 known-bad bundles verified, `,
  )
  t.match(all.stdout, 'engine portable: ')
})

await t.test('an altered scenario fails it, and is named', async t => {
  const at = scenarios.findIndex(({ expect }) => expect.claim === 'seed.committed')
  const bad = scenarios[at]
  const good = scenarios[0]
  t.ok(bad !== undefined && good !== undefined)
  const cases: readonly (readonly [what: string, Partial<Scenario>, name: string])[] = [
    ['a bad one with the evidence of a good one', { ...good, ...bad, bundle: good?.bundle }, bad?.name ?? ''],
    ['a good one with the evidence of a bad one', { ...good, bundle: bad?.bundle }, good?.name ?? ''],
    ['another code', { ...bad, expect: { ...bad?.expect, code: 'seed-committed' } }, bad?.name ?? ''],
    ['another status', { ...bad, expect: { ...bad?.expect, status: 'not-provable' } }, bad?.name ?? ''],
    ['another claim', { ...bad, expect: { ...bad?.expect, claim: 'no.claim' } }, bad?.name ?? ''],
    ['another level', { ...good, expect: { level: 5 } }, good?.name ?? ''],
    ['nothing expected', { ...good, expect: {} }, good?.name ?? ''],
    ['a trust file that cannot be read', { ...good, trust: {} }, good?.name ?? ''],
  ]
  const own = t.testdir()
  const folder = install(own, [])
  for (const [what, changed, name] of some(cases, 4)) {
    writeFileSync(join(folder, shipped), gzipSync(`${JSON.stringify(changed)}\n`))
    const ended = await selftest(folder, '--format json')
    t.equal(ended.code, 70, what)
    t.match(read(ended), {
      passed: false,
      exit_code: 70,
      failed: [{ name, passed: false }],
      error: { code: 'internal', message: /1 of 1 scenarios not as expected/, hint: /^reinstall drawaudit/ },
    })
  }
  writeFileSync(join(folder, shipped), gzipSync(`${JSON.stringify({ ...good, trust: {} })}\n`))
  const text = await selftest(folder)
  t.match(text.stdout, `FAILED  ${good?.name ?? ''}: level 3, not-provable\n        found an exception: `)
  t.match(
    text.stderr,
    /^error: the self-test failed: 1 of 1 scenarios not as expected, \d+ codes of claims not as/,
  )
  t.match(
    text.stderr,
    '\nhint: reinstall drawaudit and try again; until this passes, rely on none of its verdicts\n',
  )
})

await t.test('a code that never fires fails it', async t => {
  const folder = install(
    t.testdir(),
    scenarios.filter(({ name }) => !name.includes('/')),
  )
  const ended = await selftest(folder, '--format json')
  const { failed, missing, error } = read(ended)
  t.equal(ended.code, 70)
  t.strictSame(failed, [])
  for (const code of [
    'seed.committed seed-differs',
    'statement.chain chain-cancelled',
    'evidence.timely observed-in-time',
    'evidence.unique observed-once',
    'ticket.included ticket-absent',
  ]) {
    t.ok(missing.includes(code), code)
  }
  t.notOk(missing.includes('seed.committed seed-committed'))
  t.equal(error?.message, `the self-test failed: ${missing.length} codes of claims not as listed`)
  const text = await selftest(folder)
  t.match(text.stdout, '\nFAILED  no scenario produced this code: seed.committed seed-differs\n')
})

await t.test('scenarios that are missing or damaged fail it', async t => {
  const folder = install(t.testdir(), gzipSync('{"name": '))
  const cases: readonly (readonly [change: () => void, message: RegExp])[] = [
    [() => undefined, /the scenarios of the self-test cannot be read: /],
    [
      () => {
        writeFileSync(join(folder, shipped), 'not compressed, and not short')
      },
      /cannot be read: incorrect header check/,
    ],
    [
      () => {
        writeFileSync(join(folder, shipped), gzipSync('{"name": "x"}\n'))
      },
      /a scenario of the self-test is damaged/,
    ],
    [
      () => {
        writeFileSync(join(folder, shipped), gzipSync(''))
      },
      /codes of claims not as listed/,
    ],
    [
      () => {
        rmSync(join(folder, shipped))
      },
      /cannot be read: ENOENT/,
    ],
  ]
  for (const [change, message] of some(cases, 2)) {
    change()
    const ended = await selftest(folder, '--format json')
    t.equal(ended.code, 70)
    t.match(read(ended).error, { code: 'internal', message, hint: /^reinstall drawaudit/ })
  }
})
