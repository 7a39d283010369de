import { bls12_381 } from '@noble/curves/bls12-381.js'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import t from 'tap'
import { encodeBeacon, encodeChainInfo } from '../../src/core/beacon-json.js'
import {
  beaconRandomness,
  builtInChains,
  parseBeacon,
  roundTime,
  verifyBeacon,
  type Beacon,
  type ChainInfo,
} from '../../src/core/beacon.js'
import { encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { createChain } from '../../src/relay/create-chain.js'
import { createRelay } from '../../src/relay/create-relay.js'
import {
  defaultRelays,
  fetchChainInfo,
  fetchRound,
  type RelayAnswer,
  type RoundOptions,
} from '../../src/remote/drand.js'
import { parseBeaconFile } from '../../src/remote/read-beacon.js'
import { fails, serveHttp, serveRaw, serveSocket } from './start.js'

type Test = Parameters<typeof serveHttp>[0]

const schedule = { secretKey: new Uint8Array(32).fill(1), period: 3, genesisTime: 1_700_000_000 }
const ours = createChain(schedule)
const chained = createChain({ ...schedule, scheme: 'pedersen-bls-chained' })
const other = createChain({ ...schedule, secretKey: new Uint8Array(32).fill(2) })
const { chain } = ours
const round = 5
const good = ours.sign(round)
/** One minute after the round came out. */
const later = new Date((roundTime(chain, round) + 60) * 1000)

const client = { allowPrivate: true, timeout: 1000 }
const ask = async (relays: readonly string[], options: RoundOptions = {}, of: ChainInfo = chain) =>
  fetchRound(of, round, { relays, client, stagger: 50, now: () => later, ...options })

async function serveGood(test: Test, now = later): Promise<string> {
  const relay = createRelay({ ...schedule, now: () => now })
  test.teardown(() => relay.close())
  return relay.listen()
}

const json = (value: unknown): RequestListener => {
  const text = JSON.stringify(value)
  return (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}
const status =
  (code: number, fields: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, fields).end('{"error":"no"}')

const flip = (bytes: Uint8Array): Uint8Array => bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte))
const served = encodeBeacon(good)
const { shortSignatures, G1 } = bls12_381
const uncompressed = shortSignatures.Signature.fromBytes(good.signature).toBytes(false)
const infinity = G1.Point.ZERO.toBytes(true)

/** What a relay can answer that is wrong, and what is said of it. */
const lies: readonly (readonly [name: string, value: unknown, words: string])[] = [
  ['another round', encodeBeacon(ours.sign(6)), 'expected round 5, found round 6'],
  ['another round under the name of this one', { ...encodeBeacon(ours.sign(6)), round }, 'not of the key'],
  ['another chain', encodeBeacon(other.sign(round)), 'not of the key'],
  ['a signature with a bit flipped', { ...served, signature: encodeHex(flip(good.signature)) }, 'signature'],
  ['an uncompressed point', { ...served, signature: encodeHex(uncompressed) }, 'not the compressed form'],
  ['the point at infinity', { ...served, signature: encodeHex(infinity) }, 'not the compressed form'],
  ['another randomness', { ...served, randomness: '00'.repeat(32) }, 'not the hash of the signature'],
  ['a previous signature', { ...served, previous_signature: '00'.repeat(48) }, 'does not sign'],
  ['no signature', { round }, 'hex digits'],
  ['the round as text', { ...served, round: '5' }, 'expected an integer'],
  ['a list', [served], 'expected an object'],
  ['nothing', null, 'expected an object'],
]

for (const [name, value, words] of lies) {
  await t.test(`a relay that lies is passed over: ${name}`, async t => {
    const { url } = await serveHttp(t, json(value))
    await fails(t, ask([url]), 'beacon-invalid', words)
    const answers: RelayAnswer[] = []
    const beacon = await ask([url, await serveGood(t)], { onAnswer: answer => answers.push(answer) })
    t.same(beacon, good)
    t.match(answers, [{ relay: url, fault: { code: 'beacon-invalid' } }, { fault: undefined }])
  })
}

