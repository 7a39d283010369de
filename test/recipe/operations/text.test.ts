import fc from 'fast-check'
import t from 'tap'
import { canonicalize } from '../../../src/core/canonical.js'
import { parseJson, type JsonValue } from '../../../src/core/json.js'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { Context, defaultBudget } from '../../../src/recipe/context.js'
import { byteOperations } from '../../../src/recipe/operations/bytes.js'
import { jsonOperations } from '../../../src/recipe/operations/json.js'
import { pieceOperations } from '../../../src/recipe/operations/pieces.js'
import { textOperations } from '../../../src/recipe/operations/text.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { bytes, integer, list, text, type PlainValue, type Value } from '../../../src/recipe/value.js'
import { verifyPublished } from '../../../src/verify/draw/verify-published.js'
import { compute, drawOf, endOf, recipeJson, refusal } from '../build.js'
import { isWithin } from '../../patience.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 100

const hex = (digits: string): Expression => ({ bytes_hex: digits })
const utf8 = (letters: string): Expression => ({ bytes_utf8: letters })
const decimal = (digits: string): Expression => ({ float_decimal: digits })
const parse = (json: string, at: string, type: Expression): Expression => ({
  parse_json: { text: json, at, type },
})

const entries =
  '{"draw":{"entries":[{"Ticket no.":7,"paid":true,"odds":0.25},{"Ticket no.":9,"paid":null,"odds":1e2}]}}'
const ticket = { 'Ticket no.': { type: 'integer' }, odds: { type: 'float' } }

