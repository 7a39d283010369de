import fc from 'fast-check'
import { readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { canonicalize } from '../../src/core/canonical.js'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { parsePublishedDraw } from '../../src/model/published-draw.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import { good, recipeJson, recipeOf, refusal } from './build.js'

const runs = process.env['SLOW'] === '1' ? 2000 : 13

const folder = new URL('../../', import.meta.url)
const read = (path: string): JsonValue => parseJson(readFileSync(new URL(path, folder)))
const drawFiles = readdirSync(new URL('fixtures/draws/', folder), { recursive: true, encoding: 'utf8' })
const drawFile = (name: string): string | undefined =>
  drawFiles.find(file => file.startsWith(`${name}/`) && file.endsWith('.json'))

/** The same value with the members of every object in an order that `order` decides. */
function reorder(value: JsonValue, order: (names: readonly string[]) => readonly string[]): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => reorder(item, order))
  if (typeof value !== 'object' || value === null) return value
  const members = value as Readonly<Record<string, JsonValue>>
  return Object.fromEntries(order(Object.keys(members)).map(name => [name, reorder(members[name]!, order)]))
}

await t.test('the digest of a recipe does not depend on the order of members or on white space', t => {
  const json = read('recipes/raffair.json')
  const { digest } = parseRecipe(json)
  t.match(digest, /^sha256:[0-9a-f]{64}$/)
  t.equal(parseRecipe(parseJson(JSON.stringify(json, null, 7))).digest, digest)
  // Steps need those before them: only what has no steps may be turned round as a whole.
  const { steps, ...rest } = json as Readonly<Record<string, JsonValue>>
  const turned = { ...(reorder(rest, names => names.toReversed()) as object), steps: steps! }
  t.not(JSON.stringify(turned), JSON.stringify(json))
  t.equal(parseRecipe(turned).digest, digest)
  t.equal(parseRecipe(recipeJson(good)).digest, recipeOf({ claims: good.claims, inputs: good.inputs }).digest)
  t.not(recipeOf(good).digest, recipeOf({ ...good, notes: ['x'] }).digest)
  t.end()
})

await t.test('where the order of columns is what JSON text has, it is in the digest', t => {
  const recipe = (columns: readonly string[], row: readonly string[]): string =>
    parseRecipe({
      recipe: 'drawaudit/v1',
      name: 'ordered',
      title: 'T',
      source: 's',
      inputs: {
        entries: {
          type: 'table',
          columns: Object.fromEntries(columns.map(name => [name, { type: 'text' }])),
          title: 'entries',
        },
        hash: { type: 'sha256', title: 'hash' },
      },
      steps: {
        made: {
          map: {
            list: '$entries',
            as: 'one',
            do: { row: { ...Object.fromEntries(row.map(name => [name, '$one.a'])), whole: '$one' } },
          },
        },
      },
      claims: [
        {
          id: 'list.hashed',
          says: 'x',
          equal: [{ sha256: { bytes_utf8: { text_json: '$made' } } }, '$hash'],
        },
      ],
    }).digest
  const [columns, rows] = [
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [
      ['x', 'y'],
      ['y', 'x'],
    ],
  ]
  const digests = columns.flatMap(column => rows.map(row => recipe(column, row)))
  t.equal(new Set(digests).size, 4)
  t.end()
})

await t.test('property: steps in another order are refused or mean the same', t => {
  for (const name of ['raffair', 'dchoose', 'rfc3797', 'vaultplay']) {
    const json = read(`recipes/${name}.json`) as Readonly<Record<string, JsonValue>>
    const draw = parsePublishedDraw(read(`fixtures/draws/${drawFile(name)!}`))
    const claimsOf = (value: JsonValue): unknown =>
      verifyPublished(draw, parseRecipe(value)).subjects[0]?.claims
    const expected = canonicalize(claimsOf(json) as JsonValue)
    const names = Object.keys(json['steps'] as object)
    const ended = { refused: 0, same: 0 }
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(fc.shuffledSubarray(names, { minLength: names.length }), order => {
          const steps = reorder(json['steps']!, keys => (keys.length === names.length ? order : keys))
          const error = refusal(() => parseRecipe({ ...json, steps }))
          if (error === undefined) ended.same += 1
          else ended.refused += 1
          return error === undefined
            ? canonicalize(claimsOf({ ...json, steps }) as JsonValue) === expected
            : error.code === 'recipe-reference' && error.message.startsWith('nothing before this')
        }),
        { numRuns: runs },
      )
    })
    t.ok(ended.refused > 0, `${name}: ${JSON.stringify(ended)}`)
  }
  t.end()
})
