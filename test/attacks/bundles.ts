/**
 * Bundles of an operator who has everything in its hands: its statements, service, log, list and dates, and some of
 * those who look on. Each with the end that is right, by rules that are written down here and not in src/.
 */
import type { BundleOptions } from '../../src/verify/options.js'
import {
  attest,
  createCeremony,
  createRaffle,
  createSigner,
  createTrust,
  entryOf,
  envelop,
  observe,
  runRaffle,
  statementType,
  witnesses,
  type EnvelopeJson,
  type Evidence,
} from '../protocol/factory.js'
import { ownRound } from '../protocol/rounds.js'
import { createLog } from '../protocol/log.js'
import { jcs, unbase64, utc, type Json, type Members } from '../protocol/second-opinion.js'
import { base, ceremony } from '../protocol/scenarios/scenario.js'

export interface Attack {
  readonly name: string
  readonly evidence: () => Evidence
  readonly options?: Partial<BundleOptions>
  /** Why this is the right end. */
  readonly why: string
  /** What has to become of it. */
  readonly verdict: 'refuted' | 'not-refuted' | 'either'
  /** It may not reach more. */
  readonly highest: number
  /** The claim that says why, with its code. */
  readonly because?: readonly [claim: string, code: string]
  readonly finding?: string
  /** In the last sentence. */
  readonly says?: RegExp
  /** It has to be somebody else who is accused. */
  readonly isFrame?: boolean
}

const { operator, observer, times, raffleId, envelopes } = ceremony()
const [commitment, seal] = envelopes as [EnvelopeJson, EnvelopeJson]
const roundTime = 1_692_806_364
const other = createSigner('Other name', operator.name)

/** A second commitment: by the same key, and under the same name or another. */
function second(name = operator.name): EnvelopeJson {
  const it = createCeremony(base)
  it.commit({ raffle_name: 'Winter raffle', operator: name })
  const payload = unbase64(it.envelopes[0]!.payload)
  return envelop(statementType, payload, operator)
}

type Place =
  | 'an observation'
  | 'the log'
  | 'the log, in an array'
  | 'the log, signed twice'
  | 'another document'
type Key =
  | 'good'
  | 'past its time, seen before'
  | 'past its time, seen after'
  | 'revoked, seen before'
  | 'revoked, seen after'

/** Whether what was seen there and then counts against the operator. */
const counts = (place: Place, key: Key): boolean =>
  key === 'good' || (key.endsWith('before') && place !== 'another document')

/** Long after the raffle: its own statements are as good as ever. */
const endsAt = times.drawn + 86_400
const seenAt = (key: Key): number => endsAt + (key.endsWith('after') ? 1 : -1)

function withSecond(place: Place, key: Key, name: string): Attack {
  const shown = second(name)
  const hasCounted = counts(place, key)
  return {
    name: `a second commitment in ${place}, key ${key}, ${name === operator.name ? 'same name' : 'another name'}`,
    why: hasCounted
      ? 'the operator signed two commitments of one raffle'
      : 'the key was in anybody’s hands when it was first seen, so it accuses nobody',
    verdict: hasCounted ? 'refuted' : 'not-refuted',
    highest: hasCounted ? 0 : 5,
    ...(hasCounted && { because: ['evidence.unique', 'statement-second'] as const }),
    // Entries of a log that do not count are passed over.
    ...(!hasCounted && !place.startsWith('the log') && { finding: 'statement-outdated' }),
    options: place === 'another document' ? { companions: [shown] } : {},
    evidence: () => {
      const isLog = place.startsWith('the log')
      const evidence = createRaffle({ ...base, ...(isLog && { log: {} }) })
      const [first] = evidence.trust.operators[0]!.keys
      if (key.startsWith('past')) first!.valid_until = utc(endsAt)
      if (key.startsWith('revoked')) first!.revoked_at = utc(endsAt)
      if (place === 'an observation') {
        evidence.observations.push([observe(observer, seenAt(key), [shown], { raffle_id: raffleId })])
      }
      if (isLog) addToLog(evidence, place, shown, seenAt(key))
      return evidence
    },
  }
}

