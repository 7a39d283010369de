import { readFileSync, readdirSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { drawsToDecide, expectedByChance, measure, isEnough, netBits } from '../../src/find/evidence.js'
import { extractions, turnedExtractions } from '../../src/find/extract.js'
import type { Extraction } from '../../src/find/extraction.js'
import { foldDigits } from '../../src/find/fold.js'
import { layOut } from '../../src/find/layout.js'
import { findShape } from '../../src/find/shape.js'
import { evaluateExpression } from './evaluate.js'
import { sha256 } from './values.js'

await t.test('the search and the recipe language read every number alike', t => {
  for (const way of [...extractions, ...turnedExtractions]) {
    for (let run = 0; run < 12; run += 1) {
      const bytes = Uint8Array.from(Buffer.from(sha256(`${way.says} ${run}`), 'hex'))
      const modulus =
        [2, 5, 97, 1000, 32_768, 99_991, 9_999_999, 2 ** 31 + 11, 2 ** 32, 3_000_000_019][run % 10] ?? 7
      const turn = way.isTurned ? run % 3 : 0
      t.equal(
        readBoth(way, bytes, modulus, turn),
        way.residue(bytes, modulus, turn),
        `${way.says}, ${modulus}, turn ${turn}`,
      )
    }
  }
  t.end()
})

/** By the recipe language; -1 where it is impossible. */
function readBoth(way: Extraction, bytes: Uint8Array, modulus: number, turn: number): number {
  return Number(evaluateExpression(way.express('$bytes', modulus), bytes, turn) ?? -1)
}

await t.test('digits are folded as the number that they are', t => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.nat(63),
      fc.integer({ min: 1, max: 64 }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      (bytes, start, length, modulus) => {
        const count = Math.min(length, 64 - start)
        const digits = Buffer.from(bytes)
          .toString('hex')
          .slice(start, start + count)
        return foldDigits(bytes, start, count, modulus) === Number(BigInt(`0x${digits}`) % BigInt(modulus))
      },
    ),
  )
  t.equal(foldDigits(new Uint8Array(4), 0, 9, 10), -1)
  t.end()
})

await t.test('evidence', t => {
  const fit = { bits: 60, tried: 1024 }
  t.equal(netBits(fit), 50)
  t.ok(isEnough(fit))
  t.notOk(isEnough({ bits: 49, tried: 1024 }))
  t.equal(expectedByChance({ bits: 2, tried: 8 }), 2)
  t.equal(drawsToDecide({ bits: 10, tried: 1 }, 1), 3)
  t.equal(drawsToDecide({ bits: 20, tried: 2 }, 2), 3)
  t.equal(drawsToDecide({ bits: 0, tried: 2 }, 2), undefined)
  t.end()
})

await t.test('what anybody could guess is no evidence', t => {
  const hits = (places: readonly number[], from = (draw: number): string => `${draw}`): number =>
    measure(places.map((place, draw) => ({ from: from(draw), place, bits: 10 })))
  const random = Array.from({ length: 20 }, (_, draw) => Number.parseInt(sha256(`${draw}`).slice(0, 6), 16) % 1024) // prettier-ignore
  t.equal(hits([]), 0)
  t.equal(hits([517]), 10)
  // Two of them are near one another by chance.
  t.ok(hits(random) > 195 && hits(random) <= 200)
  t.equal(
    hits(random, () => 'the same seed'),
    10,
  )
  t.equal(
    hits([...random, ...random], draw => `${draw % 20}`),
    hits(random),
  )
  t.ok(hits(Array.from({ length: 5000 }, () => 517)) < 20)
  t.ok(hits(Array.from({ length: 5000 }, (_, draw) => draw)) < 25)
  t.ok(hits(Array.from({ length: 5000 }, (_, draw) => 7 * draw)) < 30)
  t.end()
})

await t.test('a recipe is laid out as those of this repository are', t => {
  const folder = new URL('../../recipes/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const recipe = readFileSync(new URL(file, folder), 'utf8')
    t.equal(layOut(JSON.parse(recipe)), recipe, file)
  }
  t.end()
})

await t.test('what values look like', t => {
  const hash = sha256('x')
  t.strictSame(findShape([hash]), { kind: 'hex', prefix: '', upper: false, length: 32 })
  t.strictSame(findShape([`0x${hash}`, `0x${hash}00`]), { kind: 'hex', prefix: '0x', upper: false })
  t.strictSame(findShape([hash.toUpperCase()]), { kind: 'hex', prefix: '', upper: true, length: 32 })
  t.strictSame(findShape([`sha256:${hash}`]), { kind: 'hex', prefix: 'sha256:', upper: false, length: 32 })
  t.strictSame(findShape([hash, `0x${hash}`]), { kind: 'text' })
  t.strictSame(findShape(['1780338306174', 5]), { kind: 'integer' })
  t.strictSame(findShape(['007']), { kind: 'text' })
  t.strictSame(findShape([Buffer.from(hash, 'hex').toString('base64')]), { kind: 'base64', length: 32 })
  t.strictSame(findShape(['abcdefghijklmnopqrstuvwx']), { kind: 'text' })
  t.strictSame(findShape([[1, 2], [3]]), { kind: 'list', of: { kind: 'integer' } })
  t.strictSame(findShape([[{ a: 1, b: 'x' }]]), { kind: 'table', columns: { a: { kind: 'integer' }, b: { kind: 'text' } } }) // prettier-ignore
  t.strictSame(findShape([{ round: 5, randomness: hash }]), {
    kind: 'beacon',
    members: ['round', 'randomness'],
  })
  for (const value of [true, [], [[1]], [{ a: 1 }, { b: 1 }], { a: 1 }])
    t.equal(findShape([value]), undefined)
  t.end()
})
