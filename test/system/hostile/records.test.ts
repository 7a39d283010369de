// What `verify` says of hostile records and draws, one test for each row of docs/evidence/HOSTILE.md. What `check` says of the
// same from a service is in test/system/conformance/hostile.test.ts.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import t from 'tap'
import { Session } from '../../../src/conformance/session.js'
import { beaconRandomness, quicknetChain, roundTime, verifyBeacon } from '../../../src/core/beacon.js'
import { decodeHex, encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import { parseJson } from '../../../src/core/json.js'
import { parseTime } from '../../../src/core/time.js'
import { native } from '../../../src/native/engine.js'
import { createReport } from '../../../src/verify/verdict.js'
import { readEntryList } from '../../../src/verify/bundle/entry-list.js'
import { renderAnnotations } from '../../../src/render/github.js'
import { renderHtml } from '../../../src/render/html.js'
import { renderJson } from '../../../src/render/json.js'
import { renderJunit } from '../../../src/render/junit.js'
import { renderMarkdown } from '../../../src/render/markdown.js'
import { renderSarif } from '../../../src/render/sarif.js'
import { renderText } from '../../../src/render/text.js'
import { fetchRound } from '../../../src/remote/drand.js'
import { run, runJson, type Ended } from '../../cli/resident.js'
import { check } from '../../conformance/check.js'
import { observe, type Evidence } from '../../protocol/factory.js'
import { judge } from '../../protocol/judge.js'
import { realRound } from '../../protocol/rounds.js'
import { jcs, utc, utf8, type Entry, type Json, type Members } from '../../protocol/second-opinion.js'
import { altered, ceremony, forge, lied, told, without } from '../../protocol/scenarios/scenario.js'
import { beacon, drawOf } from '../../recipe/build.js'
import { fails, serveHttp, serveRaw, start, startGuarded } from '../../remote/start.js'
import { claimOf, examine } from '../../verify/report.js'
import {
  codeOf,
  ends,
  findingsOf,
  record,
  show,
  unread,
  verifyBytes,
  verifyValue,
  withDraw,
} from '../../hostile/claims.js'

const text = JSON.stringify(record)
const flat = readFileSync(new URL('../../../fixtures/records/flat.json', import.meta.url), 'utf8')

/** The record with a member more, written as it is. */
const withMember = (member: string): string => text.replace('{', `{${member},`)

/** The record with other digits in the place of a count. */
const withCount = (digits: string): string => text.replace('"total_entries":142', `"total_entries":${digits}`)

/** Bytes between the quotes of a prize's name. */
const withPrize = (...bytes: readonly number[]): Uint8Array => {
  const [before = '', after = ''] = text.split('iPhone 15 Pro')
  return Buffer.concat([Buffer.from(before), Uint8Array.from(bytes), Buffer.from(after)])
}

const { times, observer, envelopes } = ceremony()

/** A claim of what was published: two values are equal. */
const equal = (inputs: object, computed: unknown, published: string, steps: object = {}) => ({
  inputs,
  steps,
  claims: [{ id: 'winner.derived', says: 'the winner follows', equal: [computed, published] }],
})
const names = { type: 'list', of: { type: 'text' }, title: 'list' }
const number = { type: 'integer', title: 'place', minimum: 0 }
const word = { type: 'text', title: 'winner' }

await t.test('D1: a name that stands twice', t => {
  unread(t, '{"winner":"A","winner":"B"}', 'json-duplicate-name', /line 1, column 15, at \/winner;/)
  const twice = flat.replace('{', '{"winner_entry_id":"1",')
  unread(t, twice, 'json-duplicate-name', /duplicate name "winner_entry_id", line/)
  t.end()
})

await t.test('D2: a name that stands twice, once with an escape', t => {
  const escaped = String.raw`{"winner":"A","winn\u0065r":"B"}`
  unread(t, escaped, 'json-duplicate-name', /duplicate name "winner", line 1, column 15/)
  const twice = flat.replace('{', String.raw`{"winner_entry_\u0069d":"1",`)
  unread(t, twice, 'json-duplicate-name', /duplicate name "winner_entry_id"/)
  t.end()
})

await t.test('D3: 100,000 brackets', t => {
  unread(t, '['.repeat(100_000), 'json-too-deep', /line 1, column 65/)
  unread(t, '{"a":'.repeat(100_000), 'json-too-deep')
  unread(t, withMember(`"a":${'['.repeat(100_000)}${']'.repeat(100_000)}`), 'json-too-deep')
  t.end()
})

await t.test('D4: __proto__ at any depth', t => {
  const proto = '{"__proto__":{"verified":true}}'
  unread(t, proto, 'json-forbidden-name', /at \/__proto__;/)
  unread(t, withMember('"__proto__":{"verified":true}'), 'json-forbidden-name')
  unread(t, String.raw`{"\u005f_proto__":{"verified":true}}`, 'json-forbidden-name')
  unread(t, `${'{"a":'.repeat(60)}${proto}${'}'.repeat(60)}`, 'json-forbidden-name')
  unread(t, `[[${proto}]]`, 'json-forbidden-name')
  t.equal(({} as Members)['verified'], undefined)
  t.end()
})

await t.test('D5: constructor.prototype is a member like any other', t => {
  const polluting = '{"constructor":{"prototype":{"x":1,"verified":true}}}'
  unread(t, polluting, 'document-unknown')
  const subject = verifyBytes(withMember(polluting.slice(1, -1)))
  t.strictSame([subject.verdict, findingsOf(subject)], ['not-provable', ['record-unknown-member']])
  t.match(subject.findings[0]?.message, '/constructor is not in the specification')
  for (const name of ['x', 'verified']) t.equal(({} as Members)[name], undefined, name)
  t.end()
})

await t.test('D6: half a character', t => {
  for (const half of ['\\ud800', '\\udfff', '\\udfff\\ud800', 'a\\ud800b']) {
    unread(t, text.replace('iPhone', half), 'json-lone-surrogate', /at \/draws\/0\/prize_name/, half)
  }
  // Both would be the same three bytes, and so one ticket of two.
  unread(t, '["\\ud800","\\udfff"]', 'json-lone-surrogate', /at \/0/)
  t.end()
})

await t.test('D7: bytes that are not UTF-8', t => {
  const offset = text.indexOf('iPhone 15 Pro')
  const bytes: readonly (readonly [name: string, bytes: readonly number[]])[] = [
    ['FF', [0xff]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['CESU-8', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
    ['cut off', [0xf0, 0x9f, 0x98]],
  ]
  for (const [name, wrong] of bytes) {
    unread(
      t,
      withPrize(...wrong),
      'utf8-invalid',
      new RegExp(`, byte ${offset}; save the file as UTF-8$`),
      name,
    )
  }
  t.end()
})

await t.test('D8: a byte order mark', t => {
  unread(t, `\ufeff${text}`, 'json-bom', /line 1, column 1; .*UTF-8 without/)
  unread(t, encodeUtf8(`\ufeff${text}`), 'json-bom')
  t.end()
})

await t.test('D9: UTF-16', t => {
  const wide = Buffer.from(text, 'utf16le')
  unread(t, Buffer.concat([Uint8Array.of(0xff, 0xfe), wide]), 'utf8-invalid', /byte 0/)
  // Without its mark it is UTF-8 too, of letters and zeros.
  unread(t, wide, 'json-syntax', /U\+0000/)
  t.end()
})

await t.test('D10: a number that readers round', t => {
  unread(t, withCount('9007199254740993'), 'json-number-unsafe', /write it as a string/)
  unread(t, withCount('-9007199254740993'), 'json-number-unsafe')
  ends(t, verifyBytes(withCount('9007199254740991')), 'record.schema', 'proven', 'schema-valid')
  t.end()
})

await t.test('D11: numbers in another form than whole', t => {
  const forms = [
    '1e400',
    '-0',
    '1.0',
    '1e2',
    '0x10',
    'NaN',
    'Infinity',
    '-Infinity',
    '01',
    '+1',
    '142.',
    '.5',
  ]
  for (const form of forms) {
    unread(
      t,
      withCount(form),
      'json-number-form',
      /expected an integer, found .*\/draws\/0\/total_entries/,
      form,
    )
  }
  t.end()
})

/** What a function is given while something is done. */
function watch<T>(holder: T, name: keyof T & string, action: () => void): readonly unknown[][] {
  const calls: unknown[][] = []
  const original = holder[name]
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    calls.push([this, ...args])
    return (original as (...args: unknown[]) => unknown).apply(this, args)
  }
  Object.assign(holder as object, { [name]: Object.assign(watched, original) })
  try {
    action()
  } finally {
    Object.assign(holder as object, { [name]: original })
  }
  return calls
}

await t.test('D12: a million digits', t => {
  const digits = '9'.repeat(1_000_000)
  const counted = {
    inputs: { a: number, b: number },
    claims: [{ id: 'a.b', says: 'x', equal: ['$a', '$b'] }],
  }
  const converted = watch(globalThis, 'BigInt', () => {
    unread(t, withCount(digits), 'json-number-unsafe', /^.{0,300}$/)
    // As text, where a recipe wants a number.
    ends(t, examine(counted, { a: digits, b: 1 }), 'document.read', 'not-provable', 'draw-value')
  })
  t.notOk(
    converted.some(([, value]) => String(value).length > 100),
    'nobody made a number of them',
  )
  t.end()
})

await t.test('D13: what is nearly JSON', t => {
  const place = /line \d+, column \d+/
  for (const [change, words] of [
    [(it: string) => it.replace(/\}\]\}$/, '},]}'), 'a trailing comma'],
    [(it: string) => it.replace(/\}$/, ',}'), 'a trailing comma'],
    [(it: string) => it.replace('{', '{ // the draws\n'), 'a comment'],
    [(it: string) => it.replace('{', '{ /* the draws */'), 'a comment'],
    [(it: string) => it.replaceAll('"', "'"), 'another quotation mark'],
    [(it: string) => it.replace('"draws"', 'draws'), 'found draws'],
    [(it: string) => it.replace('10133', '101\\\n33'), 'an escape'],
    [(it: string) => it.replace('"10133"', 'undefined'), 'found undefined'],
  ] as const) {
    const subject = verifyBytes(change(text))
    unread(t, subject, 'json-syntax', words, words)
    t.match(claimOf(subject, 'document.read')?.message, place, words)
  }
  t.end()
})

