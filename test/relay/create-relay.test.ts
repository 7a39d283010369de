import { connect } from 'node:net'
import t from 'tap'
import { parseBeacon, parseChainInfo, verifyBeacon } from '../../src/core/beacon.js'
import { parseJson } from '../../src/core/json.js'
import { createSecretKey } from '../../src/relay/create-chain.js'
import { createRelay, type Relay, type RelayOptions } from '../../src/relay/create-relay.js'
import { encodeKeyFile, parseKeyFile } from '../../src/relay/key-file.js'

type Test = Pick<typeof t, 'teardown'>

const genesisTime = 1_700_000_000
const secretKey = createSecretKey()

interface Running extends Relay {
  readonly url: string
  /** Sets the clock: seconds after round 1. */
  readonly setTime: (seconds: number) => void
  readonly get: (
    path: string,
    init?: RequestInit,
  ) => Promise<{ status: number; text: string; headers: Headers }>
}

async function start(test: Test, options: Partial<RelayOptions> = {}): Promise<Running> {
  let time = 0
  const relay = createRelay({
    secretKey,
    period: 3,
    genesisTime,
    now: () => new Date((genesisTime + time) * 1000),
    ...options,
  })
  const url = await relay.listen()
  test.teardown(() => relay.close())
  return {
    ...relay,
    url,
    setTime: seconds => (time = seconds),
    get: async (path, init) => {
      const response = await fetch(url + path, init)
      return { status: response.status, text: await response.text(), headers: response.headers }
    },
  }
}

await t.test('it answers what drand answers', async t => {
  const { chain, sign, get, setTime, url } = await start(t)
  t.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  setTime(12.9)
  t.same(JSON.parse((await get('/chains')).text), [chain.chainHash])
  t.same(JSON.parse((await get('/health')).text), { current: 5, expected: 5 })
  for (const base of ['', `/${chain.chainHash}`, `/${chain.chainHash.toUpperCase()}`]) {
    const info = await get(`${base}/info`)
    t.equal(info.headers.get('content-type'), 'application/json')
    t.equal(info.headers.get('date'), new Date((genesisTime + 12) * 1000).toUTCString())
    t.same(parseChainInfo(parseJson(info.text), { chainHash: chain.chainHash }), chain)
    t.match(JSON.parse(info.text), {
      schemeID: 'bls-unchained-g1-rfc9380',
      metadata: { beaconID: 'rehearsal' },
    })
    const fifth = await get(`${base}/public/5?x=1`)
    const latest = await get(`${base}/public/latest`)
    t.equal(fifth.text, latest.text)
    t.match(fifth.headers.get('cache-control') ?? '', /max-age/)
    t.equal(latest.headers.get('cache-control'), 'no-cache')
    const beacon = parseBeacon(parseJson(fifth.text))
    t.same(beacon, sign(5))
    t.same(verifyBeacon(beacon, chain), { valid: true })
  }
  const head = await get('/public/5', { method: 'HEAD' })
  t.equal(head.status, 200)
  t.equal(head.text, '')
})

await t.test('it answers version 2, too', async t => {
  const { chain, sign, get, setTime } = await start(t, { scheme: 'pedersen-bls-chained' })
  setTime(12)
  const base = `/v2/chains/${chain.chainHash}`
  t.same(JSON.parse((await get('/v2/chains')).text), [chain.chainHash])
  const info = await get(`${base}/info`)
  t.match(JSON.parse(info.text), { chain_hash: chain.chainHash, scheme: 'pedersen-bls-chained' })
  t.same(parseChainInfo(parseJson(info.text), { chainHash: chain.chainHash }), chain)
  t.same(JSON.parse((await get(`${base}/health`)).text), { current: 5, expected: 5 })
  const fifth = await get(`${base}/rounds/5`)
  t.equal((await get(`${base}/rounds/latest`)).text, fifth.text)
  t.strictSame(Object.keys(JSON.parse(fifth.text) as object), ['round', 'signature', 'previous_signature'])
  const { randomness, ...beacon } = sign(5)
  t.ok(randomness)
  t.same(parseBeacon(parseJson(fifth.text)), beacon)
  t.equal((await get(`${base}/rounds/6`)).status, 425)
  t.equal((await get(`${base}/rounds/0`)).status, 400)
  const others = [
    base,
    `${base}/rounds`,
    `${base}/public/5`,
    `${base}/info/5`,
    '/v2/info',
    '/v2/public/5',
    `/v2/chains/${'0'.repeat(64)}/info`,
  ]
  for (const path of others) t.equal((await get(path)).status, 404, path)
})

