import t from 'tap'
import type { FindingCode } from '../../../src/model/report.js'
import { good, hash, seed } from '../../recipe/build.js'
import { examine } from '../report.js'

const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const text = { type: 'text', title: 'text' }
const integer = { type: 'integer', title: 'number' }

type Found = readonly (readonly [code: FindingCode, message: string])[]

await t.test('findings fall out of what was published and of the operations', t => {
  const findings = (recipe: object, published: Record<string, string | number>): Found =>
    examine(recipe, published).findings.map(({ code, message }) => [code, message] as const)

  t.strictSame(findings(good, { seed: '00', hash: '11'.repeat(32) }), [])
  t.strictSame(findings(good, { seed: '', hash: `sha256:${empty}` }), [
    ['hash-trivial', 'the hash is the SHA-256 of empty input'],
  ])
  t.strictSame(findings(good, { seed: 'zz', hash: '0'.repeat(64) }), [
    ['hash-trivial', 'the hash is all zero bytes'],
  ])

  const noted = { ...good, inputs: { seed, hash, remark: { ...text, informational: true } } }
  t.strictSame(findings(noted, { seed: '00', hash: '11'.repeat(32), remark: 'x' }), [
    ['value-unchecked', 'nothing checks the text'],
  ])
  t.strictSame(findings(noted, { seed: '00', hash: '11'.repeat(32) }), [])

  const inputs = { a: text, b: text, n: integer }
  const winner = (md5: object, modulus: number): object => ({
    inputs,
    steps: { digest: { md5 }, index: { mod: [{ integer_be: '$digest' }, modulus] } },
    claims: [{ id: 'winner.derived', says: 'it follows', equal: ['$index', '$n'] }],
  })
  const joined = { concat: [{ bytes_utf8: '$a' }, { bytes_utf8: '$b' }] }
  t.strictSame(
    findings(winner(joined, 3), { a: 'x', b: 'y', n: 1 }).map(([code]) => code),
    ['ambiguous-concat', 'weak-hash', 'modulo-bias', 'input-grindable'],
  )
  const fixed = { concat: [{ bytes_utf8: { join: [['$a', '$b'], ','] } }, { bytes_hex: '00' }] }
  t.strictSame(
    findings(winner(fixed, 2), { a: 'x', b: 'y', n: 1 }).map(([code]) => code),
    ['weak-hash', 'input-grindable'],
  )
  // What was not computed has no findings.
  t.strictSame(
    findings(winner(joined, 3), { a: 'x', n: 1 }).map(([code]) => code),
    ['input-grindable'],
  )
  t.end()
})
