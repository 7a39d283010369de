/**
 * All rules, in the order of their ids.
 *
 * @packageDocumentation
 */
import type { Rule } from '../rule.js'
import { auditRules } from './audit.js'
import { errorRules } from './errors.js'
import { httpRules } from './http.js'
import { limitRules } from './limits.js'
import { oddsRules } from './odds.js'
import { statisticsRules } from './statistics.js'

export const rules: readonly Rule[] = [
  ...auditRules,
  ...statisticsRules,
  ...oddsRules,
  ...httpRules.filter(({ id }) => id.startsWith('HDR')),
  ...errorRules,
  ...limitRules,
  ...httpRules.filter(({ id }) => id.startsWith('VER')),
]
