/**
 * `record.schema`
 *
 * @packageDocumentation
 */
import { describeProblems } from '../../../model/schema.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'

const { proven, refuted, notApplicable } = speak('the record has the form that the specification gives')

/** The audit record, in either shape, conforms to schemas/audit-record.json. */
export function checkRecordSchema({ record }: Pick<Evidence, 'record'>): BundleClaimResult {
  if (record === undefined) return notApplicable('record-not-given', 'no record was given')
  if ('problems' in record)
    return refuted(
      'schema-invalid',
      `the record does not have the form that the specification gives: ${describeProblems(record.problems)}`,
    )
  return proven('schema-valid')
}