await t.test('D14: something after the document', t => {
  for (const [more, words] of [
    [text, /one document/],
    ['x', /found "x"/],
    [' // end', /no comments/],
    ['\0', /padded with NUL/],
    ['}', /found "}"/],
  ] as const) {
    unread(t, text + more, 'json-trailing-data', words, show(more))
  }
  t.end()
})

await t.test('D15: nothing, and values that are no object', t => {
  for (const empty of ['', ' ', '\n\t\r\n']) unread(t, empty, 'json-empty', 'found', show(empty))
  for (const value of ['null', '"x"', '0', 'true']) {
    unread(t, value, 'document-unknown', /found no JSON object$/, show(value))
  }
  unread(t, '[]', 'document-unknown', /found an empty list$/)
  unread(t, `[${text}]`, 'document-unknown', /found a list of one JSON object: .* drawaudit recipe find$/)
  t.end()
})

const page = '<!doctype html><title>Sign in to the network</title>'
const { raffle_id: raffle } = record

/** An observer who looks at a service, and what is written of it. */
async function observeOnce(
  test: Pick<typeof t, 'testdir'>,
  url: string,
  ...more: readonly string[]
): Promise<{ readonly ended: Ended; readonly files: readonly string[] }> {
  const { publicKey, secretKey } = observer
  const key = {
    observer_key: 'drawaudit/v1',
    name: observer.name,
    public_key: encodeHex(publicKey),
    secret_key: encodeHex(secretKey),
  }
  const cwd = test.testdir()
  writeFileSync(join(cwd, 'observer.key.json'), JSON.stringify(key), { mode: 0o600 })
  const ended = await run(['observe', url, '--raffle', raffle, '--allow-private', ...more], { cwd })
  return { ended, files: readdirSync(cwd).filter(name => name !== 'observer.key.json') }
}

await t.test('D16: a web page with status 200', async t => {
  unread(t, page, 'json-syntax', /found "<", as at the start of a web page/)
  const { url, connections } = await serveHttp(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  const { ended, files } = await observeOnce(t, url)
  t.match(ended, { code: 4, stdout: '', stderr: /does not show the statements/ })
  t.strictSame(files, [], 'an observer signs nothing')
  const report = await check(url, { raffles: [raffle] })
  const claims = report.subjects.flatMap(subject => subject.claims)
  // Whoever answers there is not the service: nobody is accused, and nothing is said of the draws.
  const asked = claims.filter(claim => claim.asked !== false)
  t.strictSame([...new Set(asked.map(({ status }) => status))], ['not-provable'])
  t.strictSame([...new Set(asked.map(({ code }) => code))], ['remote-intercepted'])
  t.equal(report.exit_code, 4)
  t.ok(connections() > 0)
  // With the specification's own header fields it is the service that answers so.
  const own = await serveHttp(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'x-ratelimit-limit': '60' }).end(page)
  })
  const refuted = (await check(own.url, { raffles: [raffle] })).subjects
    .flatMap(subject => subject.claims)
    .filter(({ status }) => status === 'refuted')
  t.strictSame([...new Set(refuted.map(({ code }) => code))], ['rule-broken'])
  t.ok(refuted.some(({ id }) => id === 'HDR-01'))
})