/** Puts an envelope after the first entry of the log that the auditor read, and has it cosigned just after it was seen. */
function addToLog(evidence: Evidence, place: Place, shown: EnvelopeJson, at = times.drawn + 60): void {
  const text =
    place === 'the log, in an array'
      ? jcs([JSON.parse(entryOf(shown)) as Json])
      : place === 'the log, signed twice'
        ? jcs({
            ...(JSON.parse(entryOf(shown)) as Members),
            signatures: [{ sig: 'A'.repeat(86) + '==' }, shown.signatures[0] as unknown as Json],
          })
        : entryOf(shown)
  const log = createLog(operator.name)
  log.entries.push(...evidence.log!.entries, text)
  const cosigners = witnesses.slice(0, 2).map(witness => [witness, at] as const)
  evidence.log = { checkpoint: log.note(cosigners), entries: [...log.entries] }
}

const places: readonly Place[] = ['an observation', 'the log', 'the log, in an array', 'the log, signed twice', 'another document'] // prettier-ignore
const keys: readonly Key[] = ['good', 'past its time, seen before', 'past its time, seen after', 'revoked, seen before', 'revoked, seen after'] // prettier-ignore

const plain = (edit: (evidence: Evidence) => void = () => undefined): Evidence => {
  const evidence = createRaffle(base)
  edit(evidence)
  return evidence
}
const logged = (edit: (evidence: Evidence) => void = () => undefined): Evidence => {
  const evidence = createRaffle({ ...base, log: {} })
  edit(evidence)
  return evidence
}

/** Those who look on, some of whom lie or have a bad clock: seconds of the commitment, the seal, and a draw if any. */
function seenWhen(name: string, at: readonly [number, number, number?], verdict: Partial<Attack>): Attack {
  return {
    name: `seen ${name}`,
    why: 'a list that was sealed when the random number could be known could have been chosen',
    verdict: 'not-refuted',
    highest: 3,
    ...verdict,
    evidence: () =>
      plain(evidence => {
        const [ofCommitment, ofSeal, ofDraw] = at
        evidence.observations = [
          [observe(observer, ofCommitment, [commitment])],
          [observe(observer, ofSeal, [commitment, seal])],
          ...(ofDraw === undefined ? [] : [[observe(observer, ofDraw, envelopes)]]),
        ]
      }),
  }
}

const late = { because: ['evidence.timely', 'observed-late'] } as const
const early = {
  because: ['evidence.timely', 'observed-early'],
  why: 'nobody sees what is not there yet, so the clock is wrong, and its other times are worth nothing',
} as const

const clocks: readonly Attack[] = [
  ...[0, 1, 60, 3600].map(by =>
    seenWhen(`${by} s after entries closed`, [times.close + by, times.sealSeen], late),
  ),
  ...[29, 10, 0, -1, -600].map(by =>
    seenWhen(`with the seal ${by} s before the round`, [times.commitmentSeen, roundTime - by], late),
  ),
  ...[61, 120, 86_400].map(by =>
    seenWhen(
      `with the seal ${by} s before the close`,
      [times.commitmentSeen - 2 * 86_400, times.close - by],
      early,
    ),
  ),
  ...[61, 120, 3600].map(by =>
    seenWhen(
      `with the draw ${by} s before the round`,
      [times.commitmentSeen, times.sealSeen, roundTime - by],
      early,
    ),
  ),
  ...[60, 30, 1].map(by =>
    seenWhen(
      `with the draw ${by} s before the round, as a slow clock has it`,
      [times.commitmentSeen, times.sealSeen, roundTime - by],
      { highest: 4, why: 'clocks are off by so much, and honest observers are believed' },
    ),
  ),
]

