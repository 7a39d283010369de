/**
 * `receipt.honoured`: made if a receipt is given, beside the claims of every bundle.
 *
 * @packageDocumentation
 */
import { equalBytes, formatSha256, parseSha256 } from '../../../core/digest.js'
import { encodeEnvelope } from '../../../core/dsse.js'
import { hashLeaf, verifyInclusion } from '../../../core/merkle.js'
import { parseTime } from '../../../core/time.js'
import { DrawauditError } from '../../../errors.js'
import type { EntryProof } from '../../../model/bundle.js'
import { encodeLeaf, type Entry } from '../../../model/entry.js'
import { hashNonce, hashWithdrawn, readReceipt, type Receipt } from '../../../model/receipt.js'
import type { Finding } from '../../../model/report.js'
import type { Seal } from '../../../model/statement.js'
import type { ReceiptGiven } from '../../options.js'
import { isStatement } from '../chain.js'
import { describeHolder, verifyReceipt, type ReceiptOptions } from '../receipt.js'
import { createSignedReader, isStolen } from '../signed-statement.js'
import { askForProof, speak, type BundleClaimResult, type Evidence } from './evidence.js'

/** Ending of the claim, and further findings about the receipt. */
export interface Honoured {
  readonly ending: BundleClaimResult
  readonly findings: readonly Finding[]
}

/**
 * The entry of a signed receipt is in the list that the operator sealed: by its proof, because it won, or by
 * the list itself. Only what the operator signed counts against it: the receipt, and the statement that it
 * contradicts.
 */
export function checkReceiptHonoured(
  evidence: Evidence,
  given: ReceiptGiven,
  options: ReceiptOptions,
): Honoured {
  const { chain, trust, engine } = evidence
  const read = readReceipt(given.envelope)
  const entry = read instanceof DrawauditError ? 'of the receipt' : read.entry_id
  const { notProvable, refuted, notApplicable, proven } = speak(
    `entry ${entry} stands in the sealed list as its receipt says`,
  )
  const end = (ending: BundleClaimResult, ...findings: readonly Finding[]): Honoured => ({ ending, findings })
  if (read instanceof DrawauditError) return end(notProvable('receipt-invalid', read.message))

  const about = chain.links.map(({ statement }) => statement).find(isStatement)
  if (about === undefined) return end(notProvable('evidence-missing', 'no statement can be read'))
  if (read.raffle_id !== about.raffle_id) {
    return end(notProvable('raffle-other', `it is of raffle ${read.raffle_id}`))
  }
  if (read.operator !== about.operator) {
    return end(notProvable('operator-other', `it is of the operator ${JSON.stringify(read.operator)}`))
  }
  const { nonce } = given
  const signed = verifyReceipt(given.envelope, trust, { ...options, engine, ...(nonce && { nonce }) })
  if ('why' in signed) return end(notProvable(signed.code, signed.why))

  const commitment = findSigned(evidence, 'commitment')
  if (commitment === undefined) {
    return end(notProvable('evidence-missing', 'there is no commitment that the operator signed'))
  }
  if (read.commitment !== commitment.digest) {
    const values = { expected: read.commitment, found: commitment.digest }
    return end(
      refuted(
        'receipt-other',
        'the operator signed a receipt under another commitment of this raffle',
        values,
      ),
    )
  }
  if (chain.cancellation !== undefined) {
    return end(notApplicable('raffle-cancelled', 'the raffle was cancelled'))
  }
  const sealed = findSigned(evidence, 'seal')
  if (sealed?.statement.type !== 'seal') {
    return end(notProvable('evidence-missing', 'there is no list yet that the operator signed'))
  }
  const seal = sealed.statement
  const place = findPlace(evidence, seal, read, given.proof)
  if (place !== undefined) {
    const at = `at place ${place} of ${seal.total_entries}, ${read.kind}`
    const ending = proven('receipt-honoured', `${at}; ${describeHolder(read, nonce !== undefined)}`)
    if (parseTime(read.issued_at_utc) <= parseTime(seal.issued_at_utc)) return end(ending)
    const message = `the receipt of entry ${read.entry_id} is dated ${read.issued_at_utc}, and the list was sealed at ${seal.issued_at_utc}`
    return end(ending, { code: 'receipt-late', message })
  }
  const withdrawal = findWithdrawal(evidence, seal, given)
  if (withdrawal === 'taken back with its buyer') {
    return end(notApplicable('receipt-withdrawn', 'its buyer handed over the nonce, and it was taken back'))
  }
  if (withdrawal === 'taken back') {
    return end(
      notProvable('receipt-withdrawn', 'the operator says that it was taken back, and its buyer does not'),
    )
  }
  const other = findOther(evidence, seal, read)
  if (other === undefined) {
    return end(
      given.proof === undefined
        ? notProvable('evidence-missing', `the sealed list is not there whole: ${askForProof}`)
        : notProvable('inclusion-invalid', 'the proof that was given does not show it in the sealed list'),
    )
  }
  if (withdrawal === 'unknown') {
    const why = 'it is not in the list, and the receipts that were taken back are not there'
    return end(notProvable('evidence-missing', why))
  }
  return end(refuted('receipt-dishonoured', `the operator signed for entry ${read.entry_id}, and ${other}`))
}