/** 300 MB of zeros, in few bytes. */
async function createBomb(encoding: 'br' | 'gzip'): Promise<Uint8Array> {
  const encoder =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip()
  const zeros = Buffer.alloc(3_000_000)
  const bomb: Uint8Array[] = []
  await pipeline(
    Array.from({ length: 100 }, () => zeros),
    encoder,
    async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) bomb.push(piece)
    },
  )
  return Buffer.concat(bomb)
}

await t.test('D17: little that unpacks to 300 MB', async t => {
  for (const encoding of ['gzip', 'br'] as const) {
    const bomb = await createBomb(encoding)
    t.ok(bomb.length < (encoding === 'br' ? 1000 : 400_000), `${bomb.length} bytes`)
    const { url } = await serveHttp(t, (_, response) => {
      response.on('error', () => undefined)
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
    })
    const client = start(t)
    await fails(t, client.request(url), 'remote-too-large', `${8 * 1024 * 1024} bytes`)
    const before = process.memoryUsage.rss()
    let most = before
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1)
    await fails(t, client.request(url), 'remote-too-large')
    clearInterval(timer)
    most = Math.max(most, process.memoryUsage.rss())
    t.ok(most - before < 64e6, `${encoding}: ${Math.round((most - before) / 1e6)} MB more`)
  }
})

/** What comes of an answer with these header fields and this content. */
async function fetchAnswer(
  test: Parameters<typeof serveHttp>[0],
  encoding: string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const { url } = await serveHttp(test, (_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body),
  )
  return (await start(test).request(url)).body
}

await t.test('D18: content that is not encoded as it says', async t => {
  const zipped = gzipSync(text)
  for (const [encoding, body] of [
    ['gzip, gzip', gzipSync(zipped)],
    ['gzip', zipped.subarray(0, -9)],
    ['gzip', zipped.subarray(0, 100)],
    ['gzip', Buffer.from(text)],
    ['br', zipped],
    ['deflate', brotliCompressSync(text)],
    ['zstd', Buffer.from(text)],
  ] as const) {
    await fails(t, fetchAnswer(t, encoding, body), 'remote-encoding')
  }
  // Said once and done twice: what is left is no text.
  unread(t, await fetchAnswer(t, 'gzip', gzipSync(zipped)), 'utf8-invalid')
})

await t.test('D19: 7 bytes of 100', async t => {
  const { url } = await serveRaw(t, socket =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a": 1'),
  )
  await fails(t, start(t).request(url), 'remote-truncated', 'before its declared length')
  const { ended, files } = await observeOnce(t, url)
  t.match(ended, { code: 4, stdout: '', stderr: /before its declared length/ })
  t.strictSame(files, [])
})

await t.test('D20: a byte now and then, for ever', async t => {
  const { url } = await serveRaw(t, socket => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n')
    // Far more often than any limit on silence would notice.
    const timer = setInterval(() => socket.write(' '), 5)
    socket.on('close', () => {
      clearInterval(timer)
    })
  })
  await fails(t, start(t, { timeout: 300 }).request(url), 'remote-timeout', 'within 0.3 s')
  const { ended, files } = await observeOnce(t, url, '--timeout', '0.3')
  t.match(ended, { code: 4, stdout: '', stderr: /no complete answer/ })
  t.strictSame(files, [])
})

/** The longest text that was normalised, and to which forms. */
function watchNormalizing(action: () => void): { longest: number; forms: readonly unknown[] } {
  const calls = watch(String.prototype, 'normalize', action)
  return {
    longest: Math.max(0, ...calls.map(([text]) => String(text).length)),
    forms: [...new Set(calls.map(([, form]) => form))],
  }
}

/** Of a published text, which is compared with what was computed. */
const twins = { inputs: { a: word, b: word }, claims: [{ id: 'a.b', says: 'x', equal: ['$a', '$b'] }] }

/** A bundle in which all is well. */
const good = altered(() => undefined)

await t.test('D21: 200,000 combining marks', t => {
  const marks = `a${'\u0316\u0301'.repeat(100_000)}`
  const { longest } = watchNormalizing(() => {
    ends(t, verifyValue(withDraw({ prize_name: marks })), 'record.schema', 'proven', 'schema-valid')
    unread(t, verifyValue({ ...good.bundle, entries: [[marks, 'paid']] }), 'bundle-invalid', '/entries/0/0')
    ends(t, examine(twins, { a: marks, b: `${marks}b` }), 'a.b', 'refuted', 'values-differ')
    const list = readEntryList(() => [utf8(`${JSON.stringify([marks, 'paid'])}\n`)])
    t.match(list.fault, { line: 1, problem: 'the line has more than 4096 bytes' })
  })
  t.equal(longest, 0, 'nothing so long is normalised')
  const short = watchNormalizing(() => examine(twins, { a: 'Zo\u00eb', b: 'Zoe\u0308' }))
  t.ok(short.longest > 0, 'short names are, to say that two look alike')
  unread(t, text.replace('iPhone', '\u0316'.repeat(1_100_000)), 'json-string-too-long')
  t.end()
})

await t.test('D22: a letter that becomes eighteen', t => {
  const ligatures = '\ufdfa'.repeat(512)
  const { forms } = watchNormalizing(() => {
    ends(t, verifyValue(withDraw({ prize_name: ligatures })), 'record.schema', 'proven', 'schema-valid')
    unread(t, verifyValue({ ...good.bundle, entries: [[ligatures, 'paid']] }), 'bundle-invalid')
    const subject = examine(twins, { a: '\ufdfa', b: '\ufdfa'.normalize('NFKD') })
    ends(t, subject, 'a.b', 'refuted', 'values-differ')
    const { message } = claimOf(subject, 'a.b') ?? {}
    t.equal(message, 'the rule gives something else than the published winner', 'they do not count as alike')
  })
  t.notOk(forms.includes('NFKC'), 'this form is never asked for')
  t.end()
})

