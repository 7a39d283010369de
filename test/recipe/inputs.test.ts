import t from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import { beacon, drawOf, recipeOf, verified } from './build.js'

const title = 'value'
const bytes = { type: 'bytes', encoding: 'hex', title }
const rows = { type: 'table', columns: { code: { type: 'text' }, rank: { type: 'integer' } }, title }
const listOf = (of: object): object => ({ type: 'list', of, title })

/** The code and the message of the first claim on a draw that publishes this value. */
function read(
  input: object,
  value: JsonValue,
): readonly [code: string | undefined, message: string | undefined] {
  const [claim] =
    verifyPublished(drawOf({ value }), recipeOf(verified('value', input))).subjects[0]?.claims ?? []
  return [
    claim?.code,
    claim?.message.replace(/^the published values have the form that the recipe declares: /, ''),
  ]
}

const good: readonly (readonly [input: object, value: JsonValue])[] = [
  [bytes, ''],
  [bytes, '00fF'],
  [{ ...bytes, length: 2 }, '00ff'],
  [{ ...bytes, encoding: 'base64' }, 'AP8='],
  [{ ...bytes, encoding: '0x' }, '0x00fF'],
  [{ type: 'sha256', title }, `sha256:${'A'.repeat(64)}`],
  [{ type: 'text', title }, ''],
  [{ type: 'integer', title }, -5],
  [{ type: 'integer', title }, '9007199254740993'],
  [{ type: 'integer', title }, '-1'],
  [{ type: 'time', title }, '2025-11-08T22:33:11.314+02:00'],
  [listOf({ type: 'list', of: { type: 'integer' } }), [[1], ['2']]],
  [rows, [{ rank: 1, code: 'a' }]],
]

await t.test('an entry that stands twice in a list of distinct ones is found', t => {
  const recipe = recipeOf({
    inputs: { list: { type: 'list', of: { type: 'text' }, title: 'list', distinct: true } },
    steps: {},
    claims: [{ id: 'a.b', says: 'x', equal: [{ count: '$list' }, 2] }],
  })
  const findingsOf = (list: readonly string[]) =>
    verifyPublished(drawOf({ list }), recipe).subjects[0]?.findings
  t.strictSame(findingsOf(['a', 'b']), [])
  t.strictSame(findingsOf(['a', 'a']), [
    { code: 'entry-repeated', message: 'a occurs more than once in the list' },
  ])
  t.end()
})

await t.test('an integer below its minimum is refused', t => {
  const recipe = recipeOf({
    inputs: { n: { type: 'integer', title: 'n', minimum: 0 } },
    steps: {},
    claims: [{ id: 'a.b', says: 'x', equal: [{ add: ['$n', 0] }, 5] }],
  })
  for (const n of [-1, '-1', '-9007199254740993']) {
    const claim = verifyPublished(drawOf({ n }), recipe).subjects[0]?.claims[0]
    t.equal(claim?.code, 'draw-value')
    t.match(claim?.message, /expected 0 or more, found -/)
  }
  t.end()
})

await t.test('a value of its declared type is read', t => {
  for (const [input, value] of good) {
    t.equal(read(input, value)[0], 'value-unproven', JSON.stringify([input, value]))
  }
  t.equal(read(listOf({ type: 'text' }), [])[0], 'nothing-to-show')
  t.equal(read(beacon, { round: 1 })[0], 'beacon-signature-missing')
  t.end()
})

