import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { drawsOf, valuesOf } from '../../../find/values.js'
import { run } from '../../../cli/run.js'

const getfoundni = JSON.stringify(drawsOf('getfoundni'))
const five = JSON.stringify({ tickets: [1, 2, 3, 4, 5], winner: 4 })

await t.test('what is found is printed as a recipe that verifies the draw', async t => {
  const folder = t.testdir({ 'values.json': getfoundni })
  const found = await run(['recipe', 'find', 'values.json', '--name', 'my-recipe'], { cwd: folder })
  t.equal(found.code, 0)
  t.match(found.stdout, /^\{\n {2}"recipe": "drawaudit\/v1",\n {2}"name": "my-recipe",\n/)
  t.match(found.stderr, 'found: the recipe reproduces every draw, and by more than chance\n')
  const written = await run(['recipe', 'find', 'values.json', '-o', 'mine.json'], { cwd: folder })
  t.same([written.code, written.stderr], [0, ''])
  t.match(written.stdout, 'combined_hash  HMAC-SHA-256 under beacon.randomness as hex text of client_seed')
  const draw = { draw: 'drawaudit/v1', recipe: 'found', title: 'A draw', source: 'here', published: drawsOf('getfoundni')[0] }
  const verified = await run(['verify', '-', '--recipe', 'mine.json'], { cwd: folder, input: JSON.stringify(draw) })
  t.match(verified.stdout, /winner\.derived/)
  t.match(JSON.parse(readFileSync(join(folder, 'mine.json'), 'utf8')), { name: 'found' })
}) // prettier-ignore

await t.test('what fits by chance is no match, and is printed only when asked for', async t => {
  const [plain, asked, json] = await Promise.all([
    run(['recipe', 'find', '-'], { input: five }),
    run(['recipe', 'find', '-', '--chance'], { input: five }),
    run(['recipe', 'find', '-', '--format', 'json'], { input: five }),
  ])
  t.same([plain.code, asked.code, json.code], [3, 3, 3])
  t.match(plain.stdout, 'winner: fits, and may fit by chance')
  t.match(plain.stdout, 'results: winner, by their names; --result NAME says otherwise\n')
  t.match(plain.stdout, '--chance prints what fits, as a recipe to try on other draws\n')
  t.match(JSON.parse(asked.stdout), { recipe: 'drawaudit/v1', name: 'found' })
  const summary = JSON.parse(json.stdout) as { readonly recipe?: unknown }
  t.match(summary, {
    outcome: 'chance',
    results: ['winner'],
    results_by: 'name',
    chance: [{ values: ['winner'] }],
    draws: 1,
  })
  t.notOk('recipe' in summary)
})

await t.test('digests that are explained are worth a recipe, though the winner is not proven', async t => {
  const input = JSON.stringify(valuesOf('draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json'))
  const { code, stdout, stderr } = await run(['recipe', 'find', '-'], { input })
  t.equal(code, 3)
  t.match(stdout, '"draw.mixed"')
  t.match(stderr, 'found in part: what has less than 40 bits of evidence, or none, is not proven\n')
})

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
  t.match(bounded.stdout, 'the bound is reached, --most sets it\nnot found\n')
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
