// Content is decoded as it comes and counted after that; what cannot be decoded is not content.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  deflateSync,
  gzipSync,
} from 'node:zlib'
import t from 'tap'
import { readStart } from '../../src/remote/content.js'
import { fails, serveHttp, serveRaw, start } from './start.js'

const text = JSON.stringify({ odds: '5 in 1000', filler: 'x'.repeat(100_000) })

/** Asks a service that answers with this content. */
async function answer(
  test: Parameters<typeof serveHttp>[0],
  body: Uint8Array,
  headers: Readonly<Record<string, string | string[]>>,
  maxBytes?: number,
) {
  const { url } = await serveHttp(test, (_, response) => {
    response.on('error', () => undefined)
    response.writeHead(200, headers).end(body)
  })
  return start(test, maxBytes === undefined ? {} : { maxBytes }).request(url)
}

await t.test('each encoding is undone, whatever was asked for', async t => {
  const encoded: readonly (readonly [encoding: string, body: Uint8Array])[] = [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['', Buffer.from(text)],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 10)), gzipSync(text.slice(10))])],
  ]
  for (const [encoding, body] of encoded) {
    const exchange = await answer(t, body, { 'Content-Encoding': encoding })
    t.equal(Buffer.from(exchange.body).toString(), text, encoding)
    t.same(exchange.headers[0], ['Content-Encoding', encoding], 'the field is told as it came')
  }
})

await t.test('no content is no content, whatever it claims to be', async t => {
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const exchange = await answer(t, Buffer.alloc(0), { 'content-encoding': encoding })
    t.equal(exchange.body.length, 0, encoding)
  }
})

await t.test('HEAD, 204 and 304 have no content to decode', async t => {
  const { url } = await serveHttp(t, (request, response) => {
    const status = Number(request.url?.slice(1))
    response
      .writeHead(status, { 'content-encoding': 'gzip', ...(status === 200 && { 'content-length': 1000 }) })
      .end()
  })
  const client = start(t)
  t.equal((await client.request(`${url}/204`)).body.length, 0)
  t.equal((await client.request(`${url}/304`)).body.length, 0)
  const head = await client.request(`${url}/200`, { method: 'HEAD' })
  t.equal(head.status, 200)
  t.equal(head.body.length, 0)
})

await t.test('what cannot be decoded', async t => {
  const gzip = gzipSync(text)
  const broken: readonly (readonly [name: string, encoding: string | string[], body: Uint8Array])[] = [
    ['truncated gzip', 'gzip', gzip.subarray(0, -9)],
    ['truncated deflate', 'deflate', deflateSync(text).subarray(0, -5)],
    ['truncated br', 'br', brotliCompressSync(text).subarray(0, -2)],
    ['not gzip', 'gzip', Buffer.from(text)],
    ['not br', 'br', Buffer.from(text)],
    ['gzip that says deflate', 'deflate', gzip],
    ['gzip that says br', 'br', gzip],
    [
      'a flipped bit',
      'gzip',
      Buffer.from(gzip.map((byte, index) => (index === gzip.length - 6 ? byte ^ 1 : byte))),
    ],
    ['gzip with more after it', 'gzip', Buffer.concat([gzip, Buffer.from('more')])],
    ['deflate with more after it', 'deflate', Buffer.concat([deflateSync(text), Buffer.from('more')])],
    ['br with more after it', 'br', Buffer.concat([brotliCompressSync(text), Buffer.from('more')])],
    ['nested', 'gzip, gzip', gzipSync(gzip)],
    ['nested, in two fields', ['br', 'gzip'], gzipSync(brotliCompressSync(text))],
    ['unknown', 'zstd', Buffer.from(text)],
    ['unknown', 'compress', Buffer.from(text)],
    ['unknown', 'aws-chunked', Buffer.from(text)],
  ]
  for (const [name, encoding, body] of broken) {
    await t.test(name, async t => {
      await fails(t, answer(t, body, { 'content-encoding': encoding }), 'remote-encoding')
    })
  }
})

