import t from 'tap'
import { derivePublicKey } from '../../src/core/dsse.js'
import { encodeHex } from '../../src/core/encoding.js'
import { parseWebhookKey } from '../../src/core/webhook-key.js'
import { readJournal } from '../../src/operator/journal.js'
import { generateKey } from '../../src/operator/keys.js'
import {
  addEndpoint,
  confirmEndpoint,
  findEndpoint,
  mostEndpoints,
  pauseEndpoint,
  redeliver,
  removeEndpoint,
  resumeEndpoint,
  rotateSigningKey,
  rotateSecret,
  rotationGrace,
} from '../../src/operator/webhooks.js'
import { formatEndpointKeys, keyPlace, secretPlace } from '../../src/store/outbox.js'
import type { Store } from '../../src/store/store.js'
import { replace } from './signed-record.js'
import { failure, operator, raffleId, setUp } from './stage.js'

const allow = { http: false, anyPort: false, networks: [] }
const apiUrl = 'https://raffles.example/api/v1'
const url = 'https://subscriber.example/hook'

await t.test(
  'the first endpoint makes what all need: secrets, the URL of the service; each has a key of its own',
  async t => {
    const { desk, store } = await setUp(t, { bare: true })
    t.equal((await failure(addEndpoint(desk, { url, allow }))).code, 'webhook-state')
    t.strictSame(await store.outbox.listEndpoints(), [], 'nothing was kept of it')
    t.equal(await store.ceremonies.readSecretBox(), undefined)

    const { endpoint, secret } = await addEndpoint(desk, { url, allow, apiUrl })
    t.match(endpoint.id, /^ep_[0-9a-f]{32}$/)
    t.equal(endpoint.state, 'unconfirmed')
    t.strictSame(await store.outbox.readWebhookSettings(), { apiUrl })
    const key = parseWebhookKey(secret)
    t.equal(key.kind === 'secret' && key.secret.length, 32)
    const opened = (await desk.openSecrets()).decrypt(endpoint.secret, secretPlace(endpoint.id))
    t.strictSame(key.kind === 'secret' && key.secret, opened)
    t.notOk(Buffer.from(endpoint.secret).includes(Buffer.from(opened)))

    const other = await addEndpoint(desk, { url: `${url}/2`, allow })
    const { decrypt } = await desk.openSecrets()
    const seeds = [endpoint, other.endpoint].map(({ id, key }) => {
      const seed = decrypt(key.secret, keyPlace(id, key.publicKey))
      t.strictSame(derivePublicKey(seed).bytes, key.publicKey)
      return encodeHex(seed)
    })
    t.equal(new Set(seeds).size, 2)
    t.throws(
      () => decrypt(endpoint.key.secret, keyPlace(other.endpoint.id, endpoint.key.publicKey)),
      { code: 'store-damaged' },
      'it is nobody else’s',
    )
    await generateKey(desk, operator)
    t.equal(readJournal(desk.journal).lines.length, 0)
  },
)

await t.test('an endpoint goes from state to state, and by no other way', async t => {
  const { desk, store } = await setUp(t)
  const { endpoint } = await addEndpoint(desk, { url, allow, apiUrl })
  const { id } = endpoint
  for (const refused of [pauseEndpoint, resumeEndpoint]) {
    t.equal((await failure(refused(desk, id))).code, 'webhook-state')
  }
  t.equal((await failure(redeliver(desk, id, { since: 0 }))).code, 'webhook-state')
  t.equal((await confirmEndpoint(desk, id)).state, 'active')
  t.equal((await pauseEndpoint(desk, id)).state, 'paused')
  t.equal((await pauseEndpoint(desk, id)).state, 'paused')
  t.equal((await confirmEndpoint(desk, id)).state, 'paused', 'answering a challenge resumes nothing')
  t.equal((await resumeEndpoint(desk, id)).state, 'active')
  t.equal((await resumeEndpoint(desk, id)).state, 'active')
  await store.transact(({ outbox }) =>
    outbox.writeEndpoint({ ...endpoint, state: 'disabled', reason: 'it answered 410 Gone' }),
  )
  t.equal((await failure(pauseEndpoint(desk, id))).code, 'webhook-state')
  t.equal((await confirmEndpoint(desk, id)).state, 'disabled')
  t.equal((await failure(redeliver(desk, id, { since: 0 }))).code, 'webhook-state')
  const resumed = await resumeEndpoint(desk, id)
  t.equal(resumed.state, 'active')
  t.notOk('reason' in resumed)
  await removeEndpoint(desk, id)
  t.equal((await failure(findEndpoint(store.outbox, id))).code, 'webhook-missing')
})

await t.test('an endpoint is named by as much of its id as tells it from others', async t => {
  const { desk, store } = await setUp(t)
  const { endpoint } = await addEndpoint(desk, { url, allow, apiUrl })
  t.equal((await findEndpoint(store.outbox, endpoint.id.slice(0, 8))).id, endpoint.id)
  for (const none of ['', 'ep_', 'ep_zz', url]) {
    t.equal((await failure(findEndpoint(store.outbox, none))).code, 'webhook-missing')
  }
})

