/**
 * `log.included`, and code shared with `log.witnessed`.
 *
 * @packageDocumentation
 */
import { isStatement, nameStatement } from '../chain.js'
import type { Covering, LogEvidence } from '../log-evidence.js'
import { describeEntries } from '../log-head.js'
import { speak, type BundleClaimResult, type Evidence, type Speaker } from './evidence.js'

const speaker = speak('every statement is in the log')

/**
 * Every statement is in the operator's only log, under a checkpoint signed by the log's key: by the bundle's
 * proofs, or by the log's entries.
 */
export function checkLogIncluded(evidence: Evidence): BundleClaimResult {
  const { chain, log, bundle } = evidence
  const { proven, refuted, notProvable } = speaker
  const silent = endSilent(log, speaker)
  if (silent !== undefined) return silent
  if (log.badProof !== undefined) return refuted('inclusion-invalid', log.badProof)
  const [covering] = findCovering(evidence)
  if (covering !== undefined) {
    const all = chain.links.length === 1 ? 'its statement stands' : `all ${chain.links.length} stand`
    return proven('log-included', `${all} under the checkpoint of a log of ${describeEntries(covering.size)}`)
  }
  if (bundle.log === undefined && log.damage !== undefined) return notProvable('log-damaged', log.damage)
  const held = new Set(log.heads.flatMap(({ holds }) => [...holds]))
  const absent = chain.links.findIndex((_, place) => !held.has(place))
  const statement = chain.links[absent]?.statement
  const name =
    statement !== undefined && isStatement(statement) ? nameStatement(statement) : `statement ${absent}`
  return notProvable(
    'evidence-missing',
    absent === -1 ? 'no checkpoint covers all of them' : `nothing shows that ${name} is in it`,
  )
}

/** Ending of a claim if nothing can be said about the log, or it is another log. */
export function endSilent(
  { isMissing, fault }: LogEvidence,
  speaker: Speaker,
): BundleClaimResult | undefined {
  if (isMissing) {
    return speaker.notProvable(
      'evidence-missing',
      'there is no log in the bundle, and none was given beside it',
    )
  }
  if (fault === undefined) return undefined
  return fault.status === 'refuted'
    ? speaker.refuted(fault.code, fault.why)
    : speaker.notProvable(fault.code, fault.why)
}

/** Checkpoints that cover every statement of the bundle. */
export function findCovering({ chain, log }: Evidence): readonly Covering[] {
  return log.heads.filter(({ holds }) => holds.size === chain.links.length)
}
