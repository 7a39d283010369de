// Carries out recipes that would take hours or gigabytes if nothing bounded them, one after the other, and prints a
// line of JSON for each. bounds.test.ts runs it in a process with little memory.
import type { JsonValue } from '../../src/core/json.js'
import type { Expression } from '../../src/model/recipe.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import { drawOf, recipeOf } from './build.js'
import { some } from '../long.js'

type Published = Readonly<Record<string, JsonValue>>

const map = (list: Expression, body: Expression, as = 'x'): Expression => ({ map: { list, as, do: body } })
const often = (body: Expression): Expression => map({ range: 1_000_000 }, body)
const iterate = (times: number, from: Expression, body: Expression): Expression => ({
  iterate: { from, times, as: 'x', do: body },
})
const fold = (length: number, from: Expression, body: Expression): Expression => ({
  fold: { list: { range: length }, from, as: 'x', item: 'turn', do: body },
})
const chain = (times: number): Expression => ({
  hash_chain: { from: { bytes_utf8: 'a' }, times, hash: 'sha256', encoding: 'bytes' },
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
const chacha = {
  stream_chacha20: {
    key: { sha256: { bytes_utf8: 'a' } },
    nonce: { bytes_hex: '00'.repeat(12) },
    counter: 0,
    word: 4,
    order: 'le',
  },
}
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
  'two million empty bytes': [
    { count: '$hexes' },
    () => ({ hexes: Array.from({ length: 2_000_000 }, () => '') }),
  ],
  'doubling bytes, of which only the last stay': [
    fold(64, { bytes_utf8: 'x'.repeat(65_536) }, { concat: ['$x', '$x'] }),
  ],
  'doubling wide text': [fold(64, '€'.repeat(30_000), { join: [['$x', '$x'], ''] })],
  'a fill of 10^18': [{ fill: ['$text', { power: [10, 18] }] }, () => text('a')],
  'one text a thousand times': [{ join: [{ fill: ['$text', 1000] }, ''] }, () => text(long)],
  'a million copies': [often({ bytes_utf8: '$text' }), () => text('x'.repeat(200))],
  'a billion random words': [{ words: [chacha, { power: [10, 9] }] }],
  'a chain of 10^9 hashes': [chain(1_000_000_000)],
  'a sample of 10^18': [{ python_sample: [1, { fill: ['$text', { power: [10, 18] }] }, 3] }, () => text('a')],
  'a tree of a million': [{ merkle_rfc6962: map({ range: 1_000_000 }, { bytes_be: ['$x', 8] }) }],
  'a replacement that grows': [
    fold(20, '$text', { replace: ['$x', 'x', 'xxxxxxxx'] }),
    () => text('x'.repeat(10_000)),
  ],
  'splitting again and again': [often({ split: ['$text', 'a'] }), () => text('a'.repeat(100_000))],
  'wide numbers in base 2': [often({ text_base: [widest, 2] })],
  'a width of 10^15': [{ pad_start: ['$text', { power: [10, 15] }, '0'] }, () => text('a')],
  'powers beyond any number': [often({ power: [{ add: ['$x', 2] }, { power: [10, 300] }] })],
  // Large, and not too large.
  'hashing 10 MB': [{ sha256: { bytes_utf8: '$text' } }, () => text('x'.repeat(10_000_000))],
  'sorting half a million': [{ sort: ['$numbers', 'descending'] }, () => numbers(500_000)],
  'sorting 200,000 by a hash': [sortBy({ sha256: { bytes_utf8: '$x' } }), () => items(200_000)],
}

/** More of the same, where there is time. */
const slow: typeof hostile = {
  'sorting two million': [{ sort: ['$numbers', 'ascending'] }, () => numbers(2_000_000)],
  'picking everything of 200,000 again and again': [
    often({ count: { pick: { from: '$items', count: { count: '$items' }, index: 0 } } }),
    () => items(200_000),
  ],
  'reading JSON again and again': [
    often({ parse_json: { text: '$text', at: '', type: { type: 'list', of: { type: 'integer' } } } }),
    () => text(`[${'1,'.repeat(400_000)}1]`),
  ],
  'pieces of texts that are gone': [
    often({ slice: [{ text_hex: { bytes_utf8: '$text' } }, 0, 20] }),
    () => text('x'.repeat(5000)),
  ],
  'sorting long texts again and again': [
    often({ count: { sort: ['$items', 'ascending', 'utf8'] } }),
    () => items(60, index => `${long}${index}`),
  ],
  'joining nothing again and again': [often({ join: ['$items', ''] }), () => items(100_000, () => '')],
  'sorting a million by a hash': [sortBy({ sha256: { bytes_utf8: '$x' } }), () => items(1_000_000)],
  'wide numbers as text': [often({ text_decimal: widest })],
  'a chain as long as the budget': [chain(12_400_000)],
  'shuffling again and again': [
    often({ count: { shuffle: { list: '$numbers', direction: 'down', stream: chacha, method: 'reject' } } }),
    () => numbers(400_000),
  ],
  'shuffling as Python does': [often({ count: { python_shuffle: [1, '$numbers'] } }), () => numbers(400_000)],
  'seeding again and again': [often({ python_sample: [widest, '$numbers', 1] }), () => numbers(10)],
  'weights of 10^1000': [
    {
      pick: {
        from: '$numbers',
        count: { count: '$numbers' },
        as: 'x',
        weight: { power: [10, 1000] },
        index: 0,
      },
    },
    () => numbers(200_000),
  ],
  'looking for a long text': [
    often({ replace: ['$text', `${'a'.repeat(30_000)}b`, 'c'] }),
    () => text('a'.repeat(1_000_000)),
  ],
  'telling a million apart': [
    { distinct: { list: map({ range: 900_000 }, { text_decimal: '$x' }), as: 'y', key: '$y' } },
  ],
}

const types: Readonly<Record<string, object>> = {
  numbers: { type: 'list', of: { type: 'integer' } },
  items: { type: 'list', of: { type: 'text' } },
  hexes: { type: 'list', of: { type: 'bytes', encoding: 'hex' } },
  text: { type: 'text' },
}

const cases = process.env['SLOW'] === '1' ? { ...slow, ...hostile } : hostile
for (const [name, [result, publish]] of some(Object.entries(cases), 4)) {
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