/** A statement of the bundle, of this raffle, that the operator signed; anybody can make up another one. */
function findSigned({ chain, trust, sightings, engine }: Evidence, type: 'commitment' | 'seal') {
  const about = chain.links.map(({ statement }) => statement).find(isStatement)
  const place = chain.links.findIndex(({ statement }) => isStatement(statement) && statement.type === type)
  const link = chain.links[place]
  if (about === undefined || link === undefined) return undefined
  const signed = createSignedReader(about, trust, engine)(encodeEnvelope(link.envelope))
  if (signed === undefined || isStolen(signed, sightings.earliest[place]?.at)) return undefined
  return { statement: signed.statement, digest: formatSha256(link.digest) }
}

const isSame = (entry: Omit<Entry, 'id'>, { kind, nonce_hash }: Receipt): boolean =>
  entry.kind === kind && entry.nonceHash === nonce_hash

/**
 * Position of a receipt's entry in the sealed list, with its kind and nonce; undefined if nothing shows it.
 */
function findPlace(
  { bundle, list, engine }: Evidence,
  seal: Seal,
  receipt: Receipt,
  given: EntryProof | undefined,
): number | undefined {
  const { entry_id: id, kind, nonce_hash: nonceHash } = receipt
  const root = parseSha256(seal.entries_root)
  const size = seal.total_entries
  // The leaf is computed from the receipt, whatever the proof says.
  const leafHash = hashLeaf(encodeLeaf({ id, kind, ...(nonceHash !== undefined && { nonceHash }) }), engine)
  const proofs = [...(given === undefined ? [] : [given]), ...(bundle.winners ?? [])]
  const proof = proofs.find(
    ({ index, entry, inclusion }) =>
      entry.id === id && verifyInclusion({ index, size, leafHash, proof: inclusion, root }, engine),
  )
  if (proof !== undefined) return proof.index
  const found: ({ readonly index: number } & Omit<Entry, 'id'>) | undefined = list?.found
  const isFound = found !== undefined && list?.sought === id && isSame(found, receipt)
  return isFound && isSealed(list, seal) ? found.index : undefined
}

/** How the sealed list, read in full, contradicts a receipt; undefined if it was not read. */
function findOther({ list }: Evidence, seal: Seal, { entry_id, kind }: Receipt): string | undefined {
  if (list?.sought !== entry_id || !isSealed(list, seal)) return undefined
  if (list.found === undefined) return `none of the ${list.count} entries of the sealed list has this id`
  return list.found.kind === kind
    ? 'the sealed list has it with another nonce'
    : `the sealed list has it as ${list.found.kind}, not as ${kind}`
}

/** A list beside the bundle may be any list. */
function isSealed(list: NonNullable<Evidence['list']>, { total_entries, entries_root }: Seal): boolean {
  const { fault, count, root } = list
  return fault === undefined && count === total_entries && equalBytes(root, parseSha256(entries_root))
}

/** What the seal says about a withdrawn receipt: `unknown` until somebody shows which ones were withdrawn. */
function findWithdrawal(
  { bundle: { withdrawn }, engine }: Evidence,
  { withdrawn: sealed }: Seal,
  { envelope }: ReceiptGiven,
): 'not' | 'unknown' | 'taken back' | 'taken back with its buyer' {
  if (sealed === undefined) return 'not'
  if (withdrawn?.length !== sealed.count) return 'unknown'
  if (!equalBytes(hashWithdrawn(withdrawn, engine), parseSha256(sealed.root))) return 'unknown'
  const digest = engine.hash('sha256', envelope.payload)
  const own = withdrawn.find(one => equalBytes(one.digest, digest))
  if (own === undefined) return 'not'
  const receipt = readReceipt(envelope)
  const named = receipt instanceof DrawauditError ? undefined : receipt.nonce_hash
  const fits = own.nonce !== undefined && named !== undefined && hashNonce(own.nonce, engine) === named
  return fits ? 'taken back with its buyer' : 'taken back'
}
