/**
 * Examines the service-wide rules: invalid requests, unknown raffles, media types, limits.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'
import type { Examination } from '../verify/verdict.js'
import type { Answer, AnswersByProbe } from './answer.js'
import {
  askRules,
  decideJudged,
  describeDecisions,
  describeUnprobed,
  judgeAnswers,
  type DecidedAnswer,
} from './decisions.js'
import { inquire } from './inquire.js'
import { serviceProbes, type ProbeName } from './probe-names.js'
import type { ProbeRequest } from './probes.js'
import { confirmations, type Burst, type Rule } from './rule.js'
import type { Session } from './session.js'

export interface ServiceOptions {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** A raffle of the service, for invalid requests. */
  readonly raffle: string
  readonly vendorType: string
  readonly rules: readonly Rule[]
  readonly session: Session
  readonly describe: (probe: ProbeName, seen: AnswersByProbe) => ProbeRequest
  /** Names of generated requests, known to `describe`. */
  readonly generated: readonly ProbeName[]
  readonly pause: (round: number) => Promise<void>
  /** Tests the rate limit at the end. */
  readonly tryLimit?: () => Promise<Burst>
}

/** Examines a service. Call it last: it judges every 429 seen. */
export async function examineService(options: ServiceOptions): Promise<Examination> {
  const { baseUrl, rules, session, describe, generated, pause, tryLimit } = options
  const send = (probe: ProbeName, seen: AnswersByProbe): Promise<Answer> =>
    session.send(probe, describe(probe, seen))
  const probes: readonly ProbeName[] = [...serviceProbes, ...generated]
  const asked = askRules(rules, probes, generated, options)
  const judged = await inquire(asked, probes, send, pause, confirmations)
  const burst = await tryLimit?.()

  const unprobed: Claim[] = []
  const decided = rules.map(rule => {
    const decisions: DecidedAnswer[] = asked
      .filter(question => question.rule === rule)
      .map(question => decideJudged(judged.get(question) ?? [], confirmations))
    if ('judgeBurst' in rule) {
      // The whole burst is one observation.
      if (burst !== undefined) decisions.push({ decision: rule.judgeBurst(burst), answer: burst.limited[0] })
      else if (rule.severity === 'must') unprobed.push(describeUnprobed(rule))
    } else if (rule.limited === true) {
      const limited = judgeAnswers(rule, session.limited, options)
      if (limited.length > 0) decisions.push(decideJudged(limited, confirmations))
      else if (decisions.length === 0 && rule.severity === 'must') unprobed.push(describeUnprobed(rule))
    }
    return { rule, decided: decisions }
  })
  const { claims, findings } = describeDecisions(decided)
  const order = rules.map(({ id }) => id)
  return {
    source: baseUrl,
    kind: 'service',
    title: 'service-wide rules',
    claims: [...claims, ...unprobed].toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    findings,
    who_could_choose: 'this is about the service, not about a draw',
  }
}
