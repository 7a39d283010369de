import t from 'tap'
import { quicknetChain } from '../../../src/core/beacon.js'
import type { TimelinePoint } from '../../../src/page/model.js'
import { findRound } from '../../../src/page/timeline.js'
import type { Commitment } from '../../../src/model/statement.js'
import { lastMoments } from '../../protocol/factory.js'
import { readGood, readScenarios } from '../../protocol/scenario-files.js'
import { altered, told } from '../../protocol/scenarios/scenario.js'
import { check, checkEvidence, requestOfFixture, type Parts } from '../../page/requests.js'

const pointsOf = async (evidence: Parts, now?: number): Promise<readonly TimelinePoint[]> =>
  (await checkEvidence(evidence, now === undefined ? {} : { now })).timeline?.points ?? []

await t.test('every moment stands where it was', async t => {
  const model = await checkEvidence(altered(() => undefined, { times: lastMoments }))
  const { committed, close, sealed, drawn, commitmentSeen, sealSeen } = lastMoments
  const expected: readonly (readonly [TimelinePoint['id'], number])[] = [
    ['commitment', committed],
    ['seen', commitmentSeen],
    ['close', close],
    ['seal', sealed],
    ['seen', sealSeen],
    ['round', 1_692_806_364],
    ['draw', drawn],
    ['draw', drawn + 4],
  ]
  t.same(
    model.timeline?.points.map(({ id, at }) => [id, at]),
    expected.map(([id, at]) => [id, 1000 * at]),
  )
  t.equal(model.timeline?.from, 1000 * committed)
  t.equal(model.timeline?.to, 1000 * (drawn + 4))
  t.ok(model.timeline?.points.every(({ word }) => word === 'proven'))
})

await t.test('the operator’s own dates prove nothing', async t => {
  const points = await pointsOf(
    altered(evidence => {
      evidence.observations = []
    }),
  )
  const wordOf = (id: TimelinePoint['id']): string | undefined => points.find(point => point.id === id)?.word
  for (const id of ['commitment', 'close', 'seal'] as const) t.equal(wordOf(id), 'not-provable', id)
  t.equal(wordOf('round'), 'proven')
  t.equal(wordOf('draw'), 'proven', 'its random number did not exist before')
  t.equal(wordOf('seen'), undefined)
})

await t.test('nothing on the line is proven without a key, but the round', async t => {
  const model = await check({ ...requestOfFixture('three-prizes-142-entries'), trustFrom: 'none' })
  for (const { id, word } of model.timeline?.points ?? []) t.equal(word === 'proven', id === 'round', id)
})

await t.test('what is to come is pending', async t => {
  const open = told(it => {
    it.commit()
  })
  const close = Date.parse('2023-08-23T15:58:23Z')
  const points = await pointsOf(open, close - 1000)
  t.same(
    points.map(({ id, word }) => [id, word]),
    [
      ['commitment', 'proven'],
      ['seen', 'proven'],
      ['close', 'pending'],
      ['round', 'pending'],
    ],
  )
})

await t.test('replacements and cancellations', async t => {
  const replaced = await check(requestOfFixture('replacements'))
  const moments = replaced.timeline?.points.filter(({ id }) => id === 'replacement') ?? []
  t.equal(moments.length, replaced.winners.filter(one => one.replaced).length)
  t.ok(moments.length > 0 && moments.every(({ word }) => word === 'not-provable'))
  const points = await pointsOf(readGood('cancelled'))
  t.match(
    points.filter(({ id }) => id === 'cancellation'),
    [{ word: 'not-provable' }],
  )
})

await t.test('points are in order and within the line, whatever is given', async t => {
  let lines = 0
  for (const { claim, name, evidence } of readScenarios()) {
    const { timeline, verdict } = await checkEvidence(evidence)
    if (timeline === undefined) continue
    lines += 1
    const times = timeline.points.map(({ at }) => at)
    t.ok(
      times.every((at, index) => Number.isSafeInteger(at) && at >= (times[index - 1] ?? timeline.from)),
      `${claim}/${name}`,
    )
    t.equal(timeline.to, times.at(-1), `${claim}/${name}`)
    if (claim === 'statement.chain' && verdict === 'refuted') {
      const own = timeline.points.filter(({ id }) => id === 'commitment' || id === 'seal' || id === 'draw')
      t.ok(
        own.every(({ word }) => word !== 'proven'),
        `${claim}/${name}`,
      )
    }
  }
  t.ok(lines > 100)
})

await t.test('a round that has no time', t => {
  const commitment = (round: number): Commitment => ({ beacon: { chain_hash: '', round } }) as Commitment
  t.equal(findRound(commitment(1000), quicknetChain), 1_692_806_364_000)
  t.equal(findRound(commitment(1000), undefined), undefined)
  t.equal(findRound(undefined, quicknetChain), undefined)
  for (const round of [0, -1, 2 ** 53 - 1, 10 ** 14])
    t.equal(findRound(commitment(round), quicknetChain), undefined)
  t.end()
})
