import t from 'tap'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { readStatus } from '../../src/operator/raffle-status.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { chain, close, drawAt, failure, list, offer, raffleId, setUp } from './stage.js'

await t.test('a raffle with public seeds is drawn from its commitment', async t => {
  const stage = await setUp(t)
  const { commitment } = await createRaffle(stage.desk, { ...offer, seeds: 'public' })
  t.equal(commitment.seeds, 'public')
  t.match(commitment.prizes, [{ rng_seed: /^[0-9a-f]{64}$/ }, {}, {}])
  t.equal((await createRaffle(stage.desk, { ...offer, seeds: 'public' })).signed, false, 'the same again')
  await t.rejects(
    createRaffle(stage.desk, offer),
    { code: 'raffle-exists' },
    'not the same with secret seeds',
  )
  await stage.importText(list)
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  const noteAt = async (seconds: number): Promise<readonly string[]> =>
    (await readStatus(stage.store.ceremonies, raffleId, new Date(seconds * 1000))).notes
  t.match(await noteAt(drawAt - 60), [/its seeds are public: .* will know the winners then/])
  t.match(await noteAt(drawAt), [/knows the winners already/])
  stage.setClock(drawAt)
  t.match(await failure(cancelRaffle(stage.desk, raffleId, 'second thoughts')), {
    code: 'raffle-state',
    message: /the seeds are public: since .* whoever has the list knows the winners/,
    hint: /--although-drawn/,
  })
  const { draws } = await stage.draw()
  t.same(
    draws.map(({ rng_seed }) => rng_seed),
    commitment.prizes.map(({ rng_seed }) => rng_seed),
  )
  t.same(await noteAt(drawAt), [])
  const report = await stage.verify()
  t.match(report, { verdict: 'proven', subjects: [{ level: 3 }] })
  t.match(
    report.subjects[0]?.claims.find(({ id }) => id === 'draw.unstoppable'),
    { code: 'evidence-missing' },
  )
})

await t.test('public seeds need a beacon, and there are no others', async t => {
  const stage = await setUp(t)
  const invalid = { code: 'raffle-invalid' }
  await t.rejects(createRaffle(stage.desk, { ...offer, seeds: 'public', chain: null }), invalid)
  await t.rejects(createRaffle(stage.desk, { ...offer, seeds: 'open' as never }), invalid)
  const { commitment } = await createRaffle(stage.desk, { ...offer, chain, seeds: 'secret' })
  t.equal('seeds' in commitment, false)
  t.notOk(commitment.prizes.some(prize => 'rng_seed' in prize))
})
