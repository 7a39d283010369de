// Redirects are followed by hand: three at most, each checked like the first URL, the user's secrets left behind.
import type { IncomingMessage, ServerResponse } from 'node:http'
import t from 'tap'
import { createCertificate, fails, serveHttp, serveHttps, start, startGuarded } from './start.js'

/** Answers `/STATUS/LOCATION` with just these, everything else with 200. */
function redirect(request: IncomingMessage, response: ServerResponse): void {
  const [, status, location] = /^\/(\d{3})\/(.*)$/.exec(request.url ?? '') ?? []
  if (status === undefined) response.end('here')
  else response.writeHead(Number(status), { location: decodeURIComponent(location ?? '') }).end('elsewhere')
}

const to = (location: string, status = 302) => `/${status}/${encodeURIComponent(location)}`

await t.test('each status of redirection is followed, and the way is told', async t => {
  const { url } = await serveHttp(t, redirect)
  const client = start(t)
  for (const status of [301, 302, 303, 307, 308]) {
    const exchange = await client.request(`${url}${to('/end', status)}`)
    t.equal(exchange.status, 200)
    t.equal(exchange.url, `${url}/end`)
    t.equal(Buffer.from(exchange.body).toString(), 'here')
    t.same(exchange.redirects, [`${url}${to('/end', status)}`])
  }
})

await t.test('Location may be relative, without a scheme, or whole', async t => {
  const { url } = await serveHttp(t, redirect)
  const client = start(t)
  const ends: readonly (readonly [location: string, path: string])[] = [
    ['/a/b?c=d', '/a/b?c=d'],
    ['../x', '/x'],
    ['./../../y', '/y'],
    [url.replace('http:', ''), '/'],
    [`${url}/whole`, '/whole'],
  ]
  for (const [location, path] of ends) {
    const exchange = await client.request(`${url}${to(location)}`)
    t.ok(exchange.url.endsWith(path), `${location}: ${exchange.url}`)
    t.equal(exchange.status, 200)
  }
})

await t.test('HEAD stays HEAD', async t => {
  const { url, received } = await serveHttp(t, redirect)
  const exchange = await start(t).request(`${url}${to('/end')}`, { method: 'HEAD' })
  t.equal(exchange.method, 'HEAD')
  t.equal(exchange.body.length, 0)
  t.match(received(), /^HEAD \/end HTTP/m)
  t.notMatch(received(), /^GET/m)
})

await t.test('three are followed, a fourth is not', async t => {
  const { url, received } = await serveHttp(t, redirect)
  const client = start(t)
  const three = to(to(to('/end')))
  t.equal((await client.request(`${url}${three}`)).redirects.length, 3)
  await fails(t, client.request(`${url}${to(three)}`), 'remote-redirect', 'more than 3')
  t.equal(received().match(/^GET \/end /gm)?.length, 1)
})

await t.test('a loop ends', async t => {
  const { url, received } = await serveHttp(t, (_, response) =>
    response.writeHead(302, { location: '/' }).end(),
  )
  await fails(t, start(t).request(url), 'remote-redirect', 'more than 3')
  t.equal(received().match(/^GET /gm)?.length, 4)
})

await t.test('what is no redirect is an answer like any other', async t => {
  const { url, received } = await serveHttp(t, (request, response) => {
    if (request.url === '/none') response.writeHead(302).end('no Location')
    else response.writeHead(Number(request.url?.slice(1)), { location: '/end' }).end()
  })
  const client = start(t)
  t.equal((await client.request(`${url}/none`)).status, 302)
  for (const status of [200, 201, 300, 304, 305]) {
    t.equal((await client.request(`${url}/${status}`)).status, status)
  }
  const posted = await client.request(`${url}/303`, { method: 'POST' })
  t.equal(posted.status, 303)
  t.same(posted.redirects, [])
  t.notMatch(received(), /\/end/)
})

