import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { Compressed, isWorthCompressing } from '../../src/server/compressed.js'
import { createCeremony, evidence, listEntries, raffleId } from './ceremony.js'
import { createLogOf } from './log-store.js'
import { writeAssets } from './page-files.js'
import { get, sample, send, start, view, type Started } from './start.js'

const json = 'application/json'
const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

/** What came, as it came. */
const fetchBytes = ({ port }: Started, path: string, coding: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const headers = { Accept: json, 'Accept-Encoding': coding }
    const sent = request({ port, path, headers, host: '127.0.0.1', agent: false }, response => {
      response.toArray().then(pieces => {
        resolve(Buffer.concat(pieces as Buffer[]))
      }, reject)
    })
    sent.on('error', reject).end()
  })

await t.test('JSON and HTML come compressed to whoever takes that', async t => {
  const server = await start(t, { page: writeAssets(t) })
  await createCeremony(server).run(listEntries(200))
  const paths = [
    view('audit'),
    ...['bundle', 'statements', 'entries/a%2Fb/proof'].map(evidence),
    `/visits/${raffleId}/bundle`,
    ...['/api/v1/keys', '/api/v1/openapi.json', '/', `/raffles/${sample.raffle_id}`],
  ]
  for (const path of paths) {
    const plain = await get(server, path)
    t.equal(plain.headers['content-encoding'], undefined, 'not without being asked')
    t.equal(plain.headers['etag'], `"${md5(plain.bytes)}"`)
    if (plain.bytes.length < 1024) t.match(path, /keys$|proof$/, 'nothing else is that short')
    for (const [coding, decode] of Object.entries(decoders)) {
      const headers = { Accept: json, 'Accept-Encoding': coding }
      const answer = await get(server, path, headers)
      if (plain.bytes.length < 1024) {
        t.equal(answer.headers['content-encoding'], undefined, 'short ones come as they are')
        t.equal(answer.headers['etag'], plain.headers['etag'])
        continue
      }
      t.equal(answer.headers['content-encoding'], coding, path)
      t.equal(answer.headers['etag'], `W/${plain.headers['etag'] ?? ''}`, 'weak, of what it decodes to')
      t.match(answer.headers['vary'], /\bAccept-Encoding\b/)
      t.equal(answer.headers['cache-control'], plain.headers['cache-control'])
      t.equal(answer.headers['content-type'], plain.headers['content-type'])
      const bytes = await fetchBytes(server, path, coding)
      t.ok(bytes.length < plain.bytes.length, path)
      t.same(decode(bytes), plain.bytes)
      const head = await send(server, path, { method: 'HEAD', headers })
      for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) {
        t.equal(head.headers[name], answer.headers[name], `${name} for HEAD`)
      }
      // Whichever of the two tags a client has, it has the body.
      for (const tag of [plain.headers['etag'] ?? '', answer.headers['etag'] ?? '']) {
        const again = await get(server, path, { ...headers, 'If-None-Match': tag })
        t.equal(again.status, 304)
        t.equal(again.headers['etag'], answer.headers['etag'])
        t.equal(again.headers['content-encoding'], undefined)
        t.equal(again.body, '')
        t.equal((await get(server, path, { Accept: json, 'If-None-Match': tag })).status, 304)
      }
    }
  }
})

await t.test('a bundle with its list is kept as long as it is short', async t => {
  const server = await start(t)
  let reads = 0
  const counting = new Proxy(server.store, {
    get(target, name): unknown {
      if (name === 'readEntries') reads += 1
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const counted = await start(t, { store: counting }, [])
  const listed = listEntries(200)
  await createCeremony(server).run(listed)
  await setTimeout(10)
  const path = evidence('bundle?entries=all')
  const headers = { Accept: json, 'Accept-Encoding': 'br' }
  const head = await send(counted, path, { method: 'HEAD', headers })
  t.equal(reads, 1, 'asked for')
  const first = await get(counted, path, headers)
  const again = await get(counted, path, headers)
  t.equal(reads, 2, 'once')
  t.equal(again.body, first.body)
  t.equal(again.headers['content-encoding'], 'br')
  t.match(again.headers['etag'], /^W\/"[0-9a-f]{32}-all"$/)
  t.equal(again.headers['etag'], head.headers['etag'])
  t.equal((JSON.parse(again.body) as { entries: unknown[] }).entries.length, listed.length)
  const plain = await get(counted, path)
  t.equal(plain.body, first.body)
  t.equal(plain.headers['content-length'], String(plain.bytes.length))
  t.equal(
    (await get(counted, path, { ...headers, 'If-None-Match': first.headers['etag'] ?? '' })).status,
    304,
  )
})

await t.test('which coding', async t => {
  const server = await start(t)
  const cases: readonly (readonly [accepted: string, coding: string | undefined])[] = [
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['*;q=0', undefined],
    ['', undefined],
  ]
  for (const [accepted, coding] of cases) {
    const answer = await get(server, view('audit'), { Accept: json, 'Accept-Encoding': accepted })
    t.equal(answer.status, 200)
    t.equal(answer.headers['content-encoding'], coding, accepted)
  }
})

await t.test('what changes, what is streamed and what does not shrink comes as it is', async t => {
  const server = await start(t)
  await createCeremony(server).run(listEntries(200))
  await (await createLogOf(server)).grow(300)
  const headers = { Accept: `${json}, application/x-ndjson`, 'Accept-Encoding': 'br, gzip' }
  const paths = [`${view('odds')}?entries=5`, evidence('entries'), '/api/v1/log/tile/0/000', '/nothing']
  for (const path of paths) {
    t.equal((await get(server, path, headers)).headers['content-encoding'], undefined, path)
  }
})

await t.test('each is made once, and the newest is what is served', async t => {
  const compressed = new Compressed()
  const body = Buffer.alloc(5000, 'a')
  const both = [compressed.make('gzip', '"a"', body), compressed.make('gzip', '"a"', body.toString('latin1'))]
  t.equal(both[0], both[1], 'one is made for two who ask')
  const made = await both[0]
  t.equal(compressed.find('gzip', '"a"'), made)
  t.equal(compressed.find('br', '"a"'), undefined)
  t.equal(compressed.find('gzip', '"b"'), undefined)
  t.same([1023, 1024, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1].map(isWorthCompressing), [
    false,
    true,
    true,
    false,
  ])

  const server = await start(t)
  const headers = { Accept: json, 'Accept-Encoding': 'br' }
  const before = await get(server, view('audit'), headers)
  const [first, ...others] = sample.draws
  await server.publish({ ...sample, draws: [{ ...first, prize_name: 'another prize' }, ...others] })
  const after = await get(server, view('audit'), headers)
  t.match(after.body, 'another prize')
  t.not(after.headers['etag'], before.headers['etag'])
})
