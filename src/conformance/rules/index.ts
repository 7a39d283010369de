/**
 * All rules, in the order of their ids.
 *
 * @packageDocumentation
 */
import type { Rule } from '../rule.js'
import { auditCachingRules } from './audit-caching.js'
import { auditHashRules } from './audit-hashes.js'
import { auditRules } from './audit.js'
import { cacheFieldRules } from './cache-fields.js'
import { errorRules } from './errors.js'
import { httpRules } from './http.js'
import { insideRules } from './insides.js'
import { limitRules } from './limits.js'
import { oddsRules } from './odds.js'
import { statisticsRules } from './statistics.js'

/** Id prefixes, in report order. */
const groups = ['AUD', 'STA', 'ODD', 'HDR', 'ERR', 'LIM', 'VER']

const all = [
  ...auditRules,
  ...auditCachingRules,
  ...cacheFieldRules,
  ...auditHashRules,
  ...statisticsRules,
  ...oddsRules,
  ...httpRules,
  ...errorRules,
  ...insideRules,
  ...limitRules,
]

export const rules: readonly Rule[] = groups.flatMap(group =>
  all.filter(({ id }) => id.startsWith(group)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
)