const examples: readonly (readonly [expression: Expression, type: string, value: PlainValue])[] = [
  [{ bytes_utf8: 'aé😀' }, 'bytes', '61c3a9f09f9880'],
  [{ bytes_utf8: 'abc' }, '3 bytes', '616263'],
  [hex('00fF'), '2 bytes', '00ff'],
  // RFC 4648 section 10, and its alphabets.
  [{ bytes_base64: '' }, 'bytes', ''],
  [{ bytes_base64: 'Zg==' }, 'bytes', '66'],
  [{ bytes_base64: 'Zm9vYg==' }, 'bytes', '666f6f62'],
  [{ bytes_base64: '+/+/' }, 'bytes', 'fbffbf'],
  [{ bytes_base64url: '' }, 'bytes', ''],
  [{ bytes_base64url: 'Zg' }, 'bytes', '66'],
  [{ bytes_base64url: '-_-_' }, 'bytes', 'fbffbf'],
  [{ text_base64: utf8('') }, 'text', ''],
  [{ text_base64: utf8('f') }, 'text', 'Zg=='],
  [{ text_base64: utf8('fooba') }, 'text', 'Zm9vYmE='],
  [{ text_base64: hex('fbffbf') }, 'text', '+/+/'],
  [{ text_base64url: utf8('foob') }, 'text', 'Zm9vYg'],
  [{ text_base64url: hex('fbffbf') }, 'text', '-_-_'],
  [{ bytes_utf8: { text_base64: '$digest' } }, '44 bytes', `${'41'.repeat(43)}3d`],
  [{ bytes_utf8: { text_base64url: '$digest' } }, '43 bytes', '41'.repeat(43)],
  [{ bytes_be: [258, 4] }, '4 bytes', '00000102'],
  [{ bytes_le: [258, 4] }, '4 bytes', '02010000'],
  [{ bytes_xor: [hex('0ff0'), '$bytes'] }, '2 bytes', '0ef2'],
  [{ bytes_xor: ['$bytes', '$bytes'] }, 'bytes', '0000'],
  [
    { bytes_xor: ['$digest', { sha256: '$bytes' }] },
    '32 bytes',
    'a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222',
  ],
  [{ text_hex: '$bytes' }, 'text', '0102'],
  [{ text_utf8: hex('61c3a9f09f9880') }, 'text', 'aé😀'],
  [{ text_utf8: hex('efbbbf61') }, 'text', '\ufeffa'],
  [{ text_decimal: -42 }, 'text', '-42'],
  [{ text_base: [0, 2] }, 'text', '0'],
  [{ text_base: [5, 2] }, 'text', '101'],
  [{ text_base: [{ integer_hex: 'f'.repeat(16) }, 36] }, 'text', '3w5e11264sgsf'],
  [{ concat: [hex('01'), utf8('a'), '$bytes'] }, 'bytes', '01610102'],
  [{ join: [['a', '', '$text'], ', '] }, 'text', 'a, , abc'],
  [{ join: [['ab', { text_hex: '$digest' }], ''] }, 'text', `ab${'00'.repeat(32)}`],
  [{ bytes_utf8: { join: [['ab', { text_hex: '$digest' }], '-'] } }, '67 bytes', `61622d${'30'.repeat(64)}`],
  [{ bytes_utf8: { join: [['é', { text_hex: '$digest' }], '-'] } }, 'bytes', `c3a92d${'30'.repeat(64)}`],
  [{ bytes_prefixed: ['$bytes', 4, 'be'] }, 'bytes', '000000020102'],
  [{ bytes_prefixed: ['$bytes', 2, 'le'] }, 'bytes', '02000102'],
  [{ bytes_prefixed: ['$digest', 8, 'be'] }, '40 bytes', `${'00'.repeat(7)}20${'00'.repeat(32)}`],
  [{ bytes_prefixed: [hex(''), 1, 'be'] }, '1 bytes', '00'],
  [{ length: 'aé😀' }, 'integer', 4],
  [{ length: '' }, 'integer', 0],
  [{ length: '$bytes' }, 'integer', 2],
  [{ split: ['a,,b,', ','] }, 'list of text', ['a', '', 'b', '']],
  [{ split: ['', ','] }, 'list of text', ['']],
  [{ split: ['aaa', 'aa'] }, 'list of text', ['', 'a']],
  [{ chunks: ['24a9b84', 3] }, 'list of text', ['24a', '9b8']],
  [{ chunks: [hex('0102030405'), 2] }, 'list of 2 bytes', ['0102', '0304']],
  [{ chunks: ['$list', 2] }, 'list of list of integer', [[10, 9]]],
  [{ chunks: ['$digest', '$number'] }, 'list of bytes', Array.from({ length: 4 }, () => '00'.repeat(7))],
  [{ slice: ['abcdef', 2] }, 'text', 'cdef'],
  [{ slice: ['abcdef', -2] }, 'text', 'ef'],
  [{ slice: ['abcdef', 1, -1] }, 'text', 'bcde'],
  [{ slice: ['abcdef', 6] }, 'text', ''],
  [{ slice: ['abcdef', -6, 0] }, 'text', ''],
  [{ slice: ['$bytes', 1, 2] }, '1 bytes', '02'],
  [{ slice: ['$bytes', -1] }, '1 bytes', '02'],
  [{ slice: ['$bytes', 1] }, 'bytes', '02'],
  [{ slice: ['$digest', 30] }, '2 bytes', '0000'],
  [{ slice: ['$digest', 30, -1] }, '1 bytes', '00'],
  [{ slice: ['$digest', 0, -31] }, '1 bytes', '00'],
  [{ slice: ['$list', 1, 3] }, 'list of integer', [9, 100]],
  [{ bytes_utf8: { slice: [{ text_hex: '$digest' }, 0, 8] } }, '8 bytes', '30'.repeat(8)],
  [{ bytes_utf8: { slice: ['$text', 0, 2] } }, 'bytes', '6162'],
  [{ pad_start: ['7', 3, '0'] }, 'text', '007'],
  [{ pad_start: ['1234', 3, '0'] }, 'text', '1234'],
  [{ pad_start: ['1234', 0, '0'] }, 'text', '1234'],
  [{ pad_end: ['7', 3, '.'] }, 'text', '7..'],
  [{ reverse: 'aé😀' }, 'text', '😀éa'],
  [{ reverse: '$bytes' }, 'bytes', '0201'],
  [{ reverse: '$list' }, 'list of integer', [100, 9, 10]],
  [{ lower: 'AbCÉİ' }, 'text', 'abcÉİ'],
  [{ upper: 'aBcßı' }, 'text', 'ABCßı'],
  [{ trim: ' \t\r\n a b\u00a0\ufeff' }, 'text', 'a b'],
  [{ replace: ['banana', 'an', 'AN'] }, 'text', 'bANANa'],
  [{ replace: ['a.a', '.', '$$&'] }, 'text', 'a$&a'],
  [{ replace: ['aaa', 'aa', ''] }, 'text', 'a'],
  [{ row: { a: 1, 'Ticket no.': 'x' } }, 'row of a, Ticket no.', { a: 1, 'Ticket no.': 'x' }],
  [{ text_json: 'a"\n\u2028é' }, 'text', '"a\\"\\n\u2028é"'],
  [{ text_json: '$half' }, 'text', '"a\\ud83d"'],
  [{ text_json: 9007199254740991 }, 'text', '9007199254740991'],
  [{ text_json: decimal('1e21') }, 'text', '1e+21'],
  [{ text_json: decimal('-0') }, 'text', '0'],
  [{ text_json: { row: { b: '$list', a: { row: { x: decimal('0.5') } } } } }, 'text', '{"b":[10,9,100],"a":{"x":0.5}}'], // prettier-ignore
  // As every JavaScript does it: whole numbers before other names.
  [{ text_json: { row: { b: 1, 10: 2, 9: 3 } } }, 'text', '{"9":3,"10":2,"b":1}'],
  [{ text_jcs: { row: { b: 1, 10: 2, 9: 3, '': 4 } } }, 'text', '{"":4,"10":2,"9":3,"b":1}'],
  // RFC 8785 section 3.2.2 and 3.2.3.
  [
    {
      text_jcs: {
        row: {
          string: '\u20ac$\u000f\nA\'B"\\\\"/',
          numbers: ['333333333.33333329', '1E30', '4.50', '2e-3', '0.000000000000000000000000001'].map(
            decimal,
          ),
        },
      },
    },
    'text',
    '{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    { text_jcs: { row: { '\u20ac': 'Euro Sign', '\r': 'Carriage Return', '\ufb33': 'Hebrew Letter Dalet With Dagesh', 1: 'One', '\u{1f600}': 'Emoji: Grinning Face', '\u0080': 'Control', '\u00f6': 'Latin Small Letter O With Diaeresis' } } }, // prettier-ignore
    'text',
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\u{1f600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}', // prettier-ignore
  ],
  [parse('"x"', '', { type: 'text' }), 'text', 'x'],
  [parse('{"a/b":{"m~n":[5]}}', '/a~1b/m~0n/0', { type: 'integer', minimum: 5 }), 'integer', 5],
  [parse('{"":{"~1":2.5}}', '//~01', { type: 'float' }), 'float', 2.5],
  [parse('["0A"]', '/0', { type: 'bytes', encoding: 'hex', length: 1 }), '1 bytes', '0a'],
  [parse('["0x0A"]', '/0', { type: 'bytes', encoding: '0x' }), 'bytes', '0a'],
  [parse('["Cg=="]', '/0', { type: 'bytes', encoding: 'base64' }), 'bytes', '0a'],
  [parse('[0,1,2,3,4,5,6,7,8,9,"k"]', '/10', { type: 'text' }), 'text', 'k'],
  [parse(`["${'00'.repeat(32)}"]`, '/0', { type: 'sha256' }), '32 bytes', '00'.repeat(32)],
  [parse('["2025-06-13T09:46:14Z"]', '/0', { type: 'time' }), 'time', '2025-06-13T09:46:14Z'],
  [parse('[["a"],[]]', '', { type: 'list', of: { type: 'list', of: { type: 'text' } } }), 'list of list of text', [['a'], []]], // prettier-ignore
  [
    parse(entries, '/draw/entries', { type: 'table', columns: ticket }),
    'list of row of Ticket no., odds',
    [
      { 'Ticket no.': 7, odds: 0.25 },
      { 'Ticket no.': 9, odds: 100 },
    ],
  ],
]

