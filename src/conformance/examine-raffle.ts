/**
 * Examines a raffle of a service: the rules for its views, the evidence of its record, and whether the record
 * has changed since it was last seen.
 *
 * @packageDocumentation
 */
import type { LockedRaffle, SeenRecord } from '../model/lock.js'
import type { AppliedRecipe } from '../verify/record-by-recipe.js'
import type { Examination } from '../verify/verdict.js'
import type { Answer, AnswersByProbe } from './answer.js'
import { askRules, decideJudged, describeDecisions, type DecidedAnswer } from './decisions.js'
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
  /** Without trailing slash. */
  readonly baseUrl: string
  /** A UUID in lower case. */
  readonly raffle: string
  readonly vendorType: string
  readonly rules: readonly Rule[]
  /** Sends one of {@link raffleProbes}, given the earlier answers. */
  readonly send: (probe: ProbeName, seen: AnswersByProbe) => Promise<Answer>
  /** The available probes; all by default. */
  readonly probes?: readonly ProbeName[]
  /** Number of consecutive answers that must break a rule; 1 for a single recorded answer. */
  readonly confirmations?: number
  readonly pause?: (round: number) => Promise<void>
  readonly recipe?: AppliedRecipe
  /** Options for verifying the raffle's bundle; without it the bundle is not requested. */
  readonly bundle?: BundleEvidence
  /** What was seen before, if anything, for comparison. */
  readonly lock?: { readonly seen: LockedRaffle | undefined }
}

export interface ExaminedRaffle {
  /** Everything, as one subject. */
  readonly examination: Examination
  /** The results of the rules alone. */
  readonly rules: Pick<Examination, 'claims' | 'findings'>
  /** The results for the record, or its bundle, alone. */
  readonly evidence: Examination
  /** The record for the lock, if acceptable. */
  readonly accepted?: SeenRecord
}

/** Examines a raffle. */
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
  const send = async (probe: ProbeName, seen: AnswersByProbe): Promise<Answer> => {
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
  const decided = (question: Question): DecidedAnswer => decideJudged(judged.get(question) ?? [], needed)

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
