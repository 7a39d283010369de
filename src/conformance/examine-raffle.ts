/**
 * One raffle of a service: what the rules say of its views, what its record proves, and whether it is still the record
 * that was seen before.
 *
 * @packageDocumentation
 */
import type { LockedRaffle, SeenRecord } from '../model/lock.js'
import type { AppliedRecipe } from '../verify/record-by-recipe.js'
import type { Examination } from '../verify/verdict.js'
import type { Answer, Seen } from './answer.js'
import { askRules, decideJudged, describeDecisions, type Decided } from './decisions.js'
import { askDrift, describeDrift } from './drift-question.js'
import {
  askEvidence,
  describeEvidence,
  gatherBeside,
  type BundleEvidence,
  type GatheredOf,
} from './evidence.js'
import { askSchemas } from './schema-question.js'
import { inquire, type Question } from './inquire.js'
import { raffleProbes, type ProbeName } from './probe-names.js'
import { confirmations, type Rule } from './rule.js'

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
  /** All of it, as one subject. */
  readonly examination: Examination
  /** What the rules alone say of the views. */
  readonly rules: Pick<Examination, 'claims' | 'findings'>
  /** What the record proves, or its bundle, as it is by itself. */
  readonly evidence: Examination
  /** The record to put into the lock, where it may be taken over. */
  readonly accepted?: SeenRecord
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
  const gathered: GatheredOf = new WeakMap()
  const send = async (probe: ProbeName, seen: Seen): Promise<Answer> => {
    const answer = await options.send(probe, seen)
    const beside =
      probe === 'bundle' && options.bundle ? await gatherBeside(answer, options.bundle) : undefined
    if (beside !== undefined) gathered.set(answer, beside)
    return answer
  }
  const evidence = askEvidence(probes, { ...options, source, gathered })
  const drift = lock === undefined ? [] : askDrift(probes, { ...options, seen: lock.seen })
  const schemas = askSchemas(rules.length === 0 ? [] : probes)
  const questions: readonly Question[] = [...asked, ...schemas, ...evidence, ...drift]
  const judged = await inquire(questions, probes, send, pause, needed)
  const decided = (question: Question): Decided => decideJudged(judged.get(question) ?? [], needed)

  const results = describeDecisions(
    rules.map(rule => ({ rule, decided: asked.filter(question => question.rule === rule).map(decided) })),
  )
  const examined = describeEvidence(
    evidence.map(question => ({ question, ...decided(question) })),
    source,
  )
  const drifted =
    drift.length === 0
      ? undefined
      : describeDrift(drift.map(question => ({ question, ...decided(question) })))
  const kept = [...results.claims, ...schemas.map(question => question.describe(decided(question)))]
  return {
    rules: { claims: kept, findings: results.findings },
    evidence: examined,
    examination: {
      ...examined,
      source,
      kind: 'raffle',
      title: `raffle ${raffle}`,
      claims: [...kept, ...(drifted?.claims ?? []), ...examined.claims],
      findings: [...results.findings, ...(drifted?.findings ?? []), ...examined.findings],
    },
    ...(drifted?.accept !== undefined && { accepted: drifted.accept }),
  }
}
