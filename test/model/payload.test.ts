import { readFileSync } from 'node:fs'
import t from 'tap'
import { canonicalize } from '../../src/core/canonical.js'
import { decodeBase64, decodeUtf8, encodeUtf8 } from '../../src/core/encoding.js'
import { parseJson } from '../../src/core/json.js'
import { DrawauditError } from '../../src/errors.js'
import { readPayload } from '../../src/model/payload.js'
import { validateStatement } from '../../src/model/validators/statement.js'

const bundle = JSON.parse(
  readFileSync(
    new URL('../../fixtures/bundles/three-prizes-142-entries/bundle.json', import.meta.url),
    'utf8',
  ),
) as { readonly statements: readonly { readonly payload: string }[] }
const payloads = bundle.statements.map(({ payload }) => decodeBase64(payload))
const refuse = (message: string): DrawauditError => new DrawauditError('statement-invalid', message)

/** What a payload is read as, or why it is not. */
function read(payload: Uint8Array): unknown {
  try {
    return readPayload(payload, validateStatement, refuse)
  } catch (error) {
    return error instanceof DrawauditError ? `${error.code}: ${error.message}` : error
  }
}

/** The same by the strict reader alone; that there is an error, not which. */
function readStrictly(payload: Uint8Array): unknown {
  try {
    const value = parseJson(payload)
    return validateStatement(value) && canonicalize(value) === decodeUtf8(payload) ? value : undefined
  } catch {
    return undefined
  }
}

/** Compares both; returns whether the payload was read. */
function compare(test: Pick<typeof t, 'match' | 'strictSame'>, payload: Uint8Array, name: string): boolean {
  const found = read(payload)
  const expected = readStrictly(payload)
  if (expected === undefined) test.match(found, /^statement-invalid: /, name)
  else test.strictSame(found, expected, name)
  return expected !== undefined
}

await t.test('what has a fault is refused, and what has none is read', t => {
  const [text = ''] = payloads.map(decodeUtf8)
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
  const readable = Object.entries(cases).filter(([name, each]) => compare(t, encodeUtf8(each), name))
  t.same(
    readable.map(([name]) => name),
    ['as it is', 'a null character'],
  )
  t.equal(
    read(encodeUtf8(cases['white space'] ?? '')),
    'statement-invalid: the payload is not in its RFC 8785 form',
  )
  t.equal(
    read(encodeUtf8(cases['a constructor'] ?? '')),
    'statement-invalid: /constructor is not a known member',
  )
  t.match(read(Uint8Array.of(0x22, 0xff, 0x22)), /^statement-invalid: byte 1 is not valid UTF-8/)
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
  for (let round = 0; round < 3000; round += 1) {
    const payload = payloads[random(payloads.length)] ?? new Uint8Array()
    const at = random(payload.length)
    const put = random(4) === 0 ? random(256) : (bytes[random(bytes.length)] ?? 0)
    const rest = payload.subarray(at + random(2))
    const changed = Uint8Array.of(...payload.subarray(0, at), ...(random(3) === 0 ? [] : [put]), ...rest)
    if (compare(t, changed, `round ${round}`)) good += 1
  }
  t.ok(good > 50, 'some are read')
  t.ok(good < 1500, 'most are not')
  t.end()
})
