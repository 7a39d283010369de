import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { parseBeacon, parseChainInfo, roundTime, verifyBeacon } from '../../../../src/core/beacon.js'
import { encodeBeacon, encodeChainInfo } from '../../../../src/core/beacon-json.js'
import { parseJson } from '../../../../src/core/json.js'
import { parseTrust } from '../../../../src/model/trust.js'
import { createChain } from '../../../../src/relay/create-chain.js'
import { createRelay } from '../../../../src/relay/create-relay.js'
import { bin, run, start } from '../../../cli/resident.js'

type Test = Pick<typeof t, 'teardown' | 'testdir'>

interface Serving {
  readonly url: string
  readonly stdout: () => string
  readonly stderr: () => string
  readonly end: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts the built command on a free port, and waits until it has printed its result. */
async function serve(test: Test, args: readonly string[] = []): Promise<Serving> {
  const child = start(process.execPath, [bin, 'beacon', 'serve', '--port', '0', ...args])
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  test.teardown(() => child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  await Promise.race([once(child.stdout, 'data'), ended])
  const url = /http:\/\/[^\s]+/.exec(stderr)?.[0]
  if (url === undefined) throw new Error(stderr)
  return {
    url,
    stdout: () => stdout,
    stderr: () => stderr,
    end: async name => {
      child.kill(name)
      const [code, signal] = await ended
      return { code, signal }
    },
  }
}

const getJson = async (url: string): Promise<unknown> => (await fetch(url)).json()

await t.test('a rehearsal beacon serves a chain that its trust file names', async t => {
  const serveUntil = async (signal: NodeJS.Signals): Promise<void> => {
    const { url, stdout, stderr, end } = await serve(t, ['--period', '1'])
    const trust = parseTrust(parseJson(stdout()))
    const info = parseChainInfo(await getJson(`${url}/info`))
    t.same(
      trust.chains.find(({ chainHash }) => chainHash === info.chainHash),
      info,
    )
    t.equal(info.period, 1)
    t.match(stdout(), /^\{\n {2}"trust": "drawaudit\/v1",\n {2}"operators": \[\],\n {2}"observers": \[\],/)
    t.match(stderr(), /^a REHEARSAL beacon answers at http:\/\/127\.0\.0\.1:\d+\n/)
    t.match(stderr(), `chain ${info.chainHash}: a round each 1 s`)
    t.match(stderr(), 'nobody else trusts this chain')
    t.match(
      stderr(),
      `drawaudit draw LIST --winners 3 --store rehearsal.db --relay ${url} --allow-private --chain-info trust.json\n`,
    )
    const beacon = parseBeacon(await getJson(`${url}/${info.chainHash}/public/1`))
    t.same(verifyBeacon(beacon, info), { valid: true })
    t.same(await end(signal), { code: 0, signal: null })
    t.match(stderr(), new RegExp(`ending: ${signal}\n$`))
  }
  await Promise.all([serveUntil('SIGTERM'), serveUntil('SIGINT')])
})

await t.test('a rehearsal goes on with the same chain', async t => {
  const folder = t.testdir()
  const [keyFile, trustFile] = [join(folder, 'beacon.json'), join(folder, 'trust.json')]
  const args = ['--key-file', keyFile, '--trust-out', trustFile]
  const first = await serve(t, [...args, '--genesis', '2026-01-01T00:00:00+00:00', '--period', '60'])
  t.equal(first.stdout(), `${first.url}\n`)
  t.match(first.stderr(), `--allow-private --chain-info ${trustFile}\n`)
  const info = await getJson(`${first.url}/info`)
  const third = await getJson(`${first.url}/public/3`)
  t.match(info, { genesis_time: 1767225600, period: 60 })
  await first.end('SIGTERM')
  t.equal(statSync(keyFile).mode & 0o777, 0o600)
  const trust = readFileSync(trustFile, 'utf8')
  t.equal(parseTrust(parseJson(trust)).chains.length, 4)

  const second = await serve(t, args)
  t.same(await getJson(`${second.url}/info`), info)
  t.same(await getJson(`${second.url}/public/3`), third)
  t.equal(readFileSync(trustFile, 'utf8'), trust)
  const { secret_key: secret } = JSON.parse(readFileSync(keyFile, 'utf8')) as { readonly secret_key: string }
  t.equal(secret.length, 64)
  t.notOk((second.stdout() + second.stderr() + trust).includes(secret))

  const refused = async (...more: readonly string[]) => run(['beacon', 'serve', '--port', '0', ...more])
  t.match(await refused(...args, '--period', '3'), { code: 2, stderr: /fixed by the existing key file/ })
  t.match(await refused(...args, '--genesis', '2026-01-02T00:00:00Z'), {
    code: 2,
    stderr: /fixed by the existing key file/,
  })
  t.match(await refused('--trust-out', trustFile), { code: 2, stderr: /a different trust file exists/ })
  t.equal(readFileSync(trustFile, 'utf8'), trust, 'it was not written over')
  t.match(await refused('--key-file', trustFile), { code: 2, stderr: /not the key file/ })
  const { port } = new URL(second.url)
  t.match(await run(['beacon', 'serve', '--port', port]), {
    code: 2,
    stderr: /another program listens there/,
  })
})

await t.test('wrong calls of serve', async t => {
  const cases: readonly (readonly [args: readonly string[], words: string | RegExp])[] = [
    [['--period', '0'], '--period takes an integer'],
    [['--port', '65536'], '--port takes an integer'],
    [['--genesis', 'now'], '--genesis takes a time'],
    [['--genesis', '2026-01-01T00:00:00.5Z'], '--genesis takes a time'],
    [['--genesis', '1969-01-01T00:00:00Z'], 'must not be before 1970'],
    [
      ['--host', 'nowhere.invalid', '--port', '0'],
      // Without a network there is nobody to ask.
      /listen on nowhere\.invalid:0: (there is no such host|its name cannot be resolved now)\n/,
    ],
    [['--key-file', '/nowhere/beacon.json'], 'there is no such folder'],
  ]
  for (const [args, words] of cases) {
    const { code, stderr } = await run(['beacon', 'serve', ...args])
    t.equal(code, 2, args.join(' '))
    t.match(stderr, words)
  }
})

const schedule = { secretKey: new Uint8Array(32).fill(1), period: 3, genesisTime: 1_700_000_000 }
const { chain, sign } = createChain(schedule)

await t.test('a round is fetched, verified and saved', async t => {
  const relay = createRelay({ ...schedule, now: () => new Date() })
  const url = await relay.listen()
  t.teardown(() => relay.close())
  const liar = createServer((_, response) =>
    response.end(JSON.stringify({ ...encodeBeacon(sign(6)), round: 5 })),
  )
  liar.listen(0, '127.0.0.1')
  await once(liar, 'listening')
  t.teardown(() => liar.close())
  const liarUrl = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
  const folder = t.testdir()
  const [info, trust, out] = ['info.json', 'trust.json', 'round.json'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(info, JSON.stringify(await getJson(`${url}/info`)))
  writeFileSync(trust, JSON.stringify({ trust: 'drawaudit/v1', beacons: [encodeChainInfo(chain)] }))
  const here = ['--allow-private', '--relay']

  const printed = await run(['beacon', 'fetch', '5', '--chain-info', info, ...here, url])
  t.match(printed, { code: 0, stderr: '' })
  t.same(JSON.parse(printed.stdout), encodeBeacon(sign(5)))

  const both = ['--relay', liarUrl, ...here, url]
  const saved = await run([
    'beacon',
    'fetch',
    '5',
    '--chain',
    chain.chainHash,
    '--trust',
    trust,
    ...both,
    '-o',
    out,
  ])
  t.match(saved, { code: 0, stdout: '' })
  t.match(
    saved.stderr,
    `passed over ${liarUrl}: the signature is not of the key of the chain over this round\n`,
  )
  t.match(saved.stderr, `round 5 of the chain ${chain.chainHash} verified, saved in`)
  t.equal(readFileSync(out, 'utf8'), printed.stdout)

  const other = join(folder, 'other.json')
  const fetchFrom = async (relayUrl: string, round = '5', ...more: readonly string[]) =>
    run(['beacon', 'fetch', round, '--chain-info', info, ...here, relayUrl, '-o', other, ...more])
  t.match(await fetchFrom(liarUrl), {
    code: 2,
    stderr: /error: no relay returned a valid round 5.*\n.*--beacon-file/s,
  })
  const ahead = Math.floor((Date.now() / 1000 - schedule.genesisTime) / 3) + 1000
  const early = await fetchFrom(url, String(ahead))
  t.match(early, { code: 4, stderr: /is not out yet/ })
  t.match(early.stderr, new Date(roundTime(chain, ahead) * 1000).toISOString().slice(0, 19))
  t.match(await fetchFrom(url, '5', '--no-allow-private'), { code: 2 })
  await relay.close()
  t.match(await fetchFrom(url), { code: 4, stderr: /connection refused/ })
  t.notOk(existsSync(other), 'nothing is saved that is not verified')
})

await t.test('a real round of quicknet', async t => {
  const { beacons, chain: real } = JSON.parse(readFileSync('fixtures/beacons/quicknet.json', 'utf8')) as {
    readonly beacons: readonly { readonly round: number }[]
    readonly chain: { readonly hash: string }
  }
  const server = createServer((request, response) => {
    const found = beacons.find(({ round }) => request.url === `/${real.hash}/public/${round}`)
    response.writeHead(found ? 200 : 404).end(JSON.stringify(found))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const name of ['quicknet', real.hash.toUpperCase()]) {
    const args = ['--chain', name, '--allow-private', '--relay', url]
    const { code, stdout, stderr } = await run(['beacon', 'fetch', '1000', ...args])
    t.equal(code, 0, stderr)
    t.same(
      JSON.parse(stdout),
      beacons.find(({ round }) => round === 1000),
    )
    t.match(await run(['beacon', 'fetch', '1002', ...args]), { code: 4, stderr: /answered 404/ })
  }
})

await t.test('wrong calls of fetch', async t => {
  const folder = t.testdir({ 'info.json': JSON.stringify(encodeChainInfo(chain)), 'other.json': '{}' })
  const info = join(folder, 'info.json')
  const cases: readonly (readonly [args: readonly string[], words: string])[] = [
    [['0', '--chain', 'quicknet'], 'a round is an integer from 1, found "0"'],
    [['9007199254740992', '--chain', 'quicknet'], 'a round is an integer'],
    [['latest', '--chain', 'quicknet'], 'a round is an integer'],
    [['5'], 'no chain is named'],
    [['5', '--chain', 'fastnet'], 'the chain "fastnet" is not known'],
    [['5', '--chain', 'toString'], 'is not known'],
    [['5', '--chain-info', info], 'no relay is named'],
    [['5', '--chain-info', info, '--chain', '00'.repeat(32)], 'expected chain hash'],
    [['5', '--chain-info', join(folder, 'other.json')], 'other.json'],
    [['5', '--chain', 'quicknet', '--relay', 'relay.example'], 'does not start with http'],
    [['5', '--chain', 'quicknet', '--relay', 'http://127.0.0.1:9'], '--allow-private'],
    [['5', '--chain', 'quicknet', '--timeout', 'long'], '--timeout takes a number of seconds'],
  ]
  for (const [args, words] of cases) {
    const { code, stderr } = await run(['beacon', 'fetch', ...args])
    t.equal(code, 2, args.join(' '))
    t.match(stderr, words)
  }
})