await t.test('every operation on text gives exactly these results', t => {
  for (const [expression, type, value] of examples) {
    const computed = compute(expression)
    // A line of TAP ends at any line end of Unicode.
    const name = JSON.stringify(expression)
      .slice(0, 80)
      .replaceAll(/[^ -~]/gu, '?')
    t.strictSame([computed.type, computed.value], [type, value], name)
  }
  const covered = new Set(examples.flatMap(([expression]) => Object.keys(Object(expression) as object)))
  const names = Object.keys({ ...byteOperations, ...textOperations, ...pieceOperations, ...jsonOperations })
  t.strictSame(
    names.filter(name => !covered.has(name)),
    [],
  )
  t.end()
})

const impossible: readonly (readonly [expression: Expression, message: string])[] = [
  [{ bytes_base64: 'Zg' }, 'base64 is not in its canonical form'],
  [{ bytes_base64: 'Zh==' }, 'base64 is not in its canonical form'],
  [{ bytes_base64: 'Z-==' }, 'expected base64, found "-" (U+002D)'],
  [{ bytes_base64url: 'Zg==' }, 'expected base64url, found "=" (U+003D)'],
  [{ bytes_base64url: 'Z+' }, 'expected base64url, found "+" (U+002B)'],
  [{ bytes_base64url: 'Zh' }, 'base64 is not in its canonical form'],
  [{ bytes_base64url: 'Z' }, 'base64 is not in its canonical form'],
  [{ bytes_le: [256, 1] }, '256 does not fit into 1 bytes'],
  [{ bytes_xor: ['$bytes', '$digest'] }, '2 bytes and 32 bytes are not of one length'],
  [{ text_utf8: hex('61ff') }, 'byte 1 is not valid UTF-8'],
  [{ text_utf8: hex('eda080') }, 'byte 0 is not valid UTF-8'],
  [{ text_base: [-1, 10] }, '-1 is less than 0'],
  [{ split: ['a', ''] }, 'an empty text stands everywhere'],
  [{ replace: ['a', '', 'b'] }, 'an empty text stands everywhere'],
  [{ pad_start: ['a', -1, '0'] }, 'a width of -1'],
  [{ pad_start: ['a', 1, ''] }, 'expected one character to fill with, found 0'],
  [{ pad_end: ['a', 1, '00'] }, 'expected one character to fill with, found 2'],
  [{ chunks: ['$bytes', 3] }, '2 bytes have no piece of 3'],
  [{ chunks: ['$list', 0] }, 'a list of 3 has no piece of 0'],
  [{ slice: ['$text', 4] }, 'there is no place 4 in a text of 3 characters'],
  [{ slice: ['$text', 0, 4] }, 'there is no place 4 in a text of 3 characters'],
  [{ slice: ['$bytes', -3] }, 'there is no place -3 in 2 bytes'],
  [{ slice: ['$list', { power: [10, 30] }] }, `there is no place 1${'0'.repeat(30)} in a list of 3`],
  [{ slice: ['$list', 2, '$number'] }, 'place 2 is after place 1'],
  [{ text_json: [{ add: [9007199254740991, 1] }] }, '9007199254740992 is not a number that every reader of JSON has'], // prettier-ignore
  [{ text_jcs: '$half' }, 'text has a lone surrogate'],
  [
    parse('{"a":1,"a":2}', '', { type: 'text' }),
    'cannot be read as JSON: line 1, column 8: duplicate name "a"',
  ],
  [parse('', '', { type: 'text' }), 'cannot be read as JSON: line 1, column 1: expected JSON, found nothing'],
  [parse('{"a":[]}', '/b/c', { type: 'text' }), 'there is nothing at /b'],
  [parse('{"a":[]}', '/a/length', { type: 'integer' }), 'there is nothing at /a/length'],
  [parse('{"a":["x"]}', '/a/00', { type: 'text' }), 'there is nothing at /a/00'],
  [parse('{"a":["x"]}', '/a/-', { type: 'text' }), 'there is nothing at /a/-'],
  [parse('{"a":"x"}', '/a/0', { type: 'text' }), 'there is nothing at /a/0'],
  [parse('{}', '/constructor', { type: 'text' }), 'there is nothing at /constructor'],
  [parse('{"a":null}', '/a', { type: 'text' }), '/a: expected text, found null'],
  [parse('{"a":null}', '/a/b', { type: 'text' }), 'there is nothing at /a/b'],
  [parse('7', '', { type: 'text' }), 'the JSON: expected text, found 7'],
  [parse('[1.5]', '/0', { type: 'integer' }), '/0: expected a whole number, found 1.5'],
  [parse('[9007199254740993]', '/0', { type: 'integer' }), '/0: expected a whole number, found 9007199254740992'], // prettier-ignore
  [parse('[4]', '/0', { type: 'integer', minimum: 5 }), '/0: expected 5 or more, found 4'],
  [parse('["1e400"]', '/0', { type: 'float' }), '/0: expected a number, found text'],
  [parse(entries, '/draw/entries', { type: 'table', columns: { x: { type: 'text' } } }), '/draw/entries/0/x: is missing'], // prettier-ignore
  [
    { bytes_prefixed: [{ bytes_hex: '00'.repeat(256) }, 1, 'be'] },
    'the length 256 does not fit into 1 bytes',
  ],
]

