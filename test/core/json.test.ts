import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { encodeUtf8 } from '../../src/core/encoding.js'
import {
  defaultJsonLimits,
  parseJson,
  pointerOf,
  type JsonOptions,
  type JsonValue,
} from '../../src/core/json.js'
import { DrawauditError, type ErrorCode, type Where } from '../../src/errors.js'

const runs = process.env['SLOW'] === '1' ? 100_000 : 3333

/** What `parseJson` throws, or undefined if it returns. */
function refusal(input: Uint8Array | string, options?: JsonOptions): DrawauditError | undefined {
  try {
    parseJson(input, options)
    return undefined
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
}

/** For the names of assertions, which must be one printable line. */
function show(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16)}`)
}

/** Line, column and pointer. */
type Place = readonly [line: number, column: number, pointer: string]

function place([line, column, pointer]: Place): Where {
  return { line, column, pointer }
}

await t.test('what is good comes back as JSON.parse reads it', t => {
  const documents = [
    'null',
    ' true ',
    '\t"text"\r\n',
    '0',
    '-1',
    '9007199254740991',
    '-9007199254740991',
    '[]',
    '{}',
    '[ ]',
    '{ }',
    '[[],{},[{}]]',
    '{"a":{"b":[1,2,{"c":null}]},"d":false}',
    String.raw`"\"\\\/\b\f\n\r\t\u00e9\u00E9\ud83d\ude00\uD83D\uDE00"`,
    '"\u007f \u2028 \ufeff \uffff 😀"',
    String.raw`"\ud800\udc00\udbff\udfff\ud7ff\ue000"`,
    '{"":0," ":1,"a":2,"A":3,"a ":4}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"toString":1,"hasOwnProperty":2,"length":3,"__proto":4,"proto__":5}',
    '{"2":"b","1":"a"}',
    '{"a":{"same":1},"b":{"same":1}}',
  ]
  for (const document of documents) {
    t.ok(isDeepStrictEqual(parseJson(document), JSON.parse(document)), show(document))
    t.ok(
      isDeepStrictEqual(parseJson(encodeUtf8(document)), JSON.parse(document)),
      `bytes of ${show(document)}`,
    )
  }
  t.equal(({} as Record<string, unknown>)['polluted'], undefined)
  t.end()
})

await t.test('a view of a larger buffer is read by its own bounds', t => {
  const bytes = encodeUtf8('[1,2,3]')
  t.strictSame(parseJson(bytes.subarray(1, 2)), 1)
  t.end()
})

const faults: readonly (readonly [name: string, document: string, code: ErrorCode, place: Place])[] = [
  ['nothing', '', 'json-empty', [1, 1, '']],
  ['white space', ' \n\t ', 'json-empty', [2, 3, '']],
  ['a byte order mark', '\ufeff{}', 'json-bom', [1, 1, '']],

  ['a duplicate name', '{"winner":"A","winner":"B"}', 'json-duplicate-name', [1, 15, '/winner']],
  ['its escaped twin', String.raw`{"winner":1,"winn\u0065r":2}`, 'json-duplicate-name', [1, 13, '/winner']],
  ['a duplicate empty name', '[{"":1,"":2}]', 'json-duplicate-name', [1, 8, '/0/']],
  [
    'a duplicate further down',
    '{"a":[0,{"b/c~d":1,\n "b/c~d":1}]}',
    'json-duplicate-name',
    [2, 2, '/a/1/b~1c~0d'],
  ],
  ['__proto__', '{"__proto__":{"verified":true}}', 'json-forbidden-name', [1, 2, '/__proto__']],
  ['__proto__ deep down', '[[{"a":{"__proto__":1}}]]', 'json-forbidden-name', [1, 9, '/0/0/a/__proto__']],
  ['__proto__ escaped', String.raw`{"\u005f_proto__":1}`, 'json-forbidden-name', [1, 2, '/__proto__']],

  ['a lone high surrogate', String.raw`["a","b\ud800"]`, 'json-lone-surrogate', [1, 8, '/1']],
  ['a lone low surrogate', String.raw`["\udfff"]`, 'json-lone-surrogate', [1, 3, '/0']],
  ['a pair the wrong way round', String.raw`["\ude00\ud83d"]`, 'json-lone-surrogate', [1, 3, '/0']],
  ['two high surrogates', String.raw`["\ud83d\ud83d\ude00"]`, 'json-lone-surrogate', [1, 3, '/0']],
  ['two low surrogates', String.raw`["\ude00\ude00"]`, 'json-lone-surrogate', [1, 3, '/0']],
  ['a high surrogate and a letter', String.raw`["\ud83d\u0041"]`, 'json-lone-surrogate', [1, 3, '/0']],
  ['a high surrogate and no escape', String.raw`["\ud83dxude00"]`, 'json-lone-surrogate', [1, 3, '/0']],
  ['a raw lone surrogate', '["ab\ud800"]', 'json-lone-surrogate', [1, 5, '/0']],
  ['a raw lone surrogate in the second string', '["ab","c\ud800"]', 'json-lone-surrogate', [1, 9, '/1']],
  ['half raw, half escaped', '["\\ud83d\ude00"]', 'json-lone-surrogate', [1, 3, '/0']],
  ['a lone surrogate in a name', String.raw`{"a":{"\ud800":1}}`, 'json-lone-surrogate', [1, 8, '/a']],

  ['2^53', '{"count":9007199254740992}', 'json-number-unsafe', [1, 10, '/count']],
  ['2^53 + 1', '{"count":9007199254740993}', 'json-number-unsafe', [1, 10, '/count']],
  ['-2^53', '-9007199254740992', 'json-number-unsafe', [1, 1, '']],
  ['17 digits', '10000000000000000', 'json-number-unsafe', [1, 1, '']],
  ['an exponent', '[0,1e2]', 'json-number-form', [1, 4, '/1']],
  ['a huge exponent', '1e400', 'json-number-form', [1, 1, '']],
  ['a signed exponent', '1E+5', 'json-number-form', [1, 1, '']],
  ['minus zero', '-0', 'json-number-form', [1, 1, '']],
  ['a fraction', '1.5', 'json-number-form', [1, 1, '']],
  ['an integer with a fraction of zero', '1.0', 'json-number-form', [1, 1, '']],
  ['a leading zero', '01', 'json-number-form', [1, 1, '']],
  ['a minus and a leading zero', '-012', 'json-number-form', [1, 1, '']],
  ['a plus sign', '+1', 'json-number-form', [1, 1, '']],
  ['hexadecimal', '0x10', 'json-number-form', [1, 1, '']],
  ['no digit before the point', '.5', 'json-number-form', [1, 1, '']],
  ['no digit after the point', '5.', 'json-number-form', [1, 1, '']],
  ['a minus alone', '[-]', 'json-number-form', [1, 2, '/0']],
  ['NaN', '{"a":NaN}', 'json-number-form', [1, 6, '/a']],
  ['Infinity', 'Infinity', 'json-number-form', [1, 1, '']],
  ['-Infinity', '-Infinity', 'json-number-form', [1, 1, '']],
  ['letters after digits', '12abc', 'json-number-form', [1, 1, '']],
  ['a big integer of JavaScript', '12n', 'json-number-form', [1, 1, '']],

  ['a second document', '{} {}', 'json-trailing-data', [1, 4, '']],
  ['a bracket too many', '[1]]', 'json-trailing-data', [1, 4, '']],
  ['a NUL after the document', '{}\0', 'json-trailing-data', [1, 3, '']],
  ['a comment after the document', '{} // end', 'json-trailing-data', [1, 4, '']],

  ['a trailing comma in an array', '[1,\n]', 'json-syntax', [2, 1, '/1']],
  ['a trailing comma in an object', '{"a":1,}', 'json-syntax', [1, 8, '']],
  ['a comma first', '[,1]', 'json-syntax', [1, 2, '/0']],
  ['two commas', '[1,,2]', 'json-syntax', [1, 4, '/1']],
  ['no comma', '[1 2]', 'json-syntax', [1, 4, '/0']],
  ['no comma between members', '{"a":1\r\n"b":2}', 'json-syntax', [2, 1, '/a']],
  ['no colon', '{"a" 1}', 'json-syntax', [1, 6, '/a']],
  ['no value', '{"a":}', 'json-syntax', [1, 6, '/a']],
  ['a comment', '[1, /* two */ 2]', 'json-syntax', [1, 5, '/1']],
  ['a comment right after a number', '[1/* one */]', 'json-syntax', [1, 3, '/0']],
  ['a shell comment', '# draw\n{}', 'json-syntax', [1, 1, '']],
  ['single quotes', "{'a':1}", 'json-syntax', [1, 2, '']],
  ['typographic quotes', '[“a”]', 'json-syntax', [1, 2, '/0']],
  ['a name without quotes', '{winner:1}', 'json-syntax', [1, 2, '']],
  ['a number as name', '{1:1}', 'json-syntax', [1, 2, '']],
  ['undefined', '[undefined]', 'json-syntax', [1, 2, '/0']],
  ['True', '[True]', 'json-syntax', [1, 2, '/0']],
  ['a word that begins well', '[nullify]', 'json-syntax', [1, 6, '/0']],
  ['a word cut short', '[tru]', 'json-syntax', [1, 2, '/0']],
  ['the wrong bracket', '[1}', 'json-syntax', [1, 3, '/0']],
  ['the wrong brace', '{"a":1]', 'json-syntax', [1, 7, '/a']],
  ['a closing bracket only', ']', 'json-syntax', [1, 1, '']],
  ['an open array', '[1', 'json-syntax', [1, 3, '/0']],
  ['an open object', '{"a":{', 'json-syntax', [1, 7, '/a']],
  ['an open string', '["abc', 'json-syntax', [1, 2, '/0']],
  ['a backslash at the end', '["abc\\', 'json-syntax', [1, 6, '/0']],
  ['an escaped quote at the end', '["abc\\"', 'json-syntax', [1, 2, '/0']],
  ['a line end in a string', '["a\nb"]', 'json-syntax', [1, 4, '/0']],
  ['a tab in a string', '["a\tb"]', 'json-syntax', [1, 4, '/0']],
  ['a NUL in a string', '["a\0b"]', 'json-syntax', [1, 4, '/0']],
  ['an escape of JavaScript', String.raw`["\x41"]`, 'json-syntax', [1, 3, '/0']],
  ['a short escape', String.raw`["\u12"]`, 'json-syntax', [1, 3, '/0']],
  ['an escape with a sign', String.raw`["\u+123"]`, 'json-syntax', [1, 3, '/0']],
  ['an escape with what comes before a', '["\\u000`"]', 'json-syntax', [1, 3, '/0']],
  ['an escape with what comes before A', '["\\u@000"]', 'json-syntax', [1, 3, '/0']],
  ['an escape in capitals', String.raw`["\U0041"]`, 'json-syntax', [1, 3, '/0']],
  ['a no-break space', '[\u00a01]', 'json-syntax', [1, 2, '/0']],
  ['a vertical tab', '[\u000b1]', 'json-syntax', [1, 2, '/0']],
  ['a byte order mark inside', '[\ufeff1]', 'json-syntax', [1, 2, '/0']],
  ['a web page', '\n<!DOCTYPE html>', 'json-syntax', [2, 1, '']],
  ['UTF-16 without its mark', '{\0"\0a\0', 'json-syntax', [1, 2, '']],
  ['column in code units', '["😀😀" x]', 'json-syntax', [1, 9, '/0']],
  ['a lone carriage return ends a line', '[1,\r\r 2 3]', 'json-syntax', [3, 4, '/1']],
]

