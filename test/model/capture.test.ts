import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { parseJson } from '../../src/core/json.js'
import { DrawauditError } from '../../src/errors.js'
import {
  capturedProbes,
  describeCapture,
  digestContent,
  parseCapture,
  restoreExchange,
  type Capture,
  type CapturedExchange,
} from '../../src/model/capture.js'

const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const other = '11234567-89ab-cdef-0123-456789abcdef'
const at = '2026-09-01T08:00:00.123Z'
const about = {
  baseUrl: 'https://raffles.example/api/v1',
  vendorType: 'application/vnd.service.v1+json',
  capturedAt: at,
}

const numRuns = process.env['SLOW'] === '1' ? 5_000 : 33

function exchangeOf(
  body = '{}',
  probe: CapturedExchange['probe'] = 'audit',
  of: string | null = raffle,
): CapturedExchange {
  const url = `${about.baseUrl}/raffles/${raffle}/audit`
  return {
    probe,
    raffle: of,
    exchange: {
      method: 'GET',
      url,
      sent: [['Accept', 'application/json']],
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
      body: new TextEncoder().encode(body),
      sentAt: at,
      receivedAt: at,
      address: '2001:db8::1',
      redirects: [],
    },
  }
}

const good = describeCapture({ ...about, exchanges: [exchangeOf()] })

/** A manifest with one member of its first line replaced. */
function withEntry(change: object): object {
  return { ...good, exchanges: [{ ...good.exchanges[0], ...change }] }
}

function refusal(value: unknown): DrawauditError {
  try {
    parseCapture(value)
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  throw new Error('it was accepted')
}

await t.test('a manifest has every answer in its order, and a file for each', t => {
  const exchanges = [
    exchangeOf('{"a":1}', 'audit', raffle.toUpperCase()),
    exchangeOf('', 'stats'),
    exchangeOf('x', 'odds', other),
    exchangeOf('again', 'audit'),
    exchangeOf('[]', 'history'),
    exchangeOf('-', 'stats', null),
  ]
  const capture = describeCapture({ ...about, exchanges })
  t.strictSame(capture.raffles, [raffle, other])
  t.strictSame(
    capture.exchanges.map(({ probe, raffle, file, bytes }) => [probe, raffle, file, bytes]),
    [
      ['audit', raffle, `${raffle}/audit.json`, 7],
      ['stats', raffle, `${raffle}/statistics.json`, 0],
      ['odds', other, `${other}/odds.json`, 1],
      ['audit', raffle, `${raffle}/audit-2.json`, 5],
      ['history', raffle, `${raffle}/history.json`, 2],
      ['stats', null, 'statistics.json', 1],
    ],
  )
  t.equal(
    capture.exchanges[1]?.sha256,
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  t.end()
})

await t.test('property: what is written down is what is read back', t => {
  const printable = fc.stringMatching(/^[!-~]{0,30}$/)
  const url = printable.map(path => `https://raffles.example/${path}`)
  const time = fc
    .date({ min: new Date(0), max: new Date('2099-01-01T00:00:00Z'), noInvalidDate: true })
    .map(date => date.toISOString())
  const fields = fc.array(fc.tuple(fc.stringMatching(/^[a-zA-Z-]{1,12}$/), fc.string()), { maxLength: 5 })
  const exchange = fc.record(
    {
      method: fc.constantFrom('GET', 'POST', 'HEAD'),
      url,
      sent: fields,
      status: fc.integer({ min: 100, max: 999 }),
      headers: fields,
      body: fc.uint8Array({ maxLength: 100 }),
      sentAt: time,
      receivedAt: time,
      address: fc.oneof(fc.ipV4(), fc.ipV6()),
      redirects: fc.array(url, { maxLength: 3 }),
    },
    {
      noNullPrototype: true,
      requiredKeys: [
        'method',
        'url',
        'sent',
        'status',
        'headers',
        'body',
        'sentAt',
        'receivedAt',
        'redirects',
      ],
    },
  )
  const captured = fc.record(
    { probe: fc.constantFrom(...capturedProbes), raffle: fc.option(fc.uuid()), exchange },
    { noNullPrototype: true },
  )
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.array(captured, { maxLength: 8 }), exchanges => {
        const capture = describeCapture({ ...about, exchanges })
        const read = parseCapture(parseJson(JSON.stringify(capture)))
        const bodies = new Map(
          read.exchanges.map(({ file }, index) => [file, exchanges[index]!.exchange.body]),
        )
        const restored = read.exchanges.map(entry => restoreExchange(entry, bodies.get(entry.file)!))
        const digests = exchanges.map(({ exchange }) => digestContent(exchange.body))
        return (
          isDeepStrictEqual(restored, exchanges) &&
          isDeepStrictEqual(
            read.exchanges.map(({ sha256 }) => sha256),
            digests,
          ) &&
          bodies.size === exchanges.length
        )
      }),
      { numRuns },
    )
  })
  t.end()
})

await t.test('no file name leads out of the folder', t => {
  const names = [
    '../audit.json',
    '..',
    `../${raffle}/audit.json`,
    `${raffle}/../audit.json`,
    `${raffle}/../../audit.json`,
    '/etc/passwd',
    `/${raffle}/audit.json`,
    'C:\\audit.json',
    `${raffle}\\audit.json`,
    `${raffle}//audit.json`,
    `./${raffle}/audit.json`,
    `${raffle}/audit.json\0`,
    `${raffle}/audit\0.json`,
    `${raffle}/audit.json\n`,
    `${raffle}/audit.json/`,
    `${raffle}/audit-0.json`,
    `${raffle}/audit-1000000.json`,
    `${raffle}/capture.json`,
    'capture.json',
    `${raffle}/.audit.json`,
    `${raffle}/AUDIT.json`,
    `${raffle.toUpperCase()}/audit.json`,
    `${raffle}/%2e%2e/audit.json`,
    `${raffle}/audit.json:stream`,
    '',
    `${'a'.repeat(100_000)}.json`,
    7,
    null,
    ['audit.json'],
  ]
  for (const file of names) {
    const { code, where } = refusal(withEntry({ file }))
    t.same([code, where.pointer], ['capture-schema', '/exchanges/0/file'], String(file).slice(0, 80))
  }
  t.end()
})

