// Values of a draw as somebody reads them: what is cut, and that all of it can be copied.
import t from 'tap'
import { showValue } from '../../src/page/draw-value.js'
import { bytes, integer, list, row, text } from '../../src/recipe/value.js'

const encode = (written: string): Uint8Array => new TextEncoder().encode(written)

await t.test('what is short stands whole', t => {
  t.strictSame(showValue(integer(142)), { shown: '142' })
  t.strictSame(showValue(text('x'.repeat(40))), { shown: 'x'.repeat(40) })
  t.strictSame(showValue(bytes(Uint8Array.of(1, 0xab))), { shown: '01ab' })
  t.end()
})

await t.test('what is long is cut in its middle, and can be copied whole', t => {
  const long = 'abcdefghijklmnopqrstuvwxyz0123456789-ABCDEFGH'
  t.strictSame(showValue(text(long)), { shown: 'abcdefghijklmno…BCDEFGH', full: long })
  t.strictSame(showValue(list([text(long)])), {
    shown: 'abcdefghijk…DEFGH',
    full: JSON.stringify([long]),
  })
  t.end()
})

await t.test('no character is cut in two', t => {
  const face = '😀'
  const atHead = `${'x'.repeat(14)}${face}${'y'.repeat(30)}`
  t.equal(showValue(text(atHead)).shown, `${'x'.repeat(14)}…${'y'.repeat(7)}`)
  const atTail = `${'x'.repeat(34)}${face}${'y'.repeat(6)}`
  t.equal(showValue(text(atTail)).shown, `${'x'.repeat(15)}…${'y'.repeat(6)}`)
  t.end()
})

await t.test('bytes that are text are read as text, but not a few that may be it by chance', t => {
  t.equal(showValue(bytes(encode('twelve bytes'))).shown, '“twelve bytes”')
  t.equal(showValue(bytes(encode('just eleven'))).shown, '6a75737420656c6576656e')
  t.equal(showValue(bytes(encode('with a line\nfeed'))).shown.includes('“'), false)
  t.end()
})

await t.test('of a list the first items are shown, and how many there are', t => {
  const numbers = (count: number) => list(Array.from({ length: count }, (_, at) => integer(at)))
  t.strictSame(showValue(numbers(6)), { shown: '0, 1, 2, 3, 4, 5' })
  t.strictSame(showValue(numbers(7)), { shown: '0, 1, 2, 3, 4, 5 … (7 in all)', full: '[0,1,2,3,4,5,6]' })
  t.strictSame(showValue(list([])), { shown: '' })
  t.end()
})

await t.test('a list in a list, and a row in one, stand in brackets', t => {
  t.equal(showValue(list([list([1, 2].map(integer)), list([integer(3)])])).shown, '[1, 2], [3]')
  const person = (name: string) => row({ name: text(name), tickets: integer(2) })
  t.equal(
    showValue(list(['Ada', 'Bob'].map(person))).shown,
    '{name: Ada, tickets: 2}, {name: Bob, tickets: 2}',
  )
  t.match(
    showValue(list(['Ada', 'Bob', 'Cleo'].map(person))).shown,
    /^\{name: Ada.*Bob, tickets: 2\} … \(3 in all\)$/,
  )
  t.end()
})

await t.test('of a row that is wide the first columns are shown', t => {
  const wide = (count: number) =>
    showValue(row(Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, integer(at)]))))
      .shown
  t.equal(wide(2), 'c0: 0, c1: 1')
  t.equal(wide(6), 'c0: 0, c1: 1, c2: 2, c3: 3, c4: 4, c5: 5')
  t.equal(wide(7), 'c0: 0, c1: 1, c2: 2, c3: 3, c4: 4, c5: 5 …')
  t.end()
})
