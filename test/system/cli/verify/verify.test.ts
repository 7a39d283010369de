import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { JsonValue } from '../../../../src/core/json.js'
import { describeClaim } from '../../../../src/render/claim-text.js'
import { notProvable, proven, record, refuted, root, run, runJson } from '../../../cli/resident.js'

const readJson = (path: string): Record<string, JsonValue> =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, JsonValue>

await t.test('text and JSON say the same', async t => {
  const [text, json] = await Promise.all([
    run(['verify', refuted, '--details']),
    runJson(['verify', refuted]),
  ])
  const [subject] = json.report.subjects
  const said = text.stdout.replace(/\s+/g, ' ')
  t.ok(subject !== undefined && subject.claims.length > 0)
  for (const claim of subject?.claims ?? []) {
    const { id, status, expected, found } = claim
    // A refuted draw has no level that says anything.
    if (id === 'level.reached') continue
    t.match(said, `${status.replace('-', ' ')} ${id} ${describeClaim(claim)}`)
    if (expected !== undefined) t.match(said, `expected ${expected}`)
    if (found !== undefined) t.match(said, `found ${found}`)
  }
  t.match(said, ` ${subject?.headline ?? 'no headline'} `)
  t.equal(
    subject?.headline,
    'Refuted: the rule gives something else than the published winning ticket (expected 4, found 5)',
  )
  t.match(said, `who could have chosen the winner: ${subject?.who_could_choose ?? 'nobody'}`)
  t.notMatch(text.stdout, /level\.reached|level \d of 5/)
  t.match(text.stdout, /\n1 checked: 1 refuted\n$/)
  t.equal(text.stderr, '')
  t.same([text.code, json.code], [1, 1])
})

await t.test('--quiet prints a line for each document, and the totals', async t => {
  const [short, long] = await Promise.all([
    run(['verify', proven, refuted, notProvable, '-q']),
    run(['verify', '--quiet', proven, refuted, notProvable]),
  ])
  t.equal(
    short.stdout,
    `reproducible   ${proven}\nrefuted        ${refuted}\nreproducible   ${notProvable}\n` +
      '3 checked: 1 refuted, 2 reproducible; asked for unsteerable: none of 3 reaches it\n',
  )
  t.equal(long.stdout, short.stdout)
  t.same([short.code, short.stderr], [1, ''])
})

await t.test('an audit record, of either shape', async t => {
  const { raffle_id, ...draw } = record
  const documents = [
    record,
    { raffle_id, total_draws: 1, draws: [draw] },
    { raffle_id, total_draws: 2, draws: [draw] },
    { ...record, rng_seed_hash: 'none' },
  ]
  const ended = await Promise.all(
    documents.map(document => runJson(['verify', '-'], { input: JSON.stringify(document) })),
  )
  t.strictSame(
    ended.map(({ report }) => [report.subjects[0]?.kind, report.verdict, report.exit_code]),
    [
      ['audit-record', 'not-provable', 3],
      ['audit-record', 'not-provable', 3],
      ['audit-record', 'refuted', 1],
      ['audit-record', 'refuted', 1],
    ],
  )
})

await t.test('--require asks for single claims', async t => {
  const claims = ['winner.derived', 'entries.counted']
  const [one, several, repeated, unproven, broken] = await Promise.all([
    runJson(['verify', notProvable, '--require', 'winner.derived']),
    runJson(['verify', notProvable, '--require', claims.join(', ')]),
    runJson(['verify', notProvable, '--require', claims.join(), '--require', 'winner.derived']),
    runJson(['verify', notProvable, '--require', 'winner.derived,beacon.genuine']),
    // What was not asked for counts when it is refuted.
    runJson(['verify', refuted, '--require', 'seed.committed']),
  ])
  t.match(one.report, { exit_code: 0, verdict: 'proven', require: ['winner.derived'] })
  t.match(several.report, { exit_code: 0, require: claims })
  t.strictSame(repeated.report.require, claims)
  t.equal(repeated.code, 0)
  t.equal(unproven.code, 3)
  t.equal(broken.code, 1)
  const text = await run(['verify', notProvable, '-q', '--require', claims.join()])
  t.match(text.stdout, /; asked for winner\.derived, entries\.counted: 1 of 1 shows them\n$/)
})

