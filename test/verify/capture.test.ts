import t from 'tap'
import type { AlteredFile } from '../../src/model/capture.js'
import { checkCapture } from '../../src/verify/capture.js'
import { decideVerdict } from '../../src/verify/verdict.js'

const altered = (n: number): AlteredFile => ({
  file: `${n}/audit.json`,
  expected: `sha256:${n}`,
  found: `not ${n}`,
})

await t.test('files that agree with their manifest', t => {
  const claim = checkCapture([])
  t.strictSame(claim, {
    id: 'capture.intact',
    status: 'proven',
    code: 'capture-intact',
    message: 'the saved files are as noted when they were fetched',
  })
  t.end()
})

await t.test('a file that does not agree is never proven, and refutes nothing about the service', t => {
  const claim = checkCapture([altered(1)])
  t.same([claim.id, claim.status, claim.code], ['capture.intact', 'not-provable', 'capture-altered'])
  t.same([claim.expected, claim.found], ['sha256:1', 'not 1'])
  t.match(claim.message, /as noted when they were fetched: 1\/audit\.json is not/)
  t.equal(decideVerdict([claim, { ...claim, status: 'proven' }]), 'not-provable')
  t.end()
})

await t.test('of many files the first are named, and the rest counted', t => {
  const two = checkCapture([altered(1), altered(2)])
  t.match(two.message, '1/audit.json, 2/audit.json are not')
  t.equal(two.found, '1/audit.json: not 1; 2/audit.json: not 2')
  const many = checkCapture(Array.from({ length: 9 }, (_, n) => altered(n)))
  t.match(many.message, /2\/audit\.json and 6 more are not/)
  t.equal(many.expected?.split(';').length, 3)
  t.end()
})
