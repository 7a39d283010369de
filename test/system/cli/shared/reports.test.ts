import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { DrawauditError } from '../../../../src/errors.js'
import type { Report, Subject } from '../../../../src/model/report.js'
import { validateReport } from '../../../../src/model/validators/report.js'
import {
  publishReport,
  endWithReport,
  readTargets,
  writeReports,
  type ReportTarget,
} from '../../../../src/cli/shared/reports.js'
import { readRequire } from '../../../../src/cli/shared/require.js'
import { OutputError } from '../../../../src/cli/shared/terminal.js'
import { compareReports, type Written } from '../../../render/agree.js'
import { readJunit } from '../../../render/junit.js'
import { outcomes } from '../../../render/reports.js'
import { bin, notProvable, proven, record, refuted, root, run, runJson } from '../../../cli/resident.js'
import { asOther, noNobody } from '../../../unprivileged.js'

const formats = ['junit', 'sarif', 'md', 'html', 'json'] as const

/** A folder, and the value of `--report` that puts every format into it. */
function allFormats(t: Test): { readonly folder: string; readonly list: string } {
  const folder = t.testdir({})
  return { folder, list: formats.map(format => `${format}=${join(folder, format)}`).join(',') }
}

function readAll(folder: string): Written {
  const entries = formats.map(format => [format, readFileSync(join(folder, format), 'utf8')] as const)
  return Object.fromEntries(entries) as unknown as Written
}

const read = (folder: string): Report => JSON.parse(readFileSync(join(folder, 'json'), 'utf8')) as Report

for (const [name, args, code] of [
  ['proven', [proven, '--require', 'reproducible,beacon.genuine'], 0],
  ['refuted', [proven, refuted, notProvable], 1],
  ['an error after the options were understood', [proven, '--require', 'winner.derivd'], 2],
  ['not provable', [notProvable], 3],
] as const) {
  await t.test(`all reports of one run agree with the exit code: ${name}`, async t => {
    const { folder, list } = allFormats(t)
    const { report, code: ended } = await runJson(['verify', ...args, '--report', list])
    t.equal(ended, code)
    compareReports(t, report, readAll(folder))
    t.strictSame(readdirSync(folder).sort(), [...formats].sort(), 'nothing else is left')
  })
}

await t.test('a wrong --report is a wrong call, before anything is done', async t => {
  const folder = t.testdir({
    'draw.json': readFileSync(join(root, proven)),
    'file.txt': '',
    inner: { 'old.json': '{}' },
    link: t.fixture('symlink', 'inner'),
  })
  const cases = [
    [
      'x',
      'usage',
      /^error: --report takes FORMAT=FILE, separated by commas, found "x"\nhint: the formats are junit, sarif, md, json, html\n$/,
    ],
    ['pdf=a', 'usage', /found "pdf=a"/],
    ['toString=a', 'usage', /found "toString=a"/],
    ['json', 'usage', /found "json"/],
    ['json=a,', 'usage', /found ""/],
    ['json=', 'usage', /^error: --report json takes a file, found ""\n/],
    [
      'json=-',
      'usage',
      /^error: --report json takes a file, found "-"\nhint: standard output has the result/,
    ],
    ['json=a.json,html=./a.json', 'usage', /^error: two reports go to \.\/a\.json\n/],
    ['json=inner/a,html=link/a', 'usage', /^error: two reports go to link\/a\n/],
    ['json=draw.json', 'usage', /^error: the report draw\.json would overwrite an input\n/],
    [
      'json=missing/a.json',
      'file-missing',
      /^error: missing\/a\.json: there is no such folder to write into\n$/,
    ],
    ['json=file.txt/a.json', 'file-missing', /^error: file\.txt\/a\.json: there is no such folder/],
    ['json=inner', 'file-kind', /^error: inner: is a folder\n/],
    ['json=new/', 'file-kind', /^error: new\/: is a folder\n/],
    ['json=/dev/null', 'file-kind', /^error: \/dev\/null: is not a regular file\n/],
  ] as const
  await Promise.all(
    cases.map(async ([list, code, message]) => {
      // The second says the same of a list in two parts.
      const args = ['verify', 'draw.json', ...list.split(/,(?=.)/).map(one => `--report=${one}`)]
      const [text, parts] = await Promise.all([
        run(['verify', 'draw.json', '--report', list], { cwd: folder }),
        runJson(list.endsWith(',') ? ['verify', 'draw.json', `--report=${list}`] : args, { cwd: folder }),
      ])
      t.same([text.code, text.stdout], [2, ''], list)
      t.match(text.stderr, message, list)
      t.equal(parts.report.error?.code, code, list)
    }),
  )
  t.strictSame(readdirSync(folder).sort(), ['draw.json', 'file.txt', 'inner', 'link'])
})

