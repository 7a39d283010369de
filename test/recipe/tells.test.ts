// A commitment is believed only for what it fixes, so which operations keep what they are given is written down twice: in
// src/recipe/tells.ts and, operation by operation, here.
import t from 'tap'
import { operationNames } from '../../src/recipe/operations/index.js'
import { allTold, isTold, tellsNothing, tellsOf, toldBy, toldInAnyOrder } from '../../src/recipe/tells.js'

const list = { kind: 'list', of: { kind: 'text' } } as const
const text = { kind: 'text' } as const
const plain = (tells: { values: ReadonlySet<string>; order: ReadonlySet<string> }): object => ({
  values: [...tells.values],
  order: [...tells.order],
})

await t.test('a name tells what it stands for, a list its order too', t => {
  t.same(plain(tellsOf('seed', text)), { values: ['seed'], order: [] })
  t.same(plain(tellsOf('entries', list)), { values: ['entries'], order: ['entries'] })
  const both = allTold(tellsOf('seed', text), undefined, tellsOf('entries', list))
  t.same(plain(both), { values: ['seed', 'entries'], order: ['entries'] })
  t.same(plain(toldInAnyOrder(both)), { values: ['seed', 'entries'], order: [] })
  t.same(plain(toldInAnyOrder(undefined)), { values: [], order: [] })
  t.same(plain(tellsNothing), { values: [], order: [] })
  t.end()
})

await t.test('a row is told by its name or by all of its columns', t => {
  const row = { kind: 'row', columns: { id: text, name: text } } as const
  const told = (...names: string[]) => ({ values: new Set(names), order: new Set<string>() })
  t.equal(isTold('row', row, undefined), false)
  t.equal(isTold('row', row, tellsNothing), false)
  t.equal(isTold('row', row, told('row')), true)
  t.equal(isTold('row', row, told('row.id')), false)
  t.equal(isTold('row', row, told('row.name', 'other')), false)
  t.equal(isTold('row', row, told('row.id', 'row.name')), true)
  t.equal(isTold('text', text, told('text.id')), false)
  t.equal(isTold('text', text, told('row', 'text')), true)
  t.end()
})

await t.test('which operations keep all of what they are given', t => {
  // Writing in another way, and back.
  const forms =
    'bytes_utf8 bytes_hex bytes_base64 bytes_base64url bytes_be bytes_le bytes_prefixed text_hex text_base64 ' +
    'text_base64url text_utf8 text_decimal text_base text_float text_time text_json text_jcs integer_be integer_le ' +
    'integer_hex integer_decimal'
  // Putting together and apart; that parts may be cut in other places is another finding.
  const parts = 'concat join split reverse pad_start pad_end'
  // Nobody finds two inputs with one hash.
  const hashes =
    'sha256 sha512 sha3_256 sha3_512 keccak256 blake2b_256 blake2b_512 blake3 hmac hkdf hash_chain merkle_rfc6962'
  const faithful = new Set(`${forms} ${parts} ${hashes}`.split(' '))
  const [a, b] = [{ tells: tellsOf('a', text) }, { tells: tellsOf('b', list) }]
  for (const operation of operationNames) {
    const told = plain(toldBy(operation, [a, {}, b]))
    const wanted = faithful.has(operation) ? { values: ['a', 'b'], order: ['b'] } : { values: [], order: [] }
    t.same(told, wanted, operation)
    if (faithful.has(operation) || operation === 'flatten') continue
    t.same(
      [...toldBy(operation, [{ ...b, items: [{}] }]).values],
      [],
      `${operation} of a list that is written out`,
    )
  }
  t.equal([...faithful].filter(name => !operationNames.includes(name)).length, 0)
  t.end()
})

await t.test('flatten keeps lists whose ends are known', t => {
  const told = (...args: Parameters<typeof toldBy>[1]) => [...toldBy('flatten', args).values]
  const tells = tellsOf('a', list)
  const one = { items: [] }
  const any = {}
  t.same(told({ tells, items: [one, one] }), ['a'], 'of lists that the recipe writes')
  t.same(told({ tells, items: [one, any, one] }), ['a'], 'and one of any length')
  t.same(told({ tells, items: [any, one, any] }), [], 'of two it is not known where one ends')
  t.same(told({ tells }), [])
  t.same(told({ tells, items: [one] }, { tells }), [])
  t.end()
})
