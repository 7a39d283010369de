import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import {
  decodeBase64,
  decodeHex,
  decodeUtf8,
  encodeBase64,
  encodeHex,
  encodeUtf8,
} from '../../src/core/encoding.js'
import { portable } from '../../src/core/portable.js'
import { parsePublicKey } from '../../src/core/signature.js'
import { formatWebhookPublicKey, formatWebhookSecret, parseWebhookKey } from '../../src/core/webhook-key.js'
import {
  formatWebhookSignature,
  openWebhook,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookRequest,
} from '../../src/core/webhook.js'
import { DrawauditError } from '../../src/errors.js'
import { native } from '../../src/native/engine.js'
import { vectors } from '../vectors.js'
import { refusal } from './refusal.js'

const numRuns = process.env['SLOW'] === '1' ? 20_000 : 67
const sentAt = 1_700_000_000
const now = new Date(sentAt * 1000)
const bytes = new Uint8Array(24).map((_, index) => 7 * index + 1)
const secret = formatWebhookSecret(bytes)
const other = formatWebhookSecret(bytes.toReversed())
const body = '{"type":"draw.completed","data":{"n":1}}'

const pair = generateKeyPairSync('ed25519')
const publicBytes = decodeBase64(
  pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
)
const publicKey = formatWebhookPublicKey(parsePublicKey('ed25519', publicBytes))
const asymmetric = { sign: (content: Uint8Array) => new Uint8Array(sign(null, content, pair.privateKey)) }

type Name = 'webhook-id' | 'webhook-timestamp' | 'webhook-signature'
type Fields = Readonly<Record<Name, string>>

/** The header as we send it. */
const sent: Fields = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(sentAt),
  'webhook-signature': formatWebhookSignature({ id: 'msg_1', timestamp: sentAt, body: encodeUtf8(body) }, [
    { secret: bytes },
    asymmetric,
  ]),
}
const [v1 = '', v1a = ''] = sent['webhook-signature'].split(' ')

/** A request, some of it replaced. */
function request(
  changes: Partial<WebhookRequest> = {},
  fields: Partial<Record<Name, string | undefined>> = {},
): WebhookRequest {
  return { body, headers: { ...sent, ...fields }, keys: secret, now, ...changes }
}

const outcome = (
  changes: Partial<WebhookRequest> = {},
  fields: Record<string, string | undefined> = {},
): string => refusal(() => verifyWebhook(request(changes, fields)))