await t.test('what is bad has a code, a place, a message and a hint', t => {
  for (const [name, document, code, where] of faults) {
    const error = refusal(document)
    t.equal(error?.code, code, name)
    t.strictSame(error?.where, place(where), `place of ${name}`)
    t.match(error?.message, /^[^\n]+[^.\n]$/, `message for ${name}`)
    t.match(error?.hint, /^[^\n]+[^.\n]$/, `hint for ${name}`)
  }
  t.end()
})

await t.test('a common mistake is named', t => {
  const messages: readonly (readonly [document: string, message: string])[] = [
    ['{"winner":1,"winner":2}', 'duplicate name "winner"'],
    ['[1,]', 'expected a value, found a trailing comma'],
    ['[1, ]', 'expected a value, found a trailing comma'],
    ['{"a":1,}', 'expected a name in double quotes, found a trailing comma'],
    ['[1 // one\n]', 'expected "," or "]", found a comment'],
    ["['a']", `expected a value, found another quotation mark than "`],
    ['{winner:1}', 'expected a name in double quotes, found winner'],
    ['{"a":undefined}', 'expected a value, found undefined'],
    ['[NaN]', 'expected an integer, found NaN: not a number that JSON has'],
    ['[-Infinity]', 'expected an integer, found -Infinity: not a number that JSON has'],
    ['[007]', 'expected an integer, found 007: a leading zero'],
    ['[+1]', 'expected an integer, found +1: a plus sign'],
    ['[0x10]', 'expected an integer, found 0x10: not in base ten'],
    ['[1e5]', 'expected an integer, found 1e5: an exponent'],
    ['[1.0]', 'expected an integer, found 1.0: a fraction'],
    ['[-0]', 'expected an integer, found -0: zero has one form, 0'],
    ['[-x]', 'expected an integer, found -x: no digit after the minus sign'],
    ['[.5]', 'expected an integer, found .5: no digit before the point'],
    ['[5.]', 'expected an integer, found 5.: no digit after the point'],
    ['[5x]', 'expected an integer, found 5x: in no form of JSON'],
    ['[5z]', 'expected an integer, found 5z: in no form of JSON'],
    ['[5Z]', 'expected an integer, found 5Z: in no form of JSON'],
    [`[${'x'.repeat(60)}]`, `expected a value, found ${'x'.repeat(60)}`],
    [`[${'x'.repeat(61)}]`, `expected a value, found ${'x'.repeat(57)}...`],
    ['[1', 'expected "," or "]", found the end of the text'],
    ['{"a', 'expected a closing quote, found the end of the text'],
    ['["a\nb"]', 'expected an escape, found U+000A in a string'],
    [String.raw`["\x41"]`, String.raw`expected an escape like \n or \u0041, found "\\x"`],
    [String.raw`["\u12x4"]`, String.raw`expected an escape like \n or \u0041, found "\\u12x4"`],
    ['{} {}', 'expected the end of the document, found "{" (U+007B)'],
    ['{}\0', 'expected the end of the document, found U+0000'],
    ['[,1]', 'expected a value, found "," (U+002C)'],
    ['["a\udc01"]', 'lone surrogate U+DC01'],
    [String.raw`["\ud83d"]`, 'lone surrogate U+D83D'],
    ['', 'expected JSON, found nothing'],
    [' ', 'expected JSON, found only white space'],
    ['<html>', 'expected a value, found "<", as at the start of a web page'],
  ]
  for (const [document, message] of messages) t.equal(refusal(document)?.message, message, show(document))
  t.match(refusal('[9007199254740993]')?.hint, 'write it as a string')
  t.match(refusal('{}\0')?.hint, /padded with NUL/)
  t.match(refusal('{} {}')?.hint, /one document/)
  t.match(refusal('[1')?.hint, /cut off/)
  t.match(refusal('{} // end')?.hint, /no comments/)
  t.end()
})