await t.test('one URL has one endpoint, and a store so many', async t => {
  const { desk, store } = await setUp(t)
  const { endpoint } = await addEndpoint(desk, { url, allow, apiUrl })
  t.match(await failure(addEndpoint(desk, { url, allow })), {
    code: 'webhook-exists',
    message: /^the endpoint ep_/,
  })
  t.equal((await addEndpoint(desk, { url: `${url}/other`, allow })).endpoint.origin, endpoint.origin)
  await store.transact(async ({ outbox }) => {
    for (let count = 2; count < mostEndpoints; count += 1) {
      const id = `ep_${String(count).padStart(32, '0')}`
      const key = { ...endpoint.key, publicKey: Uint8Array.of(count >> 8, count & 0xff) }
      await outbox.writeEndpoint({ ...endpoint, id, origin: `https://subscriber-${count}.example`, key })
    }
  })
  t.equal((await failure(addEndpoint(desk, { url: `${url}/more`, allow }))).code, 'webhook-limit')
})

await t.test('a new secret leaves the old one its time, or none', async t => {
  const { desk } = await setUp(t)
  const { endpoint, secret } = await addEndpoint(desk, { url, allow, apiUrl })
  const now = desk.now().getTime()
  const rotated = await rotateSecret(desk, endpoint.id, { grace: 1000 })
  t.not(rotated.secret, secret)
  t.equal(rotated.endpoint.oldSecret?.until, now + 1000)
  t.strictSame(Uint8Array.from(rotated.endpoint.oldSecret?.secret ?? []), endpoint.secret)
  const again = await rotateSecret(desk, endpoint.id, { grace: 0 })
  t.notOk('oldSecret' in again.endpoint)
  const chosen = await rotateSecret(desk, endpoint.id, { secret: new Uint8Array(24).fill(1) })
  t.equal(chosen.secret, `whsec_${Buffer.alloc(24, 1).toString('base64')}`)
})

await t.test('a new key leaves the old one its time, or none, and is that of one endpoint', async t => {
  const { desk, store } = await setUp(t)
  const { endpoint } = await addEndpoint(desk, { url, allow, apiUrl })
  const { endpoint: other } = await addEndpoint(desk, { url: `${url}/2`, allow })
  const now = desk.now().getTime()
  const first = await rotateSigningKey(desk, endpoint.id, { grace: 5000 })
  t.match(first, { dropped: false, endpoint: { oldKey: { until: now + 5000 } } })
  t.same(first.endpoint.oldKey?.publicKey, endpoint.key.publicKey)
  t.notSame(first.endpoint.key.publicKey, endpoint.key.publicKey)
  t.strictSame(
    formatEndpointKeys(first.endpoint, now).map(key => parseWebhookKey(key).kind),
    ['public', 'public'],
  )
  t.equal(formatEndpointKeys(first.endpoint, now + 5000).length, 1, 'as long as it signs')
  const second = await rotateSigningKey(desk, endpoint.id, { grace: 0 })
  t.equal(second.dropped, true, 'the one before the last')
  t.notOk('oldKey' in second.endpoint)
  t.equal((await rotateSigningKey(desk, endpoint.id)).endpoint.oldKey?.until, now + rotationGrace)
  t.same((await store.outbox.readEndpoint(other.id))?.key, other.key)
  t.same((await store.outbox.readEndpoint(endpoint.id))?.secret, endpoint.secret, 'nor is the secret another')
  t.equal((await failure(rotateSigningKey(desk, 'ep_none'))).code, 'webhook-missing')
})

await t.test('an endpoint that is told of draws, or is paused, is sent again what it was sent', async t => {
  const { desk, store } = await setUp(t)
  const { endpoint } = await addEndpoint(desk, { url, allow, apiUrl })
  const { id } = endpoint
  await confirmEndpoint(desk, id)
  const messageId = `msg_${'0'.repeat(32)}`
  const createdAt = desk.now().getTime()
  const message = { id: messageId, type: 'draw.completed', raffleId, createdAt, body: Buffer.from('{}') }
  await store.transact(({ outbox }) => outbox.queue(message, []))
  t.equal(await redeliver(desk, id, { messageId }), 1)
  await pauseEndpoint(desk, id)
  t.equal(await redeliver(desk, id, { since: 0 }), 1)
})

await t.test('what a worker notes of an endpoint while it is looked for is not undone', async t => {
  const { desk, store } = await setUp(t)
  const { endpoint } = await addEndpoint(desk, { url, allow, apiUrl })
  await confirmEndpoint(desk, endpoint.id)
  // As of a database whose rows others change meanwhile: what is listed is older than what is read to be changed.
  const listed = await store.outbox.listEndpoints()
  await store.transact(async ({ outbox }) => {
    for (const one of listed) await outbox.writeEndpoint({ ...one, notBefore: 99 })
  })
  const beside: Store = replace(store, {
    transact: (work, options) =>
      store.transact(transaction => {
        const outbox = replace(transaction.outbox, { listEndpoints: () => Promise.resolve(listed) })
        return work(replace(transaction, { outbox }))
      }, options),
  })
  t.match(await pauseEndpoint({ ...desk, store: beside }, endpoint.id), { state: 'paused', notBefore: 99 })
  t.equal((await store.outbox.readEndpoint(endpoint.id))?.notBefore, 99)
})
