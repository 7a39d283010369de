import t from 'tap'
import { checks, receiptCheck, ticketCheck } from '../../../../src/verify/bundle/checks/index.js'

/** The claims of a bundle in their order, with the codes that each may end with: what reports promise. */
const promised: Readonly<Record<string, string>> = {
  'record.schema': 'schema-valid schema-invalid record-not-given',
  'record.consistent':
    'record-consistent record-total record-draw-repeated record-winner-repeated schema-invalid record-not-given',
  'statement.signed':
    'signature-verified signature-invalid key-outside-period operator-unknown key-unknown key-revoked statement-invalid',
  'statement.chain':
    'chain-complete chain-cancelled statement-invalid chain-broken chain-mixed chain-order chain-time chain-prize prize-repeated seed-differs chain-unfinished',
  'record.matches':
    'values-equal values-differ record-partial evidence-missing schema-invalid record-not-given',
  'seed.committed': 'seed-committed seed-differs evidence-missing chain-unfinished raffle-cancelled',
  'beacon.genuine':
    'beacon-verified beacon-signature beacon-previous evidence-missing beacon-unknown beacon-none',
  'beacon.rule':
    'round-committed round-differs round-wrong beacon-uncommitted evidence-missing beacon-unknown beacon-none',
  'entries.sealed':
    'entries-sealed entries-light counts-differ winner-differs inclusion-invalid list-differs entries-repeated evidence-missing list-other chain-unfinished raffle-cancelled',
  'winner.derived':
    'values-equal values-differ pool-empty evidence-missing chain-unfinished raffle-cancelled',
  'draw.unstoppable':
    'draw-unstoppable cancelled-after-round evidence-missing observation-invalid observation-untrusted observed-late list-other beacon-unknown basis-unproven cancelled-unseen raffle-cancelled seeds-secret',
  'evidence.timely':
    'observed-in-time evidence-missing observation-invalid observation-untrusted timestamp-invalid timestamp-untrusted observed-late observed-early beacon-unknown beacon-none',
  'evidence.unique':
    'observed-once logged-once statement-second evidence-missing observation-invalid observation-untrusted observed-late beacon-unknown log-unknown log-damaged statement-outdated witnesses-short quorum-splits',
  'log.included':
    'log-included inclusion-invalid signature-invalid log-other evidence-missing log-unknown log-damaged note-invalid checkpoint-invalid',
  'log.witnessed':
    'log-witnessed signature-invalid log-forked log-other evidence-missing log-unknown log-damaged witness-unknown witnesses-short quorum-splits note-invalid checkpoint-invalid',
  'ticket.included': 'ticket-included ticket-absent inclusion-invalid evidence-missing',
  'receipt.honoured':
    'receipt-honoured receipt-dishonoured receipt-other receipt-invalid raffle-other operator-other operator-unknown key-unknown signature-invalid key-outside-period key-revoked nonce-other inclusion-invalid evidence-missing raffle-cancelled receipt-withdrawn',
}

await t.test('the claims of a bundle and their codes, in their order', t => {
  const listed = [...checks, ticketCheck, receiptCheck].map(({ id, codes }) => [id, codes.join(' ')])
  t.strictSame(listed, Object.entries(promised))
  t.end()
})
