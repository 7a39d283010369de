// JSON to text and back is the same recipe with the same digest, and text that was printed is printed as it is.
import { readFileSync, readdirSync } from 'node:fs'
import fc from 'fast-check'
import t, { type TAP as Tap } from 'tap'
import { canonicalize } from '../../../src/core/canonical.js'
import { parseJson, type JsonValue } from '../../../src/core/json.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { formatJson, formatRecipe } from '../../../src/recipe/text/format.js'
import { parseRecipeText } from '../../../src/recipe/text/parse.js'

const numRuns = process.env['SLOW'] === '1' ? 2000 : 300

const root = new URL('../../../', import.meta.url)

/** Members in their order, where the order means something. */
function namesOf(value: JsonValue): JsonValue {
  const { inputs, steps, functions } = value as Record<string, object | null>
  return [inputs, steps, functions].map(table => Object.keys(table ?? {}))
}

function check(t: Pick<Tap, 'equal' | 'strictSame'>, recipe: JsonValue, what: string): void {
  const text = formatRecipe(recipe)
  const back = parseRecipeText(text)
  t.equal(canonicalize(back), canonicalize(recipe), what)
  t.strictSame(namesOf(back), namesOf(recipe), `${what}: the order`)
  t.equal(formatRecipe(back), text, `${what}: printed again`)
  t.equal(canonicalize(parseJson(formatJson(recipe))), canonicalize(recipe), `${what}: as JSON`)
}

const shipped = readdirSync(new URL('recipes/', root)).map(file => ({
  file,
  recipe: parseJson(readFileSync(new URL(`recipes/${file}`, root))),
}))

await t.test('every recipe that comes with drawaudit', t => {
  for (const { file, recipe } of shipped) {
    check(t, recipe, file)
    t.equal(parseRecipe(parseRecipeText(formatRecipe(recipe))).digest, parseRecipe(recipe).digest, file)
    const isJson = (line: string): boolean =>
      /^(?:input \w+: |function \w+ |claim |series |"\w+" = )\{/.test(line)
    t.notOk(formatRecipe(recipe).split('\n').find(isJson), `${file}: no line is JSON`)
    const isLong = (line: string): boolean => line.length > 110 && !/^(?:note|title|source|claim) /.test(line)
    t.notOk(formatRecipe(recipe).split('\n').find(isLong), `${file}: lines are short`)
  }
  t.end()
})

await t.test('the recipes and steps of docs/RECIPES.md', t => {
  const docs = readFileSync(new URL('docs/RECIPES.md', root), 'utf8')
  const blocks = [...docs.matchAll(/```json (recipe|steps)\n([^]*?)```/g)]
  t.ok(blocks.length > 10)
  for (const [, kind, block = ''] of blocks) {
    const value = parseJson(block)
    check(t, kind === 'recipe' ? value : recipeWith({ steps: value }), block.slice(0, 60))
  }
  for (const [, example = ''] of docs.matchAll(/^\| `\w+` \|.*\| `(\{.*\})` \| `.*` \|$/gm)) {
    check(t, recipeWith({ steps: { x: parseJson(example) } }), example)
  }
  t.end()
})

function recipeWith(parts: Readonly<Record<string, JsonValue>>): JsonValue {
  return { recipe: 'drawaudit/v1', name: 'x', inputs: {}, steps: {}, claims: [], ...parts }
}

const words = [
  'seed',
  'as',
  'item',
  'index',
  'type',
  'in',
  'if',
  'is',
  'then',
  'else',
  'mod',
  'div',
  'let',
  'row',
  'map',
]
const operations = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'power',
  'sha256',
  'concat',
  'join',
  'verified',
  'signed',
]
const others = [
  'true',
  'null',
  'claim',
  'note',
  'title',
  'list',
  'table',
  'time',
  'not',
  'and',
  'or',
  'where',
  'from',
  'of',
  'ends',
  'toString',
]

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words, ...operations, ...others) },
  fc.string({ maxLength: 5 }).filter(text => text !== '__proto__'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
)
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '$$5',
    '$',
    '$$',
    '$$$',
    '',
    '#',
    '"',
    '\\',
    '\n',
    '{',
    '::error',
    '\u202e',
    '\u2028',
    '\ud83c\udf55',
    '=',
    '<',
  ),
  fc.string({ minLength: 60, maxLength: 130 }),
)
const reference = fc
  .tuple(name, fc.option(fc.array(name, { minLength: 1, maxLength: 2 }), { nil: undefined }))
  .map(([first, members]) => `$${[first, ...(members ?? [])].join('.')}`)

const signs = ['=', '!=', '<', '<=', '>', '>=', '~']

const { expression } = fc.letrec<{ expression: JsonValue; condition: JsonValue }>(tie => ({
  expression: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    text,
    fc.integer(),
    reference,
    fc.constantFrom<JsonValue>(true, false, null, [], {}, Number.MAX_SAFE_INTEGER, -1, 0),
    fc.array(tie('expression'), { maxLength: 4 }),
    fc.tuple(name, tie('expression')).map(([operation, args]) => ({ [operation]: args })),
    fc
      .tuple(fc.constantFrom(...operations), tie('expression'), tie('expression'))
      .map(([operation, left, right]) => ({ [operation]: [left, right] })),
    fc
      .tuple(name, fc.dictionary(name, tie('expression'), { maxKeys: 4 }))
      .map(([operation, members]) => ({ [operation]: members })),
    fc
      .tuple(tie('condition'), tie('expression'), tie('expression'))
      .map(([is, yes, no]) => ({ if: { is, then: yes, else: no } })),
    fc
      .tuple(name, tie('expression'), tie('condition'))
      .map(([bound, over, is]) => ({ where: { list: over, as: bound, index: bound, is } })),
    fc
      .tuple(name, tie('expression'), tie('expression'))
      .map(([bound, over, each]) => ({ map: { list: over, as: bound, index: bound, do: each, type: over } })),
  ),
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(tie('expression'), fc.constantFrom(...signs), tie('expression')),
    fc
      .tuple(fc.constantFrom('all', 'any'), fc.array(tie('condition'), { minLength: 1, maxLength: 3 }))
      .map(([combination, parts]) => ({ [combination]: parts })),
    tie('condition').map(part => ({ not: part })),
    tie('expression'),
  ),
}))