const bad: readonly (readonly [input: object, value: JsonValue, message: RegExp])[] = [
  [bytes, 'abc', /^\/published\/value expected an even number of hex digits, found 3$/],
  [bytes, '0x00', /^\/published\/value expected hex digits, found "x" \(U\+0078\)$/],
  [bytes, 5, /^\/published\/value expected text, found 5$/],
  [{ ...bytes, length: 2 }, '00', /^\/published\/value expected 2 bytes, found 1$/],
  [{ ...bytes, encoding: 'base64' }, 'AP8', /base64 is not in its canonical form$/],
  [{ ...bytes, encoding: '0x' }, '00', /^\/published\/value expected 0x and hex digits$/],
  [{ type: 'sha256', title }, '00', /^\/published\/value /],
  [{ type: 'text', title }, null, /^\/published\/value expected text, found null$/],
  [{ type: 'integer', title }, 'five', /^\/published\/value expected a whole number, found text$/],
  [{ type: 'integer', title }, '05', /^\/published\/value expected a whole number, found text$/],
  [{ type: 'integer', title }, '-0', /^\/published\/value expected a whole number, found text$/],
  [{ type: 'integer', title }, '9'.repeat(1201), /^\/published\/value expected a whole number, found text$/],
  [{ type: 'integer', title }, 1.5, /^\/published\/value expected a whole number, found 1.5$/],
  [
    { type: 'integer', title },
    2 ** 53,
    /^\/published\/value expected a whole number, found 9007199254740992$/,
  ],
  [{ type: 'integer', title }, true, /^\/published\/value expected a whole number, found true$/],
  [{ type: 'time', title }, '2026-02-30T00:00:00Z', /^\/published\/value expected a time like /],
  [listOf({ type: 'integer' }), 'a', /^\/published\/value expected a list, found text$/],
  [listOf({ type: 'integer' }), [1, {}], /^\/published\/value\/1 expected a whole number, found an object$/],
  [rows, {}, /^\/published\/value expected a list of rows, found an object$/],
  [rows, [[]], /^\/published\/value\/0 expected a row, found a list$/],
  [rows, [null], /^\/published\/value\/0 expected a row, found null$/],
  [rows, [{ code: 'a' }], /^\/published\/value\/0\/rank is missing$/],
  [rows, [{ code: 'a', rank: 1, seat: 5 }], /^\/published\/value\/0\/seat a row has code, rank$/],
  [rows, [{ code: 1, rank: 1 }], /^\/published\/value\/0\/code expected text, found 1$/],
  [beacon, 1000, /^\/published\/value expected a beacon with a round, found 1000$/],
  [beacon, null, /^\/published\/value expected a beacon with a round, found null$/],
  [beacon, {}, /^\/published\/value\/round expected a round from 1, found nothing$/],
  [beacon, { round: 0 }, /^\/published\/value\/round expected a round from 1, found 0$/],
  [beacon, { round: 1.5 }, /^\/published\/value\/round expected a round from 1, found 1.5$/],
  [beacon, { round: '1' }, /^\/published\/value\/round expected a round from 1, found text$/],
  [beacon, { round: 1, randomness: '00' }, /^\/published\/value\/randomness expected 32 bytes, found 1$/],
  [beacon, { round: 1, signature: null }, /^\/published\/value\/signature expected text, found null$/],
  [beacon, { round: 1, signature: '' }, /^\/published\/value\/signature is empty: leave out what was not published$/], // prettier-ignore
  [beacon, { round: 1, hash: '' }, /^\/published\/value\/hash a beacon has round, randomness, signature, previous_signature$/], // prettier-ignore
]

await t.test('a value of another form is not provable, and where it stands is said', t => {
  for (const [input, value, message] of bad) {
    const [code, found] = read(input, value)
    t.equal(code, 'draw-value', JSON.stringify([input, value]).slice(0, 80))
    t.match(found, message)
  }
  t.end()
})

await t.test('all values that are wrong are listed, and those that nobody knows', t => {
  const { verdict, subjects } = verifyPublished(
    drawOf({ seed: 'x', sead: '', value: 1 }),
    recipeOf({
      inputs: { seed: bytes, value: { type: 'text', title } },
      claims: [
        { id: 'a.b', says: 'x', verified: '$seed' },
        { id: 'a.c', says: 'x', verified: '$value' },
      ],
    }),
  )
  t.equal(verdict, 'not-provable')
  t.strictSame(subjects[0]?.claims, [
    {
      id: 'document.read',
      status: 'not-provable',
      code: 'draw-value',
      message:
        'the published values have the form that the recipe declares: /published/seed expected hex digits, found "x" (U+0078); /published/sead is not a value that the recipe knows (seed, value); /published/value expected text, found 1',
    },
  ])
  t.end()
})

await t.test('digests of a list or a table that commit to nothing are named, ten at most', t => {
  const zero = '0'.repeat(64)
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const other = '1'.repeat(64)
  const messages = (input: object, value: JsonValue): unknown =>
    verifyPublished(drawOf({ value }), recipeOf(verified('value', input)))
      .subjects[0]?.findings.filter(({ code }) => code === 'hash-trivial')
      .map(({ message }) => message)
  t.strictSame(messages(listOf({ type: 'sha256' }), [other, zero, empty]), [
    'the value, item 2, is all zero bytes',
    'the value, item 3, is the SHA-256 of empty input',
  ])
  const table = { type: 'table', columns: { name: { type: 'text' }, hash: { type: 'sha256' } }, title }
  t.strictSame(
    messages(table, [
      { name: zero, hash: other },
      { name: 'a', hash: zero },
    ]),
    ['the value, row 2, hash, is all zero bytes'],
  )
  const many = messages(
    listOf({ type: 'sha256' }),
    Array.from({ length: 50 }, () => zero),
  )
  t.equal((many as readonly string[]).length, 10)
  t.end()
})