await t.test('a value that does not allow a step makes it impossible', t => {
  for (const [expression, message] of impossible) {
    const values = { number: integer(1) }
    t.equal(
      endOf(() => compute(expression, values)),
      `impossible: ${message}`,
    )
  }
  t.end()
})

const wrong: readonly (readonly [expression: Expression, pointer: string, message: RegExp, hint?: string])[] =
  [
    ...['bytes_base64', 'bytes_base64url', 'text_base64', 'text_base64url', 'text_utf8', 'lower', 'upper', 'trim'].map(name => [{ [name]: '$time' }, `/${name}`, /^expected (text|bytes), found time$/] as const), // prettier-ignore
    ...['split', 'replace', 'pad_start', 'pad_end', 'bytes_xor', 'bytes_le', 'text_base', 'chunks', 'slice'].map(name => [{ [name]: 'a' }, `/${name}`, /takes an array of /] as const), // prettier-ignore
    [{ bytes_xor: ['$digest', hex('00')] }, '/bytes_xor', /^32 bytes and 1 bytes are not of one length$/],
    [{ bytes_xor: ['$digest', 'a'] }, '/bytes_xor/1', /^expected bytes, found text$/],
    [{ bytes_le: [5, 513] }, '/bytes_le/1', /^expected a number from 1 to 512/],
    [{ text_base: [5, 37] }, '/text_base/1', /^expected a number from 2 to 36/],
    [{ text_base: ['5', 10] }, '/text_base/0', /^expected integer, found text$/],
    [{ slice: ['abc'] }, '/slice', /takes an array of what to cut/],
    [{ slice: [5, 1] }, '/slice/0', /^expected text, bytes or a list, found integer$/],
    [{ slice: ['abc', 'a'] }, '/slice/1', /^expected integer, found text$/],
    [{ slice: ['$text', 2, 1] }, '/slice', /^place 2 is after place 1$/],
    [{ slice: ['$text', -1, -2] }, '/slice', /^place -1 is after place -2$/],
    [{ slice: ['$digest', -3, 0] }, '/slice', /^place -3 is after place 0$/],
    [{ slice: ['$digest', 33] }, '/slice', /^place 33 is after place 32$/],
    [{ chunks: [5, 1] }, '/chunks/0', /^expected text, bytes or a list, found integer$/],
    [{ chunks: ['$bytes', 'a'] }, '/chunks/1', /^expected integer, found text$/],
    [{ reverse: 5 }, '/reverse', /^expected text, bytes or a list, found integer$/],
    [{ row: 'a' }, '/row', /^row takes an object with a column or more$/],
    [{ row: ['a'] }, '/row', /^row takes an object with a column or more$/],
    [{ row: {} }, '/row', /^row takes an object with a column or more$/],
    [{ row: { a: 1, 'b/c': { sha256: 'x' } } }, '/row/b~1c/sha256', /^expected bytes, found text$/],
    [{ text_json: '$bytes' }, '/text_json', /^JSON has no bytes$/, 'convert it with text_hex or text_base64'],
    [{ text_json: [{ row: { a: '$time' } }] }, '/text_json', /^JSON has no time$/],
    [{ text_jcs: '$times' }, '/text_jcs', /^JSON has no time$/],
    [{ parse_json: 'a' }, '/parse_json', /^parse_json takes an object with text, at, type/],
    [{ parse_json: { text: 1, at: '', type: { type: 'text' } } }, '/parse_json/text', /^expected text/],
    ...(['a', '/~', '/~2', 5, '$text'] as const).map(at => [{ parse_json: { text: 'a', at, type: { type: 'text' } } }, '/parse_json/at', /^expected a JSON pointer/] as const), // prettier-ignore
    [parse('a', '', 'text'), '/parse_json/type', /^expected a type as in "inputs"/],
    [parse('a', '', {}), '/parse_json/type/type', /^expected one of bytes, sha256, text, /],
    [parse('a', '', { type: 'drand', chain: 'quicknet' }), '/parse_json/type/type', /^expected one of /],
    [parse('a', '', { type: 'constructor' }), '/parse_json/type/type', /^expected one of /],
    [parse('a', '', { type: 'text', title: 'x' }), '/parse_json/type/title', /^text has no further members$/],
    [
      parse('a', '', { type: 'bytes', size: 2 }),
      '/parse_json/type/size',
      /^bytes has only encoding and length$/,
    ],
    [parse('a', '', { type: 'bytes' }), '/parse_json/type/encoding', /^is missing$/],
    [
      parse('a', '', { type: 'bytes', encoding: 'x' }),
      '/parse_json/type/encoding',
      /^expected "hex", "0x" or "base64"$/,
    ],
    [parse('a', '', { type: 'bytes', encoding: 'hex', length: 0 }), '/parse_json/type/length', /from 1 to /],
    [parse('a', '', { type: 'integer', minimum: 'a' }), '/parse_json/type/minimum', /^expected a whole/],
    [parse('a', '', { type: 'list', of: { type: 'x' } }), '/parse_json/type/of/type', /^expected one of /],
    [parse('a', '', { type: 'table', columns: {} }), '/parse_json/type/columns', /^expected an object/],
    [parse('a', '', { type: 'table', columns: { 'a/b': 'x' } }), '/parse_json/type/columns/a~1b', /^expected a type/], // prettier-ignore
    [{ bytes_prefixed: '$bytes' }, '/bytes_prefixed', /takes an array of bytes, a width in bytes and an order$/], // prettier-ignore
    [{ bytes_prefixed: ['$text', 4, 'be'] }, '/bytes_prefixed/0', /^expected bytes, found text$/],
    [{ bytes_prefixed: ['$bytes', 9, 'be'] }, '/bytes_prefixed/1', /^expected a number from 1 to 8/],
    [{ bytes_prefixed: ['$bytes', 4, 'up'] }, '/bytes_prefixed/2', /^expected "be" or "le"$/],
    [{ length: '$list' }, '/length', /^expected text or bytes, found list of integer$/, 'a list has a count'],
    [{ length: 5 }, '/length', /^expected text or bytes, found integer$/],
    [{ join: 'a' }, '/join', /^join takes an array of 2 arguments, found one$/],
    [{ join: [['a'], '-', '-'] }, '/join', /^join takes an array of 2 arguments, found 3$/],
    [{ join: [[1], '-'] }, '/join/0', /^expected list of text, found list of integer$/],
    [{ join: [['a'], 1] }, '/join/1', /^expected text, found integer$/],
  ]

