// The address guard where it matters: at the answers of name servers and at the connected socket.
import { createConnection } from 'node:net'
import { once } from 'node:events'
import t from 'tap'
import { createClient } from '../../src/remote/client.js'
import { assertPeer, createLookup, createReach } from '../../src/remote/guard.js'
import { fails, serveHttp, serveSocket, start, startGuarded } from './start.js'

await t.test('a name that resolves to a private address is not connected to', async t => {
  const { port, connections } = await serveSocket(t, () => undefined)
  for (const address of [
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1%eth0',
    'x',
  ]) {
    const client = createClient({ lookup: () => Promise.resolve([address]) })
    const words = `service.example resolves to ${address.replace('::ffff:', '')},`
    await fails(t, client.request(`http://service.example:${port}/`), 'address-forbidden', words)
    await fails(t, client.request(`https://service.example:${port}/`), 'address-forbidden', words)
  }
  t.equal(connections(), 0)
})

await t.test('every answer must be public', async t => {
  const { port, connections } = await serveSocket(t, () => undefined)
  for (const addresses of [
    ['1.1.1.1', '127.0.0.1'],
    ['127.0.0.1', '1.1.1.1'],
    ['2606:4700::1111', '1.1.1.1', '::1'],
  ]) {
    const client = createClient({ lookup: () => Promise.resolve(addresses) })
    await fails(t, client.request(`http://service.example:${port}/`), 'address-forbidden', 'resolves to')
  }
  t.equal(connections(), 0)
})

await t.test('a name is resolved once for a connection, which goes to just that address', async t => {
  const { port, received } = await serveHttp(t, (_, response) => {
    response.shouldKeepAlive = false
    response.end('public')
  })
  // Rebinding: public when it is checked, private whenever it is asked again.
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  let asked = 0
  const client = await startGuarded(t, { lookup: () => Promise.resolve(answers[asked++] ?? []) })
  const exchange = await client.request(`http://service.example:${port}/`)
  t.equal(exchange.address, '127.0.0.1')
  t.equal(asked, 1)
  await fails(
    t,
    client.request(`http://service.example:${port}/`),
    'address-forbidden',
    'resolves to 10.0.0.1',
  )
  t.equal(asked, 2)
  t.match(received(), new RegExp(`^host: service.example:${port}`, 'im'))
})

await t.test('the connected socket is checked before anything is written to it', async t => {
  // 0.0.0.0 leads to this machine. Were it taken for public, the socket would still tell.
  const { port, received, connections } = await serveHttp(t, (_, response) => response.end('inside'))
  const client = await startGuarded(t, {}, ['0.0.0.0'])
  await fails(t, client.request(`http://0.0.0.0:${port}/`), 'address-forbidden', 'leads to 127.0.0.1')
  const named = await startGuarded(t, { lookup: () => Promise.resolve(['0.0.0.0']) }, ['0.0.0.0'])
  await fails(t, named.request(`http://a.example:${port}/`), 'address-forbidden', 'leads to 127.0.0.1')
  await fails(t, named.request(`https://a.example:${port}/`), 'address-forbidden', 'leads to 127.0.0.1')
  // What follows shows that a connection had been made.
  t.equal((await start(t).request(`http://127.0.0.1:${port}/`)).status, 200)
  t.equal(connections(), 4)
  t.equal(received().match(/GET \//g)?.length, 1)
})

await t.test('a socket is judged by its other end', async t => {
  const { port } = await serveSocket(t, () => undefined)
  const socket = createConnection(port, '127.0.0.1')
  await once(socket, 'connect')
  t.throws(() => {
    assertPeer(socket, createReach({}))
  }, /leads to 127\.0\.0\.1/)
  socket.destroy()
  assertPeer({ remoteAddress: '1.1.1.1' }, createReach({}))
})

await t.test('private addresses and names, when they are allowed', async t => {
  const { port } = await serveHttp(t, (_, response) => response.end('inside'))
  const client = start(t, { lookup: () => Promise.resolve(['127.0.0.1']) })
  for (const host of ['127.0.0.1', 'localhost', 'service.example', '2130706433']) {
    t.equal((await client.request(`http://${host}:${port}/`)).address, '127.0.0.1', host)
  }
  const system = start(t)
  t.equal((await system.request(`http://localhost:${port}/`)).status, 200, 'by the operating system')
})

await t.test('networks that are allowed: as they are written, by name, and after a redirect', async t => {
  const inside = await serveHttp(t, (_, response) => response.end('inside'))
  const { url, port } = await serveHttp(t, (request, response) => {
    response.writeHead(302, { location: decodeURIComponent((request.url ?? '').slice(1)) }).end()
  })
  const client = (network: string, ...addresses: readonly string[]) =>
    createClient({ allowNetworks: [network], lookup: () => Promise.resolve(addresses) })
  t.equal((await client('127.0.0.1/32').request(inside.url)).address, '127.0.0.1')
  const named = client('127.0.0.0/8', '127.0.0.1')
  t.equal((await named.request(`http://localhost:${port}/${encodeURIComponent(inside.url)}`)).status, 200)
  const further = encodeURIComponent(`http://127.0.0.2:${inside.port}/`)
  const words = `redirected by ${url}/`
  await fails(t, client('127.0.0.1/32').request(`${url}/${further}`), 'address-forbidden', words)
  const mixed = client('127.0.0.0/8', '127.0.0.1', '10.0.0.1')
  await fails(
    t,
    mixed.request(`http://a.example:${inside.port}/`),
    'address-forbidden',
    'resolves to 10.0.0.1',
  )
  await fails(t, client('10.0.0.0/8').request(inside.url), 'address-forbidden')
  t.equal(inside.connections(), 2)
  const forbidden = { code: 'address-forbidden', hint: /--allow-network/ }
  await t.rejects(client('10.0.0.0/8').request(inside.url), forbidden)
  await t.rejects(createClient({ allowNetworks: [] }).request('http://localhost/'), forbidden)
  t.throws(() => client('10.0.0.1/8'), { code: 'usage' })
})

await t.test('the lookup function answers in both forms that sockets ask for', async t => {
  const lookup = createLookup(() => Promise.resolve(['1.1.1.1', '2606:4700::1111']), createReach({}))
  const ask = (all: boolean) =>
    new Promise(resolve => {
      lookup('service.example', { all }, (...answer) => {
        resolve(answer)
      })
    })
  t.same(await ask(false), [null, '1.1.1.1', 4])
  const addresses = [
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]
  t.same(await ask(true), [null, addresses])
})
