import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { ExplainedOperation, Explanation } from '../../../../src/explain/explain-draw.js'
import { notProvable, proven, record, refuted, root, run, runJson, runShell } from '../../../cli/resident.js'

const worked = 'fixtures/draws/rfc3797/worked-example.json'

/** Every hash of an explanation. */
const hashesOf = ({ steps, claims }: Explanation): readonly ExplainedOperation[] =>
  [...steps, ...claims]
    .flatMap(({ operations }) => operations)
    .filter(({ operation }) => ['sha256', 'md5'].includes(operation))

const hasTools = (() => {
  try {
    execFileSync('sh', ['-c', 'printf x | sha256sum && printf x | md5sum'])
    return true
  } catch {
    return false
  }
})()
const skip = hasTools ? false : 'there is no sha256sum or no md5sum here'

await t.test('the commands that it prints give the hashes that it prints', { skip }, async t => {
  // Everything that a shell or its printf might take for something else.
  const awkward = '-n %s %d\\n\\\\ \'"$HOME`id`!\n\u0000\u00e9\u007f'
  const recipe = {
    recipe: 'drawaudit/v1',
    name: 'awkward',
    title: 'Awkward bytes',
    source: 'https://example.org',
    inputs: { text: { type: 'text', title: 'text' }, empty: { type: 'text', title: 'empty text' } },
    steps: {},
    claims: [
      {
        id: 'text.hashed',
        says: 'the hash is that of the text',
        equal: [{ text_hex: { sha256: { bytes_utf8: '$text' } } }, '$empty'],
      },
      {
        id: 'empty.hashed',
        says: 'the hash is that of nothing',
        equal: [{ text_hex: { sha256: { bytes_utf8: '$empty' } } }, '$text'],
      },
    ],
  }
  const draw = {
    draw: 'drawaudit/v1',
    recipe: 'awkward',
    title: 'Awkward',
    source: 'https://example.org',
    published: { text: awkward, empty: '' },
  }
  const folder = t.testdir({ 'recipe.json': JSON.stringify(recipe), 'draw.json': JSON.stringify(draw) })
  const awkwardCall = [join(folder, 'draw.json'), '--recipe', join(folder, 'recipe.json')]
  const calls = [
    [worked, '--all'],
    [notProvable],
    ['fixtures/draws/dchoose/social-income-2025-06-13.json'],
    awkwardCall,
  ]
  await Promise.all(
    calls.map(async call => {
      const [text, json] = await Promise.all([
        run(['explain', ...call]),
        run(['explain', ...call, '--format', 'json']),
      ])
      const commands = text.stdout.match(/(?<=^ +)printf '.*$/gm) ?? []
      const hashes = hashesOf(JSON.parse(json.stdout) as Explanation)
      t.ok(commands.length > 0 && commands.length === hashes.length, `${commands.length} commands`)
      const { stdout, stderr } = await runShell(commands.join('\n'), { cwd: folder })
      t.equal(stderr, '')
      t.strictSame(
        stdout
          .trimEnd()
          .split('\n')
          .map(line => line.split(' ')[0]),
        hashes.map(({ output }) => output.value),
      )
    }),
  )
})

await t.test('every step with what goes in and what comes out', async t => {
  const [text, json] = await Promise.all([
    run(['explain', notProvable]),
    run(['explain', notProvable, '--format', 'json']),
  ])
  t.same([text.code, text.stderr, json.code, json.stderr], [0, '', 0, ''])
  const explanation = JSON.parse(json.stdout) as Explanation
  t.equal(explanation.explanation, 'drawaudit/v1')
  t.match(text.stdout, `${explanation.title}\n${notProvable}, recipe raffair: `)
  for (const note of explanation.notes) t.match(text.stdout, `note: ${note}\n`)
  for (const { name, title } of explanation.published) t.match(text.stdout, `  $${name}, the ${title}: `)
  for (const { name, operations } of explanation.steps) {
    t.match(text.stdout, `\n$${name}\n`)
    for (const { inputs, output } of operations) {
      for (const { type, value } of [...inputs, output]) {
        if (type === 'bytes' && typeof value === 'string') t.match(text.stdout, `0x${value}`)
      }
    }
  }
  const { report } = await runJson(['verify', notProvable])
  t.strictSame(
    explanation.claims.map(({ id, status }) => [id, status]),
    // A level is of a report, and is not asked of an explanation.
    report.subjects[0]?.claims
      .filter(({ id }) => id !== 'level.reached')
      .map(({ id, status }) => [id, status]),
  )
  for (const { id, status } of explanation.claims) {
    t.match(text.stdout, `\n  ${status.replace('-', ' ')}  ${id}  `)
  }
})

await t.test('a refuted claim shows both values', async t => {
  const [text, json] = await Promise.all([
    run(['explain', refuted]),
    run(['explain', refuted, '--format', 'json']),
  ])
  const claim = (JSON.parse(json.stdout) as Explanation).claims.find(({ status }) => status === 'refuted')
  t.ok(claim?.expected !== undefined && claim.found !== undefined)
  t.match(text.stdout, `    expected ${claim?.expected ?? ''}\n    found    ${claim?.found ?? ''}\n`)
})

await t.test('--all shows every operation of a long step', async t => {
  const [short, all] = await Promise.all([run(['explain', worked]), run(['explain', worked, '--all'])])
  const [, more = '0'] = /… and (\d+) more operations; --all shows them/.exec(short.stdout) ?? []
  t.ok(Number(more) > 0)
  t.notMatch(all.stdout, '--all shows them')
  t.ok(all.stdout.split('\n').length >= short.stdout.split('\n').length + Number(more) - 1)
})

await t.test('recipes and engines are chosen as for verify', async t => {
  const folder = t.testdir({
    'draw.json': readFileSync(join(root, proven), 'utf8').replace('"raffair"', '"nearby"'),
  })
  cpSync(join(root, 'recipes/raffair.json'), join(folder, 'nearby'))
  const [named, given, engine, none] = await Promise.all([
    // A file of that name in the working folder is not the auditor's choice.
    run(['explain', 'draw.json'], { cwd: folder }),
    run(['explain', 'draw.json', '--recipe', 'nearby'], { cwd: folder }),
    run(['explain', notProvable, '--engine', 'both']),
    run(['explain', notProvable, '--recipe', 'none']),
  ])
  t.same([named.code, named.stdout], [3, ''])
  t.equal(named.stderr, 'error: draw.json: there is no recipe "nearby"\nhint: give one with --recipe\n')
  t.equal(given.code, 0)
  t.equal(engine.stdout, (await run(['explain', notProvable])).stdout)
  t.equal(none.code, 2)
})

await t.test('what is no published draw is not explained', async t => {
  const folder = t.testdir({
    'cut.json': '{"draw": ',
    'schema.json': '{"draw": "drawaudit/v1"}',
    'record.json': JSON.stringify(record),
    'list.json': '[]',
    one: { 'draw.json': readFileSync(join(root, proven)) },
  })
  const cases = [
    ['cut.json', 3, 'json-syntax', 'error: cut.json, line 1, column 10, at /draw: '],
    ['schema.json', 3, 'draw-schema', 'error: schema.json, at /recipe: '],
    ['record.json', 3, 'document-unknown', 'error: record.json: expected a published draw or a bundle'],
    ['list.json', 3, 'document-unknown', 'error: list.json: expected a published draw or a bundle'],
    ['one', 2, 'file-kind', 'error: one: is a folder'],
    ['missing.json', 2, 'file-missing', 'error: missing.json: there is no such file or folder'],
  ] as const
  await Promise.all(
    cases.map(async ([name, exit, code, message]) => {
      const [text, json] = await Promise.all([
        run(['explain', name], { cwd: folder }),
        runJson(['explain', name], { cwd: folder }),
      ])
      t.same([text.code, text.stdout], [exit, ''], name)
      t.ok(text.stderr.startsWith(message), text.stderr)
      t.match(json.report, { exit_code: exit, error: { code } })
    }),
  )
})
