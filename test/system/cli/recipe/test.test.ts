import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { RecipeTest } from '../../../../src/find/test-recipe.js'
import { proven, record, root, run, type Ended } from '../../../cli/resident.js'

const test = async (...args: readonly string[]): Promise<Ended> => run(['recipe', 'test', ...args])
const testJson = async (...args: readonly string[]): Promise<Ended & { result: RecipeTest }> => {
  const ended = await test(...args, '--format', 'json')
  return { ...ended, result: JSON.parse(ended.stdout) as RecipeTest }
}

const seed = '0000000000000000000000000000000000000000000000000000000000000000'
const seedHash = 'sha256:66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'

/** The recipe of docs/RECIPES.md, with its draw inside. */
const shop = {
  recipe: 'drawaudit/v1',
  name: 'corner-shop',
  title: 'The corner shop',
  source: 'https://example.org',
  inputs: {
    seed_hash: { type: 'sha256', title: 'seed hash' },
    seed: { type: 'bytes', encoding: 'hex', length: 32, title: 'seed' },
    tickets: { type: 'list', of: { type: 'text' }, title: 'ticket list' },
    winner: { type: 'text', title: 'winning ticket' },
  },
  steps: {
    number: { text_decimal: { count: '$tickets' } },
    mixed: { sha256: { bytes_utf8: { join: [[{ text_hex: '$seed' }, '$number'], ':'] } } },
    index: { mod: [{ integer_be: '$mixed' }, { count: '$tickets' }] },
  },
  claims: [
    { id: 'seed.committed', says: 'it is the seed', equal: [{ sha256: '$seed' }, '$seed_hash'] },
    { id: 'entries.committed', says: 'it is the list', verified: '$tickets' },
    { id: 'winner.derived', says: 'it follows', equal: [{ at: ['$tickets', '$index'] }, '$winner'] },
  ],
  examples: [
    { title: 'Hamper', published: { seed_hash: seedHash, seed, tickets: ['A1', 'A2', 'B7'], winner: 'B7' } },
  ],
}

