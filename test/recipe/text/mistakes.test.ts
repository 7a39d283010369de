// What is wrong with a text is said at its place, whether the text or what it means is wrong.
import t from 'tap'
import { encodeUtf8 } from '../../../src/core/encoding.js'
import { formatRecipe } from '../../../src/recipe/text/format.js'
import { parseRecipeText } from '../../../src/recipe/text/parse.js'
import { readRecipe } from '../../../src/recipe/text/read.js'
import { errorOf } from '../../core/refusal.js'

type Mistake = readonly [text: string, message: string, hint: RegExp, code?: string]

const bad = 'recipe-syntax'

/** `§` is not part of the text: it stands where the error is. */
const mistakes: Readonly<Record<string, Mistake>> = {
  'another file': ['§[1]', 'expected "recipe", found "["', /^a recipe begins with \{ in JSON/],
  'nothing but a comment': ['# x§', 'expected "recipe", found the end of the text', /recipe NAME/],
  'no name': ['recipe §= 1', 'expected the name of the recipe, found "="', /a-z/],
  'an unknown line': [
    'recipe x\n§steps a',
    'expected the next line of the recipe, found steps',
    /note, input/,
  ],
  'two comparisons in a claim': [
    'recipe x claim a.b "c": d = e §and f = g',
    'expected the next line of the recipe, found and',
    /a claim for each/,
  ],
  'a second name': ['recipe x\n§recipe y', 'expected the next line of the recipe, found recipe', /title/],
  'two titles': [
    'recipe x title "a"\n§title "b"',
    'there is "title" already',
    /keep one/,
    'json-duplicate-name',
  ],
  'two steps of a name': [
    'recipe x\nlet a = 1\nlet §a = 2',
    'there is "a" already',
    /keep/,
    'json-duplicate-name',
  ],
  'a title without quotes': [
    'recipe x title §Shop',
    'expected a text in double quotes, found Shop',
    /double quotes/,
  ],
  'a step without =': ['recipe x let a §1', 'expected "=", found 1', /let name = /],
  'a step without an end': [
    'recipe x\nlet a =\n§let b = 2',
    'expected an expression, found let',
    /a name, a text/,
  ],
  'a bracket that stays open': ['recipe x\nlet a = f(b\n§let c = 1', 'expected ")", found let', /close what/],
  'a list without commas': ['recipe x let a = [1 §2]', 'expected "]", found 2', /comma/],
  'a comma too many': ['recipe x let a = f(b, §)', 'expected an expression, found ")"', /a name/],
  'arguments with and without names': ['recipe x let a = f(b: 1, c§)', 'expected ":", found ")"', /all have/],
  'two arguments of a name': [
    'recipe x let a = f(b: 1, §b: 2)',
    'there is "b" already',
    /keep/,
    'json-duplicate-name',
  ],
  'a forbidden name': [
    'recipe x let a = f(§__proto__: 1)',
    'forbidden name "__proto__"',
    /another/,
    'json-forbidden-name',
  ],
  'another sign for divide': [
    'recipe x let a = b §/ c',
    'expected the next line of the recipe, found "/"',
    /^write div/,
  ],
  'another sign for mod': [
    'recipe x let a = b §% c',
    'expected the next line of the recipe, found "%"',
    /^write mod$/,
  ],
  'another sign for power': [
    'recipe x let a = b §** 2',
    'expected the next line of the recipe, found "**"',
    /\^/,
  ],
  'a power of a power': ['recipe x let a = b ^ c §^ 2', 'expected parentheses, found "^"', /\(a \^ b\) \^ c/],
  'a power of a minus sign': ['recipe x let a = -2 §^ 2', 'expected parentheses, found "^"', /\(-2\) \^ 2/],
  'a name with a minus sign': [
    'recipe x let a = -§b',
    'expected a number after the minus sign, found b',
    /subtracted from 0/,
  ],
  'an operation that is a word': ['recipe x let a = §mod + 1', 'expected an expression, found mod', /\$mod/],
  'a condition among signs': [
    'recipe x let a = 1 + §if b',
    'expected an expression, found if',
    /parentheses/,
  ],
  'a condition without a comparison': [
    'recipe x let a = if b §then',
    'expected "=", "!=", "<", "<=", ">" or ">=", found then',
    /compares/,
  ],
  'bits that are moved': [
    'recipe x let a = b §>> 3',
    'expected the next line of the recipe, found ">>"',
    /shift_right/,
  ],
  'a comment of another language': [
    'recipe x let a = b §// c',
    'expected the next line of the recipe, found "//"',
    /#/,
  ],
  'the larger first': [
    'recipe x claim a.b "s": b §> c',
    'expected "=", "<" or "<=", found ">"',
    /turn the two sides/,
  ],
  'no else': [
    'recipe x let a = if b = c then 1§',
    'expected "else", found the end of the text',
    /both cases/,
  ],
  'a text as a name': ['recipe x let a = $§"$b"', 'expected a name, found the text "$b"', /in quotes/],
  'a member that is a number': [
    'recipe x let a = b.§1',
    'expected the name of a member, found 1',
    /double quotes/,
  ],
  'a text without an end': [
    'recipe x\ntitle §"a\nb"',
    'expected a closing quote, found the end of the line',
    /\\n/,
  ],
  'a text cut off': ['recipe x title §"a\\', 'expected a closing quote, found the end of the line', /\\n/],
  'another quotation mark': [
    "recipe x title §'a'",
    'expected a text in double quotes, found "\'"',
    /straight/,
  ],
  'an odd character': [
    'recipe x let a = §€',
    'expected a word, a number or a text, found "€" (U+20AC)',
    /quotes/,
  ],
  'an odd escape': [
    'recipe x title "a§\\x"',
    'expected an escape like \\n or \\u0041, found "\\\\x"',
    /./,
    'json-syntax',
  ],
  'a fraction': [
    'recipe x let a = §0.5',
    'expected an integer, found 0.5: a fraction',
    /string/,
    'json-number-form',
  ],
  'a number too large': [
    'recipe x let a = §9007199254740993',
    'expected an integer within ±9007199254740991, found 9007199254740993',
    /string/,
    'json-number-unsafe',
  ],
  'an odd type': [
    'recipe x input a: §number "a"',
    'expected a type, found number',
    /the types are bytes, sha256/,
  ],
  'an input without a title': [
    'recipe x input a: text§',
    'expected a title of the value in double quotes, found the end of the text',
    /double quotes/,
  ],
  'an odd flag': [
    'recipe x input a: text "a", §secret',
    'expected what is known of the input, found secret',
    /committed, public/,
  ],
  'not of another flag': [
    'recipe x input a: text "a", not §public',
    'expected what is known of the input, found public',
    /not distinct/,
  ],
  'a claim that compares nothing': [
    'recipe x claim a.b "s": c§',
    'expected "=", "<" or "<=", found the end of the text',
    /verified, signed or vrf/,
  ],
  'a claim without its sentence': [
    'recipe x claim a.b§: c',
    'expected what the claim says in double quotes, found ":"',
    /./,
  ],
  'a claim with two ids': [
    'recipe x claim a.b "s": id(§c)',
    'there is "id" already',
    /keep/,
    'json-duplicate-name',
  ],
  'an example in lines': ['recipe x example "a" §b', 'expected "{", found b', /JSON in braces/],
  'JSON with a comment': [
    'recipe x\nexample "a" {\n  §# b\n}',
    'expected a name in double quotes, found a comment',
    /no comments/,
    'json-syntax',
  ],
  'JSON cut off': [
    'recipe x\nexample "a" {"b": 1§',
    'expected "," or "}", found the end of the text',
    /cut off/,
    'json-syntax',
  ],
  'a name where JSON is': ['recipe x "a" = §b', 'expected a value in JSON, found b', /no place/],
  'what nobody sees': ['recipe x # §\u202e', 'expected what can be seen, found U+202E', /\\u202e/],
  'a byte order mark': ['§\ufeffrecipe x', 'expected what can be seen, found U+FEFF', /remove it/],
}

await t.test('what is wrong with the text', t => {
  for (const [name, [marked, message, hint, code = bad]] of Object.entries(mistakes)) {
    const error = errorOf(() => parseRecipeText(marked.replace('§', '')))
    const before = marked.slice(0, marked.indexOf('§')).split('\n')
    const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 }
    t.strictSame([error?.code, error?.message, error?.where], [code, message, place], name)
    t.match(error?.hint, hint, name)
  }
  t.end()
})