await t.test('text in messages is short, and never half a character', t => {
  const long = '😀'.repeat(1000)
  const error = refusal(`{"x${long}":1,"x${long}":2}`)
  t.equal(error?.code, 'json-duplicate-name')
  t.ok(error !== undefined && error.message.length < 100)
  t.ok(error?.message.isWellFormed())
  t.ok((refusal('1'.repeat(1000))?.message.length ?? 0) < 120)
  t.end()
})

await t.test('bytes that are not UTF-8 are refused with their offset', t => {
  const cases: readonly (readonly [name: string, bytes: readonly number[], where: Where])[] = [
    ['FF in a string', [0x5b, 0x0a, 0x22, 0xff, 0x22, 0x5d], { byte: 3, line: 2, column: 2 }],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22], { byte: 1, line: 1, column: 2 }],
    ['a surrogate in three bytes', [0x22, 0xed, 0xa0, 0x80, 0x22], { byte: 1, line: 1, column: 2 }],
    ['a character cut off', [0x22, 0xf0, 0x9f, 0x98], { byte: 1, line: 1, column: 2 }],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x7b, 0x00], { byte: 0, line: 1, column: 1 }],
  ]
  for (const [name, bytes, where] of cases) {
    const error = refusal(Uint8Array.from(bytes))
    t.equal(error?.code, 'utf8-invalid', name)
    t.strictSame(error?.where, where, `place of ${name}`)
  }
  t.equal(refusal(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d))?.code, 'json-bom')
  t.end()
})

