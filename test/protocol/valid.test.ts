import t from 'tap'
import { claimsOf, judge } from './judge.js'
import { valid } from './valid.js'

const logClaims = ['log.included', 'log.witnessed']

await t.test('44 raffles that differ', t => {
  t.equal(valid.length, 44)
  t.equal(new Set(valid.map(({ evidence }) => JSON.stringify(evidence.bundle.statements))).size, 44)
  t.end()
})

for (const { name, evidence, level } of valid) {
  await t.test(`${name}: level ${level}`, t => {
    const subject = judge(evidence)
    const claims = claimsOf(subject)
    t.equal(claims.length, 15)
    const missing = claims.filter(({ status }) => status !== 'proven').map(({ id }) => id)
    const without = evidence.bundle.beacon === undefined
    t.strictSame(missing, [
      ...(without ? ['beacon.genuine', 'beacon.rule'] : []),
      'draw.unstoppable',
      ...(without ? ['evidence.timely'] : []),
      ...(evidence.log === undefined ? logClaims : []),
    ])
    t.equal(subject.level, level)
    t.equal(subject.verdict, level >= 4 ? 'proven' : 'not-provable')
    t.end()
  })
}