/** What else a relay can do, and what is said of it. */
const faults: readonly (readonly [
  name: string,
  serve: (test: Test) => Promise<{ readonly url: string }>,
  code: string,
  words: string,
])[] = [
  [
    'a page of HTML',
    async t => serveHttp(t, (_, response) => response.end('<!doctype html><p>hello')),
    'beacon-invalid',
    'not a round of drand',
  ],
  [
    'a name that stands twice',
    async t => serveHttp(t, (_, response) => response.end(`{"round":5,${JSON.stringify(served).slice(1)}`)),
    'beacon-invalid',
    'not a round of drand',
  ],
  [
    'an answer byte by byte',
    async t =>
      serveRaw(t, socket => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        const timer = setInterval(() => socket.write(' '), 5)
        socket.on('close', () => {
          clearInterval(timer)
        })
      }),
    'remote-timeout',
    'no complete answer',
  ],
  ['no answer', async t => serveSocket(t, () => undefined), 'remote-timeout', 'no complete answer'],
  [
    'a huge body',
    async t => serveHttp(t, (_, response) => response.end(' '.repeat(1024 * 1024))),
    'remote-too-large',
    'larger',
  ],
  ['an error of its own', async t => serveHttp(t, status(500)), 'remote-error', 'answered 500'],
  ['a round that it does not have', async t => serveHttp(t, status(404)), 'remote-error', 'answered 404'],
  [
    'other chains only',
    async t => {
      const relay = createRelay({ ...schedule, secretKey: new Uint8Array(32).fill(2), now: () => later })
      t.teardown(() => relay.close())
      return { url: await relay.listen() }
    },
    'remote-error',
    'does not serve this chain',
  ],
  [
    'redirects without end',
    async t =>
      serveHttp(t, (request, response) => response.writeHead(302, { location: `${request.url}/` }).end()),
    'remote-redirect',
    'redirects',
  ],
  [
    'not HTTP',
    async t => serveRaw(t, socket => socket.end('SSH-2.0-OpenSSH_9.9\r\n')),
    'remote-malformed',
    'not HTTP',
  ],
  ['nobody there', async t => ({ url: await closedPort(t) }), 'remote-unreachable', 'connection refused'],
]

async function closedPort(test: Test): Promise<string> {
  const relay = createRelay({ ...schedule, now: () => later })
  const url = await relay.listen()
  await relay.close()
  test.ok(url)
  return url
}

for (const [name, serve, code, words] of faults) {
  await t.test(`a relay that fails is passed over: ${name}`, async t => {
    const { url } = await serve(t)
    await fails(t, ask([url]), code, words)
    await fails(t, ask([url]), code, url)
    t.same(await ask([url, await serveGood(t)]), good)
  })
}

await t.test('real beacons of both chains of drand', async t => {
  for (const name of ['default', 'quicknet', 'evmnet'] as const) {
    const file = new URL(`../../fixtures/beacons/${name}.json`, import.meta.url)
    const { beacons } = JSON.parse(readFileSync(file, 'utf8')) as { beacons: { round: number }[] }
    const real = builtInChains[name]
    const { url, received } = await serveHttp(t, (request, response) => {
      const found = beacons.find(({ round }) => request.url === `/${real.chainHash}/public/${round}`)
      response.writeHead(found ? 200 : 404).end(JSON.stringify(found ?? {}))
    })
    for (const json of beacons) {
      // Verifying holds up this thread, and so the relay in it.
      const patient = { ...client, timeout: 60_000 }
      const beacon = await fetchRound(real, json.round, { relays: [`${url}/`], client: patient })
      t.same(beacon, parseBeacon(json))
      t.same(verifyBeacon(beacon, real), { valid: true })
    }
    t.notMatch(received(), /undefined/)
  }
  t.equal(new Set(defaultRelays).size, 4)
  t.ok(defaultRelays.every(url => /^https:\/\/[a-z0-9.]+$/.test(url)))
})

await t.test('a chained chain, and randomness that is left out', async t => {
  const beacon = chained.sign(round)
  const { randomness, ...without } = encodeBeacon(beacon)
  const { url } = await serveHttp(t, json(without))
  const got = await ask([url], {}, chained.chain)
  t.same(got, beacon)
  t.equal(encodeHex(got.randomness ?? new Uint8Array()), randomness)
  const { previous_signature, ...unlinked } = without
  t.type(previous_signature, 'string')
  const { url: unlinkedUrl } = await serveHttp(t, json(unlinked))
  await fails(t, ask([unlinkedUrl], {}, chained.chain), 'beacon-invalid', 'previous signature is missing')
})