await t.test('an argument that does not fit is refused where it stands', t => {
  for (const [expression, pointer, message, hint] of wrong) {
    const name = JSON.stringify(expression).slice(0, 80)
    const error = refusal(() => compute(expression))
    t.strictSame([error?.code, error?.where.pointer], ['recipe-type', `/steps/x${pointer}`], name)
    t.match(error?.message, message, name)
    if (hint !== undefined) t.equal(error?.hint, hint, name)
  }
  t.end()
})

const each = (rows: Expression, body: Expression): Expression => ({ map: { list: rows, as: 'r', do: body } })

/** Messages of the finding that parts cannot be told apart. */
function ambiguities(
  expression: Expression,
  values: Readonly<Record<string, Value>> = {},
): readonly string[] {
  const { findings } = compute(expression, values)
  return findings.filter(({ code }) => code === 'ambiguous-concat').map(({ message }) => message)
}

await t.test('texts that are joined are ambiguous only where parts cannot be told apart', t => {
  const digits = { text_hex: '$digest' }
  const number = { text_decimal: '$number' }
  const values = { text: text('a:b') }
  const bare = 'parts are joined with no separator, so that different values can give the same text'
  const stands =
    'parts are joined with the separator ":", which also stands in a part, so that different values can give the same text'
  const cases: readonly (readonly [join: Expression, ...messages: readonly string[]])[] = [
    [[[number, '$text'], ''], bare],
    [[[number, '0x', '$text'], ''], bare],
    [[[number, '0x', digits], '']],
    [[['é', '$text', 'ü'], '']],
    [[[digits, digits], '']],
    [[[{ at: ['$words', 0] }, digits], '']],
    [['$words', ''], bare],
    [['$words', ',']],
    [[{ chunks: [digits, 8] }, '']],
    [[{ chunks: ['$text', 1] }, ''], bare],
    [[{ map: { list: [1, 2], as: 'n', do: digits } }, '']],
    [[['$text', number], ':'], stands],
    [[['$text', digits], ':']],
    [[[number, { trim: 'a' }, 'c:d', digits], ':']],
    [[[number, { trim: 'c:d' }], ':'], stands],
    [[['$text', 'c:d'], ':']],
    [[{ flatten: [['$text', 'c:d'], [digits]] }, ':']],
    [[{ flatten: [['$text', 'c:d'], [digits, number]] }, ':'], stands],
    [[{ flatten: [[':'], '$words'] }, ':'], stands],
    [[{ flatten: [['x'], '$words'] }, ':']],
    [[{ sort: [['c:d', 'e:f'], 'ascending', 'utf8'] }, ':'], stands],
    // What stands between the parts is not known either.
    [[['a', number, 'b'], '$text'], ],
    [[['a', { trim: 'a:b' }, 'b'], '$text'], 'parts are joined with the separator "a:b", which also stands in a part, so that different values can give the same text'],
    [[[{ trim: '' }], '']],
  ]
  for (const [join, ...messages] of cases) {
    t.strictSame(ambiguities({ join }, values), messages, JSON.stringify(join))
  }
  const long: Expression = Array.from({ length: 30 }, () => Array.from({ length: 40 }, () => 'a:b'))
  t.strictSame(ambiguities({ join: [{ flatten: long }, ':'] }), [stands], 'too many to be looked at one by one')
  const one = { words: list([text('a:b')]) }
  t.strictSame(ambiguities({ join: ['$words', ':'] }, one), [stands], 'one that was published may be two')
  t.strictSame(ambiguities({ join: ['$words', ''] }, one), [bare])
  t.strictSame(ambiguities({ join: ['$words', ','] }, one), [])
  t.strictSame(ambiguities({ join: [['$text'], ':'] }, values), [], 'the recipe says that it is one')
  t.strictSame(ambiguities({ join: [['$text'], '$text'] }, values), [], 'whatever the separator')
  t.end()
}) // prettier-ignore