await t.test('D23: 200,000 names', t => {
  const members = Array.from({ length: 200_000 }, (_, index) => `"${index * 65_536}":0`)
  unread(t, `{${members.join(',')}}`, 'json-too-many-names')
  unread(t, withMember(members.join(',')), 'json-too-many-names')
  t.end()
})

await t.test('D24: 10,000 times the same ticket', t => {
  const twice = lied(
    {},
    { entries: Array.from({ length: 10_000 }, (): Entry => ['10042', 'paid']), prizes: 1 },
  )
  ends(t, judge(twice), 'entries.sealed', 'refuted', 'entries-repeated')
  const tickets = { type: 'table', columns: { id: { type: 'integer' } }, title: 'tickets', distinct: true }
  const recipe = {
    inputs: { tickets, count: number },
    claims: [{ id: 'a.b', says: 'x', equal: [{ count: '$tickets' }, '$count'] }],
  }
  const subject = examine(recipe, {
    tickets: Array.from({ length: 10_000 }, () => ({ id: 42 })),
    count: 10_000,
  })
  t.strictSame(findingsOf(subject), ['entry-repeated'])
  // What makes it slow elsewhere: comparing each object with each other.
  const schemas = new URL('../../../schemas/', import.meta.url)
  for (const name of readdirSync(schemas))
    t.notMatch(readFileSync(new URL(name, schemas), 'utf8'), 'uniqueItems', name)
  t.end()
})

await t.test('D25: a million tickets, and one more', t => {
  const pieces = function* (count: number): Generator<Uint8Array> {
    for (let from = 0; from < count; from += 10_000) {
      const ids = Array.from({ length: Math.min(10_000, count - from) }, (_, at) => from + at)
      yield utf8(ids.map(id => `["${id}","paid"]\n`).join(''))
    }
  }
  const list = readEntryList(() => pieces(1_000_001), {
    engine: native,
    createDigest: () => createHash('sha256'),
  })
  t.strictSame([list.count, list.fault, list.repeated], [1_000_001, undefined, undefined])
  // As many as the commitment allows, and one more.
  const room = (maxEntries: number): Evidence => lied({}, { entries: 5, maxEntries })
  ends(t, judge(room(5)), 'entries.sealed', 'proven', 'entries-sealed')
  ends(t, judge(room(4)), 'entries.sealed', 'refuted', 'counts-differ')
  // In one document there is room for five million values, and for 80 MiB.
  const zeros = (count: number): string => `[${'0,'.repeat(count - 2)}0]`
  t.equal(
    codeOf(() => parseJson(zeros(5_000_000))),
    undefined,
  )
  unread(t, zeros(5_000_001), 'json-too-many-values')
  const tickets = `${'["10000000","paid"],'.repeat(1_000_000)}["1","paid"]`
  unread(t, `{"bundle":"drawaudit/v1","entries":[${tickets}]}`, 'json-too-many-values')
  t.end()
})

await t.test('D26: ids that look alike', t => {
  const ids = ['a', 'A', 'a ', 'a\u200b', 'Zo\u00eb', 'Zoe\u0308']
  const evidence = lied({}, { entries: ids.map((id): Entry => [id, 'paid']), prizes: 2 })
  const verdict = judge(evidence)
  t.equal(verdict.verdict, 'proven')
  ends(t, verdict, 'entries.sealed', 'proven', 'entries-sealed')
  for (const id of ids) {
    ends(t, judge(evidence, { ticket: { id } }), 'ticket.included', 'proven', 'ticket-included', show(id))
  }
  for (const id of ['\u0430', 'a\u00a0', ' a', 'a\u200b\u200b', 'ZOE\u0308']) {
    ends(t, judge(evidence, { ticket: { id } }), 'ticket.included', 'not-provable', 'ticket-absent', show(id))
  }
  // One for the other is another winner, and where they are alike in print that is said.
  const [first, second] = ['Zo\u00eb', 'Zoe\u0308']
  const subject = examine(twins, { a: first, b: second })
  ends(t, subject, 'a.b', 'refuted', 'values-differ')
  t.match(claimOf(subject, 'a.b')?.message, 'the two look alike and are written with other code points')
  t.end()
})

const picked = equal({ list: names, place: number, winner: word }, { at: ['$list', '$place'] }, '$winner')
const taken = equal({ list: names, count: number, winners: names }, { take: ['$list', '$count'] }, '$winners')

await t.test('D27: how many tickets, and how many winners', t => {
  const draw = (entries: number, prizes: number): Evidence =>
    told(
      it => {
        it.commit()
        it.seal()
        for (let at = 1; at <= prizes; at += 1) {
          it.draw(
            at,
            it.picks.length < entries ? {} : { winner_index: 0, winner_entry_id: it.entries[0]?.[0] ?? '1' },
          )
        }
      },
      { entries, prizes },
    )
  ends(t, judge(draw(0, 1)), 'winner.derived', 'refuted', 'pool-empty', 'no tickets')
  t.equal(judge(draw(1, 1)).verdict, 'proven', 'one ticket')
  ends(t, judge(draw(1, 2)), 'winner.derived', 'refuted', 'pool-empty', 'more winners than tickets')
  const commitment = (change: Members): Evidence => lied({ commitment: change })
  ends(t, judge(commitment({ prizes: [] })), 'statement.chain', 'refuted', 'statement-invalid', 'no prizes')
  ends(t, judge(lied({ seal: { total_entries: -1 } })), 'statement.chain', 'refuted', 'statement-invalid')
  for (const total_entries of [0, -1]) {
    ends(t, verifyValue(withDraw({ total_entries })), 'record.schema', 'refuted', 'schema-invalid')
  }
  ends(
    t,
    examine(taken, { list: ['a'], count: 2, winners: ['a'] }),
    'winner.derived',
    'refuted',
    'step-impossible',
  )
  ends(
    t,
    examine(taken, { list: ['a'], count: 0, winners: [] }),
    'winner.derived',
    'not-provable',
    'nothing-compared',
  )
  ends(
    t,
    examine(taken, { list: ['a'], count: -1, winners: [] }),
    'document.read',
    'not-provable',
    'draw-value',
  )
  const none = verifyValue({ ...record, total_draws: 0, draws: [] })
  t.strictSame([none.verdict, none.who_could_choose], ['not-provable', 'unknown: the record has no draw'])
  t.end()
})

