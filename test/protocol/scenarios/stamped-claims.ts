/**
 * What time-stamps do for the other claims.
 *
 * @packageDocumentation
 */
import { sequence, type TokenChoices } from '../../timestamp/build-token.js'
import { createCeremony, observe, type Evidence } from '../factory.js'
import { base64, utc } from '../second-opinion.js'
import { desk, held, loser, absent } from './receipts.js'
import { altered, base, scenariosOf, type Scenario } from './scenario.js'
import { open } from './unstoppable.js'

import { observer, times, round, stampers, inTime, stampAll, stamped } from './stamping.js'

export const stampsUnique: readonly Scenario[] = scenariosOf('evidence.unique', add => {
  add(
    'stamped-and-seen-by-nobody',
    'a thousand seals are stamped as readily as one',
    ['not-provable', 'evidence-missing'],
    stamped(inTime),
  )
  add(
    'stamped-and-seen-late',
    'everything was stamped in time, and an observer saw it after the draw',
    ['not-provable', 'observed-late'],
    stamped(inTime, {
      edit(evidence) {
        evidence.observations = [[observe(observer, times.drawn + 60, evidence.bundle.statements)]]
      },
    }),
  )
  add(
    'stamped-and-logged-late',
    'the witnesses cosigned the log after the draw, and time-stamps do not make up for it',
    ['not-provable', 'observed-late'],
    stamped(inTime, { log: {}, times: { commitmentSeen: times.drawn + 50, sealSeen: times.drawn + 50 } }),
  )
})

export const stampsSigned = scenariosOf('statement.signed', add => {
  const revoked = (second: number): Evidence =>
    stamped(stampAll(times.drawn + 100), {
      isObserved: true,
      edit({ trust }) {
        trust.operators[0]!.keys[0]!.revoked_at = utc(second)
      },
    })
  add(
    'stamped-when-the-key-was-revoked',
    'the key was revoked in the second in which everything had been stamped at the latest',
    ['not-provable', 'key-revoked'],
    revoked(times.drawn + 101),
  )
  add(
    'stamped-by-nobody-trusted-before-the-key-was-revoked',
    'everything was stamped before the key was revoked, and nobody vouches for that',
    ['not-provable', 'key-revoked'],
    stamped(stampAll(times.drawn + 100), {
      isObserved: true,
      timestampers: [],
      edit({ trust }) {
        trust.operators[0]!.keys[0]!.revoked_at = utc(times.drawn + 200)
      },
    }),
  )
})

export const stampsUnstoppable = scenariosOf('draw.unstoppable', add => {
  const cancelled = (second: number): Evidence => {
    const it = createCeremony({ ...base, ...open })
    it.commit()
    it.seal()
    it.cancel({ issued_at_utc: utc(times.sealed + 5) })
    const evidence = it.finish()
    evidence.trust.timestampers = [stampers.pinned]
    evidence.bundle.timestamps = [
      { sequence: 2, token: base64(stampers.stamp(evidence.bundle.statements[2]!, second)) },
    ]
    return evidence
  }
  add(
    'cancelled-and-stamped-in-time',
    'the raffle was cancelled after the seal, and that was stamped before the round',
    ['not-applicable', 'raffle-cancelled'],
    cancelled(round - 2),
  )
  add(
    'cancelled-and-stamped-at-the-round',
    'the cancellation was stamped when the round may have been out',
    ['not-provable', 'cancelled-unseen'],
    cancelled(round - 1),
  )
})

export const stampsHonoured = scenariosOf('receipt.honoured', add => {
  const given = (second: number, choices: Partial<TokenChoices> = {}) => {
    const { evidence, receipt } = held(
      it => it.issue(loser, absent),
      { desk },
      evidence => {
        evidence.trust.operators[0]!.keys.at(-1)!.revoked_at = utc(times.sealed)
        evidence.trust.timestampers = [stampers.pinned]
      },
    )
    evidence.tokens = [base64(stampers.stamp(receipt, second, choices))]
    return [evidence, { receipt: { envelope: receipt } }] as const
  }
  const open = ['not-provable', 'key-revoked'] as const
  add(
    'key-revoked-and-stamped-before',
    'the key of the desk was revoked after the receipt had been stamped',
    'receipt-dishonoured',
    ...given(times.sealed - 2),
  )
  add(
    'key-revoked-and-stamped-then',
    'the receipt may have been stamped in the second in which its key was revoked',
    open,
    ...given(times.sealed - 1),
  )
  add(
    'key-revoked-and-another-receipt-stamped',
    'what was stamped before the key was revoked is another receipt',
    open,
    ...given(times.sealed - 2, { imprint: new Uint8Array(32) }),
  )
})

/** Time-stamps that no bundle may have. */
export const stampsRead = scenariosOf('document.read', add => {
  const invalid = ['not-provable', 'bundle-invalid'] as const
  const token = base64(sequence())
  const given = (...timestamps: { sequence: number; token: string }[]): Evidence =>
    altered(evidence => void (evidence.bundle.timestamps = timestamps))
  const five = Array.from({ length: 5 }, () => ({ sequence: 0, token }))
  add('five-stamps-of-a-statement', 'a statement has five time-stamps', invalid, given(...five))
  add(
    'stamps-out-of-sequence',
    'the time-stamps are not in sequence',
    invalid,
    given({ sequence: 1, token }, { sequence: 0, token }),
  )
  add(
    'stamp-of-no-statement',
    'a time-stamp is of a statement that is not there',
    invalid,
    given({ sequence: 4, token }),
  )
  add('stamps-none', 'there is a list of time-stamps without any', invalid, given())
  add(
    'stamp-not-base64',
    'a time-stamp is not in base64',
    invalid,
    given({ sequence: 0, token: `${token.slice(0, -1)}!` }),
  )
  add(
    'stamp-with-a-member-more',
    'a time-stamp says who made it',
    invalid,
    given({ sequence: 0, token, who: 'Stampers Ltd' } as never),
  )
})