await t.test('each limit lets its bound pass and refuses one more', t => {
  t.equal(refusal('[1]', { limits: { bytes: 3 } }), undefined)
  t.equal(refusal('[1 ]', { limits: { bytes: 3 } })?.code, 'json-too-large')
  t.equal(refusal(new Uint8Array(4), { limits: { bytes: 3 } })?.where.byte, 3)

  t.equal(refusal('[{"a":[]}]', { limits: { depth: 3 } }), undefined)
  t.equal(refusal('[{"a":[{}]}]', { limits: { depth: 3 } })?.code, 'json-too-deep')
  t.equal(refusal('[{"a":[[]]}]', { limits: { depth: 3 } })?.where.pointer, '/0/a/0')
  t.equal(refusal('[]', { limits: { depth: 0 } })?.code, 'json-too-deep')
  t.equal(refusal('['.repeat(64) + ']'.repeat(64)), undefined)
  t.equal(refusal('['.repeat(65) + ']'.repeat(65))?.code, 'json-too-deep')

  t.equal(refusal('[{"a":1,"b":2},{"c":3,"d":4}]', { limits: { names: 2 } }), undefined)
  t.equal(refusal('[{"a":1,"b":2,"c":3}]', { limits: { names: 2 } })?.code, 'json-too-many-names')
  t.equal(refusal('[{"a":1,"b":2},{"a":3}]', { limits: { differentNames: 2 } }), undefined)
  t.equal(
    refusal('[{"a":1},{"b":2},{"c":3}]', { limits: { differentNames: 2 } })?.code,
    'json-too-many-names',
  )

  // A place is 8 bytes, an array 40, a text 20 and its quotes and characters.
  t.equal(refusal('["abc",1]', { limits: { memory: 89 } }), undefined)
  t.equal(refusal('["abc",1]', { limits: { memory: 88 } })?.code, 'json-too-many-values')
  t.equal(refusal('["ab€",1]', { limits: { memory: 94 } }), undefined)
  t.equal(refusal('["ab€",1]', { limits: { memory: 93 } })?.code, 'json-too-many-values')

  // Where a character takes two bytes, all of them do.
  const latin = new TextEncoder().encode(`"${'é'.repeat(40)}"`)
  const wide = new TextEncoder().encode(`"${'a'.repeat(60)}Ā"`)
  t.equal(refusal(latin, { limits: { bytes: 82 } }), undefined)
  t.equal(refusal(wide, { limits: { bytes: 126 } }), undefined)
  t.match(refusal(wide, { limits: { bytes: 125 } }), {
    code: 'json-too-large',
    message: 'expected at most 62 characters where any is beyond U+00FF, found 63',
  })

  const escapes = String.raw`"a\n\u00e9\ud83d\ude00"`
  t.equal(refusal(escapes, { limits: { stringLength: 5 } }), undefined)
  t.equal(refusal(escapes, { limits: { stringLength: 4 } })?.code, 'json-string-too-long')
  t.equal(refusal('["abcd","abcd"]', { limits: { stringLength: 4 } }), undefined)
  t.equal(refusal('{"abc":1}', { limits: { stringLength: 2 } })?.code, 'json-string-too-long')
  t.equal(refusal(`"${'a'.repeat(defaultJsonLimits.stringLength)}"`), undefined)
  t.equal(refusal(`"${'a'.repeat(defaultJsonLimits.stringLength + 1)}"`)?.code, 'json-string-too-long')
  t.end()
})

