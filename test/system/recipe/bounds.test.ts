import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { parseJson, type JsonValue } from '../../../src/core/json.js'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { Context } from '../../../src/recipe/context.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { findRepeated } from '../../../src/recipe/repeated.js'
import { text } from '../../../src/recipe/value.js'
import { verifyPublished } from '../../../src/verify/draw/verify-published.js'
import {
  compute,
  drawOf,
  endOf,
  good,
  recipeJson,
  recipeOf,
  refusal,
  step,
  verified,
} from '../../recipe/build.js'
import { isWithin } from '../../patience.js'
import { isLong } from '../../long.js'

await t.test('hostile recipes and draws end within 10 seconds and 256 MB', t => {
  const script = fileURLToPath(new URL('../../recipe/hostile.js', import.meta.url))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, '--max-old-space-size=300', '--expose-gc', script],
    { encoding: 'utf8' },
  )
  t.equal(status, 0, stderr)
  const results = stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as { name: string; code: string; seconds: number; megabytes: number })
  const large = [
    'hashing 10 MB',
    'sorting half a million',
    'sorting 200,000 by a hash',
    'a chain as long as the budget',
  ]
  for (const { name, code, seconds, megabytes } of results) {
    t.equal(code, large.includes(name) ? 'values-equal' : 'bound-exceeded', name)
    t.ok(isWithin(seconds, 10, 'processor'), `${name}: ${seconds.toFixed(1)} s`)
    t.ok(megabytes < 256, `${name}: ${megabytes.toFixed(0)} MB`)
  }
  t.ok(results.length >= (isLong ? 20 : 3), `${results.length} cases`)
  t.end()
})

const messageOf = (expression: Expression): string => endOf(() => compute(expression))

await t.test('what is beyond a bound says which one', t => {
  t.equal(messageOf({ range: 10 ** 8 }), 'bound: the draw takes more steps than drawaudit carries out')
  t.equal(messageOf({ range: 10 ** 7 }), 'bound: the draw has more values than drawaudit keeps')
  t.match(messageOf({ count: { range: 10 ** 6 } }), 'value')
  t.end()
})

await t.test('items that are too many to be told apart leave the memory to others', t => {
  const search = (budget: number) => {
    const context = new Context(portable, budget)
    const end = endOf(() => findRepeated(['a', 'a'].map(text), context))
    const left = endOf(() => {
      context.keep(120 * 1024 * 1024)
    })
    return [end, left]
  }
  t.strictSame(search(0), ['bound: the draw takes more steps than drawaudit carries out', 'value'])
  t.strictSame(search(1), ['value', 'value'])
  const full = new Context(portable, 1)
  full.keep(120 * 1024 * 1024)
  const end = endOf(() => findRepeated([text('a')], full))
  t.equal(end, 'bound: the draw has more values than drawaudit keeps')
  t.end()
})

await t.test('a step that is too expensive leaves the other claims to be checked', t => {
  const recipe = recipeOf({
    ...good,
    steps: { large: { range: Number.MAX_SAFE_INTEGER }, after: { count: '$large' } },
    claims: [
      { id: 'a.large', says: 'x', equal: [{ sha256: { bytes_be: ['$after', 8] } }, '$hash'] },
      ...good.claims,
    ],
  })
  const draw = drawOf({ seed: '', hash: '0'.repeat(64) })
  const codes = (budget?: number): unknown =>
    verifyPublished(draw, recipe, budget === undefined ? {} : { budget }).subjects[0]?.claims.map(
      ({ code }) => code,
    )
  // Reading and hashing take 24, comparing 32 bytes with 32 bytes 3.
  const rest = ['randomness-missing', 'evidence-missing', 'evidence-missing', 'level-short']
  t.strictSame(codes(), ['bound-exceeded', 'values-differ', ...rest])
  t.strictSame(codes(26), ['bound-exceeded', 'bound-exceeded', ...rest])
  t.strictSame(codes(27), ['bound-exceeded', 'values-differ', ...rest])
  t.end()
})

/** An expression of this many operations one inside the other. */
const nest = (depth: number): Expression => (depth === 0 ? 1 : { subtract: [nest(depth - 1), 1] })

await t.test('a recipe is as deep as its JSON and no longer than 10,000 expressions', t => {
  // Each operation is an object with an array, below two objects.
  const parse = (depth: number): unknown =>
    parseRecipe(parseJson(JSON.stringify(recipeJson(step(nest(depth))))))
  t.equal(
    refusal(() => parse(31)),
    undefined,
  )
  t.equal(refusal(() => parse(32))?.code, 'json-too-deep')
  t.equal(compute(nest(31)).value, -30)

  const long = (count: number): object => ({
    ...good,
    steps: Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`x${index}`, Array.from({ length: count / 10 }, () => 1)]),
    ),
  })
  t.equal(
    refusal(() => recipeOf(long(9980))),
    undefined,
  )
  t.match(
    refusal(() => recipeOf(long(10_000))),
    {
      code: 'recipe-schema',
      message: 'a recipe has at most 10000 expressions',
      where: { pointer: '/steps/x9/990' },
    },
  )
  t.end()
})

await t.test('names that every object has are names like any other, or none', t => {
  const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']
  const parse = (text: string): unknown => parseRecipe(parseJson(text))
  for (const name of inherited) {
    const code = name === '__proto__' ? 'json-forbidden-name' : 'recipe-schema'
    const quoted = JSON.stringify(name)
    const asOperation = JSON.stringify(recipeJson(step({ sha256: '$seed' }))).replace('"sha256"', quoted)
    t.equal(refusal(() => parse(asOperation))?.code, code, `operation ${name}`)
    const map = { list: ['a'], as: 'y', do: 1, extra: 1 }
    const asMember = JSON.stringify(recipeJson(step({ map }))).replace('"extra"', quoted)
    const memberCode = name === '__proto__' ? code : 'recipe-type'
    t.equal(refusal(() => parse(asMember))?.code, memberCode, `member ${name}`)
    const asInput = JSON.stringify(recipeJson(verified('seed', { type: 'text', title: 'x' })))
      .replaceAll('"seed"', quoted)
      .replace('$seed', '$a')
    t.equal(
      refusal(() => parse(asInput))?.code,
      name === 'constructor' ? 'recipe-reference' : code,
      `input ${name}`,
    )
  }
  const json: JsonValue = recipeJson(
    verified('constructor', {
      type: 'table',
      columns: { constructor: { type: 'text' } },
      title: 'x',
    }),
  )
  const codeOf = (published: Readonly<Record<string, JsonValue>>): unknown =>
    verifyPublished(drawOf(published), parseRecipe(json)).subjects[0]?.claims[0]
  t.match(codeOf({ constructor: [{ constructor: 'a' }] }), { code: 'value-unproven' })
  t.match(codeOf({ constructor: [{}] }), {
    code: 'draw-value',
    message: /\/published\/constructor\/0\/constructor is missing$/,
  })
  t.match(codeOf({ toString: 'a' }), {
    code: 'draw-value',
    message: /\/published\/toString is not a value that the recipe knows/,
  })
  t.match(codeOf({ other: 'a' }), { code: 'draw-value' })
  t.end()
})