await t.test('a folder that takes no files', { skip: noNobody }, t => {
  const folder = t.testdir({ 'old.json': '{}' })
  chmodSync(folder, 0o555)
  const args = ['verify', root + proven, '--report', `json=${join(folder, 'a.json')}`]
  const { status, stderr } = spawnSync('env', ['-i', process.execPath, bin, ...args], {
    // Without the environment, by which tap would have it write where it may not.
    encoding: 'utf8',
    ...asOther,
  })
  t.equal(status, 2, stderr)
  t.match(stderr, /a\.json: .*permission denied/)
  chmodSync(folder, 0o700)
  t.end()
})

const targetsIn = (folder: string): readonly ReportTarget[] =>
  readTargets(formats.map(format => `${format}=${join(folder, format)}`))

await t.test('a report replaces the one before as a whole, and goes where a link leads', async t => {
  const folder = t.testdir({ json: 'old', elsewhere: { md: 'old' } })
  symlinkSync('elsewhere/md', join(folder, 'md'))
  await writeReports(outcomes['proven']!, targetsIn(folder))
  t.same(read(folder), outcomes['proven'])
  t.match(readFileSync(join(folder, 'elsewhere/md'), 'utf8'), /^## ✅/)
  t.strictSame(readdirSync(folder).sort(), ['elsewhere', ...formats].sort())
})

/** A printer that keeps what it is given. */
const printer = (printed: Report[]): Parameters<typeof endWithReport<Report>>[1] => ({
  report: async report => Promise.resolve(void printed.push(report)),
})

await t.test('of several reports one cannot be written: the others are, and tell of it', async t => {
  const folder = t.testdir({})
  const targets = targetsIn(folder)
  // Meanwhile someone puts a folder there.
  mkdirSync(join(folder, 'html'))
  writeFileSync(join(folder, 'html/x'), '')
  await t.rejects(writeReports(outcomes['proven']!, targets), {
    code: 'file-access',
    where: { file: join(folder, 'html') },
  })
  t.equal(read(folder).verdict, 'proven')
  const printed: Report[] = []
  await t.rejects(
    endWithReport(targets, printer(printed), () => Promise.resolve(outcomes['proven']!)),
    { code: 'file-access' },
  )
  t.match(read(folder), { exit_code: 2, error: { code: 'file-access' } })
  t.strictSame(printed, [], 'the process ends with 2, and prints no verdict')
})

await t.test('whatever ends the run, the reports say so', async t => {
  const folder = t.testdir({})
  const targets = targetsIn(folder)
  const end = async (error: Error, at: 'examine' | 'print'): Promise<Report> => {
    const fail = async (): Promise<never> => Promise.reject(error)
    const ended = endWithReport(
      targets,
      at === 'print' ? { ...printer([]), report: fail } : printer([]),
      at === 'print' ? () => Promise.resolve(outcomes['proven']!) : fail,
    )
    await t.rejects(ended, error)
    compareReports(t, read(folder), readAll(folder))
    return read(folder)
  }
  t.match(await end(new TypeError('x is not a function'), 'examine'), {
    exit_code: 70,
    error: { code: 'internal' },
  })
  t.match(await end(new DrawauditError('engine-disagreement', 'they differ'), 'examine'), { exit_code: 70 })
  t.match(await end(new DrawauditError('url-invalid', 'no URL'), 'examine'), { exit_code: 2 })
  t.match(await end(new OutputError('file-access', 'no room'), 'print'), { exit_code: 2 })
  t.equal(await endWithReport(targets, printer([]), () => Promise.resolve(outcomes['unreachable']!)), 4)
  compareReports(t, outcomes['unreachable']!, readAll(folder))
})

const github = (folder: string): Readonly<Record<string, string>> => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
})

