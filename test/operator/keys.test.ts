import t from 'tap'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { findOperator, generateKey, listKeys, revokeKey, rotateKey } from '../../src/operator/keys.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { close, drawAt, failure, goTo, noon, offer, operator, raffleId, setUp } from './stage.js'

await t.test('a key for each operator, and the operator of a raffle', async t => {
  const { desk, store } = await setUp(t, { bare: true })
  t.match(await failure(findOperator(desk, undefined)), { code: 'signing-key', hint: /key generate/ })
  for (const name of ['', ' x', 'a\nb', 'x'.repeat(201)]) {
    t.match(await failure(generateKey(desk, name)), { code: 'signing-key', message: /not the name/ })
  }
  const key = await generateKey(desk, operator)
  t.match(key, { operator, validFrom: '2026-09-01T12:00:00+00:00' })
  t.notOk('secret' in key)
  t.match(await failure(generateKey(desk, operator)), { code: 'signing-key', hint: /key rotate/ })
  t.equal(await findOperator(desk, undefined), operator)
  await generateKey(desk, 'Another')
  t.match(await failure(findOperator(desk, undefined)), { code: 'signing-key', hint: /--operator/ })
  t.match(await failure(findOperator(desk, 'Nobody')), { code: 'signing-key' })
  t.equal(await findOperator(desk, operator), operator)
  t.match(await store.readTrust(), {
    trust: 'drawaudit/v1',
    operators: [{ name: 'Another' }, { name: operator, keys: [{ algorithm: 'ed25519' }] }],
  })
})

await t.test('a raffle goes on under the next key', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  const { key, before } = await rotateKey(stage.desk, operator)
  t.equal(before?.validUntil, key.validFrom)
  t.equal(key.validFrom, '2026-09-01T12:00:01+00:00', 'what the old key signed in this second still counts')
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  await rotateKey(stage.desk, operator)
  stage.setClock(drawAt)
  await stage.draw()
  const ids = new Set((await stage.bundle()).statements.map(({ signatures }) => signatures[0]?.keyid))
  t.equal(ids.size, 3)
  t.equal((await listKeys(stage.store.ceremonies)).length, 3)
  t.equal((await stage.verify()).verdict, 'proven')
})

await t.test('a revoked key signs nothing more', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'drawn')
  const [key] = await listKeys(stage.store.ceremonies)
  const id = key?.keyId ?? ''
  t.match(await failure(revokeKey(stage.desk, '00000000')), { code: 'signing-key', hint: /key list/ })
  t.match(await failure(revokeKey(stage.desk, id.slice(0, 7))), { code: 'signing-key' })
  t.match(await failure(revokeKey(stage.desk, id, drawAt + 1000)), {
    code: 'signing-key',
    message: /not from a later/,
  })
  const revoked = await revokeKey(stage.desk, id.slice(0, 8), noon + 60)
  t.equal(revoked.revokedAt, '2026-09-01T12:01:00+00:00')
  t.strictSame(await revokeKey(stage.desk, id), revoked, 'again')
  t.match(await failure(revokeKey(stage.desk, id, noon)), { code: 'signing-key', message: /is revoked from/ })
  const winner = (await stage.bundle()).winners?.[0]?.entry_id ?? ''
  t.match(await failure(replaceWinner(stage.desk, raffleId, winner, 'x')), {
    code: 'signing-key',
    hint: /key rotate/,
  })
  t.not((await stage.verify()).verdict, 'proven', 'nobody else saw what it signed')
  const { key: next } = await rotateKey(stage.desk, operator)
  t.equal(next.validFrom, '2026-09-01T13:15:03+00:00')
  t.equal((await replaceWinner(stage.desk, raffleId, winner, 'x')).signed, true)
})

await t.test('a key whose time has not come', async t => {
  const stage = await setUp(t)
  stage.setClock(noon - 10)
  t.match(await failure(createRaffle(stage.desk, offer)), {
    code: 'signing-key',
    message: /valid from 2026-09-01T12:00:00/,
    hint: /clock/,
  })
})

await t.test('the next key after a revoked one takes over from none', async t => {
  const { desk, store, setClock } = await setUp(t)
  const [key] = await listKeys(store.ceremonies)
  await revokeKey(desk, key?.keyId ?? '', noon)
  setClock(noon + 60)
  const rotated = await rotateKey(desk, operator)
  t.strictSame(Object.keys(rotated), ['key'], 'no key ends with it')
  t.strictSame(
    (await listKeys(store.ceremonies)).map(({ validUntil }) => validUntil),
    [undefined, undefined],
  )
})
