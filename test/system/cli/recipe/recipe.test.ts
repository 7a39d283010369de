import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseJson } from '../../../../src/core/json.js'
import { parseRecipe } from '../../../../src/recipe/recipe.js'
import { root, run, runJson } from '../../../cli/resident.js'

const names = readdirSync(join(root, 'recipes')).map(name => name.replace('.json', ''))
const read = (name: string): Buffer => readFileSync(join(root, 'recipes', `${name}.json`))

await t.test('list names every recipe with its claims', async t => {
  const [text, json] = await Promise.all([
    run(['recipe', 'list']),
    run(['recipe', 'list', '--format', 'json']),
  ])
  t.same([text.code, text.stderr, json.code], [0, '', 0])
  const recipes = names.toSorted().map(name => parseRecipe(parseJson(read(name))))
  t.strictSame(
    JSON.parse(json.stdout),
    recipes.map(({ name, title, source, digest, claims }) => ({
      name,
      title,
      source,
      digest,
      claims: claims.map(({ id }) => id),
      from: 'drawaudit',
    })),
  )
  for (const { name, title, claims } of recipes) {
    t.match(text.stdout, new RegExp(`^${name} +${title.replace(/\W/g, '.')}\n +${claims[0]?.id ?? ''}`, 'm'))
  }
})

await t.test('show prints a recipe as it stands in its file', async t => {
  const [builtIn, byFile] = await Promise.all([
    run(['recipe', 'show', 'dchoose']),
    run(['recipe', 'show', join(root, 'recipes/dchoose.json')]),
  ])
  const valid = 'dchoose is a valid recipe: 6 inputs, 5 steps, 5 claims\n'
  t.same(builtIn, { code: 0, signal: null, stdout: read('dchoose').toString(), stderr: valid })
  t.equal(byFile.stdout, builtIn.stdout)
})

await t.test('show checks what it prints', async t => {
  const folder = t.testdir({ 'draft.json': '{"recipe": "drawaudit/v1"}', 'cut.json': '{' })
  const [draft, cut, none, slip] = await Promise.all([
    run(['recipe', 'show', 'draft.json'], { cwd: folder }),
    run(['recipe', 'show', 'cut.json'], { cwd: folder }),
    run(['recipe', 'show', 'no-such-recipe']),
    run(['recipe', 'show', 'dchose']),
  ])
  t.same([draft.code, draft.stdout], [2, ''])
  t.match(draft.stderr, /^error: draft\.json, at \/\w+: .*\nhint: .*\n$/)
  t.match(cut.stderr, /^error: cut\.json, line 1, column 2: /)
  t.equal(
    none.stderr,
    `error: there is no recipe "no-such-recipe", nor such a file\nhint: drawaudit recipe list lists the ${names.length} recipes\n`,
  )
  t.match(slip.stderr, 'hint: did you mean dchoose?\n')
  t.same([cut.code, none.code, slip.code], [2, 2, 2])
})

await t.test('a recipe of the list is found by its name', async t => {
  const { report } = await runJson(['verify', 'fixtures/draws', 'fixtures/samples'])
  const used = new Set(report.subjects.map(({ recipe }) => recipe?.name))
  t.strictSame([...used].toSorted(), names.toSorted(), 'the fixtures use every recipe')
})
