// Bodies that are sent in pieces: what the log says of them, and how many one address gets at a time.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { formatEntryLine, type Entry } from '../../src/model/entry.js'
import { evidence } from './ceremony.js'
import { failingStore, get, readError, start, type Started } from './start.js'

const list = 'application/x-ndjson'
const ask = `GET ${evidence('entries')} HTTP/1.1\r\nHost: a\r\nAccept: ${list}\r\n\r\n`

/** A raffle whose list is sealed by these. */
const statements = readFileSync(new URL('../../fixtures/bundles/unicode-ids/bundle.json', import.meta.url))
const early: Entry = { id: 'early', kind: 'paid' }
const late: Entry = { id: 'late', kind: 'paid' }

/** A server whose list stops after its first page, until it may go on. */
async function startPaused(
  test: Pick<typeof t, 'testdir' | 'teardown'>,
): Promise<Started & { readonly goOn: () => void }> {
  let goOn = (): void => undefined
  const gate = new Promise<void>(resolve => (goOn = resolve))
  async function* pages(): AsyncGenerator<readonly Entry[]> {
    yield [early]
    await gate
    yield [late]
  }
  const paused = {
    ...failingStore(new Error('nobody asks for this')),
    generation: () => 1,
    readStatements: () => Promise.resolve({ body: statements, etag: '"a"' }),
    readEntries: () => Promise.resolve(pages()),
  }
  return { ...(await start(test, { store: paused }, [])), goOn }
}

/** Asks for the list, and waits for its first page. */
async function begin({ port }: Started): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write(ask)
  await once(socket, 'data')
  return socket
}

/** The line in the log of a response, which may follow it. */
async function lineOf({ logs }: Started): Promise<Record<string, unknown> | undefined> {
  for (let round = 0; logs.length === 0 && round < 200; round += 1) await setTimeout(5)
  return logs.pop()
}

await t.test('the log tells a body that was cut from one that is whole', async t => {
  const server = await startPaused(t)
  const closed = new Promise(resolve => {
    server.api.http.once('connection', socket => socket.once('close', resolve))
  })
  const leaving = await begin(server)
  leaving.destroy()
  await closed
  server.goOn()
  const cut = await lineOf(server)
  t.match(cut, { msg: 'request', route: 'entries', status: 200, cut: true })

  const answer = await get(server, evidence('entries'), { Accept: list })
  t.equal(answer.body, [early, late].map(formatEntryLine).join(''))
  const whole = await lineOf(server)
  t.match(whole, { msg: 'request', route: 'entries', status: 200, bytes: answer.bytes.length })
  t.notOk('cut' in (whole ?? {}))
  t.ok(Number(cut?.['bytes']) < answer.bytes.length, 'the bytes that were sent')
})

await t.test('one address gets four lists at a time, and is told when to ask again', async t => {
  const server = await startPaused(t)
  const reading = await Promise.all([1, 2, 3, 4].map(() => begin(server)))
  const refused = await get(server, evidence('entries'), { Accept: list })
  t.equal(refused.status, 429)
  t.equal(refused.headers['retry-after'], '5')
  t.match(readError(refused), {
    code: 'RATE_LIMITED',
    message: 'too many downloads at a time: try again when one has ended',
  })
  server.goOn()
  while (server.logs.length < 5) await setTimeout(5)
  for (const socket of reading) socket.destroy()
  t.equal((await get(server, evidence('entries'), { Accept: list })).status, 200)
})
