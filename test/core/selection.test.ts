// That nobody's chance is better than another's: counted where all words can be, and tried where not. DRAWS says how often.
import { createHash, createHmac } from 'node:crypto'
import t from 'tap'
import { noRandomness, pick, rankOf, skipTaken } from '../../src/core/selection.js'

await t.test('every rank of pools of 1 to 300 has the same number of words, of 9 to 12 bits', t => {
  for (let pool = 1; pool <= 300; pool++) {
    for (const bits of [9, 10, 11, 12]) {
      const words = 2 ** bits
      const counts = new Array<number>(pool).fill(0)
      let rejected = 0
      for (let word = 0; word < words; word++) {
        const rank = rankOf(BigInt(word), BigInt(pool), BigInt(words))
        if (rank === undefined) rejected++
        else counts[Number(rank)]!++
      }
      const share = Math.floor(words / pool)
      if (rejected !== words % pool || counts.some(count => count !== share)) {
        t.fail(
          `pool ${pool}, ${bits} bits: ${rejected} rejected, from ${Math.min(...counts)} to ${Math.max(...counts)}`,
        )
      }
    }
  }
  t.equal(rankOf(2n ** 64n - 1n, 3n), undefined, '2^64 = 3 n + 1: the last word is left over')
  t.equal(rankOf(2n ** 64n - 2n, 3n), 2n)
  t.equal(rankOf(2n ** 64n - 1n, 2n ** 32n), 2n ** 32n - 1n, 'nothing is left over')
  t.end()
})

await t.test('a pick is what HMAC makes of its inputs, and words that are left over are tried again', t => {
  const seed = createHash('sha256').update('seed').digest()
  const sealDigest = createHash('sha256').update('seal').digest()
  const randomness = createHash('sha256').update('beacon').digest()
  const u32 = (value: number): Buffer => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')
  // Of the pools that are allowed one that leaves over the most words: one in 2,050.
  const pool = Math.floor(2 ** 64 / 2049) + 1
  let tries = 0
  for (let attempt = 0; tries < 2 && attempt < 100_000; attempt++) {
    const inputs = { seed, sealDigest, position: 0x01020304, attempt, randomness }
    const { message, key, trials, rank } = pick(inputs, pool)
    tries = trials.length
    if (attempt > 0 && tries < 2) continue
    const parts = [Buffer.from('drawaudit/v1/draw\0'), sealDigest, u32(0x01020304), u32(attempt), randomness]
    t.same(Buffer.from(message), Buffer.concat(parts))
    t.same(Buffer.from(key), createHmac('sha256', seed).update(message).digest())
    const most = 2n ** 64n - (2n ** 64n % BigInt(pool))
    const words = trials.map((_, i) => createHmac('sha256', key).update(u32(i)).digest().readBigUInt64BE())
    const wanted = words.map((number, i) => ({
      message: new Uint8Array(u32(i)),
      number,
      accepted: number < most,
    }))
    t.same(trials, wanted)
    t.equal(
      wanted.findIndex(({ accepted }) => accepted),
      trials.length - 1,
    )
    t.equal(BigInt(rank), words.at(-1)! % BigInt(pool))
  }
  t.equal(tries, 2)
  t.equal(pick({ seed, sealDigest, position: 2 ** 32 - 1, attempt: 0, randomness }, 1).rank, 0)
  t.throws(() => pick({ seed, sealDigest, position: 0.5, attempt: 0, randomness }, 1), RangeError)
  t.throws(() => pick({ seed, sealDigest, position: 0, attempt: 0, randomness }, 2 ** 53), RangeError)
  t.end()
})

await t.test('with equal chances of ranks every order of winners has the same chance', t => {
  const pool = 6
  const prizes = 4
  const seen = new Map<string, number>()
  const draw = (taken: readonly number[]): void => {
    if (taken.length === prizes) {
      seen.set(taken.join(), (seen.get(taken.join()) ?? 0) + 1)
      return
    }
    for (let rank = 0; rank < pool - taken.length; rank++) draw([...taken, skipTaken(rank, taken)])
  }
  draw([])
  t.equal(seen.size, 6 * 5 * 4 * 3, 'every order is there')
  t.strictSame([...new Set(seen.values())], [1], 'once')
  t.ok([...seen.keys()].every(order => new Set(order.split(',')).size === prizes))
  t.end()
})

/** Cells and the sum of squares for a count of events that should be spread evenly over them. */
function chiSquare(counts: readonly number[]): { readonly chi: number; readonly z: number } {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const expected = total / counts.length
  const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const freedom = counts.length - 1
  // Wilson and Hilferty: the cube root of chi-square by its degrees of freedom is nearly normal.
  const variance = 2 / (9 * freedom)
  return { chi, z: (Math.cbrt(chi / freedom) - (1 - variance)) / Math.sqrt(variance) }
}

const draws = Number(process.env['DRAWS'] ?? 8_000)
if (draws > 1_000_000) t.setTimeout(7_200_000)

await t.test(`${draws} draws of three winners: their places are spread evenly`, t => {
  const pools = [3, 10, 142, 300]
  const sealDigest = createHash('sha256').update('a sealed list').digest()
  const rows = pools.map((pool, kind) => {
    const places = [0, 1, 2].map(() => new Array<number>(pool).fill(0))
    const pairs = new Array<number>(pool * (pool - 1)).fill(0)
    let words = 0
    const count = Math.floor(draws / pools.length)
    for (let at = 0; at < count; at++) {
      const seed = createHash('sha256').update(`raffle ${kind} ${at}`).digest()
      const taken: number[] = []
      for (const [index, place] of places.entries()) {
        const inputs = { seed, sealDigest, position: index + 1, attempt: 0, randomness: noRandomness }
        const { rank, trials } = pick(inputs, pool - index)
        words += trials.length
        if (index === 1) pairs[taken[0]! * (pool - 1) + rank]!++
        const winner = skipTaken(rank, taken)
        place[winner]!++
        taken.push(winner)
      }
    }
    return {
      pool,
      count,
      words,
      tests: [...places, ...(count >= 10 * pairs.length ? [pairs] : [])].map(chiSquare),
    }
  })
  for (const { pool, count, words, tests } of rows) {
    const shown = tests.map(({ chi, z }) => `${chi.toFixed(1)} (z ${z.toFixed(2)})`)
    t.comment(
      `pool ${pool}: ${count} draws, ${words} words, chi-square of places 1, 2, 3, and pairs: ${shown.join(', ')}`,
    )
    // The seeds are always the same, and so is what comes out: 5 standard deviations are no accident.
    for (const { z } of tests) t.ok(Math.abs(z) < 5, `pool ${pool}: z ${z.toFixed(2)}`)
  }
  t.end()
})

await t.test('the test of the spread notices a modulo bias', t => {
  const counts = new Array<number>(200).fill(0)
  for (let word = 0; word < 2 ** 16; word++) counts[word % 200]!++
  const biased = new Array<number>(200).fill(0)
  for (let word = 0; word < 256 * 100; word++) biased[(word % 256) % 200]!++
  t.ok(Math.abs(chiSquare(counts).z) > 5, 'too even to be chance')
  t.ok(chiSquare(biased).z > 5)
  t.end()
})
