import { cpSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { exitCodeOf } from '../../../../src/cli/shared/exit-codes.js'
import { errorCodes } from '../../../../src/errors.js'
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

await t.test('a verdict is an exit code, of several the gravest', async t => {
  const asked = ['--require', 'reproducible,beacon.genuine']
  const cases: readonly (readonly [readonly string[], number])[] = [
    [[proven], 3],
    [[proven, ...asked], 0],
    [[refuted], 1],
    [[notProvable], 3],
    [[proven, proven, ...asked], 0],
    [[proven, notProvable, ...asked], 3],
    [[notProvable, refuted, proven], 1],
    [[notProvable, refuted, proven, ...asked], 1],
    [[proven, notProvable, refuted, 'no-such-file.json'], 2],
    [[refuted, '--no-such-option'], 2],
  ]
  await Promise.all(
    cases.map(async ([args, code]) => {
      const ended = await run(['verify', '-q', ...args])
      t.equal(ended.code, code, args.join(' '))
    }),
  )
})

await t.test('a folder of mixed content has the code of the gravest document', async t => {
  const folder = t.testdir({
    'broken.json': '{"draw": ',
    'record-that-breaks-its-schema.json': JSON.stringify({ ...record, total_entries: 0 }),
    'not-a-document.txt': 'not read',
    below: { 'record.json': JSON.stringify(record) },
    empty: {},
  })
  cpSync(join(root, proven), join(folder, 'below/proven.json'))
  const { report, code } = await runJson(['verify', folder])
  t.equal(code, 1)
  t.strictSame(
    report.subjects.map(({ source, verdict, claims }) => [
      source.slice(folder.length + 1),
      verdict,
      claims[0]?.code,
    ]),
    [
      ['below/proven.json', 'not-provable', 'values-equal'],
      ['below/record.json', 'not-provable', 'schema-valid'],
      ['broken.json', 'not-provable', 'json-syntax'],
      ['record-that-breaks-its-schema.json', 'refuted', 'schema-invalid'],
    ],
  )
  t.strictSame(report.counts, {
    subjects: 4,
    proven: 0,
    refuted: 1,
    not_provable: 3,
    levels: [0, 1, 0, 1, 0, 0],
  })
})

await t.test('nothing to verify is not provable', async t => {
  const folder = t.testdir({ below: { 'notes.txt': 'no document' }, 'folder.json': {} })
  const [text, json] = await Promise.all([run(['verify', folder]), runJson(['verify', folder])])
  t.same([text.code, text.stdout, text.stderr], [3, 'nothing to verify\n', ''])
  t.equal(json.code, 3)
  t.equal(json.report.verdict, 'not-provable')
})

/** Code that runs before the program and breaks the hashing of node. */
const breakHash = (body: string): readonly string[] => {
  const code = `import crypto from 'node:crypto'
    import { syncBuiltinESMExports } from 'node:module'
    const { hash } = crypto
    crypto.hash = (...args) => { ${body} }
    syncBuiltinESMExports()`
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}

await t.test('engines that disagree are a bug, never a verdict', async t => {
  const nodeOptions = breakHash("return hash('sha256', 'something else', args[2])")
  const [text, json] = await Promise.all([
    run(['verify', proven, notProvable, '--engine', 'both'], { nodeOptions }),
    runJson(['verify', proven, notProvable, '--engine', 'both'], { nodeOptions }),
  ])
  t.equal(text.code, 70)
  t.equal(text.stdout, '')
  t.match(text.stderr, /^error: native and portable disagree on sha256: bytes [0-9a-f]+.*\nhint: .*\n$/)
  t.equal(json.report.error?.code, 'engine-disagreement')
  t.notOk('verdict' in json.report)
  t.strictSame(json.report.subjects, [])
})

await t.test('a bug says so, shows its stack when asked, and prints no verdict', async t => {
  const nodeOptions = breakHash("throw new TypeError('boom \\u001b[31m')")
  const args = ['verify', refuted]
  const [plain, debug, json] = await Promise.all([
    run(args, { nodeOptions }),
    run(args, { nodeOptions, env: { DRAWAUDIT_DEBUG: '1' } }),
    runJson(args, { nodeOptions }),
  ])
  t.same([plain.code, debug.code, json.code], [70, 70, 70])
  t.same([plain.stdout, debug.stdout], ['', ''])
  t.match(plain.stderr, /^error: a bug in drawaudit: boom \\u\{1b\}\[31m\nhint: please report it.*\n$/)
  t.match(debug.stderr, /\n +at /)
  t.notMatch(debug.stderr, '\u001b')
  t.equal(json.report.error?.code, 'internal')
})

/** A copy of the program, of which a test takes something away. */
function copyProgram(test: Pick<typeof t, 'testdir'>): string {
  const folder = test.testdir({ bin: {}, dist: {}, node_modules: {} })
  for (const path of ['bin', 'dist/bin', 'package.json']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  return folder
}

const isLine = (what: string): RegExp => new RegExp(`^error: ${what}: .*\\nhint: .*\\n$`)

await t.test('an installation that lacks a part never says that something was refuted', async t => {
  const whole = copyProgram(t)
  const program = join(whole, 'bin/drawaudit.js')
  const hash = ['hash', 'x']
  const parts = readdirSync(join(whole, 'dist/bin')).filter(name => /^main.*\.js$/.test(name))
  t.ok(parts.length > 10)
  // Without packages, and then without the program.
  const broken = await run(['raffles', '--store', 'x.db'], { bin: program })
  t.not(broken.code, 1)
  for (const name of parts) rmSync(join(whole, 'dist/bin', name))
  t.match(await run(hash, { bin: program }), {
    code: 70,
    stdout: '',
    stderr: isLine('drawaudit cannot be loaded'),
  })
  rmSync(join(whole, 'dist'), { recursive: true })
  for (const args of [['verify', join(root, refuted)], hash]) {
    const ended = await run(args, { bin: program })
    t.match(ended, { code: 70, stdout: '', stderr: isLine('drawaudit cannot be loaded') }, args.join(' '))
  }
})

await t.test('a part that is missing when a command is called', async t => {
  const folder = copyProgram(t)
  const main = join(folder, 'dist/bin/main.js')
  // All that is loaded on demand.
  for (const [, name = ''] of readFileSync(main, 'utf8').matchAll(/import\("\.\/([^"]+)"\)/g)) {
    rmSync(join(folder, 'dist/bin', name), { force: true })
  }
  const ended = await run(['hash', 'x'], { bin: join(folder, 'bin/drawaudit.js') })
  t.match(ended, { code: 70, stdout: '', stderr: isLine('drawaudit cannot be loaded') })
})

await t.test('too few descriptors are never a verdict', async t => {
  // Of fewer Node itself makes nothing, and ends with 1.
  for (const limit of [24, 28, 32, 36, 48]) {
    const { code, stdout, stderr } = await runShell(`ulimit -n ${limit}; drawaudit verify ${notProvable}`)
    t.ok([70, 3].includes(code ?? -1), `${limit}: ${code} ${stderr}`)
    if (code === 70) t.match({ stdout, stderr }, { stdout: '', stderr: isLine('drawaudit cannot be loaded') })
  }
})

await t.test('too little memory is never a verdict', async t => {
  const { code, signal, stdout } = await run(['verify', refuted], { nodeOptions: ['--max-old-space-size=4'] })
  t.match({ code, stdout }, { code: null, stdout: '' })
  t.ok(['SIGABRT', 'SIGTRAP'].includes(signal ?? ''), signal ?? 'no signal')
})

await t.test('what nobody catches is a bug, never a verdict', async t => {
  const late = `process.on('newListener', name => {
    if (name === 'uncaughtException') queueMicrotask(() => { throw new TypeError('boom \\u001b[31m') })
  })`
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(late)}`]
  const ended = await run(['verify', '-'], { nodeOptions, input: '{"draw": ' })
  t.match(ended, { code: 70, stdout: '', stderr: isLine('a bug in drawaudit') })
  t.notMatch(ended.stderr, '\u001b')
  const debug = await run(['verify', '-'], { nodeOptions, env: { DRAWAUDIT_DEBUG: '1' } })
  t.match(debug, { code: 70, stderr: /\n +at / })
})

await t.test('every error code ends in 2, but for the network and our own defects', t => {
  const codesOf = (code: number): readonly string[] => errorCodes.filter(one => exitCodeOf(one) === code)
  t.strictSame(codesOf(70), ['engine-disagreement', 'internal'])
  const remote = errorCodes.filter(code => code.startsWith('remote-'))
  t.strictSame([codesOf(4), remote.length > 0], [remote, true])
  t.equal(codesOf(2).length, errorCodes.length - remote.length - 2)
  t.end()
})

await t.test('a signal interrupts the reading of standard input', async t => {
  // A shell reports the two as 130 and 143.
  const signals = ['SIGINT', 'SIGTERM'] as const
  await Promise.all(
    signals.map(async signal => {
      const child = start(process.execPath, [bin, 'verify', '-'])
      child.stdin.write('{"draw": ')
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
      }
      setTimeout(() => child.kill(signal), 700)
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
      const ended = await new Promise(resolve =>
        child.on('close', (...end) => {
          resolve(end)
        }),
      )
      clearTimeout(late)
      t.strictSame(ended, [null, signal])
      t.equal(output, '')
    }),
  )
})
