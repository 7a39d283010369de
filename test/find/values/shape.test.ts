import t from 'tap'
import { findShape } from '../../../src/find/values/shape.js'
import { sha256 } from '../values.js'

await t.test('what values look like', t => {
  const hash = sha256('x')
  t.strictSame(findShape([hash]), { kind: 'hex', prefix: '', upper: false, length: 32 })
  t.strictSame(findShape([`0x${hash}`, `0x${hash}00`]), { kind: 'hex', prefix: '0x', upper: false })
  t.strictSame(findShape([hash.toUpperCase()]), { kind: 'hex', prefix: '', upper: true, length: 32 })
  t.strictSame(findShape([`sha256:${hash}`]), { kind: 'hex', prefix: 'sha256:', upper: false, length: 32 })
  t.strictSame(findShape([hash, `0x${hash}`]), { kind: 'text' })
  t.strictSame(findShape(['1780338306174', 5]), { kind: 'integer' })
  t.strictSame(findShape(['007']), { kind: 'text' })
  t.strictSame(findShape([Buffer.from(hash, 'hex').toString('base64')]), { kind: 'base64', length: 32 })
  t.strictSame(findShape(['abcdefghijklmnopqrstuvwx']), { kind: 'text' })
  t.strictSame(findShape([[1, 2], [3]]), { kind: 'list', of: { kind: 'integer' } })
  t.strictSame(findShape([[{ a: 1, b: 'x' }]]), {
    kind: 'table',
    columns: { a: { kind: 'integer' }, b: { kind: 'text' } },
  })
  t.strictSame(findShape([{ round: 5, randomness: hash }]), {
    kind: 'beacon',
    members: ['round', 'randomness'],
  })
  for (const value of [true, [], [[1]], [{ a: 1 }, { b: 1 }], { a: 1 }])
    t.equal(findShape([value]), undefined)
  t.end()
})
