// The rows W1 to W17 of docs/evidence/HOSTILE.md: URLs that subscribers give, what answers there, and what receivers are sent.
import type { Socket } from 'node:net'
import '@tapjs/mock/import'
import t, { type Test } from 'tap'
import { encodeBase64, encodeUtf8 } from '../../src/core/encoding.js'
import { formatWebhookSecret, parseWebhookKey } from '../../src/core/webhook-key.js'
import { formatWebhookSignature, verifyWebhook } from '../../src/core/webhook.js'
import type { ErrorCode } from '../../src/errors.js'
import { parseWebhookEvent, webhookEventTypes } from '../../src/model/webhook-event.js'
import { createMessageId } from '../../src/operator/announce.js'
import { addEndpoint, confirmEndpoint } from '../../src/operator/webhooks.js'
import type { EndpointAllowance } from '../../src/store/outbox.js'
import { parseEndpointUrl } from '../../src/webhook/endpoint-url.js'
import { boundRetryAfter, longestRetryAfter } from '../../src/webhook/retry.js'
import { createSender, type SenderOptions, type Sent } from '../../src/webhook/send.js'
import { createCertificate, flood, serveHttp, serveHttps, serveRaw, serveSocket } from '../remote/start.js'
import { apiUrl, createReceiver, loopback, never, setUp } from '../webhook/stage.js'

const nothing: EndpointAllowance = { http: false, anyPort: false, networks: [] }
const hosts = (...names: readonly string[]): readonly string[] => names.map(name => `https://${name}/hook`)

/** Each is refused when it is given, and when it stands in the store all the same; nothing is connected to. */
async function refuse(
  t: Test,
  urls: readonly string[],
  code: ErrorCode,
  says: string | RegExp,
): Promise<void> {
  for (const url of urls) {
    const about = JSON.stringify(url.slice(0, 80))
    t.throws(() => parseEndpointUrl(url, nothing, apiUrl), { code, message: says, hint: /./ }, about)
    const { attempt, message } = await send(t, url, {}, nothing)
    t.match({ ...attempt, message }, { error: code, message: says }, `${about} is not asked`)
    t.equal(attempt.address, undefined)
  }
}

const body = encodeUtf8('{"type":"draw.completed"}')

/** One attempt, to loopback unless something else is allowed. */
async function send(
  t: Pick<Test, 'teardown'>,
  url: string,
  options: SenderOptions = {},
  allow: EndpointAllowance = loopback,
): Promise<Sent> {
  const sender = createSender({ timeout: 10_000, ...options })
  t.teardown(() => {
    sender.close()
  })
  return sender.send({ url, allow, headers: [], body })
}

const resolveTo =
  (...addresses: readonly string[]) =>
  () =>
    Promise.resolve(addresses)

await t.test('W1: loopback in every spelling', async t => {
  const spellings = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127。0。0。1', '127.0.0.1.']
  spellings.push('①②⑦.⓪.⓪.①', '127．0．0．1', '0x7f000001', '017700000001', '%31%32%37.0.0.1')
  await refuse(t, hosts(...spellings), 'address-forbidden', /^127\.0\.0\.1 is not an address/)
  await refuse(t, hosts('0', '0x0', '00'), 'address-forbidden', /^0\.0\.0\.0 is not an address/)
})

await t.test('W2: names of this machine and network', async t => {
  const names = [
    'localhost',
    'localhost.',
    'LOCALHOST',
    'foo.localhost',
    '*.internal',
    'a.internal',
    '*.local',
  ]
  names.push(
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'metadata',
    'router.lan',
  )
  await refuse(t, hosts(...names), 'address-forbidden', / is not a name of the public internet$/)
})

await t.test('W3: IPv6 addresses that are not public', async t => {
  const addresses = [
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
  ]
  addresses.push('[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]')
  addresses.push('[100::1]', '[ff02::1]', '[2001:db8::1]', '[fec0::1]')
  await refuse(t, hosts(...addresses), 'address-forbidden', / is not an address of the public internet$/)
})

