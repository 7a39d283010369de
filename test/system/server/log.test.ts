// The log at the paths of c2sp.org/tlog-tiles, over real sockets and a real store.
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { parseCheckpoint } from '../../../src/core/checkpoint.js'
import { encodeHex } from '../../../src/core/encoding.js'
import { hashLeaf, MerkleTree } from '../../../src/core/merkle.js'
import { parseNote, parseVerifierKey, signCosignature, verifyNote } from '../../../src/core/note.js'
import { decodeEntries, formatTilePath, tileAt } from '../../../src/core/tiles.js'
import { parseTrust, type TrustJson } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { Sqlite } from '../../sqlite.js'
import { createCeremony, fewEntries } from '../../server/ceremony.js'
import { createLogOf, madeEntry, origin } from '../../server/log-store.js'
import {
  failingStore,
  get,
  readError,
  send,
  start,
  tagOf,
  view,
  type Answer,
  type Started,
} from '../../server/start.js'
import { isLong } from '../../long.js'

const forever = 'public, max-age=31536000, immutable'
const revalidate = 'public, max-age=0, must-revalidate'
const at = (name: string): string => `/api/v1/log/${name}`

/** As tools of the log's own standards ask: without Accept. */
const ask = (server: Started, name: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(server, at(name), { headers })

const readSize = ({ body }: Answer): number => parseCheckpoint(parseNote(body).text).size

await t.test('without a log there is nothing', async t => {
  const server = await start(t)
  for (const name of ['checkpoint', 'tile/0/000.p/1', 'tile/0/000', 'tile/entries/000', 'tile/63/000']) {
    const answer = await ask(server, name)
    t.equal(answer.status, 404, name)
    t.match(readError(answer), { code: 'NOT_FOUND', message: 'there is no log here' })
  }
})

await t.test('an empty log has a checkpoint and nothing else', async t => {
  const server = await start(t)
  const { vkey } = await createLogOf(server)
  const answer = await ask(server, 'checkpoint')
  t.equal(answer.status, 200)
  t.equal(readSize(answer), 0)
  t.equal(verifyNote(parseNote(answer.body), [parseVerifierKey(vkey)]).length, 1)
  for (const name of ['tile/0/000', 'tile/0/000.p/1', 'tile/entries/000.p/1']) {
    t.equal((await ask(server, name)).status, 404, name)
  }
})

await t.test('full tiles are sent for where they were exported, once they must be there', async t => {
  const url = 'https://log.example/raffles'
  const server = await start(t, { exported: { url, within: 300 } })
  const log = await createLogOf(server)
  await log.grow(300)
  const names = ['tile/0/000', 'tile/entries/000', 'tile/0/001.p/44', 'tile/entries/001.p/44']
  for (const name of [...names, 'checkpoint']) t.equal((await ask(server, name)).status, 200, name)
  await setTimeout(350)
  await log.grow(256)
  t.equal(readSize(await ask(server, 'checkpoint')), 556)
  const [tile, bundle, ...parts] = await Promise.all(names.map(name => ask(server, name)))
  for (const [answer, name] of [
    [tile, 'tile/0/000'],
    [bundle, 'tile/entries/000'],
  ] as const) {
    t.match(answer, { status: 302, body: `${url}/${name}\n`, headers: { location: `${url}/${name}` } })
    t.equal(answer?.headers['cache-control'], 'public, max-age=300')
  }
  for (const { status } of parts) t.equal(status, 200, 'what is not full stays here')
  for (const name of ['tile/0/001', 'tile/entries/001']) {
    t.equal((await ask(server, name)).status, 200, 'it may not be exported yet')
  }
  t.equal((await ask(server, 'tile/0/009')).status, 404)
})

/** The hashes of every tile, from the entries alone. */
function layOut(size: number): ReadonlyMap<string, Uint8Array> {
  const levels: Uint8Array[][] = []
  const tree = new MerkleTree(native, (level, _index, hash) => {
    if (level % 8 === 0) (levels[level / 8] ??= []).push(hash)
  })
  for (let place = 0; place < size; place += 1) tree.append(hashLeaf(madeEntry(place), native))
  const tiles = new Map([['root', tree.root()]])
  for (const [level, hashes] of levels.entries()) {
    for (let index = 0; index * 256 < hashes.length; index += 1) {
      const part = hashes.slice(index * 256, (index + 1) * 256)
      tiles.set(formatTilePath({ level, index, width: part.length }), Buffer.concat(part))
    }
  }
  return tiles
}

if (isLong)
  await t.test('the example of the specification: 70,000 entries', async t => {
    const server = await start(t)
    const { grow, vkey } = await createLogOf(server)
    await grow(70_000)
    const tiles = layOut(70_000)
    t.strictSame(
      [
        'tile/0/x000/272',
        'tile/0/272',
        'tile/0/273.p/112',
        'tile/1/000',
        'tile/1/001.p/17',
        'tile/2/000.p/1',
      ].map(path => tiles.has(path)),
      [false, true, true, true, true, true],
    )
    t.equal(tiles.size, 1 + 273 + 1 + 2 + 1)
    const agent = new Agent({ keepAlive: true })
    t.teardown(() => {
      agent.destroy()
    })
    const checkpoint = await send(server, at('checkpoint'), { agent })
    const note = parseNote(checkpoint.body)
    t.equal(verifyNote(note, [parseVerifierKey(vkey)]).length, 1)
    const { size, root } = parseCheckpoint(note.text)
    t.equal(size, 70_000)
    t.equal(encodeHex(root), encodeHex(tiles.get('root') ?? new Uint8Array()))
    for (const [path, hashes] of tiles) {
      if (path === 'root') continue
      const answer = await send(server, at(path), { agent })
      t.equal(answer.status, 200, path)
      t.ok(Buffer.from(hashes).equals(answer.bytes), `the hashes of ${path}`)
      t.equal(answer.headers['content-type'], 'application/octet-stream')
      t.equal(answer.headers['cache-control'], forever)
      t.equal(answer.headers['etag'], tagOf(answer.bytes))
    }
    let place = 0
    for (let index = 0; index < 274; index += 1) {
      const { width } = tileAt('entries', index, size) ?? { width: 0 }
      const answer = await send(server, at(formatTilePath({ level: 'entries', index, width })), { agent })
      t.equal(answer.status, 200)
      const entries = decodeEntries(answer.bytes, width)
      t.ok(
        entries.every(entry => Buffer.from(entry).equals(madeEntry(place++))),
        `bundle ${index}`,
      )
    }
    t.equal(place, 70_000)
    for (const path of [
      'tile/0/274.p/1',
      'tile/0/273.p/113',
      'tile/0/273',
      'tile/1/001.p/18',
      'tile/1/001',
    ]) {
      const answer = await send(server, at(path), { agent })
      t.equal(answer.status, 404, path)
      t.equal(readError(answer).message, 'the log has no such tile: its checkpoint covers 70000 entries')
      t.equal(answer.headers['cache-control'], 'no-store', 'what is not there may come')
    }
    for (const path of [
      'tile/2/000',
      'tile/2/000.p/2',
      'tile/3/000.p/1',
      'tile/entries/273',
      'tile/63/000.p/1',
    ]) {
      t.equal((await send(server, at(path), { agent })).status, 404, path)
    }
  })

await t.test('a partial tile is the beginning of the full one, and never one that was', async t => {
  const server = await start(t)
  const { append, grow, sequence } = await createLogOf(server)
  const hashes: Buffer[] = []
  for (let size = 1; size <= 300; size += size < 250 || size > 259 ? 23 : 1) {
    await grow(size - hashes.length)
    while (hashes.length < size) hashes.push(Buffer.from(hashLeaf(madeEntry(hashes.length))))
    t.equal(readSize(await ask(server, 'checkpoint')), size)
    const width = Math.min(size, 256)
    const widths = [1, Math.ceil(width / 2), width - 1, width].filter(one => one > 0)
    for (const one of widths) {
      const answer = await ask(server, formatTilePath({ level: 0, index: 0, width: one }))
      t.equal(answer.status, 200, `${one} of ${size}`)
      t.ok(Buffer.concat(hashes.slice(0, one)).equals(answer.bytes))
      const bundle = await ask(server, formatTilePath({ level: 'entries', index: 0, width: one }))
      t.strictSame(
        decodeEntries(bundle.bytes, one).map(entry => Buffer.from(entry).toString()),
        Array.from({ length: one }, (_, place) => Buffer.from(madeEntry(place)).toString()),
      )
    }
    if (width === 256) continue
    for (const level of [0, 'entries'] as const) {
      const path = formatTilePath({ level, index: 0, width: width + 1 })
      t.equal((await ask(server, path)).status, 404, `${path} of ${size}`)
      t.equal((await ask(server, `tile/${level}/000`)).status, 404)
    }
  }

  const size = hashes.length
  await append(10)
  t.equal(readSize(await ask(server, 'checkpoint')), size, 'what no head covers is not public')
  const next = tileAt('entries', 1, size + 1)!
  t.equal((await ask(server, formatTilePath(next))).status, 404)
  t.equal((await ask(server, formatTilePath({ ...next, level: 0 }))).status, 404)
  await sequence()
  t.equal(readSize(await ask(server, 'checkpoint')), size + 10)
  t.equal((await ask(server, formatTilePath(next))).status, 200)
})

await t.test('headers, HEAD, If-None-Match, a preflight', async t => {
  const server = await start(t, { rateLimit: 7 })
  const { grow } = await createLogOf(server)
  await grow(300, 100)
  const views = {
    checkpoint: ['text/plain; charset=utf-8', revalidate],
    'tile/0/000': ['application/octet-stream', forever],
    'tile/0/001.p/44': ['application/octet-stream', forever],
    'tile/1/000.p/1': ['application/octet-stream', forever],
    'tile/entries/000': ['application/octet-stream', forever],
    'tile/entries/001.p/44': ['application/octet-stream', forever],
  }
  for (const [name, [type, cacheControl]] of Object.entries(views)) {
    const isBundle = name.includes('entries')
    // Before it was read nobody knows how long it is.
    const unread = await send(server, at(name), { method: 'HEAD' })
    t.equal(unread.headers['content-length'] === undefined, isBundle)
    // Whatever is asked for: there is one form.
    for (const accept of [undefined, '*/*', 'application/json', 'image/png']) {
      const whole = await ask(server, name, accept === undefined ? {} : { Accept: accept })
      t.equal(whole.status, 200, name)
      t.equal(whole.headers['content-type'], type)
      t.equal(whole.headers['cache-control'], cacheControl)
      t.equal(whole.headers['access-control-allow-origin'], '*')
      t.equal(whole.headers['x-ratelimit-limit'], '700')
      t.equal(whole.headers['content-length'], String(whole.bytes.length))
      if (isBundle) t.match(whole.headers['etag'], /^W\/"[0-9a-f]{32}"$/)
      else t.equal(whole.headers['etag'], tagOf(whole.bytes))
    }
    const { headers, bytes } = await ask(server, name)
    const { etag = '' } = headers
    const head = await send(server, at(name), { method: 'HEAD' })
    t.equal(head.status, 200)
    for (const header of ['content-type', 'content-length', 'etag', 'cache-control']) {
      t.equal(head.headers[header], headers[header], `${header} of HEAD`)
    }
    for (const [tags, isFresh] of Object.entries({
      [etag]: true,
      '*': true,
      [`"a", W/${etag.replace('W/', '')}`]: true,
      '"a"': false,
    })) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await send(server, at(name), { method, headers: { 'If-None-Match': tags } })
        t.equal(answer.status, isFresh ? 304 : 200, `${method} ${name} ${tags}`)
        t.equal(answer.bytes.length, isFresh || method === 'HEAD' ? 0 : bytes.length)
        t.equal(answer.headers['cache-control'], cacheControl)
        t.equal(answer.headers['etag'], etag)
      }
    }
    t.equal((await send(server, at(name), { method: 'OPTIONS' })).status, 204)
    t.equal((await send(server, at(name), { method: 'POST' })).status, 405)
  }
})