await t.test('hostile size is refused at once', t => {
  const names = Array.from({ length: 200_000 }, (_, i) => `"${i * 65536}":0`).join(',')
  const cases: readonly (readonly [string, string, ErrorCode])[] = [
    ['a megabyte of digits', `[${'7'.repeat(1e6)}]`, 'json-number-unsafe'],
    ['a megabyte of zeros', `[${'0'.repeat(1e6)}]`, 'json-number-form'],
    ['a megabyte of decimals', `[0.${'3'.repeat(1e6)}]`, 'json-number-form'],
    ['a million open brackets', '['.repeat(1e6), 'json-too-deep'],
    ['a million open objects', '{"a":'.repeat(1e6), 'json-too-deep'],
    ['200,000 names like array indexes', `{${names}}`, 'json-too-many-names'],
    ['combining marks', `"a${'\u0300\u0316'.repeat(600_000)}"`, 'json-string-too-long'],
    ['a million backslashes', `"${'\\'.repeat(1e6)}`, 'json-syntax'],
    ['a million spaces', ' '.repeat(1e6), 'json-empty'],
    ['a million line ends', `${'\n'.repeat(1e6)}x`, 'json-syntax'],
  ]
  // What took quadratic time would not come to an end here.
  for (const [name, document, code] of cases) t.equal(refusal(document)?.code, code, name)
  t.end()
})