/** The error itself, of what has to be refused. */
function failure(act: () => unknown): DrawauditError {
  try {
    act()
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

interface Vectors {
  readonly secret: string
  readonly secret_unprefixed: string
  readonly id: string
  readonly timestamp: number
  readonly payload: string
  readonly signature: string
  readonly bad_signature: string
  readonly unrelated_signature_in_list: string
  readonly asymmetric: Pick<Vectors, 'id' | 'timestamp' | 'payload' | 'signature'> & {
    readonly public_key: string
  }
  readonly bad_secrets: readonly string[]
}

const path = 'standard-webhooks/vectors.json'
const url = vectors(path)
await t.test('the published vectors', { skip: !url && `shared vectors are not here: ${path}` }, t => {
  const published = JSON.parse(readFileSync(url!, 'utf8')) as Vectors
  const { id, timestamp, payload, signature } = published
  const open = (
    keys: string | readonly string[],
    signatures: string,
    of: Pick<Vectors, 'id' | 'timestamp' | 'payload'> = published,
  ) =>
    verifyWebhook({
      body: of.payload,
      headers: {
        'webhook-id': of.id,
        'webhook-timestamp': String(of.timestamp),
        'webhook-signature': signatures,
      },
      keys,
      now: new Date(of.timestamp * 1000),
    })
  for (const key of [published.secret, published.secret_unprefixed]) {
    t.same(open(key, signature), { test: 2432232314 })
    t.same(open([other, key], `${published.unrelated_signature_in_list} ${signature}`), { test: 2432232314 })
    t.equal(
      refusal(() => open(key, published.bad_signature)),
      'webhook-signature',
    )
    t.equal(
      refusal(() => open(key, published.unrelated_signature_in_list)),
      'webhook-signature',
    )
    const parsed = parseWebhookKey(key)
    const made = formatWebhookSignature(
      { id, timestamp, body: encodeUtf8(payload) },
      parsed.kind === 'secret' ? [{ secret: parsed.secret }] : [],
    )
    t.equal(made, signature)
  }
  t.same(open(published.asymmetric.public_key, published.asymmetric.signature, published.asymmetric), {
    test: 2432232314,
  })
  t.equal(
    refusal(() =>
      open(published.asymmetric.public_key, published.asymmetric.signature, {
        ...published.asymmetric,
        id: 'x',
      }),
    ),
    'webhook-signature',
  )
  t.ok(published.bad_secrets.length >= 6)
  for (const bad of published.bad_secrets) {
    const error = failure(() => open(bad, signature))
    t.equal(error.code, 'webhook-secret', bad)
    if (bad.length > 6)
      t.notOk(`${error.message} ${error.hint ?? ''}`.includes(bad.slice(6)), 'it is not shown')
  }
  t.end()
})

await t.test('what the reference library signs is verified, and the other way round', t => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 24, maxLength: 64 }),
      fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/),
      fc.jsonValue({ maxDepth: 3 }),
      (key, id, value) => {
        // Numbers such as 1e-300 are JSON, but not ours.
        const text = JSON.stringify({ value: JSON.stringify(value) })
        const shown = formatWebhookSecret(key)
        const library = new Webhook(shown)
        const present = new Date()
        const timestamp = Math.floor(present.getTime() / 1000)
        const fields = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) }
        const theirs = { ...fields, 'webhook-signature': library.sign(id, present, text) }
        t.same(verifyWebhook({ body: text, headers: theirs, keys: shown, now: present }), JSON.parse(text))
        const ours = formatWebhookSignature(
          { id, timestamp, body: encodeUtf8(text) },
          [{ secret: key }, asymmetric],
          native,
        )
        t.same(library.verify(text, { ...fields, 'webhook-signature': ours }), JSON.parse(text))
      },
    ),
    { numRuns },
  )
  t.end()
})

await t.test('each kind of signature, in any order, with any engine', t => {
  for (const engine of [portable, native]) {
    t.same(verifyWebhook(request(), engine), JSON.parse(body))
    t.match(openWebhook(request({ keys: [other, secret] }), engine), {
      id: 'msg_1',
      timestamp: sentAt,
      key: 1,
      version: 'v1',
    })
    t.match(openWebhook(request({ keys: [publicKey, secret] }), engine), { key: 0, version: 'v1a' })
    t.same(verifyWebhook(request({ body: encodeUtf8(body) }), engine), JSON.parse(body))
  }
  const shouted = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  t.same(verifyWebhook(request({ headers: shouted })), JSON.parse(body))
  t.same(verifyWebhook(request({ headers: new Headers(sent) })), JSON.parse(body))
  const signature = sent['webhook-signature']
  t.equal(
    outcome({}, { 'webhook-signature': `v2,x v1 ${signature} v1b,AAAA` }),
    'accepted',
    'others are skipped',
  )
  t.end()
})

await t.test('a message is judged as bytes', t => {
  const raw = Uint8Array.of(0x22, 0xff, 0x22)
  const message = { id: 'msg_1', timestamp: sentAt, body: raw }
  const signature = formatWebhookSignature(message, [{ secret: bytes }])
  t.equal(outcome({ body: raw }, { 'webhook-signature': signature }), 'utf8-invalid')
  t.equal(outcome({ body: '"\ufffd"' }, { 'webhook-signature': signature }), 'webhook-signature')
  const signed = (text: string): string =>
    formatWebhookSignature({ ...message, body: encodeUtf8(text) }, [{ secret: bytes }])
  for (const [text, code] of [
    ['', 'json-empty'],
    ['{"a":1,"a":2}', 'json-duplicate-name'],
    ['{"a":9007199254740993}', 'json-number-unsafe'],
    ['{"a":0.035211}', 'accepted'],
  ] as const) {
    t.equal(outcome({ body: text }, { 'webhook-signature': signed(text) }), code, text)
    t.equal(outcome({ body: text }), 'webhook-signature', 'nothing is parsed that was not signed')
  }
  t.end()
})