await t.test('D28: a place that the list does not have', t => {
  const drawn = (winner_index: Json): Evidence =>
    told(it => {
      it.commit()
      it.seal()
      it.draw(1, {}, { encode: statement => utf8(jcs({ ...statement, winner_index })) })
      it.draw(2)
    })
  t.equal(judge(drawn(5)).verdict, 'refuted')
  ends(t, judge(drawn(5)), 'winner.derived', 'refuted', 'values-differ')
  ends(t, judge(drawn(-1)), 'statement.chain', 'refuted', 'statement-invalid')
  ends(t, judge(drawn('3')), 'statement.chain', 'refuted', 'statement-invalid')
  const bundle = (index: string): string =>
    JSON.stringify(good.bundle).replace(/"index":\d+/, `"index":${index}`)
  unread(t, bundle('-1'), 'bundle-invalid', /winners\/0\/index/)
  unread(t, bundle('"3"'), 'bundle-invalid', /winners\/0\/index/)
  unread(t, bundle('3.0'), 'json-number-form')
  const at = (place: string | number) => examine(picked, { list: ['a', 'b', 'c'], place, winner: 'c' })
  ends(t, at(2), 'winner.derived', 'proven', 'values-equal')
  ends(t, at('2'), 'winner.derived', 'proven', 'values-equal', 'digits are a number where a recipe wants one')
  ends(t, at(3), 'winner.derived', 'refuted', 'step-impossible')
  ends(t, at(-1), 'document.read', 'not-provable', 'draw-value')
  ends(t, at('3.0'), 'document.read', 'not-provable', 'draw-value')
  t.end()
})

await t.test('D29: one winner twice', t => {
  const second = withDraw({ winner_entry_id: record.draws[0]?.['winner_entry_id'] }, 1)
  ends(t, verifyValue(second), 'record.consistent', 'refuted', 'record-winner-repeated')
  const { entries, picks } = ceremony()
  const again = { winner_index: picks[0]!.index, winner_entry_id: entries[picks[0]!.index]![0] }
  ends(t, judge(lied({ draws: { 2: again } })), 'winner.derived', 'refuted', 'values-differ')
  // By a rule that somebody else wrote it may be right: one name, two tickets.
  const subject = examine(taken, { list: ['a', 'a', 'b'], count: 2, winners: ['a', 'a'] })
  ends(t, subject, 'winner.derived', 'proven', 'values-equal')
  t.ok(findingsOf(subject).includes('winner-repeated'))
  t.end()
})

await t.test('D30: the right winners in another order', t => {
  const { picks } = ceremony()
  const pick = ({ index, entryId }: (typeof picks)[0]) => ({ winner_index: index, winner_entry_id: entryId })
  const swapped = lied({ draws: { 1: pick(picks[1]!), 2: pick(picks[0]!) } })
  ends(t, judge(swapped), 'winner.derived', 'refuted', 'values-differ')
  const reordered = altered(evidence => {
    evidence.record!.draws.reverse()
  })
  ends(t, judge(reordered), 'record.matches', 'refuted', 'values-differ')
  const turned = told(it => {
    it.commit()
    it.seal()
    it.draw(2)
    it.draw(1)
  })
  ends(t, judge(turned), 'statement.chain', 'refuted', 'chain-prize')
  const list = { list: ['a', 'b', 'c'], count: 2 }
  ends(t, examine(taken, { ...list, winners: ['a', 'b'] }), 'winner.derived', 'proven', 'values-equal')
  ends(t, examine(taken, { ...list, winners: ['b', 'a'] }), 'winner.derived', 'refuted', 'values-differ')
  t.end()
})

await t.test('D31: times that are none', t => {
  const day = '2026-08-31'
  const times = [
    '2026-02-30T18:45:25+00:00',
    '2026-02-29T18:45:25+00:00',
    `${day}T24:00:00+00:00`,
    `${day}T23:59:60+00:00`,
    `${day}T18:45:25`,
    `${day}T18:45:25+00`,
    `${day} 18:45:25+00:00`,
    '10000-01-01T00:00:00+00:00',
    '+010000-01-01T00:00:00+00:00',
    `${day}T18:45:25-00:00`,
    `${day}T18:45:25+24:00`,
    '1788201925',
    '1788201925000',
    '',
  ]
  for (const drawn_at_utc of times) {
    ends(
      t,
      verifyValue(withDraw({ drawn_at_utc })),
      'record.schema',
      'refuted',
      'schema-invalid',
      drawn_at_utc,
    )
    t.equal(
      codeOf(() => parseTime(drawn_at_utc)),
      'time-invalid',
      drawn_at_utc,
    )
  }
  const time = { type: 'time', title: 'time' }
  const timed = { inputs: { a: time, b: time }, claims: [{ id: 'a.b', says: 'x', equal: ['$a', '$b'] }] }
  for (const a of [...times, 1_788_201_925, 1_788_201_925_000]) {
    ends(t, verifyValue(withDraw({ drawn_at_utc: a })), 'record.schema', 'refuted', 'schema-invalid')
    ends(
      t,
      examine(timed, { a, b: `${day}T18:45:25Z` }),
      'document.read',
      'not-provable',
      'draw-value',
      String(a),
    )
  }
  // An offset that nobody uses names one moment all the same; a record has to be in UTC.
  const far = `${day}T18:45:25+14:01`
  ends(t, verifyValue(withDraw({ drawn_at_utc: far })), 'record.schema', 'refuted', 'schema-invalid')
  t.equal(parseTime(far), parseTime(`${day}T04:44:25Z`))
  t.end()
})

const quicknet = realRound('quicknet', 1000)
const roundAt = roundTime(quicknetChain, 1000)

