import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import {
  createWebhookListener,
  type WebhookListenerOptions,
  type ReceivedWebhook,
} from '../../../../src/cli/webhook/listener.js'
import { bin, run, start } from '../../../cli/resident.js'
import { asked, challenge, event, headersOf, raffle, saveKeys, type Made } from '../../../cli/webhooks.js'

type Test = Pick<typeof t, 'teardown' | 'testdir'>

interface Listening {
  readonly url: string
  readonly lines: () => readonly string[]
  readonly stderr: () => string
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts the built command on a free port. */
async function listen(test: Test, args: readonly string[]): Promise<Listening> {
  const child = start(process.execPath, [bin, 'webhook', 'listen', '--port', '0', ...args])
  const ended = once(child, 'close') as Promise<[number | null]>
  test.teardown(() => child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  await Promise.race([once(child.stderr, 'data'), ended])
  const url = /^listening at (http:\/\/\S+)/.exec(stderr)?.[1]
  if (url === undefined) throw new Error(stderr)
  return {
    url,
    lines: () => stdout.split('\n').slice(0, -1),
    stderr: () => stderr,
    async end(signal) {
      if (signal !== undefined) child.kill(signal)
      return (await ended)[0]
    },
  }
}

interface Answer {
  readonly status: number
  readonly body: string
}

async function post(
  url: string,
  made: Made = {},
  changes: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> {
  const { body = JSON.stringify(event) } = made
  const response = await fetch(`${url}/any/path?x`, {
    method,
    headers: { ...headersOf(made), ...changes },
    ...(method === 'POST' && { body }),
  })
  return { status: response.status, body: await response.text() }
}

await t.test('a subscriber from the challenge to the last event', async t => {
  const folder = t.testdir()
  const keys = saveKeys(folder)
  const saved = join(folder, 'saved', 'here')
  const listening = await listen(t, ['--trust', keys.trust, '--save', saved, '--count', '2'])
  t.equal(listening.stderr(), `listening at ${listening.url}\n`)

  const answered = await post(listening.url, { id: 'msg_0', body: JSON.stringify(asked) })
  t.strictSame(answered, { status: 200, body: JSON.stringify({ challenge }) })
  t.strictSame(await post(listening.url), { status: 204, body: '' })
  t.strictSame(await post(listening.url), { status: 204, body: '' })
  const bad = await post(listening.url, {}, { 'webhook-id': 'msg_9' })
  t.match(bad, { status: 400, body: /^webhook-signature: no signature is by a key that was given\n$/ })
  t.match(await post(listening.url, { timestamp: 1_700_000_000 }), {
    status: 400,
    body: /^webhook-expired: it was sent/,
  })
  t.match(await post(listening.url, { body: '{}' }), { status: 400, body: /^webhook-event: not an event/ })
  t.match(await post(listening.url, {}, {}, 'GET'), { status: 405 })
  t.strictSame(await post(listening.url, { id: 'msg_2' }), { status: 204, body: '' })
  t.equal(await listening.end(), 0, 'it ends after two different events')

  const line = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00 (.*)$/
  t.match(
    listening.lines().map(text => line.exec(text)?.[1]),
    [
      'endpoint.challenge msg_0',
      `raffle.cancelled ${raffle} msg_1`,
      `raffle.cancelled ${raffle} msg_1 again`,
      'refused: no signature is by a key that was given (webhook-signature)',
      /^refused: it was sent \d+ seconds before now, and 300 are allowed \(webhook-expired\)$/,
      /^refused: not an event: .* \(webhook-event\)$/,
      `raffle.cancelled ${raffle} msg_2`,
    ],
  )
  const files = readdirSync(saved).toSorted()
  t.strictSame(
    files.map(name => name.includes('refused')),
    [false, false, false, true, true, true, false],
  )
  t.equal(statSync(join(saved, files[0]!)).mode & 0o777, 0o600)
  t.ok(readFileSync(join(saved, files[1]!), 'utf8').startsWith('POST /any/path?x HTTP/1.1\r\n'))
  await Promise.all(
    [0, 0, 0, 1, 0, 1, 0].map(async (code, index) => {
      const file = join(saved, files[index]!)
      const checked = await run(['webhook', 'verify', file, '--secret-file', keys.secrets])
      t.equal(checked.code, code, checked.stdout)
    }),
  )
})

await t.test('without a key it answers, and says that it verified nothing', async t => {
  const listening = await listen(t, ['--format', 'json'])
  t.match(listening.stderr(), 'nothing is verified, since no key is given')
  const body = JSON.stringify(asked)
  t.match(await post(listening.url, { body }, { 'webhook-signature': 'v1,x' }), {
    status: 200,
    body: /challenge/,
  })
  t.match(await post(listening.url, {}, { 'webhook-signature': 'v1,x' }), { status: 204 })
  t.match(await post(listening.url, { body: '{"type": 1' }), { status: 400, body: /^json-syntax: / })
  t.equal(await listening.end('SIGTERM'), 0)
  t.match(
    listening.lines().map(line => JSON.parse(line) as unknown),
    [
      { verified: false, id: 'msg_1', event: asked },
      { verified: false, id: 'msg_1', event },
      { verified: false, error: { code: 'json-syntax' } },
    ],
  )
  t.notMatch(listening.lines().join(), '\u001b')
  const asText = await listen(t, [])
  await post(asText.url)
  t.equal(await asText.end('SIGINT'), 0)
  t.match(asText.lines(), [new RegExp(`raffle.cancelled ${raffle} msg_1 \\(not verified\\)$`)])
})

await t.test('with a key, a challenge that does not verify is not answered', async t => {
  const { wrong } = saveKeys(t.testdir())
  const listening = await listen(t, ['--secret-file', wrong])
  const refused = await post(listening.url, { body: JSON.stringify(asked) })
  t.match(refused, { status: 400, body: /^webhook-signature/ })
  t.notMatch(refused.body, challenge)
  t.equal(await listening.end('SIGTERM'), 0)
})

/** What the server notes of a request comes after its answer. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(5)
}

/** A listener in this process. */
async function serve(
  test: Test,
  options: Partial<WebhookListenerOptions> = {},
): Promise<{ readonly url: string; readonly received: readonly ReceivedWebhook[] }> {
  const received: ReceivedWebhook[] = []
  const server = createWebhookListener({
    keys: [],
    now: () => new Date(),
    onReceived: one => received.push(one),
    ...options,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

await t.test('a body above 64 KiB is not read to its end', async t => {
  const { url, received } = await serve(t)
  const body = JSON.stringify({
    ...event,
    more: 'x'.repeat(64 * 1024 - JSON.stringify({ ...event, more: '' }).length - 8),
  })
  t.match(await post(url, { body }), { status: 204 })
  t.match(await post(url, { body: 'x'.repeat(64 * 1024 + 1) }), { status: 413, body: /at most 65536 bytes/ })
  const endless = send(url, { method: 'POST' })
  endless.on('error', () => undefined)
  const timer = setInterval(() => endless.write(Buffer.alloc(40_000)), 5)
  const [response] = (await once(endless, 'response')) as [{ statusCode: number }]
  clearInterval(timer)
  endless.destroy()
  t.equal(response.statusCode, 413)
  await until(() => received.length > 0)
  t.equal(received.length, 1)
})

await t.test('what cannot be kept is not acknowledged, and not taken for received', async t => {
  let isFull = true
  const { url, received } = await serve(t, {
    keep() {
      if (isFull) throw new Error('the disk is full')
    },
  })
  t.match(await post(url), { status: 500, body: 'the webhook could not be kept\n' })
  isFull = false
  t.match(await post(url), { status: 204 })
  await until(() => received.length === 2)
  t.match(received, [{ error: { code: 'internal' } }, { again: false, id: 'msg_1' }])
})

await t.test('the last ids are remembered', async t => {
  const { url, received } = await serve(t, { mostIds: 3 })
  const ids = ['a', 'b', 'c', 'a', 'd', 'a', 'd', 'c', 'b'].map(id => `msg_${id}`)
  for (const [index, id] of ids.entries()) {
    await post(url, { id })
    await until(() => received.length > index)
  }
  t.strictSame(
    received.map(({ again }) => again),
    [false, false, false, true, false, false, true, true, false],
  )
})

await t.test('wrong calls', async t => {
  const folder = t.testdir()
  const file = join(folder, 'file')
  writeFileSync(file, 'x')
  const { url } = await serve(t)
  const port = new URL(url).port
  const cases: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['--port', port], /cannot listen on 127.0.0.1:\d+: another program listens there/],
    [['--port', 'x'], /--port takes an integer/],
    [['--count', '0'], /--count takes an integer/],
    [['--save', join(file, 'x')], /a part of its path is a file/],
    [['--secret-file', file], /line 1.*not a webhook key/],
    [['--secret-file', join(folder, 'none')], /there is no such file/],
  ]
  await Promise.all(
    cases.map(async ([args, says]) => {
      const { code, stdout, stderr } = await run(['webhook', 'listen', ...args])
      t.strictSame([code, stdout], [2, ''], args.join(' '))
      t.match(stderr, says)
    }),
  )
})
