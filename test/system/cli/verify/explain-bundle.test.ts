import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { ExplainedOperation, Explanation } from '../../../../src/explain/explain-draw.js'
import { notProvable, root, run, runJson, runShell } from '../../../cli/resident.js'

const folder = join(root, 'fixtures/bundles')
const full = join(folder, 'three-prizes-142-entries/bundle.json')

const operationsOf = ({ steps }: Explanation): readonly ExplainedOperation[] =>
  steps.flatMap(({ operations }) => operations)

const hasTools = (() => {
  try {
    const tools =
      'printf %s 00 | xxd -r -p | sha256sum && printf x | openssl dgst -sha256 -mac HMAC -macopt hexkey:00'
    execFileSync('sh', ['-c', tools])
    return true
  } catch {
    return false
  }
})()
const skip = hasTools ? false : 'there is no sha256sum, xxd or openssl here'

await t.test('the commands that it prints give what it prints', { skip }, async t => {
  await Promise.all(
    readdirSync(folder).map(async name => {
      const call = ['explain', join(folder, name, 'bundle.json')]
      const [text, json] = await Promise.all([run([...call, '--all']), run([...call, '--format', 'json'])])
      t.same([text.code, json.code, text.stderr, json.stderr], [0, 0, '', ''], name)
      const commands = text.stdout.match(/(?<=^ +)printf .*$/gm) ?? []
      const again = ['sha256', 'hmac-sha256', 'pae']
      const operations = operationsOf(JSON.parse(json.stdout) as Explanation).filter(({ operation }) =>
        again.includes(operation),
      )
      t.ok(commands.length > 10 && commands.length === operations.length, `${commands.length} commands`)
      // What is signed is printed as it is: its hash says as much.
      const hashed = commands.map((command, index) =>
        operations[index]?.operation === 'pae' ? `${command} | sha256sum` : command,
      )
      const { stdout, stderr } = await runShell(hashed.join('\n'))
      t.equal(stderr, '')
      t.strictSame(
        stdout.match(/\b[0-9a-f]{64}\b/g),
        operations.map(({ operation, output }) => {
          if (operation !== 'pae') return output.value
          const signed = Buffer.from(output.value as string, 'hex')
          return createHash('sha256').update(signed).digest('hex')
        }),
      )
    }),
  )
})

await t.test('the draw of one prize, as it is printed', async t => {
  const { code, stdout } = await run(['explain', full, '--position', '2'])
  t.equal(code, 0)
  const [, drawn = ''] = /\n(the draw of prize 2\n[^]*?)\n\n/.exec(stdout) ?? []
  t.match(drawn, /\n {2}hmac-sha256 = 0x[0-9a-f]{64}\n {4}key, the seed +0x[0-9a-f]{64}\n/)
  t.match(drawn, /\n {4}position +0x00000002\n {4}attempt +0x00000000\n {4}randomness +0x1e3f931a/)
  t.match(drawn, /\n {2}largest-multiple = \d+\n {4}pool {2}141\n/)
  t.match(drawn, /\n {2}below = "accepted"\n/)
  t.match(drawn, /\n {2}skip = \d+\n {4}rank +\d+\n {4}taken {2}\["19"\]\n {2}= \d+$/)
  t.notMatch(stdout, 'the draw of prize 1')
})