await t.test('W4: IPv4 addresses that are not public', async t => {
  const addresses = ['169.254.169.254', '100.64.0.1', '192.0.0.192', '198.18.0.1', '10.0.0.1', '172.16.0.1']
  addresses.push('172.31.255.255', '192.168.1.1', '224.0.0.1', '255.255.255.255', '0.0.0.0', '240.0.0.1')
  await refuse(t, hosts(...addresses), 'address-forbidden', / is not an address of the public internet$/)
})

await t.test('W5: a name that leads elsewhere once it is registered', async t => {
  const { port, connections } = await serveSocket(t, () => undefined)
  const { desk, deliverer, endpoint, queue, setClock, subscribe } = await setUp(t)
  const allow = { ...nothing, anyPort: true }
  let now = Date.parse('2026-11-20T16:15:00Z')
  setClock(now)
  const url = parseEndpointUrl(`https://hooks.example:${port}/`, allow, apiUrl).href
  // Another one opens the secrets.
  await subscribe('http://127.0.0.1:9/')
  const { endpoint: added } = await addEndpoint(desk, { url, allow, apiUrl })
  await confirmEndpoint(desk, added.id)
  await queue(1, [added.id])
  for (let count = 1; count <= 10; count++) {
    const worker = deliverer({ sender: { lookup: resolveTo('127.0.0.1') } })
    await worker.runOnce(never)
    const [one] = worker.attempted
    t.match(one, { count, attempt: { error: 'address-forbidden' }, outcome: count < 10 ? 'again' : 'failed' })
    t.match(one?.message, /^hooks\.example resolves to 127\.0\.0\.1, which is not an address/)
    now = Math.max(one?.due ?? now, one?.notBefore ?? now)
    setClock(now)
  }
  t.match(await endpoint(added.id), {
    state: 'disabled',
    reason: '10 attempts failed, and nothing was delivered meanwhile',
  })
  t.equal(connections(), 0)
})

await t.test('W6: a name with a public address and another', async t => {
  const { port, connections } = await serveSocket(t, () => undefined)
  const allow = { ...nothing, anyPort: true }
  for (const addresses of [
    ['1.1.1.1', '::1'],
    ['::1', '1.1.1.1'],
    ['2606:4700::1111', '1.1.1.1', '127.0.0.1'],
    ['1.1.1.1', '::ffff:127.0.0.1'],
  ]) {
    const sent = await send(t, `https://hooks.example:${port}/`, { lookup: resolveTo(...addresses) }, allow)
    t.match(sent, { attempt: { error: 'address-forbidden' }, message: /resolves to/ }, addresses.join())
  }
  t.equal(connections(), 0)
})

await t.test('W7: redirects', async t => {
  const inside = await serveHttp(t, (_, response) => response.end())
  let location = ''
  const { url, connections } = await serveHttp(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { location }).end()
  })
  const places = [inside.url, 'http://169.254.169.254/', '/200', `${url}/200`]
  for (const status of [302, 307]) {
    for (location of places) t.equal((await send(t, `${url}/${status}`)).attempt.status, status, location)
  }
  t.strictSame([connections(), inside.connections()], [8, 0], 'an answer, and never followed')
  // Which is no delivery.
  const { deliverer, queue, subscribe } = await setUp(t)
  await queue(1, [(await subscribe(`${url}/302`)).id])
  const worker = deliverer()
  await worker.runOnce(never)
  t.match(worker.attempted, [{ attempt: { status: 302 }, outcome: 'again' }])
  t.equal(inside.connections(), 0)
})

await t.test('W8: other schemes', async t => {
  const none = /does not start with http/
  const texts = ['file:///etc/passwd', 'ftp://a.example/', 'gopher://a.example/', 'data:text/plain,x']
  texts.push(
    'unix:/var/run/docker.sock',
    'javascript:alert(1)',
    'ws://a.example/',
    '//a.example',
    'a.example',
    '',
  )
  await refuse(t, texts, 'url-invalid', none)
  await refuse(t, ['http://a.example/', 'HTTP://a.example/'], 'url-invalid', 'the URL is not https')
})