const { type } = fc.letrec<{ type: JsonValue }>(tie => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(
      { type: 'sha256' },
      { type: 'text' },
      { type: 'bytes', encoding: '0x', length: 20 },
      { type: 'bytes', encoding: 'hex' },
      { type: 'integer', minimum: -3 },
      { type: 'integer' },
      { type: 'time', length: 3 },
      { type: 'drand', chain: 'quicknet' },
      { type: 'drand', chain: 'an odd one' },
      { type: 'drand', chain: { hash: 'ab', period: 3 } },
    ),
    tie('type').map(of => ({ type: 'list', of })),
    fc.dictionary(name, tie('type'), { maxKeys: 3 }).map(columns => ({ type: 'table', columns })),
    fc.tuple(name, expression).map(([member, value]) => ({ type: 'text', [member]: value })),
  ),
}))

const flags = fc.record(
  {
    committed: fc.constant(true),
    public: fc.constantFrom<JsonValue>(true, false),
    by: text,
    which: name,
    informational: fc.constant(true),
    distinct: fc.boolean(),
    order: fc.oneof(text, fc.constant(3)),
    personal: fc.constantFrom('plain', 'hashed'),
    proof: text,
    other: text,
  },
  { requiredKeys: [] },
)
const input = fc
  .tuple(type, fc.option(text, { nil: undefined }), flags)
  .map(([declared, title, known]): JsonValue => ({
    ...(declared as Record<string, JsonValue>),
    ...(title !== undefined && { title }),
    ...(Object.fromEntries(Object.entries(known)) as Record<string, JsonValue>),
  }))
const claim = fc
  .tuple(
    fc.oneof(fc.constantFrom('winner.derived', 'seed.committed', 'odd'), name),
    text,
    fc.oneof(
      fc.tuple(expression, expression).map((equal): JsonValue => ({ equal })),
      fc
        .tuple(expression, fc.constantFrom('<', '<=', '=', '>'), expression)
        .map((holds): JsonValue => ({ holds })),
      reference.map((verified): JsonValue => ({ verified })),
      fc.dictionary(name, expression, { maxKeys: 3 }).map((signed): JsonValue => ({ signed })),
      fc.dictionary(name, expression, { maxKeys: 3 }),
    ),
  )
  .map(([id, says, rest]): JsonValue => ({ ...(rest as Record<string, JsonValue>), id, says }))

const ofNames = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.dictionary(name, of, { maxKeys: 4 })
const recipe = fc
  .record(
    {
      recipe: fc.constantFrom('drawaudit/v1', 'drawaudit/v2'),
      name: fc.oneof(fc.constantFrom('21raffle', 'corner-shop', 'recipe'), text),
      $schema: text,
      title: text,
      source: text,
      notes: fc.oneof(fc.array(text, { maxLength: 3 }), expression),
      inputs: ofNames(input),
      functions: fc.oneof(
        ofNames(
          fc.record({
            of: fc.oneof(fc.array(name, { maxLength: 3 }), expression),
            is: expression,
          }) as fc.Arbitrary<JsonValue>,
        ),
        expression,
      ),
      steps: ofNames(expression),
      claims: fc.array(claim, { maxLength: 4 }),
      series: fc.oneof(ofNames(name), expression),
      commitment: fc.oneof(fc.record({ at: text, values: ofNames(text) }), expression),
      examples: fc.array(
        fc.record(
          { title: text, published: ofNames(expression), ends: ofNames(text), more: text },
          { requiredKeys: ['title', 'published'] },
        ),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['recipe', 'name', 'inputs', 'steps', 'claims'] },
  )
  // As parseJson gives it.
  .map(value => parseJson(JSON.stringify(value)))

await t.test('any recipe', t => {
  fc.assert(
    fc.property(recipe, value => {
      const text = formatRecipe(value)
      const back = parseRecipeText(text)
      if (canonicalize(back) !== canonicalize(value)) throw new Error(`another recipe: ${text}`)
      if (formatRecipe(back) !== text) throw new Error(`printed otherwise: ${text}`)
      if (JSON.stringify(namesOf(back)) !== JSON.stringify(namesOf(value)))
        throw new Error(`another order: ${text}`)
    }),
    { numRuns },
  )
  t.end()
})

await t.test('as deep as JSON is read', t => {
  for (const wrap of [
    (inner: JsonValue): JsonValue => [inner],
    (inner: JsonValue): JsonValue => ({ sha256: inner }),
    (inner: JsonValue): JsonValue => ({ add: inner, subtract: 1 }),
  ]) {
    let value: JsonValue = 1
    for (let depth = 0; depth < 62; depth++) value = wrap(value)
    check(t, recipeWith({ steps: { x: value } }), JSON.stringify(value).slice(0, 40))
  }
  for (const side of [0, 1]) {
    let value: JsonValue = 1
    for (let depth = 0; depth < 31; depth++) {
      value = { [depth % 2 === 0 ? 'add' : 'power']: side === 0 ? [value, 2] : [2, value] }
    }
    check(t, recipeWith({ steps: { x: value } }), `operands on side ${side}`)
  }
  t.end()
})