await t.test('there is one way to write a path', async t => {
  const server = await start(t)
  const { grow } = await createLogOf(server)
  await grow(300)
  t.equal((await ask(server, 'tile/0/000')).status, 200)
  for (const name of [
    '',
    'checkpoint/',
    'Checkpoint',
    'checkpoint.sig',
    'tile',
    'tile/0',
    'tile/0/',
    'tile/0/0',
    'tile/0/00',
    'tile/0/0000',
    'tile/00/000',
    'tile/0/000/',
    'tile/0/x000/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/1/',
    'tile/0/000.p',
    'tile/64/000',
    'tile/-1/000',
    'tile/1e0/000',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
    'tile/0/x9007/199254740992',
    'tile/Entries/000',
    'tile/entries/000.P/5',
    'tile/data/000',
    'tile/0/%30%30%30%2f',
    'tile/0/..%2f000',
    '../log/tile/0/000',
    'tile/0//000',
    'tile/entries/constructor',
  ]) {
    const answer = await ask(server, name)
    t.equal(answer.status, 404, name)
    t.match(readError(answer).message, /nothing at this path/)
  }
  t.equal(
    (await ask(server, 'tile/0/x009/x007/x199/x254/x740/991')).status,
    404,
    'the largest index there is',
  )
  t.equal((await ask(server, 'tile/0/%30%30%30')).status, 200, 'percent-encoding is only a spelling')
  t.equal((await ask(server, 'tile/0/000?x')).status, 200)
})