const folder = t.testdir()
const save = (name: string, value: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

await t.test('the examples in a recipe are tested, with every change of their values', async t => {
  const file = save('shop.json', shop)
  const { code, result } = await testJson(file)
  t.equal(code, 0)
  t.match(result, { passed: true, recipe: { name: 'corner-shop' }, untested: [], faults: [] })
  t.match(result.draws, [{ source: `example 1 of ${file}`, title: 'Hamper', faults: [] }])
  t.strictSame(result.unproven, ['entries.committed'])
  const tickets = result.values.find(({ name }) => name === 'tickets')
  t.match(tickets, { informational: false, unnoticed: [{ change: /^item 1/ }] })
  t.ok(tickets && tickets.noticed > 0 && tickets.noticed < tickets.changes)
  for (const { name, noticed, changes } of result.values) {
    if (name !== 'tickets') t.equal(noticed, changes, name)
  }
  const text = await test(file)
  t.equal(text.code, 0)
  t.match(text.stdout, /\n {2}value +changes +noticed\n {2}seed_hash +3 +3\n {2}seed +3 +3\n/)
  t.match(
    text.stdout.replace(/\s+/g, ' '),
    /\d+ of \d+ changes of the ticket list are noticed by nothing: it is not committed to \(item 1/,
  )
  t.match(text.stdout, /\nverdict: passed\n$/)
})

await t.test('an example that does not end as it should fails, unless it says so', async t => {
  const [example] = shop.examples
  const forged = { ...example, published: { ...example?.published, winner: 'A1' } }
  const failed = await testJson(save('forged.json', { ...shop, examples: [forged] }))
  t.equal(failed.code, 1)
  t.match(failed.result.draws[0]?.faults, [
    'winner.derived: refuted (values-differ): the rule gives something else than the published winning ticket',
  ])
  const ends = { 'winner.derived': 'refuted' }
  const said = await testJson(save('said.json', { ...shop, examples: [example, { ...forged, ends }] }))
  t.equal(said.code, 0, said.stdout)
  const wrong = await testJson(
    save('wrong.json', { ...shop, examples: [{ ...example, ends: { ...ends, 'seed.other': 'proven' } }] }),
  )
  t.equal(wrong.code, 1)
  t.match(wrong.result.draws[0]?.faults, [
    'seed.other: "ends" names it, and the recipe makes no such claim',
    'winner.derived: proven (values-equal), and "ends" says refuted',
  ])
  const { winner, ...rest } = example?.published ?? {}
  t.ok(winner)
  const partly = { ...example, published: rest }
  const open = await testJson(save('open.json', { ...shop, examples: [example, partly] }))
  t.match([open.code, open.result.draws[1]?.faults], [0, []], 'what was not published is no fault')
  const alone = await testJson(save('alone.json', { ...shop, examples: [partly] }))
  t.match(alone.result, {
    passed: false,
    untested: ['winner'],
    unproven: ['entries.committed', 'winner.derived'],
  })
})

await t.test('a value that nothing checks fails, unless the recipe says so of at most two', async t => {
  const loose = { ...shop, claims: [...shop.claims, { id: 'draw.dated', says: 'it is', verified: '$day' }] }
  const day = { type: 'text', title: 'day of the draw' }
  const [example] = shop.examples
  const examples = [{ ...example, published: { ...example?.published, day: 'Monday', b: 'x', c: 'y' } }]
  const two = { b: { ...day, informational: true }, c: { ...day, informational: true } }
  const file = save('loose.json', { ...loose, inputs: { ...shop.inputs, day, ...two }, examples })
  const [{ code, result }, text] = await Promise.all([testJson(file), test(file)])
  t.equal(code, 1)
  t.strictSame(result.values.find(({ name }) => name === 'day')?.noticed, 0)
  t.match(text.stdout.replace(/\s+/g, ' '), /unchecked: none of 7 changes of the day of the draw is noticed/)
  t.match(text.stdout, 'informational: the recipe says that nothing checks it')
  const said = { ...shop, inputs: { ...shop.inputs, day: { ...day, informational: true }, ...two } }
  const three = await testJson(save('three.json', { ...said, examples }))
  t.match([three.code, three.result.faults], [1, [/^3 values are informational \(day, b, c\)/]])
  const { c, ...inputs } = said.inputs
  t.ok(c)
  const fewer = [{ ...example, published: { ...example?.published, day: 'Monday', b: 'x' } }]
  t.equal((await test(save('two.json', { ...said, inputs, examples: fewer }))).code, 0)
})

await t.test('draws are given as files and folders, with a trust file where others signed', async t => {
  const real = await test('raffair', 'fixtures/draws/raffair', proven)
  t.equal(real.code, 0, real.stdout)
  const signed = ['random-org-signed', 'fixtures/draws/random-org-signed']
  const [untrusted, trusted] = await Promise.all([
    testJson(...signed),
    testJson(...signed, '--trust', 'fixtures/trust/signers.json'),
  ])
  t.equal(trusted.code, 0, trusted.stdout)
  t.ok(untrusted.result.unproven.length > trusted.result.unproven.length)
  const refuted = await test('tgt2025', 'fixtures/draws/tgt2025', 'fixtures/samples/tgt2025.json')
  t.equal(refuted.code, 1)
  t.match(refuted.stdout, /lb-competition-2025-06\.json: not as it should be, .*\n {4}draw\.hashed: refuted/)
  t.match(refuted.stdout, /samples\/tgt2025\.json: as it should be/)
})

await t.test('a disqualified entry in the list of the qualified is noticed', async t => {
  const { code, result } = await testJson('vaultplay', 'fixtures/draws/vaultplay')
  t.equal(code, 0)
  const { changes = 0, noticed = 0 } = result.values.find(({ name }) => name === 'disqualified') ?? {}
  t.ok(noticed > 0 && noticed < changes)
})

await t.test('a wrong call says what is wrong, and tests nothing', async t => {
  cpSync(join(root, 'recipes/raffair.json'), join(folder, 'copy.json'))
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['raffair'], /there are no examples in the recipe raffair\nhint: give draws after it/],
    [[join(folder, 'copy.json')], /there are no examples/],
    [['no-such'], /there is no recipe "no-such"/],
    [[save('cut.json', '{')], /cut\.json, line 1/],
    [['raffair', save('record.json', record)], /record\.json: expected a published draw/],
    [['raffair', save('broken.json', { draw: 'drawaudit/v1' })], /broken\.json, at .*not a published draw/],
    [['raffair', 'nothing.json'], /nothing\.json: there is no such file/],
    [['raffair', proven, '--trust', 'nothing.json'], /nothing\.json: there is no such file/],
    [[], /the argument <recipe> is missing/],
  ]
  for (const [args, message] of cases) {
    const { code, stderr, stdout } = await test(...args)
    t.match([code, stdout, stderr], [2, '', message], args.join(' '))
  }
})

await t.test('what comes from outside cannot write on the terminal', async t => {
  const [example] = shop.examples
  const nasty = '\u001b[31m::warning::x\u202e'
  const published = { ...example?.published, winner: nasty }
  const file = save('nasty.json', {
    ...shop,
    inputs: { ...shop.inputs, tickets: { ...shop.inputs.tickets, title: nasty } },
    examples: [{ title: nasty, published }],
  })
  const { stdout, stderr } = await test(file)
  t.notMatch((stdout + stderr).replaceAll('\n', ''), /[\p{Cc}\u202e]/u)
  t.notMatch(stdout + stderr, /^\s*::warning/m)
  const json = await test(file, '--format', 'json')
  t.notMatch(json.stdout.replaceAll('\n', ''), /[\p{Cc}\u202e]/u)
  t.equal(readFileSync(file, 'utf8').includes('\\u001b'), true)
})