await t.test('the number of values is bounded, whatever holds them', t => {
  const limits = { values: 5 }
  t.strictSame(parseJson('[1,2,[3]]', { limits }), [1, 2, [3]])
  t.equal(refusal('[1,2,[3,4]]', { limits })?.code, 'json-too-many-values')
  t.equal(refusal('{"a":[],"b":[],"c":[],"d":[],"e":[]}', { limits })?.code, 'json-too-many-values')
  t.end()
})

await t.test('any number of JSON is read where that is asked for', t => {
  const any = [
    '0',
    '-0',
    '142.0',
    '1.42e2',
    '1E+2',
    '0.000000',
    '0.035211267605633804',
    '9007199254740993',
    '-1.5',
  ]
  for (const text of any) t.strictSame(parseJson(`[${text}]`, { numbers: 'any' }), [JSON.parse(text)], text)
  for (const text of ['01', '+1', '.5', '1.', '0x10', 'NaN', '1e', '--1', '1.5.2', '1_0']) {
    t.match(refusal(`[${text}]`, { numbers: 'any' })?.code, /^json-(number-form|syntax)$/, text)
  }
  t.equal(refusal('[1e400]', { numbers: 'any' })?.code, 'json-number-unsafe')
  t.end()
})

await t.test('fractions are read only where they are asked for, and only plain ones', t => {
  const good = [
    '0.035211',
    '-0.5',
    '1.0',
    '0.50',
    '12345.6789012345',
    '0.000000123456789012345',
    `0.${'0'.repeat(99)}1`,
  ]
  for (const document of [...good, '0', '-1', '9007199254740991']) {
    t.equal(parseJson(document, { numbers: 'decimal' }), JSON.parse(document), document)
  }
  for (const document of good) t.equal(refusal(document)?.code, 'json-number-form', document)
  const bad: readonly (readonly [string, ErrorCode])[] = [
    ['0.0', 'json-number-form'],
    ['-0.0', 'json-number-form'],
    ['-0', 'json-number-form'],
    ['1e-7', 'json-number-form'],
    ['1.5e3', 'json-number-form'],
    ['1.5.2', 'json-number-form'],
    ['1.5x', 'json-number-form'],
    ['01.5', 'json-number-form'],
    ['+1.5', 'json-number-form'],
    ['.5', 'json-number-form'],
    ['5.', 'json-number-form'],
    ['0.1234567890123456', 'json-number-unsafe'],
    ['1234567890123456.5', 'json-number-unsafe'],
    ['1.000000000000000', 'json-number-unsafe'],
    [`0.${'0'.repeat(100)}1`, 'json-number-unsafe'],
    ['9007199254740993', 'json-number-unsafe'],
  ]
  for (const [document, code] of bad) t.equal(refusal(document, { numbers: 'decimal' })?.code, code, document)
  t.equal(refusal('[0.5-1]', { numbers: 'decimal' })?.code, 'json-syntax')
  t.end()
})

