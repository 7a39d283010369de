// Bodies that are streamed, and clients that do with them what they should not.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { DrawauditError } from '../../../src/errors.js'
import type { Entry } from '../../../src/model/entry.js'
import { Downloads } from '../../../src/server/downloads.js'
import type { ServerOptions } from '../../../src/server/create-server.js'
import type { Store } from '../../../src/store/store.js'
import { createCeremony, evidence, listEntries } from '../../server/ceremony.js'
import { eventually } from '../../server/raw.js'
import { get, readError, send, sendRaw, start, view, type Started } from '../../server/start.js'

const entries = listEntries(100)
const page = Array.from({ length: 1000 }, (_, index): Entry => ({
  id: `${index}`.padStart(100, '0'),
  kind: 'paid',
}))
const pageBytes = 1000 * 112
const accept = 'application/x-ndjson, application/json'
const streamed = ['entries', 'bundle?entries=all'].map(evidence)
const all = { buffered: true }

/** A list of some length, and what became of those who read it. */
class Source {
  opened = 0
  ended = 0
  pages = 0
  readonly #length: number
  readonly #failure: Error | undefined

  /** @param failure - thrown at the end. */
  constructor(length = Infinity, failure?: Error) {
    this.#length = length
    this.#failure = failure
  }

  async *list(): AsyncGenerator<readonly Entry[]> {
    await Promise.resolve()
    this.opened += 1
    try {
      for (let index = 0; index < this.#length; index++) {
        this.pages += 1
        yield page
      }
      if (this.#failure !== undefined) throw this.#failure
    } finally {
      this.ended += 1
    }
  }
}

interface Streaming extends Started {
  readonly source: Source
}

/** A server whose raffle is sealed and has another list than it says. */
async function startWith(
  test: Pick<typeof t, 'testdir' | 'teardown'>,
  source: Source,
  options: Partial<ServerOptions> = {},
): Promise<Streaming> {
  const real: { store?: Store } = {}
  const methods: Partial<Store> = {
    readEntries: () => Promise.resolve(source.list()),
    close: () => Promise.resolve(),
  }
  const store = new Proxy({} as Store, {
    get(_, name: keyof Store): unknown {
      const value: unknown = Reflect.get(methods, name) ?? Reflect.get(real.store ?? {}, name)
      return typeof value === 'function' ? (value.bind(real.store) as unknown) : value
    },
  })
  const server = await start(test, { ...options, store })
  real.store = server.store
  await createCeremony(server).run(entries)
  return { ...server, source }
}

/** A connection on which a body begins to come, and nobody reads on. */
async function open(server: Started, path: string, lines: readonly string[] = []): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\n${['Host: a', `Accept: ${accept}`, ...lines].join('\r\n')}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

/** Reads on, and forgets it. */
const consume = (socket: Socket): Socket => socket.resume()

const cutLines = ({ logs }: Started): readonly Record<string, unknown>[] =>
  logs.filter(line => line['cut'] === true)

const silent = t.test('a client that stops reading is cut', { ...all }, async t => {
  const server = await startWith(t, new Source())
  const sockets = await Promise.all(streamed.map(path => open(server, path)))
  t.ok(await eventually(() => server.source.ended === 2, 90_000))
  t.equal(cutLines(server).length, 2)
  for (const socket of sockets) socket.destroy()
})

await t.test('no piece is made for HEAD, 304 and refusals', async t => {
  const server = await startWith(t, new Source(3))
  for (const path of streamed) {
    const headers = { Accept: accept }
    t.equal((await send(server, path, { method: 'HEAD', headers })).status, 200)
    t.equal((await get(server, path, { ...headers, 'If-None-Match': '*' })).status, 304)
    t.equal((await get(server, path, { Accept: 'text/html' })).status, 406)
  }
  t.equal(server.source.opened, 0)
  for (const path of streamed) {
    const { status, body } = await get(server, path, { Accept: accept })
    t.equal(status, 200)
    t.ok(body.length > 3 * (pageBytes - 1000))
  }
  t.equal(server.source.ended, 2)
  t.strictSame(cutLines(server), [])
})

await t.test('clients that go away anywhere', async t => {
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
  t.comment(`seed ${seed}`)
  const server = await startWith(t, new Source(200))
  let state = seed
  for (let times = 0; times < 40; times++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    let left = state % (times % 2 === 0 ? 2000 : 15_000_000)
    const socket = await open(server, streamed[times % 2] ?? '')
    for await (const chunk of socket) {
      left -= (chunk as Buffer).length
      if (left <= 0) break
    }
    if (times % 3 === 0) socket.resetAndDestroy()
    else socket.destroy()
  }
  t.ok(await eventually(() => server.source.ended === server.source.opened), 'nothing is held')
  t.ok(server.source.opened > 0)
  t.ok(await eventually(() => cutLines(server).length > 0), 'the log says that bodies were cut')
  t.match(cutLines(server)[0], { status: 200, route: /^(entries|bundle)$/, msg: 'request' })
  const whole = await fetch(server.url + evidence('entries'))
  t.equal((await whole.text()).length, 200 * pageBytes)
})

await t.test('a client that does not read holds a page, and what the system buffers', async t => {
  const server = await startWith(t, new Source())
  const sockets = await Promise.all(streamed.map(path => open(server, path)))
  let pages = -1
  while (pages !== server.source.pages) {
    ;({ pages } = server.source)
    await setTimeout(300)
  }
  t.ok(pages * pageBytes < 64 * 1024 * 1024, `${pages} pages of an endless list`)
  t.equal(server.source.ended, 0, 'they are waited for')
  for (const socket of sockets) consume(socket)
  t.ok(await eventually(() => server.source.pages > pages + 100), 'and it goes on when they do')
  for (const socket of sockets) socket.destroy()
  t.ok(await eventually(() => server.source.ended === 2))
})

await t.test('a failure within a body never looks like its end', async t => {
  const secret = 'never in a response'
  // So long that it is not kept whole, which would fail before the body.
  const server = await startWith(t, new Source(12, new Error(secret)))
  for (const path of streamed) {
    const response = await fetch(server.url + path, { headers: { Accept: accept } })
    t.equal(response.status, 200)
    await t.rejects(response.text())

    const socket = connect(server.port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.0\r\nAccept: ${accept}\r\n\r\n`)
    const [error] = (await once(consume(socket), 'error')) as [Error]
    t.match(error, { code: 'ECONNRESET' }, 'without chunks, too')
  }
  t.equal(server.source.ended, 4)
  const failures = server.logs.filter(line => 'err' in line)
  t.equal(failures.length, 4)
  t.match(failures[0], { msg: 'a defect', err: { message: secret } })
})

await t.test('a failure before a body is an answer', async t => {
  for (const [failure, status] of [
    [new DrawauditError('store-damaged', 'no'), 503],
    [new Error('no'), 500],
  ] as const) {
    const server = await startWith(t, new Source(0, failure))
    const answer = await get(server, evidence('entries'), { Accept: accept })
    t.equal(answer.status, status)
    t.equal(readError(answer).code, 'SERVER_ERROR')
    t.equal(answer.headers['connection'], 'close', 'as the client asked')
  }
})

await t.test('so many at a time, and so many for one address', async t => {
  const server = await startWith(t, new Source(), { trustedProxies: ['127.0.0.1'] })
  const sockets: Socket[] = []
  for (let client = 0; client < 8; client++) {
    const from = `X-Forwarded-For: 192.0.2.${client}`
    for (let count = 0; count < 4; count++)
      sockets.push(await open(server, streamed[count % 2] ?? '', [from]))
    const fifth = await get(server, evidence('entries'), {
      Accept: accept,
      'X-Forwarded-For': `192.0.2.${client}`,
    })
    t.equal(fifth.status, 429)
    t.equal(readError(fifth).code, 'RATE_LIMITED')
    t.equal(fifth.headers['retry-after'], '5')
  }
  const other = { Accept: accept, 'X-Forwarded-For': '192.0.2.99' }
  const opened = server.source.opened
  const full = await get(server, evidence('entries'), other)
  t.equal(full.status, 503)
  t.equal(full.headers['retry-after'], '5')
  t.equal(readError(full).message, 'too many downloads at a time: try again when one has ended')
  t.equal(server.source.opened, opened, 'no list is opened for that')
  for (const path of [evidence('bundle'), evidence('entries/10000/proof'), view('audit')]) {
    t.equal((await get(server, path, other)).status, 200, 'all else is answered')
  }
  t.equal((await send(server, evidence('entries'), { method: 'HEAD', headers: other })).status, 200)

  sockets.shift()?.destroy()
  t.ok(await eventually(() => server.source.ended === 1))
  const next = await open(server, evidence('entries'), ['X-Forwarded-For: 192.0.2.99'])
  t.match((next.read() as Buffer).toString(), /^HTTP\/1\.1 200 /)
  for (const socket of [...sockets, next]) socket.destroy()
  t.ok(await eventually(() => server.source.ended === server.source.opened))
})

await t.test('places are given back once', t => {
  const downloads = new Downloads(2, 1)
  const [one, two, three] = [1, 2, 3].map(low => ({ high: 0, low }))
  const first = downloads.admit(one!)
  t.equal(downloads.admit(one!), 'client-full')
  t.type(downloads.admit(two!), 'object')
  t.equal(downloads.admit(three!), 'server-full')
  if (typeof first === 'object') first.release()
  t.type(downloads.admit(three!), 'object')
  t.equal(downloads.admit(one!), 'server-full')
  t.end()
})

await t.test('everybody else is answered in between', async t => {
  const server = await startWith(t, new Source())
  const sockets = await Promise.all([...streamed, ...streamed].map(path => open(server, path)))
  for (const socket of sockets) consume(socket)
  const before = server.source.pages
  for (let times = 0; times < 50; times++) t.equal((await get(server, view('audit'))).status, 200)
  t.ok(server.source.pages > before)
  for (const socket of sockets) socket.destroy()
})

await t.test('requests behind one another on a connection', async t => {
  const server = await startWith(t, new Source(50))
  const ask = (path: string, line: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\n${line}\r\n\r\n`
  const paths = [evidence('entries'), view('audit'), evidence('entries'), evidence('statements')]
  const text = paths.map((path, index) => ask(path, index === 3 ? 'Connection: close' : 'A: b')).join('')
  const { text: reply, closed } = await sendRaw(server, text)
  t.ok(closed)
  const responses = reply.split(/(?=HTTP\/1\.1 \d{3} )/)
  t.strictSame(
    responses.map(response => /application\/(?:x-nd)?json/.exec(response)?.[0]),
    ['application/x-ndjson', 'application/json', 'application/x-ndjson', 'application/json'],
  )
  for (const response of [responses[0], responses[2]]) {
    t.ok(response?.endsWith('\r\n0\r\n\r\n'), 'it is whole')
    t.equal(response?.match(/"paid"/g)?.length, 50_000)
  }
})

await t.test('the end of the service cuts what does not end', async t => {
  const server = await startWith(t, new Source())
  const socket = consume(await open(server, evidence('entries')))
  const closed = once(socket, 'close')
  await server.api.drain(700)
  await closed
  t.ok(await eventually(() => server.source.ended === 1))
  t.equal(cutLines(server).length, 1)
})

await silent