/** Faces of one raffle: each is shown a bundle of its own. */
const faces: readonly Attack[] = [
  {
    name: 'two commitments in one witnessed log, of which nobody reads the entries',
    why: 'witnesses do not read what they cosign, so only its entries show everyone the same',
    verdict: 'not-refuted',
    highest: 4,
    evidence: () =>
      logged(evidence => {
        addToLog(evidence, 'the log', second())
        delete evidence.log
        evidence.observations = plain().observations
      }),
    finding: 'log-unread',
  },
  {
    name: 'the same with nobody who saw it',
    why: 'two may stand there, each shown to somebody',
    verdict: 'not-refuted',
    highest: 3,
    evidence: () =>
      logged(evidence => {
        delete evidence.log
      }),
  },
  {
    name: 'the same, read',
    why: 'both are signed, and both are there',
    verdict: 'refuted',
    highest: 0,
    evidence: () =>
      logged(evidence => {
        addToLog(evidence, 'the log', second())
      }),
    because: ['evidence.unique', 'statement-second'],
  },
  ...[1, 2].map((missing): Attack => ({
    why: 'fewer than the auditor asks for',
    name: `a log that ${missing} of its witnesses cosigned, and three are asked for`,
    verdict: 'not-refuted',
    highest: 4,
    evidence: () => createRaffle({ ...base, log: { trusted: 3, cosign: missing, isObserved: true } }),
  })),
  ...(['full', 'file', 'light'] as const).map((list): Attack => ({
    why: 'a list that nobody read whole may have the winner in it a hundred times',
    name: `a list that is ${list}, with one entry a hundred times in it or not`,
    verdict: 'not-refuted',
    highest: list === 'light' ? 3 : 4,
    evidence: () => createRaffle({ ...base, list }),
  })),
]

/** The operator calls it off when it does not like who wins. */
const calledOff: readonly Attack[] = ['seen', 'unseen'].flatMap(how =>
  ([-600, -60, -1, 0, 60] as const).map((after): Attack => {
    const at = roundTime + after
    return {
      why: 'with secret seeds only the operator knows the winners first, and its own date is only its word',
      name: `cancelled ${after} s after the round, ${how} then`,
      verdict: 'not-refuted',
      highest: 3,
      ...(after >= 0 || how === 'unseen' ? { finding: 'cancelled-late' } : {}),
      evidence: () => {
        const it = createCeremony({ ...base, times: { sealed: roundTime - 700, close: roundTime - 800 } })
        it.commit()
        it.seal()
        it.cancel({ issued_at_utc: utc(at) })
        const evidence = it.finish()
        if (how === 'seen') evidence.observations.push([observe(observer, at, it.envelopes)])
        return evidence
      },
    }
  }),
)

/** Keys that were stolen or lost their force sign the raffle itself. */
const stolen: readonly Attack[] = [-86_400, -1, 0, 1, 86_400].flatMap((by): Attack[] => [
  {
    why: 'whoever stole the key may have dated the statements back',
    name: `the key revoked ${by} s after the commitment, and nobody saw it`,
    verdict: 'not-refuted',
    highest: 1,
    evidence: () =>
      plain(evidence => {
        evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.committed + by)
        evidence.observations = []
      }),
    because: ['statement.signed', 'key-revoked'],
  },
  {
    why: 'the statement’s own date is outside the time of its key',
    name: `the key out of its time ${by} s after the commitment`,
    verdict: 'refuted',
    highest: 0,
    evidence: () =>
      plain(evidence => {
        evidence.trust.operators[0]!.keys[0]!.valid_until = utc(times.committed + Math.min(by, 0))
      }),
    because: ['statement.signed', 'key-outside-period'],
  },
])

/**
 * The operator's key runs out before the round. It signs as many as it likes under it, dated before, shows all of them
 * to an honest observer afterwards, and bundles the one that it likes when the round is out.
 */
