import { createHmac } from 'node:crypto'
import t from 'tap'
import { run } from '../../../cli/resident.js'
import {
  event,
  otherSecret,
  publicKey,
  raffle,
  rawRequest,
  save,
  saveKeys,
  secret,
} from '../../../cli/webhooks.js'

const timestamp = 1_795_191_300 // 2026-11-20T16:15:00Z
const folder = t.testdir()
const keys = saveKeys(folder)
const request = save(folder, 'request.http', rawRequest({ timestamp }))
const verify = async (args: readonly string[], input = '') => run(['webhook', 'verify', ...args], { input })

await t.test('a saved request is verified with a secret', async t => {
  const { code, stdout, stderr } = await verify([request, '--secret-file', keys.secrets])
  t.strictSame([code, stderr], [0, ''])
  t.equal(
    stdout,
    `verified: raffle.cancelled of raffle ${raffle}
  id         msg_1
  sent       2026-11-20T16:15:00+00:00
  signature  v1, by line 3 of ${keys.secrets}
  window     not checked: --received TIME checks it
`,
  )
})

await t.test(
  'and with the public keys of a trust file, from standard input, with lines of either kind',
  async t => {
    for (const lineEnd of ['\r\n', '\n']) {
      const { code, stdout } = await verify(
        ['-', '--trust', keys.trust, '--received', '2026-11-20T16:19:59Z', '--format', 'json'],
        rawRequest({ timestamp }, lineEnd),
      )
      t.equal(code, 0)
      t.strictSame(JSON.parse(stdout), {
        verified: true,
        id: 'msg_1',
        sent_at: timestamp,
        signature: { version: 'v1a', key: publicKey },
        window: 'checked',
        payload: event,
      })
      t.notMatch(stdout, '\u001b')
    }
    const withoutFirstLine = rawRequest({ timestamp }).split('\r\n').slice(1).join('\r\n')
    t.match(await verify(['-', '--trust', keys.trust], withoutFirstLine), { code: 0 })
  },
)

await t.test('what is wrong with a request is said, with exit code 1', async t => {
  const raw = rawRequest({ timestamp })
  const unknown = rawRequest({ timestamp, body: JSON.stringify({ ...event, type: 'raffle.begun' }) })
  const cases: readonly (readonly [input: string, args: readonly string[], says: RegExp])[] = [
    [
      raw.replace('too few', 'too FEW'),
      [],
      /no signature is by a key.*\(webhook-signature\)\nhint: .*exactly as it was/,
    ],
    [
      `${raw}\n`,
      [],
      /webhook-signature.*\nhint: the body has \d+ bytes and Content-Length says \d+: it was changed/,
    ],
    [
      raw,
      ['--received', '2026-11-20T16:20:01Z'],
      /sent 301 seconds before it was received.*\(webhook-expired\)\nhint: .*replay/,
    ],
    [
      raw,
      ['--received', '2026-11-20T17:09:59+01:00'],
      /sent 301 seconds after it was received.*\(webhook-expired\)\nhint: .*slow/,
    ],
    [raw.replace(/webhook-id.*\r\n/, ''), [], /webhook-id is missing or empty \(webhook-header\)/],
    [raw.replace('webhook-id', 'Webhook-Id: msg_1\r\nwebhook-id'), [], /webhook-id occurs more than once/],
    [raw.replace(String(timestamp), `${timestamp}junk`), [], /webhook-timestamp is malformed/],
    [raw.replace('Host', 'Transfer-Encoding: chunked\r\nHost'), [], /the body is chunked.*\nhint: .*--save/],
    [raw.replace('Host: ', 'Host '), [], /expected a header field.*\(webhook-header\)/],
    [raw.replace('\r\n\r\n', '\r\n'), [], /(no empty line|expected a header field)/],
    ['', [], /no empty line ends the header/],
    [`a: ${'b'.repeat(70_000)}\n\n`, [], /no empty line ends the header within 65536 bytes/],
    [`${'a: b\n'.repeat(20_000)}\n`, [], /no empty line ends the header within 65536 bytes/],
    [unknown, [], /not an event: \/type expected one of.*\(webhook-event\)\nhint: ignore/],
    [rawRequest({ timestamp, body: '{"a":1,"a":2}' }), [], /\(json-duplicate-name\)/],
    [rawRequest({ timestamp, body: '"\u001b[31m"' }), [], /control character|json-/],
  ]
  await Promise.all(
    cases.map(async ([input, args, says]) => {
      const { code, stdout, stderr } = await verify(['-', '--secret-file', keys.secrets, ...args], input)
      t.strictSame([code, stderr], [1, ''], stdout)
      t.match(stdout, /^refused: /)
      t.match(stdout, says)
      t.notMatch(stdout, '\u001b')
    }),
  )
  const { code, stdout } = await verify([request, '--secret-file', keys.wrong, '--format', 'json'])
  t.equal(code, 1)
  t.match(JSON.parse(stdout), { verified: false, error: { code: 'webhook-signature' } })
  t.notOk(stdout.includes(secret.slice(6)) || stdout.includes(otherSecret.slice(6)))
})

