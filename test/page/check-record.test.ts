// An audit record without evidence.
import t from 'tap'
import { checkRecord } from '../../src/page/check-record.js'
import { readText } from './requests.js'

await t.test('a record alone shows its winners, and nothing of them is proven', t => {
  const model = checkRecord(JSON.parse(readText('fixtures/records/three-prizes.json')) as object)
  t.match(model, { kind: 'record', state: 'finished-without-evidence', verdict: 'not-provable' })
  t.strictSame(
    model.winners.map(({ replaced }) => replaced),
    [false, false, false],
  )
  t.ok(model.answers.every(({ word }) => word !== 'proven'))
  t.end()
})

await t.test('a record that cannot be read has no winners', t => {
  const model = checkRecord({ raffle_id: 1, draws: [] })
  t.strictSame(model.winners, [])
  t.match(model, { kind: 'record', verdict: 'refuted' })
  t.notOk('raffleId' in model)
  t.end()
})