await t.test('a list keeps what the recipe says of its items under its name', t => {
  const entry = { type: 'text', title: 'entry' }
  const recipe = parseRecipe(
    recipeJson({
      inputs: { entry, other: { type: 'sha256', title: 'other' }, hash: { type: 'sha256', title: 'hash' } },
      steps: {
        heading: 'a:b',
        parts: ['$heading', { text_hex: '$other' }],
        all: { flatten: ['$parts', ['$entry']] },
        joined: { join: ['$all', ':'] },
        packed: { bytes_prefixed: [{ bytes_utf8: '$entry' }, 1, 'be'] },
        both: { concat: ['$packed', { bytes_utf8: '$entry' }] },
      },
      claims: [
        {
          id: 'a.b',
          says: 'it is',
          equal: [{ sha256: { concat: ['$both', { bytes_utf8: '$joined' }] } }, '$hash'],
        },
      ],
    }),
  )
  const report = verifyPublished(drawOf({ entry: 'x:y', other: '00'.repeat(32), hash: '00'.repeat(32) }), recipe)
  t.strictSame(
    report.subjects[0]?.findings.filter(({ code }) => code === 'ambiguous-concat').map(({ message }) => message),
    ['2 parts of varying length are joined without a separator or a length, so that different values can give the same bytes'],
  )
  t.end()
}) // prettier-ignore

await t.test('bytes after their length can be told from what follows', t => {
  const packed = { bytes_prefixed: ['$bytes', 2, 'be'] }
  const counts: readonly (readonly [parts: Expression, open: number])[] = [
    [[packed, packed], 0],
    [[packed, '$bytes'], 0],
    [[packed, '$bytes', '$digest'], 0],
    [['$bytes', packed], 2],
    [[packed, '$bytes', packed, '$digest', packed], 3],
    [[{ concat: [packed, packed] }, packed, '$bytes'], 0],
    [[{ concat: [packed, '$bytes'] }, '$bytes'], 2],
    [[{ concat: ['$digest', packed] }, '$bytes'], 0],
  ]
  for (const [parts, open] of counts) {
    const [message] = ambiguities({ concat: parts })
    t.equal(message?.slice(0, 2), open === 0 ? undefined : `${open} `, JSON.stringify(parts))
  }
  t.end()
})