await t.test('the form t=…,v1=… of another service', async t => {
  const text = 'a secret of theirs'
  const file = save(folder, 'theirs.txt', `${text}\n`)
  const body = '{"winner":"x","share":0.5}'
  const mac = createHmac('sha256', text).update(`${timestamp}.${body}`).digest('hex')
  const raw = `POST / HTTP/1.1\nRaffle-Signature: t=${timestamp},v1=${mac}\n\n${body}`
  const args = ['-', '--secret-file', file, '--header', 'raffle-signature']
  const good = await verify([...args, '--received', '2026-11-20T16:15:01Z'], raw)
  t.equal(good.code, 0)
  t.match(
    good.stdout,
    /^verified: a webhook\n {2}sent .*\n {2}signature {2}v1, by line 1 of .*theirs.txt\n {2}window {5}received 2026-11-20T16:15:01/,
  )
  t.match(await verify(args, raw.replace('winner', 'winneR')), { code: 1, stdout: /webhook-signature/ })
  t.match(await verify(args, raw.replace('t=', 't=9')), { code: 1, stdout: /webhook-signature/ })
  t.match(await verify(args.slice(0, 3), raw), { code: 2, stderr: /not a webhook key/ })
})

await t.test('wrong calls', async t => {
  const short = save(folder, 'short.txt', `${secret}\nwhsec_c2hvcnQ=\n`)
  const empty = save(folder, 'empty.txt', '\n')
  const bare = save(folder, 'bare.json', '{"trust":"drawaudit/v1"}')
  const cases: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [[request], /no key is given\nhint: give --secret-file FILE or --trust FILE/],
    [
      [request, '--secret-file', short],
      /line 2.*: not a webhook key: expected 24 to 64 bytes, found 5\nhint/,
    ],
    [[request, '--secret-file', empty], /the file has no key/],
    [
      [request, '--trust', bare],
      /the trust file has no webhook_keys\nhint: take them from \/webhooks\/ENDPOINT\/keys/,
    ],
    [[request, '--trust', keys.trust, '--header', 'x'], /--header goes with --secret-file/],
    [
      [request, '--secret-file', keys.secrets, '--header', 'x', '--header', 'y'],
      /--header is given more than once/,
    ],
    [[request, '--secret-file', keys.secrets, '--received', 'yesterday'], /--received: expected a time like/],
    [['no-such-file', '--secret-file', keys.secrets], /there is no such file/],
    [[], /the argument <file> is missing/],
  ]
  await Promise.all(
    cases.map(async ([args, says]) => {
      const { code, stdout, stderr } = await verify(args)
      t.strictSame([code, stdout], [2, ''], args.join(' '))
      t.match(stderr, says)
      t.notMatch(stderr, 'c2hvcnQ')
    }),
  )
  // A line is text there, whatever it looks like: then it is the header field that is missing.
  const { code, stdout } = await verify([request, '--secret-file', keys.secrets, '--header', 'x'])
  t.match([code, stdout], [1, /the header field x is missing/])
})
