import t from 'tap'
import { tellApart } from '../../src/verify/look-alike.js'

const because = 'the two look alike and are written with other code points'

await t.test('texts that look alike are shown by their code points, and others as they are', t => {
  t.strictSame(tellApart('Jos\u00e9', 'Jose\u0301'), {
    expected: 'Jos\\u{e9}',
    found: 'Jose\\u{301}',
    because,
  })
  t.strictSame(tellApart('\u{2f81a}', '\u51ac'), { expected: '\\u{2f81a}', found: '\\u{51ac}', because })
  t.strictSame(tellApart('Jos\u00e9', 'Jose'), { expected: 'Jos\u00e9', found: 'Jose' })
  t.end()
})

await t.test('texts of more than 4096 characters are not compared by how they look', t => {
  const ofLength = (length: number, end: string): string => 'a'.repeat(length - end.length) + end
  const longest = [ofLength(4095, '\u00e9'), ofLength(4096, 'e\u0301')] as const
  t.equal(tellApart(...longest).because, because)
  const longer = [ofLength(4096, '\u00e9'), ofLength(4097, 'e\u0301')] as const
  t.strictSame(tellApart(...longer), { expected: longer[0], found: longer[1] })
  t.strictSame(tellApart(longer[1], longer[0]), { expected: longer[1], found: longer[0] })
  t.end()
})
