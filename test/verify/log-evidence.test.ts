import t from 'tap'
import { describeWitnesses } from '../../src/verify/log-evidence.js'

await t.test('witnesses by name, the first three of more', t => {
  t.equal(describeWitnesses(['a']), 'witness a')
  t.equal(describeWitnesses(['a', 'b']), 'witnesses a and b')
  t.equal(describeWitnesses(['a', 'b', 'c']), 'witnesses a, b and c')
  t.equal(describeWitnesses(['a', 'b', 'c', 'd']), 'witnesses a, b, c and 1 more')
  t.equal(describeWitnesses(['a', 'b', 'c', 'd', 'e']), 'witnesses a, b, c and 2 more')
  t.end()
})
