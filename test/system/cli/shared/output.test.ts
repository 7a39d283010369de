import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import t, { type Test } from 'tap'
import { encodeEnvelope } from '../../../../src/core/dsse.js'
import { validateReport } from '../../../../src/model/validators/report.js'
import { drawOf } from '../../../recipe/build.js'
import { ada, recipe, see, values } from '../../../verify/draw/seen.js'
import {
  bin,
  notProvable,
  proven,
  record,
  refuted,
  root,
  run,
  runJson,
  runShell,
  start,
} from '../../../cli/run.js'

const escape = '\u001b'

/** What a terminal acts on, or nobody sees: no output may hold any of it. */
const hostile =
  'a\u001b[2Jb\u009b31mc\u0007d\re\u007ff\u202eg\u2066h\u200bi\u200dj\ufeffk\u00adl\u2028m\u{e0041}n\u3164o\ue000p'
const unsafe: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2069],
  [0x3164, 0x3164],
  [0xe000, 0xe000],
  [0xfeff, 0xfeff],
  [0xe0041, 0xe0041],
]

/** The unsafe characters of a text, as code points. */
const findUnsafe = (text: string): readonly number[] =>
  Array.from(text, character => character.codePointAt(0) ?? 0).filter(point =>
    unsafe.some(([first, last]) => first <= point && point <= last),
  )

await t.test('nothing from outside reaches the terminal as it is', async t => {
  t.equal(findUnsafe(hostile).length, 15)
  const draw = JSON.parse(readFileSync(join(root, refuted), 'utf8')) as {
    title: string
    published: Record<string, unknown>
  }
  draw.title = hostile
  draw.published = { ...draw.published, prize_tag: hostile }
  const raffair = readFileSync(join(root, 'recipes/raffair.json'), 'utf8')
  // JSON itself keeps only C0 out of its strings.
  const title = raffair.replace(/("title": ")/, '$1a\u009bb\u202ec\u200bd')
  const name = 'x\u001b[31m\u202e.json'
  const folder = t.testdir({
    documents: {
      [name]: JSON.stringify(draw),
      'record.json': JSON.stringify({ ...record, winner_entry_id: hostile, [hostile]: 1 }),
      'twice.json': `{${JSON.stringify(hostile)}: 1, ${JSON.stringify(hostile)}: 1}`,
      'recipe.json': JSON.stringify({ ...draw, recipe: hostile }),
    },
    'title.json': `\t${title.replaceAll('\n', '\r\n')}`,
  })
  const calls = [
    ['verify', 'documents'],
    ['verify', 'documents', '-q'],
    ['verify', 'documents', '--format', 'json'],
    ['verify', hostile],
    ['verify', hostile, '--format', 'json'],
    ['verify', 'documents', '--recipe', hostile],
    ['verify', 'documents', '--recipe', 'title.json', '--format', 'json'],
    ['explain', join('documents', name)],
    ['explain', join('documents', name), '--format', 'json'],
    ['explain', join('documents', name), '--recipe', 'title.json'],
    ['recipe', 'show', 'title.json'],
    ['hash', hostile],
    ['hash', join('documents', name)],
    [hostile],
    ['verify', `--${hostile}`, '-'],
  ]
  const ended = await Promise.all(calls.map(args => run(args, { cwd: folder })))
  ended.forEach(({ code, stdout, stderr }, index) => {
    t.not(code, 70, `call ${index}`)
    t.strictSame(findUnsafe(stdout), [], `results of call ${index}`)
    t.strictSame(findUnsafe(stderr), [], `talk of call ${index}`)
    t.not(stdout + stderr, '')
  })
  const [text, , json, , , , , explained, explainedJson, , shown] = ended
  t.match(text?.stdout, 'a\\u{1b}[2Jb\\u{9b}31mc\\u{7}d\\u{d}e\\u{7f}f\\u{202e}g')
  t.match(explained?.stdout, 'a\\u{1b}[2Jb\\u{9b}31mc')
  // JSON is escaped, not changed.
  const report = JSON.parse(json?.stdout ?? '') as { subjects: { title?: string; source: string }[] }
  t.ok(
    report.subjects.some(subject => subject.title === hostile && subject.source === join('documents', name)),
  )
  t.equal((JSON.parse(explainedJson?.stdout ?? '') as { title: string }).title, hostile)
  t.same(JSON.parse(shown?.stdout ?? ''), JSON.parse(title))
})

/** The arguments to verify a draw whose commitment was seen in time, from files. */
function saveSeen(t: Test): readonly string[] {
  const folder = t.testdir({
    'draw.json': JSON.stringify(drawOf(values)),
    'recipe.json': JSON.stringify(recipe()),
    'trust.json': JSON.stringify({
      trust: 'drawaudit/v1',
      observers: [{ name: 'Ada', public_key: ada.publicKey }],
    }),
    'observation.json': JSON.stringify(encodeEnvelope(see())),
  })
  const options = ['recipe', 'trust', 'observation'].flatMap(name => [
    `--${name}`,
    join(folder, `${name}.json`),
  ])
  return [join(folder, 'draw.json'), ...options]
}

await t.test('colour is for terminals, unless it is asked for', async t => {
  const calls = [
    run(['verify', notProvable]),
    run(['verify', notProvable, '--no-color']),
    run(['explain', notProvable, '--no-color']),
    run(['verify', '--help']),
    run(['verify', notProvable, '--color', '--format', 'json']),
    run(['verify', notProvable], { env: { FORCE_COLOR: '3', TERM: 'xterm-256color' } }),
  ]
  for (const { stdout, stderr } of await Promise.all(calls)) {
    t.not(stdout, '')
    t.notMatch(stdout + stderr, escape)
  }
  const seen = saveSeen(t)
  const [asked, quiet, explained, bound, brief, plain] = await Promise.all([
    run(['verify', notProvable, '--details', '--color'], { env: { NO_COLOR: '1' } }),
    run(['verify', '-q', proven, refuted, notProvable, '--color']),
    run(['explain', notProvable, '--color']),
    run(['verify', ...seen, '--details', '--color']),
    run(['verify', '-q', ...seen, '--color']),
    run(['verify', notProvable, '--details']),
  ])
  t.match(asked.stdout, `${escape}[33mnot provable`)
  t.match(explained.stdout, `${escape}[33mnot provable`)
  t.match(bound.stdout, `${escape}[32mproven`)
  // Whoever sees green believes that nobody could have chosen the winner.
  for (const { stdout } of [asked, explained]) t.notMatch(stdout, `${escape}[32m`)
  t.notMatch(quiet.stdout, `${escape}[32m`)
  for (const code of [31, 33]) t.match(quiet.stdout, `${escape}[${code}m`)
  t.match(brief.stdout, `${escape}[32munsteerable`)
  t.equal(stripVTControlCharacters(asked.stdout), plain.stdout, 'the words are the same')
})

/** Whether there is a `script` that runs a command on a terminal of its own. */
const hasTerminal = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return false
  }
})()
const skip = hasTerminal ? false : 'there is no script(1) of util-linux to make a terminal with'

