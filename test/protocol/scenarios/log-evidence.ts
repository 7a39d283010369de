import {
  createCeremony,
  createSigner,
  createTrust,
  entryOf,
  envelop,
  observe,
  statementType,
  witnesses,
  type EnvelopeJson,
  type Evidence,
} from '../factory.js'
import { unbase64, utc, type Members } from '../second-opinion.js'
import { bundled, envelopes, late, logged, operator, read, times, type Logged } from './logged.js'
import { base, lied, scenariosOf, type Scenario } from './scenario.js'

const [one, two, three] = witnesses
const roundTime = 1_692_806_364
const observer = createSigner('Auditor')

/** The raffle in which the witnesses cosigned the commitment, and the seal, at these moments. */
const cosignedAt = (
  commitment: readonly number[],
  seal: readonly number[],
  edit?: (it: Logged) => void,
): Evidence =>
  logged(it => {
    for (const [at, moments] of [commitment, seal].entries()) {
      const { index } = it.log.cosigned![at]!
      const cosigners = moments.map((time, which) => [witnesses[which]!, time] as const)
      it.log.cosigned![at]!.checkpoint = it.test.note(cosigners, it.test.text(index + 1))
    }
    edit?.(it)
  })

const { commitmentSeen, sealSeen } = times

/** Why the log places the statements too late, or not at all: both claims end alike. */
const notInTime = (claim: 'evidence.timely' | 'evidence.unique'): readonly Scenario[] =>
  scenariosOf(claim, add => {
    const tooLate = ['not-provable', 'observed-late'] as const
    const inTime = [commitmentSeen, commitmentSeen]
    add(
      'commitment-cosigned-at-the-close',
      'the log had the commitment in the very second of the close',
      tooLate,
      cosignedAt([times.close, times.close], [sealSeen, sealSeen]),
    )
    add(
      'seal-cosigned-29-s-before-the-round',
      'the log had the seal 29 s before the round',
      tooLate,
      cosignedAt(inTime, [roundTime - 29, roundTime - 29]),
    )
    add(
      'seal-cosigned-late-by-one',
      'one of two witnesses cosigned the log with the seal in time',
      tooLate,
      cosignedAt(inTime, [sealSeen, roundTime - 29]),
    )
    add(
      'commitment-cosigned-by-one',
      'one of two witnesses cosigned the log before the close, the other one when all was drawn',
      tooLate,
      cosignedAt([commitmentSeen], [sealSeen, sealSeen]),
    )
    add(
      'commitment-cosigned-at-time-0',
      'one of two witnesses says no time',
      tooLate,
      cosignedAt([commitmentSeen, 0], [sealSeen, sealSeen]),
    )
    add(
      'no-earlier-checkpoints',
      'the log was cosigned only when all was drawn',
      tooLate,
      logged(({ log }) => {
        delete log.cosigned
      }),
    )
  })

const timely = scenariosOf('evidence.timely', add => {
  const absent = ['not-provable', 'evidence-missing'] as const
  add(
    'nobody-cosigned-anything',
    'no witness cosigned any checkpoint of the log',
    absent,
    logged(({ log, copy, test }) => {
      delete log.cosigned
      log.checkpoint = test.note()
      copy.checkpoint = test.note()
    }),
  )
})

/** The statements of the same raffle told differently. */
function another(change: Members): EnvelopeJson[] {
  const it = createCeremony(base)
  it.commit(change)
  it.seal()
  return it.envelopes
}

const [otherCommitment, otherSeal] = another({ raffle_name: 'Winter raffle' }) as [EnvelopeJson, EnvelopeJson]

/** The log with more in it, and its last checkpoint anew. */
export const grown = (entries: readonly string[], edit?: (it: Logged) => void): Evidence =>
  logged(it => {
    for (const entry of entries) it.test.add(entry)
    Object.assign(it.copy, { entries: [...it.test.entries], checkpoint: it.test.note(late) })
    edit?.(it)
  })

