import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import type { Claim } from '../../../src/model/report.js'
import { claimOf, examine } from '../report.js'

const text = { type: 'text', title: 'text' }
const integer = { type: 'integer', title: 'number' }
const float = { type: 'float', title: 'share' }
const time = { type: 'time', title: 'time' }
const bytes = { type: 'bytes', encoding: 'hex', title: 'bytes' }
const texts = { type: 'list', of: { type: 'text' }, title: 'list' }

/** How the only claim ends of a recipe that has inputs `a` and `b` of one type. */
function endOf(input: object, claim: object, a: JsonValue, b: JsonValue): Claim | undefined {
  const recipe = { inputs: { a: input, b: input }, claims: [{ id: 'a.b', says: 'it holds', ...claim }] }
  return claimOf(examine(recipe, { a, b }, { require: ['a.b'] }), 'a.b')
}

await t.test('which is smaller, and what it should have been', t => {
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000001Z']
  const cases: readonly (readonly [
    type: object,
    relation: '<' | '<=',
    a: number | string,
    b: number | string,
    expected?: string,
  ])[] = [
    [integer, '<', 1, 2],
    [integer, '<', 2, 2, 'less than 2'],
    [integer, '<', 3, 2, 'less than 2'],
    [integer, '<=', 1, 2],
    [integer, '<=', 2, 2],
    [integer, '<=', 3, 2, 'at most 2'],
    [float, '<', 0.5, 0.25, 'less than 0.25'],
    [float, '<=', 0.5, 0.25, 'at most 0.25'],
    [time, '<', early, late],
    [time, '<', early, early, `earlier than ${early}`],
    [time, '<', late, early, `earlier than ${early}`],
    [time, '<=', early, early],
    [time, '<=', late, early, `at or before ${early}`],
  ]
  const title = (of: object): string => (of === integer ? 'number' : of === float ? 'share' : 'time')
  for (const [type, relation, a, b, expected] of cases) {
    const says = { id: 'a.b', message: 'it holds' }
    t.strictSame(
      endOf(type, { holds: ['$a', relation, '$b'] }, a, b),
      expected === undefined
        ? { ...says, status: 'proven', code: 'order-kept' }
        : {
            id: 'a.b',
            message: `the ${title(type)} has to be ${expected}`,
            ...{ status: 'refuted', code: 'order-broken', expected, found: String(a) },
          },
      `${a} ${relation} ${b}`,
    )
  }
  t.end()
})

await t.test('the slip that makes one digest of another is named, and of nothing but digests', t => {
  const digest = '00'.repeat(31)
  // Of the three bytes 616161.
  const hash = '9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0'
  const cases: readonly (readonly [published: string, computed: string, because?: string])[] = [
    [`01${digest}`, `${digest}01`, 'the expected digest is the found one in reverse byte order'],
    [`01${digest}`, `02${digest}`],
    ['0102', '0201'],
    // Who publishes what was to be hashed made no slip with a digest.
    ['616161', hash],
    [hash, '616161'],
  ]
  for (const [published, computed, because] of cases) {
    t.strictSame(
      endOf(bytes, { equal: ['$a', '$b'] }, computed, published),
      {
        id: 'a.b',
        message: ['the rule gives something else than the published bytes', because]
          .filter(Boolean)
          .join(': '),
        status: 'refuted',
        code: 'values-differ',
        expected: computed,
        found: published,
      },
      `${published} for ${computed}`,
    )
  }
  t.end()
})

await t.test('values that are equal, and those that are not bytes and differ', t => {
  const equal = { equal: ['$a', '$b'] }
  const says = { id: 'a.b', message: 'it holds' }
  t.strictSame(endOf(text, equal, 'a', 'a'), { ...says, status: 'proven', code: 'values-equal' })
  const differ = { id: 'a.b', status: 'refuted', code: 'values-differ' }
  const message = (title: string): string => `the rule gives something else than the published ${title}`
  t.strictSame(endOf(text, equal, 'a', 'b'), {
    ...{ ...differ, message: message('text') },
    ...{ expected: 'a', found: 'b' },
  })
  t.strictSame(endOf(texts, equal, ['a'], ['b']), {
    ...{ ...differ, message: message('list') },
    ...{ expected: '["a"]', found: '["b"]' },
  })
  t.strictSame(endOf(texts, equal, [], []), {
    id: 'a.b',
    message: 'it holds: both are empty',
    status: 'not-provable',
    code: 'nothing-compared',
  })
  t.end()
})