await t.test('the first good answer wins, and nobody waits for the others', async t => {
  let silentClosed: Promise<unknown> = Promise.resolve()
  const silent = await serveSocket(t, socket => {
    silentClosed = new Promise(resolve => socket.on('close', resolve))
  })
  const liar = await serveHttp(t, json({ ...served, round: 6 }))
  const never = await serveHttp(t, json(served))
  const relays = [silent.url, liar.url, await serveGood(t), never.url]
  t.same(await ask(relays, { client: { ...client, timeout: 60_000 } }), good)
  await silentClosed
  t.equal(never.connections(), 0)
})

await t.test('a slow relay still wins when all after it fail', async t => {
  const slow = await serveHttp(t, (_, response) => {
    setTimeout(() => response.end(JSON.stringify(served)), 150)
  })
  const down = await closedPort(t)
  t.same(await ask([slow.url, down], { stagger: 10, client: { ...client, timeout: 10_000 } }), good)
})

await t.test('all that went wrong is told, and what to do', async t => {
  const liar = await serveHttp(t, json({ ...served, round: 6 }))
  const broken = await serveHttp(t, status(503))
  const down = await closedPort(t)
  const wrong = await ask([liar.url, broken.url, down]).catch((error: unknown) => error)
  t.match(wrong, { code: 'beacon-invalid', hint: /--relay URL.*--beacon-file FILE/ })
  for (const { url } of [liar, broken, { url: down }]) t.match((wrong as Error).message, `${url}: `)
  t.match((wrong as Error).message, `; ${down}: no connection`)
  await t.rejects(ask([broken.url, down]), {
    code: 'remote-unreachable',
    hint: /network.*--beacon-file FILE/,
  })
  await t.rejects(ask([down], { client: { timeout: 300 } }), {
    code: 'address-forbidden',
    hint: /--allow-private/,
  })
})

