import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseJson } from '../../../../src/core/json.js'
import type { RecipeDocument } from '../../../../src/model/recipe.js'
import { parseRecipe } from '../../../../src/recipe/recipe.js'
import { bin, root, run, start } from '../../../cli/resident.js'
import { some } from '../../../long.js'

const folder = t.testdir()
const place = (name: string): string => join(folder, name)

/** What was written: it parses, or this throws. */
function read(text: string): RecipeDocument {
  const value = parseJson(Buffer.from(text))
  parseRecipe(value)
  return value as unknown as RecipeDocument
}

const drawFiles = ['draws', 'samples'].flatMap(one => {
  const files = readdirSync(join(root, 'fixtures', one), { recursive: true, encoding: 'utf8' })
  return files.filter(file => file.endsWith('.json')).map(file => `fixtures/${one}/${file}`)
})

await t.test('every published draw gives a recipe that can be read, with the draw inside', async t => {
  t.ok(drawFiles.length > 50)
  await Promise.all(
    some(drawFiles, 5).map(async (file, index) => {
      const out = place(`draw-${index}.json`)
      const { code, stderr, stdout } = await run(['recipe', 'new', '--from', file, '-o', out])
      t.match([code, stdout], [0, ''], `${file}: ${stderr}`)
      const { examples = [], claims, steps } = read(readFileSync(out, 'utf8'))
      const { published } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { published: object }
      t.strictSame(examples[0]?.published, published, file)
      t.equal(
        claims.some(({ id }) => id === 'winner.derived'),
        !file.includes('/drand-round/'),
        'a result is claimed, where there is one',
      )
      t.ok(Object.keys(steps).every(name => name.startsWith('todo_')))
    }),
  )
})

await t.test('what a value is, is guessed', async t => {
  const values = {
    seedHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    seed: 'foo',
    'server-seed': 'fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9',
    key: 'AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
    created_at: '2025-06-13T09:46:14Z',
    'Seed.': 'a second one',
    share: '0.5',
    count: 3,
    big: '123456789012345678901234567890',
    tickets: ['a', 'b', 'c'],
    entries: [{ name: 'a', weight: 1 }],
    beacon: { round: 5, randomness: '00' },
    chained: { round: 5, previous_signature: '00' },
    block_hash: '00000000000000000001a6fa28b4de6d6d7d0f3c1f3a5c9c9b3a0e3d4c5b6a79',
    winners: ['a', 'b'],
    winning_time: '2025-06-13T09:46:14Z',
  }
  writeFileSync(place('values.json'), JSON.stringify(values))
  const { code, stdout, stderr } = await run([
    'recipe',
    'new',
    '--from',
    place('values.json'),
    '--name',
    'Our Shop',
  ])
  t.equal(code, 0, stderr)
  const { name, title, inputs, claims, steps } = read(stdout)
  t.strictSame([name, title], ['our-shop', 'Our Shop'])
  t.match(inputs, {
    seed_hash: { type: 'sha256', committed: true },
    seed: { type: 'text', title: 'seed' },
    server_seed: { type: 'bytes', encoding: 'hex' },
    key: { type: 'bytes', encoding: 'base64' },
    created_at: { type: 'time' },
    seed_2: { type: 'text' },
    share: { type: 'float' },
    count: { type: 'integer' },
    big: { type: 'integer' },
    tickets: { type: 'list', of: { type: 'text' } },
    entries: { type: 'table', columns: { name: { type: 'text' }, weight: { type: 'integer' } } },
    beacon: { type: 'drand', chain: 'quicknet' },
    chained: { type: 'drand', chain: 'default' },
    block_hash: { type: 'sha256', public: true },
    winners: { type: 'list', of: { type: 'text' } },
  })
  t.match(stderr, 'seedHash is called seed_hash in the recipe\n')
  t.match(claims[0], {
    id: 'seed.committed',
    equal: [{ sha256: { bytes_utf8: '$seed' } }, '$seed_hash'],
  })
  t.match(claims.at(-1), { id: 'winner.derived', equal: ['$todo_winners', '$winners'] })
  t.strictSame(Object.keys(steps), ['todo_winners'])
})

await t.test(
  'what was withdrawn and when it closes are no results, and a hash asks when it was published',
  async t => {
    const values = {
      list_hash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      withdrawn: 3,
      ticket: 'a',
      drawn_at: 1_700_000_000,
      closes_at: '2025-06-13T09:46:14Z',
    }
    const { stdout } = await run(['recipe', 'new', '--from', '-'], { input: JSON.stringify(values) })
    const { claims, notes = [] } = read(stdout)
    t.match(claims.at(-1), { id: 'winner.derived', equal: ['$todo_ticket', '$ticket'] })
    t.equal(claims.filter(claim => 'equal' in claim).length, 1)
    t.ok(notes.some(note => note.startsWith('TODO: find out when list_hash was published')))
  },
)

