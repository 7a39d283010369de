/**
 * The claims of a bundle in their published order (docs/PROTOCOL.md, "Claims"), each with all codes that it
 * can end with.
 *
 * @packageDocumentation
 */
import type { Claim, ClaimCode } from '../../../model/report.js'
import { checkBeaconGenuine } from './beacon-genuine.js'
import { checkBeaconRule } from './beacon-rule.js'
import { checkDrawUnstoppable } from './draw-unstoppable.js'
import { checkEntriesSealed } from './entries-sealed.js'
import type { BundleClaimResult, Evidence } from './evidence.js'
import { checkEvidenceTimely } from './evidence-timely.js'
import { checkEvidenceUnique } from './evidence-unique.js'
import { checkLogIncluded } from './log-included.js'
import { checkLogWitnessed } from './log-witnessed.js'
import { checkRecordConsistent } from './record-consistent.js'
import { checkRecordMatches } from './record-matches.js'
import { checkRecordSchema } from './record-schema.js'
import { checkSeedCommitted } from './seed-committed.js'
import { checkStatementChain } from './statement-chain.js'
import { checkStatementSigned } from './statement-signed.js'
import { checkWinnerDerived } from './winner-derived.js'

export interface Check {
  readonly id: string
  /** Called with the claims before it. */
  readonly check: (evidence: Evidence, before: readonly Claim[]) => BundleClaimResult
  /** All codes that the claim can end with; the self-test covers each. */
  readonly codes: readonly ClaimCode[]
}

/** The fifteen claims. */
export const checks: readonly Check[] = [
  {
    id: 'record.schema',
    check: checkRecordSchema,
    codes: ['schema-valid', 'schema-invalid', 'record-not-given'],
  },
  {
    id: 'record.consistent',
    check: checkRecordConsistent,
    codes: [
      'record-consistent',
      'record-total',
      'record-draw-repeated',
      'record-winner-repeated',
      'schema-invalid',
      'record-not-given',
    ],
  },
  {
    id: 'statement.signed',
    check: checkStatementSigned,
    codes: [
      'signature-verified',
      'signature-invalid',
      'key-outside-period',
      'operator-unknown',
      'key-unknown',
      'key-revoked',
      'statement-invalid',
    ],
  },
  {
    id: 'statement.chain',
    check: checkStatementChain,
    codes: [
      'chain-complete',
      'chain-cancelled',
      'statement-invalid',
      'chain-broken',
      'chain-mixed',
      'chain-order',
      'chain-time',
      'chain-prize',
      'prize-repeated',
      'seed-differs',
      'chain-unfinished',
    ],
  },
  {
    id: 'record.matches',
    check: checkRecordMatches,
    codes: [
      'values-equal',
      'values-differ',
      'record-partial',
      'evidence-missing',
      'schema-invalid',
      'record-not-given',
    ],
  },
  {
    id: 'seed.committed',
    check: checkSeedCommitted,
    codes: ['seed-committed', 'seed-differs', 'evidence-missing', 'chain-unfinished', 'raffle-cancelled'],
  },
  {
    id: 'beacon.genuine',
    check: checkBeaconGenuine,
    codes: [
      'beacon-verified',
      'beacon-signature',
      'beacon-previous',
      'evidence-missing',
      'beacon-unknown',
      'beacon-none',
    ],
  },
  {
    id: 'beacon.rule',
    check: checkBeaconRule,
    codes: [
      'round-committed',
      'round-differs',
      'round-wrong',
      'beacon-uncommitted',
      'evidence-missing',
      'beacon-unknown',
      'beacon-none',
    ],
  },
  {
    id: 'entries.sealed',
    check: checkEntriesSealed,
    codes: [
      'entries-sealed',
      'entries-light',
      'counts-differ',
      'winner-differs',
      'inclusion-invalid',
      'list-differs',
      'entries-repeated',
      'evidence-missing',
      'list-other',
      'chain-unfinished',
      'raffle-cancelled',
    ],
  },
  {
    id: 'winner.derived',
    check: checkWinnerDerived,
    codes: [
      'values-equal',
      'values-differ',
      'pool-empty',
      'evidence-missing',
      'chain-unfinished',
      'raffle-cancelled',
    ],
  },
  {
    id: 'draw.unstoppable',
    check: checkDrawUnstoppable,
    codes: [
      'draw-unstoppable',
      'cancelled-after-round',
      'evidence-missing',
      'observation-invalid',
      'observation-untrusted',
      'observed-late',
      'list-other',
      'beacon-unknown',
      'basis-unproven',
      'cancelled-unseen',
      'raffle-cancelled',
      'seeds-secret',
    ],
  },
  {
    id: 'evidence.timely',
    check: checkEvidenceTimely,
    codes: [
      'observed-in-time',
      'evidence-missing',
      'observation-invalid',
      'observation-untrusted',
      'timestamp-invalid',
      'timestamp-untrusted',
      'observed-late',
      'observed-early',
      'beacon-unknown',
      'beacon-none',
    ],
  },
  {
    id: 'evidence.unique',
    check: checkEvidenceUnique,
    codes: [
      'observed-once',
      'logged-once',
      'statement-second',
      'evidence-missing',
      'observation-invalid',
      'observation-untrusted',
      'observed-late',
      'beacon-unknown',
      'log-unknown',
      'log-damaged',
      'statement-outdated',
      'witnesses-short',
      'quorum-splits',
    ],
  },
  {
    id: 'log.included',
    check: checkLogIncluded,
    codes: [
      'log-included',
      'inclusion-invalid',
      'signature-invalid',
      'log-other',
      'evidence-missing',
      'log-unknown',
      'log-damaged',
      'note-invalid',
      'checkpoint-invalid',
    ],
  },
  {
    id: 'log.witnessed',
    check: checkLogWitnessed,
    codes: [
      'log-witnessed',
      'signature-invalid',
      'log-forked',
      'log-other',
      'evidence-missing',
      'log-unknown',
      'log-damaged',
      'witness-unknown',
      'witnesses-short',
      'quorum-splits',
      'note-invalid',
      'checkpoint-invalid',
    ],
  },
]

/** The claim made if a receipt is given. */
export const receiptCheck = {
  id: 'receipt.honoured',
  codes: [
    'receipt-honoured',
    'receipt-dishonoured',
    'receipt-other',
    'receipt-invalid',
    'raffle-other',
    'operator-other',
    'operator-unknown',
    'key-unknown',
    'signature-invalid',
    'key-outside-period',
    'key-revoked',
    'nonce-other',
    'inclusion-invalid',
    'evidence-missing',
    'raffle-cancelled',
    'receipt-withdrawn',
  ],
} as const satisfies Omit<Check, 'check'>

/** The claim made if a ticket is asked for. */
export const ticketCheck = {
  id: 'ticket.included',
  codes: ['ticket-included', 'ticket-absent', 'inclusion-invalid', 'evidence-missing'],
} as const satisfies Omit<Check, 'check'>
