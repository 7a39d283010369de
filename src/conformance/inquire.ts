/**
 * Sends probes until every question is decided: a broken rule is tested again, since an answer may be damaged
 * in transit, and one broken only in some answers is unsteady, not broken.
 *
 * @packageDocumentation
 */
import type { Answer, AnswersByProbe } from './answer.js'
import type { ProbeName } from './probe-names.js'
import { confirmations, type RuleResult } from './rule.js'

/** A question decided by the answers to some probes. */
export interface Question {
  /** The judged probe, then others that it needs. */
  readonly probes: readonly ProbeName[]
  /** Additional probes, which may remain unanswered. */
  readonly beside?: readonly ProbeName[]
  /** Asked only once. */
  readonly once?: boolean
  readonly judge: (seen: AnswersByProbe) => RuleResult
}

/** A result, and the answer it was judged on. */
export interface Judged {
  readonly ending: RuleResult
  readonly answer: Answer | undefined
}

/**
 * @param order - all probes, in sending order.
 * @param send - sends a probe, given the earlier answers.
 * @param pause - called before each round after the first, with its number.
 * @param needed - number of answers that must break a rule.
 * @returns the results of each question on its answers, in order.
 */
export async function inquire<Q extends Question>(
  questions: readonly Q[],
  order: readonly ProbeName[],
  send: (probe: ProbeName, seen: AnswersByProbe) => Promise<Answer>,
  pause: (round: number) => Promise<void>,
  needed = confirmations,
): Promise<ReadonlyMap<Q, readonly Judged[]>> {
  const judged = new Map<Q, Judged[]>(questions.map(question => [question, []]))
  const seen = new Map<ProbeName, Answer>()
  let open = questions
  // A few more rounds if some answers are undecided.
  const mostRounds = needed === 1 ? 1 : needed + 3
  for (let round = 1; round <= mostRounds && open.length > 0; round++) {
    if (round > 1) await pause(round)
    const wanted = new Set(open.flatMap(({ probes, beside = [] }) => [...probes, ...beside]))
    for (const probe of order) if (wanted.has(probe)) seen.set(probe, await send(probe, seen))
    for (const question of open) {
      const [main] = question.probes
      const answer = main === undefined ? undefined : seen.get(main)
      judged.get(question)?.push({ ending: judge(question, seen), answer })
    }
    open = open.filter(question => !isSettled(question, judged.get(question) ?? [], needed))
  }
  return judged
}

/** Missing answers are not judged. */
function judge({ probes, judge }: Question, seen: AnswersByProbe): RuleResult {
  for (const probe of probes) {
    const answer = seen.get(probe)
    if (answer === undefined) return { is: 'undecided', code: 'rule-undecided', because: 'nothing was asked' }
    if ('fault' in answer) return { is: 'undecided', code: answer.fault.code, because: answer.fault.message }
  }
  return judge(seen)
}

function isSettled({ once }: Question, judged: readonly Judged[], needed: number): boolean {
  const of = (is: RuleResult['is']): number => judged.filter(({ ending }) => ending.is === is).length
  if (once === true || of('kept') > 0 || of('absent') > 0) return true
  return of('broken') >= needed || (of('broken') === 0 && of('undecided') >= needed)
}