const unique = scenariosOf('evidence.unique', add => {
  const second = 'statement-second'
  const found = (name: string, description: string, ...entries: readonly string[]): void => {
    add(name, description, second, grown(entries))
  }
  found(
    'second-commitment-logged',
    'the log has another commitment to the same raffle',
    entryOf(otherCommitment),
  )
  found('second-seal-logged', 'the log has another seal of the same raffle', entryOf(otherSeal))
  found(
    'second-commitment-among-others',
    'the log has a commitment of another raffle too, and another one of this',
    ...[createCeremony({ ...base, seed: 'another raffle' })].flatMap(it => {
      it.commit()
      return it.envelopes.map(entryOf)
    }),
    entryOf(otherCommitment),
  )
  found(
    'second-commitment-logged-with-an-escape',
    'the other commitment stands in the log with an escape, so that not everyone finds it',
    entryOf(otherCommitment).replace('"payload":"e', '"payload":"\\u0065'),
  )
  found(
    'second-commitment-logged-without-a-keyid',
    'the other commitment does not say which key signed it',
    entryOf({ ...otherCommitment, signatures: [{ sig: otherCommitment.signatures[0]!.sig }] }),
  )
  add(
    'second-commitment-in-a-damaged-log',
    'what the operator signed twice counts, whatever became of the copy of the log',
    second,
    grown([entryOf(otherCommitment)], ({ copy }) => copy.entries.shift()),
  )
  add(
    'second-commitment-in-an-unknown-log',
    'and whether or not the auditor knows the log',
    second,
    grown([entryOf(otherCommitment)], ({ evidence }) => {
      delete evidence.trust.logs
    }),
  )
  // It accuses nobody, but it is another one.
  add(
    'second-seal-logged-first-by-a-key-that-ran-out',
    'the log had another seal when witnesses first saw this one, and the key was not valid any more by then',
    ['not-provable', 'statement-outdated'],
    logged(({ evidence, log, copy, test }) => {
      const { statements } = evidence.bundle
      const next = createSigner(operator.name, 'the next key')
      for (const at of [2, 3]) {
        statements[at] = envelop(statementType, unbase64(statements[at]!.payload), next)
      }
      const { keys } = evidence.trust.operators[0]!
      keys[0]!.valid_until = utc(sealSeen)
      keys.push(...createTrust([next], [], []).operators[0]!.keys)
      delete evidence.record
      test.entries.splice(0, Infinity, ...statements.map(entryOf))
      test.entries.splice(1, 0, entryOf(otherSeal))
      const placeOf = (sequence: number): number => (sequence === 0 ? 0 : sequence + 1)
      const seen = [commitmentSeen, sealSeen].map((at, sequence) => {
        const size = placeOf(sequence) + 1
        const cosigners = witnesses.slice(0, 2).map((witness): [typeof witness, number] => [witness, at])
        const checkpoint = test.note(cosigners, test.text(size))
        return { checkpoint, ...test.place(sequence, placeOf(sequence), size) }
      })
      const checkpoint = test.note(late)
      const proofs = statements.map((_, sequence) => test.place(sequence, placeOf(sequence)))
      Object.assign(log, { cosigned: seen, checkpoint, proofs })
      Object.assign(copy, { entries: [...test.entries], checkpoint })
    }),
  )
  // Each of several observers may have been shown another seal: the log has the one that won.
  add(
    'observed-in-time-and-logged-after-the-round',
    'an observer saw the seal in time, and the log has it only since all was drawn',
    ['proven', 'observed-once', 'proven'],
    logged(({ evidence, log }) => {
      delete log.cosigned
      evidence.trust.observers = [
        { name: observer.name, public_key: Buffer.from(observer.publicKey).toString('hex') },
      ]
      evidence.observations = [
        [observe(observer, commitmentSeen, envelopes.slice(0, 1))],
        [observe(observer, sealSeen, envelopes.slice(0, 2))],
      ]
    }),
  )
  const damaged = ['not-provable', 'log-damaged'] as const
  add(
    'entry-altered',
    'an entry of the log is another one than was cosigned',
    damaged,
    logged(({ copy }) => {
      copy.entries[0] = 'nothing'
    }),
  )
  add(
    'log-key-unknown',
    'the auditor has the entries of a log, and not its key',
    ['not-provable', 'log-unknown'],
    logged(({ evidence }) => {
      delete evidence.trust.logs
    }),
  )
  add(
    'entries-not-cosigned',
    'too few witnesses cosigned the entries of the log',
    ['not-provable', 'witnesses-short'],
    logged(({ copy, log, test }) => {
      log.checkpoint = test.note()
      copy.checkpoint = test.note([
        [one, times.now - 100],
        [three, times.now - 100],
      ])
    }),
  )
  add(
    'one-of-two-witnesses-is-enough',
    'one of two witnesses is enough, so that each may have seen another log; both cosigned this one',
    ['not-provable', 'quorum-splits'],
    logged(({ evidence }) => {
      evidence.trust.witness_threshold = 1
    }),
  )
  const absent = ['not-provable', 'evidence-missing'] as const
  add(
    'witnessed-and-not-read',
    'witnesses cosigned in time, but they do not read, and nobody has the entries',
    absent,
    bundled(() => undefined),
  )
  add(
    'entries-end-before-the-last-statement',
    'the log that was given ends before the last statement',
    absent,
    logged(({ copy, test }) => {
      const size = test.entries.indexOf(entryOf(envelopes[3]!))
      Object.assign(copy, {
        checkpoint: test.note(late, test.text(size)),
        entries: test.entries.slice(0, size),
      })
    }),
  )
  add(
    'log-not-to-be-relied-on',
    'the bundle’s checkpoint is of another log',
    [...absent, 'refuted'],
    logged(({ log }) => {
      log.checkpoint = log.checkpoint.replace('.example', '.sample')
    }),
  )
})

