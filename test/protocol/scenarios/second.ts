import {
  createCeremony,
  createSigner,
  createTrust,
  envelop,
  observe,
  payloadOf,
  statementType,
  type EnvelopeJson,
  type Evidence,
} from '../factory.js'
import { jcs, seconds, utc, utf8, type Json, type Members } from '../second-opinion.js'
import { altered, base, ceremony, scenariosOf } from './scenario.js'

const { operator, observer, times, raffleId, envelopes } = ceremony()
const stranger = createSigner('Stranger')
const [commitment, seal] = envelopes as [EnvelopeJson, EnvelopeJson]

/** The raffle with other observations, one file for all. */
const seen = (...observations: EnvelopeJson[]): Evidence =>
  altered(evidence => {
    evidence.observations = [observations]
  })
const ofSeal = observe(observer, times.sealSeen, [commitment, seal])

export const secondSeen = [
  ...scenariosOf('evidence.unique', add => {
    const second = 'statement-second'
    const another = (change: Members): EnvelopeJson[] => {
      const it = createCeremony(base)
      it.commit(change)
      it.seal()
      return it.envelopes
    }
    const renamed = another({ raffle_name: 'Winter raffle' })
    const also = (at: number, shown: readonly EnvelopeJson[]): Evidence =>
      altered(evidence => {
        evidence.observations.push([observe(observer, at, shown, { raffle_id: raffleId })])
      })
    const resealed = ((): EnvelopeJson => {
      const it = createCeremony(base)
      it.commit()
      it.seal({ issued_at_utc: utc(times.sealed + 1) })
      return it.envelopes[1]!
    })()
    add(
      'second-commitment-seen',
      'an observer saw another commitment to the same raffle',
      second,
      also(times.commitmentSeen, renamed.slice(0, 1)),
    )
    add(
      'second-commitment-seen-late',
      'another commitment to the same raffle turned up after the draw',
      second,
      also(times.drawn + 60, renamed.slice(0, 1)),
    )
    add(
      'second-seal-seen',
      'an observer saw another seal of the same raffle',
      second,
      also(times.sealSeen, [resealed]),
    )
    add(
      'second-history-seen',
      'an observer saw another commitment with its seal',
      second,
      also(times.sealSeen, renamed),
    )
    add(
      'second-commitment-beside-the-first',
      'one observation shows two commitments to one raffle',
      second,
      seen(
        observe(observer, times.commitmentSeen, [commitment, renamed[0]!] as unknown as Json as never),
        ofSeal,
      ),
    )
    const underAnother = envelop(
      statementType,
      utf8(jcs({ ...payloadOf(renamed[0]!), operator: 'Another name' })),
      operator,
    )
    add(
      'second-commitment-under-another-name',
      'an observer saw another commitment to the same raffle, which the key of the operator signed under another name',
      second,
      also(times.commitmentSeen, [underAnother]),
    )
    const outdated = (at: number): Evidence => {
      const evidence = also(at, renamed.slice(0, 1))
      evidence.trust.operators[0]!.keys[0]!.valid_until = utc(times.drawn + 1000)
      return evidence
    }
    add(
      'second-commitment-seen-before-its-key-ran-out',
      'the key is not valid any more, and an observer saw another commitment while it was',
      second,
      outdated(times.drawn + 999),
    )
    // What does not count against the operator does not count for it.
    const next = createSigner(operator.name, 'the next key')
    const runOut = (from: number, at: number): Evidence =>
      altered(evidence => void (evidence.trust.operators[0]!.keys[0]!.valid_until = utc(at)), {
        newKey: { from, signer: next },
      })
    const tooLate = ['not-provable', 'observed-late'] as const
    add(
      'commitment-seen-when-its-key-had-run-out',
      'an observer saw the commitment in the second in which its key ran out, when any number of others would not count',
      tooLate,
      runOut(1, times.commitmentSeen),
    )
    add(
      'seal-seen-when-its-key-had-run-out',
      'an observer saw the seal after its key had run out, and one more that does not count for that reason',
      tooLate,
      (() => {
        const evidence = runOut(2, times.sealSeen - 1)
        evidence.observations.push([observe(observer, times.sealSeen, [commitment, resealed])])
        return evidence
      })(),
    )
    const inAnother = (companions: EnvelopeJson[]): Evidence =>
      altered(evidence => void Object.assign(evidence, { companions }))
    add(
      'second-commitment-in-another-document',
      'another document of the same call has another commitment of the raffle',
      second,
      inAnother(renamed.slice(0, 1)),
    )
    add(
      'second-seal-in-another-document',
      'another document of the same call has another seal of the raffle',
      second,
      inAnother([commitment, resealed]),
    )
    // Who makes up a bundle in the operator's name must not have it convicted.
    const madeUp = (change: (evidence: Evidence) => void): Evidence =>
      altered(
        evidence => {
          evidence.trust = createTrust([operator], [observer], [])
          change(evidence)
        },
        {
          operator: createSigner(operator.name, 'a key made for the occasion'),
          raffleId,
          raffleName: 'Winter raffle',
        },
      )
    add(
      'made-up-beside-what-was-seen',
      'a raffle under a key that nobody vouches for, and an observer saw the operator’s commitment: only one is signed',
      ['not-provable', 'evidence-missing'],
      madeUp(evidence => {
        evidence.observations = [[observe(observer, times.commitmentSeen, [commitment])]]
      }),
    )
    add(
      'made-up-beside-another-document',
      'a raffle under a key that nobody vouches for, beside the document of the operator: only one is signed',
      ['not-provable', 'evidence-missing'],
      madeUp(evidence => {
        evidence.companions = [commitment, seal]
      }),
    )
    add(
      'made-up-by-a-stolen-key',
      'a raffle under a key that was stolen before anybody saw it, beside the document of the operator by its next key',
      ['not-provable', 'evidence-missing'],
      altered(evidence => {
        const next = createSigner(operator.name, 'the next key')
        evidence.trust = createTrust([operator, next], [observer], [])
        evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.committed - 1)
        evidence.observations = []
        evidence.companions = [
          envelop(statementType, utf8(jcs({ ...payloadOf(commitment), raffle_name: 'Winter raffle' })), next),
        ]
      }),
    )
    add(
      'second-seal-seen-by-a-second-observer',
      'another trusted observer saw another seal',
      second,
      altered(evidence => {
        evidence.trust.observers!.push({
          name: stranger.name,
          public_key: Buffer.from(stranger.publicKey).toString('hex'),
        })
        evidence.observations.push([observe(stranger, times.sealSeen, [commitment, resealed])])
      }),
    )
    add(
      'second-seal-seen-without-a-beacon',
      'without a beacon, an observer saw another seal',
      second,
      (() => {
        const choices = { ...base, beacon: null }
        const it = createCeremony(choices)
        it.commit()
        it.seal({ paid_entries: 0, free_entries: 5 })
        const evidence = altered(() => undefined, choices)
        const at = seconds(evidence.now) - 1
        evidence.observations.push([observe(observer, at, it.envelopes)])
        return evidence
      })(),
    )
  }),
]
