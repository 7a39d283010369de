/**
 * Turns a service's answers into decisions on rules, and decisions into claims and findings.
 *
 * @packageDocumentation
 */
import { addFinding, type Claim, type Finding } from '../model/report.js'
import type { Answer, Answered, AnswersByProbe } from './answer.js'
import { describeRequest } from './curl.js'
import type { Judged, Question } from './inquire.js'
import type { ProbeName } from './probe-names.js'
import { decide, worst, type AnswerRule, type Decision, type Rule, type RuleContext } from './rule.js'

/** An alternative of a rule, as a question. */
export interface RuleQuestion extends Question {
  readonly rule: AnswerRule
}

/**
 * The questions of the rules for these probes. A rule without a possible alternative is left out.
 *
 * @param generated - generated probes.
 */
export function askRules(
  rules: readonly Rule[],
  probes: readonly ProbeName[],
  generated: readonly ProbeName[],
  setting: RuleContext,
): readonly RuleQuestion[] {
  return rules.flatMap(rule => {
    if (!('judge' in rule)) return []
    const alternatives = [
      ...rule.on.filter(names => names.every(name => probes.includes(name))),
      ...(rule.generated === true ? generated.map(name => [name]) : []),
    ]
    return alternatives.map((names): RuleQuestion => ({
      rule,
      probes: names,
      once: rule.severity === 'open',
      judge: seen => judge(rule, names[0], seen, setting),
    }))
  })
}

function judge(rule: AnswerRule, main: ProbeName | undefined, seen: AnswersByProbe, setting: RuleContext) {
  const answer = main === undefined ? undefined : seen.get(main)
  if (answer === undefined || 'fault' in answer) throw new Error(`${rule.id} is judged without its answer`)
  return rule.judge(answer, seen, setting)
}

/** A decision with the answer that shows it. */
export interface DecidedAnswer {
  readonly decision: Decision
  readonly answer: Answer | undefined
}

/** Decides a question by all its judged answers. */
export function decideJudged(judged: readonly Judged[], confirmations: number): DecidedAnswer {
  const decision = decide(
    judged.map(({ ending }) => ending),
    confirmations,
  )
  const shown = judged.find(({ ending }) => ending.is === 'broken') ?? judged.at(-1)
  return { decision, answer: shown?.answer }
}

/** The results for a service, in rule order. */
export interface Results {
  readonly claims: readonly Claim[]
  readonly findings: readonly Finding[]
}

/** Claims for "must" rules, findings for the others. */
export function describeDecisions(
  decided: readonly { readonly rule: Rule; readonly decided: readonly DecidedAnswer[] }[],
): Results {
  const claims: Claim[] = []
  const findings: Finding[] = []
  for (const { rule, decided: alternatives } of decided) {
    if (rule.severity === 'open') {
      for (const { decision } of alternatives) {
        if (decision.is === 'kept' && decision.says !== undefined) {
          addFinding(findings, {
            code: 'left-open',
            rule: rule.id,
            section: rule.section,
            message: decision.says,
          })
        }
      }
      continue
    }
    const counts = worst(alternatives)
    if (counts === undefined) continue
    if (rule.severity === 'must') claims.push(describeMust(rule, counts))
    else if (counts.decision.is === 'broken' || counts.decision.is === 'unsteady') {
      addFinding(findings, describeShould(rule, counts))
    }
  }
  return { claims, findings }
}

function describeMust(rule: Rule, { decision, answer }: DecidedAnswer): Claim {
  const about = { id: rule.id, section: rule.section }
  const because = 'because' in decision ? `${rule.requires}: ${decision.because}` : rule.requires
  switch (decision.is) {
    case 'kept':
      return { ...about, status: 'proven', code: 'rule-kept', message: rule.requires }
    case 'absent':
      return { ...about, status: 'not-applicable', code: 'rule-not-applicable', message: because }
    case 'undecided':
      return { ...about, status: 'not-provable', code: decision.code, message: because, ...reproduce(answer) }
    case 'broken':
      return { ...about, status: 'refuted', code: 'rule-broken', ...describeBreach(rule, decision, answer) }
    case 'unsteady':
      return {
        ...about,
        status: 'not-provable',
        code: 'rule-unsteady',
        ...describeBreach(rule, decision, answer),
      }
  }
}

function describeShould(rule: Rule, { decision, answer }: DecidedAnswer): Finding {
  const breach = decision as Extract<Decision, { readonly expected: string }>
  const about = { code: 'should-broken', rule: rule.id, section: rule.section } as const
  return { ...about, ...describeBreach(rule, breach, answer) }
}

type BreachDetails = Pick<Claim, 'message' | 'expected' | 'found' | 'reproduce'>

function describeBreach(
  rule: Rule,
  decision: Extract<Decision, { readonly expected: string }>,
  answer: Answer | undefined,
): BreachDetails {
  const times = decision.is === 'unsteady' ? `: broken in ${decision.times} of ${decision.of} answers` : ''
  const { expected, found } = decision
  return { message: `${rule.requires}${times}`, expected, found, ...reproduce(answer) }
}

function reproduce(answer: Answer | undefined): Pick<Claim, 'reproduce'> {
  return answer === undefined || 'fault' in answer ? {} : { reproduce: describeRequest(answer.exchange) }
}

/** The claim for a rule that was not tested. */
export function describeUnprobed(rule: Rule): Claim {
  return {
    id: rule.id,
    section: rule.section,
    status: 'not-provable',
    code: 'rule-not-probed',
    message: `${rule.requires}: give --probe-rate-limit to try it`,
    asked: false,
  }
}

/** Judges a rule on incidental answers, such as those with status 429. */
export function judgeAnswers(
  rule: AnswerRule,
  answers: readonly Answered[],
  setting: RuleContext,
): readonly Judged[] {
  return answers.map(answer => ({ ending: rule.judge(answer, new Map(), setting), answer }))
}
