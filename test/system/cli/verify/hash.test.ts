import { createHash } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { run, runShell } from '../../../cli/resident.js'

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

const entries = 'name,ticket\nAda,1\nGrace,2\n'
const digest = sha256(entries)

await t.test('the normal form of a digest', async t => {
  const forms = [digest, `sha256:${digest}`, `SHA256:${digest.toUpperCase()}`, `Sha256:${digest}`]
  for (const ended of await Promise.all(forms.map(form => run(['hash', form])))) {
    t.same(ended, { code: 0, signal: null, stdout: `sha256:${digest}\n`, stderr: '' })
  }
  // All digits: no number to round.
  const digits = '1234567890'.repeat(7).slice(0, 64)
  const { stdout } = await run(['hash', digits])
  t.equal(stdout, `sha256:${digits}\n`)
})

await t.test('the digest of a file or of standard input', async t => {
  const folder = t.testdir({ 'entries.csv': entries })
  const [file, input, json, sum] = await Promise.all([
    run(['hash', 'entries.csv'], { cwd: folder }),
    run(['hash', '-'], { input: entries }),
    run(['hash', 'entries.csv', '--format', 'json'], { cwd: folder }),
    runShell('sha256sum entries.csv', { cwd: folder }),
  ])
  t.equal(file.stdout, `sha256:${digest}  entries.csv\n`)
  t.equal(input.stdout, `sha256:${digest}  -\n`)
  t.same(JSON.parse(json.stdout), { digests: [{ name: 'entries.csv', digest: `sha256:${digest}` }] })
  t.equal(sum.stdout, `${digest}  entries.csv\n`, 'as sha256sum has it')
})

await t.test('a file longer than any document is hashed all the same', async t => {
  const { code, stdout } = await runShell('head -c 70000000 /dev/zero | drawaudit hash -')
  t.equal(code, 0)
  t.equal(stdout, `sha256:${sha256(Buffer.alloc(70_000_000))}  -\n`)
})

await t.test('two that are compared: equal, different, and why', async t => {
  const folder = t.testdir({
    'entries.csv': entries,
    'crlf.csv': entries.replaceAll('\n', '\r\n'),
    'unended.csv': entries.trimEnd(),
    'other.csv': 'name,ticket\nMallory,1\n',
  })
  const file = join(folder, 'entries.csv')
  const cases: readonly (readonly [a: string, b: string, because: string | undefined])[] = [
    [digest, sha256(digest), 'the second digest is the first one hashed again as lower-case hex text'],
    [sha256(digest), file, 'the first digest is the second one hashed again as lower-case hex text'],
    [digest, sha256(Buffer.from(digest, 'hex')), 'the second digest is the first one hashed again'],
    [
      file,
      join(folder, 'crlf.csv'),
      'the first digest is that of the same bytes with LF line ends instead of CRLF',
    ],
    [
      sha256(entries.replaceAll('\n', '\r\n')),
      file,
      'the first digest is that of the same bytes with CRLF line ends instead of LF',
    ],
    [
      file,
      sha256(entries.trimEnd()),
      'the second digest is that of the same bytes without the newline at the end',
    ],
    [file, join(folder, 'other.csv'), undefined],
  ]
  await Promise.all(
    cases.map(async ([a, b, because]) => {
      const { code, stdout, stderr } = await run(['hash', a, b])
      const [, , ...verdict] = stdout.trimEnd().split('\n')
      t.same([code, stderr], [1, ''])
      t.strictSame(verdict, because === undefined ? ['different'] : ['different', because])
    }),
  )
  const [equal, json] = await Promise.all([
    run(['hash', file, `SHA256:${digest.toUpperCase()}`]),
    run(['hash', digest, sha256(digest), '--format', 'json']),
  ])
  t.equal(equal.stdout, `sha256:${digest}  ${file}\nsha256:${digest}\nequal\n`)
  t.equal(equal.code, 0)
  t.match(JSON.parse(json.stdout), { equal: false, explanation: cases[0]?.[2] ?? '' })
  t.equal(json.code, 1)
})

await t.test('what is neither a digest nor a file: where, why, and what to do', async t => {
  const cases = [
    [`${digest.slice(0, 9)}l${digest.slice(10)}`, 'character 10: ', 'perhaps the digit 1 is meant'],
    [digest.slice(0, 40), 'character 41: ', 'found 40, as many as SHA-1 has'],
    [`0x${digest}`, 'character 1: ', 'remove 0x'],
    [`${digest} `, 'character 65: ', 'remove white space'],
    [`${digest.slice(0, 8)}…`, 'character 9: ', 'found an ellipsis'],
    [Buffer.from(digest, 'hex').toString('base64'), 'character 1: ', 'found the base64 of 32 bytes'],
    ['entries.csv', 'character 2: ', 'there is no file of that name either'],
    ['', 'character 1: ', 'found nothing'],
  ] as const
  await Promise.all(
    cases.map(async ([value, place, why]) => {
      const { code, stdout, stderr } = await run(['hash', value])
      t.same([code, stdout], [2, ''], value)
      t.ok(stderr.startsWith(`error: ${place}expected a SHA-256 digest of 64 hex digits, found `), stderr)
      t.match(stderr, why)
      t.match(stderr, /\nhint: .*there is no file of that name either\n$/)
    }),
  )
})

await t.test('what cannot be hashed', async t => {
  const folder = t.testdir({ one: { 'document.json': '{}' } })
  const [directory, twice, three] = await Promise.all([
    run(['hash', 'one'], { cwd: folder }),
    run(['hash', '-', '-']),
    run(['hash', digest, digest, digest]),
  ])
  t.same(
    [directory.code, directory.stderr],
    [2, 'error: one: is a folder\nhint: name a file, or - for standard input\n'],
  )
  t.same([twice.code, three.code], [2, 2])
  t.match(twice.stderr, 'standard input is named more than once')
  t.match(three.stderr, 'unknown argument: ')
})

await t.test('a digest that commits to nothing is noted, and is no result', async t => {
  const [empty, zero, input] = await Promise.all([
    run(['hash', sha256('')]),
    run(['hash', '0'.repeat(64)]),
    run(['hash', '-']),
  ])
  t.equal(empty.stderr, `note: ${sha256('')} is the SHA-256 of empty input\n`)
  t.equal(empty.stdout, `sha256:${sha256('')}\n`)
  t.equal(zero.stderr, `note: ${'0'.repeat(64)} is all zero bytes\n`)
  t.equal(input.stderr, 'note: - is the SHA-256 of empty input\n')
  t.same([empty.code, zero.code, input.code], [0, 0, 0])
})