await t.test('a manifest that contradicts itself', t => {
  const entry = good.exchanges[0]!
  const cases: readonly (readonly [value: object, pointer: string, message: RegExp])[] = [
    [{ ...good, exchanges: [entry, entry] }, '/exchanges/1/file', /another answer/],
    [withEntry({ file: `${other}/audit.json` }), '/exchanges/0/file', /expected 49638a53/],
    [withEntry({ file: `${raffle}/odds.json` }), '/exchanges/0/file', /expected 49638a53/],
    [withEntry({ file: 'audit.json' }), '/exchanges/0/file', /expected 49638a53/],
    [withEntry({ raffle: other, file: `${other}/audit.json` }), '/exchanges/0/raffle', /not one of/],
    [{ ...good, raffles: [raffle, raffle] }, '/raffles/1', /is a duplicate/],
  ]
  for (const [value, pointer, message] of cases) {
    const { code, where, message: said } = refusal(value)
    t.same([code, where.pointer], ['capture-schema', pointer])
    t.match(said, message)
  }
  t.end()
})

await t.test('a manifest of another form', t => {
  const values: readonly (readonly [value: unknown, pointer: string])[] = [
    [null, ''],
    [[], ''],
    ['capture', ''],
    [{}, '/capture'],
    [{ ...good, capture: 'drawaudit/v2' }, '/capture'],
    [{ ...good, note: 'more' }, '/note'],
    [Object.fromEntries([...Object.entries(good), ['__proto__', {}]]), '/__proto__'],
    [{ ...good, base_url: 'file:///etc' }, '/base_url'],
    [{ ...good, base_url: `https://${'a'.repeat(3000)}` }, '/base_url'],
    [{ ...good, vendor_type: 'json' }, '/vendor_type'],
    [{ ...good, captured_at: 'yesterday' }, '/captured_at'],
    [{ ...good, raffles: Array(1001).fill(raffle) }, '/raffles'],
    [{ ...good, exchanges: {} }, '/exchanges'],
    [withEntry({ more: 1 }), '/exchanges/0/more'],
    [withEntry({ probe: 'audit-vendor' }), '/exchanges/0/probe'],
    [withEntry({ raffle: '..' }), '/exchanges/0/raffle'],
    [withEntry({ method: 'get' }), '/exchanges/0/method'],
    [withEntry({ url: 'https://raffles.example/\n' }), '/exchanges/0/url'],
    [withEntry({ status: 1e6 }), '/exchanges/0/status'],
    [withEntry({ headers: [['ETag']] }), '/exchanges/0/headers/0'],
    [withEntry({ headers: [['ETag', 'a', 'b']] }), '/exchanges/0/headers/0'],
    [withEntry({ headers: [['E Tag', 'a']] }), '/exchanges/0/headers/0/0'],
    [withEntry({ headers: Array(2001).fill(['a', 'b']) }), '/exchanges/0/headers'],
    [withEntry({ sent: [['Accept', 7]] }), '/exchanges/0/sent/0/1'],
    [withEntry({ address: 'localhost' }), '/exchanges/0/address'],
    [withEntry({ redirects: ['javascript:x'] }), '/exchanges/0/redirects/0'],
    [withEntry({ bytes: -1 }), '/exchanges/0/bytes'],
    [withEntry({ bytes: 8 * 1024 * 1024 + 1 }), '/exchanges/0/bytes'],
    [withEntry({ sha256: 'e3b0' }), '/exchanges/0/sha256'],
    [withEntry({ sha256: undefined }), '/exchanges/0/sha256'],
  ]
  for (const [value, pointer] of values) {
    const { code, where, hint } = refusal(value)
    t.same([code, where.pointer], ['capture-schema', pointer])
    t.ok(hint)
  }
  t.end()
})

await t.test('a million answers, and more bytes than are held at once', t => {
  const entry = good.exchanges[0]
  // As many as a manifest's file has room for, and then many more.
  for (const exchanges of [Array(100_000).fill(entry), Array(1_000_000).fill(null)]) {
    const { code, where } = refusal({ ...good, exchanges })
    t.same([code, where.pointer], ['capture-schema', '/exchanges'])
  }
  const large = Array.from({ length: 65 }, (_, index) => ({
    ...entry,
    bytes: 8 * 1024 * 1024,
    file: `${raffle}/audit${index === 0 ? '' : `-${index + 1}`}.json`,
  }))
  t.match(refusal({ ...good, exchanges: large }).message, /at most 536870912 bytes/)
  t.doesNotThrow(() => parseCapture({ ...good, exchanges: large.slice(1) }))
  t.end()
})

await t.test('what no capture can hold is not written down', t => {
  const describe = (change: object): Capture => {
    const captured = exchangeOf()
    return describeCapture({
      ...about,
      exchanges: [{ ...captured, exchange: { ...captured.exchange, ...change } }],
    })
  }
  for (const change of [{ body: new Uint8Array(8 * 1024 * 1024 + 1) }, { url: 'ftp://x/' }, { status: 7 }]) {
    t.throws(() => describe(change), { code: 'capture-schema' })
  }
  t.doesNotThrow(() => describe({ body: new Uint8Array(8 * 1024 * 1024) }))
  t.end()
})
