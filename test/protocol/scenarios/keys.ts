import { createSigner, createTrust, observe, type Evidence } from '../factory.js'
import { base64, hex, utc, utf8, type Members } from '../second-opinion.js'
import { altered, ceremony, lied, scenariosOf, told } from './scenario.js'

const { operator, observer, times } = ceremony()
const thief = createSigner('Thief')

const key = (change: Members): Evidence =>
  altered(({ trust }) => {
    Object.assign(trust.operators[0]!.keys[0]!, change)
  })

/** Keys that are not, not yet, or not any more those of the operator. */
export const keys = scenariosOf('statement.signed', add => {
  const unknown = ['not-provable', 'key-unknown'] as const
  const wholly = createSigner('Example Raffles', 'a key made for the occasion')
  add(
    'key-of-the-bundle-alone',
    'a whole raffle under a key that nobody vouches for',
    unknown,
    altered(
      evidence => {
        evidence.trust = createTrust([operator], [observer], [])
      },
      { operator: wholly },
    ),
  )
  const outside = 'key-outside-period'
  add(
    'key-not-yet-valid',
    'the key is valid one second after the commitment',
    outside,
    key({ valid_from: utc(times.committed + 1) }),
  )
  add(
    'key-expired-at-the-draw',
    'the key is valid until the very second of the last draw',
    outside,
    key({ valid_until: utc(times.drawn + 4) }),
  )
  add(
    'key-expired-before-the-seal',
    'the key was not valid any more when the list was sealed',
    outside,
    key({ valid_until: utc(times.sealed) }),
  )
  const operators = (name: string) =>
    altered(({ trust }) => {
      trust.operators[0]!.name = name
    })
  add(
    'operator-unknown',
    'the trust file has another operator with this key',
    ['not-provable', 'operator-unknown'],
    operators('Other Raffles'),
  )
  add(
    'operator-in-other-case',
    'the trust file has the operator in lower case',
    ['not-provable', 'operator-unknown'],
    operators('example raffles'),
  )
  add(
    'nobody-trusted',
    'the trust file has no operator',
    ['not-provable', 'operator-unknown'],
    altered(({ trust }) => {
      trust.operators = []
    }),
  )
  add(
    'key-other',
    'the trust file has another key of the operator',
    unknown,
    key({ public_key: hex(thief.publicKey) }),
  )
  const revoked = ['not-provable', 'key-revoked'] as const
  add(
    'key-revoked',
    'the key was revoked, and nobody saw the statements',
    revoked,
    altered(evidence => {
      evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.drawn + 86_400)
      evidence.observations = []
    }),
  )
  add(
    'key-revoked-before-the-draws',
    'the key was revoked, and nobody saw the draws before',
    revoked,
    key({ revoked_at: utc(times.drawn + 86_400) }),
  )
  const seenAll = (at: number, junk = false) =>
    altered(evidence => {
      const { statements } = evidence.bundle
      const shown = junk
        ? statements.map(one => ({ ...one, signatures: [{ sig: base64(new Uint8Array(64)) }] }))
        : statements
      evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.drawn + 86_400)
      evidence.observations.push([observe(observer, at, shown, { raffle_id: evidence.record!.raffle_id })])
    })
  add(
    'seen-when-the-key-was-revoked',
    'everything was seen in the very second in which the key was revoked',
    revoked,
    seenAll(times.drawn + 86_400),
  )
  add(
    'seen-unsigned-before-the-key-was-revoked',
    'the draws were seen in time, without a signature of the operator',
    revoked,
    seenAll(times.drawn + 86_000, true),
  )
  add(
    'statement-unreadable',
    'a statement is no JSON, so nobody knows whose it is',
    ['not-provable', 'statement-invalid', 'refuted'],
    told(it => {
      it.commit()
      it.seal()
      it.draw(1, {}, { encode: () => utf8('the winner is 42') })
    }),
  )
  add(
    'operator-changed',
    'a draw names an operator that the trust file does not have',
    ['not-provable', 'operator-unknown', 'refuted'],
    lied({ draws: { 2: { operator: 'Other Raffles' } } }),
  )
})
