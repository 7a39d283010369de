/**
 * One raffle of a service: what the rules say of its views, what its record proves, and whether it is still the record
 * that was seen before.
 *
 * @packageDocumentation
 */
import { parseJson } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { parseAuditRecord, type AuditRecord } from '../model/audit-record.js'
import type { LockedRaffle } from '../model/lock.js'
import type { Claim } from '../model/report.js'
import type { AppliedRecipe } from '../verify/record-by-recipe.js'
import type { Examination } from '../verify/verdict.js'
import { examineRecord } from '../verify/verify-record.js'
import type { Answer, Seen } from './answer.js'
import { askRules, decideJudged, describeDecisions, type Decided } from './decisions.js'
import { compareWithLock, type Drift, type Unread } from './drift.js'
import { parseHistory, type AuditHistory } from './history.js'
import { askSchemas } from './schema-question.js'
import { inquire, type Question } from './inquire.js'
import { raffleProbes, type ProbeName } from './probe-names.js'
import { absent, broken, confirmations, kept, undecided, worst, type Ending, type Rule } from './rule.js'

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
  const probes = (options.probes ?? raffleProbes).filter(probe => probe !== 'history' || lock !== undefined)
  const source = `${baseUrl}/raffles/${raffle}`
  const asked = askRules(rules, probes, [], options)
  const evidence = (['audit', 'audit-vendor'] as const)
    .filter(probe => probe === 'audit' || probes.includes(probe))
    .map(probe => new EvidenceQuestion(probe, raffle, source, options.recipe))
  const drift = lock && new DriftQuestion(raffle, lock.seen)
  const schemas = askSchemas(rules.length === 0 ? [] : probes)
  const questions: readonly Question[] = [...asked, ...schemas, ...evidence, ...(drift ? [drift] : [])]
  const judged = await inquire(questions, probes, options.send, pause, needed)
  const decided = (question: Question): Decided => decideJudged(judged.get(question) ?? [], needed)

  const results = describeDecisions(
    rules.map(rule => ({ rule, decided: asked.filter(question => question.rule === rule).map(decided) })),
  )
  const examined = describeEvidence(evidence.map(question => ({ question, ...decided(question) })))
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

/** Of these the verdict on a service is made too; the others are asked for with `--require`. */
const consistency = ['record.schema', 'record.consistent']

/**
 * The record is that of `application/json`. What it is as the other media type counts only where it refutes something:
 * a service does not show one record to who checks it and another to who does not, and be proven.
 */
function describeEvidence(
  decided: readonly (Decided & { readonly question: EvidenceQuestion })[],
): Examination {
  const counting = decided.filter(
    ({ question, decision }) => question.probe === 'audit' || ['broken', 'unsteady'].includes(decision.is),
  )
  const counts = worst(counting)
  if (counts === undefined) throw new Error('no record was asked for')
  return counts.question.describe(counts)
}

/** What the record proves, read as strictly as a file is. */
class EvidenceQuestion implements Question {
  readonly probe: 'audit' | 'audit-vendor'
  readonly probes: readonly ProbeName[]
  readonly #raffle: string
  readonly #source: string
  readonly #recipe: AppliedRecipe | undefined
  #kept: Examination | undefined
  #refuted: Examination | undefined

  constructor(
    probe: 'audit' | 'audit-vendor',
    raffle: string,
    source: string,
    recipe: AppliedRecipe | undefined,
  ) {
    this.probe = probe
    this.probes = [probe]
    this.#raffle = raffle
    this.#source = source
    this.#recipe = recipe
  }

  readonly judge = (seen: Seen): Ending => {
    const read = readRecord(seen.get(this.probe), this.#raffle)
    if (read === 'unknown-raffle') return absent(`the service knows no raffle ${this.#raffle}`)
    if ('because' in read) return undecided(read.because, read.code)
    const examination = examineRecord(read.value, this.#source, this.#recipe)
    if (!examination.claims.some(({ status }) => status === 'refuted')) {
      this.#kept = examination
      return kept
    }
    this.#refuted = examination
    return broken('a record that nothing refutes', 'another one')
  }

  describe({ decision }: Decided): Examination {
    const found = this.#refuted ?? this.#kept
    if (decision.is === 'absent') return unseen(this.#source, 'raffle-unknown', decision.because)
    if (decision.is === 'undecided') return unseen(this.#source, decision.code, decision.because)
    if (found === undefined) throw new Error('a record was judged and is missing')
    const claims = found.claims.map((claim): Claim => {
      const steady =
        decision.is === 'unsteady' && claim.status === 'refuted' ? unsteady(claim, decision) : claim
      return consistency.includes(claim.id) ? steady : { ...steady, asked: false }
    })
    return { ...found, claims }
  }
}

/** A claim that some answers refute and others do not. */
function unsteady({ id, message }: Claim, { times, of }: { times: number; of: number }): Claim {
  const because = `${message}; so it is in ${times} of ${of} answers, and not in the others`
  return { id, status: 'not-provable', code: 'rule-unsteady', message: because }
}

function unseen(source: string, code: Claim['code'], because: string): Examination {
  return {
    source,
    kind: 'raffle',
    level: 0,
    claims: consistency.map(id => ({
      id,
      status: 'not-provable',
      code,
      message: `there is a record to examine: ${because}`,
    })),
    findings: [],
    who_could_choose: 'unknown: no record was seen',
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

/** The record of an answer, read strictly; or why there is none. */
function readRecord(
  answer: Answer | undefined,
  raffle: string,
): { readonly value: object; readonly record: AuditRecord | Unread } | 'unknown-raffle' | Unread {
  if (answer === undefined) return { code: 'rule-undecided', because: 'the record was not asked for' }
  if ('fault' in answer) return { code: answer.fault.code, because: answer.fault.message }
  const { status, body } = answer.exchange
  if (status === 404) return 'unknown-raffle'
  if (status !== 200) {
    return {
      code: status >= 500 ? 'remote-error' : 'rule-undecided',
      because: `the service answers ${status}`,
    }
  }
  try {
    const value = parseJson(body)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { code: 'document-unknown', because: 'the answer is no JSON object' }
    }
    const record = parseAuditRecord(value)
    if ('problems' in record)
      return { value, record: { code: 'schema-invalid', because: 'the record breaks its schema' } }
    if (record.raffle_id.toLowerCase() !== raffle) {
      return { code: 'rule-undecided', because: `the answer is about raffle ${record.raffle_id}` }
    }
    return { value, record }
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code === 'internal') throw error
    return { code: error.code, because: error.message }
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