await t.test('a limit of its own', async t => {
  const server = await start(t, { rateLimit: 2 })
  const { grow } = await createLogOf(server)
  await grow(4)
  for (let left = 199; left >= 0; left -= 1) {
    const answer = await ask(server, left % 2 === 0 ? 'checkpoint' : 'tile/0/000.p/4')
    t.equal(answer.status, 200)
    t.equal(answer.headers['x-ratelimit-limit'], '200')
    t.equal(answer.headers['x-ratelimit-remaining'], String(left))
  }
  const refused = await ask(server, 'checkpoint')
  t.equal(refused.status, 429)
  t.ok(Number(refused.headers['retry-after']) > 50)
  for (const left of ['1', '0']) {
    const other = await get(server, view('audit'))
    t.equal(other.status, 200, 'reading the log costs nothing else')
    t.equal(other.headers['x-ratelimit-limit'], '2')
    t.equal(other.headers['x-ratelimit-remaining'], left)
  }
  t.equal((await get(server, at('nothing'))).status, 429, 'what is no path of the log counts for the rest')
})

/** Changes one bit of a blob in the store. */
function flip(file: string, table: string, column: string, where: string): void {
  const database = new Sqlite(file)
  const { value } = database.prepare(`SELECT ${column} AS value FROM ${table} WHERE ${where}`).get() as {
    value: Buffer
  }
  value[value.length - 1]! ^= 1
  database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(value)
  database.close()
}

