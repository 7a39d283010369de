import t from 'tap'
import { createCeremony } from './factory.js'
import { claimsOf, judge } from './judge.js'
import { jcs, utf8, type Members } from './second-opinion.js'

/** A raffle whose commitment has so many bytes. */
function long(bytes: number) {
  const ceremony = createCeremony({ seed: 'long', raffleName: '' })
  const pad = (commitment: Members): Members => {
    const raffle_name = 'x'.repeat(bytes - utf8(jcs(commitment)).length)
    return { ...commitment, raffle_name }
  }
  ceremony.commit(pad)
  ceremony.seal()
  ceremony.draw(1)
  ceremony.draw(2)
  return { ceremony, subject: judge(ceremony.finish()) }
}

await t.test('a payload has at most 48,000 bytes', t => {
  const most = long(48_000)
  t.equal(most.ceremony.said[0]!.payload.length, 48_000)
  t.equal(most.subject.level, 4)
  const more = long(48_001)
  t.equal(more.ceremony.said[0]!.payload.length, 48_001)
  const claim = claimsOf(more.subject).find(({ id }) => id === 'statement.chain')
  t.strictSame([claim?.status, claim?.code], ['refuted', 'statement-invalid'])
  t.end()
})
