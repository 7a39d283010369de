import { createHash } from 'node:crypto'
import t from 'tap'
import { Fingerprints, hashBits } from '../../src/core/fingerprints.js'

await t.test('the bits of a hash are its second to seventh byte', t => {
  t.equal(hashBits(Uint8Array.of(1, 2, 3, 4, 5, 6, 7)), 0x020304050607)
  t.equal(hashBits(Uint8Array.of(9, 9, 255, 255, 255, 255, 255, 255, 255, 1), 2), 2 ** 48 - 1)
  t.equal(hashBits(Uint8Array.of(255, 0, 0, 0, 0, 0, 1)), 1)
  t.end()
})

await t.test('what was added more than once is found once, however much there is', t => {
  const hash = (text: string): Uint8Array => createHash('sha256').update(text).digest()
  const fingerprints = new Fingerprints()
  t.same([...fingerprints.repeated()], [])
  const count = 300_000
  const at = new Uint8Array(40)
  const planted = new Map([
    [5, 2],
    [77, 3],
    [1024, 2],
    [299_999, 4],
  ])
  for (let index = 0; index < count; index++) {
    fingerprints.add(hash(`${index}`))
    for (let more = 1; more < (planted.get(index) ?? 1); more++) {
      at.set(hash(`${index}`), 3)
      fingerprints.add(at, 3)
    }
  }
  const wanted = [...planted.keys()].map(index => hashBits(hash(`${index}`))).sort()
  t.same([...fingerprints.repeated()].sort(), wanted)

  // More than one chunk of one first byte, with the repeated at its edges.
  const narrow = new Fingerprints()
  const number = (value: number): Uint8Array => Uint8Array.of(7, 0, 0, 0, 0, value >> 8, value & 255)
  for (let value = 0; value < 2048; value++) narrow.add(number(value))
  t.same([...narrow.repeated()], [])
  for (const value of [0, 1023, 1024, 2047]) narrow.add(number(value))
  t.same([...narrow.repeated()], [0, 1023, 1024, 2047])
  narrow.add(Uint8Array.of(8, 0, 0, 0, 0, 0, 1))
  t.same([...narrow.repeated()], [0, 1023, 1024, 2047], 'another first byte is another hash')
  t.end()
})