await t.test('a round that is not out yet is told from one that cannot be had', async t => {
  const due = roundTime(chain, round)
  const at = (seconds: number) => ({ now: () => new Date((due + seconds) * 1000) })
  const early = await serveGood(t, at(-30).now())
  await t.rejects(ask([early], at(-30)), {
    code: 'remote-early',
    message: /^round 5 is not out yet \(http.*: answered 425/,
    hint: /^it comes at 2023-11-14T22:13:32\+00:00/,
  })
  await t.rejects(ask([early], at(30)), { code: 'remote-early', hint: /clock of this machine/ })
  const unknown = await serveHttp(t, status(404, { date: at(-30).now().toUTCString() }))
  await fails(t, ask([unknown.url], at(-30)), 'remote-early', 'answered 404')
  await fails(t, ask([unknown.url], at(3600)), 'remote-early', 'answered 404')
  const lost = await serveHttp(t, status(404, { date: at(3600).now().toUTCString() }))
  await fails(t, ask([lost.url], at(3600)), 'remote-error', 'answered 404')
  const broken = await serveHttp(t, status(500))
  await fails(t, ask([broken.url], at(-1)), 'remote-early', 'answered 500')
  await fails(t, ask([await closedPort(t)], at(-1)), 'remote-unreachable')
  const liar = await serveHttp(t, json({ ...served, round: 4 }))
  await fails(t, ask([liar.url], at(-1)), 'remote-early')
  await fails(t, ask([liar.url, early], at(0)), 'remote-early')
})

await t.test('what relays say of the time', async t => {
  const time = new Date(Math.floor(Date.now() / 1000) * 1000)
  const clockOf = async (fields: Readonly<Record<string, string>>): Promise<number | undefined> => {
    const { url } = await serveHttp(t, (_, response) =>
      response.writeHead(200, fields).end(JSON.stringify(served)),
    )
    let said: RelayAnswer | undefined
    await ask([url], { now: () => time, onAnswer: answer => (said = answer) })
    return said?.clockAhead
  }
  const date = (seconds: number) => new Date(time.getTime() + seconds * 1000).toUTCString()
  t.equal(await clockOf({ date: date(300) }), -300)
  t.equal(await clockOf({ date: date(-300) }), 300)
  t.equal(await clockOf({ date: date(-300), age: '290' }), 10)
  t.equal(await clockOf({ date: 'tomorrow' }), undefined)
  t.equal(await clockOf({ date: time.toISOString() }), undefined)
  const { url } = await serveHttp(t, status(500, { date: date(-300) }))
  const said: RelayAnswer[] = []
  await fails(t, ask([url], { now: () => time, onAnswer: answer => said.push(answer) }), 'remote-error')
  t.match(said, [{ relay: url, clockAhead: 300 }], 'one that fails says it, too')
  t.equal(await clockOf({ date: date(0), age: 'old' }), undefined)
})

await t.test('relays that cannot be asked', async t => {
  await fails(t, ask([]), 'usage', 'found 0')
  await fails(t, ask(Array.from({ length: 17 }, (_, i) => `http://relay${i}.example`)), 'usage', 'found 17')
  await fails(t, ask(['ftp://relay.example']), 'url-invalid')
  await fails(t, ask(['http://relay.example/?a=b']), 'url-invalid', 'no query')
  await fails(t, fetchRound(chain, 0, { client }), 'beacon-invalid')
  const url = await serveGood(t)
  t.same(await ask([url, `${url}/`, url]), good)
  const sixteen = Array.from({ length: 15 }, (_, i) => `${url}/${i}`)
  t.same(await ask([...sixteen, url], { stagger: 0 }), good)
})

await t.test('who asks can end it', async t => {
  const { url } = await serveSocket(t, () => undefined)
  const abort = new AbortController()
  const reason = new Error('enough')
  const asked = ask([url, url + '/a'], { signal: abort.signal, client: { ...client, timeout: 60_000 } })
  setTimeout(() => {
    abort.abort(reason)
  }, 20)
  await t.rejects(asked, reason)
  await t.rejects(ask([url], { signal: abort.signal }), reason)
})

await t.test('a defect is not taken for a fault of the relay', async t => {
  const defect = new TypeError('a defect')
  const onAnswer = (): never => {
    throw defect
  }
  await t.rejects(ask([await serveGood(t)], { onAnswer }), defect)
})

await t.test('the chain info of a relay', async t => {
  const url = await serveGood(t)
  t.same(await fetchChainInfo(url, undefined, { client }), chain)
  t.same(await fetchChainInfo(`${url}/`, chain.chainHash.toUpperCase(), { client }), chain)
  const answer = async (listener: RequestListener, chainHash?: string) => {
    const service = await serveHttp(t, listener)
    return fetchChainInfo(service.url, chainHash, { client, signal: new AbortController().signal })
  }
  await fails(t, answer(json(encodeChainInfo(other.chain)), chain.chainHash), 'chain-hash-mismatch')
  await fails(t, answer(json({ ...encodeChainInfo(chain), period: 4 })), 'chain-hash-mismatch')
  await fails(t, answer(json([])), 'chain-invalid')
  await fails(
    t,
    answer((_, response) => response.end('<html>')),
    'json-syntax',
  )
  await fails(t, answer(status(404)), 'remote-error', 'answered 404')
  await fails(t, fetchChainInfo('relay', undefined, { client }), 'url-invalid')
})

/** As drand's relays do: a round that is next is held until it is out, one after that is refused at once. */
async function serveHolding(
  test: Test,
  now: () => Date,
): Promise<{ url: string; asked: () => readonly string[] }> {
  const relay = createRelay({ ...schedule, now })
  test.teardown(() => relay.close())
  const behind = await relay.listen()
  const paths: string[] = []
  const { url } = await serveHttp(test, (request, response) => {
    const path = request.url ?? ''
    paths.push(path)
    const wanted = Number(/\d+$/.exec(path)?.[0])
    const answer = async (): Promise<void> => {
      const { status, body } = await fetch(behind + path).then(async got => ({
        status: got.status,
        body: await got.text(),
      }))
      if (status === 425 && roundTime(chain, wanted) - now().getTime() / 1000 <= chain.period)
        setTimeout(() => void answer(), 50)
      else response.writeHead(status === 425 ? 404 : status).end(body)
    }
    void answer()
  })
  return { url, asked: () => paths.map(path => path.replace(`/${chain.chainHash}`, '')) }
}

await t.test('a round that is due is waited for, beyond the time-out of one request', async t => {
  // The relay's clock is 2.5 seconds behind ours, by which the round came out just now.
  const start = Date.now()
  const clock = (behind: number) => new Date(roundTime(chain, round) * 1000 + Date.now() - start - behind)
  const { url, asked } = await serveHolding(t, () => clock(2500))
  const hasty = { client: { allowPrivate: true, timeout: 300 }, now: () => clock(0) }
  t.same(await ask([url], hasty), good)
  t.ok(Date.now() - start >= 2400)
  t.same(asked(), ['/public/5'])
})

await t.test('a round that is not due is refused at once, though relays would hold the request', async t => {
  const before = new Date((roundTime(chain, round) - 1) * 1000)
  const { url, asked } = await serveHolding(t, () => before)
  const start = Date.now()
  await fails(t, ask([url], { now: () => before }), 'remote-early', 'has round 4: not out yet')
  t.ok(Date.now() - start < 900, 'within less than the time-out')
  t.same(asked(), ['/public/latest'])
  const { url: other } = await serveHolding(t, () => later)
  t.same(
    await ask([other], { now: () => before }),
    good,
    'out by the relay, whose clock may be the right one',
  )
  const { url: broken } = await serveHttp(t, json([]))
  await fails(t, ask([broken], { now: () => before }), 'remote-early', 'not a round of drand')
})

await t.test('a hanging relay is given up a period and a minute after the time of the round', async t => {
  const { url } = await serveSocket(t, () => undefined)
  const start = Date.now()
  const last = new Date((roundTime(chain, round) + chain.period + 60) * 1000 - 1200)
  await fails(
    t,
    ask([url], { client: { allowPrivate: true, timeout: 300 }, now: () => last }),
    'remote-timeout',
  )
  t.ok(Date.now() - start >= 1150)
})

for (const gone of [404, 410]) {
  await t.test(`version 2 of the paths where version 1 is gone: ${gone}`, async t => {
    const relay = createRelay({ ...schedule, now: () => later })
    t.teardown(() => relay.close())
    const behind = await relay.listen()
    const { url } = await serveHttp(t, (request, response) => {
      const path = request.url ?? ''
      if (!path.startsWith('/v2/')) response.writeHead(gone).end()
      else void fetch(behind + path).then(async got => response.writeHead(got.status).end(await got.text()))
    })
    t.same(await ask([url]), good)
    const before = new Date((roundTime(chain, round) - 1) * 1000)
    t.same(await ask([url], { now: () => before }), good)
    t.same(await fetchChainInfo(url, chain.chainHash, { client }), chain)
    await fails(t, fetchRound(chain, 1000, { relays: [url], client, now: () => later }), 'remote-early')
    await fails(
      t,
      fetchRound(other.chain, round, {
        relays: [url],
        client,
        now: () => new Date((roundTime(chain, round) + 600) * 1000),
      }),
      'remote-error',
      `answered ${gone} instead`,
    )
    await fails(t, fetchChainInfo(url, undefined, { client }), 'remote-error', `answered ${gone}`)
  })
}

await t.test('a round from a file', t => {
  const file = (value: unknown) => encodeUtf8(`${JSON.stringify(value, null, 2)}\n`)
  const read = (value: unknown, of = chain): Beacon => parseBeaconFile(file(value), of, round)
  t.same(read(served), good)
  t.same(read({ round, signature: served.signature, chain_hash: 'ignored' }), good)
  for (const [name, value, words] of lies) {
    t.throws(() => read(value), { code: 'beacon-invalid', message: new RegExp(words) }, name)
  }
  t.throws(() => read(served, other.chain), { code: 'beacon-invalid' })
  t.throws(() => parseBeaconFile(encodeUtf8('{'), chain, round), { code: 'json-syntax' })
  t.throws(() => parseBeaconFile(new Uint8Array(20_000).fill(0x20), chain, round), { code: 'json-too-large' })
  t.same(
    read(encodeBeacon(chained.sign(round)), chained.chain).randomness,
    beaconRandomness(chained.sign(round).signature),
  )
  t.end()
})