const expiring: readonly Attack[] = (['commitment', 'seal'] as const).flatMap(kind =>
  ([-1, 0, 1] as const).map((by): Attack => {
    const next = { from: kind === 'seal' ? 2 : 1, signer: createSigner(operator.name, 'the next key') }
    const shown = kind === 'seal' ? times.sealSeen : times.commitmentSeen
    const variants = Array.from({ length: 8 }, (_, nth) =>
      kind === 'seal'
        ? { commitment: {}, seal: { issued_at_utc: utc(times.sealed + nth) } }
        : { commitment: { issued_at_utc: utc(times.committed + nth) }, seal: {} },
    )
    const raffles = variants.map(lies => runRaffle({ ...base, newKey: next, raffleId }, lies))
    const isBefore = by < 0
    return {
      name: `the best of eight ${kind}s, all shown ${by} s after their key ran out`,
      why: isBefore
        ? 'all were seen while the key was good, so the operator signed each of them'
        : 'each was seen in time, and the operator took the one that it liked',
      verdict: isBefore ? 'refuted' : 'not-refuted',
      highest: isBefore ? 0 : 3,
      because: ['evidence.unique', isBefore ? 'statement-second' : 'observed-late'],
      ...(!isBefore && { finding: 'statement-outdated' }),
      evidence: () => {
        const evidence = raffles[5]!.finish()
        const all = raffles.map(({ envelopes: of }) => of[kind === 'seal' ? 1 : 0]!)
        evidence.trust.operators[0]!.keys[0]!.valid_until = utc(shown - by)
        evidence.observations = [
          [observe(observer, times.commitmentSeen, raffles[5]!.envelopes.slice(0, 1))],
          [observe(observer, shown, all)],
          [observe(observer, times.sealSeen, raffles[5]!.envelopes.slice(0, 2))],
        ]
        return evidence
      },
    }
  }),
)

/**
 * Public seeds, and an observer read the list in time. The seal, whose date the operator chooses, was seen by nobody in
 * time, or not by an observer: it can still keep a result back.
 */
const kept: readonly Attack[] = (
  ['nobody', 'an observer, too late', 'the log alone', 'an observer, eight of them', 'an observer'] as const
).map((by): Attack => ({
  name: `public seeds, the list read in time, its seal seen by ${by}`,
  why: 'a seal of the same list with another date has other winners, so who has the list alone cannot draw',
  verdict: by === 'an observer, eight of them' ? 'refuted' : 'not-refuted',
  highest:
    by === 'an observer, eight of them' ? 0 : by === 'the log alone' ? 5 : by === 'an observer' ? 4 : 3,
  because: ['draw.unstoppable', by === 'an observer' ? 'draw-unstoppable' : 'basis-unproven'],
  evidence: () => {
    const raffles = Array.from({ length: 8 }, (_, nth) =>
      runRaffle(
        {
          ...base,
          seeds: 'public',
          listRead: roundTime - 30,
          raffleId,
          ...(by === 'the log alone' && { log: {} }),
        },
        { seal: { issued_at_utc: utc(times.sealed + nth) } },
      ),
    )
    const evidence = raffles[5]!.finish()
    const [both, list] = [
      raffles[5]!.envelopes.slice(0, 2),
      attest(observer, roundTime - 30, raffles[5]!.envelopes[1]!),
    ]
    const ofCommitment = observe(observer, times.commitmentSeen, both.slice(0, 1))
    const all = raffles.map(({ envelopes: of }) => of[1]!)
    evidence.observations = {
      nobody: [[ofCommitment], [list]],
      'an observer, too late': [[ofCommitment], [observe(observer, roundTime - 29, both)], [list]],
      'the log alone': [[list]],
      'an observer, eight of them': [[ofCommitment], [observe(observer, times.sealSeen, all)], [list]],
      'an observer': [[ofCommitment], [observe(observer, times.sealSeen, both)], [list]],
    }[by]
    return evidence
  },
}))

/** Who is named, and who is not. */
const names: readonly Attack[] = [
  {
    why: 'the auditor meant somebody else',
    name: 'a raffle of the same id by another operator that the auditor trusts',
    verdict: 'not-refuted',
    highest: 0,
    options: { operator: 'Another operator' },
    evidence: () => plain(),
    because: ['document.read', 'operator-other'],
  },
  {
    why: 'the auditor meant another raffle',
    name: 'another raffle than the one that was asked about',
    verdict: 'not-refuted',
    highest: 0,
    options: { raffle: '3f1c0c1e-8f0e-4c7a-a5a5-000000000000' },
    evidence: () => plain(),
    because: ['document.read', 'raffle-other'],
  },
  ...['99999', '0', ' ', 'Ada', '１'].map((id): Attack => ({
    why: 'nobody signed that it was sold, and an id may be mistyped',
    name: `a ticket that was never sold: ${JSON.stringify(id)}`,
    verdict: 'not-refuted',
    highest: 5,
    options: { ticket: { id } },
    evidence: () => plain(),
    because: ['ticket.included', 'ticket-absent'],
  })),
]