await t.test('what is not what was hashed is never served', async t => {
  const server = await start(t)
  const { grow } = await createLogOf(server)
  await grow(700)
  flip(server.file, 'log_entry', 'data', 'place = 300')
  flip(server.file, 'log_tile', 'hashes', 'level = 0 AND place = 2')
  await setTimeout(10)
  t.equal((await ask(server, 'tile/entries/000')).status, 200, 'the others are right')
  for (const [name, place] of [
    ['tile/entries/001', 300],
    ['tile/entries/001.p/45', 300],
    ['tile/entries/002.p/188', 699],
  ] as const) {
    t.equal((await send(server, at(name), { method: 'HEAD' })).status, 200, 'for HEAD no entry is read')
    for (const method of ['GET', 'GET']) {
      const answer = await send(server, at(name), { method })
      t.equal(answer.status, 503, name)
      t.equal(answer.headers['retry-after'], '5')
      const line = server.logs.find(line => line['id'] === answer.headers['x-request-id'] && 'err' in line)
      t.match(line, {
        err: { code: 'store-damaged', message: `entry ${place} of the log is not what was hashed` },
      })
    }
  }
  t.equal((await ask(server, 'tile/entries/001.p/44')).status, 200, 'what stands before it is right')
})

await t.test('a long bundle is read piece by piece, and never looks whole where it is not', async t => {
  const server = await start(t)
  const { grow } = await createLogOf(server)
  await grow(256, 20_000)
  const whole = await ask(server, 'tile/entries/000')
  t.equal(whole.status, 200)
  t.equal(whole.headers['transfer-encoding'], 'chunked')
  const entries = decodeEntries(whole.bytes, 256)
  t.ok(entries.every((entry, place) => Buffer.from(entry).equals(madeEntry(place, 20_000))))
  const { etag = '' } = whole.headers
  const fresh = await send(server, at('tile/entries/000'), { headers: { 'If-None-Match': etag } })
  t.equal(fresh.status, 304)
  flip(server.file, 'log_entry', 'data', 'place = 200')
  await setTimeout(10)
  const cut = await fetch(server.url + at('tile/entries/000'))
  await t.rejects(cut.arrayBuffer(), 'the connection is cut')
  t.match(
    server.logs.find(line => 'err' in line),
    { err: { code: 'store-damaged' } },
  )
  flip(server.file, 'log_entry', 'data', 'place = 2')
  t.equal((await ask(server, 'tile/entries/000')).status, 503, 'before anything was sent it is an answer')
})