await t.test('no bit of the body, the id, the time or the signature can change', t => {
  const flip = (text: string, bit: number): string => {
    const changed = encodeUtf8(text)
    const at = (bit >> 3) % changed.length
    // The highest bit would leave ASCII, and so the header.
    changed[at]! ^= 1 << ((bit & 7) % 7)
    return decodeUtf8(changed)
  }
  const codes = new Set<string>()
  fc.assert(
    fc.property(fc.nat(100_000), fc.boolean(), (bit, asymmetrically) => {
      const keys = asymmetrically ? publicKey : secret
      const ours = asymmetrically ? v1a : v1
      t.equal(outcome({ keys }, { 'webhook-signature': ours }), 'accepted')
      const refuse = (changes: Partial<WebhookRequest>, fields = {}): void => {
        const code = refusal(() =>
          openWebhook(request({ keys, ...changes }, { 'webhook-signature': ours, ...fields })),
        )
        t.ok(['webhook-signature', 'webhook-header'].includes(code), code)
        codes.add(code)
      }
      const flipped = encodeUtf8(body)
      flipped[(bit >> 3) % flipped.length]! ^= 1 << (bit & 7)
      refuse({ body: flipped })
      for (const name of ['webhook-id', 'webhook-timestamp'] as const)
        refuse({}, { [name]: flip(sent[name], bit) })
      const [version = '', text = ''] = ours.split(',')
      const broken = decodeBase64(text)
      broken[(bit >> 3) % broken.length]! ^= 1 << (bit & 7)
      refuse({}, { 'webhook-signature': `${version},${encodeBase64(broken)}` })
    }),
    { numRuns },
  )
  t.same([...codes].sort(), ['webhook-header', 'webhook-signature'])
  t.end()
})

await t.test('a replay is refused from five minutes on, in both directions', t => {
  const at = (seconds: number): string => outcome({ now: new Date(1000 * (sentAt + seconds)) })
  t.same([0, 299, 300, 301, -299, -300, -301].map(at), [
    'accepted',
    'accepted',
    'accepted',
    'webhook-expired',
    'accepted',
    'accepted',
    'webhook-expired',
  ])
  const late = failure(() => verifyWebhook(request({ now: new Date(1000 * (sentAt + 301)) })))
  t.equal(late.message, 'it was sent 301 seconds before now, and 300 are allowed')
  t.match(late.hint, 'replay')
  const early = failure(() => verifyWebhook(request({ now: new Date(1000 * (sentAt - 600)) })))
  t.equal(early.message, 'it was sent 600 seconds after now, and 300 are allowed')
  t.match(early.hint, 'clock of the receiver is slow')
  t.equal(outcome({ now: new Date(1000 * (sentAt + 301)), tolerance: 301 }), 'accepted')
  t.equal(outcome({ now: new Date(1000 * (sentAt + 1)), tolerance: 0 }), 'webhook-expired')
  t.equal(outcome({ now: new Date(1000 * (sentAt + 86_400)), tolerance: 86_400 }), 'accepted')
  t.equal(
    outcome({ now: new Date(0), keys: other }),
    'webhook-signature',
    'a wrong secret is not called a wrong clock',
  )
  t.same(openWebhook(request()).payload, JSON.parse(body), 'whoever opens asks for the time alone')
  for (const tolerance of [-1, 0.5, Infinity, NaN, 86_401]) t.throws(() => outcome({ tolerance }), RangeError)
  t.throws(() => outcome({ now: new Date(NaN) }), RangeError)
  t.end()
})

