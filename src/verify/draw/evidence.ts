/**
 * `evidence.timely` and `evidence.unique` of a published draw: what others saw of its commitment, and when.
 *
 * @packageDocumentation
 */
import type { Claim } from '../../model/report.js'

/** Nothing that an auditor can give shows either yet: an observation is of the statements of a raffle. */
export function checkPublishedEvidence(): readonly Claim[] {
  const timely = 'someone else saw the commitment before the random number could be known'
  const unique = 'there was no second commitment for this draw'
  return [
    {
      id: 'evidence.timely',
      status: 'not-provable',
      code: 'evidence-missing',
      message: `${timely}: only the organiser says when it was published`,
    },
    {
      id: 'evidence.unique',
      status: 'not-provable',
      code: 'evidence-missing',
      message: `${unique}: nobody who was asked to look says so`,
    },
  ]
}