await t.test('D32: a seal at the moment of the round, and a little later', t => {
  const sealed = (issued_at_utc: string) => judge(lied({ seal: { issued_at_utc } }))
  ends(t, sealed(utc(roundAt)), 'statement.chain', 'refuted', 'chain-time')
  ends(t, sealed(utc(roundAt + 1)), 'statement.chain', 'refuted', 'chain-time')
  const late = utc(roundAt).replace('+', '.001+')
  ends(t, sealed(late), 'statement.chain', 'refuted', 'statement-invalid', 'statements have whole seconds')
  // What the operator says of its own times proves nothing: what counts is when others saw it.
  const seen = (at: number): Evidence =>
    altered(evidence => {
      evidence.observations = [
        [
          observe(observer, times.commitmentSeen, envelopes.slice(0, 1)),
          observe(observer, at, envelopes.slice(0, 2)),
        ],
      ]
    })
  ends(t, judge(seen(roundAt - 30)), 'evidence.timely', 'proven', 'observed-in-time')
  for (const at of [roundAt - 29, roundAt, roundAt + 1]) {
    ends(t, judge(seen(at)), 'evidence.timely', 'not-provable', 'observed-late', `${at - roundAt}`)
  }
  const time = { type: 'time', title: 'time' }
  const order = { inputs: { a: time, b: time }, claims: [{ id: 'a.b', says: 'x', holds: ['$a', '<', '$b'] }] }
  const at = '2026-08-31T18:45:25.000Z'
  ends(t, examine(order, { a: at, b: at }), 'a.b', 'refuted', 'order-broken')
  ends(t, examine(order, { a: at.replace('000', '001'), b: at }), 'a.b', 'refuted', 'order-broken')
  ends(t, examine(order, { a: at, b: at.replace('000', '001') }), 'a.b', 'proven', 'order-kept')
  t.end()
})

const withBeacon = (change: Members): Evidence =>
  altered(({ bundle }) => {
    Object.assign(bundle.beacon!, change)
  })

await t.test('D33: a round that nobody committed to', t => {
  const { chain, signature, previous_signature } = realRound('default', 1337)
  const other = withBeacon({
    chain_hash: chain.chain_hash,
    round: 1337,
    signature,
    previous_signature: previous_signature!,
  })
  ends(t, judge(other), 'beacon.rule', 'refuted', 'round-differs', 'another chain')
  const next = withBeacon({ round: 1001, signature: realRound('quicknet', 1001).signature })
  ends(t, judge(next), 'beacon.genuine', 'proven', 'beacon-verified')
  ends(t, judge(next), 'beacon.rule', 'refuted', 'round-differs', 'the round after')
  const written = (round: string): string =>
    JSON.stringify(good.bundle).replace('"round":1000', `"round":${round}`)
  unread(t, written('"0123"'), 'bundle-invalid', /\/beacon\/round/)
  unread(t, written('"1000"'), 'bundle-invalid', /\/beacon\/round/)
  unread(t, written('0123'), 'json-number-form')
  t.end()
})

/** A recipe that verifies a round of quicknet. */
const drand = { inputs: { beacon }, claims: [{ id: 'beacon.genuine', says: 'x', verified: '$beacon' }] }
const { signature } = quicknet
const randomness = encodeHex(beaconRandomness(decodeHex(signature)))

await t.test('D34: a good signature beside another randomness', t => {
  const published = (value: string) =>
    examine(drand, { beacon: { round: 1000, signature, randomness: value } })
  ends(t, published(randomness), 'beacon.genuine', 'proven', 'beacon-verified')
  for (const wrong of ['00'.repeat(32), randomness.replace(/^./, digit => (digit === '0' ? '1' : '0'))]) {
    ends(t, published(wrong), 'beacon.genuine', 'refuted', 'beacon-randomness')
  }
  unread(t, verifyValue(withBeacon({ randomness }).bundle), 'bundle-invalid', /\/beacon\/randomness/)
  t.end()
})

await t.test('D35: signatures that are no point of their group', t => {
  const { G1 } = bls12_381
  // The first x with a point of the curve: nearly all of these are of another order than the group.
  const outside = `80${'00'.repeat(46)}04`
  const uncompressed = encodeHex(G1.Point.fromHex(signature).toBytes(false))
  const wrong = {
    'the point at infinity': `c0${'00'.repeat(47)}`,
    'a point outside the subgroup': outside,
    'an uncompressed point': uncompressed,
    'the bit of compressed points not set':
      (parseInt(signature[0]!, 16) ^ 8).toString(16) + signature.slice(1),
  }
  for (const [name, value] of Object.entries(wrong)) {
    ends(t, judge(withBeacon({ signature: value })), 'beacon.genuine', 'refuted', 'beacon-signature', name)
    const subject = examine(drand, { beacon: { round: 1000, signature: value } })
    ends(t, subject, 'beacon.genuine', 'refuted', 'beacon-signature', name)
  }
  t.equal(verifyBeacon({ round: 1000, signature: decodeHex(signature) }, quicknetChain).valid, true)
  t.throws(() => G1.Point.fromHex(outside), { message: 'bad point: not in prime-order subgroup' })
  t.end()
})

await t.test('D36: a round that is not out yet', async t => {
  const round = 1_000_000_000
  const at = roundTime(quicknetChain, round)
  ends(t, examine(drand, { beacon: { round } }), 'beacon.genuine', 'not-provable', 'beacon-signature-missing')
  const { url } = await serveHttp(t, (_, response) => response.writeHead(425).end())
  const asked = fetchRound(quicknetChain, round, { relays: [url], client: { allowPrivate: true } })
  const error = await asked.then(undefined, (fault: unknown) => fault)
  t.match(error, { code: 'remote-early', hint: `it comes at ${utc(at)}: ask again then` })
  // A draw that was made before its round came out.
  const drawn = { issued_at_utc: utc(roundAt - 1), drawn_at_utc: utc(roundAt - 1) }
  ends(t, judge(lied({ draws: { 1: drawn } })), 'statement.chain', 'refuted', 'chain-time')
})

await t.test('D37: members and versions that are not known', t => {
  const { bundle } = good
  const draw = drawOf({ beacon: { round: 1000, signature } })
  const known = verifyBytes(withMember('"surprise":1'))
  t.strictSame([known.verdict, findingsOf(known)], ['not-provable', ['record-unknown-member']])
  unread(t, verifyValue({ ...bundle, surprise: 1 }), 'bundle-invalid', '/surprise is not a known member')
  unread(t, verifyValue({ ...draw, surprise: 1 }), 'draw-schema', '/surprise is not a known member')
  const statement = lied({ draws: { 2: { surprise: 1 } } })
  ends(t, judge(statement), 'statement.chain', 'refuted', 'statement-invalid')
  for (const version of ['drawaudit/v99', 'drawaudit/v2']) {
    unread(t, verifyValue({ ...bundle, bundle: version }), 'document-unsupported', version)
    unread(t, verifyValue({ ...draw, draw: version }), 'draw-schema', '/draw expected "drawaudit/v1"')
  }
  for (const version of ['1', 99, '99', null]) {
    unread(t, verifyValue({ ...bundle, bundle: version }), 'bundle-invalid', '/bundle', show(version))
    unread(t, verifyValue({ ...draw, draw: version }), 'draw-schema', '/draw', show(version))
    const subject = verifyBytes(withMember(`"version":${JSON.stringify(version)}`))
    t.strictSame([subject.verdict, findingsOf(subject)], ['not-provable', ['record-unknown-member']])
  }
  t.end()
})

