/**
 * Checks whether a raffle is unchanged since it was last seen, until decided, in every form in which its
 * record can be requested.
 *
 * @packageDocumentation
 */
import { parseAuditRecord } from '../model/audit-record.js'
import type { LockedRaffle, SeenRecord } from '../model/lock.js'
import { addFinding, type Claim, type Finding } from '../model/report.js'
import { listSignedDraws } from '../verify/bundle/signed-draws.js'
import type { Answer, AnswersByProbe } from './answer.js'
import type { DecidedAnswer } from './decisions.js'
import { compareWithLock, type Drift, type DriftInput, type UnreadReason } from './drift.js'
import { readObject, type BundleEvidence } from './evidence.js'
import { parseHistory, type AuditHistory } from './history.js'
import type { Question } from './inquire.js'
import type { ProbeName } from './probe-names.js'
import { absent, broken, kept, undecided, type RuleResult } from './rule.js'
import { respellHashes } from './served-record.js'
import { withUtcTimes } from './utc-times.js'

/** The probes for a record, and a description of those that are not the plain one. */
const ways = {
  audit: undefined,
  'audit-vendor': 'asked for as its own media type',
  'audit-again': 'asked whether it is still what it was',
} as const

type DriftProbe = keyof typeof ways

export interface DriftOptions {
  /** A UUID in lower case. */
  readonly raffle: string
  readonly seen: LockedRaffle | undefined
  /** Options for verifying bundles; without it nothing counts as signed. */
  readonly bundle?: BundleEvidence
}

/**
 * A question for each form of the record: a service must not show checkers another record than everyone else.
 */
export function askDrift(probes: readonly ProbeName[], options: DriftOptions): readonly DriftQuestion[] {
  const hasBundle = probes.includes('bundle') && options.bundle !== undefined
  const beside: readonly ProbeName[] = hasBundle ? ['history', 'bundle'] : ['history']
  return (Object.keys(ways) as DriftProbe[])
    .filter(way => probes.includes(way))
    .map(way => new DriftQuestion(way, beside, options))
}

/** The result for a raffle. */
export interface RaffleDrift {
  readonly claims: readonly Claim[]
  readonly findings: readonly Finding[]
  readonly accept?: SeenRecord
}

/** The worst result of all answers; only what all of them agree on is accepted. */
export function describeDrift(
  decided: readonly (DecidedAnswer & { readonly question: DriftQuestion })[],
): RaffleDrift {
  const drifts = decided.flatMap(one => one.question.describe(one) ?? [])
  const [main] = drifts
  if (main === undefined) throw new Error('no record was asked for')
  const worst = drifts.find(is('refuted')) ?? drifts.find(is('not-provable')) ?? main
  const findings: Finding[] = []
  for (const drift of new Set([main, worst])) {
    for (const finding of drift.findings) addFinding(findings, finding)
  }
  const { accept } = main
  return {
    claims: [worst.changed, main.recorded],
    findings,
    ...(accept !== undefined && drifts.every(drift => drift.accept !== undefined) && { accept }),
  }
}

const is =
  (status: Claim['status']) =>
  ({ changed }: Drift): boolean =>
    changed.status === status

export class DriftQuestion implements Question {
  readonly probes: readonly ProbeName[]
  readonly beside: readonly ProbeName[]
  readonly #way: DriftProbe
  readonly #options: DriftOptions
  #last: Drift | undefined
  #refuted: Drift | undefined

  constructor(way: DriftProbe, beside: readonly ProbeName[], options: DriftOptions) {
    this.#way = way
    this.probes = [way]
    this.beside = beside
    this.#options = options
  }

