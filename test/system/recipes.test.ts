import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { parsePublishedDraw } from '../../src/model/published-draw.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { isUnchecked, testRecipe, type KnownDraw } from '../../src/find/test-recipe.js'
import { isLong, some } from '../long.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const list = (folder: string): readonly string[] =>
  existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []
const read = (path: string): JsonValue => parseJson(readFileSync(join(root, path)))
const nameOf = (file: string): string => file.replace(/\.\w+$/, '')

/** Whoever signed some of these draws. */
const trust = parseTrust(read('fixtures/trust/signers.json'))

/** Real draws that are refuted, rightly: what the platform published does not hold. */
const refuted: Readonly<Record<string, string>> = {
  'fixtures/draws/tgt2025/lb-competition-2025-06.json': 'draw.hashed',
  'fixtures/draws/gojo/365c23e0.json': 'randomness.rule',
  'fixtures/draws/trust-wallet/example-1-refuted.json': 'draw.numbered',
}

const samples = list('fixtures/samples').map(file => `fixtures/samples/${file}`)

function drawsOf(name: string): readonly KnownDraw[] {
  const real = list(`fixtures/draws/${name}`).map(file => `fixtures/draws/${name}/${file}`)
  return [...real, ...samples].flatMap(source => {
    const draw = parsePublishedDraw(read(source))
    return draw.recipe === name ? [{ source, draw }] : []
  })
}

/** What the rule fixes beforehand, and no draw that was found has: its reports say what is missing. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  'millionaire-makers': ['block_height'],
  'polyas-tie': ['system_seed_hash'],
  'thesis-draw': ['announced_round'],
}

/** Those that hash millions of times; that their draws end as recorded is in fixtures.test.ts too. */
const slow = ['bustabit', 'chainlink-vrf']

for (const file of list('recipes')) {
  const name = nameOf(file)
  if (slow.includes(name) && !isLong) continue
  await t.test(
    `${name} holds for its draws, and notices what is changed in them`,
    { timeout: 240_000 },
    t => {
      const recipe = parseRecipe(read(`recipes/${file}`))
      t.equal(recipe.name, name)
      const draws = drawsOf(name)
      t.not(draws.length, 0, 'it has a draw')
      const test = testRecipe(recipe, draws, { engine: native, trust })
      for (const { source, faults } of test.draws) {
        const claim = refuted[source]
        if (claim === undefined) t.strictSame(faults, [], source)
        else {
          t.equal(faults.length, 1)
          t.match(faults[0], new RegExp(`^${claim.replace('.', '\\.')}: refuted `), source)
        }
      }
      t.strictSame(test.values.filter(isUnchecked), [], 'every value is checked, or said to be informational')
      t.strictSame(test.untested, unseen[name] ?? [], 'every other value is in some draw')
      t.strictSame(test.faults, [])
      t.equal(
        test.passed,
        draws.every(({ source }) => refuted[source] === undefined),
      )
      t.end()
    },
  )
}

await t.test('every draw that is listed as refuted is there', t => {
  for (const source of Object.keys(refuted)) t.ok(existsSync(join(root, source)), source)
  t.end()
})

const hasPython = spawnSync('python3', ['--version']).status === 0

/** Made before there were programs for samples. */
const withoutProgram = ['raffair-complete']

await t.test(
  'every sample is what its program prints',
  { skip: hasPython ? false : 'there is no python3 here', timeout: 240_000 },
  t => {
    const programs = list('test/samples').filter(file => file.endsWith('.py') && !file.startsWith('lib_'))
    const names = list('fixtures/samples').map(nameOf)
    t.strictSame(
      [...programs.map(nameOf), ...withoutProgram].toSorted(),
      names.toSorted(),
      'every sample has a program',
    )
    for (const program of some(programs, 5)) {
      const { status, stdout, stderr } = spawnSync('python3', [join(root, 'test/samples', program)], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', PYTHONDONTWRITEBYTECODE: '1' },
      })
      t.equal(status, 0, stderr)
      const sample = readFileSync(join(root, 'fixtures/samples', `${nameOf(program)}.json`), 'utf8')
      t.equal(stdout, sample, program)
    }
    t.end()
  },
)