await t.test('bundles of entries come as gzip where that is asked for', async t => {
  const server = await start(t)
  await (await createLogOf(server)).grow(300, 2000)
  for (const name of ['tile/entries/000', 'tile/entries/001.p/44', 'tile/entries/001.p/1']) {
    const plain = await ask(server, name)
    const packed = await ask(server, name, { 'Accept-Encoding': 'gzip' })
    t.equal(plain.headers['content-encoding'], undefined, name)
    t.equal(packed.headers['content-encoding'], 'gzip', name)
    t.ok(Buffer.from(plain.bytes).equals(packed.bytes), name)
    t.equal(packed.headers['etag'], plain.headers['etag'], 'weak: of the entries')
    t.match(packed.headers['vary'], /Accept-Encoding/)
    t.equal(
      (await ask(server, name, { 'Accept-Encoding': 'gzip;q=0' })).headers['content-encoding'],
      undefined,
    )
  }
  const hashes = await ask(server, 'tile/0/000', { 'Accept-Encoding': 'gzip' })
  t.equal(hashes.headers['content-encoding'], undefined, 'hashes do not shrink')
  const head = await send(server, at('tile/entries/000'), {
    method: 'HEAD',
    headers: { 'Accept-Encoding': 'gzip' },
  })
  t.equal(head.status, 200)
  // What fails below the coding cuts the connection, too.
  flip(server.file, 'log_entry', 'data', 'place = 200')
  await setTimeout(10)
  const cut = await fetch(server.url + at('tile/entries/000'), { headers: { 'Accept-Encoding': 'gzip' } })
  await t.rejects(cut.arrayBuffer(), 'the connection is cut')
})

await t.test('bytes of bundles are counted', async t => {
  const server = await start(t)
  const { grow } = await createLogOf(server)
  await grow(256, 60_000)
  const begun = performance.now()
  let answer = await ask(server, 'tile/entries/000')
  // It counts from the first one on, which is counted when it is read.
  const first = performance.now()
  for (let times = 1; answer.status === 200; times += 1) {
    t.ok(times < 20, '15 MB each')
    answer = await ask(server, 'tile/entries/000')
  }
  t.equal(answer.status, 429)
  const seconds = Number(answer.headers['retry-after'])
  const now = performance.now()
  t.ok(
    seconds >= 60 - (now - begun) / 1000 - 1 && seconds <= 61 - (now - first) / 1000 + 1,
    'a minute from it',
  )
  t.equal((await ask(server, 'tile/0/000')).status, 200, 'hashes are no bundles')
  t.equal((await ask(server, 'checkpoint')).status, 200)
})

await t.test('tiles that are missing or short', async t => {
  const server = await start(t)
  const { grow } = await createLogOf(server)
  await grow(300)
  const database = new Sqlite(server.file)
  database.exec('DELETE FROM log_tile WHERE level = 1')
  database.exec('UPDATE log_tile SET hashes = substr(hashes, 1, 1000) WHERE level = 0 AND place = 1')
  database.exec('DELETE FROM log_entry WHERE place = 200')
  database.close()
  for (const name of ['tile/1/000.p/1', 'tile/0/001.p/44', 'tile/entries/000', 'tile/entries/001.p/44']) {
    t.equal((await ask(server, name)).status, 503, name)
  }
  t.equal((await ask(server, 'tile/0/001.p/31')).status, 200)
  t.equal((await ask(server, 'tile/entries/000.p/200')).status, 200)
})

await t.test('a store that cannot be read, and then can', async t => {
  let isBroken = true
  const real = await start(t)
  await createLogOf(real)
  const failing = failingStore(new Error('no'))
  const server = await start(t, {
    store: {
      ...failing,
      generation: () => 1,
      get log() {
        return isBroken ? failing.log : real.store.log
      },
    },
  })
  t.equal((await ask(server, 'checkpoint')).status, 500)
  isBroken = false
  t.equal((await ask(server, 'checkpoint')).status, 200)
})

