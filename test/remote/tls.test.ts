// Certificates: trusted or not, never both.
import t from 'tap'
import { createCertificate, fails, serveHttps, serveSocket, start } from './start.js'

await t.test('a certificate that nobody vouches for, until its authority is given', async t => {
  const certificate = createCertificate(t)
  const { url, received } = await serveHttps(t, certificate, (_, response) => response.end('secure'))
  await fails(t, start(t).request(url), 'remote-tls', /is not trusted: self-signed certificate/)
  const other = createCertificate(t)
  await fails(t, start(t, { ca: other.cert }).request(url), 'remote-tls', 'is not trusted')
  t.notMatch(received(), /GET/)

  const exchange = await start(t, { ca: certificate.cert }).request(url)
  t.equal(Buffer.from(exchange.body).toString(), 'secure')
  t.equal(exchange.address, '127.0.0.1')
})

await t.test('no variable of the environment makes it trust', async t => {
  t.teardown(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const { url } = await serveHttps(t, createCertificate(t), (_, response) => response.end('secure'))
  await fails(t, start(t).request(url), 'remote-tls', 'is not trusted')
})

await t.test('a certificate for another name', async t => {
  for (const name of ['DNS:localhost', 'IP:127.0.0.2', 'DNS:127.0.0.1']) {
    const certificate = createCertificate(t, name)
    const { url } = await serveHttps(t, certificate, (_, response) => response.end('secure'))
    await fails(t, start(t, { ca: certificate.cert }).request(url), 'remote-tls', 'is for another name')
  }
})

await t.test('the name that counts is that of the URL', async t => {
  const certificate = createCertificate(t, 'DNS:a.example')
  const { port } = await serveHttps(t, certificate, (_, response) => response.end('secure'))
  const client = start(t, { ca: certificate.cert, lookup: () => Promise.resolve(['127.0.0.1']) })
  t.equal((await client.request(`https://a.example:${port}/`)).status, 200)
  await fails(t, client.request(`https://b.example:${port}/`), 'remote-tls', 'b.example:')
})

await t.test('a certificate that has expired', async t => {
  const certificate = createCertificate(t, 'IP:127.0.0.1', -1)
  const { url } = await serveHttps(t, certificate, (_, response) => response.end('secure'))
  await fails(t, start(t, { ca: certificate.cert }).request(url), 'remote-tls', 'has expired')
})

await t.test('a service that does not speak TLS', async t => {
  const { port } = await serveSocket(t, socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await fails(t, start(t).request(`https://127.0.0.1:${port}/`), 'remote-tls', 'no secure connection')
})

await t.test('what is no certificate', t => {
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
  for (const ca of ['', 'not PEM', broken]) {
    t.throws(() => start(t, { ca }), { code: 'usage' }, JSON.stringify(ca))
  }
  t.end()
})