await t.test('secrets that are none are refused, and never shown', t => {
  const base64 = (length: number): string => encodeBase64(new Uint8Array(length).fill(0xa7))
  const cases: readonly (readonly [key: string, words: RegExp])[] = [
    ['', /it is empty/],
    ['whsec_', /found 0/],
    [`whsec_${base64(23)}`, /found 23/],
    [`whsec_${base64(65)}`, /found 65/],
    [base64(23), /found 23/],
    [base64(32), /may be a secret or a public key/],
    [`whsec_${base64(32).replace('=', '')}`, /expected base64/],
    [`whsec_${base64(25).replace('w==', 'x==')}`, /expected base64/],
    [`whsec_${base64(24)}\n`, /expected base64/],
    [` whsec_${base64(24)}`, /expected whsec_ or whpk_/],
    [`WHSEC_${base64(24)}`, /expected whsec_ or whpk_/],
    [`whpk_${base64(31)}`, /32 bytes/],
    [`whpk_${base64(33)}`, /32 bytes/],
    [`whsk_${base64(64)}`, /secret key of a sender/],
    [3 as unknown as string, /expected text/],
  ]
  for (const [key, words] of cases) {
    const error = failure(() => verifyWebhook(request({ keys: key })))
    t.equal(error.code, 'webhook-secret', String(words))
    t.match(error.message, words)
    t.notMatch(error.message + String(error.hint), 'p6en')
  }
  for (const none of [[], undefined, null]) {
    t.equal(outcome({ keys: none as unknown as string }), 'webhook-secret', 'a setting that is not there')
  }
  t.equal(
    refusal(() => parseWebhookKey(`whpk_${encodeBase64(new Uint8Array(32))}`)),
    'key-weak',
  )
  for (const length of [24, 32, 64]) {
    const shown = formatWebhookSecret(new Uint8Array(length))
    t.same(parseWebhookKey(shown), { kind: 'secret', secret: new Uint8Array(length) })
  }
  t.same(parseWebhookKey(base64(24)), { kind: 'secret', secret: new Uint8Array(24).fill(0xa7) })
  const generator = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
  for (const length of [0, 23, 65]) t.throws(() => formatWebhookSecret(new Uint8Array(length)), RangeError)
  t.throws(() => formatWebhookPublicKey(parsePublicKey('bip340', decodeHex(generator))), RangeError)
  t.end()
})

await t.test('a malformed key in a list keeps none of the others from being used', t => {
  const bad = [
    `whsec_${encodeBase64(new Uint8Array(23).fill(0xa7))}`,
    '-p6en',
    undefined as unknown as string,
  ]
  for (const one of bad) {
    t.match(openWebhook(request({ keys: [one, secret] })), { key: 1, version: 'v1' }, one)
    t.match(openWebhook(request({ keys: [publicKey, one] })), { key: 0, version: 'v1a' }, one)
  }
  const alone = failure(() => verifyWebhook(request({ keys: ['-p6en'] })))
  t.match(
    [alone.code, alone.message],
    ['webhook-secret', /^not a webhook key: expected whsec_ or whpk_ first$/],
  )
  const none = failure(() => verifyWebhook(request({ keys: bad })))
  t.equal(none.code, 'webhook-secret')
  t.match(
    none.message,
    /^no webhook key can be used: key 1 of 3: .*found 23; key 2 of 3: .*; key 3 of 3: .*expected text$/,
  )
  t.notMatch(none.message, /p6en/)
  const refused = failure(() => verifyWebhook(request({ keys: [other, '-p6en'] })))
  t.equal(refused.code, 'webhook-signature')
  t.match(refused.message, /^no signature is by a key that was given; not used: key 2 of 2: /)
  t.notMatch(refused.message, /p6en/)
  t.end()
})

await t.test('the kind of a key decides which signatures it verifies', t => {
  const message = { id: 'msg_1', timestamp: sentAt, body: encodeUtf8(body) }
  // What anyone can make who reads the public key.
  const forged = formatWebhookSignature(message, [{ secret: publicBytes }])
  t.equal(outcome({ keys: publicKey }, { 'webhook-signature': forged }), 'webhook-signature')
  t.equal(
    outcome({ keys: publicKey }, { 'webhook-signature': forged.replace('v1,', 'v1a,') }),
    'webhook-signature',
  )
  t.equal(
    outcome({ keys: publicKey }, { 'webhook-signature': v1a.replace('v1a,', 'v1,') }),
    'webhook-signature',
  )
  t.equal(outcome({ keys: secret }, { 'webhook-signature': v1.replace('v1,', 'v1a,') }), 'webhook-signature')
  const words = (keys: string | readonly string[], signature: string): string => {
    const { message, hint = '' } = failure(() =>
      verifyWebhook(request({ keys }, { 'webhook-signature': signature })),
    )
    return `${message}; ${hint}`
  }
  t.match(words(secret, v1a), /a version that the keys can verify; .*with a public key$/)
  t.match(words(publicKey, v1), /a version that the keys can verify; .*with a secret$/)
  t.match(words(publicKey, 'v9,x'), /a version that the keys can verify; give the key/)
  t.match(words([other, publicKey], v1), /by a key that was given; .*exactly as it was received/)
  t.match(words(other, `${v1} ${v1a}`), /by a key that was given; .*exactly as it was received/)
  t.end()
})