await t.test('columns are called anything, and read by that name', t => {
  const rows = [{ row: { constructor: 'c', 'Ticket no.': 7, 'a.b': 'd' } }]
  t.strictSame(compute(each(rows, '$r.Ticket no.')).value, [7])
  t.strictSame(compute(each(rows, '$r.a.b')).value, ['d'])
  t.strictSame(compute(each(rows, '$r.constructor')).value, ['c'])
  t.strictSame(compute({ text_json: rows }).value, '[{"constructor":"c","Ticket no.":7,"a.b":"d"}]')
  // No file says this, for parseJson refuses it; other programs may.
  const own = JSON.parse('[{"row":{"__proto__":"p","b":1}}]') as Expression
  t.strictSame(compute(each(own, '$r.__proto__')).value, ['p'])
  t.strictSame(compute({ text_json: own }).value, '[{"__proto__":"p","b":1}]')
  for (const name of ['toString', '__proto__', 'a', '']) {
    const error = refusal(() => compute(each(rows, `$r.${name}`)))
    t.strictSame([error?.code, error?.where.pointer], ['recipe-reference', '/steps/x/map/do'], name)
  }
  // The same columns in another order are the same row, whose values have lengths of their own.
  const two: Expression = [{ row: { a: 'x', b: hex('00') } }, { row: { b: hex('0011'), a: 'yy' } }]
  t.strictSame(compute({ text_json: each(two, '$r.a') }).value, '["x","yy"]')
  t.strictSame(compute({ concat: [{ at: [each(two, '$r.b'), 1] }, hex('00')] }).type, 'bytes')
  t.equal(refusal(() => compute([{ row: { a: 'x' } }, { row: { b: 'x' } }]))?.where.pointer, '/steps/x/1')
  t.equal(refusal(() => compute([{ row: { a: 'x' } }, { row: { toString: 'x' } }]))?.code, 'recipe-type')
  t.end()
})

const steps = (count: number, of: (before: string) => Expression): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`x${index}`, index === 0 ? 'a' : of(`$x${index - 1}`)]),
  )

await t.test('rows in rows are bounded before they are too deep or too many', t => {
  const parts = (count: number, of: (before: string) => Expression): JsonValue =>
    recipeJson({
      inputs: { word: { type: 'text', title: 'word' } },
      steps: steps(count, of),
      claims: [{ id: 'a.b', says: 'it is', verified: '$word' }],
    })
  const refused = (json: JsonValue): string | undefined => refusal(() => parseRecipe(json))?.message
  t.equal(refused(parts(33, before => ({ row: { a: before } }))), undefined)
  t.equal(refused(parts(34, before => ({ row: { a: before } }))), 'lists and rows are nested at most 32 deep')
  t.equal(
    refused(parts(30, before => ({ row: { a: before, b: before } }))),
    'a row has at most 1000 columns, with those of the rows in it',
  )
  t.end()
})

await t.test('hostile sizes end at the bounds, soon', t => {
  const long = 'a'.repeat(1_000_000)
  const often = (body: Expression): Expression => ({ map: { list: { range: 1_000_000 }, as: 'n', do: body } })
  const values = {
    text: text(long),
    words: list(Array.from({ length: 100_000 }, () => text('\0'.repeat(50)))),
  }
  const cases: readonly Expression[] = [
    { pad_start: ['a', 9007199254740991, '0'] },
    { pad_end: ['a', { power: [2, 4095] }, '0'] },
    { iterate: { from: 'aa', times: 64, as: 's', do: { replace: ['$s', 'a', 'aa'] } } },
    { replace: ['$text', 'a', '$text'] },
    { split: [{ join: [['$text', '$text', '$text', '$text'], ''] }, 'a'] },
    { split: ['$text', `b${'a'.repeat(65_000)}`] },
    { join: [[{ join: [['$text', '$text'], ''] }], { join: [['b', '$text'], ''] }] },
    often({ reverse: '$text' }),
    often({ lower: '$text' }),
    often({ text_json: '$words' }),
    often({ text_jcs: [['$words', '$words'], ['$words']] }),
    often({ parse_json: { text: { text_json: '$text' }, at: '', type: { type: 'text' } } }),
    often({ chunks: ['$list', 1] }),
    often({ slice: ['$list', 1] }),
    often({ row: { a: '$n', b: '$n' } }),
    often({ text_base: [{ power: [3, 2500] }, 36] }),
  ]
  for (const expression of cases) {
    const start = process.cpuUsage().user
    t.match(
      endOf(() => compute(expression, values, new Context(portable, defaultBudget / 16))),
      /^bound: /,
    )
    const seconds = (process.cpuUsage().user - start) / 1_000_000
    t.ok(
      isWithin(seconds, 2, 'processor'),
      `${seconds.toFixed(1)} s ${JSON.stringify(expression).slice(0, 80)}`,
    )
  }
  t.end()
})

await t.test('lists in lists that no text could hold are beyond the bounds', t => {
  let doubled: Value = list(['a', 'b'].map(text))
  for (let turn = 0; turn < 31; turn++) doubled = list([doubled, doubled])
  t.match(
    endOf(() => compute({ text_json: '$words' }, { words: doubled })),
    /^bound: /,
  )
  t.match(
    endOf(() => compute(parse(`${'['.repeat(65)}${']'.repeat(65)}`, '', { type: 'text' }))),
    /^bound: /,
  )
  t.end()
})

