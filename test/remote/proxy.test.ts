// Through a proxy: which one, for what, and that its own answers are not taken for the service's.
import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import t from 'tap'
import type { DrawauditError } from '../../src/errors.js'
import { findProxy } from '../../src/remote/proxy.js'
import { createCertificate, fails, serveHttp, serveHttps, serveSocket, start, startGuarded } from './start.js'

interface Proxy {
  readonly url: string
  /** Its request lines, and the credentials with them. */
  readonly asked: string[]
}

/** A forward proxy on loopback, to which every name is 127.0.0.1. */
async function serveProxy(test: Parameters<typeof start>[0]): Promise<Proxy> {
  const asked: string[] = []
  const note = (...words: readonly (string | undefined)[]) => asked.push(words.filter(Boolean).join(' '))
  const server = createServer((incoming, response) => {
    note(incoming.method, incoming.url, incoming.headers['proxy-authorization'])
    const { port, pathname } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    const outgoing = forward({ host: '127.0.0.1', port, path: pathname, method, headers }, answer => {
      answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers))
    })
    incoming.pipe(outgoing)
  })
  server.on('connect', (incoming, client) => {
    note('CONNECT', incoming.url, incoming.headers['proxy-authorization'])
    const service = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      service.pipe(client).pipe(service)
    })
    for (const socket of [service, client]) socket.on('error', () => undefined)
    test.teardown(() => {
      service.destroy()
      client.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

await t.test('http goes to the proxy whole', async t => {
  const proxy = await serveProxy(t)
  const { port, received } = await serveHttp(t, (_, response) => response.end('plain'))
  for (const name of ['HTTP_PROXY', 'http_proxy']) {
    const client = start(t, { env: { [name]: proxy.url }, headers: [['X-Own', 'secret']] })
    const exchange = await client.request(`http://a.example:${port}/api`, { headers: [['Accept', 'x/y']] })
    t.equal(Buffer.from(exchange.body).toString(), 'plain')
    t.equal(exchange.address, undefined, 'who answers the proxy is not known')
  }
  t.same(proxy.asked, Array(2).fill(`GET http://a.example:${port}/api`))
  t.match(received(), /^accept: x\/y/im)
  t.match(received(), /^x-own: secret/im)
})

await t.test('https goes through it, and only the service is trusted', async t => {
  const proxy = await serveProxy(t)
  const certificate = createCertificate(t, 'DNS:a.example')
  const { port } = await serveHttps(t, certificate, (_, response) => response.end('secure'))
  const env = { HTTPS_PROXY: proxy.url.replace('//', '//user:p%20w@') }
  const client = start(t, { env, ca: certificate.cert })
  const exchange = await client.request(`https://a.example:${port}/`)
  t.equal(Buffer.from(exchange.body).toString(), 'secure')
  const credentials = `Basic ${Buffer.from('user:p w').toString('base64')}`
  t.same(proxy.asked, [`CONNECT a.example:${port} ${credentials}`])
  t.notMatch(JSON.stringify(exchange), /p%20w|p w|Basic/)
  await fails(t, client.request(`https://b.example:${port}/`), 'remote-tls', 'is for another name')
  await fails(t, client.request(`https://127.0.0.1:${port}/`), 'remote-tls', 'is for another name')
  await fails(t, start(t, { env }).request(`https://a.example:${port}/`), 'remote-tls', 'is not trusted')
})

await t.test('an address in the URL is the one that the certificate is for', async t => {
  const proxy = await serveProxy(t)
  const local = createCertificate(t, 'DNS:localhost')
  const wrong = await serveHttps(t, local, (_, response) => response.end('secure'))
  const env = { https_proxy: proxy.url }
  await fails(t, start(t, { env, ca: local.cert }).request(wrong.url), 'remote-tls', 'is for another name')
  const good = createCertificate(t)
  const right = await serveHttps(t, good, (_, response) => response.end('secure'))
  t.equal((await start(t, { env, ca: good.cert }).request(right.url)).status, 200)
})

await t.test('NO_PROXY is honoured', async t => {
  const proxy = await serveProxy(t)
  const { url, port } = await serveHttp(t, (_, response) => response.end('plain'))
  for (const NO_PROXY of ['127.0.0.1', `127.0.0.1:${port}`, 'x.example, 127.0.0.0/8', '*']) {
    const exchange = await start(t, { env: { HTTP_PROXY: proxy.url, NO_PROXY } }).request(url)
    t.equal(exchange.address, '127.0.0.1', NO_PROXY)
  }
  t.same(proxy.asked, [])
})

await t.test('the host is guarded as it is written; its addresses are the proxy’s matter', async t => {
  const proxy = await serveProxy(t)
  const { port } = await serveHttp(t, (_, response) =>
    response.writeHead(302, { location: 'http://localhost/' }).end(),
  )
  const lookup = () => Promise.reject(new Error('must not be asked'))
  const client = await startGuarded(t, { env: { HTTP_PROXY: proxy.url }, lookup })
  await fails(t, client.request('http://10.0.0.1/'), 'address-forbidden')
  await fails(t, client.request('http://printer.local/'), 'address-forbidden')
  t.same(proxy.asked, [])
  await fails(t, client.request(`http://a.example:${port}/`), 'address-forbidden', 'redirected by')
  t.same(proxy.asked, [`GET http://a.example:${port}/`])
})

await t.test('a proxy that refuses does not answer for the service', async t => {
  const { port } = await serveSocket(t, socket =>
    socket.once('data', () => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}')),
  )
  const client = start(t, { env: { HTTPS_PROXY: `127.0.0.1:${port}` } })
  const words = `the proxy 127.0.0.1:${port} answered 404`
  await fails(t, client.request('https://a.example/'), 'remote-unreachable', words)
})

await t.test('a proxy that is not there, breaks off or says nothing', async t => {
  const refused = start(t, { env: { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' } })
  for (const scheme of ['http', 'https']) {
    const words = 'no connection to the proxy 127.0.0.1:1: connection refused'
    await fails(t, refused.request(`${scheme}://a.example/`), 'remote-unreachable', words)
  }
  const ending = await serveSocket(t, socket => socket.once('data', () => socket.end('HTTP/1.1')))
  const ended = start(t, { env: { HTTPS_PROXY: ending.url } })
  await fails(t, ended.request('https://a.example/'), 'remote-unreachable', 'through the proxy')

  let closed: Promise<unknown> = Promise.resolve()
  const deaf = await serveSocket(t, socket => {
    closed = new Promise(resolve => socket.on('close', resolve))
    socket.resume()
  })
  const env = { HTTP_PROXY: deaf.url, HTTPS_PROXY: deaf.url }
  for (const scheme of ['http', 'https']) {
    await fails(t, start(t, { env, timeout: 250 }).request(`${scheme}://a.example/`), 'remote-timeout')
    await closed
  }
})

await t.test('which proxy', t => {
  const env = {
    HTTP_PROXY: 'http://upper.example:1',
    http_proxy: 'lower.example:2',
    HTTPS_PROXY: 'https://s.example',
  }
  const hostOf = (url: string, more: Record<string, string> = {}) =>
    findProxy(new URL(url), { ...env, ...more })?.host
  t.equal(hostOf('http://a.example/'), 'lower.example:2')
  t.equal(hostOf('https://a.example/'), 's.example')
  t.equal(findProxy(new URL('http://a.example/'), {}), undefined)
  t.equal(findProxy(new URL('http://a.example/'), { HTTP_PROXY: ' ' }), undefined)
  const lists: readonly (readonly [list: string, url: string, isExempt: boolean])[] = [
    ['a.example', 'http://a.example/', true],
    ['A.Example', 'http://a.example/', true],
    ['a.example', 'http://x.a.example/', true],
    ['.a.example', 'http://x.a.example/', true],
    ['*.a.example', 'http://x.a.example/', true],
    ['a.example', 'http://xa.example/', false],
    ['a.example:80', 'http://a.example/', true],
    ['a.example:81', 'http://a.example/', false],
    ['a.example:443', 'https://a.example/', true],
    ['b.example c.example,,a.example', 'http://a.example/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', false],
    ['10.0.0.0/8', 'http://10.example/', false],
    ['0.1', 'http://127.0.0.1/', false],
    ['::1', 'http://[::1]/', true],
    ['[::1]', 'http://[::1]/', true],
    ['[::1]:80', 'http://[::1]/', true],
    ['[::1]:81', 'http://[::1]/', false],
    ['fd00::/8', 'http://[fd00::1]/', true],
    ['*', 'http://a.example/', true],
    [', b.example', 'http://a.example./', false],
  ]
  for (const [list, url, isExempt] of lists) {
    t.equal(hostOf(url, { NO_PROXY: list }) === undefined, isExempt, `${list}: ${url}`)
  }
  for (const HTTP_PROXY of ['socks5://s3cret@a.example', 'http://s3cret@:x', 'ftp://s3cret']) {
    try {
      findProxy(new URL('http://a.example/'), { HTTP_PROXY })
      t.fail(HTTP_PROXY)
    } catch (error) {
      t.match(error, { code: 'url-invalid', message: /^((?!s3cret).)*$/ })
    }
  }
  t.end()
})

await t.test('a proxy that asks to log in', async t => {
  const server = createServer()
  server.on('connect', (_, client) => {
    client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const client = start(t, { env: { HTTPS_PROXY: `http://127.0.0.1:${port}` } })
  const words = `the proxy 127.0.0.1:${port} asks to log in (407)`
  await fails(t, client.request('https://a.example/'), 'remote-intercepted', words)
  const { hint } = (await client
    .request('https://a.example/')
    .catch((error: unknown) => error)) as DrawauditError
  t.match(hint, 'user and password in HTTPS_PROXY')
})