await t.test('fields of the header are there once and well formed', t => {
  const signature = sent['webhook-signature']
  const forms: readonly (readonly [name: Name, ...values: readonly string[]])[] = [
    ['webhook-id', '', 'msg.1', 'msg_1, msg_1', 'msg 1', 'msg\n1', 'msgé', 'm'.repeat(257)],
    // The reference library takes the first of these for 1700000000.
    [
      'webhook-timestamp',
      '',
      '1700000000junk',
      '+1700000000',
      '1.7e9',
      ' 1700000000',
      '-1',
      '0x6553f100',
      '１',
    ],
    ['webhook-timestamp', '1700000000.0', '1700000000, 1700000000', '1'.repeat(16)],
    ['webhook-signature', '', `${signature}, ${signature}`, `${signature} v1,`],
    ['webhook-signature', `${'v2,x '.repeat(100)}${signature}`, `v1,${'A'.repeat(20_000)}`],
  ]
  for (const [name, ...values] of forms) {
    for (const value of [undefined, ...values]) {
      t.equal(
        outcome({}, { [name]: value }),
        'webhook-header',
        `${name}: ${value?.slice(0, 40) ?? 'missing'}`,
      )
    }
    const value = sent[name]
    t.equal(outcome({ headers: { ...sent, [name]: [value, value] } }), 'webhook-header', `${name} as a list`)
    const doubled: WebhookHeaders = { ...sent, [name.toUpperCase()]: value }
    t.equal(outcome({ headers: doubled }), 'webhook-header', `${name} in two spellings`)
    const joined = new Headers(sent)
    joined.append(name, value)
    t.equal(outcome({ headers: joined }), 'webhook-header', `${name} joined`)
    joined.delete(name)
    t.equal(outcome({ headers: joined }), 'webhook-header', `${name} left out`)
  }
  t.equal(outcome({}, { 'webhook-signature': `${'v2,x '.repeat(99)}${v1}` }), 'accepted')
  const wrongOnes = `${`v1a,${encodeBase64(new Uint8Array(64))} `.repeat(11)}${signature}`
  t.equal(
    outcome({ keys: publicKey }, { 'webhook-signature': wrongOnes }),
    'webhook-header',
    'work is bounded',
  )
  t.equal(outcome({ keys: secret }, { 'webhook-signature': wrongOnes }), 'accepted')
  const tenInAll = wrongOnes.split(' ').slice(2).join(' ')
  t.equal(outcome({ keys: publicKey }, { 'webhook-signature': tenInAll }), 'accepted')
  const padded = (length: number): string => `v2,${'A'.repeat(length - v1.length - 4)} ${v1}`
  t.equal(outcome({}, { 'webhook-signature': padded(16_384) }), 'accepted')
  t.equal(outcome({}, { 'webhook-signature': padded(16_385) }), 'webhook-header')
  t.equal(outcome({ headers: { get: 'x' } }), 'webhook-header', 'a field may be called get')
  t.end()
})

await t.test('the reference library takes what is refused here', t => {
  const present = new Date()
  const timestamp = String(Math.floor(present.getTime() / 1000))
  const short = new Webhook('whsec_AA==')
  const fields = { 'webhook-id': 'msg_1', 'webhook-signature': short.sign('msg_1', present, body) }
  const junk = { ...fields, 'webhook-timestamp': `${timestamp}junk` }
  t.same(short.verify(body, junk), JSON.parse(body))
  t.equal(
    refusal(() => verifyWebhook({ body, headers: junk, keys: 'whsec_AA==', now: present })),
    'webhook-secret',
  )
  t.equal(
    refusal(() => verifyWebhook({ body, headers: junk, keys: secret, now: present })),
    'webhook-header',
  )
  t.end()
})

