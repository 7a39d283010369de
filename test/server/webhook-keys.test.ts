import t from 'tap'
import { parseTrust, type TrustJson } from '../../src/model/trust.js'
import { formatEndpointKeys } from '../../src/store/outbox.js'
import { endpoint, endpointId, endpointKey, write } from '../store/contract/outbox.js'
import { get, start } from './start.js'

const pathOf = (id: string): string => `/api/v1/webhooks/${id}/keys`

void t.test('the keys of an endpoint are for whoever knows its id, as a trust file', async t => {
  const server = await start(t)
  const at = async (id: string) => get(server, pathOf(id))
  const hour = 3_600_000
  const now = Date.now()
  await write(server.store, async outbox => {
    await outbox.writeEndpoint(endpoint(1, { oldKey: { ...endpointKey(10), until: now + hour } }))
    await outbox.writeEndpoint(endpoint(2, { oldKey: { ...endpointKey(20), until: now - 1 } }))
    await outbox.writeEndpoint(endpoint(3, { key: { ...endpointKey(3), publicKey: new Uint8Array(31) } }))
  })
  const first = await at(endpointId(1))
  t.equal(first.status, 200)
  const [key = '', before = ''] = formatEndpointKeys(
    endpoint(1, { oldKey: { ...endpointKey(10), until: now + hour } }),
    now,
  )
  t.strictSame(JSON.parse(first.body), { trust: 'drawaudit/v1', webhook_keys: [key, before] })
  t.equal(parseTrust(JSON.parse(first.body)).webhookKeys.length, 2)
  t.notMatch(first.body, Buffer.from(endpoint(1).key.secret).toString('base64'))
  const second = JSON.parse((await at(endpointId(2))).body) as TrustJson
  t.strictSame(second.webhook_keys, formatEndpointKeys(endpoint(2), now), 'none whose time has ended')

  t.equal((await at(endpointId(3))).status, 503, 'a damaged one is not shown')
  t.equal((await at(endpointId(1))).status, 200, 'and keeps no other from being')
  t.equal((await get(server, '/readyz')).status, 200)
  for (const id of [endpointId(4), 'ep_', `${endpointId(1)}%20`, endpointId(1).toUpperCase(), '']) {
    const { status, body } = await at(id)
    t.equal(status, 404, id)
    t.match(JSON.parse(body), { error: { code: 'NOT_FOUND' } })
  }
  t.strictSame(
    JSON.parse((await get(server, '/api/v1/keys')).body),
    { trust: 'drawaudit/v1', operators: [] },
    'they are not with those of the operators',
  )
})