await t.test('what is too much', t => {
  const nested = (open: string, close: string, depth: number): string =>
    `recipe x\nlet a = ${open.repeat(depth)}1${close.repeat(depth)}`
  const texts: Readonly<Record<string, string>> = {
    lists: nested('[', ']', 63),
    operations: nested('f(', ')', 63),
    parentheses: nested('(', ')', 200),
    signs: `recipe x\nlet a = 1${' + 1'.repeat(40)}`,
    types: `recipe x\ninput a: ${'list of '.repeat(200)}text "a"`,
    'JSON in operations': nested('f(', ')', 30)
      .replace('1)', `${'[{"a": '.repeat(20)}1${'}]'.repeat(20)})`)
      .replace('[{', '{"b": [{')
      .replace('}])', '}]})'),
    'very many': nested('[', ']', 1_000_000),
  }
  for (const [name, text] of Object.entries(texts)) {
    const error = errorOf(() => parseRecipeText(text))
    t.equal(error?.code, 'json-too-deep', name)
    t.equal(error?.where.line, 2, name)
  }
  const many = `recipe x let a = [${'1,'.repeat(100_001)}1]`
  t.equal(errorOf(() => parseRecipeText(many))?.code, 'json-too-many-values')
  const large = `recipe x note "${'x'.repeat(4 * 1024 * 1024)}"`
  t.equal(errorOf(() => parseRecipeText(large))?.code, 'json-too-large')
  t.equal(errorOf(() => readRecipe(encodeUtf8(large)))?.code, 'json-too-large')
  const notes = Array.from({ length: 5 }, () => 'x'.repeat(1024 * 1024))
  const recipe = { recipe: 'drawaudit/v1', name: 'x', notes, inputs: {}, steps: {}, claims: [] }
  t.equal(errorOf(() => formatRecipe(recipe))?.code, 'json-too-large')
  t.end()
})

