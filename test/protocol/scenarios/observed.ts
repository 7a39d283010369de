import {
  createCeremony,
  createSigner,
  envelop,
  observationType,
  observe,
  statementType,
  type EnvelopeJson,
  type Evidence,
} from '../factory.js'
import { base64, jcs, unbase64, utc, utf8, type Members } from '../second-opinion.js'
import { shared } from './beacons.js'
import { altered, base, ceremony, flipBase64, scenariosOf, told, without, type Scenario } from './scenario.js'

const { operator, observer, times, raffleId, envelopes } = ceremony()
const stranger = createSigner('Stranger')
const roundTime = 1_692_806_364
const [commitment, seal] = envelopes as [EnvelopeJson, EnvelopeJson]

/** The raffle with other observations, one file for all. */
const seen = (...observations: EnvelopeJson[]): Evidence =>
  altered(evidence => {
    evidence.observations = [observations]
  })

const ofCommitment = observe(observer, times.commitmentSeen, [commitment])
const ofSeal = observe(observer, times.sealSeen, [commitment, seal])

/** The observations of the raffle, in other bytes or by someone else. */
const written = (change: (text: string) => string): Evidence =>
  seen(
    ...[ofCommitment, ofSeal].map(({ payload }) =>
      envelop(observationType, utf8(change(Buffer.from(unbase64(payload)).toString())), observer),
    ),
  )

const changed = (change: Members): Evidence =>
  written(text => jcs({ ...(JSON.parse(text) as Members), ...change }))

const by = (signer: typeof observer): Evidence =>
  seen(
    observe(signer, times.commitmentSeen, [commitment]),
    observe(signer, times.sealSeen, [commitment, seal]),
  )

/** The same statement with a signature of nobody: it may have been made up by anyone, and signed later. */
const unsigned = (envelope: EnvelopeJson): EnvelopeJson => ({
  ...envelope,
  signatures: [{ sig: base64(new Uint8Array(64)) }],
})