await t.test('a disagreement with JSON.parse is a defect, not a verdict', t => {
  t.intercept(JSON, 'parse', {
    value: () => {
      throw new SyntaxError('no')
    },
  })
  t.equal(refusal('{"a":1}')?.code, 'internal')
  t.end()
})

await t.test('pointerOf', t => {
  t.equal(pointerOf([]), '')
  t.equal(pointerOf(['']), '/')
  t.equal(pointerOf(['a', 0, 'b']), '/a/0/b')
  // RFC 6901 section 5, and the order that keeps "~1" apart from "/".
  t.equal(pointerOf(['a/b', 'm~n', '~1', ' ']), '/a~1b/m~0n/~01/ ')
  t.end()
})

const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 2 })

const hexEscape = fc
  .tuple(fc.integer({ min: 0, max: 0xffff }), fc.boolean())
  .filter(([unit]) => unit < 0xd800 || unit > 0xdfff)
  .map(([unit, upper]) => {
    const digits = unit.toString(16).padStart(4, '0')
    return `\\u${upper ? digits.toUpperCase() : digits}`
  })

const stringText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }).map(text => JSON.stringify(text).slice(1, -1)),
      fc.string({ unit: 'grapheme', maxLength: 4 }).map(text => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom('a', 'b', 'winner', '__proto__', '~', '//', '{', ']', ':'),
      fc.constantFrom(
        '\\"',
        '\\\\',
        '\\/',
        '\\b',
        '\\f',
        '\\n',
        '\\r',
        '\\t',
        '\\ud83d\\ude00',
        '\\uDBFF\\uDFFF',
      ),
      hexEscape,
    ),
    { maxLength: 4 },
  )
  .map(pieces => `"${pieces.join('')}"`)

const nameText = stringText.filter(text => JSON.parse(text) !== '__proto__')

const integerText = fc.oneof(
  fc.maxSafeInteger().map(String),
  fc.integer({ min: -20, max: 20 }).map(String),
  fc.constantFrom('9007199254740991', '-9007199254740991', '999999999999999'),
)

