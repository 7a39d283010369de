import { createHash } from 'node:crypto'
import t from 'tap'
import { respellHashes } from '../../src/conformance/served-record.js'

const digest = (text: string | Uint8Array, algorithm = 'sha256'): Buffer =>
  createHash(algorithm).update(text).digest()
const hex = digest('x').toString('hex')
const long = digest('x', 'sha512')
const plain = { rng_seed_hash: `sha256:${hex}`, signature_hash: hex }

await t.test('hashes in another lawful form are written as the schema has them', t => {
  const cases: readonly (readonly [given: unknown, is: unknown, standsIn: boolean])[] = [
    [digest('x').toString('base64'), `sha256:${hex}`, false],
    [digest('x').toString('base64url'), `sha256:${hex}`, false],
    [`SHA-256:${hex}`, `sha256:${hex}`, false],
    // Of a longer one its own hash stands there.
    [long.toString('hex'), `sha256:${digest(long).toString('hex')}`, true],
    [hex, hex, false],
    ['no hash', 'no hash', false],
    [7, 7, false],
  ]
  for (const [given, is, standsIn] of cases) {
    for (const name of ['rng_seed_hash', 'signature_hash']) {
      const [draw, respelled] = [
        { ...plain, [name]: given },
        { ...plain, [name]: is },
      ]
      t.strictSame(respellHashes(draw), { value: respelled, standsIn }, 'of the flat shape')
      const draws = { more: 1, draws: [null, 'x', plain, draw] }
      const value = { more: 1, draws: [null, 'x', plain, respelled] }
      t.strictSame(respellHashes(draws), { value, standsIn }, 'of a draw among others')
    }
  }
  t.end()
})

await t.test('a record that is as the schema has it stays the same object', t => {
  for (const record of [plain, { draws: [plain, null] }, { draws: [] }, { draws: {} }])
    t.equal(respellHashes(record).value, record)
  t.end()
})

await t.test('one of two hashes that is longer is enough to be said', t => {
  const [short, longer] = [digest('x').toString('base64'), long.toString('base64')]
  t.equal(respellHashes({ rng_seed_hash: longer, signature_hash: short }).standsIn, true)
  t.equal(respellHashes({ draws: [{ rng_seed_hash: longer }, { rng_seed_hash: short }] }).standsIn, true)
  t.end()
})
