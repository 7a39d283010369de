// Carries out recipes that would take hours or gigabytes if nothing bounded them, one after the other, and prints a
// line of JSON for each. bounds.test.ts runs it in a process with little memory.
import type { JsonValue } from '../../src/core/json.js'
import type { Expression } from '../../src/model/recipe.js'
import { verifyPublished } from '../../src/verify/verify-published.js'
import { drawOf, recipeOf } from './build.js'

type Published = Readonly<Record<string, JsonValue>>

const map = (list: Expression, body: Expression, as = 'x'): Expression => ({ map: { list, as, do: body } })
const often = (body: Expression): Expression => map({ range: 1_000_000 }, body)
const iterate = (times: number, from: Expression, body: Expression): Expression => ({
  iterate: { from, times, as: 'x', do: body },
})
const sortBy = (key: Expression): Expression => ({
  sort_by: { list: '$items', as: 'x', key, order: 'ascending' },
})

const numbers = (length: number): Published => ({
  numbers: Array.from({ length }, (_, index) => (index * 7919) % length),
})
const items = (length: number, item: (index: number) => string = String): Published => ({
  items: Array.from({ length }, (_, index) => item(index)),
})
const text = (value: string): Published => ({ text: value })

const long = 'x'.repeat(1_000_000)
const widest = { integer_hex: 'f'.repeat(1024) }

const hostile: Readonly<Record<string, readonly [result: Expression, published?: () => Published]>> = {
  'a range of 2^53': [{ range: Number.MAX_SAFE_INTEGER }],
  'a billion turns': [iterate(10 ** 9, 1, '$x')],
  'doubling a number': [iterate(10 ** 6, 1, { add: ['$x', '$x'] })],
  'doubling bytes': [iterate(64, { bytes_utf8: 'x'.repeat(65_536) }, { concat: ['$x', '$x'] })],
  'doubling text': [iterate(64, 'x'.repeat(65_536), { join: [['$x', '$x'], ''] })],
  'ten million hashes': [iterate(10 ** 7, { bytes_utf8: '' }, { md5: '$x' })],
  'hashing 10 MB again and again': [
    often({ sha256: { bytes_utf8: '$text' } }),
    () => text('€'.repeat(10_000_000)),
  ],
  'maps in maps': [map('$items', map('$items', map('$items', '$z', 'z'), 'y')), () => items(10_000)],
  'a list literal again and again': [often(Array.from({ length: 1024 }, () => 'x'))],
  'wide numbers as bytes': [often({ bytes_be: ['$x', 512] })],
  'a million uneven remainders': [often({ mod: [{ integer_hex: 'ff' }, { add: ['$x', 1] }] })],
  'every letter a piece': [map({ range: 100 }, { chunks: ['$text', 1] }), () => text(long)],
  'sorting again and again': [often({ count: { sort: ['$numbers', 'ascending'] } }), () => numbers(100_000)],
  'sorting long texts again and again': [
    often({ count: { sort: ['$items', 'ascending', 'utf8'] } }),
    () => items(60, index => `${long}${index}`),
  ],
  'sorting a million': [{ sort: ['$numbers', 'ascending'] }, () => numbers(1_000_000)],
  'picking everything of 200,000': [
    { pick: { from: '$items', count: { count: '$items' }, index: 0 } },
    () => items(200_000),
  ],
  'two million empty bytes': [
    { count: '$hexes' },
    () => ({ hexes: Array.from({ length: 2_000_000 }, () => '') }),
  ],
  // Large, and not too large.
  'hashing 10 MB': [{ sha256: { bytes_utf8: '$text' } }, () => text('x'.repeat(10_000_000))],
  'sorting half a million': [{ sort: ['$numbers', 'descending'] }, () => numbers(500_000)],
  'sorting 200,000 by a hash': [sortBy({ sha256: { bytes_utf8: '$x' } }), () => items(200_000)],
}

/** More of the same, where there is time. */
const slow: typeof hostile = {
  'joining nothing again and again': [often({ join: ['$items', ''] }), () => items(100_000, () => '')],
  'sorting a million by a hash': [sortBy({ sha256: { bytes_utf8: '$x' } }), () => items(1_000_000)],
  'wide numbers as text': [often({ text_decimal: widest })],
}

const types: Readonly<Record<string, object>> = {
  numbers: { type: 'list', of: { type: 'integer' } },
  items: { type: 'list', of: { type: 'text' } },
  hexes: { type: 'list', of: { type: 'bytes', encoding: 'hex' } },
  text: { type: 'text' },
}

const cases = process.env['SLOW'] === '1' ? { ...slow, ...hostile } : hostile
for (const [name, [result, publish]] of Object.entries(cases)) {
  const published = publish?.() ?? {}
  const [used] = Object.keys(published)
  const inputs = used === undefined ? {} : { [used]: { ...types[used], title: used } }
  const recipe = recipeOf({
    inputs: { ...inputs, one: { type: 'integer', title: 'one' } },
    steps: { result },
    claims: [
      { id: 'it.ends', says: 'it ends', equal: [{ count: ['$result'] }, '$one'] },
      ...(used === undefined ? [] : [{ id: 'it.rests', says: 'it rests', verified: `$${used}` }]),
    ],
  })
  const draw = drawOf({ ...published, one: 1 })
  globalThis.gc?.()
  const before = process.memoryUsage()
  const start = process.cpuUsage()
  const [subject] = verifyPublished(draw, recipe).subjects
  // Of the processor: by the clock, it would depend on what else the machine does.
  const { user, system } = process.cpuUsage(start)
  const seconds = (user + system) / 1_000_000
  const after = process.memoryUsage()
  const megabytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 2 ** 20
  console.log(JSON.stringify({ name, code: subject?.claims[0]?.code, seconds, megabytes }))
}