  readonly judge = (seen: AnswersByProbe): RuleResult => {
    const { raffle, seen: locked, bundle } = this.#options
    const read = readAnswered(seen.get(this.#way), raffle)
    // Another form without a record does not count: the plain answer decides.
    if (this.#way !== 'audit' && !('value' in read)) return absent('there is no such answer')
    const record = 'value' in read ? read.record : read.is
    const served = seen.get('bundle')
    const drift = compareWithLock({
      seen: locked,
      record,
      history: readHistory(seen.get('history'), raffle),
      ...('value' in read &&
        bundle !== undefined &&
        served !== undefined && { signed: () => readSigned(served, raffle, read.value, bundle) }),
    })
    this.#last = drift
    const claims = this.#way === 'audit' ? [drift.changed, drift.recorded] : [drift.changed]
    if (claims.some(({ status }) => status === 'refuted')) {
      this.#refuted = drift
      return broken('what was seen', 'something else')
    }
    const open = claims.find(
      ({ status, code }) => status === 'not-provable' && code !== 'correction-recorded',
    )
    return open === undefined ? kept : undecided(open.message, open.code)
  }

  /** Undefined if it was not answered in this form. */
  describe({ decision }: DecidedAnswer): Drift | undefined {
    const { seen } = this.#options
    const drift = decision.is === 'broken' || decision.is === 'unsteady' ? this.#refuted : this.#last
    if (drift === undefined) {
      if (this.#way !== 'audit') return undefined
      const unread: UnreadReason =
        decision.is === 'undecided' ? decision : { code: 'rule-undecided', because: 'nothing was answered' }
      return compareWithLock({ seen, record: unread, history: unread })
    }
    const how = ways[this.#way]
    const { changed } = drift
    const said =
      how === undefined || changed.status === 'proven'
        ? drift
        : { ...drift, changed: { ...changed, message: `${changed.message}, ${how}` } }
    return decision.is === 'unsteady' ? unsteady(said, decision) : said
  }
}

/** Refuted by some answers and not by others. */
function unsteady(drift: Drift, { times, of }: { readonly times: number; readonly of: number }): Drift {
  const open = (claim: Claim): Claim =>
    claim.status === 'refuted'
      ? {
          ...claim,
          status: 'not-provable',
          code: 'rule-unsteady',
          message: `${claim.message}; so it is in ${times} of ${of} answers, and not in the others`,
        }
      : claim
  const { changed, recorded, findings } = drift
  return { changed: open(changed), recorded: open(recorded), findings }
}

type ReadRecord =
  | { readonly value: object; readonly record: DriftInput['record'] }
  /** There is no record. */
  | { readonly is: Exclude<DriftInput['record'], { readonly draws: unknown }> }

/** The record of an answer in comparable form: times in any spelling. */
function readAnswered(answer: Answer | undefined, raffle: string): ReadRecord {
  if (answer !== undefined && !('fault' in answer) && [404, 410].includes(answer.exchange.status)) {
    return { is: 'unknown-raffle' }
  }
  const read = readObject(answer)
  if ('because' in read) return { is: read }
  const record = parseAuditRecord(withUtcTimes(respellHashes(read.value).value))
  if ('problems' in record) {
    return { is: { code: 'schema-invalid', because: 'the record breaks its schema' } }
  }
  const answered = record.raffle_id.toLowerCase()
  if (answered !== raffle) return { is: { asked: raffle, answered } }
  return { value: read.value, record }
}

/** Statuses that intermediaries use: the service's own answer is unknown. */
const notReached = [429, 502, 503, 504]

function findFault(answer: Answer): UnreadReason | undefined {
  if ('fault' in answer) return { code: answer.fault.code, because: answer.fault.message }
  const { status } = answer.exchange
  return notReached.includes(status)
    ? { code: 'remote-error', because: `it is answered with ${status}` }
    : undefined
}

/** The history of an answer; undefined if the service has no readable one, which is an extension. */
function readHistory(answer: Answer | undefined, raffle: string): AuditHistory | UnreadReason | undefined {
  if (answer === undefined) return undefined
  const fault = findFault(answer)
  if (fault !== undefined) return { ...fault, because: `the history could not be read: ${fault.because}` }
  if ('fault' in answer || answer.exchange.status !== 200 || !('value' in answer.content)) return undefined
  return parseHistory(answer.content.value, raffle)
}

function readSigned(answer: Answer, raffle: string, record: object, { trust, options, now }: BundleEvidence) {
  const fault = findFault(answer)
  if (fault !== undefined) return { ...fault, because: `the bundle could not be read: ${fault.because}` }
  const read = readObject(answer)
  if ('because' in read) return undefined
  return listSignedDraws(read.value, trust, { ...options, now: now(), raffle, record })
}