await t.test('to where none may lead', async t => {
  const { url } = await serveHttp(t, redirect)
  const client = start(t)
  const locations: readonly (readonly [location: string, code: string])[] = [
    ['file:///etc/passwd', 'url-invalid'],
    ['FILE:/etc/passwd', 'url-invalid'],
    ['unix:/var/run/docker.sock', 'url-invalid'],
    ['javascript:alert(1)', 'url-invalid'],
    ['http:foo', 'url-invalid'],
    ['http://', 'url-invalid'],
    ['//user:pass@127.0.0.1/', 'url-invalid'],
    ['//[::1', 'url-invalid'],
    ['/\\evil', 'url-invalid'],
    ['/a#b', 'url-invalid'],
    ['/a b', 'url-invalid'],
    ['/caf\u00e9', 'url-invalid'],
    ['http://127.0.0.1:0/', 'url-invalid'],
  ]
  for (const [location, code] of locations) {
    await fails(t, client.request(`${url}${to(location)}`), code, `redirected by ${url}/302/`)
  }
  const long = await serveHttp(t, (_, response) =>
    response.writeHead(302, { location: `/${'a'.repeat(2048)}` }).end(),
  )
  await fails(t, client.request(long.url), 'url-invalid', `redirected by ${long.url}/: the URL is longer`)
})

await t.test('two Locations are no direction', async t => {
  const { url } = await serveHttp(t, (_, response) =>
    response.writeHead(302, ['Location', '/a', 'Location', '/b']).end(),
  )
  await fails(t, start(t).request(url), 'remote-redirect', 'more than one Location')
})

await t.test('not from https to http', async t => {
  const plain = await serveHttp(t, (_, response) => response.end('plain'))
  const certificate = createCertificate(t)
  const secure = await serveHttps(t, certificate, (_, response) =>
    response.writeHead(302, { location: plain.url }).end(),
  )
  await fails(t, start(t, { ca: certificate.cert }).request(secure.url), 'remote-redirect', 'not encrypted')
  t.equal(plain.connections(), 0)
})

await t.test('not to private addresses, by address or by name', async t => {
  const { url, received } = await serveHttp(t, redirect)
  const asked: string[] = []
  const client = await startGuarded(t, {
    lookup: hostname => {
      asked.push(hostname)
      return Promise.resolve(['10.0.0.1'])
    },
  })
  t.equal((await client.request(`${url}${to('/end')}`)).status, 200, 'the stand-in for a public address')
  const locations = ['http://127.0.0.2/', 'http://2130706434/', '//[::1]/', 'http://[::ffff:127.0.0.2]/']
  locations.push(
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'http://metadata.google.internal/',
  )
  for (const location of locations) {
    await fails(t, client.request(`${url}${to(location)}`), 'address-forbidden', 'redirected by')
  }
  t.same(asked, [])
  const named = client.request(`${url}${to('http://inside.example/')}`)
  await fails(t, named, 'address-forbidden', 'inside.example resolves to 10.0.0.1')
  t.same(asked, ['inside.example'])
  t.notMatch(received(), /^host: inside/im)
})

await t.test('the user’s own header fields stay with the origin that was asked first', async t => {
  const other = await serveHttp(t, (_, response) => response.end('other'))
  const { url, received } = await serveHttp(t, redirect)
  const headers = [['Authorization', 'Bearer s3cret']] as const
  const client = start(t, { headers })

  const same = await client.request(`${url}${to('/end')}`, { headers: [['Accept', 'application/json']] })
  t.equal(received().match(/s3cret/g)?.length, 1, 'dropped within the origin, too')
  t.equal(received().match(/^accept: application\/json/gm)?.length, 2, 'what is not the user’s is kept')
  t.notMatch(JSON.stringify(same), /s3cret|authorization/)

  await client.request(`${url}${to(other.url)}`)
  await client.request(other.url)
  t.notMatch(other.received(), /s3cret|authorization/i)
  t.equal(other.received().match(/^GET/gm)?.length, 2)

  await client.request(url)
  t.equal(received().match(/s3cret/g)?.length, 3)
})