await t.test('on a terminal there is colour and progress', { skip }, async t => {
  const folder = t.testdir({})
  // With a VRF proof each, so that together they take longer than the 100 ms after which the line of progress comes.
  const slow = join(root, 'fixtures/draws/chainlink-vrf/stars-arena-2024-04-22.json')
  for (let index = 0; index < 12; index++) cpSync(slow, join(folder, `${index}.json`))
  const onTerminal = (
    line: string,
    env: Readonly<Record<string, string>> = {},
  ): ReturnType<typeof runShell> =>
    runShell(`script -qec '${line}' /dev/null`, { env: { TERM: 'xterm', ...env } })
  // In double quotes, since the line stands in single ones.
  const program = `"${process.execPath}" "${bin}"`
  const verify = `${program} verify -q "${folder}"`
  const [colour, none, dumb, quiet, redirected] = await Promise.all([
    onTerminal(`${program} verify --details "${notProvable}"`),
    // Without the line of progress, which is no colour: it is there where a check takes longer than 100 ms.
    onTerminal(`${program} verify "${notProvable}" 2>/dev/null`, { NO_COLOR: '1' }),
    onTerminal(`${program} verify "${notProvable}" 2>/dev/null`, { TERM: 'dumb' }),
    onTerminal(verify),
    onTerminal(`${verify.replace(' -q', '')} > "${folder}/out.txt"`),
  ])
  t.match(colour.stdout, `${escape}[33mnot provable`)
  t.notMatch(none.stdout, escape)
  t.notMatch(dumb.stdout, escape)
  t.notMatch(quiet.stdout, 'verifying')
  const line = `\r${escape}[K`
  t.ok(redirected.stdout.startsWith(`${line}verifying `) && redirected.stdout.endsWith(` of 12${line}`))
  const written = readFileSync(join(folder, 'out.txt'), 'utf8')
  t.match(written, '\n12 checked: 12 well formed; asked for unsteerable: none of 12 reaches it\n')
  t.notMatch(written, escape)
})

