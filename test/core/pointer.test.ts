import t from 'tap'
import { followPointer, pointerOf } from '../../src/core/pointer.js'

// The document and pointers of RFC 6901, section 5.
const document = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
  nothing: null,
}

await t.test('a pointer leads to a value', t => {
  for (const [pointer, value] of Object.entries({
    '': document,
    '/foo': ['bar', 'baz'],
    '/foo/0': 'bar',
    '/': 0,
    '/a~1b': 1,
    '/c%d': 2,
    '/e^f': 3,
    '/g|h': 4,
    '/i\\j': 5,
    '/k"l': 6,
    '/ ': 7,
    '/m~0n': 8,
    '/nothing': null,
  })) {
    t.strictSame(followPointer(document, pointer), value, pointer)
  }
  t.end()
})

await t.test('or to nothing', t => {
  for (const pointer of [
    '/bar',
    '/foo/2',
    '/foo/-',
    '/foo/00',
    '/foo/-1',
    '/foo/0.0',
    '/foo/length',
    '/foo/0/length',
    '/nothing/x',
    '/toString',
    '/constructor/prototype',
    '/m~01n',
  ]) {
    t.equal(followPointer(document, pointer), undefined, pointer)
  }
  t.end()
})

await t.test('what is joined is followed again', t => {
  for (const name of Object.keys(document)) {
    t.equal(followPointer({ x: { [name]: 'there' } }, pointerOf(['x', name])), 'there', name)
  }
  t.end()
})
