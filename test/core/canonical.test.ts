import { readFileSync, readdirSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { canonicalize } from '../../src/core/canonical.js'
import { decodeHex, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import type { JsonValue } from '../../src/core/json.js'
import { vectors } from '../vectors.js'

await t.test('members are sorted by UTF-16 code units at every depth', t => {
  const value = { b: 1, a: { '\u{1f600}': 1, '\ufb33': 2, '10': 3, '9': 4 }, A: [3, 1, 2] }
  t.equal(canonicalize(value), '{"A":[3,1,2],"a":{"10":3,"9":4,"\u{1f600}":1,"\ufb33":2},"b":1}')
  t.end()
})

await t.test('strings keep every character but those that JSON escapes', t => {
  t.equal(canonicalize('\u20ac$\u000f\nA\'B"\\/\u2028'), '"\u20ac$\\u000f\\nA\'B\\"\\\\/\u2028"')
  t.equal(canonicalize([null, true, false, -0, 1e21, 1e-7]), '[null,true,false,0,1e+21,1e-7]')
  t.end()
})

await t.test('what has no canonical form is refused', t => {
  const refused: readonly [JsonValue, string][] = [
    ['\ud800', 'text-invalid'],
    [{ '\udfff': 1 }, 'text-invalid'],
    [Infinity, 'json-number-form'],
    [[NaN], 'json-number-form'],
  ]
  for (const [value, code] of refused) {
    t.throws(() => canonicalize(value), { code })
  }
  t.end()
})

await t.test('the canonical form says the same, whatever the order was', t => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 })), value => {
      const text = canonicalize(value as JsonValue)
      const reversed = Object.fromEntries(Object.entries(value).reverse()) as JsonValue
      return text === canonicalize(JSON.parse(text) as JsonValue) && text === canonicalize(reversed)
    }),
    { numRuns: process.env['SLOW'] === '1' ? 10_000 : 167 },
  )
  t.end()
})

const folder = vectors('jcs/')
await t.test('RFC 8785 vectors', folder ? {} : { skip: 'shared vectors are not here: jcs/' }, t => {
  if (folder === undefined) return void t.end()
  const names = readdirSync(new URL('input/', folder)).map(name => name.replace('.json', ''))
  for (const name of names) {
    const value = JSON.parse(readFileSync(new URL(`input/${name}.json`, folder), 'utf8')) as JsonValue
    const expected = readFileSync(new URL(`outhex/${name}.txt`, folder), 'utf8').replace(/\s/g, '')
    t.equal(encodeHex(encodeUtf8(canonicalize(value))), expected, name)
  }
  t.equal(names.length, 6)
  t.end()
})

const numbers = vectors('jcs/numbers.json')
await t.test(
  'RFC 8785 numbers',
  numbers ? {} : { skip: 'shared vectors are not here: jcs/numbers.json' },
  t => {
    if (numbers === undefined) return void t.end()
    const { ieee754_hex_to_text: rows } = JSON.parse(readFileSync(numbers, 'utf8')) as {
      ieee754_hex_to_text: [hex: string, text: string][]
    }
    for (const [hex, text] of rows) {
      const double = new DataView(decodeHex(hex).slice().buffer).getFloat64(0)
      t.equal(canonicalize(double), text, hex)
    }
    t.ok(rows.length >= 20)
    t.end()
  },
)
