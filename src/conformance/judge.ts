/**
 * Building blocks of rules.
 *
 * @packageDocumentation
 */
import { parseUuid } from '../core/uuid.js'
import { pointerOf, type JsonValue } from '../core/json.js'
import { objectMembers, show, type Answer, type Answered, type Members } from './answer.js'
import { absent, broken, kept, require, undecided, type RuleResult } from './rule.js'

/** Judges the members of a success response; other answers are covered by other rules. */
export function judgeContent(answer: Answer, judge: (members: Members) => RuleResult): RuleResult {
  const ending = unless200(answer)
  if (ending !== undefined) return ending
  const { content } = answer as Answered
  if ('problem' in content) return undecided(content.problem.message, content.problem.code)
  const members = objectMembers(content.value)
  return members === undefined ? broken('a JSON object', show(content.value)) : judge(members)
}

/** The result of a rule about a success response if there is none. */
export function unless200(answer: Answer): RuleResult | undefined {
  if ('fault' in answer) return undecided(answer.fault.message, answer.fault.code)
  const { status } = answer.exchange
  if (status === 200) return undefined
  if (status === 404) return absent('the service answers 404')
  return unlessAvailable(answer) ?? undecided(`the service answers ${status}`)
}

/** The result of a rule if the service is unavailable or did not answer. */
export function unlessAvailable(answer: Answer): RuleResult | undefined {
  if ('fault' in answer) return undecided(answer.fault.message, answer.fault.code)
  const { status } = answer.exchange
  return status >= 500 ? undecided(`the service answers ${status}`, 'remote-error') : undefined
}

/** The members of a success response; undefined if there is no readable one. */
export function readAnswerMembers(answer: Answer | undefined): Members | undefined {
  if (answer === undefined || 'fault' in answer || answer.exchange.status !== 200) return undefined
  return 'value' in answer.content ? objectMembers(answer.content.value) : undefined
}

/** A safe integer in a success response. */
export function readAnswerInteger(answer: Answer | undefined, member: string): number | undefined {
  const value = readAnswerMembers(answer)?.[member]
  return Number.isSafeInteger(value) ? (value as number) : undefined
}

/** Judges one member of a success response. */
export function judgeMember(
  name: string,
  judge: (value: JsonValue | undefined, pointer: string) => RuleResult,
): (answer: Answered) => RuleResult {
  return answer => judgeContent(answer, members => judge(members[name], pointerOf([name])))
}

export function isUuid(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && parseUuid(value) !== undefined
}

export function judgeUuid(value: JsonValue | undefined, pointer: string): RuleResult {
  return require(isUuid(value), `${pointer} is a UUID`, show(value))
}

/** Judges an integer of at least `least`. One that a double cannot hold is undecided. */
export function judgeInteger(least: number): (value: JsonValue | undefined, pointer: string) => RuleResult {
  return (value, pointer) => {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      return undecided(`${pointer} is beyond 2^53 − 1, where readers round`, 'json-number-unsafe')
    }
    const holds = Number.isSafeInteger(value) && (value as number) >= least
    return require(holds, `${pointer} is a whole number of at least ${least}`, show(value))
  }
}

export function judgeText(value: JsonValue | undefined, pointer: string): RuleResult {
  return require(typeof value === 'string' && value !== '', `${pointer} is a text`, show(value))
}

/** The first result other than "kept"; kept if there is none. */
export function judgeAll<T>(items: readonly T[], judge: (item: T, index: number) => RuleResult): RuleResult {
  for (const [index, item] of items.entries()) {
    const ending = judge(item, index)
    if (ending.is !== 'kept') return ending
  }
  return kept
}