await t.test('--require of a claim that cannot be is a wrong call', async t => {
  const malformed = ['x', 'winner.derived,', 'Winner.Derived', 'winner.\u001bderived']
  await Promise.all(
    malformed.map(async list => {
      const { code, stdout, stderr } = await run(['verify', notProvable, `--require=${list}`])
      t.same([code, stdout], [2, ''], JSON.stringify(list))
      t.match(
        stderr,
        /^error: --require takes claim ids and levels separated by commas, found ".*"\nhint: .+\n$/,
      )
      t.notMatch(stderr, '\u001b')
    }),
  )
  const { code, stdout, stderr } = await run(['verify', notProvable, '--require', 'winner.derivd'])
  t.same([code, stdout], [2, ''])
  t.match(stderr, 'error: none of the documents makes the claim winner.derivd\nhint: their claims are')
  t.match(stderr, 'winner.derived')
})

await t.test('--require where a document cannot be read, or makes another claim', async t => {
  const folder = t.testdir({ 'broken.json': '{', 'schema.json': '{"draw": "drawaudit/v1"}', empty: {} })
  const path = (name: string): string => join(folder, name)
  const required = ['--require', 'winner.derived']
  const round = 'fixtures/draws/drand-round/quicknet-1000.json'
  const [broken, schema, empty, mixed] = await Promise.all([
    runJson(['verify', path('broken.json'), ...required]),
    runJson(['verify', path('schema.json'), ...required]),
    runJson(['verify', path('empty'), ...required]),
    runJson(['verify', notProvable, round, ...required]),
  ])
  t.same([broken.code, schema.code, empty.code, mixed.code], [3, 3, 3, 3])
  t.strictSame(
    mixed.report.subjects.map(({ verdict, claims }) => [
      verdict,
      claims.find(({ id }) => id === 'winner.derived')?.code,
    ]),
    [
      ['proven', 'values-equal'],
      ['not-provable', 'claim-not-made'],
    ],
  )
})

await t.test('--recipe by name or by file, whatever the draw names', async t => {
  const folder = t.testdir({
    'unknown.json': JSON.stringify({ ...readJson(proven), recipe: 'of-my-own' }),
    'mine.json': JSON.stringify({ ...readJson('recipes/raffair.json'), name: 'mine' }),
  })
  const unknown = join(folder, 'unknown.json')
  const [none, byName, byFile, other] = await Promise.all([
    runJson(['verify', unknown]),
    runJson(['verify', unknown, '--recipe', 'raffair', '--require', 'reproducible']),
    runJson(['verify', unknown, '--recipe', join(folder, 'mine.json'), '--require', 'reproducible']),
    runJson(['verify', notProvable, '--recipe', 'drand-round']),
  ])
  t.match(none.report, { exit_code: 3, subjects: [{ claims: [{ code: 'recipe-unknown' }] }] })
  t.match(byName.report, { exit_code: 0, subjects: [{ recipe: { name: 'raffair' } }] })
  t.match(byFile.report, { exit_code: 0, subjects: [{ recipe: { name: 'mine' } }] })
  t.equal(other.report.subjects[0]?.recipe?.name, 'drand-round')
  t.not(other.code, 0)
})

await t.test('a recipe that cannot be used: the error points at the file and the place', async t => {
  const recipe = readJson('recipes/raffair.json')
  const claims = [{ id: 'beacon.genuine', says: 'it is', verified: '$nothing' }]
  const folder = t.testdir({
    'cut.json': '{"recipe": "drawaudit/v1",\n "name": ',
    'schema.json': JSON.stringify({ ...recipe, title: 7 }),
    'reference.json': JSON.stringify({ ...recipe, claims }),
    folder: {},
  })
  const cases = [
    ['cut.json', 'json-syntax', /^error: cut\.json, line 2, column 10, at \/name: /],
    ['schema.json', 'recipe-schema', /^error: schema\.json, at \/title: /],
    ['reference.json', 'recipe-reference', /^error: reference\.json, at \/claims\/0\/verified: /],
    ['folder', 'file-kind', /^error: folder: is a folder\n/],
    ['missing.json', 'recipe-unknown', /^error: there is no recipe "missing\.json", nor such a file\nhint: /],
  ] as const
  const draw = join(root, proven)
  await Promise.all(
    cases.map(async ([name, code, message]) => {
      const args = ['verify', draw, '--recipe', name]
      const [text, json] = await Promise.all([run(args, { cwd: folder }), runJson(args, { cwd: folder })])
      t.same([text.code, text.stdout], [2, ''], name)
      t.match(text.stderr, message)
      t.equal(json.report.error?.code, code)
    }),
  )
})

await t.test('every engine gives the same report', async t => {
  const folder = t.testdir({})
  for (const path of [proven, notProvable, refuted]) cpSync(join(root, path), join(folder, path))
  const engines = ['native', 'portable', 'both']
  const [first, ...others] = await Promise.all(
    engines.map(engine => runJson(['verify', folder, '--engine', engine])),
  )
  t.equal(first?.code, 1)
  for (const other of others) t.equal(other.stdout, first?.stdout)
})
