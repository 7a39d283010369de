// Services that speak only HTTP/2: they are reached, and say so each in its way.
import { once } from 'node:events'
import { createSecureServer, createServer as createHttp2Server } from 'node:http2'
import { connect, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import t from 'tap'
import { createCertificate, fails, serveHttps, serveRaw, start, type Certificate } from './start.js'

type Test = Parameters<typeof createCertificate>[0]

/** The port of loopback that it listens on until the test ends. */
async function listen(test: Test, server: Server): Promise<number> {
  const sockets = new Set<{ destroy: () => void }>()
  server.on('connection', (socket: { destroy: () => void }) => sockets.add(socket))
  // What does not get along is what this is about.
  for (const event of ['sessionError', 'tlsClientError', 'error']) server.on(event, () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** HTTP/2 without TLS: it answers whatever comes with its frames. */
const serveFrames = async (test: Test): Promise<number> =>
  listen(
    test,
    createHttp2Server((_, response) => response.end('{}')),
  )

/** TLS that agrees to no protocol, and passes everything on to HTTP/2. */
async function serveFramesByTls(test: Test, certificate: Certificate): Promise<number> {
  const port = await serveFrames(test)
  const server = createTlsServer(certificate, socket => {
    const passed = connect(port, '127.0.0.1')
    for (const end of [socket, passed]) end.on('error', () => undefined)
    socket.pipe(passed).pipe(socket)
  })
  return listen(test, server)
}

const says = /^127\.0\.0\.1:\d+ speaks only HTTP\/2, and drawaudit asks by HTTP\/1\.1$/

await t.test('one that refuses HTTP/1.1 while TLS is agreed on', async t => {
  const certificate = createCertificate(t)
  const server = createSecureServer({ ...certificate, allowHTTP1: false }, (_, response) =>
    response.end('{}'),
  )
  const port = await listen(t, server)
  const client = start(t, { ca: certificate.cert })
  for (let times = 0; times < 3; times++) {
    await fails(t, client.request(`https://127.0.0.1:${port}/`), 'remote-http2', says)
  }
})

await t.test('one that answers with frames', async t => {
  const certificate = createCertificate(t)
  const port = await serveFramesByTls(t, certificate)
  const client = start(t, { ca: certificate.cert })
  for (let times = 0; times < 3; times++) {
    await fails(t, client.request(`https://127.0.0.1:${port}/`), 'remote-http2', says)
  }
  await fails(t, start(t).request(`http://127.0.0.1:${await serveFrames(t)}/`), 'remote-http2', says)
})

await t.test('settings in the first frame', async t => {
  const settings = Buffer.from('00000c0400000000000003000000640004000fffff', 'hex')
  const { url } = await serveRaw(t, socket => socket.end(settings))
  await fails(t, start(t).request(url), 'remote-http2', says)
})

await t.test('what is neither is not taken for HTTP/2', async t => {
  for (const bytes of [
    '000004040000000000',
    '000000050000000000',
    '000000040000000001',
    '0000',
    '53534820322e30',
  ]) {
    const { url } = await serveRaw(t, socket => socket.end(Buffer.from(bytes, 'hex')))
    await fails(t, start(t).request(url), 'remote-malformed', 'is not HTTP')
  }
})

await t.test('one that speaks both is asked by HTTP/1.1', async t => {
  const certificate = createCertificate(t)
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) =>
    response.end(request.httpVersion),
  )
  const port = await listen(t, server)
  const both = await start(t, { ca: certificate.cert }).request(`https://127.0.0.1:${port}/`)
  t.equal(Buffer.from(both.body).toString(), '1.1')
  const { url } = await serveHttps(t, certificate, (_, response) => response.end('old'))
  t.equal((await start(t, { ca: certificate.cert }).request(url)).status, 200, 'and who knows no HTTP/2 too')
})