/** Verifies documents that name URLs of a service, with the options that allow to ask one; nobody may ask it. */
async function verifyUnasked(
  test: Parameters<typeof serveHttp>[0] & Pick<typeof t, 'strictSame'>,
  documents: (url: string) => Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const service = await serveHttp(test, (_, response) => response.end('{}'))
  const folder = test.testdir(documents(service.url))
  const call = ['verify', folder, '--online', '--relay', 'http://127.0.0.1:9', '--allow-private']
  const { report } = await runJson(call)
  test.equal(service.connections(), 0, 'nobody asked')
  return Object.fromEntries(
    report.subjects.map(({ source, claims, findings }) => [
      basename(source),
      [...new Set([...claims, ...findings].map(({ code }) => code))],
    ]),
  )
}

await t.test('D38: schemas and references that name a URL', async t => {
  const draw = drawOf({ beacon: { round: 1000 } })
  const codes = await verifyUnasked(t, url => ({
    'draw.json': JSON.stringify({ $schema: `${url}/schema`, ...draw }),
    'record.json': withMember(`"$schema":"${url}/latest/meta-data","$ref":"${url}/ref"`),
    'bundle.json': JSON.stringify({ $schema: `${url}/schema`, ...good.bundle }),
    'reference.json': JSON.stringify({ ...good.bundle, statements: [{ $ref: `${url}/statement` }] }),
    'metadata.json': withMember('"$ref":"http://169.254.169.254/latest/meta-data/"'),
  }))
  t.strictSame(codes['draw.json'], ['recipe-unknown'], 'a draw may name its schema')
  for (const name of ['record.json', 'metadata.json'])
    t.ok(codes[name]?.includes('record-unknown-member'), name)
  for (const name of ['bundle.json', 'reference.json']) t.strictSame(codes[name], ['bundle-invalid'], name)
})

await t.test('D39: URLs of keys and proofs inside of evidence', async t => {
  const codes = await verifyUnasked(t, url => ({
    'record.json': withMember(`"publicKeyUrl":"${url}/key","proofUrl":"${url}/proof"`),
    'bundle.json': JSON.stringify({ ...good.bundle, publicKeyUrl: `${url}/key` }),
    'envelope.json': JSON.stringify({
      ...good.bundle,
      statements: good.bundle.statements.map(one => ({ ...one, proofUrl: `${url}/proof` })),
    }),
    'plain.json': JSON.stringify(good.bundle),
    'file.json': JSON.stringify({
      ...without(good.bundle as unknown as Members, 'entries'),
      entries_file: { name: url, digest: `sha256:${'0'.repeat(64)}` },
    }),
    'draw.json': JSON.stringify({ ...drawOf({ beacon: url }), recipe: 'drand-round', source: url }),
  }))
  t.ok(codes['record.json']?.includes('record-unknown-member'))
  for (const name of ['bundle.json', 'file.json']) t.strictSame(codes[name], ['bundle-invalid'], name)
  t.strictSame(codes['envelope.json'], codes['plain.json'], 'what DSSE does not know is not read')
  t.strictSame(codes['draw.json'], ['draw-value'])
})

