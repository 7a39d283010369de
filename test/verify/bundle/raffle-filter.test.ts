import t from 'tap'
import { concatBytes, encodeBase64, encodeUtf8 } from '../../../src/core/encoding.js'
import { createRaffleFilter } from '../../../src/verify/bundle/raffle-filter.js'

/** An envelope whose payload has these bytes. */
const envelopeOf = (payload: Uint8Array): Uint8Array =>
  encodeUtf8(`{"payload":"${encodeBase64(payload)}","payloadType":"x"}`)

// By their length, base64 ends each in another way.
const ids = ['ab', 'abc', 'abcd', 'abcde', 'zürich', '5f0c1f8e-7a55-4f5c-9c55-3f2f3f6f7e1d']

await t.test('an id is found wherever it stands, whatever is around it', t => {
  for (const id of ids) {
    const isFound = createRaffleFilter(id)
    for (const filler of [0x00, 0xff, 0x5a]) {
      for (const [before, after] of [0, 1, 2, 3, 4, 5].flatMap(before =>
        [0, 1, 2, 3].map(after => [before, after] as const),
      )) {
        const around = (length: number): Uint8Array => new Uint8Array(length).fill(filler)
        const payload = concatBytes(around(before), encodeUtf8(id), around(after))
        t.ok(isFound(envelopeOf(payload)), `${id} after ${before} and before ${after} times ${filler}`)
      }
    }
  }
  t.end()
})

await t.test('of another id, only what reads the same in whole digits of base64 is taken for it', t => {
  const cases: readonly (readonly [id: string, other: string, isFound: boolean])[] = [
    ['abcdef', 'abcdef', true],
    // The first six bits differ, and no others.
    ['abcdef', 'ebcdef', false],
    // The last bits that no neighbour has a part in.
    ['abcde', 'abcge', false],
    ['abcde', 'abcd', false],
    ['abcde', 'ABCDE', false],
    ['abcde', '', false],
  ]
  for (const [id, other, isFound] of cases) {
    t.equal(createRaffleFilter(id)(envelopeOf(encodeUtf8(other))), isFound, `${other} for ${id}`)
  }
  t.end()
})

await t.test('what has an escape is to be read, and an id that is not in base64 is not found', t => {
  const isFound = createRaffleFilter('abcde')
  t.equal(isFound(encodeUtf8('{"payload":"\\u0065"}')), true)
  t.equal(isFound(encodeUtf8('{"payload":"abcde"}')), false)
  t.equal(isFound(new Uint8Array()), false)
  t.equal(isFound(envelopeOf(encodeUtf8('abcde')).subarray(0, 16)), false, 'only the beginning of it')
  t.end()
})
