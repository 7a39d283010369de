import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { verifyWebhook } from '../../../../src/core/webhook.js'
import { bin, record, run, start } from '../../../cli/resident.js'
import { Sqlite } from '../../../sqlite.js'

const passphrase = { DRAWAUDIT_PASSPHRASE: 'correct horse battery' }
const apiUrl = 'https://raffles.example/api/v1'
const ours = ['--allow-http', '--allow-any-port', '--allow-network', '127.0.0.0/8']

/** Answers challenges if it is to, and keeps events. */
async function listen(test: { teardown(action: () => unknown): void }, answers: () => boolean = () => true) {
  const events: { headers: Record<string, string | string[] | undefined>; body: Buffer }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const event = JSON.parse(body.toString()) as { type: string; data: { challenge?: string } }
      if (event.type !== 'endpoint.challenge') {
        events.push({ headers: request.headers, body })
        response.writeHead(204).end()
      } else if (answers()) response.end(JSON.stringify({ challenge: event.data.challenge }))
      else response.writeHead(404).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(() => server.close())
  return { events, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=T0KEN` }
}

await t.test('an operator adds an endpoint, publishes, delivers, and the subscriber verifies', async t => {
  const store = join(t.testdir(), 'raffles.db')
  const at = (...args: readonly string[]) => run([...args, '--store', store], { env: passphrase })
  const { url, events } = await listen(t)
  await at('store', 'migrate')
  const added = await at('webhook', 'add', url, '--api-url', apiUrl, ...ours)
  t.equal(added.code, 0, added.stderr)
  t.match(
    added.stdout,
    /^added ep_[0-9a-f]{32}: http:\/\/127\.0\.0\.1:\d+\/…\nsecret: whsec_\S+\n.*\nkey: whpk_\S+\n/,
  )
  t.match(added.stdout, /challenge answered: 200 after \d+ ms, from 127\.0\.0\.1\nit is notified of draws\n$/)
  const [, id = ''] = /^added (\S+):/.exec(added.stdout) ?? []
  const [, secret = ''] = /secret: (\S+)/.exec(added.stdout) ?? []

  const file = join(t.testdirName, 'record.json')
  writeFileSync(file, JSON.stringify(record))
  t.equal((await run(['publish', file, '--store', store])).code, 0)
  const waiting = await at('webhook', 'deliveries')
  t.match(waiting.stdout, /pending {4}draw\.completed {4}msg_[0-9a-f]{32}\n {2}to ep_.*: 0 attempts, due /)

  const delivered = await at('webhook', 'deliver', '--once')
  t.equal(delivered.code, 0, delivered.stderr)
  const lines = delivered.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  t.match(lines, [
    { msg: 'delivering' },
    { msg: 'webhook', endpoint: id, outcome: 'delivered', status: 204, host: '127.0.0.1' },
    { msg: 'ended', attempts: 1, delivered: 1, again: 0, failed: 0 },
  ])
  t.notMatch(delivered.stdout, /\/hook|whsec/, 'neither the path nor a secret is logged')
  const [event] = events
  if (event === undefined) throw new Error('nothing came')
  const { headers, body } = event
  t.match(verifyWebhook({ headers, body, keys: secret, now: new Date() }), {
    type: 'draw.completed',
    data: {
      raffle_id: record.raffle_id,
      draw_id: record.draw_id,
      winner_entry_id: record.winner_entry_id,
      audit_url: `${apiUrl}/raffles/${record.raffle_id}/audit`,
    },
  })

  const message = String(headers['webhook-id'])
  const one = await at('webhook', 'deliveries', message)
  t.match(
    one.stdout,
    /delivered {2}draw\.completed .*\n {2}to ep_.*: 1 attempt\n {4}.*204 after \d+ ms from 127\.0\.0\.1\n$/,
  )
  t.equal((await at('webhook', 'redeliver', id.slice(0, 8), message)).stdout, '1 event queued\n')
  await at('webhook', 'deliver', '--once')
  t.equal(events.length, 2)
  t.equal(events[1]?.headers['webhook-id'], message, 'the same event keeps its id')

  const stored = readdirSync(t.testdirName).map(name =>
    readFileSync(join(t.testdirName, name)).toString('latin1'),
  )
  t.notOk(
    stored.some(text => text.includes(secret) || text.includes(secret.replace('whsec_', ''))),
    'the secret is in no file',
  )
  t.notOk(
    stored.some(text => text.includes('T0KEN')),
    'nor is the path',
  )
  t.notOk(stored.some(text => text.includes(Buffer.from(secret.slice(6), 'base64').toString('latin1'))))
})

await t.test('an endpoint that does not answer is told of nothing until it does', async t => {
  const store = join(t.testdir(), 'raffles.db')
  const at = (...args: readonly string[]) => run([...args, '--store', store], { env: passphrase })
  await at('store', 'migrate')
  let answers = false
  const { url, events } = await listen(t, () => answers)
  const added = await at('webhook', 'add', url, '--api-url', apiUrl, ...ours)
  t.equal(added.code, 4)
  t.match(
    added.stdout,
    /challenge not answered: 404 after .*\nit receives nothing until it answers one: drawaudit webhook test ep_/,
  )
  const [, id = ''] = /^added (\S+):/.exec(added.stdout) ?? []
  t.match(
    (await at('webhook', 'list')).stdout,
    `${id}  unconfirmed  ${new URL(url).origin}/…\n  next: drawaudit webhook test ${id}\n  key: whpk_`,
  )

  const file = join(t.testdirName, 'record.json')
  writeFileSync(file, JSON.stringify(record))
  await run(['publish', file, '--store', store])
  t.equal((await at('webhook', 'deliveries')).stdout, 'there are no deliveries\n')
  t.match(
    (await at('webhook', 'redeliver', id, '--since', '2026-01-01T00:00:00+00:00')).stderr,
    /unconfirmed/,
  )

  answers = true
  const tested = await at('webhook', 'test', id)
  t.equal(tested.code, 0)
  t.match(tested.stdout, /^challenge answered: 200 .*\nit is notified of draws\n$/)
  t.equal(
    (await at('webhook', 'redeliver', id, '--since', '2026-01-01T00:00:00+00:00')).stdout,
    '1 event queued\n',
  )
  await at('webhook', 'deliver', '--once')
  t.equal(events.length, 1, 'what was before can be had')
})

await t.test('pause, resume, rotate, remove, as text and as JSON', async t => {
  const store = join(t.testdir(), 'raffles.db')
  const at = (...args: readonly string[]) => run([...args, '--store', store], { env: passphrase })
  await at('store', 'migrate')
  t.equal((await at('webhook', 'list')).stdout, 'there are no endpoints; drawaudit webhook add adds one\n')
  const { url } = await listen(t)
  const added = await at(
    'webhook',
    'add',
    url,
    '--api-url',
    apiUrl,
    ...ours,
    '--event',
    'draw.completed',
    '--format',
    'json',
  )
  const { endpoint, state, secret, challenge } = JSON.parse(added.stdout) as Record<string, string>
  t.match({ state, secret }, { state: 'active', secret: /^whsec_/ })
  t.match(challenge, { answered: true, status: 200, code: null, address: '127.0.0.1' })
  const id = String(endpoint)
  t.match(
    (await at('webhook', 'pause', id)).stdout,
    /^ep_\w+ {2}paused {6} http.*\n {2}only draw\.completed\n {2}key: whpk_\S+\n$/,
  )
  t.match((await at('webhook', 'resume', id)).stdout, /^ep_\w+ {2}active /)
  const { url: second } = await listen(t)
  const moved = await at('webhook', 'add', second, '--api-url', 'https://other.example/api/v1', ...ours)
  t.match(moved.stdout, 'note: events of all endpoints now name https://other.example/api/v1 instead of')
  const shown = await at('webhook', 'list')
  t.match(
    shown.stdout,
    /^ep_.*\n.*\n {2}key: (whpk_\S+)\nep_.*\n {2}key: (?!\1)whpk_\S+\nevents name the audit record below https:\/\/other\.example\/api\/v1\n$/,
  )
  t.match((await at('webhook', 'test', 'ep_')).stderr, 'more than one endpoint begins with "ep_"')
  const rotated = await at('webhook', 'rotate', id, '--grace', '60')
  t.match((await at('webhook', 'rotate', id)).stdout, 'the one before that does not sign any more')
  t.match(rotated.stdout, /^secret: whsec_\S+\n.*\nthe old one signs too until 2\d{3}-.*\n$/)
  const keyed = await at('webhook', 'rotate', id, '--signing-key')
  const [, key, keyBefore] =
    /^key: (whpk_\S+)\nprevious key: (whpk_\S+), which signs too until .*\nthe old one signs too until .*\n$/.exec(
      keyed.stdout,
    ) ?? []
  t.not(key, keyBefore)
  t.match(
    (await at('webhook', 'list')).stdout,
    `  key: ${key}\n  previous key: ${keyBefore}, which signs too until `,
  )
  const list = JSON.parse((await at('webhook', 'list', '--format', 'json')).stdout) as object
  t.match(list, {
    api_url: 'https://other.example/api/v1',
    endpoints: [
      {
        endpoint: id,
        state: 'active',
        events: ['draw.completed'],
        allow_http: true,
        allow_networks: ['127.0.0.0/8'],
        keys: [key, keyBefore],
        old_key_until: /^2/,
      },
    ],
  })
  t.notMatch(JSON.stringify(list), /whsec/)
  t.equal((await at('webhook', 'remove', id)).stdout, `removed ${id}: ${new URL(url).origin}/…\n`)
})

await t.test('a key that is damaged is named, and what is not is shown', async t => {
  const store = join(t.testdir(), 'raffles.db')
  const at = (...args: readonly string[]) => run([...args, '--store', store], { env: passphrase })
  await at('store', 'migrate')
  const { url, events } = await listen(t)
  const { url: second } = await listen(t)
  await at('webhook', 'add', url, '--api-url', apiUrl, ...ours)
  await at('webhook', 'add', second, ...ours)
  const database = new Sqlite(store)
  database.exec("UPDATE webhook_endpoint SET public_key = x'00' WHERE number = 1")
  const id = String(database.prepare('SELECT id FROM webhook_endpoint WHERE number = 1').pluck().get())
  database.close()
  const listed = await at('webhook', 'list')
  t.equal(listed.code, 0)
  t.match(
    listed.stdout,
    `  key: damaged; drawaudit webhook rotate ${id} --signing-key --grace 0 makes another\nep_`,
  )
  t.match(listed.stdout, /\n {2}key: whpk_/)
  t.equal((await at('webhook', 'rotate', id, '--signing-key', '--grace', '0')).code, 0)
  t.notMatch((await at('webhook', 'list')).stdout, 'damaged')
  t.equal((await at('webhook', 'test', id)).code, 0)
  t.equal(events.length, 0)
})

await t.test('wrong calls are told what is wrong', async t => {
  const store = join(
    t.testdir({
      'public.key': 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=\n',
      'short.key': 'whsec_AAAA\n',
    }),
    'raffles.db',
  )
  await run(['store', 'migrate', '--store', store])
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [
      ['add', 'http://subscriber.example/hook', '--api-url', apiUrl],
      /^error: the URL is not https\n.*--allow-http/,
    ],
    [
      ['add', 'https://127.0.0.1/hook', '--api-url', apiUrl],
      /address of the public internet\n.*--allow-network/,
    ],
    [
      ['add', 'https://subscriber.example:22/hook', '--api-url', apiUrl],
      /the URL has the port 22\n.*--allow-any-port/,
    ],
    [
      ['add', 'https://raffles.example/hook', '--api-url', apiUrl],
      /raffles\.example is the public API of this service/,
    ],
    [
      ['add', 'https://subscriber.example/hook'],
      /the URL at which this store is served is not set yet\n.*--api-url/,
    ],
    [
      ['add', 'https://subscriber.example/hook', '--api-url', apiUrl, '--allow-network', '10.0.0.1/8'],
      /10\.0\.0\.1\/8/,
    ],
    [['add', 'https://subscriber.example/hook', '--api-url', apiUrl, '--event', 'draw'], /--event takes /],
    [
      [
        'add',
        'https://subscriber.example/hook',
        '--api-url',
        apiUrl,
        '--secret-file',
        join(t.testdirName, 'short.key'),
      ],
      /secret/,
    ],
    [
      [
        'add',
        'https://subscriber.example/hook',
        '--api-url',
        apiUrl,
        '--secret-file',
        join(t.testdirName, 'public.key'),
      ],
      /this is a public key, not a secret/,
    ],
    [['rotate'], /endpoint/],
    [
      ['rotate', 'ep_1f2e3d', '--signing-key', '--secret-file', 'short.key'],
      /give either --secret-file, or --signing-key/,
    ],
    [['pause', 'ep_1f2e3d'], /there is no endpoint "ep_1f2e3d"\n.*webhook list/],
    [['redeliver', 'ep_1f2e3d'], /give either an event, or --since TIME/],
    [['deliveries', '--limit', '0'], /--limit takes an integer from 1 to 10000/],
    [['deliver', '--once', '--rate', '0'], /./],
  ]
  for (const [args, expected] of cases) {
    const ended = await run(['webhook', ...args, '--store', store], { env: passphrase })
    t.equal(ended.code, 2, args.join(' '))
    t.match(ended.stderr, expected)
    t.notMatch(ended.stderr, /AAAA|\n\s+at /)
  }
})

await t.test('serve delivers beside serving', async t => {
  const store = join(t.testdir(), 'raffles.db')
  const at = (...args: readonly string[]) => run([...args, '--store', store], { env: passphrase })
  const { url, events } = await listen(t)
  await at('store', 'migrate')
  await at('webhook', 'add', url, '--api-url', apiUrl, ...ours)
  const args = ['serve', '--store', store, '--port', '0', '--metrics-port', '0', '--webhooks', 'yes']
  const locked = await run(args, { env: { DRAWAUDIT_PASSPHRASE: 'another one' } })
  t.equal(locked.code, 2, 'a wrong passphrase is said before anything is served')
  t.match(locked.stderr, /passphrase is not the one/)

  const server = start(process.execPath, [bin, ...args], { env: passphrase })
  t.teardown(() => server.kill('SIGKILL'))
  let output = ''
  server.stdout.on('data', (text: Buffer) => (output += text.toString()))
  while (!output.includes('listening')) await setTimeout(20)
  const file = join(t.testdirName, 'record.json')
  writeFileSync(file, JSON.stringify(record))
  await run(['publish', file, '--store', store])
  while (events.length === 0) await setTimeout(20)
  while (!output.includes('"webhook"')) await setTimeout(20)
  const [, metrics = ''] = /"metrics":"([^"]+)"/.exec(output) ?? []
  const text = await (await fetch(metrics)).text()
  t.match(text, /^drawaudit_webhook_attempts_total\{outcome="delivered"\} 1$/m)
  t.match(text, /^drawaudit_webhook_endpoints\{state="active"\} 1$/m)
  t.match(text, /^drawaudit_webhook_pending 0$/m)
  server.kill('SIGTERM')
  const [code] = (await once(server, 'close')) as [number]
  t.equal(code, 0)
  t.match(output, /"ended"/)
})