await t.test('the path of an entry, from a list file beside the bundle too', async t => {
  const { entries, ...bundle } = JSON.parse(readFileSync(full, 'utf8')) as {
    entries: readonly (readonly string[])[]
  }
  const list = entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
  const digest = `sha256:${createHash('sha256').update(list).digest('hex')}`
  const beside = { ...bundle, entries_file: { name: 'entries.ndjson', digest } }
  const own = t.testdir({ 'bundle.json': JSON.stringify(beside), 'entries.ndjson': list })
  const [inside, outside, absent, light] = await Promise.all([
    run(['explain', full, '--ticket', '10042']),
    run(['explain', 'bundle.json', '--ticket', '10042'], { cwd: own }),
    run(['explain', 'bundle.json', '--ticket', 'nobody'], { cwd: own }),
    run(['explain', join(folder, 'light-100000-entries/bundle.json'), '--ticket', 'nobody']),
  ])
  const path = (stdout: string): string => /\nentry \w+\n([^]*?)\n\n/.exec(stdout)?.[1] ?? ''
  t.match(path(inside.stdout), /^ {2}from the entry at place 6 of 142 /)
  t.match(path(inside.stdout), 'id         0x3130303432, "10042"\n')
  t.equal(path(outside.stdout), path(inside.stdout))
  t.match(outside.stdout, 'proven  ticket.included')
  t.equal(path(absent.stdout), '  no value: none of the 142 entries has this id')
  t.match(
    path(light.stdout),
    'does not have the list: give the proof of the entry as well: the service has it at /raffles/',
  )
  t.same([inside.code, outside.code, absent.code, light.code], [0, 0, 0, 0])
})

await t.test('with a trust file it says whether the signatures hold', async t => {
  const trust = join(folder, 'three-prizes-142-entries/trust.json')
  const [without, given] = await Promise.all([
    run(['explain', full]),
    run(['explain', full, '--trust', trust]),
  ])
  t.match(without.stdout, '\n  not provable  statement.signed  ')
  t.match(given.stdout, '\n  proven  statement.signed  ')
})

await t.test('a long raffle is cut, and --all shows the rest', async t => {
  const own = t.testdir()
  const file = join(own, 'bundle.json')
  cpSync(join(folder, 'no-beacon/bundle.json'), file)
  const bundle = JSON.parse(readFileSync(file, 'utf8')) as { statements: unknown[] }
  const { statements } = bundle
  writeFileSync(
    file,
    JSON.stringify({
      ...bundle,
      statements: [...statements, ...Array.from({ length: 20 }, () => statements[2])],
    }),
  )
  const [short, all] = await Promise.all([run(['explain', file]), run(['explain', file, '--all'])])
  t.match(short.stdout, /\n… and 26 more steps; --all shows them\n/)
  t.notMatch(all.stdout, '--all shows')
  t.ok(all.stdout.length > short.stdout.length)
  t.same([short.code, all.code], [0, 0])
})

await t.test('a bundle that cannot be read has one claim', async t => {
  const own = t.testdir({
    'bundle.json': '{"bundle": "drawaudit/v1"}',
    'newer.json': '{"bundle": "drawaudit/v9"}',
  })
  for (const [name, code] of [
    ['bundle.json', 'bundle-invalid'],
    ['newer.json', 'document-unsupported'],
  ] as const) {
    const [text, json] = await Promise.all([
      run(['explain', name], { cwd: own }),
      run(['explain', name, '--format', 'json'], { cwd: own }),
    ])
    t.same([text.code, text.stderr, json.code], [3, '', 3])
    t.match(text.stdout, 'not provable  document.read  ')
    t.match((JSON.parse(json.stdout) as Explanation).claims, [{ id: 'document.read', code }])
  }
})

await t.test('options that mean nothing here are refused', async t => {
  const calls = [
    [[full, '--recipe', 'raffair'], /--recipe goes with a published draw/],
    [[notProvable, '--ticket', '1'], /--ticket goes with a bundle, and this is not one/],
    [[notProvable, '--position', '1'], /--position goes with a bundle/],
    [[full, '--position', '0'], /--position takes a whole number from 1, found "0"/],
    [[full, '--proof', full], /--proof needs an entry/],
    [[full, '--ticket', '10042', '--proof', full], /not the proof of an entry: /, 'proof-invalid'],
  ] as const
  await Promise.all(
    calls.map(async ([call, message, code = 'usage']) => {
      const { report } = await runJson(['explain', ...call])
      t.match(report, { exit_code: 2, error: { code, message } })
    }),
  )
})