/** Why nobody places the statements in time: both claims end alike. */
const notInTime = (claim: 'evidence.timely' | 'evidence.unique'): readonly Scenario[] =>
  scenariosOf(claim, add => {
    const absent = ['not-provable', 'evidence-missing'] as const
    const otherRaffle = createCeremony({ ...base, seed: 'another raffle' })
    otherRaffle.commit()
    otherRaffle.seal()
    add('nobody-saw-anything', 'there is no observation', absent, seen())
    add('only-the-commitment-seen', 'nobody saw the seal before the round', absent, seen(ofCommitment))
    add(
      'only-the-seal-seen',
      'nobody saw the commitment',
      absent,
      seen(observe(observer, times.sealSeen, [seal], { raffle_id: raffleId })),
    )
    add(
      'another-raffle-seen',
      'the observations are of another raffle',
      absent,
      seen(
        observe(observer, times.commitmentSeen, otherRaffle.envelopes.slice(0, 1)),
        observe(observer, times.sealSeen, otherRaffle.envelopes),
      ),
    )
    add(
      'another-raffle-named',
      'the observations name another raffle',
      absent,
      changed({ raffle_id: otherRaffle.raffleId }),
    )
    add(
      'nothing-in-the-observations',
      'the observations show no statement',
      absent,
      changed({ envelopes: [] }),
    )
    add(
      'seen-unsigned',
      'the statements were seen without a signature of the operator: one of many drafts, signed later',
      absent,
      seen(
        observe(observer, times.commitmentSeen, [unsigned(commitment)]),
        observe(observer, times.sealSeen, [unsigned(commitment), unsigned(seal)]),
      ),
    )
    add(
      'seal-seen-unsigned',
      'the seal was seen without a signature of the operator',
      absent,
      seen(ofCommitment, observe(observer, times.sealSeen, [commitment, unsigned(seal)])),
    )
    add(
      'seal-seen-and-not-yet-given',
      'the bundle ends with the commitment, and an observer saw the seal',
      absent,
      {
        ...told(it => void it.commit()),
        observations: [[ofCommitment], [ofSeal]],
      },
    )
    add(
      'no-commitment',
      'the chain has no commitment',
      ['not-provable', 'evidence-missing', 'refuted'],
      shared.headless,
    )

    const invalid = ['not-provable', 'observation-invalid'] as const
    add(
      'observation-with-a-space',
      'the observations are not in their RFC 8785 form',
      invalid,
      written(text => text.replace(':', ': ')),
    )
    add(
      'observation-with-an-unknown-member',
      'the observations have a member that the protocol does not know',
      invalid,
      changed({ verified: true }),
    )
    add(
      'observation-of-an-envelope-with-a-fraction',
      'an envelope in the observations has a member with a number that no document of the protocol has',
      invalid,
      written(text => text.replaceAll('{"payload":', '{"a":1.5,"payload":')),
    )
    add(
      'observation-of-an-envelope-with-a-prototype',
      'an envelope in the observations has a member by the name of the prototype',
      invalid,
      written(text => text.replaceAll('{"payload":', '{"__proto__":{},"payload":')),
    )
    add(
      'observation-without-a-time',
      'the observations do not say when',
      invalid,
      written(text => {
        return jcs(without(JSON.parse(text) as Members, 'observed_at_utc'))
      }),
    )
    add(
      'observation-with-a-local-time',
      'the observations are not dated in UTC',
      invalid,
      written(text => text.replace(/"observed_at_utc":"([^+]*)\+00:00"/, '"observed_at_utc":"$1+02:00"')),
    )
    add(
      'observation-not-json',
      'the observations are no JSON',
      invalid,
      written(() => 'I saw it'),
    )

    const untrusted = ['not-provable', 'observation-untrusted'] as const
    add('observer-unknown', 'the observer is not in the trust file', untrusted, by(stranger))
    add('observed-by-the-operator', 'the operator signed the observations itself', untrusted, by(operator))
    add(
      'observation-signature-altered',
      'the signature of the observations is broken',
      untrusted,
      seen(
        ...[ofCommitment, ofSeal].map(one => ({
          ...one,
          signatures: [{ sig: flipBase64(one.signatures[0]!.sig, 3) }],
        })),
      ),
    )
    add(
      'observation-signed-by-another',
      'another key signed and names that of the observer',
      untrusted,
      seen(
        ...[ofCommitment, ofSeal].map(one => ({
          ...one,
          signatures: [
            {
              ...one.signatures[0]!,
              sig: envelop(observationType, unbase64(one.payload), stranger).signatures[0]!.sig,
            },
          ],
        })),
      ),
    )
    add(
      'observation-altered',
      'the time was put back after the observer signed',
      untrusted,
      altered(evidence => {
        for (const [one] of evidence.observations) {
          const observation = JSON.parse(Buffer.from(unbase64(one!.payload)).toString()) as Members
          one!.payload = base64(utf8(jcs({ ...observation, observed_at_utc: utc(times.committed) })))
        }
      }),
    )
    add(
      'observation-signed-as-a-statement',
      'the observations carry the payload type of statements',
      untrusted,
      seen(
        ...[ofCommitment, ofSeal].map(({ payload }) => envelop(statementType, unbase64(payload), observer)),
      ),
    )
    add(
      'observation-from-the-future',
      'the observations are dated after now',
      untrusted,
      altered(evidence => {
        evidence.now = utc(times.commitmentSeen - 1)
      }),
    )

    const late = ['not-provable', 'observed-late'] as const
    const when = (atCommitment: number, atSeal: number): Evidence =>
      seen(observe(observer, atCommitment, [commitment]), observe(observer, atSeal, [commitment, seal]))
    add(
      'commitment-seen-at-the-close',
      'the commitment was seen in the very second of the close',
      late,
      when(times.close, times.sealSeen),
    )
    add('commitment-seen-with-the-seal', 'the commitment was seen first with the seal', late, seen(ofSeal))
    add(
      'seal-seen-29-s-before-the-round',
      'the seal was seen 29 s before the round',
      late,
      when(times.commitmentSeen, roundTime - 29),
    )
    add(
      'seal-seen-at-the-round',
      'the seal was seen when the round came out',
      late,
      when(times.commitmentSeen, roundTime),
    )
    add(
      'seal-seen-after-the-draw',
      'the seal was seen when all was drawn',
      late,
      when(times.commitmentSeen, times.drawn + 60),
    )
    add(
      'all-seen-after-the-draw',
      'everything was seen when all was drawn',
      late,
      when(times.drawn + 60, times.drawn + 60),
    )
    const unknown = altered(evidence => {
      Object.assign(evidence, shared.unknown)
    })
    add(
      'chain-unknown',
      'the trust file does not have the chain, so nobody knows when the round was',
      ['not-provable', 'beacon-unknown'],
      unknown,
    )
  })

export const evidenceTimely = [
  ...notInTime('evidence.timely'),
  ...scenariosOf('evidence.timely', add => {
    const early = ['not-provable', 'observed-early'] as const
    add(
      'seal-seen-before-the-close',
      'an observer says that it saw the seal two minutes before entries closed: its clock is wrong',
      early,
      seen(ofCommitment, observe(observer, times.close - 120, [commitment, seal])),
    )
    add(
      'draw-seen-before-the-round',
      'an observer says that it saw the draw two minutes before the round was out: its clock is wrong',
      early,
      seen(ofCommitment, ofSeal, observe(observer, roundTime - 120, envelopes)),
    )
    add('no-beacon', 'the commitment names no beacon', ['not-applicable', 'beacon-none'], shared.nameless)
    add(
      'commitment-twice-in-the-bundle',
      'the bundle has the commitment twice: an observer saw each of them in time',
      ['proven', 'observed-in-time', 'refuted'],
      altered(({ bundle }) => bundle.statements.unshift(bundle.statements[0]!)),
    )
  }),
]

/** What nobody saw in time cannot be shown to be the only one either. */
export const unseen = notInTime('evidence.unique')
