import fc from 'fast-check'
import t from 'tap'
import { foldDigits } from '../../../src/find/formulas/fold.js'

await t.test('digits are folded as the number that they are', t => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.nat(63),
      fc.integer({ min: 1, max: 64 }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      (bytes, start, length, modulus) => {
        const count = Math.min(length, 64 - start)
        const digits = Buffer.from(bytes)
          .toString('hex')
          .slice(start, start + count)
        return foldDigits(bytes, start, count, modulus) === Number(BigInt(`0x${digits}`) % BigInt(modulus))
      },
    ),
  )
  t.equal(foldDigits(new Uint8Array(4), 0, 9, 10), -1)
  t.end()
})