await t.test('in GitHub Actions: annotations on standard error, and the summary of the job', async t => {
  const folder = t.testdir({ 'summary.md': '# before\n' })
  const ended = await runJson(['verify', refuted, '--require', 'winner.derived'], { env: github(folder) })
  t.equal(ended.code, 1)
  t.match(ended.stderr, /^::error title=drawaudit%3A refuted winner\.derived in [^\n]*::[^\n]*\n::notice /)
  const summary = readFileSync(join(folder, 'summary.md'), 'utf8')
  t.match(summary, /^# before\n## ❌ drawaudit\n\nRefuted: [^\n]* \(expected 4, found 5\)\.\n/)

  const wrong = await run(['verify', refuted, '--require', 'winner.derivd'], { env: github(folder) })
  t.equal(wrong.code, 2)
  t.match(wrong.stderr, /^::error title=[^\n]*::none of the documents[^\n]*\nerror: none of the documents/)
  t.match(readFileSync(join(folder, 'summary.md'), 'utf8'), 'drawaudit: no verdict')

  const elsewhere = await run(['verify', refuted], { env: { ...github(folder), GITHUB_ACTIONS: 'false' } })
  t.equal(elsewhere.stderr, '')
  const good = await run(['verify', proven, '--require', 'reproducible'], { env: { GITHUB_ACTIONS: 'true' } })
  t.equal(good.code, 0)
  t.notMatch(good.stderr, /::(?:error|warning)/)
})

/** What `announce` says on standard error. */
function say(t: Test, report: Report, env: Readonly<Record<string, string>>): string {
  const said = t.capture(process.stderr, 'write', () => true)
  publishReport(report, env)
  return said()
    .map(({ args }) => String(args[0]))
    .join('')
}

await t.test('the summary of a step has room for one mebibyte', t => {
  const most = 2 ** 20
  const { subjects } = outcomes['a broken rule']!
  const many: readonly Subject[] = Array.from({ length: 4000 }, () => subjects[0]!)
  const report: Report = { ...outcomes['a broken rule']!, subjects: many }
  for (const used of [0, 500_000, most - 2000]) {
    const folder = t.testdir({ 'summary.md': 'x'.repeat(used) })
    const said = say(t, report, github(folder))
    t.notMatch(said, 'summary')
    const { size } = statSync(join(folder, 'summary.md'))
    t.ok(used < size && size <= most, `${size} bytes`)
    t.match(
      readFileSync(join(folder, 'summary.md'), 'utf8'),
      /\n_the details of \d+ more subjects are left out here_\n$/,
    )
  }
  const full = t.testdir({ 'summary.md': 'x'.repeat(most) })
  t.match(say(t, outcomes['proven']!, github(full)), 'the summary of this step is full')
  t.equal(statSync(join(full, 'summary.md')).size, most)
  t.match(
    say(t, outcomes['proven']!, github(join(full, 'missing'))),
    /the summary of this step cannot be written \(ENOENT\)/,
  )
  t.end()
})

await t.test('--format ndjson: a line for each subject, and one for the whole', async t => {
  const folder = t.testdir({ 'broken.json': '{', 'record.json': JSON.stringify(record) })
  const args = ['verify', proven, refuted, folder]
  const [lines, json] = await Promise.all([run([...args, '--format', 'ndjson']), runJson(args)])
  const values = lines.stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Subject | Report)
  t.same(values.slice(0, -1), json.report.subjects)
  t.same(values.at(-1), { ...json.report, subjects: [] })
  t.ok(validateReport(values.at(-1)))
  t.same([lines.code, lines.stderr], [json.code, ''])
})

await t.test('--format ndjson: an error is a line too', async t => {
  const [late, early] = await Promise.all([
    run(['verify', proven, '--format', 'ndjson', '--require', 'winner.derivd']),
    run(['verify', 'no-such-file.json', '--format=ndjson']),
  ])
  const [subject = '', error = '', ...more] = late.stdout.split('\n')
  t.same([late.code, late.stderr, more], [2, '', ['']])
  t.match(JSON.parse(subject), { kind: 'published-draw', verdict: 'not-provable' })
  t.match(JSON.parse(error), { exit_code: 2, error: { code: 'usage' }, subjects: [] })
  t.equal(early.stdout.split('\n').length, 2)
  t.match(JSON.parse(early.stdout), { exit_code: 2, error: { code: 'file-missing' } })
})

await t.test('--format ndjson beside reports, which have every subject whole', async t => {
  const { folder, list } = allFormats(t)
  const { stdout, code } = await run(['verify', proven, refuted, '--format', 'ndjson', '--report', list])
  t.equal(code, 1)
  t.same(
    read(folder).subjects,
    stdout
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line) as unknown),
  )
  t.equal(readJunit(readAll(folder).junit).suites.length, 2)
})

await t.test('--require takes levels, by name or number, among claims', async t => {
  t.strictSame(readRequire(['4', 'winner.derived, witnessed', 'unsteerable']), [
    'unsteerable',
    'winner.derived',
    'witnessed',
  ])
  t.throws(() => readRequire(['6']), { code: 'usage' })
  const levels = 'the levels are unverified, well-formed, authentic, reproducible, unsteerable, witnessed'
  const wrong = await run(['verify', proven, '--require', 'steerable'])
  t.same([wrong.code, wrong.stderr.trimEnd().endsWith(levels)], [2, true])
  const input = JSON.stringify(record)
  const [kept, short, both] = await Promise.all([
    runJson(['verify', '-', '--require', 'well-formed'], { input }),
    runJson(['verify', '-', '--require', '4'], { input }),
    runJson(['verify', '-', '--require', 'record.schema,1'], { input }),
  ])
  t.match(kept, { code: 0, report: { require: ['well-formed'], verdict: 'proven' } })
  t.match(short, { code: 3, report: { require: ['unsteerable'] } })
  t.match(short.report.subjects[0]?.claims.at(-1), { id: 'level.reached', code: 'level-short' })
  t.match(both, { code: 0, report: { require: ['record.schema', 'well-formed'] } })
})
