// The figures are bounds on what V8 takes: test/system/recipe/bounds.test.ts and test/hostile measure that they hold.
import t from 'tap'
import { measureStrings, sizeOfMember, sizeOfNumber } from '../../src/core/json-memory.js'

await t.test('a text takes a byte for each character, two where one is beyond Latin-1', t => {
  const narrow = measureStrings('["abc","\u00ff"]')
  t.equal(narrow(2, 5), 23)
  t.equal(narrow(8, 9), 21)
  const wide = measureStrings('["abc","\u0100\uffff"]')
  t.equal(wide(2, 5), 23, 'the other texts of the document do not matter')
  t.equal(wide(8, 9), 22)
  t.equal(wide(7, 11), 28)
  t.end()
})

await t.test('a small number and the first hundred members take nothing beside their place', t => {
  t.same([1, 9, 10, 17].map(sizeOfNumber), [0, 0, 16, 16])
  t.same([1, 100, 101, 5000].map(sizeOfMember), [8, 8, 100, 100])
  t.end()
})
