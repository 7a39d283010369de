import t from 'tap'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { generateKey, rotateKey } from '../../src/operator/keys.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { close, drawAt, failure, goTo, noon, offer, operator, raffleId, setUp } from './stage.js'

const other = '59638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('nothing is signed by a clock that is not the one of the database', async t => {
  const stage = await setUp(t)
  stage.setOtherClock(noon)
  await goTo(stage, 'imported')
  const steps: readonly (() => Promise<unknown>)[] = [
    () => createRaffle(stage.desk, { ...offer, raffleId: other }),
    () => sealRaffle(stage.desk, raffleId),
    () => cancelRaffle(stage.desk, raffleId, 'x'),
    () => rotateKey(stage.desk, operator),
    () => generateKey(stage.desk, 'Another'),
  ]
  const digests = await stage.store.ceremonies.readDigests()
  const keys = await stage.store.ceremonies.readSigningKeys()
  for (const [off, message] of [
    [301, /says 2026-09-01T13:05:01\+00:00, 5 min 1 s ahead of that of the database/],
    [-301, /5 min 1 s behind that of the database/],
    [86_400 * 365, /365 d ahead/],
  ] as const) {
    stage.setClock(close + off)
    stage.setOtherClock(close)
    for (const step of steps) {
      t.match(await failure(step()), { code: 'clock-wrong', message, hint: /nothing was signed/ })
    }
  }
  t.strictSame(await stage.store.ceremonies.readDigests(), digests)
  t.strictSame(await stage.store.ceremonies.readSigningKeys(), keys)
  stage.setClock(close + 300)
  t.equal((await sealRaffle(stage.desk, raffleId)).signed, true, '5 minutes are no fault')
})

await t.test('a draw with a clock that is fast is refused, and a winner can be replaced at once', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  stage.setClock(drawAt + 7200)
  stage.setOtherClock(drawAt + 10)
  t.match(await failure(stage.draw()), { code: 'clock-wrong', message: /1 h 59 min ahead/ })
  stage.setClock(drawAt + 10)
  const { winners } = await stage.draw()
  const replaced = await replaceWinner(stage.desk, raffleId, winners[0]?.winner_entry_id ?? '', 'no answer')
  t.equal(replaced.signed, true)
})

await t.test('a clock that went back signs nothing, for no raffle of the store', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'drawn')
  stage.setClock(drawAt - 298)
  const early = { ...offer, raffleId: other, entriesCloseAt: drawAt + 3600 }
  t.match(await failure(createRaffle(stage.desk, early)), {
    code: 'clock-wrong',
    message: /5 min 1 s behind 2026-09-01T13:15:03\+00:00, a date that was signed in this store/,
    hint: /set the clock.*--clock-checked/,
  })
  t.equal((await stage.draw()).signed, false, 'what is done is found done')
  stage.setClock(drawAt - 297)
  t.equal((await createRaffle(stage.desk, early)).signed, true, '5 minutes are no fault')
})

await t.test('what was signed by a clock that was fast does not stop other raffles for ever', async t => {
  for (const source of ['a person', 'the database'] as const) {
    const stage = await setUp(t, { isClockChecked: source === 'a person' })
    stage.setClock(noon + 86_400)
    const later = { ...offer, entriesCloseAt: noon + 90_000 }
    await createRaffle(stage.desk, later)
    stage.setClock(noon)
    if (source === 'the database') stage.setOtherClock(noon + 60)
    t.equal((await createRaffle(stage.desk, { ...later, raffleId: other })).signed, true, source)
    t.match(
      await failure(cancelRaffle(stage.desk, raffleId, 'x')),
      { code: 'clock-wrong', message: /last statement of this raffle/ },
      'but its own chain has an order',
    )
  }
})

await t.test('a chain does not go back by a second', async t => {
  const stage = await setUp(t)
  await createRaffle(stage.desk, offer)
  for (const seconds of [1, 4, 5]) {
    stage.setClock(noon - seconds)
    const refused = await failure(cancelRaffle(stage.desk, raffleId, 'x'))
    t.match(refused, { code: 'clock-wrong', message: /last statement of this raffle/ }, `${seconds} s`)
  }
  stage.setClock(noon)
  t.equal((await cancelRaffle(stage.desk, raffleId, 'x')).signed, true, 'two may be of one second')
})
