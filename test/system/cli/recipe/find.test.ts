import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { drawsOf, valuesOf } from '../../../find/values.js'
import { run } from '../../../cli/resident.js'

const getfoundni = JSON.stringify(drawsOf('getfoundni'))
const five = JSON.stringify({ tickets: [1, 2, 3, 4, 5], winner: 4 })

await t.test('what is found is printed as a recipe, and verifies the values at once', async t => {
  const folder = t.testdir({
    'values.json': getfoundni,
    'one.json': JSON.stringify(drawsOf('getfoundni')[0]),
    'lines.ndjson': drawsOf('getfoundni').map(values => `${JSON.stringify(values)}\n`).join(''),
  })
  const found = await run(['recipe', 'find', 'values.json', '--name', 'my-recipe'], { cwd: folder })
  t.equal(found.code, 0)
  t.match(found.stdout, /^\{\n {2}"recipe": "drawaudit\/v1",\n {2}"name": "my-recipe",\n/)
  t.match(found.stderr, 'Found: the recipe gives the results and the hashes of every draw, and not by chance\n')
  const written = await run(['recipe', 'find', 'values.json', '-o', 'mine.json'], { cwd: folder })
  t.same([written.code, written.stderr], [0, ''])
  t.match(written.stdout, '  combined_hash: HMAC-SHA-256 under beacon.randomness as hex text of client_seed')
  t.match(written.stdout, 'to verify the draws by it: drawaudit verify values.json --recipe mine.json\n')
  t.match(JSON.parse(readFileSync(join(folder, 'mine.json'), 'utf8')), { name: 'found' })
  const verify = (...args: readonly string[]) => run(['verify', ...args, '--recipe', 'mine.json', '--require', 'reproducible', '-q'], { cwd: folder })
  const [all, one, lines] = await Promise.all([verify('values.json'), verify('one.json'), verify('lines.ndjson')])
  t.same([all.code, one.code, lines.code], [0, 0, 0])
  t.match(all.stdout, /^reproducible +values\.json#\/0 \(recipe not drawaudit’s\)\n(reproducible .*\n){4}5 checked: 5 reproducible; asked for reproducible: 5 of 5 reach it\n/)
  t.match(one.stdout, /^reproducible +one\.json \(recipe not drawaudit’s\)\n/)
  t.match(lines.stdout, /^reproducible +lines\.ndjson:1 \(recipe not drawaudit’s\)\n/)
  t.equal((await run(['recipe', 'find', 'lines.ndjson'], { cwd: folder })).stdout, (await run(['recipe', 'find', 'values.json'], { cwd: folder })).stdout)
}) // prettier-ignore

await t.test('names of any kind lead there and back, and what does not fit is named where it stands', async t => {
  const values = drawsOf('getfoundni').map(({ client_seed, combined_hash, created_at, ...rest }, draw) => ({ draw, 'Client Seed': client_seed ?? '', proof: { combinedHash: combined_hash ?? '' }, ...rest, isOpen: created_at === undefined, error: null }))
  const wrong = values.map((one, draw) => (draw === 1 ? { ...one, proof: { combinedHash: 'xyz' } } : draw === 3 ? { ...one, result: 1 } : one))
  const folder = t.testdir({
    'values.json': JSON.stringify(values),
    'wrong.json': JSON.stringify(wrong),
    'other.json': JSON.stringify({ a: 1 }),
    // More than one thread is begun for.
    'many.ndjson': Array.from({ length: 20 }, () => `${JSON.stringify(values)}\n${JSON.stringify(values[0])}\n`).join(''),
  })
  const found = await run(['recipe', 'find', 'values.json', '-o', 'r.json'], { cwd: folder })
  t.equal(found.code, 0)
  t.match(found.stdout, 'In the recipe Client Seed is called client_seed\nIn the recipe proof.combinedHash is called proof_combined_hash\n')
  t.match(found.stdout, 'In the recipe isOpen is called is_open\n')
  const verify = (file: string, ...args: readonly string[]) => run(['verify', file, '--recipe', 'r.json', '--require', 'reproducible', ...args], { cwd: folder })
  const [right, bad, other, many, feed, test, explained] = await Promise.all([
    verify('values.json'),
    verify('wrong.json', '--format', 'json'),
    verify('other.json'),
    verify('many.ndjson', '-q'),
    run(['verify', 'values.json', '--recipe', 'r.json', '--feed', '--require', 'feed.consistent'], { cwd: folder }),
    run(['recipe', 'test', 'r.json', 'values.json'], { cwd: folder }),
    run(['explain', 'values.json', '--recipe', 'r.json'], { cwd: folder }),
  ])
  t.equal(right.code, 0)
  t.equal(bad.code, 1)
  const { subjects } = JSON.parse(bad.stdout) as { readonly subjects: readonly { readonly source: string; readonly verdict: string; readonly claims: readonly { readonly message: string }[] }[] }
  t.strictSame(subjects.map(({ source, verdict }) => `${source} ${verdict}`), ['wrong.json#/0 proven', 'wrong.json#/1 not-provable', 'wrong.json#/2 proven', 'wrong.json#/3 refuted', 'wrong.json#/4 proven'])
  t.match(subjects[1]?.claims[0]?.message, ': /1/proof/combinedHash expected hex digits, found "x"')
  t.equal(other.code, 3)
  t.match(other.stdout.replace(/\s+/g, ' '), 'the recipe found knows none of its values (it knows draw, client_seed')
  t.equal(many.code, 0)
  t.match(many.stdout, '120 checked: 120 reproducible; asked for reproducible: 120 of 120 reach it\n')
  t.match(many.stdout, /\nreproducible +many\.ndjson:39#\/4 \(recipe[^)]+\)\nreproducible +many\.ndjson:40 \(recipe[^)]+\)\n/)
  t.match(feed.stdout, 'feed.consistent')
  t.equal(test.code, 0)
  t.equal(explained.code, 3)
}) // prettier-ignore

await t.test('what fits by chance is a possibility: nothing is written, and what would decide is said', async t => {
  const folder = t.testdir({})
  const [plain, json] = await Promise.all([
    run(['recipe', 'find', '-', '-o', 'r.json'], { input: five, cwd: folder }),
    run(['recipe', 'find', '-', '--format', 'json'], { input: five }),
  ])
  t.same([plain.code, json.code, existsSync(join(folder, 'r.json'))], [3, 3, false])
  t.match(plain.stdout, /\n {4}fits, 0 bits of evidence; 18 more draws of this size would decide; about 2\.4 of 12 candidates would fit by chance\n/)
  t.match(plain.stdout, 'Taken for results: winner (by their names; --result NAME says otherwise)\n')
  t.match(plain.stdout, /so there is no recipe\nr\.json was not written\n$/)
  const summary = JSON.parse(json.stdout) as { readonly recipe?: unknown }
  t.match(summary, {
    outcome: 'possible',
    results: ['winner'],
    results_by: 'name',
    explained: [],
    possible: [{ value: 'winner', bits: 0, more_draws: 18 }],
    draws: 1,
  })
  t.notOk('recipe' in summary)
}) // prettier-ignore

await t.test('digests that are explained are worth a recipe, which says nothing of the winner', async t => {
  const input = JSON.stringify(valuesOf('draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json'))
  const { code, stdout, stderr } = await run(['recipe', 'find', '-'], { input })
  t.equal(code, 3)
  t.match(stdout, '"draw.mixed"')
  t.notMatch(stdout, '"winner.')
  t.match(stderr, 'Found in part: the recipe has what is explained by 40 bits of evidence or more, and not every result and every hash is\n')
}) // prettier-ignore

await t.test('verify names recipe find for values of which nobody says what they are, and a table for what it is', async t => {
  const [object, list, lines, table] = await Promise.all([
    run(['verify', '-'], { input: five }),
    run(['verify', '-'], { input: `[${five},${five}]` }),
    run(['verify', '-'], { input: `${five}\n${five}\n` }),
    run(['verify', '-'], { input: 'ticket;name\n1;"Ann; Bob"\n2;Cy\n' }),
  ])
  const plain = (text: string): string => text.replace(/\s+/g, ' ')
  for (const { code, stdout } of [object, list, lines]) {
    t.equal(code, 3)
    t.match(plain(stdout), 'if these are the values of a draw, give the recipe with --recipe, or search for one with drawaudit recipe find (document-unknown)')
  }
  t.match(plain(list.stdout), 'found a list of 2 JSON objects')
  t.match(lines.stdout, '2 checked: 2 undecided')
  t.equal(table.code, 3)
  t.match(plain(table.stdout), 'expected JSON, found a table with semicolons between the values (CSV)')
}) // prettier-ignore

await t.test('the bound is kept, and wrong calls are refused', async t => {
  const garbage = JSON.stringify({ a: 'ab'.repeat(32), b: 'cd'.repeat(32), n: 99_991, winner: 77_777 })
  const [bounded, none, count, name, result] = await Promise.all([
    run(['recipe', 'find', '-', '--most', '1000'], { input: garbage }),
    run(['recipe', 'find', '-'], { input: '{}' }),
    run(['recipe', 'find', '-', '--most', '0'], { input: garbage }),
    run(['recipe', 'find', '-', '--name', 'No'], { input: garbage }),
    run(['recipe', 'find', '-', '--result', 'w'], { input: garbage }),
  ])
  t.equal(bounded.code, 3)
  t.match(bounded.stdout, '--most ended the search\nNot found: nothing fits, so there is no recipe\n')
  t.same([none.code, count.code, name.code, result.code], [2, 2, 2, 2])
  t.match(none.stderr, 'there is no value that a recipe could use')
  t.match(count.stderr, 'error: --most takes a number from 1, found "0"')
  t.match(name.stderr, 'error: --name takes a-z, 0-9 and -, found "No"')
  t.match(result.stderr, 'error: there is no value "w"\nhint: the values are a, b, n, winner\n')
})

await t.test('a number that tells draws apart is a result only where nothing else is one', async t => {
  const cases: readonly (readonly [names: readonly string[], results: readonly string[]])[] = [
    [['draw_number', 'serial_number', 'random_number', 'winner'], ['winner']],
    [['round_number', 'winning_number'], ['winning_number']],
    [['game_number', 'lucky_number'], ['lucky_number']],
    [['raffle_number', 'ticket_number'], ['ticket_number']],
    [['size', 'random_number'], ['random_number']],
  ]
  await Promise.all(
    cases.map(async ([names, results]) => {
      const input = JSON.stringify(Object.fromEntries(names.map((name, index) => [name, 70 + index])))
      const call = ['recipe', 'find', '-', '--most', '10', '--format', 'json']
      const { stdout } = await run(call, { input })
      const found = JSON.parse(stdout) as { readonly results: unknown; readonly results_by: unknown }
      t.strictSame([found.results, found.results_by], [results, 'name'])
    }),
  )
})