/** JSON that a recipe can write, and the expression for it. */
const { json: anyJson } = fc.letrec<{ json: readonly [JsonValue, Expression] }>(tie => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.string({ unit: 'binary' }).map(value => [value, literal(value)] as const),
    fc.maxSafeInteger().map(value => [value, value] as const),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map(value => [value, decimal(String(value))] as const),
    tie('json').chain(([value, expression]) =>
      fc.integer({ min: 1, max: 3 }).map(length => {
        const repeat = <T>(one: T): readonly T[] => Array.from({ length }, () => one)
        return [repeat(value), repeat(expression)] as const
      }),
    ),
    fc
      .dictionary(
        fc.string({ unit: 'binary' }).filter(name => name !== '__proto__'),
        tie('json'),
        { minKeys: 1, maxKeys: 4 },
      ) // prettier-ignore
      .map(columns => {
        const entries = Object.entries(columns)
        return [
          Object.fromEntries(entries.map(([name, [value]]) => [name, value])),
          { row: Object.fromEntries(entries.map(([name, [, expression]]) => [name, expression])) },
        ] as const
      }),
  ),
}))

const literal = (value: string): string => (value.startsWith('$') ? `$${value}` : value)

await t.test('property: JSON is written as JSON.stringify and RFC 8785 do, and read back', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(anyJson, ([value, expression]) => {
        const json = JSON.stringify(value)
        const isText = typeof value === 'string'
        return (
          compute({ text_json: expression }).value === json &&
          compute({ text_jcs: expression }).value === canonicalize(value) &&
          (!isText ||
            compute({ parse_json: { text: { text_json: expression }, at: '', type: { type: 'text' } } }).value === value) // prettier-ignore
        )
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

await t.test('property: text and bytes as in JavaScript', t => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', 'É', '$', '😀', ' '), maxLength: 12 })
  const short = fc.string({ unit: fc.constantFrom('a', 'b', '$'), minLength: 1, maxLength: 2 })
  const place = fc.integer({ min: -14, max: 14 })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(word, short, word, place, place, (whole, part, other, start, end) => {
        const values = { text: text(whole), words: list([text(part), text(other)]) }
        const [from, to] = [{ at: ['$words', 0] }, { at: ['$words', 1] }] as const
        const same = (expression: Expression, value: unknown): boolean =>
          JSON.stringify(compute(expression, values).value) === JSON.stringify(value)
        const isInside = (at: number): boolean => Math.abs(at) <= whole.length
        const [first = 0, last = 0] = [start, end].map(at => (at < 0 ? at + whole.length : at))
        const cut = endOf(() => compute({ slice: ['$text', { add: [start, 0] }, { add: [end, 0] }] }, values))
        const lower = whole.replaceAll('A', 'a')
        const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')
        const base64 = Buffer.from(whole).toString('base64')
        return (
          same({ split: ['$text', from] }, whole.split(part)) &&
          same(
            { replace: ['$text', from, to] },
            whole.replaceAll(part, () => other),
          ) &&
          same({ reverse: '$text' }, Array.from(whole).reverse().join('')) &&
          same({ trim: '$text' }, whole.trim()) &&
          same({ lower: '$text' }, lower) &&
          same({ text_base64: { bytes_utf8: '$text' } }, base64) &&
          same({ bytes_base64url: { text_base64url: { bytes_utf8: '$text' } } }, hexOf(base64)) &&
          same({ text_utf8: { bytes_base64: { text_base64: { bytes_utf8: '$text' } } } }, whole) &&
          (isInside(start) && isInside(end) && first <= last
            ? same({ slice: ['$text', { add: [start, 0] }, { add: [end, 0] }] }, whole.slice(start, end))
            : cut.startsWith('impossible: '))
        )
      }),
      { numRuns: runs },
    )
  })
  const large = new Uint8Array(100_000).map((_, index) => (index * 7919) >> 3)
  t.equal(
    compute({ text_base64: '$bytes' }, { bytes: bytes(large) }).value,
    Buffer.from(large).toString('base64'),
  )
  t.end()
})

await t.test('a published float is a number or decimal text, as near as doubles are', t => {
  const recipe = parseRecipe(
    recipeJson({
      inputs: {
        odds: { type: 'float', title: 'odds' },
        shown: { type: 'text', title: 'odds as shown' },
      },
      claims: [{ id: 'a.b', says: 'it is', equal: [{ text_float: '$odds' }, '$shown'] }],
    }),
  )
  const ends = (odds: JsonValue, shown: string): string | undefined =>
    verifyPublished(drawOf({ odds, shown }), recipe).subjects[0]?.claims[0]?.code
  t.equal(ends(2, '2'), 'values-equal')
  t.equal(ends(0.5, '0.5'), 'values-equal')
  t.equal(ends('0.1', '0.1'), 'values-equal')
  t.equal(ends('1e-7', '1e-7'), 'values-equal')
  t.equal(ends('9007199254740993', '9007199254740992'), 'values-equal')
  for (const bad of ['', 'NaN', '1e999', '0x1', ' 1', true, null, [1], '1'.repeat(1201)])
    t.equal(ends(bad, '1'), 'draw-value', JSON.stringify(bad).slice(0, 40))
  t.equal(ends(parseJson('[1]'), '1'), 'draw-value')
  t.end()
})
