/**
 * What remains undecided for a raffle that was not completed.
 *
 * @packageDocumentation
 */
import type { StatementChain } from '../chain.js'
import type { BundleClaimResult, Speaker } from './evidence.js'

/** Ending of a claim about the draws of a cancelled or unfinished raffle without other faults. */
export function endOpen(
  chain: StatementChain,
  { notProvable, notApplicable }: Speaker,
): BundleClaimResult | undefined {
  if (chain.cancellation !== undefined) return notApplicable('raffle-cancelled', 'the raffle was cancelled')
  if (!chain.drawn) return notProvable('chain-unfinished', describeUnfinished(chain))
  return undefined
}

/** `1 of 3 prizes is drawn`. */
export function describeUnfinished({ commitment, draws }: StatementChain): string {
  const prizes = commitment?.prizes.length ?? 0
  return `${draws.length} of ${prizes} prizes ${draws.length === 1 ? 'is' : 'are'} drawn`
}