await t.test('W9: what readers of URLs disagree about', async t => {
  const withUser = ['https://user:pass@a.example/', 'https://user@a.example/', 'https://@a.example/']
  await refuse(t, withUser, 'url-invalid', /user name or password/)
  const disputed = [
    'https://good\\@evil',
    'https://a.ex\tample/',
    'https://a.example/\n',
    ' https://a.example/',
  ]
  disputed.push(
    'https://good\\\\@evil',
    'https://a.example/ ',
    'https://a.ex\u200bample/',
    'https://a\0.example/',
  )
  await refuse(t, disputed, 'url-invalid', /white space, control character or backslash/)
  await refuse(t, ['https://good#@evil', 'https://a.example/#x'], 'url-invalid', /fragment/)
})

await t.test('W10: ports', async t => {
  const ports = (...list: readonly string[]) => list.map(port => `https://a.example:${port}/`)
  await refuse(t, ports('22', '25', '6379', '5432', '80', '8080'), 'url-invalid', /has the port \d+$/)
  await refuse(t, ports('0', '65536', '-1', 'x'), 'url-invalid', /port/)
})

await t.test('W11: the public URL of this service', t => {
  const own = ['https://raffles.example/', `${apiUrl}/raffles`, 'https://RAFFLES.example:443/x']
  for (const url of [...own, 'https://raffles.example./hook', 'https://r%61ffles.example/']) {
    t.throws(() => parseEndpointUrl(url, nothing, apiUrl), {
      code: 'url-invalid',
      message: 'raffles.example'.concat(
        url.includes('example./') ? '.' : '',
        ' is the public API of this service',
      ),
    })
  }
  t.end()
})