await t.test('what is no recipe has no text', t => {
  for (const value of [null, [], 'x', {}, { recipe: 'drawaudit/v1', inputs: {}, steps: {}, claims: [] }]) {
    t.equal(errorOf(() => formatRecipe(value))?.code, 'recipe-schema')
  }
  t.end()
})

const shop = `recipe shop
title "Shop"
source "https://example.org"

input hash: sha256 "hash", committed
input seed: bytes hex 32 "seed"
input tickets: list of text "tickets"
input winner: text "winner"

let index = integer_be(seed) mod count(tickets)
let mixed = sha256(
  join([text_hex(seed), "a"], ":")
)

claim seed.committed "the seed is that": sha256(seed) = hash
claim winner.derived "the winner follows": at(tickets, index) = winner
`

await t.test('what is wrong with the recipe', t => {
  const good = shop.replace('join(', 'bytes_utf8(join(').replace('":")', '":"))')
  t.match(readRecipe(encodeUtf8(good)), { name: 'shop', title: 'Shop' })
  const cases: readonly (readonly [
    change: (text: string) => string,
    code: string,
    place: string,
    pointer: string,
    hint?: string,
  ])[] = [
    [() => shop, 'recipe-type', '12:3', '/steps/mixed/sha256'],
    [
      text => text.replace('count(', 'counts('),
      'recipe-schema',
      '10:34',
      '/steps/index/mod/1',
      'did you mean count?',
    ],
    [
      text => text.replace('integer_be(seed)', 'integer_be(sed)'),
      'recipe-reference',
      '10:24',
      '/steps/index/mod/0/integer_be',
    ],
    [text => text.replace('mod count(tickets)', '+ seed'), 'recipe-type', '10:32', '/steps/index/add/1'],
    [
      text => text.replace('count(tickets)', 'count("tickets")'),
      'recipe-type',
      '10:40',
      '/steps/index/mod/1/count',
      'if this is a name, write it without quotes',
    ],
    [
      text => text.replace('sha256(seed) = hash', 'verified sed'),
      'recipe-reference',
      '15:51',
      '/claims/0/verified',
    ],
    [text => text.replace('sha256(seed) = hash', 'seed < hash'), 'recipe-type', '15:42', '/claims/0/holds/0'],
    [text => text.replace(', index) = winner', ', index) = seed'), 'recipe-type', '16:44', '/claims/1/equal'],
    [text => text.replace('committed', 'committed, by "us"'), 'recipe-reference', '5:42', '/inputs/hash/by'],
    [text => text.replace('winner.derived', 'seed.committed'), 'recipe-reference', '16:7', '/claims/1/id'],
    [text => text.replace('winner.derived', 'winner'), 'recipe-schema', '16:7', '/claims/1/id'],
    [text => text.replace('"Shop"', '""'), 'recipe-schema', '2:7', '/title'],
    [text => `${text}series id draw_id`, 'recipe-reference', '17:11', '/series/id'],
    [text => text.replace('source "https://example.org"\n', ''), 'recipe-schema', '1:1', '/source'],
  ]
  for (const [change, code, place, pointer, hint] of cases) {
    const error = errorOf(() => readRecipe(encodeUtf8(change(good))))
    const { line, column } = error?.where ?? {}
    t.strictSame([error?.code, `${line}:${column}`, error?.where.pointer], [code, place, pointer], pointer)
    if (hint !== undefined) t.equal(error?.hint, hint)
  }
  t.end()
})

await t.test('the first character tells the form', t => {
  const codeOf = (text: string): string | undefined => errorOf(() => readRecipe(encodeUtf8(text)))?.code
  t.equal(codeOf(''), 'json-empty')
  t.equal(codeOf(' \n\t{'), 'json-syntax')
  t.equal(codeOf('\ufeff{'), 'json-bom')
  t.equal(codeOf('[]'), 'recipe-syntax')
  t.equal(codeOf('# {'), 'recipe-syntax')
  t.equal(errorOf(() => readRecipe(Uint8Array.of(0x72, 0xff)))?.code, 'utf8-invalid')
  t.end()
})

await t.test('a number that is too large is said with the way to write it, in both forms', t => {
  const json = '{ "recipe": "drawaudit/v1", "steps": { "a": 9223372036854775808 } }'
  for (const [written, hint] of [
    ['recipe x let a = b mod 9223372036854775808', 'write it as integer_decimal("DIGITS")'],
    [json, 'write it as { "integer_decimal": "DIGITS" }'],
  ] as const) {
    const error = errorOf(() => readRecipe(encodeUtf8(written)))
    t.strictSame([error?.code, error?.hint, error?.where.line], ['json-number-unsafe', hint, 1])
  }
  t.end()
})