await t.test('a reader who has seen enough is no fault', async t => {
  const [head, help, failing] = await Promise.all([
    runShell('(drawaudit verify fixtures/draws/rfc3797; echo "code $?" >&2) | head -1'),
    runShell('drawaudit --help | true'),
    runShell('(drawaudit verify no-such-file.json 2>&1 >/dev/null; echo "code $?" >&2) | true'),
  ])
  t.equal(head.stdout.split('\n').length, 2)
  t.equal(head.stderr, 'code 3\n')
  t.equal(help.stderr, '')
  t.equal(failing.stderr, 'code 2\n')
})

const full = existsSync('/dev/full') ? false : 'there is no /dev/full here'
await t.test('output that cannot be written is an error', { skip: full }, async t => {
  const lines = ['', '--format json', '-q'].map(
    options => `drawaudit verify ${proven} ${options} > /dev/full; echo "code $?"`,
  )
  for (const { stdout, stderr } of await Promise.all(lines.map(line => runShell(line)))) {
    t.equal(stderr, 'error: standard output cannot be written (ENOSPC)\n')
    t.equal(stdout, 'code 2\n')
  }
})

await t.test('a failure that cannot be written as JSON is still said', { skip: full }, async t => {
  const line = 'drawaudit verify no-such-file.json --format json > /dev/full; echo "code $?"'
  const { stdout, stderr } = await runShell(line)
  t.equal(stderr, 'error: no-such-file.json: there is no such file or folder\n')
  t.equal(stdout, 'code 2\n')
})

await t.test('a long report reaches a slow reader whole', async t => {
  // A long list in each of many reports.
  const draw = JSON.parse(readFileSync(join(root, 'fixtures/draws/iotex-2019/lucky-draw.json'), 'utf8')) as {
    published: object
  }
  const winners = Array.from({ length: 12_000 }, (_, index) => 1_000_000 + index)
  const folder = t.testdir({
    'draw.json': JSON.stringify({ ...draw, published: { ...draw.published, winners } }),
  })
  const file = join(folder, 'draw.json')
  const args = ['verify', ...Array.from({ length: 80 }, () => file), '--format', 'json']
  const child = start(process.execPath, [bin, ...args])
  const ended = new Promise(resolve => child.on('close', resolve))
  const chunks: Buffer[] = []
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    await wait(5)
  }
  const text = Buffer.concat(chunks).toString()
  t.ok(text.length > 5_000_000, `${text.length} characters`)
  t.ok(text.endsWith('}\n'))
  const report = JSON.parse(text) as { exit_code: number; subjects: { findings: unknown[] }[] }
  t.ok(validateReport(report))
  t.equal(report.subjects.length, 80)
  t.equal(await ended, report.exit_code)
})

await t.test('a report is the same on every run', async t => {
  const folder = t.testdir({ 'empty.json': '', 'list.json': '[]', 'record.json': JSON.stringify(record) })
  cpSync(join(root, refuted), join(folder, 'refuted.json'))
  const [first, second] = await Promise.all([runJson(['verify', folder]), runJson(['verify', folder])])
  t.equal(first.report.subjects.length, 4)
  t.equal(first.stdout, second.stdout)
  t.equal(first.stderr, '')
})

await t.test('a title cannot be laid out as lines of a report', async t => {
  const draw = JSON.parse(readFileSync(join(root, refuted), 'utf8')) as object
  const title = `A draw${' '.repeat(92)}  level 5 of 5, witnessed${' '.repeat(83)}1 checked: 1 witnessed`
  const folder = t.testdir({ 'draw.json': JSON.stringify({ ...draw, title }) })
  for (const command of ['verify', 'explain']) {
    const { stdout } = await run([command, 'draw.json'], { cwd: folder })
    t.match(stdout, 'A draw level 5 of 5, witnessed 1 checked: 1 witnessed')
  }
})
