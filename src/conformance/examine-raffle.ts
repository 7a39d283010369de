/**
 * One raffle of a service: what the rules say of its views, what its record proves, and whether it is still the record
 * that was seen before.
 *
 * @packageDocumentation
 */
import type { AuditRecord } from '../model/audit-record.js'
import type { LockedRaffle } from '../model/lock.js'
import type { AppliedRecipe } from '../verify/record-by-recipe.js'
import type { Examination } from '../verify/verdict.js'
import type { Answer, Seen } from './answer.js'
import { askRules, decideJudged, describeDecisions, type Decided } from './decisions.js'
import { compareWithLock, type Drift, type Unread } from './drift.js'
import { askEvidence, describeEvidence, readRecord, type BundleEvidence } from './evidence.js'
import { parseHistory, type AuditHistory } from './history.js'
import { askSchemas } from './schema-question.js'
import { inquire, type Question } from './inquire.js'
import { raffleProbes, type ProbeName } from './probe-names.js'
import { broken, confirmations, kept, undecided, type Ending, type Rule } from './rule.js'

export interface RaffleOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** A UUID in lower case. */
  readonly raffle: string
  readonly vendorType: string
  readonly rules: readonly Rule[]
  /** Sends one of {@link raffleProbes}; it has the answers that came before. */
  readonly send: (probe: ProbeName, seen: Seen) => Promise<Answer>
  /** The probes that there are; all of them when left out. */
  readonly probes?: readonly ProbeName[]
  /** How many answers in a row have to break a rule; one, where there is one answer for ever. */
  readonly confirmations?: number
  readonly pause?: (round: number) => Promise<void>
  readonly recipe?: AppliedRecipe
  /** What the raffle's bundle is verified with; without it the bundle is not asked for. */
  readonly bundle?: BundleEvidence
  /** Compared with what was seen before, if anything was. */
  readonly lock?: { readonly seen: LockedRaffle | undefined }
}

export interface ExaminedRaffle {
  readonly examination: Examination
  /** The record to put into the lock, where it may be taken over. */
  readonly accepted?: AuditRecord
}

/** Asks about a raffle, and says what came of it. */
export async function examineRaffle(options: RaffleOptions): Promise<ExaminedRaffle> {
  const { baseUrl, raffle, rules, lock, pause = () => Promise.resolve() } = options
  const needed = options.confirmations ?? confirmations
  const probes = (options.probes ?? raffleProbes).filter(
    probe =>
      (probe !== 'history' || lock !== undefined) && (probe !== 'bundle' || options.bundle !== undefined),
  )
  const source = `${baseUrl}/raffles/${raffle}`
  const asked = askRules(rules, probes, [], options)
  const evidence = askEvidence(probes, { ...options, source })
  const drift = lock && new DriftQuestion(raffle, lock.seen)
  const schemas = askSchemas(rules.length === 0 ? [] : probes)
  const questions: readonly Question[] = [...asked, ...schemas, ...evidence, ...(drift ? [drift] : [])]
  const judged = await inquire(questions, probes, options.send, pause, needed)
  const decided = (question: Question): Decided => decideJudged(judged.get(question) ?? [], needed)

  const results = describeDecisions(
    rules.map(rule => ({ rule, decided: asked.filter(question => question.rule === rule).map(decided) })),
  )
  const examined = describeEvidence(
    evidence.map(question => ({ question, ...decided(question) })),
    source,
  )
  const drifted = drift?.describe(decided(drift))
  return {
    examination: {
      ...examined,
      source,
      kind: 'raffle',
      title: `raffle ${raffle}`,
      claims: [
        ...results.claims,
        ...schemas.map(question => question.describe(decided(question))),
        ...(drifted?.claims ?? []),
        ...examined.claims,
      ],
      findings: [...results.findings, ...(drifted?.findings ?? []), ...examined.findings],
    },
    ...(drift?.record !== undefined && drifted?.accept === true && { accepted: drift.record }),
  }
}

/** Whether it is still the record that was seen before. */
class DriftQuestion implements Question {
  readonly probes = ['audit', 'history'] as const
  readonly #raffle: string
  readonly #seen: LockedRaffle | undefined
  #last: Drift | undefined
  record: AuditRecord | undefined

  constructor(raffle: string, seen: LockedRaffle | undefined) {
    this.#raffle = raffle
    this.#seen = seen
  }

  readonly judge = (seen: Seen): Ending => {
    const read = readRecord(seen.get('audit'), this.#raffle)
    const record = read === 'unknown-raffle' || 'because' in read ? read : read.record
    const drift = compareWithLock({
      seen: this.#seen,
      record,
      history: readHistory(seen.get('history'), this.#raffle),
    })
    this.#last = drift
    this.record = record !== 'unknown-raffle' && 'draws' in record ? record : undefined
    if (drift.claims.some(({ status }) => status === 'refuted'))
      return broken('what was seen', 'something else')
    const open = drift.claims.find(({ status }) => status === 'not-provable')
    return open === undefined ? kept : undecided(open.message, open.code)
  }

  describe({ decision }: Decided): Drift {
    if (this.#last === undefined) {
      const unread: Unread =
        decision.is === 'undecided' ? decision : { code: 'rule-undecided', because: 'nothing was answered' }
      return compareWithLock({ seen: this.#seen, record: unread, history: unread })
    }
    if (decision.is !== 'unsteady') return this.#last
    const because = `the record differs from answer to answer (${decision.times} of ${decision.of})`
    const unread: Unread = { code: 'rule-unsteady', because }
    return compareWithLock({ seen: this.#seen, record: unread, history: unread })
  }
}

/** The history of an answer; undefined where the service has none that can be read, which is an extension. */
function readHistory(answer: Answer | undefined, raffle: string): AuditHistory | Unread | undefined {
  if (answer === undefined) return undefined
  if ('fault' in answer) return { code: answer.fault.code, because: answer.fault.message }
  const { status } = answer.exchange
  if (status >= 500) return { code: 'remote-error', because: `the history is answered with ${status}` }
  if (status !== 200 || !('value' in answer.content)) return undefined
  return parseHistory(answer.content.value, raffle)
}
