import t from 'tap'
import { chooseCount, otherOdds } from '../../src/conformance/entry-counts.js'

const probes = ['odds-more', ...otherOdds] as const
const choose = (total: number, seed?: number): readonly number[] =>
  probes.map(probe => chooseCount(probe, total, seed))

await t.test('without a seed: five, two thirds, all', t => {
  t.strictSame(choose(142), [5, 48, 96, 142])
  t.strictSame(choose(3), [3, 1, 2, 3])
  t.strictSame(choose(1), [1, 1, 1, 1])
  t.end()
})

await t.test('a seed chooses the counts between, the same ones each time', t => {
  t.strictSame(choose(142, 7), choose(142, 7))
  const chosen = new Set(Array.from({ length: 50 }, (_, seed) => choose(10_000, seed).join()))
  t.equal(chosen.size, 50, 'another seed, other counts')
  for (let seed = 0; seed < 50; seed++) {
    const [few, one = 0, two = 0, all] = choose(10_000, seed)
    t.strictSame([few, all], [5, 10_000])
    t.ok(one > 1 && two > 1 && one < 10_000 && two < 10_000, `${one} and ${two} are between`)
  }
  t.end()
})

await t.test('no count is below one or above the total, whatever that is', t => {
  for (const total of [0, 1, 2, 3, 4, 5, 6, 7, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    for (const seed of [undefined, 0, -1, 7, 2 ** 31 - 1]) {
      const counts = choose(total, seed)
      const holds = counts.every(
        count => Number.isSafeInteger(count) && count >= 1 && count <= Math.max(1, total),
      )
      t.ok(holds, `${total}, seed ${seed}: ${counts.join()}`)
    }
  }
  t.end()
})
