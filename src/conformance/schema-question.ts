/**
 * Validates views against their JSON Schemas, which cover the whole as the rules cover each member.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'
import { describeProblems, findProblems } from '../model/schema.js'
import { validateOdds } from '../model/validators/odds.js'
import { validateStatistics } from '../model/validators/statistics.js'
import type { Validate } from '../model/validate.js'
import type { AnswersByProbe } from './answer.js'
import type { DecidedAnswer } from './decisions.js'
import type { Question } from './inquire.js'
import { unless200 } from './judge.js'
import type { ProbeName } from './probe-names.js'
import { broken, kept, undecided, type RuleResult } from './rule.js'

const views: readonly (readonly [probe: ProbeName, id: string, schema: string, validate: Validate])[] = [
  ['stats', 'statistics.schema', 'schemas/statistics.json', validateStatistics],
  ['odds', 'odds.schema', 'schemas/odds.json', validateOdds],
]

/** The possible questions for these probes. */
export function askSchemas(probes: readonly ProbeName[]): readonly SchemaQuestion[] {
  return views
    .filter(([probe]) => probes.includes(probe))
    .map(([probe, id, schema, validate]) => new SchemaQuestion(probe, id, schema, validate))
}

export class SchemaQuestion implements Question {
  readonly probes: readonly ProbeName[]
  readonly #id: string
  readonly #schema: string
  readonly #validate: Validate

  constructor(probe: ProbeName, id: string, schema: string, validate: Validate) {
    this.probes = [probe]
    this.#id = id
    this.#schema = schema
    this.#validate = validate
  }

  readonly judge = (seen: AnswersByProbe): RuleResult => {
    const [probe] = this.probes
    const answer = probe === undefined ? undefined : seen.get(probe)
    if (answer === undefined) return undecided('nothing was asked')
    const ending = unless200(answer)
    if (ending !== undefined) return ending
    if ('fault' in answer || 'problem' in answer.content) return undecided('the content is not read')
    const problems = findProblems(this.#validate, answer.content.value)
    return problems.length === 0 ? kept : broken(this.#schema, describeProblems(problems))
  }

  describe({ decision }: DecidedAnswer): Claim {
    const about = { id: this.#id }
    const message = `the answer has the form of ${this.#schema}`
    switch (decision.is) {
      case 'kept':
        return { ...about, status: 'proven', code: 'schema-valid', message }
      case 'absent':
        return {
          ...about,
          status: 'not-applicable',
          code: 'rule-not-applicable',
          message: `${message}: ${decision.because}`,
        }
      case 'undecided':
        return {
          ...about,
          status: 'not-provable',
          code: decision.code,
          message: `${message}: ${decision.because}`,
        }
      case 'broken':
        return {
          ...about,
          status: 'refuted',
          code: 'schema-invalid',
          message: `${message}: ${decision.found}`,
        }
      case 'unsteady': {
        const because = `${decision.found}; so it is in ${decision.times} of ${decision.of} answers`
        return { ...about, status: 'not-provable', code: 'rule-unsteady', message: `${message}: ${because}` }
      }
    }
  }
}
