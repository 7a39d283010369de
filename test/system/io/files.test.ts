import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { proven, record, root, run, runJson, runShell } from '../../cli/run.js'
import { noNobody, untilAsNobody } from '../../unprivileged.js'

const draw = readFileSync(join(root, proven))

await t.test('a path that cannot be read is found before anything is verified', async t => {
  const folder = t.testdir({ 'good.json': draw, sub: { 'dangling.json': t.fixture('symlink', 'nowhere') } })
  symlinkSync('second.json', join(folder, 'first.json'))
  symlinkSync('first.json', join(folder, 'second.json'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const cases = [
    ['missing.json', 'file-missing', 'there is no such file or folder'],
    // A path below a file: what is unreadable to everybody, root included.
    ['good.json/below.json', 'file-missing', 'there is no such file or folder'],
    ['first.json', 'file-access', 'too many symbolic links'],
    ['pipe', 'file-kind', 'is not a regular file'],
    ['/dev/zero', 'file-kind', 'is not a regular file'],
    ['sub', 'file-missing', 'there is no such file or folder'],
  ] as const
  await Promise.all(
    cases.map(async ([path, code, message]) => {
      const args = ['verify', 'good.json', path, 'good.json']
      const [text, json] = await Promise.all([run(args, { cwd: folder }), runJson(args, { cwd: folder })])
      t.same([text.code, text.stdout], [2, ''], path)
      const named = path === 'sub' ? 'sub/dangling.json' : path
      t.ok(text.stderr.startsWith(`error: ${named}: ${message}\n`), text.stderr)
      t.equal(json.report.error?.code, code, path)
      t.same(json.report.error?.where, { file: named })
      t.strictSame(json.report.subjects, [], path)
    }),
  )
})

await t.test('a file without permission', { skip: noNobody }, async t => {
  const folder = t.testdir({ 'good.json': draw, 'secret.json': draw })
  chmodSync(join(folder, 'secret.json'), 0)
  const { code, stdout, stderr } = await untilAsNobody(() => run(['verify', folder]))
  t.same([code, stdout], [2, ''])
  t.match(stderr, /secret\.json: permission denied/)
})

await t.test('a folder stands for the documents in it and below', async t => {
  const folder = t.testdir({
    'b.json': draw,
    'a.json': draw,
    'notes.md': 'no document',
    'folder.json': { 'inside.json': draw },
  })
  // A folder that leads back to itself is not followed.
  symlinkSync('.', join(folder, 'loop'))
  const { stdout, code } = await run(['verify', '-q', '.'], { cwd: folder })
  t.equal(code, 3)
  t.equal(
    stdout,
    'reproducible   a.json\nreproducible   b.json\nreproducible   folder.json/inside.json\n' +
      '3 checked: 3 reproducible; asked for unsteerable: none of 3 reaches it\n',
  )
})

await t.test('names that look like something else', async t => {
  const folder = t.testdir({ '-': draw, '-q.json': draw, '1e3': draw, '0x10': draw, '--help': draw })
  const [numbers, dashes, hash] = await Promise.all([
    run(['verify', '-q', '1e3', '0x10', './-'], { cwd: folder }),
    run(['verify', '-q', '--', '-q.json', '--help'], { cwd: folder }),
    run(['hash', '--', '-q.json'], { cwd: folder }),
  ])
  t.match(numbers.stdout, 'reproducible   1e3\nreproducible   0x10\nreproducible   ./-\n')
  t.match(dashes.stdout, 'reproducible   -q.json\nreproducible   --help\n')
  t.match(hash.stdout, /^sha256:[0-9a-f]{64} {2}-q\.json\n$/)
})

await t.test('standard input', async t => {
  const [text, among, last, json, twice, explained, shell] = await Promise.all([
    run(['verify', '-q', '--require', 'reproducible', '-'], { input: draw }),
    run(['verify', proven, '-', '-q'], { input: draw }),
    run(['verify', '-q', '--', '-'], { input: draw }),
    runJson(['verify', '-'], { input: JSON.stringify(record) }),
    runJson(['verify', '-', proven, '-'], { input: draw }),
    run(['explain', '-'], { input: draw }),
    runShell(`drawaudit verify -q - < '${proven}'; (sleep 0.3; cat '${proven}') | drawaudit verify -q -`),
  ])
  t.match(
    text.stdout,
    /^reproducible {3}-\n1 checked: 1 reproducible; asked for reproducible: 1 of 1 reaches it\n/,
  )
  t.equal(text.code, 0)
  t.match(among.stdout, /\nreproducible {3}-\n2 checked: 2 reproducible;/)
  t.match(last.stdout, /^reproducible {3}-\n/)
  t.strictSame(
    json.report.subjects.map(({ source, kind }) => [source, kind]),
    [['-', 'audit-record']],
  )
  t.equal(json.code, 3)
  t.equal(twice.code, 2)
  t.equal(twice.report.error?.code, 'usage')
  t.match(explained.stdout, /\n-, recipe raffair/)
  t.equal(shell.stdout.match(/^reproducible/gm)?.length, 2)
})

await t.test('content that is not what it should be is not provable, and says why', async t => {
  const cases: Readonly<Record<string, readonly [content: string | Uint8Array, code: string]>> = {
    'empty.json': ['', 'json-empty'],
    'cut.json': [draw.subarray(0, 100), 'json-syntax'],
    'mark.json': [`\ufeff${draw.toString()}`, 'json-bom'],
    'binary.json': [Uint8Array.of(0x7b, 0xff), 'utf8-invalid'],
    'twice.json': ['{"draw": 1, "draw": 2}', 'json-duplicate-name'],
    'list.json': ['[]', 'document-unknown'],
    'number.json': ['7', 'document-unknown'],
    'other.json': ['{"lottery": 1}', 'document-unknown'],
    'report.json': ['{"report": "drawaudit/v1", "verdict": "proven"}', 'document-unknown'],
    'bundle.json': ['{"bundle": "drawaudit/v1"}', 'bundle-invalid'],
    'newer.json': ['{"bundle": "drawaudit/v2"}', 'document-unsupported'],
    'schema.json': ['{"draw": "drawaudit/v1"}', 'draw-schema'],
    'recipe.json': [draw.toString().replace('"raffair"', '"no-such-recipe"'), 'recipe-unknown'],
    // A recipe in the working folder is not the auditor's choice.
    'nearby.json': [draw.toString().replace('"raffair"', '"nearby"'), 'recipe-unknown'],
    'large.json': [Buffer.alloc(65 * 1024 * 1024, ' '), 'file-too-large'],
  }
  // What each would be, if it could be read.
  const draws: Readonly<Record<string, string>> = {
    ...{ 'bundle.json': 'bundle', 'newer.json': 'bundle' },
    ...{ 'schema.json': 'published draw', 'recipe.json': 'published draw', 'nearby.json': 'published draw' },
  }
  const folder = t.testdir({ documents: {} })
  for (const [name, [content]] of Object.entries(cases))
    writeFileSync(join(folder, 'documents', name), content)
  cpSync(join(root, 'recipes/raffair.json'), join(folder, 'nearby'))
  const [text, brief, json] = await Promise.all([
    run(['verify', 'documents'], { cwd: folder }),
    run(['verify', '-q', 'documents'], { cwd: folder }),
    runJson(['verify', 'documents'], { cwd: folder }),
  ])
  t.same([text.code, brief.code, json.code], [3, 3, 3])
  t.strictSame(
    Object.fromEntries(json.report.subjects.map(({ source, claims }) => [source, claims[0]?.code])),
    Object.fromEntries(Object.entries(cases).map(([name, [, code]]) => [`documents/${name}`, code])),
  )
  const said = text.stdout.replace(/\s+/g, ' ')
  const blocks = said.split('documents/')
  for (const [name, [, code]] of Object.entries(cases)) {
    const block = blocks.find(one => one.startsWith(`${name} `)) ?? ''
    const kind = draws[name] ?? 'unknown'
    const headline = ` Nothing is known of this document: ${code} ${kind} not provable document.read `
    t.ok(block.includes(headline), `${name}: ${code}`)
    t.ok(block.includes(`(${code}) who could have chosen the winner: unknown`), name)
    const word = (kind === 'unknown' ? 'undecided' : 'unverified').padEnd('not applicable'.length)
    t.ok(brief.stdout.includes(`${word} documents/${name} (${code})\n`), name)
  }
  t.match(said, 'line 1, column 13')
})