await t.test('W12: hosts that are none, or look like others', async t => {
  const long = `https://a.example/${'x'.repeat(2049 - 18)}`
  t.equal(long.length, 2049)
  await refuse(t, [long], 'url-invalid', /longer than 2048 characters/)
  const none = ['xn--a', 'xn--', 'xn--zzzzzz', '[fe80::1%25eth0]', '[fe80::1%eth0]', '256.1.1.1', '[::1']
  await refuse(t, hosts(...none), 'url-invalid', /no valid host or port/)
  for (const [text, shown] of [
    ['https://аррle.com/', 'https://xn--le-6kc8da.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ] as const) {
    t.equal(parseEndpointUrl(text, nothing, apiUrl).href, shown, 'it is shown, kept and asked in Punycode')
  }
})

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

await t.test('W13: answers without an end', async t => {
  const much = 'x'.repeat(64 * 1024)
  const answers: readonly (readonly [name: string, header: string, more: string])[] = [
    ['a gigabyte', 'Content-Length: 1000000000\r\n\r\n', much],
    ['chunks without an end', 'Transfer-Encoding: chunked\r\n\r\n', `10000\r\n${much}\r\n`],
    ['until it is closed', '\r\n', much],
  ]
  for (const [name, header, more] of answers) {
    let closed: Promise<unknown> = Promise.resolve()
    let written = 0
    const { url } = await serveRaw(t, socket => {
      closed = new Promise(resolve => socket.on('close', resolve)).then(() => (written = socket.bytesWritten))
      socket.write(head + header)
      flood(socket, more)
    })
    const sent = await send(t, url)
    t.equal(sent.attempt.status, 200, name)
    t.equal(sent.answer.length, 16 * 1024)
    await closed
    t.ok(written < 100_000_000, `${written} bytes were written`)
  }

  const flooding = await serveRaw(t, socket => {
    flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n')
  })
  t.equal((await send(t, flooding.url)).attempt.error, 'remote-malformed', '100 Continue without an end')
  const dripping = await serveRaw(t, socket => {
    const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20)
    socket.on('close', () => {
      clearInterval(timer)
    })
  })
  const late = await send(t, dripping.url, { timeout: 300 })
  t.equal(late.attempt.error, 'remote-timeout', 'the same, slowly')

  const fields = (text: string): string => Array.from({ length: 10_000 }, () => text).join('\r\n')
  const answer = (lines: string) => (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`)
  const few = await serveRaw(t, answer(fields('a:b')))
  t.equal((await send(t, few.url)).attempt.status, 200, '10,000 header fields')
  const many = await serveRaw(t, answer(fields('x-field: abcdefgh')))
  t.equal((await send(t, many.url)).attempt.error, 'remote-malformed', '10,000 longer ones')

  // How long an attempt may take, where nobody says otherwise.
  const timeouts: unknown[] = []
  const client = await import('../../src/remote/client.js')
  const watched = await t.mockImport<typeof import('../../src/webhook/send.js')>(
    '../../src/webhook/send.js',
    {
      '../../src/remote/client.js': {
        ...client,
        createClient(options: { readonly timeout?: number }) {
          timeouts.push(options.timeout)
          return client.createClient(options)
        },
      },
    },
  )
  watched.createSender().close()
  t.strictSame(timeouts, [15_000])
})

await t.test('W14: answers that are no delivery', async t => {
  const { deliverer, endpoint, queue, setClock, subscribe } = await setUp(t)
  const now = Date.parse('2026-11-20T16:15:00Z')
  setClock(now)
  const attempt = async (url: string) => {
    const { id } = await subscribe(url)
    await queue(1, [id])
    const worker = deliverer()
    await worker.runOnce(never)
    return { attempted: worker.attempted, endpoint: await endpoint(id) }
  }
  const receiver = await createReceiver(t, ({ path }) => ({
    status: Number(path.slice(1)),
    headers: { 'retry-after': '31536000', location: '/204' },
  }))
  t.match(await attempt(receiver.url('/410', '127.0.0.2')), {
    attempted: [{ attempt: { status: 410 }, outcome: 'gone' }],
    endpoint: { state: 'disabled', reason: 'it answered 410 Gone' },
  })
  const until = now + 86_400_000
  t.match(await attempt(receiver.url('/429', '127.0.0.3')), {
    attempted: [{ attempt: { status: 429 }, outcome: 'again', due: until, notBefore: until }],
    endpoint: { state: 'active', notBefore: until },
  })
  t.strictSame([longestRetryAfter, boundRetryAfter(31_536_000)], [86_400, 86_400])
  t.match(await attempt(receiver.url('/204', '127.0.0.4')), {
    attempted: [{ attempt: { status: 204 }, outcome: 'delivered' }],
    endpoint: { state: 'active', notBefore: 0 },
  })
  for (const [index, status] of [300, 301, 302, 303, 304, 307, 308].entries()) {
    t.match(await attempt(receiver.url(`/${status}`, `127.0.1.${index + 1}`)), {
      attempted: [{ attempt: { status }, outcome: 'again' }],
    })
  }
  const informational = await serveRaw(t, socket => socket.end('HTTP/1.1 199 x\r\nA: b\r\n\r\n'))
  t.match(await attempt(informational.url.replace('127.0.0.1', '127.0.0.1.')), {
    attempted: [{ attempt: { error: 'remote-closed' }, outcome: 'again' }],
  })

  await t.test('certificates that are not right', async t => {
    for (const [days, trusted, says] of [
      [-1, true, /has expired/],
      [1, false, /is not trusted: self-signed/],
    ] as const) {
      const certificate = createCertificate(t, 'DNS:hooks.example', days)
      const { port, connections, received } = await serveHttps(t, certificate, (_, response) =>
        response.end(),
      )
      const sent = await send(t, `https://hooks.example:${port}/`, {
        lookup: resolveTo('127.0.0.1'),
        ...(trusted && { ca: certificate.cert }),
      })
      t.match(sent, { attempt: { error: 'remote-tls' }, message: says })
      t.equal(sent.attempt.status, undefined)
      t.equal(connections(), 1, 'it is not tried once more, less strictly')
      t.notMatch(received(), /POST|draw\.completed/)
    }
  })
})

