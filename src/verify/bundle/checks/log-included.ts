/**
 * `log.included`, and what `log.witnessed` shares with it.
 *
 * @packageDocumentation
 */
import { isStatement, nameStatement } from '../chain.js'
import type { Covering, LogEvidence } from '../log-evidence.js'
import { describeEntries } from '../log-head.js'
import { speak, type BundleClaimResult, type Evidence, type Speaker } from './evidence.js'

const speaker = speak('every statement is in the log')

/**
 * Every statement stands in the operator's one log, under a checkpoint that the log's key signed: by the proofs of the
 * bundle, or by the log's entries.
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

/** How a claim ends where nothing can be said of the log, or where it is another one. */
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

/** Checkpoints under which every statement of the bundle stands. */
export function findCovering({ chain, log }: Evidence): readonly Covering[] {
  return log.heads.filter(({ holds }) => holds.size === chain.links.length)
}
