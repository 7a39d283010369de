import t from 'tap'
import {
  drawsToDecide,
  expectedByChance,
  isEnough,
  measure,
  netBits,
} from '../../../src/find/search/evidence.js'
import { sha256 } from '../values.js'

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
  const random = Array.from(
    { length: 20 },
    (_, draw) => Number.parseInt(sha256(`${draw}`).slice(0, 6), 16) % 1024,
  )
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