await t.test('content of just the largest size, and one byte more', async t => {
  const body = Buffer.alloc(50_000, 'x')
  for (const [encoding, content] of [
    ['identity', body],
    ['gzip', gzipSync(body)],
    ['br', brotliCompressSync(body)],
  ] as const) {
    t.equal((await answer(t, content, { 'content-encoding': encoding }, 50_000)).body.length, 50_000)
    const over = answer(t, content, { 'content-encoding': encoding }, 49_999)
    await fails(t, over, 'remote-too-large', '49999 bytes')
  }
})

/** 256 MB of zeros, in a few hundred bytes if br. */
async function createBomb(encoding: 'br' | 'gzip'): Promise<Uint8Array> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const zeros = Buffer.alloc(256 * 1024)
  const bomb: Uint8Array[] = []
  await pipeline(
    Array.from({ length: 1024 }, () => zeros),
    encoding === 'br' ? createBrotliCompress(quality) : createGzip(),
    async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) bomb.push(chunk)
    },
  )
  return Buffer.concat(bomb)
}

await t.test('a bomb takes no more memory than content may', async t => {
  for (const encoding of ['br', 'gzip'] as const) {
    const bomb = await createBomb(encoding)
    t.ok(bomb.length < (encoding === 'br' ? 1000 : 300_000), `${bomb.length} bytes`)
    const { url } = await serveHttp(t, (_, response) => {
      response.on('error', () => undefined)
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
    })
    const client = start(t, { maxBytes: 1024 * 1024 })
    await fails(t, client.request(url), 'remote-too-large')
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1)
    await fails(t, client.request(url), 'remote-too-large')
    clearInterval(watch)
    most = Math.max(most, process.memoryUsage.rss())
    t.ok(most - before < 16e6, `${encoding}: ${Math.round((most - before) / 1e6)} MB more`)
  }
})

await t.test('many small chunks take no more memory than their bytes', async t => {
  const chunk = '1\r\nx\r\n'.repeat(10_000)
  const { url } = await serveRaw(t, socket => {
    socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n')
    for (let count = 0; count < 100; count += 1) socket.write(chunk)
    socket.write('0\r\n\r\n')
  })
  const client = start(t)
  await client.request(url)
  const before = process.memoryUsage.rss()
  t.equal((await client.request(url)).body.length, 1_000_000)
  t.ok(process.memoryUsage.rss() - before < 80e6, `${(process.memoryUsage.rss() - before) / 1e6} MB more`)
})

await t.test('content that never ends is left as soon as it is too large', async t => {
  let written = 0
  const { url } = await serveHttp(t, (_, response) => {
    const chunk = Buffer.alloc(64 * 1024)
    const more = () => {
      do written += chunk.length
      while (response.write(chunk))
    }
    response.on('drain', more)
    more()
  })
  await fails(t, start(t, { maxBytes: 1_000_000 }).request(url), 'remote-too-large')
  t.ok(written < 20e6, `${written} bytes were written`)
})

await t.test('a service that is left in the middle sees the connection end', async t => {
  const ended = new Promise(resolve => {
    void serveRaw(t, socket => {
      socket.on('close', resolve)
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
      socket.write('x'.repeat(2000))
    }).then(async ({ url }) => {
      await fails(t, start(t, { maxBytes: 1000 }).request(url), 'remote-too-large')
    })
  })
  await ended
})

await t.test('the start of content whose end nobody waits for', async t => {
  const { signal } = new AbortController()
  const text = async (source: Readable, bytes: number, end = signal): Promise<string> =>
    Buffer.from(await readStart(source, { bytes, milliseconds: 50 }, end)).toString()
  t.equal(await text(Readable.from([Buffer.from('abcd'), Buffer.from('efgh')]), 6), 'abcdef')
  t.equal(await text(Readable.from([Buffer.from('abcd')]), 6), 'abcd')
  const endless = (): Readable => {
    const source = new Readable({ read: () => undefined })
    source.push('abc')
    return source
  }
  const one = endless()
  t.equal(await text(one, 6), 'abc', 'after its time')
  t.ok(one.destroyed)
  const other = endless()
  t.equal(await text(other, 6, AbortSignal.abort()), '')
  t.ok(other.destroyed, 'nobody wants it any more')
})