await t.test('D40: text that would be carried out where it is printed', t => {
  const escape = '\u001b]0;owned\u0007'
  const texts = [
    escape,
    'a\u202eb',
    'a\rb',
    '<img src=x onerror=alert(1)>',
    "=cmd|' /C calc'!A0",
    '\u009b31m',
  ]
  for (const hostile of texts) {
    const plain = examine(twins, { a: 'winner', b: 'loser' })
    const subject = { ...examine(twins, { a: hostile, b: `${hostile}.` }), title: hostile, source: hostile }
    t.strictSame([subject.verdict, subject.claims[0]?.code], [plain.verdict, 'values-differ'])
    ends(t, examine(twins, { a: hostile, b: hostile }), 'a.b', 'proven', 'values-equal')
    const report = createReport([subject])
    const written = {
      text: renderText(report),
      json: renderJson(report),
      junit: renderJunit(report),
      sarif: renderSarif(report, { version: '1' }),
      markdown: renderMarkdown(report),
      html: renderHtml(report),
      annotations: renderAnnotations(report),
    }
    for (const [format, output] of Object.entries(written)) {
      t.notMatch(output, /[^\P{Cc}\n]|\u202e/u, `${format}: ${show(hostile)}`)
      // In Markdown text from outside stands between backticks, where nothing is markup.
      const isMarkup = ['html', 'markdown', 'junit'].includes(format)
      if (isMarkup) t.notMatch(output.replaceAll(/`[^`\n]*`/g, ''), '<img', format)
    }
    t.same(JSON.parse(written.json), report, 'JSON has it whole')
  }
  t.end()
})

await t.test('D41: ids that are names of members of every object', t => {
  const ids = ['toString', 'hasOwnProperty', 'length', '__proto__', 'constructor', 'valueOf']
  const evidence = lied({}, { entries: ids.map((id): Entry => [id, 'paid']), prizes: 3 })
  t.equal(judge(evidence).verdict, 'proven')
  for (const id of ids) {
    ends(t, judge(evidence, { ticket: { id } }), 'ticket.included', 'proven', 'ticket-included', id)
    ends(
      t,
      verifyValue(withDraw({ winner_entry_id: id })),
      'record.consistent',
      'proven',
      'record-consistent',
    )
    ends(
      t,
      examine(picked, { list: ids, place: ids.indexOf(id), winner: id }),
      'winner.derived',
      'proven',
      'values-equal',
    )
  }
  ends(
    t,
    judge(evidence, { ticket: { id: 'isPrototypeOf' } }),
    'ticket.included',
    'not-provable',
    'ticket-absent',
  )
  t.end()
})

await t.test('D42: other types, and a document that praises itself', t => {
  for (const count of ['"142"', 'true', 'null', '[142]', '{}']) {
    ends(t, verifyBytes(withCount(count)), 'record.schema', 'refuted', 'schema-invalid', count)
  }
  for (const praise of [
    '"verified":true',
    '"verified":"true"',
    '"verified":1',
    '"verdict":"proven"',
    '"level":5',
  ]) {
    const subject = verifyBytes(withMember(praise))
    t.strictSame(
      [subject.verdict, subject.level, findingsOf(subject)],
      ['not-provable', 1, ['record-unknown-member']],
    )
    unread(
      t,
      JSON.stringify(good.bundle).replace('{', `{${praise},`),
      'bundle-invalid',
      /is not a known member/,
    )
  }
  ends(
    t,
    judge(lied({ draws: { 2: { verified: true } } })),
    'statement.chain',
    'refuted',
    'statement-invalid',
  )
  ends(
    t,
    examine(taken, { list: ['a'], count: true, winners: ['a'] }),
    'document.read',
    'not-provable',
    'draw-value',
  )
  ends(
    t,
    examine(taken, { list: ['a'], count: 1, winners: 'a' }),
    'document.read',
    'not-provable',
    'draw-value',
  )
  ends(
    t,
    examine(taken, { list: [true], count: 1, winners: ['a'] }),
    'document.read',
    'not-provable',
    'draw-value',
  )
  t.end()
})

await t.test('D43: what was signed, written otherwise', t => {
  const otherwise: readonly ((text: string) => string)[] = [
    text => text.replace(':', ': '),
    text => `${text}\n`,
    text => jcsBackwards(JSON.parse(text) as Members),
    text => text.replace('Prize', '\\u0050rize'),
  ]
  for (const write of otherwise) {
    // The signature is over the bytes: the same value in other bytes is not signed.
    const rewritten = altered(({ bundle }) => {
      const last = bundle.statements[3]!
      last.payload = Buffer.from(write(Buffer.from(last.payload, 'base64').toString())).toString('base64')
    })
    ends(t, judge(rewritten), 'statement.signed', 'refuted', 'signature-invalid')
    ends(t, judge(rewritten), 'statement.chain', 'refuted', 'statement-invalid')
    // Signed anew it is still not the one form that a statement has.
    const encode = (statement: Members): Uint8Array => utf8(write(jcs(statement)))
    const resigned = told(it => {
      it.commit()
      it.seal()
      it.draw(1)
      it.draw(2, {}, { encode })
    })
    ends(t, judge(resigned), 'statement.chain', 'refuted', 'statement-invalid')
  }
  const changed = altered(({ bundle }) => {
    forge(bundle.statements[3]!, statement => ({ ...statement, prize_name: 'Prize 3' }))
  })
  ends(t, judge(changed), 'statement.signed', 'refuted', 'signature-invalid')
  // Around the signed bytes there is no order to keep.
  const { bundle } = good
  const turned = JSON.parse(jcsBackwards(bundle as unknown as Members)) as Evidence['bundle']
  t.equal(judge({ ...good, bundle: turned }).verdict, 'proven')
  const spaced = JSON.stringify(record, undefined, '\t').replace('iPhone', '\\u0069Phone')
  ends(t, verifyBytes(spaced), 'record.schema', 'proven', 'schema-valid')
  t.end()
})

/** The members in reverse order. */
function jcsBackwards(value: Members): string {
  return JSON.stringify(Object.fromEntries(Object.entries(value).reverse()))
}

await t.test('D44: redirects to where none may lead', async t => {
  const { url, received } = await serveHttp(t, ({ url: path = '' }, response) => {
    response.writeHead(302, { location: decodeURIComponent(path.slice(1)) || '/' }).end()
  })
  const client = await startGuarded(t, { headers: [['Authorization', 'Bearer s3cret']] })
  const redirected = async (location: string) => client.request(`${url}/${encodeURIComponent(location)}`)
  for (const location of ['http://127.0.0.2/', 'http://localhost/', '//[::1]/', 'http://169.254.169.254/']) {
    await fails(t, redirected(location), 'address-forbidden', 'redirected by')
  }
  for (const location of ['file:///etc/passwd', 'unix:/run/docker.sock', 'javascript:alert(1)']) {
    await fails(t, redirected(location), 'url-invalid', 'redirected by')
  }
  // To a check such a redirect is an answer, and not one of the service.
  const near = start(t, { allowPrivate: false, allowNetworks: ['127.0.0.1/32'] })
  for (const [location, code] of [
    ['http://127.0.0.2/login', 'remote-intercepted'],
    ['file:///etc/passwd', 'remote-redirect'],
  ] as const) {
    const session = new Session({
      baseUrl: url,
      request: async () => near.request(`${url}/${encodeURIComponent(location)}`),
      now: () => new Date(),
      sleep: () => Promise.resolve(),
      longestWait: 0,
      deadline: new Date(Date.now() + 60_000),
    })
    const answer = await session.send('audit', { method: 'GET', path: '', headers: [] })
    t.match(answer, { fault: { code, message: `redirected by ${url}/` } })
  }
  const before = received().match(/^GET /gm)?.length ?? 0
  await fails(t, client.request(`${url}/`), 'remote-redirect', 'more than 3')
  const asked = received()
    .split(/^(?=GET )/m)
    .slice(before)
  t.strictSame(
    asked.map(request => request.includes('s3cret')),
    [true, false, false, false],
    'what is secret goes to the first address alone',
  )
})

await t.test('D45: a service that asks to wait', async t => {
  const cases: readonly (readonly [retryAfter: string, waits: readonly number[], requests: number])[] = [
    ['31536000', [], 1],
    ['-1', [5, 5], 3],
    ['Thu, 01 Jan 1970 00:00:00 GMT', [], 3],
    ['9'.repeat(400), [], 1],
  ]
  for (const [retryAfter, waits, requests] of cases) {
    const { url, received } = await serveHttp(t, (_, response) =>
      response.writeHead(429, { 'retry-after': retryAfter }).end(),
    )
    const client = start(t)
    let clock = Date.now()
    const slept: number[] = []
    const session = new Session({
      baseUrl: url,
      request: async (at, options) => client.request(at, options),
      now: () => new Date(clock),
      sleep: milliseconds => {
        slept.push(milliseconds / 1000)
        clock += milliseconds
        return Promise.resolve()
      },
      longestWait: 75,
      deadline: new Date(clock + 900_000),
    })
    const answer = await session.send('audit', { method: 'GET', path: '/audit', headers: [] })
    t.match(answer, { fault: { code: 'remote-limited' } }, retryAfter.slice(0, 40))
    t.strictSame([slept, received().match(/^GET /gm)?.length], [waits, requests], retryAfter.slice(0, 40))
  }
  const { url } = await serveHttp(t, (_, response) =>
    response.writeHead(429, { 'retry-after': '31536000' }).end(),
  )
  const { ended } = await observeOnce(t, url)
  t.match(ended, { code: 4, stdout: '', stderr: /asks to wait 31536000 seconds/ })
})