const chain = scenariosOf('statement.chain', add => {
  const shortened = (count: number, change?: Members): Evidence =>
    logged(({ evidence, log }) => {
      evidence.bundle.statements.splice(count)
      evidence.bundle.winners?.splice(count - 2)
      log.proofs.splice(count)
      delete evidence.record
      Object.assign(evidence, change)
    })
  add(
    'later-statement-logged',
    'the log has a draw that the bundle does not have yet',
    ['not-provable', 'chain-unfinished'],
    shortened(3),
  )
  const cancelled = ((): EnvelopeJson => {
    const it = createCeremony(base)
    it.commit()
    it.seal()
    it.cancel()
    return it.envelopes[2]!
  })()
  add(
    'cancellation-logged',
    'the log has a cancellation in the place of the first draw',
    'chain-broken',
    grown([entryOf(cancelled)]),
  )
})

const signed = scenariosOf('statement.signed', add => {
  const revoked = (at: number, edit?: (it: Logged) => void): Evidence =>
    logged(it => {
      it.evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(at)
      edit?.(it)
    })
  add(
    'key-revoked-before-the-log-was-cosigned',
    'the key was revoked a second before the witnesses cosigned the draws',
    ['not-provable', 'key-revoked'],
    revoked(times.now - 100),
  )
  add(
    'key-revoked-before-the-second-cosigned',
    'only one of two witnesses cosigned before the key was revoked',
    ['not-provable', 'key-revoked'],
    revoked(times.now - 99, ({ log, copy, test }) => {
      log.checkpoint = test.note([
        [one, times.now - 100],
        [two, times.now - 50],
      ])
      copy.checkpoint = log.checkpoint
    }),
  )
})

const proofs = scenariosOf('statement.signed', add => {
  add(
    'key-revoked-after-a-checkpoint-with-a-bad-proof',
    'of all proofs under the checkpoint one fails; the others show what was signed before the key was revoked',
    ['proven', 'signature-verified', 'refuted'],
    bundled(({ evidence, log }) => {
      evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.now - 99)
      log.proofs[0]!.index += 1
    }),
  )
})

const included = scenariosOf('log.included', add => {
  add(
    'commitment-twice-in-the-bundle',
    'the bundle has the commitment twice, and the log has it once: both of them stand there',
    ['proven', 'log-included', 'refuted'],
    read(({ evidence: { bundle } }) => bundle.statements.unshift(bundle.statements[0]!)),
  )
  add(
    'statement-of-another-raffle-in-the-bundle',
    'the last draw of the bundle is of another raffle, and stands in the log as it is',
    ['proven', 'log-included', 'refuted'],
    lied(
      { draws: { 2: { raffle_id: '3f1c0c1e-8f0e-4c7a-a5a5-000000000000' } } },
      { log: { isBundled: false } },
    ),
  )
})

export const logEvidence: readonly Scenario[] = [
  ...signed,
  ...proofs,
  ...included,
  ...chain,
  ...notInTime('evidence.timely'),
  ...timely,
  ...notInTime('evidence.unique'),
  ...unique,
]