await t.test('W15: a replay, and clocks that differ', t => {
  const secret = formatWebhookSecret(new Uint8Array(32).fill(1))
  const timestamp = 1_795_191_300
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': formatWebhookSignature({ id: 'msg_1', timestamp, body }, [
      { secret: new Uint8Array(32).fill(1) },
    ]),
  }
  const open = (after: number) =>
    verifyWebhook({ body, headers, keys: secret, now: new Date((timestamp + after) * 1000) })
  for (const after of [0, 300, -300]) t.same(open(after), { type: 'draw.completed' }, `${after} s`)
  for (const [after, says] of [
    [301, 'it was sent 301 seconds before now, and 300 are allowed'],
    [600, 'it was sent 600 seconds before now, and 300 are allowed'],
    [-600, 'it was sent 600 seconds after now, and 300 are allowed'],
  ] as const) {
    t.throws(() => open(after), { code: 'webhook-expired', message: says, hint: /clock of the receiver/ })
  }
  t.end()
})

await t.test('W16: secrets', t => {
  const text = (length: number): string => encodeBase64(new Uint8Array(length).fill(7))
  const refused: readonly (readonly [text: string, says: RegExp])[] = [
    [`whsec_${text(23)}`, /expected 24 to 64 bytes, found 23/],
    [`whsec_${text(65)}`, /expected 24 to 64 bytes, found 65/],
    ['whsec_', /expected 24 to 64 bytes, found 0/],
    // Without the prefix it may be a public key, which everyone knows.
    [text(32), /may be a secret or a public key/],
    ['secret', /expected whsec_ or whpk_ first/],
    // The last digit has bits that mean nothing, the padding is missing, the alphabet is the other one.
    [`whsec_${text(25).replace(/w==$/, 'x==')}`, /expected base64/],
    [`whsec_${text(25).replace(/=+$/, '')}`, /expected base64/],
    [`whsec_${text(24).replace(/^./, '-')}`, /expected base64/],
    [`whsec_${text(24)}\n`, /expected base64/],
    ['', /empty/],
  ]
  for (const [secret, says] of refused) {
    t.throws(() => parseWebhookKey(secret), { code: 'webhook-secret', message: says, hint: /./ }, secret)
  }
  for (const length of [24, 64]) t.match(parseWebhookKey(`whsec_${text(length)}`), { kind: 'secret' })
  for (const length of [23, 65]) t.throws(() => formatWebhookSecret(new Uint8Array(length)), RangeError)
  t.end()
})

await t.test('W17: ids and types that could be taken for something else', async t => {
  const secret = new Uint8Array(32).fill(1)
  for (const id of ['msg.1', 'msg_1\n', 'a b', '', 'é', 'x'.repeat(257)]) {
    t.throws(() => formatWebhookSignature({ id, timestamp: 1, body }, [{ secret }]), RangeError, id)
    const headers = { 'webhook-id': id, 'webhook-timestamp': '1', 'webhook-signature': 'v1,AA==' }
    const open = () =>
      verifyWebhook({ body, headers, keys: formatWebhookSecret(secret), now: new Date(1000) })
    t.throws(open, { code: 'webhook-header' }, id)
  }
  t.match(
    createMessageId(length => new Uint8Array(length).fill(255)),
    /^msg_f{32}$/,
  )
  for (const type of webhookEventTypes) t.match(type, /^[a-z]+\.[a-z]+$/)
  for (const type of ['draw.completed\n', 'draw\n.completed', 'draw.completed\r\nx: y', '']) {
    const event = { type, timestamp: '2026-11-20T16:15:00+00:00', data: {} }
    t.throws(() => parseWebhookEvent(event), { code: 'webhook-event' }, JSON.stringify(type))
  }
  const { url, connections } = await serveHttp(t, (_, response) => response.end())
  const sender = createSender()
  t.teardown(() => {
    sender.close()
  })
  const headers = [['webhook-id', 'msg_1\r\nx: y']] as const
  await t.rejects(sender.send({ url, allow: loopback, headers, body }), { code: 'ERR_INVALID_CHAR' })
  t.equal(connections(), 0)
})
