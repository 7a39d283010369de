import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import { guessType } from '../../../src/find/values/guess-type.js'
import { describeInputType } from '../../../src/model/type-words.js'

const digest = 'ab12'.repeat(16)
const beacon = { round: 1, signature: 'ab' }

/** A name, a value, and the words for what it looks like. */
const looks: readonly (readonly [name: string, value: JsonValue, words: string])[] = [
  ['count', 142, 'integer'],
  ['seed', '', 'text'],
  ['seed', `sha256:${digest}`, 'sha256'],
  ['seed', `SHA256:${digest.toUpperCase()}`, 'sha256'],
  ['seed', `a sha256:${digest}`, 'text'],
  ['seed', `sha256:${digest} of the list`, 'text'],
  ['list_hash', digest, 'sha256'],
  ['commitment', digest.toUpperCase(), 'sha256'],
  ['digest', digest, 'sha256'],
  ['seed', digest, 'hex bytes'],
  ['list_hash', digest.slice(2), 'hex bytes'],
  ['list_hash', `${digest}ab`, 'hex bytes'],
  ['seed', digest.toUpperCase(), 'hex bytes'],
  ['seed', 'ab12ab12ab12ab12', 'hex bytes'],
  ['seed', 'ab12ab12ab12ab1', 'text'],
  ['seed', 'ab12ab12ab12ab', 'text'],
  ['seed', 'ab12ab12ab12ab12 ', 'text'],
  ['seed', 'x ab12ab12ab12ab12', 'text'],
  // Digits alone are rather a number.
  ['seed', '1212121212121212', 'integer'],
  ['seed', '1000000000000000', 'integer'],
  ['seed', '100000000000000', 'text'],
  ['seed', '0212121212121212', 'text'],
  ['seed', '-1212121212121212', 'text'],
  ['seed', '1212121212121212 ', 'text'],
  ['drawn_at', '2026-11-20T16:15:00Z', 'time'],
  ['drawn_at', '2026-11-20T16:15:00+00:00', 'time'],
  ['drawn_at', '2026-11-20', 'text'],
  ['drawn_at', '2026-11-31T16:15:00Z', 'text'],
  ['fraction', '0.25', 'float'],
  ['fraction', '-10.25', 'float'],
  ['fraction', '.25', 'text'],
  ['fraction', '0.', 'text'],
  ['fraction', '1.2.3', 'text'],
  ['fraction', '0.25 of it', 'text'],
  ['fraction', 'about 0.25', 'text'],
  ['key', 'AAECAwQFBgcICQoLDA0ODxA=', 'base64 bytes'],
  ['key', 'AAECAwQFBgcICQoLDA0ODxAR', 'base64 bytes'],
  // Too short, of one case, without a digit, not canonical, words.
  ['key', 'AAECAwQFBgcICQoLDA0O', 'text'],
  ['key', 'KLMNOPQRSTKLMNOPQRSTKLM1', 'text'],
  ['key', 'klmnopqrstklmnopqrstklm1', 'text'],
  ['key', 'AAECAwQFBgcICQoLDAODxABx'.replace(/[0-9]/g, 'x'), 'text'],
  ['key', 'AAECAwQFBgcICQoLDA0ODxB=', 'text'],
  ['key', 'The Winner of draw 12 is known', 'text'],
  ['beacon', beacon, 'drand quicknet'],
  ['beacon', { ...beacon, previous_signature: 'ab' }, 'drand default'],
  ['winners', [], 'list of text'],
  ['winners', [1, 2], 'list of integer'],
  ['winners', ['0.5', '1.5'], 'list of float'],
  ['winners', ['0.5', 'Ann'], 'list of text'],
  ['hashes', [digest, digest], 'list of sha256'],
  ['winners', [[1], [2]], 'list of list of integer'],
  ['rows', [{ id: 1, name: 'Ann' }], 'table of id, name'],
]

await t.test('what a value looks like', t => {
  for (const [name, value, words] of looks) {
    t.equal(describeInputType(guessType(name, value)), words, `${name}: ${JSON.stringify(value)}`)
  }
  t.end()
})

await t.test('a list of very many items is judged by the first hundred', t => {
  const items = (count: number): readonly JsonValue[] => [...Array<string>(count).fill('0.5'), 'Ann']
  t.equal(describeInputType(guessType('list', items(100))), 'list of float')
  t.equal(describeInputType(guessType('list', items(99))), 'list of text')
  t.end()
})

await t.test('a table has the types of its columns', t => {
  t.strictSame(guessType('rows', [{ id: 1, list_hash: digest }, { id: 2 }]), {
    type: 'table',
    columns: { id: { type: 'integer' }, list_hash: { type: 'sha256' } },
  })
  t.end()
})

await t.test('what no published value can be', t => {
  const inParts = 'leave it out, or give each of its members a name of its own'
  const inRows = 'a table has the same columns in each row, named with a-z, 0-9 and _'
  const mixed = 'its items are of several kinds'
  const wrong: readonly (readonly [value: JsonValue, message: string, hint: string])[] = [
    [true, 'expected text, a number, a list or a table, found true', inParts],
    [false, 'expected text, a number, a list or a table, found false', inParts],
    [null, 'expected text, a number, a list or a table, found null', inParts],
    [{}, 'expected text, a number, a list or a table, found an object', inParts],
    [{ round: '1' }, 'expected text, a number, a list or a table, found an object', inParts],
    [[null], 'expected text, a number, a list or a table, found null', inParts],
    [[{}], 'its rows are not a table', inRows],
    [[{ Id: 1 }], 'its rows are not a table', inRows],
    [[{ id: 1, 'a b': 1 }], 'its rows are not a table', inRows],
    [[{ id: 1 }, 2], 'its rows are not a table', inRows],
    [[{ id: 1 }, null], 'its rows are not a table', inRows],
    [[{ id: 1 }, [1]], 'its rows are not a table', inRows],
    [[1, 'Ann'], mixed, 'a list has items of one type'],
    [['Ann', 1], mixed, 'a list has items of one type'],
    [[[1], ['0.5']], mixed, 'a list has items of one type'],
  ]
  for (const [value, message, hint] of wrong) {
    const expected = { code: 'draw-value', message: `thing: ${message}`, hint }
    t.throws(() => guessType('thing', value), expected, JSON.stringify(value))
  }
  t.throws(() => guessType('thing', [{ inner: true }]), { message: /^inner: expected text/ })
  t.end()
})
