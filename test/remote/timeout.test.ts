// One deadline for everything, from the name to the last byte.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { fails, serveHttp, serveRaw, serveSocket, start } from './start.js'

const timeout = 250
const words = 'within 0.25 s'

await t.test('a name server that says nothing', async t => {
  const client = start(t, { timeout, lookup: () => new Promise(() => undefined) })
  await fails(t, client.request('http://a.example/'), 'remote-timeout', words)
})

/** A port whose queue of connections is full: who connects hears nothing. */
async function listenDeaf(test: Parameters<typeof start>[0]): Promise<number> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port)
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
    })`,
    { eval: true },
  )
  const [port] = (await once(worker, 'message')) as [number]
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  test.teardown(async () => {
    for (const socket of waiting) socket.destroy()
    await worker.terminate()
  })
  await Promise.all(waiting.slice(0, 2).map(socket => once(socket, 'connect')))
  return port
}

await t.test('a connection that is not accepted', async t => {
  const port = await listenDeaf(t)
  const client = start(t, { timeout })
  await fails(t, client.request(`http://127.0.0.1:${port}/`), 'remote-timeout', words)
  await fails(t, client.request(`https://127.0.0.1:${port}/`), 'remote-timeout', words)
})

/** Writes a byte every few milliseconds. */
function drip(socket: Socket, text: string): void {
  let index = 0
  const timer = setInterval(() => socket.write(text.charAt(index++ % text.length)), 5)
  socket.on('close', () => {
    clearInterval(timer)
  })
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3])
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const phases: readonly (readonly [name: string, answer: (socket: Socket) => void])[] = [
  ['no answer', () => undefined],
  ['half a header', socket => socket.write(head)],
  [
    'a header byte by byte',
    socket => {
      drip(socket, `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(1000)}`)
    },
  ],
  ['no content', socket => socket.write(`${head}Content-Length: 5\r\n\r\n`)],
  ['half the content', socket => socket.write(`${head}Content-Length: 5\r\n\r\nab`)],
  [
    'content byte by byte',
    socket => {
      socket.write(`${head}\r\n`)
      drip(socket, '[1,2]')
    },
  ],
  [
    'chunks without end',
    socket => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
      drip(socket, '1\r\nx\r\n')
    },
  ],
  [
    'the name of a file in gzip without end',
    socket => {
      socket.write(`${head}Content-Encoding: gzip\r\n\r\n`)
      socket.write(gzipHeader)
      drip(socket, 'a')
    },
  ],
  [
    'informational answers, and nothing after them',
    socket => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
  ],
  [
    '100 without end',
    socket => {
      drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n')
    },
  ],
]

for (const [name, answer] of phases) {
  await t.test(name, async t => {
    let closed: Promise<unknown> = Promise.resolve()
    const { url } = await serveRaw(t, socket => {
      closed = new Promise(resolve => socket.on('close', resolve))
      answer(socket)
    })
    await fails(t, start(t, { timeout }).request(url), 'remote-timeout', words)
    await closed
  })
}

await t.test('a TLS handshake that is not answered', async t => {
  const { port } = await serveSocket(t, () => undefined)
  await fails(t, start(t, { timeout }).request(`https://127.0.0.1:${port}/`), 'remote-timeout', words)
})

await t.test('the deadline is one for all redirects', async t => {
  const { url, received } = await serveHttp(t, (request, response) => {
    const step = Number(request.url?.slice(1))
    setTimeout(() => response.writeHead(302, { location: `/${step + 1}` }).end(), 100)
  })
  await fails(t, start(t, { timeout }).request(`${url}/0`), 'remote-timeout', words)
  t.notMatch(received(), /GET \/3 /)
})

await t.test('who asks can end it', async t => {
  const { url } = await serveSocket(t, () => undefined)
  const abort = new AbortController()
  const reason = new Error('enough')
  const asked = start(t).request(url, { signal: abort.signal })
  setImmediate(() => {
    abort.abort(reason)
  })
  await t.rejects(asked, reason)
  await t.rejects(start(t).request(url, { signal: abort.signal }), reason)
})

await t.test('a request that is waiting for a connection has its deadline, too', async t => {
  const { url } = await serveRaw(t, () => undefined)
  const client = start(t, { timeout })
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      await fails(t, client.request(url), 'remote-timeout', words)
    }),
  )
})