/** Somebody makes up a raffle in the operator's name, to have it convicted by what it really signed. */
const framed: readonly Attack[] = (['an observation', 'the log', 'another document'] as const).flatMap(
  place =>
    (['a key of its own', 'the operator’s old key'] as const).map((key): Attack => {
      const thief = createSigner(
        operator.name,
        key === 'a key of its own' ? 'made for the occasion' : 'old key',
      )
      return {
        name: `made up under ${key}, beside the true one in ${place}`,
        why: 'of the two only one is the operator’s own, so it signed no second one',
        verdict: 'either',
        highest: 1,
        evidence: () => {
          const evidence = createRaffle({ ...base, operator: thief, ...(place === 'the log' && { log: {} }) })
          evidence.trust = plain().trust
          if (place === 'the log') {
            evidence.trust = logged().trust
            for (const shown of [commitment, seal]) addToLog(evidence, 'the log', shown)
          }
          if (key !== 'a key of its own') {
            const [old] = createTrust([thief], [], []).operators[0]!.keys
            evidence.trust.operators[0]!.keys.push({ ...old!, revoked_at: utc(times.committed - 60) })
          }
          evidence.observations =
            place === 'an observation' ? [[observe(observer, times.sealSeen, [commitment, seal])]] : []
          if (place === 'another document') evidence.companions = [commitment, seal]
          return evidence
        },
        isFrame: true,
      }
    }),
)

/** The operator makes the random number itself. */
const ownChains: readonly Attack[] = (
  ['bls-unchained-g1-rfc9380', 'pedersen-bls-chained', 'pedersen-bls-unchained'] as const
).flatMap(scheme =>
  [true, false].map((isTrusted): Attack => ({
    name: `a chain of its own, ${scheme}, ${isTrusted ? 'which it talked the auditor into' : 'which nobody knows'}`,
    why: isTrusted
      ? 'the auditor believes whoever runs it, and the last sentence says so'
      : 'whoever has its one key knows every round beforehand',
    verdict: 'not-refuted',
    highest: isTrusted ? 4 : 3,
    ...(!isTrusted && { because: ['beacon.genuine', 'beacon-unknown'] as const }),
    ...(isTrusted && { says: /which is none of drand’s/ }),
    evidence: () => {
      const evidence = createRaffle({ ...base, beacon: ownRound(scheme, 7, { name: 'attacks' }) })
      if (!isTrusted) delete evidence.trust.beacons
      return evidence
    },
  })),
)

/** The record that it publishes says something else than it signed. */
const records: readonly Attack[] = (
  [
    ['winner_entry_id', '99999'],
    ['prize_name', 'A smaller prize'],
    ['total_entries', 3],
    ['drawn_at_utc', '2023-08-23T16:00:00+00:00'],
    ['rng_seed_hash', `sha256:${'ab'.repeat(32)}`],
    ['signature_hash', `sha256:${'cd'.repeat(32)}`],
    ['draw_id', '2fec9935-fa15-4193-ac56-000000000000'],
  ] as const
).flatMap(([member, value]) =>
  [0, 1].map((draw): Attack => ({
    name: `a record with another ${member} of prize ${draw + 1}`,
    why: 'the record says something else than was signed',
    verdict: 'refuted',
    highest: 0,
    because: ['record.matches', 'values-differ'],
    evidence: () => plain(({ record }) => void Object.assign(record!.draws[draw]!, { [member]: value })),
  })),
)

export const attacks: readonly Attack[] = [
  ...places.flatMap(place =>
    keys.flatMap(key => [operator.name, other.name].map(name => withSecond(place, key, name))),
  ),
  ...clocks,
  ...faces,
  ...calledOff,
  ...stolen,
  ...expiring,
  ...kept,
  ...names,
  ...framed,
  ...ownChains,
  ...records,
]
