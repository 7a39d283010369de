/**
 * Verifies an audit record alone. It can be well-formed and consistent; it proves nothing about who won.
 *
 * @packageDocumentation
 */
import { parseAuditRecord } from '../model/audit-record.js'
import type { Report } from '../model/report.js'
import { examineRecordAlone } from './bundle/record-alone.js'
import { examineByRecipe, type AppliedRecipe } from './record-by-recipe.js'
import { createReport, decideSubject, type Examination } from './verdict.js'

/**
 * Verifies an audit record of either shape alone. A bad record gives a report, never an exception.
 *
 * @param value - an object from `parseJson`.
 * @param source - where the record came from, for the report.
 *
 * @example
 * ```js
 * verifyRecord(read('record.json')).subjects[0].level // 1
 * ```
 */
export function verifyRecord(value: object, source = 'audit record'): Report {
  return createReport([decideSubject(examineRecord(value, source))])
}

/**
 * Examines an audit record of either shape as {@link examineRecordAlone} does, and with a recipe if one is
 * given.
 *
 * @param value - an object from `parseJson`.
 * @param applied - a recipe for each draw; its claims replace those of the same id.
 */
export function examineRecord(value: object, source: string, applied?: AppliedRecipe): Examination {
  const examination = examineRecordAlone(value, source)
  if (applied === undefined) return examination
  const record = parseAuditRecord(value)
  if ('problems' in record) return examination
  const { claims, findings, ...rest } = examineByRecipe(record, applied)
  const others = examination.claims.filter(({ id }) => !claims.some(claim => claim.id === id))
  return {
    ...examination,
    ...rest,
    claims: [...others, ...claims],
    findings: [...examination.findings, ...findings],
  }
}