await t.test('a hash is recognised of the bytes and of their hex text', async t => {
  const seed = '00'.repeat(31) + 'ff'
  const hashes = {
    bytes: '0ab8c1e4c0f4d6d1a8c4cbd2e8a9a5f0f3d0a6f9a6d9e7d1c4b1b8a9f4e2d3c1',
    text: '',
  }
  const { createHash } = await import('node:crypto')
  hashes.bytes = createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')
  hashes.text = createHash('sha256').update(seed).digest('hex')
  const computed = { bytes: { sha256: '$seed' }, text: { sha256: { bytes_utf8: { text_hex: '$seed' } } } }
  for (const way of ['bytes', 'text'] as const) {
    const input = JSON.stringify({ commitment: hashes[way], seed, winner: 'a' })
    const { stdout } = await run(['recipe', 'new', '--from', '-'], { input })
    t.match(read(stdout).claims[0], { id: 'seed.committed', equal: [computed[way], '$commitment'] })
  }
})

const answers = [
  'Our Shop',
  'https://example.org/how',
  'seedHash',
  '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  '',
  'before',
  'seed',
  'foo',
  '',
  '',
  // A number that is meant as text, by a type that there is and one that there is not.
  'ticket',
  '12345',
  'letters',
  'text',
  'other',
  'seed',
  'tickets',
  '["a","b"]',
  '',
  'sometimes',
  '',
  'flag',
  '{"a": true}',
  'yes',
  '',
  '',
  'winner',
  'a',
  '',
  '',
  '',
]

await t.test('a person is asked, and may correct what is guessed', async t => {
  const out = place('asked.json')
  const { code, stdout, stderr } = await run(['recipe', 'new', '-o', out], {
    input: `${answers.join('\n')}\n`,
  })
  t.match([code, stdout], [0, ''], stderr)
  const { name, title, source, inputs, examples } = read(readFileSync(out, 'utf8'))
  t.strictSame([name, title, source], ['our-shop', 'Our Shop', 'https://example.org/how'])
  t.match(inputs, {
    seed_hash: { type: 'sha256', committed: true },
    ticket: { type: 'text' },
    tickets: { type: 'list' },
    flag: { type: 'text' },
  })
  t.strictSame(examples?.[0]?.published['ticket'], '12345')
  for (const said of [
    'it is called seed_hash here',
    'its type [sha256]: ',
    'the types are text, integer,',
    'seed is there already',
    'answer with before, public, result, other',
    'flag: expected text, a number, a list or a table, found an object; leave it out',
    'next: drawaudit recipe test ',
  ]) {
    t.match(stderr, said)
  }
  const tested = await run(['recipe', 'test', out])
  t.equal(tested.code, 1, 'until the steps are written')
})

await t.test('an interview that ends early writes nothing', async t => {
  for (const count of some([6, 0, 1, 3, answers.length - 1], 1)) {
    const out = place(`early-${count}.json`)
    const { code, stderr } = await run(['recipe', 'new', '-o', out], {
      input: answers
        .slice(0, count)
        .map(line => `${line}\n`)
        .join(''),
    })
    t.match([code, stderr], [2, /error: the input ended before all questions were answered\nhint: nothing/])
    t.notOk(existsSync(out))
  }
  const child = start(process.execPath, [bin, 'recipe', 'new', '-o', place('killed.json')])
  child.stdin.write(`${answers.slice(0, 5).join('\n')}\n`)
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  t.ok(signal === 'SIGINT' || code === 130)
  t.notOk(readdirSync(folder).some(file => file.startsWith('killed')))
})

await t.test('a file that is there stays, unless it may go', async t => {
  writeFileSync(place('there.json'), 'mine')
  const from = ['recipe', 'new', '--from', 'fixtures/samples/zwee.json', '-o', place('there.json')]
  const refused = await run(from)
  t.match([refused.code, refused.stderr], [2, /there\.json: there is such a file\nhint: .*--force/])
  t.equal(readFileSync(place('there.json'), 'utf8'), 'mine')
  t.equal((await run([...from, '--force'])).code, 0)
  read(readFileSync(place('there.json'), 'utf8'))
})

await t.test('what no recipe can be made of is said', async t => {
  const cases: readonly (readonly [value: string, message: RegExp])[] = [
    ['{', /bad\.json, line 1/],
    ['[]', /bad\.json: expected an object of published values/],
    ['{}', /bad\.json: there is no published value/],
    ['{"a": null}', /bad\.json: a: expected text, a number, a list or a table, found null/],
    ['{"a": [1, "x"]}', /a: its items are of several kinds/],
    ['{"a": [{"B": 1}]}', /a: its rows are not a table\nhint: a table has/],
    ['{"draw": "drawaudit/v1"}', /not a published draw/],
  ]
  for (const [value, message] of some(cases, 3)) {
    writeFileSync(place('bad.json'), value)
    const { code, stdout, stderr } = await run(['recipe', 'new', '--from', place('bad.json')])
    t.match([code, stdout, stderr], [2, '', message], value)
  }
  const beacon = await run(['recipe', 'new', '--from', '-'], { input: '{"winner": {"round": 5}}' })
  t.match(read(beacon.stdout), { steps: {}, claims: [{ verified: '$winner' }] }, 'a beacon is no result')
})