await t.test('cosignatures that come later stand below the same head', async t => {
  const server = await start(t)
  const { grow } = await createLogOf(server)
  await grow(3)
  const before = await ask(server, 'checkpoint')
  const { text, signatures } = parseNote(before.body)
  const cosignature = signCosignature(text, 'witness.example', 1_793_534_400, new Uint8Array(32).fill(6))
  await server.store.transact(({ log }) => log.writeCosignature(3, cosignature))
  await setTimeout(10)
  const after = parseNote((await ask(server, 'checkpoint')).body)
  t.equal(after.text, text)
  t.strictSame(
    after.signatures.map(({ name }) => name),
    [...signatures.map(({ name }) => name), 'witness.example'],
  )
  t.equal((await ask(server, 'checkpoint', { 'If-None-Match': before.headers['etag'] ?? '' })).status, 200)
})

await t.test('another log in the place of one: nothing of the old one stays', async t => {
  const server = await start(t)
  const { grow, desk } = await createLogOf(server)
  await grow(300)
  const before = await ask(server, 'tile/0/000.p/200')
  t.equal(before.status, 200)
  await server.store.transact(async ({ log }) => {
    const row = await log.readLog()
    await log.writeLog({ ...row!, origin: 'other.example/log' })
    const data = madeEntry(7)
    await log.append(
      Array.from({ length: 200 }, (_, sequence) => ({ raffleId: 'x', sequence, data, hash: hashLeaf(data) })),
    )
    const leaf = Buffer.concat(Array.from({ length: 200 }, () => hashLeaf(data)))
    const signature = { name: 'other.example/log', keyId: '00000000', signature: new Uint8Array(64) }
    await log.writeHead(
      { size: 200, root: new Uint8Array(32), signedAt: desk.now().toISOString(), signature },
      [{ level: 0, index: 0, hashes: leaf }],
    )
  })
  await setTimeout(10)
  const after = await ask(server, 'tile/0/000.p/200')
  t.equal(after.status, 200)
  t.notSame(after.bytes, before.bytes)
})

await t.test('bundles that their clients do not read', async t => {
  // Sixteen may be open: the first has to wait still when the last was read and hashed, on a slow machine too.
  const server = await start(t, { engine: native })
  const { grow } = await createLogOf(server)
  await grow(256, 40_000)
  const request = `GET ${at('tile/entries/000')} HTTP/1.1\r\nHost: a\r\n\r\n`
  const sockets = Array.from({ length: 16 }, () => {
    const socket = connect(server.port, '127.0.0.1').pause()
    socket.write(request)
    return socket
  })
  // To read all of it takes a slow machine longer than the server waits for those who read nothing.
  const status = async (): Promise<number> => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(request)
    const [head] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(head.toString('latin1').split(' ')[1])
  }
  for (let tries = 0; tries < 100 && (await status()) !== 429; tries += 1) await setTimeout(20)
  const refused = await ask(server, 'tile/entries/000')
  t.equal(refused.status, 429)
  t.equal(refused.headers['retry-after'], '1')
  t.equal((await ask(server, 'tile/0/000')).status, 200, 'small tiles are sent as ever')
  t.equal((await send(server, at('tile/entries/000'), { method: 'HEAD' })).status, 200)
  for (const socket of sockets) socket.destroy()
  for (let tries = 0; tries < 100 && (await status()) !== 200; tries += 1) await setTimeout(20)
  const whole = await ask(server, 'tile/entries/000')
  t.equal(whole.status, 200)
  t.equal(decodeEntries(whole.bytes, 256).length, 256)
})

await t.test('the keys name the log', async t => {
  const server = await start(t)
  await createCeremony(server).run(fewEntries)
  const { vkey } = await createLogOf(server)
  const answer = await get(server, '/api/v1/keys')
  const keys = JSON.parse(answer.body) as TrustJson
  t.strictSame(Object.keys(keys), ['trust', 'operators', 'logs', 'beacons'])
  t.strictSame(keys.logs, [{ origin, vkey }])
  t.strictSame(
    keys.operators?.map(({ name, log_origin }) => [name, log_origin]),
    [['raffles.example', origin]],
  )
  t.equal(parseTrust(keys).operators[0]?.logOrigin, origin)
  const checkpoint = await ask(server, 'checkpoint')
  t.equal(verifyNote(parseNote(checkpoint.body), [parseVerifierKey(vkey)]).length, 1)
  t.equal(readSize(checkpoint), 5, 'commitment, seal and three draws')
})
