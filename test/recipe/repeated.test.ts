import t from 'tap'
import { portable } from '../../src/core/portable.js'
import { findRepeated } from '../../src/recipe/repeated.js'
import { bytes, integer, list, text, type Value } from '../../src/recipe/value.js'
import { Meter } from './meter.js'

function find(items: readonly Value[]) {
  const meter = new Meter(portable, 1_000_000)
  return { found: findRepeated(items, meter), meter }
}

await t.test('the first item that stands twice, of any kind', t => {
  const numbers = [7, 8, 7, 8].map(integer)
  t.equal(find(numbers).found, '7')
  t.equal(find([text('7'), integer(7), bytes(Uint8Array.of(7)), list([integer(7)])]).found, undefined)
  t.equal(find([list([integer(7)]), list([]), list([integer(7)])]).found, '[7]')
  t.equal(find([]).found, undefined)
  t.equal(find([text('')]).found, undefined)
  t.equal(find([text('a'), text(''), text('')]).found, '')
  t.end()
})

await t.test('a table of a power of two with a third of it free, given back in the end', t => {
  for (const [items, size] of [
    [0, 1],
    [1, 4],
    [2, 4],
    [3, 8],
    [11, 16],
    [12, 32],
    [3000, 4096],
  ] as const) {
    const { found, meter } = find(Array.from({ length: items }, (_, index) => integer(index)))
    t.equal(found, undefined)
    t.same([meter.most, meter.kept], [4 * size, 0], `${items} items`)
  }
  t.end()
})

await t.test('items of one hash are told apart, and each look at another costs', t => {
  const apart = find(Array.from({ length: 3000 }, (_, index) => text(`ticket ${index}`)))
  t.equal(apart.found, undefined)
  t.ok(apart.meter.work > 1000 && apart.meter.work < 12_000, `${apart.meter.work}`)
  // Two of every three places are taken, so neighbours are met.
  t.equal(find([text('a'), text('b'), text('c'), text('a')]).found, 'a')
  t.end()
})
