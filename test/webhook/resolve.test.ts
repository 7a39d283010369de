// Names are asked of name servers: here one on loopback that answers as a test wants.
import { createSocket } from 'node:dgram'
import * as dns from 'node:dns/promises'
import { once } from 'node:events'
import '@tapjs/mock/import'
import t from 'tap'
import { createResolver } from '../../src/webhook/resolve.js'
import { createSender } from '../../src/webhook/send.js'

const types = { A: 1, AAAA: 28 } as const

/** The bytes of addresses by the type of question; a number is the code of a failure, nothing is silence. */
type Zone = Readonly<Record<keyof typeof types, readonly (readonly number[])[] | number | undefined>>

async function serveNames(
  test: Pick<typeof t, 'teardown'>,
  zone: Zone,
): Promise<{ server: string; asked: () => number }> {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (query, from) => {
    asked += 1
    // A header of 12 bytes, a name that ends with a zero, then type and class (RFC 1035, section 4.1).
    const end = query.indexOf(0, 12) + 1
    const type = query.readUInt16BE(end)
    const answer = type === types.A ? zone.A : zone.AAAA
    if (answer === undefined) return
    const records = typeof answer === 'number' ? [] : answer
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (typeof answer === 'number' ? answer : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    const parts = records.map(bytes => {
      const start = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length])
      return Buffer.concat([start, Buffer.from(bytes)])
    })
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...parts]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  test.teardown(() => {
    socket.close()
  })
  return { server: `127.0.0.1:${socket.address().port}`, asked: () => asked }
}

const loopback6 = [...new Array<number>(15).fill(0), 1]

await t.test('all addresses of a name, of both kinds', async t => {
  const cases: readonly (readonly [zone: Zone, addresses: readonly string[]])[] = [
    [{ A: [[1, 1, 1, 1]], AAAA: [] }, ['1.1.1.1']],
    [{ A: [], AAAA: [loopback6] }, ['::1']],
    [
      {
        A: [
          [1, 1, 1, 1],
          [10, 0, 0, 1],
        ],
        AAAA: [loopback6],
      },
      ['1.1.1.1', '10.0.0.1', '::1'],
    ],
    [{ A: [[1, 1, 1, 1]], AAAA: 2 }, ['1.1.1.1']],
  ]
  for (const [zone, addresses] of cases) {
    const { server } = await serveNames(t, zone)
    t.same([...(await createResolver([server])('hooks.example'))].sort(), [...addresses].sort())
  }
})

await t.test('a name without an address', async t => {
  const none = await serveNames(t, { A: [], AAAA: [] })
  await t.rejects(createResolver([none.server])('hooks.example'), { code: 'ENODATA' })
  const unknown = await serveNames(t, { A: 3, AAAA: 3 })
  await t.rejects(createResolver([unknown.server])('hooks.example'), { code: 'ENOTFOUND' })
})

await t.test('each answer is asked for when it is needed', async t => {
  const { server, asked } = await serveNames(t, { A: [[1, 1, 1, 1]], AAAA: [] })
  const resolve = createResolver([server])
  await resolve('hooks.example')
  await resolve('hooks.example')
  t.equal(asked(), 4)
})

await t.test(
  'a name server that stays silent is asked twice, well before the deadline of an attempt',
  async t => {
    let given: { timeout?: number; tries?: number } | undefined
    class Resolver extends dns.Resolver {
      constructor(options?: { timeout?: number; tries?: number }) {
        super(options)
        given = options
      }
    }
    const mocked = await t.mockImport<typeof import('../../src/webhook/resolve.js')>(
      '../../src/webhook/resolve.js',
      { 'node:dns/promises': { ...dns, Resolver } },
    )
    const { server } = await serveNames(t, { A: [[1, 1, 1, 1]], AAAA: [] })
    t.same(await mocked.createResolver([server])('hooks.example'), ['1.1.1.1'])
    // The second time it is waited for twice as long.
    const { timeout = Infinity, tries } = given ?? {}
    t.equal(tries, 2)
    t.ok(3 * timeout < 15_000 / 2, `${timeout} ms at first`)
  },
)

await t.test('names that are never answered hold nobody up', async t => {
  const silent = await serveNames(t, { A: undefined, AAAA: undefined })
  const good = await serveNames(t, { A: [[127, 0, 0, 1]], AAAA: [] })
  const dead = createSender({ timeout: 300, lookup: createResolver([silent.server]) })
  const alive = createSender({ timeout: 5000, lookup: createResolver([good.server]) })
  t.teardown(() => {
    dead.close()
    alive.close()
  })
  const outgoing = {
    url: 'https://hooks.example/',
    allow: { http: false, anyPort: false, networks: [] },
    headers: [],
    body: new Uint8Array(),
  }
  const waiting = Array.from({ length: 64 }, () => dead.send(outgoing))
  t.match((await alive.send(outgoing)).attempt, { error: 'address-forbidden' }, 'its answer was looked at')
  for (const { attempt } of await Promise.all(waiting)) t.equal(attempt.error, 'remote-timeout')
  t.ok(silent.asked() >= 64)
})
