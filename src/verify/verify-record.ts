/**
 * An audit record by itself. It can be well formed and consistent; it proves nothing about who won.
 *
 * @packageDocumentation
 */
import { parseAuditRecord } from '../model/audit-record.js'
import type { Report } from '../model/report.js'
import { examineRecordAlone } from './bundle/record-alone.js'
import { examineByRecipe, type AppliedRecipe } from './record-by-recipe.js'
import { createReport, decideSubject, type Examination } from './verdict.js'

/**
 * Verifies an audit record of either shape by itself. A bad record gives a report, never an exception.
 *
 * @param value - an object, as `parseJson` reads it.
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
 * Examines an audit record of either shape as {@link examineRecordAlone} does, and by a recipe where one is given.
 *
 * @param value - an object, as `parseJson` reads it.
 * @param applied - a recipe to apply to each draw; its claims stand in the place of those of the same id.
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