await t.test('what cannot be signed is not', t => {
  const message = { id: 'msg_1', timestamp: sentAt, body: encodeUtf8(body) }
  const signers = [{ secret: bytes }]
  for (const id of ['', 'msg.1', 'a b', 'a\nb', 'a\u0000', 'é', 'm'.repeat(257)]) {
    t.throws(() => formatWebhookSignature({ ...message, id }, signers), RangeError, JSON.stringify(id))
  }
  for (const timestamp of [-1, 0.5, NaN, Infinity, 1e15]) {
    t.throws(() => formatWebhookSignature({ ...message, timestamp }, signers), RangeError)
  }
  t.match(formatWebhookSignature({ ...message, timestamp: 0 }, signers), /^v1,[^ ]{44}$/)
  t.throws(() => formatWebhookSignature(message, []), RangeError)
  t.throws(() => formatWebhookSignature(message, [{ secret: new Uint8Array(23) }]), RangeError)
  t.throws(() => formatWebhookSignature(message, [{ sign: () => new Uint8Array(63) }]), RangeError)
  t.match(formatWebhookSignature(message, [asymmetric, ...signers]), /^v1a,[^ ]{88} v1,[^ ]{44}$/)
  t.end()
})

await t.test('the form t=…,v1=… of other services', t => {
  const key = 'whsec_a text, as it is shown'
  const mac = (text: string, at: string | number = sentAt): string =>
    createHmac('sha256', text).update(`${at}.${body}`).digest('hex')
  const open = (
    value: string | readonly string[] | undefined,
    keys: string | readonly string[] = key,
    name = 'Raffle-Signature',
  ) => refusal(() => verifyWebhook({ body, headers: { 'raffle-signature': value }, keys, now, header: name }))
  const good = `t=${sentAt},v1=${mac(key)}`
  t.equal(open(good), 'accepted')
  t.equal(open(`t=${sentAt},v1=${mac(key).toUpperCase()}`), 'accepted')
  for (const longer of [`zz${mac(key)}`, `${mac(key)}zz`]) {
    t.equal(open(`t=${sentAt},v1=${longer}`), 'webhook-signature', longer)
    t.equal(open(`t=${sentAt},v1=${longer},v1=${mac(key)}`), 'accepted')
  }
  t.equal(open(`t=${sentAt},v1=${mac('sixteen bytes ok')}`, 'sixteen bytes ok'), 'accepted')
  t.equal(open(`v0=x, v1=${mac('another secret of theirs')} ,v1=${mac(key)}, t=${sentAt},junk`), 'accepted')
  t.equal(open(good, ['another secret of theirs', key]), 'accepted')
  const headers = { 'raffle-signature': good }
  t.strictSame(
    openWebhook({ body, headers, keys: ['another secret of theirs', key], header: 'raffle-signature' }),
    {
      timestamp: sentAt,
      payload: JSON.parse(body) as never,
      key: 1,
      version: 'v1',
    },
  )
  for (const wrong of [
    mac('another secret of theirs'),
    mac(key, sentAt + 1),
    mac(key).slice(2),
    '',
    encodeHex(bytes),
  ]) {
    t.equal(open(`t=${sentAt},v1=${wrong}`), 'webhook-signature')
  }
  t.equal(open(`t=${sentAt},v2=${mac(key)}`), 'webhook-signature')
  t.equal(open(`t=${sentAt},v1a=${mac(key)}`), 'webhook-signature')
  t.equal(open(`t=${sentAt - 301},v1=${mac(key, sentAt - 301)}`), 'webhook-expired')
  const bad = ['', undefined, [good, good], `${good}, ${good}`, `v1=${mac(key)}`, `t=${sentAt},${good}`]
  for (const value of [...bad, `t=${sentAt}junk,v1=${mac(key, `${sentAt}junk`)}`, `t=,v1=${mac(key, '')}`]) {
    t.equal(open(value), 'webhook-header', String(value))
  }
  t.equal(open(`${good}${',v1=x'.repeat(100)}`), 'webhook-header')
  t.equal(open(good, key, 'no header'), 'webhook-header')
  t.equal(open(good, key, 'webhook-signature'), 'webhook-header', 'another field')
  for (const none of ['', '15 bytes of text', `${key}\n`, ` ${key}`, publicKey, 3 as unknown as string]) {
    t.equal(
      open(good, none === '15 bytes of text' ? none.slice(1) : none),
      'webhook-secret',
      JSON.stringify(none),
    )
  }
  t.equal(open(good, []), 'webhook-secret')
  t.equal(outcome({ header: 'webhook-signature' }), 'webhook-header', 'one form is never taken for the other')
  t.end()
})
