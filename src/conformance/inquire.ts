/**
 * Asks until every question is decided: what one answer breaks is asked again, since an answer may be spoilt on its
 * way, and what is broken in some answers only is said to be unsteady, not broken.
 *
 * @packageDocumentation
 */
import type { Answer, Seen } from './answer.js'
import type { ProbeName } from './probe-names.js'
import { confirmations, type Ending } from './rule.js'

/** Something to be decided by the answers to some probes. */
export interface Question {
  /** The probe whose answer is judged, then others that it takes. */
  readonly probes: readonly ProbeName[]
  /** Asked too; that no answer comes is for the question to judge. */
  readonly beside?: readonly ProbeName[]
  /** Asked once, whatever comes of it. */
  readonly once?: boolean
  readonly judge: (seen: Seen) => Ending
}

/** An ending with the answer that it was judged on. */
export interface Judged {
  readonly ending: Ending
  readonly answer: Answer | undefined
}

/**
 * @param order - all probes, in the order in which they are sent.
 * @param send - sends one probe; it has the answers that came before.
 * @param pause - called before each round but the first, with its number from 2 on.
 * @param needed - how many answers have to break something.
 * @returns how each question ended on each answer that it was judged on, in order.
 */
export async function inquire<Q extends Question>(
  questions: readonly Q[],
  order: readonly ProbeName[],
  send: (probe: ProbeName, seen: Seen) => Promise<Answer>,
  pause: (round: number) => Promise<void>,
  needed = confirmations,
): Promise<ReadonlyMap<Q, readonly Judged[]>> {
  const judged = new Map<Q, Judged[]>(questions.map(question => [question, []]))
  const seen = new Map<ProbeName, Answer>()
  let open = questions
  // Where some answers do not count either way, a few more are asked for.
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

/** Nothing is judged on answers that did not come. */
function judge({ probes, judge }: Question, seen: Seen): Ending {
  for (const probe of probes) {
    const answer = seen.get(probe)
    if (answer === undefined) return { is: 'undecided', code: 'rule-undecided', because: 'nothing was asked' }
    if ('fault' in answer) return { is: 'undecided', code: answer.fault.code, because: answer.fault.message }
  }
  return judge(seen)
}

function isSettled({ once }: Question, judged: readonly Judged[], needed: number): boolean {
  const of = (is: Ending['is']): number => judged.filter(({ ending }) => ending.is === is).length
  if (once === true || of('kept') > 0 || of('absent') > 0) return true
  return of('broken') >= needed || (of('broken') === 0 && of('undecided') >= needed)
}
