import { readFileSync } from 'node:fs'
import t from 'tap'
import { canonicalize } from '../../src/core/canonical.js'
import { decodeBase64, decodeUtf8, encodeUtf8 } from '../../src/core/encoding.js'
import { parseJson } from '../../src/core/json.js'
import { DrawauditError } from '../../src/errors.js'
import { listAttestationType } from '../../src/model/list-attestation.js'
import { observationType } from '../../src/model/observation.js'
import { readPayload } from '../../src/model/payload.js'
import { receiptType } from '../../src/model/receipt.js'
import { statementType } from '../../src/model/statement.js'
import type { Validate } from '../../src/model/validate.js'
import { validateListAttestation } from '../../src/model/validators/list-attestation.js'
import { validateObservation } from '../../src/model/validators/observation.js'
import { validateReceipt } from '../../src/model/validators/receipt.js'
import { validateStatement } from '../../src/model/validators/statement.js'

/** The kinds of payloads, by the types of their envelopes. */
const kinds: Readonly<Record<string, Validate>> = {
  [statementType]: validateStatement,
  [observationType]: validateObservation,
  [listAttestationType]: validateListAttestation,
  [receiptType]: validateReceipt,
}

interface Signed {
  readonly payload: Uint8Array
  readonly validate: Validate
}

/** All payloads of a document, also in those of observations. */
function payloadsIn(value: unknown): readonly Signed[] {
  if (typeof value !== 'object' || value === null) return []
  if (!('payload' in value && 'payloadType' in value)) return Object.values(value).flatMap(payloadsIn)
  const validate = kinds[String(value.payloadType)]
  const payload = decodeBase64(String(value.payload))
  return validate === undefined ? [] : [{ payload, validate }, ...payloadsIn(JSON.parse(decodeUtf8(payload)))]
}

const readFixture = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8'))
const statements = payloadsIn(readFixture('bundles/three-prizes-142-entries/bundle.json'))
const others = ['observed', 'light-and-read', 'receipt'].flatMap(name =>
  payloadsIn(readFixture(`mutants/unharmed/${name}.json`)),
)
const refuse = (message: string): DrawauditError => new DrawauditError('statement-invalid', message)

/** What a payload is read as, or why it is not. */
function read({ payload, validate }: Signed): unknown {
  try {
    return readPayload(payload, validate, refuse)
  } catch (error) {
    return error instanceof DrawauditError ? `${error.code}: ${error.message}` : error
  }
}

/** The same by the strict reader alone; that there is an error, not which. */
function readStrictly({ payload, validate }: Signed): unknown {
  try {
    const value = parseJson(payload)
    return validate(value) && canonicalize(value) === decodeUtf8(payload) ? value : undefined
  } catch {
    return undefined
  }
}

/** Compares both; returns whether the payload was read. */
function compare(test: Pick<typeof t, 'match' | 'strictSame'>, signed: Signed, name: string): boolean {
  const found = read(signed)
  const expected = readStrictly(signed)
  if (expected === undefined) test.match(found, /^statement-invalid: /, name)
  else test.strictSame(found, expected, name)
  return expected !== undefined
}

await t.test('what has a fault is refused, and what has none is read', t => {
  const [text = ''] = statements.map(({ payload }) => decodeUtf8(payload))
  const statement = (written: string): Signed => ({
    payload: encodeUtf8(written),
    validate: validateStatement,
  })
  const with_ = (member: string): string => `{${member},${text.slice(1)}`
  const cases: Readonly<Record<string, string>> = {
    'as it is': text,
    'a name twice': text.replace('"sequence":0', '"sequence":0,"sequence":0'),
    'a prototype': with_('"__proto__":{"type":"seal"}'),
    'an empty prototype': with_('"__proto__":null'),
    'what every object has': with_('"__defineGetter__":1'),
    'a constructor': text.replace(',"draw_at_utc"', ',"constructor":1,"draw_at_utc"'),
    'minus zero': text.replace('"sequence":0', '"sequence":-0'),
    'a fraction': text.replace('"sequence":0', '"sequence":0.5'),
    'an exponent': text.replace('"sequence":0', '"sequence":0e0'),
    '2^53': text.replace('"sequence":0', '"sequence":9007199254740992'),
    '2^53 + 1': text.replace('"sequence":0', '"sequence":9007199254740993'),
    'beyond doubles': text.replace('"sequence":0', '"sequence":1e999'),
    'a lone surrogate': text.replace('"operator":"', '"operator":"\\ud800'),
    'an escaped letter': text.replace('"operator":"', '"operator":"\\u0041'),
    'a null character': text.replace('"operator":"', '"operator":"\\u0000'),
    'a byte order mark': `\uFEFF${text}`,
    'white space': `${text} `,
    'very deep': '['.repeat(20_000) + ']'.repeat(20_000),
    'very deep in a member': with_(`"a":${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    'no object': '1',
    nothing: '',
  }
  const readable = Object.entries(cases).filter(([name, each]) => compare(t, statement(each), name))
  t.same(
    readable.map(([name]) => name),
    ['as it is', 'a null character'],
  )
  t.equal(
    read(statement(cases['white space'] ?? '')),
    'statement-invalid: the payload is not in its RFC 8785 form',
  )
  t.equal(
    read(statement(cases['a constructor'] ?? '')),
    'statement-invalid: /constructor is not a known member',
  )
  t.match(
    read({ payload: Uint8Array.of(0x22, 0xff, 0x22), validate: validateStatement }),
    /^statement-invalid: byte 1 is not valid UTF-8/,
  )
  t.end()
})

await t.test('what stands in an envelope that somebody saw is read as strictly', t => {
  const seen = others.find(({ validate }) => validate === validateObservation)
  const text = decodeUtf8(seen?.payload ?? new Uint8Array())
  const members = {
    'a fraction': '"a":1.5',
    'an exponent': '"a":1e+21',
    '2^53': '"a":9007199254740992',
    'a prototype': '"__proto__":{}',
    'very deep': `"a":${'['.repeat(70)}${']'.repeat(70)}`,
    'deep enough': `"a":${'['.repeat(50)}${']'.repeat(50)}`,
    'an integer': '"a":1',
  }
  const readable = Object.entries(members).filter(([name, member]) => {
    const written = text.replace('{"payload":', `{${member},"payload":`)
    return compare(t, { payload: encodeUtf8(written), validate: validateObservation }, name)
  })
  t.same(
    readable.map(([name]) => name),
    ['deep enough', 'an integer'],
  )
  t.end()
})

await t.test('any byte changed, left out or put in', t => {
  let state = 1
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  const bytes = encodeUtf8('{}[]",:\\0123456789-+.eEutfn \n\u00e9\ud83d\ude00')
  let good = 0
  const all = [...statements, ...others]
  t.equal(new Set(all.map(({ validate }) => validate)).size, Object.keys(kinds).length)
  for (let round = 0; round < 4000; round += 1) {
    const { payload, validate } = all[random(all.length)]!
    const at = random(payload.length)
    const put = random(4) === 0 ? random(256) : (bytes[random(bytes.length)] ?? 0)
    const rest = payload.subarray(at + random(2))
    const changed = Uint8Array.of(...payload.subarray(0, at), ...(random(3) === 0 ? [] : [put]), ...rest)
    if (compare(t, { payload: changed, validate }, `round ${round}`)) good += 1
  }
  t.ok(good > 50, 'some are read')
  t.ok(good < 2000, 'most are not')
  t.end()
})
