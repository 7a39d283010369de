/**
 * Bundles of an operator who has everything in its hands: its statements, service, log, list and dates, and some of
 * those who look on. Each with the end that is right, by rules that are written down here and not in src/.
 */
import type { BundleOptions } from '../../src/verify/options.js'
import {
  createCeremony,
  createRaffle,
  createSigner,
  entryOf,
  envelop,
  observe,
  statementType,
  witnesses,
  type EnvelopeJson,
  type Evidence,
} from '../protocol/factory.js'
import { createLog } from '../protocol/log.js'
import { jcs, unbase64, utc, type Json, type Members } from '../protocol/second-opinion.js'
import { base, ceremony } from '../protocol/scenarios/scenario.js'

export interface Attack {
  readonly name: string
  readonly evidence: () => Evidence
  readonly options?: Partial<BundleOptions>
  /** What has to become of it. */
  readonly verdict: 'refuted' | 'not-refuted'
  /** It may not reach more. */
  readonly highest: number
  /** The claim that says why, with its code. */
  readonly because?: readonly [claim: string, code: string]
  readonly finding?: string
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
  'an observation' | 'the log' | 'the log, in an array' | 'the log, signed twice' | 'another document'
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
    verdict: hasCounted ? 'refuted' : 'not-refuted',
    highest: hasCounted ? 0 : 5,
    ...(hasCounted && { because: ['evidence.unique', 'statement-second'] as const }),
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
const early = { because: ['evidence.timely', 'observed-early'] } as const

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
      { highest: 4 },
    ),
  ),
]

/** Faces of one raffle: each is shown a bundle of its own. */
const faces: readonly Attack[] = [
  {
    name: 'two commitments in one witnessed log, of which nobody reads the entries',
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
    verdict: 'not-refuted',
    highest: 3,
    evidence: () =>
      logged(evidence => {
        delete evidence.log
      }),
  },
  {
    name: 'the same, read',
    verdict: 'refuted',
    highest: 0,
    evidence: () =>
      logged(evidence => {
        addToLog(evidence, 'the log', second())
      }),
    because: ['evidence.unique', 'statement-second'],
  },
  ...[1, 2].map((missing): Attack => ({
    name: `a log that ${missing} of its witnesses cosigned, and three are asked for`,
    verdict: 'not-refuted',
    highest: 4,
    evidence: () => createRaffle({ ...base, log: { trusted: 3, cosign: missing, isObserved: true } }),
  })),
  ...(['full', 'file', 'light'] as const).map((list): Attack => ({
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

/** Who is named, and who is not. */
const names: readonly Attack[] = [
  {
    name: 'a raffle of the same id by another operator that the auditor trusts',
    verdict: 'not-refuted',
    highest: 0,
    options: { operator: 'Another operator' },
    evidence: () => plain(),
    because: ['document.read', 'operator-other'],
  },
  {
    name: 'another raffle than the one that was asked about',
    verdict: 'not-refuted',
    highest: 0,
    options: { raffle: '3f1c0c1e-8f0e-4c7a-a5a5-000000000000' },
    evidence: () => plain(),
    because: ['document.read', 'raffle-other'],
  },
  ...['99999', '0', ' ', 'Ada', '１'].map((id): Attack => ({
    name: `a ticket that was never sold: ${JSON.stringify(id)}`,
    verdict: 'not-refuted',
    highest: 5,
    options: { ticket: { id } },
    evidence: () => plain(),
    because: ['ticket.included', 'ticket-absent'],
  })),
]

export const attacks: readonly Attack[] = [
  ...places.flatMap(place =>
    keys.flatMap(key => [operator.name, other.name].map(name => withSecond(place, key, name))),
  ),
  ...clocks,
  ...faces,
  ...calledOff,
  ...stolen,
  ...names,
]