/** Up to 15 digits, and a point somewhere among them or among zeros before them. */
const fractionText = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: 1, max: 40 }))
  .map(([negative, digits, decimals]) => {
    const padded = String(digits).padStart(decimals + 1, '0')
    return `${negative ? '-' : ''}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
  })

/** Texts of good documents. */
function documentText(number: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { value } = fc.letrec<{ value: string; array: string; object: string; scalar: string }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'json', withCrossShrink: true },
      tie('scalar'),
      tie('array'),
      tie('object'),
    ),
    scalar: fc
      .tuple(space, fc.oneof(fc.constantFrom('null', 'true', 'false'), number, stringText), space)
      .map(parts => parts.join('')),
    array: fc
      .tuple(space, fc.array(tie('value'), { maxLength: 4, depthIdentifier: 'json' }), space)
      .map(([before, items, after]) => `${before}[${items.length === 0 ? after : items.join(',')}]${after}`),
    object: fc
      .tuple(
        space,
        fc.uniqueArray(fc.tuple(space, nameText, space, tie('value')), {
          maxLength: 4,
          depthIdentifier: 'json',
          selector: ([, name]) => JSON.parse(name) as string,
        }),
        space,
      )
      .map(([before, members, after]) => {
        const texts = members.map(([left, name, right, value]) => `${left}${name}${right}:${value}`)
        return `${before}{${texts.length === 0 ? after : texts.join(',')}}${after}`
      }),
  }))
  return value
}

await t.test('property: good documents come back as JSON.parse reads them', t => {
  for (const [number, options] of [
    [integerText, {}],
    [fc.oneof(integerText, fractionText), { numbers: 'decimal' }],
  ] as const) {
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(documentText(number), text => {
          const expected: unknown = JSON.parse(text)
          return (
            isDeepStrictEqual(parseJson(text, options), expected) &&
            isDeepStrictEqual(parseJson(encodeUtf8(text), options), expected)
          )
        }),
        { numRuns: runs },
      )
    })
  }
  t.end()
})

await t.test('property: a fraction that is read prints as it was written', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fractionText, text => {
        const decimals = text.length - text.indexOf('.') - 1
        return (parseJson(text, { numbers: 'decimal' }) as number).toFixed(decimals) === text
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

/** What is refused though JSON.parse accepts it; every other code is for what is not JSON. */
const strictness = new Set<ErrorCode | undefined>([
  'json-duplicate-name',
  'json-forbidden-name',
  'json-lone-surrogate',
  'json-number-form',
  'json-number-unsafe',
])

/** Counts members, and throws for a value that must never be let through. */
function countMembers(value: JsonValue, fractions: boolean): number {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('lone surrogate let through')
  if (typeof value === 'number') {
    if (Object.is(value, -0) || !Number.isFinite(value)) throw new Error(`${value} let through`)
    if (!fractions && !Number.isSafeInteger(value)) throw new Error(`${value} let through`)
  }
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) {
    return (value as JsonValue[]).reduce<number>((sum, item) => sum + countMembers(item, fractions), 0)
  }
  return Object.entries(value).reduce((sum, [name, item]) => {
    if (name === '__proto__' || !name.isWellFormed()) throw new Error('name let through')
    return sum + 1 + countMembers(item, fractions)
  }, 0)
}

const edit = fc.record({
  at: fc.nat({ max: 1000 }),
  remove: fc.nat({ max: 3 }),
  insert: fc.oneof(
    fc
      .constantFrom(
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '0',
        '-',
        '.',
        'e',
        'u',
        ' ',
        '\n',
        '\0',
        '\u007f',
      )
      .map(encodeUtf8),
    fc
      .constantFrom('"a":1,', '"__proto__":1', '\\ud800', '\\u0061', '1.5', '//', 'NaN', 'null', '\ufeff')
      .map(encodeUtf8),
    fc.uint8Array({ maxLength: 2 }),
  ),
})

await t.test('property: whatever happens to a document, JSON.parse never reads it otherwise', t => {
  for (const fractions of [false, true]) {
    const number = fractions ? fc.oneof(integerText, fractionText) : integerText
    let accepted = 0
    let refused = 0
    const text = fc
      .tuple(documentText(number), fc.array(edit, { minLength: 1, maxLength: 3 }))
      .map(([document, edits]) =>
        edits.reduce<Uint8Array>((bytes, { at, remove, insert }) => {
          const start = at % (bytes.length + 1)
          return Uint8Array.of(...bytes.subarray(0, start), ...insert, ...bytes.subarray(start + remove))
        }, encodeUtf8(document)),
      )
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(text, bytes => {
          let expected: unknown
          let rejected = false
          try {
            expected = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
          } catch {
            rejected = true
          }
          const error = refusal(bytes, { numbers: fractions ? 'decimal' : 'integer' })
          if (error !== undefined) {
            refused += 1
            return error.code !== 'internal' && (rejected || strictness.has(error.code))
          }
          accepted += 1
          const value = parseJson(bytes, { numbers: fractions ? 'decimal' : 'integer' })
          const outsideStrings = new TextDecoder().decode(bytes).replace(/"(?:[^"\\]|\\.)*"/g, '')
          const members = outsideStrings.split(':').length - 1
          return !rejected && isDeepStrictEqual(value, expected) && countMembers(value, fractions) === members
        }),
        { numRuns: runs },
      )
    })
    t.ok(accepted > runs / 100 && refused > runs / 100, `${accepted} accepted, ${refused} refused`)
  }
  t.end()
})