await t.test('a round comes out in its second, not before', async t => {
  const { get, setTime } = await start(t)
  const statusAt = async (seconds: number, path: string): Promise<number> => {
    setTime(seconds)
    return (await get(path)).status
  }
  t.equal(await statusAt(-1, '/public/latest'), 425)
  t.equal(await statusAt(-1, '/public/1'), 425)
  t.equal(await statusAt(0, '/public/1'), 200)
  t.equal(await statusAt(5.999, '/public/3'), 425)
  t.equal(await statusAt(6, '/public/3'), 200)
  t.equal(await statusAt(6, '/public/9007199254740991'), 425)
  t.same(JSON.parse((await get('/public/4')).text), { error: 'the round is not out yet' })
})

await t.test('what it does not answer', async t => {
  const { get, setTime, chain } = await start(t)
  setTime(30)
  for (const round of ['0', '-1', '1.5', '01', 'x', '9007199254740992', '99999999999999999999', '%31']) {
    t.equal((await get(`/public/${round}`)).status, 400, round)
  }
  const paths = ['/', '/public', '/public/', '/public/1/2', '/info/1', '/chains/', `/${'0'.repeat(64)}/info`]
  for (const path of [...paths, `/${'0'.repeat(64)}/public/1`, `/${chain.chainHash}/chains`]) {
    const { status, text } = await get(path)
    t.equal(status, 404, path)
    t.type((JSON.parse(text) as { error?: unknown }).error, 'string')
  }
  t.equal((await get('/public/1', { method: 'POST', body: '{}' })).status, 405)
})

await t.test('a chained chain', async t => {
  const { get, setTime, chain } = await start(t, { scheme: 'pedersen-bls-chained' })
  setTime(30)
  for (const round of [3, 1, 4]) {
    const beacon = parseBeacon(parseJson((await get(`/public/${round}`)).text))
    t.same(verifyBeacon(beacon, chain), { valid: true })
    t.ok(beacon.previousSignature)
  }
})

await t.test('it ends although connections are open', async t => {
  const { url, close } = await start(t)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const closed = new Promise<void>(resolve => socket.on('close', resolve).on('error', () => undefined))
  await new Promise(resolve => socket.once('connect', resolve))
  await close()
  await closed
  await t.rejects(fetch(`${url}/info`))
})

await t.test('a port that is taken is an error of the caller', async t => {
  const { url } = await start(t)
  const other = createRelay({ secretKey, period: 3, genesisTime, now: () => new Date(0) })
  await t.rejects(other.listen(Number(new URL(url).port)), { code: 'EADDRINUSE' })
})

await t.test('a key file makes the same chain again', t => {
  const key = { secretKey, period: 5, genesisTime, beaconId: 'rehearsal' }
  t.same(parseKeyFile(parseJson(encodeKeyFile(key))), key)
  const value = parseJson(encodeKeyFile(key)) as Record<string, unknown>
  const bad = [null, [], 'x', {}, ...Object.keys(value).map(name => ({ ...value, [name]: null }))]
  for (const other of [...bad, { ...value, secret_key: 'ab' }, { ...value, beacon_id: '\ud800' }]) {
    t.throws(() => parseKeyFile(other), { code: 'key-invalid' }, JSON.stringify(other))
  }
  t.end()
})
