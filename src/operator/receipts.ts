/**
 * Receipts: an entrant's proof of its entry. At most one for each entry, ever; a draw needs none.
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import type { Envelope } from '../core/dsse.js'
import { encodeHex } from '../core/encoding.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { DrawauditError } from '../errors.js'
import type { Entry } from '../model/entry.js'
import { hashNonce, nonceLength, parseReceipt, receiptType } from '../model/receipt.js'
import type { CeremonyWriter, ReceiptRow, WithdrawalRow } from '../store/ceremonies.js'
import type { Transaction } from '../store/store.js'
import { appendChecked, checkJournal } from './check-journal.js'
import { compareReceipts, isWorthNoting } from './compare-journal.js'
import { checkStoreClock } from './clock.js'
import { checkText } from './create-raffle.js'
import { formatSeconds, secondsOf, type Desk } from './desk.js'
import { EntriesRefusedError } from './import-entries.js'
import { openList, type OpenList } from './open-list.js'
import { publishStatistics } from './publish-ceremony.js'
import type { SecretBox } from './secrets.js'
import { createReceiptSigner } from './sign-receipts.js'

/** The envelope of an issued receipt: always the same bytes. */
export const envelopeOf = ({ payload, keyId, signature }: ReceiptRow): Envelope => ({
  payloadType: receiptType,
  payload,
  keyId,
  signature,
})

/**
 * The receipt of an entry in a raffle: a new one, or the one issued before.
 *
 * @param expected - the expected entry; not compared by default.
 * @throws DrawauditError `entries-invalid` for an id that is not in the raffle, was withdrawn, or has another
 * kind or nonce; `raffle-state` once the list is sealed or the raffle cancelled, `raffle-missing`,
 * `signing-key` without a key for receipts, and as `checkJournal` and `checkClock` do.
 */
export async function issueOne(
  desk: Desk,
  raffleId: string,
  id: string,
  expected?: Omit<Entry, 'id'>,
): Promise<{ readonly receipt: Envelope; readonly issued: boolean }> {
  const secrets = await desk.openSecrets()
  await checkStoreClock(desk)
  const { isDue, ...made } = await desk.store.transact(async transaction => {
    const { ceremonies } = transaction
    const known = await ceremonies.readReceipt(raffleId, id)
    if (known !== undefined) {
      refuseOther(id, readEntry(known), expected)
      return { receipt: envelopeOf(known), issued: false, isDue: false }
    }
    const opened = await openRaffle(desk, transaction, raffleId)
    const entry = await findEntry(ceremonies, raffleId, id)
    refuseOther(id, entry, expected)
    const { receipts, isDue } = await issueReceipts(desk, transaction, opened, [entry], secrets)
    const [receipt] = receipts
    if (receipt === undefined) throw new DrawauditError('internal', 'nothing was signed')
    return { receipt, issued: true, isDue }
  })
  if (isDue) await noteReceipts(desk, raffleId)
  return made
}

/** Receipts in one transaction. */
const pageSize = 1000

/** Milliseconds between transactions in which the store is free, so that sealing gets its turn. */
const breath = 5

/**
 * Issues receipts for all entries without one, some hundred at a time; can be interrupted and resumed.
 *
 * @throws DrawauditError as {@link issueOne}.
 */
export async function* issueAll(desk: Desk, raffleId: string): AsyncGenerator<readonly Envelope[]> {
  const secrets = await desk.openSecrets()
  await checkStoreClock(desk)
  for (let after = '', done = false; !done;) {
    const { rows, isDue } = await desk.store.transact(async transaction => {
      const { ceremonies } = transaction
      const { chain, journal } = await openRaffle(desk, transaction, raffleId)
      const ids = await ceremonies.listUnreceipted(raffleId, after, pageSize)
      if (ids.length === 0) return { rows: [], isDue: false }
      const sign = await createReceiptSigner(desk, ceremonies, raffleId, chain, secrets)
      const entries: Entry[] = []
      for (const id of ids) entries.push(await findEntry(ceremonies, raffleId, id))
      const made = await sign(entries)
      await ceremonies.writeReceipts(raffleId, made)
      const total = chain.ceremony.receipts + made.length
      return { rows: made, isDue: isWorthNoting(journal, raffleId, total) }
    })
    after = rows.at(-1)?.entryId ?? after
    done = rows.length < pageSize
    if (isDue) await noteReceipts(desk, raffleId)
    if (rows.length > 0) yield rows.map(envelopeOf)
    if (!done) await setTimeout(breath)
  }
}

/**
 * Receipts of entries in a raffle, as part of a larger transaction. Existing receipts are returned unchanged
 * if the nonce hash matches.
 *
 * @param entries - with the kind and nonce they have in the raffle.
 * @returns the receipts in entry order, and whether to call {@link noteReceipts} after the commit.
 * @throws DrawauditError as {@link issueOne}; EntriesRefusedError for an entry without a nonce that has a
 * receipt.
 */
export async function issueReceipts(
  desk: Desk,
  { ceremonies }: Transaction,
  { raffleId, chain, journal }: OpenList,
  entries: readonly Entry[],
  secrets: SecretBox,
): Promise<{ readonly receipts: readonly Envelope[]; readonly isDue: boolean }> {
  compareReceipts(desk.journal, journal, raffleId, chain.ceremony.receipts)
  const known = await ceremonies.readReceipts(
    raffleId,
    entries.map(({ id }) => id),
  )
  for (const [index, { id, ...entry }] of entries.entries()) {
    const before = known.get(id)
    if (before === undefined) continue
    refuseOther(id, readEntry(before), entry)
    // Without a nonce it might be another buyer: two would hold one ticket.
    if (entry.nonceHash === undefined)
      throw new EntriesRefusedError([{ line: index + 1, problem: soldBefore(id) }], 1)
  }
  const sign = await createReceiptSigner(desk, ceremonies, raffleId, chain, secrets)
  const made = await sign(entries.filter(({ id }) => !known.has(id)))
  if (made.length > 0) await ceremonies.writeReceipts(raffleId, made)
  const rows = new Map([...known, ...made.map(row => [row.entryId, row] as const)])
  return {
    receipts: entries.flatMap(({ id }) => rows.get(id) ?? []).map(envelopeOf),
    isDue: made.length > 0 && isWorthNoting(journal, raffleId, chain.ceremony.receipts + made.length),
  }
}

/**
 * Notes the number of receipts in the journal, if worth a line. After the commit, so that a kill never leaves
 * a line ahead of the store.
 */
export async function noteReceipts(desk: Desk, raffleId: string): Promise<void> {
  await desk.store.transact(async transaction => {
    const journal = await checkJournal(desk, transaction)
    const count = (await transaction.ceremonies.readCeremony(raffleId))?.receipts ?? 0
    if (isWorthNoting(journal, raffleId, count)) {
      appendChecked(desk.journal, journal, [{ receipts: { raffleId, count } }])
    }
  })
}

/** A withdrawn entry. */
export interface EntryWithdrawn {
  readonly withdrawal: WithdrawalRow
  /** False if it was withdrawn before. */
  readonly changed: boolean
  readonly totalEntries: number
}

/** The withdrawal in JSON. */
export const describeWithdrawn = (
  raffleId: string,
  { withdrawal, changed, totalEntries }: EntryWithdrawn,
) => ({
  raffle_id: raffleId,
  entry_id: withdrawal.entryId,
  withdrawn_at: withdrawal.withdrawnAt,
  reason: withdrawal.reason,
  has_receipt: withdrawal.digest !== undefined,
  consented: withdrawal.nonce !== undefined,
  changed,
  total_entries: totalEntries,
})

/**
 * Withdraws an entry before the seal, which records it for the holder of the receipt. The id is never used
 * again. Repeating it adds a nonce that came later.
 *
 * @param nonce - the buyer's, as proof of consent.
 * @throws DrawauditError `entries-invalid` for an id that is not in the raffle, or a wrong nonce;
 * `raffle-state` once the list is sealed or the raffle cancelled, `raffle-missing`, and as `checkJournal`
 * does.
 */
export async function withdrawEntry(
  desk: Desk,
  raffleId: string,
  id: string,
  reason: string,
  nonce?: Uint8Array,
): Promise<EntryWithdrawn> {
  const { removed, totalEntries } = await removeEntries(desk, raffleId, [id], reason, nonce)
  const [one] = removed
  if (one === undefined) throw new DrawauditError('internal', 'nothing became of the entry')
  return { ...one, totalEntries }
}

/** Entries withdrawn together. */
export interface EntriesRemoved {
  /** In the given order, without duplicates. */
  readonly removed: readonly Omit<EntryWithdrawn, 'totalEntries'>[]
  readonly totalEntries: number
  readonly paidEntries: number
  readonly freeEntries: number
}

/**
 * Withdraws entries before the seal, all or none, as {@link withdrawEntry} does.
 *
 * @param nonce - the buyer's, if there is one entry.
 * @throws DrawauditError as {@link withdrawEntry}.
 */
export async function removeEntries(
  desk: Desk,
  raffleId: string,
  ids: readonly string[],
  reason: string,
  nonce?: Uint8Array,
): Promise<EntriesRemoved> {
  checkText('the reason', reason)
  return desk.store.transact(async transaction => {
    const { ceremonies } = transaction
    // A client that lost the answer can still ask after the seal.
    const before = await findRemoved(ceremonies, raffleId, ids, nonce)
    if (before !== undefined) return before
    const { chain } = await openRaffle(desk, transaction, raffleId)
    const at = formatSeconds(secondsOf(desk.now()))
    let { paidEntries, freeEntries } = chain.ceremony
    const removed: Omit<EntryWithdrawn, 'totalEntries'>[] = []
    for (const id of new Set(ids)) {
      const { kind, ...one } = await removeOne(ceremonies, raffleId, { id, reason, at, nonce })
      if (kind === 'paid') paidEntries -= 1
      if (kind === 'free') freeEntries -= 1
      removed.push(one)
    }
    const counted = { ...chain.ceremony, paidEntries, freeEntries }
    const totalEntries = paidEntries + freeEntries
    if (totalEntries < chain.ceremony.paidEntries + chain.ceremony.freeEntries) {
      await publishStatistics(transaction, counted, chain.commitment, at)
    }
    return { removed, totalEntries, paidEntries, freeEntries }
  })
}

/** Earlier withdrawals; undefined if anything is left to do. */
async function findRemoved(
  ceremonies: CeremonyWriter,
  raffleId: string,
  ids: readonly string[],
  nonce: Uint8Array | undefined,
): Promise<EntriesRemoved | undefined> {
  const removed: Omit<EntryWithdrawn, 'totalEntries'>[] = []
  for (const id of new Set(ids)) {
    const withdrawal = await ceremonies.readWithdrawal(raffleId, id)
    if (withdrawal === undefined || (nonce !== undefined && withdrawal.nonce === undefined)) return undefined
    removed.push({ withdrawal, changed: false })
  }
  const ceremony = await ceremonies.readCeremony(raffleId)
  if (ceremony === undefined || removed.length === 0) return undefined
  const { paidEntries, freeEntries } = ceremony
  return { removed, totalEntries: paidEntries + freeEntries, paidEntries, freeEntries }
}

/** Withdraws one entry. @returns its kind, if it was in the list. */
async function removeOne(
  ceremonies: CeremonyWriter,
  raffleId: string,
  given: {
    readonly id: string
    readonly reason: string
    readonly at: string
    readonly nonce: Uint8Array | undefined
  },
): Promise<Omit<EntryWithdrawn, 'totalEntries'> & { readonly kind?: Entry['kind'] }> {
  const { id, reason, at, nonce } = given
  const receipt = await ceremonies.readReceipt(raffleId, id)
  const before = await ceremonies.readWithdrawal(raffleId, id)
  if (before !== undefined) {
    if (nonce === undefined || before.nonce !== undefined) return { withdrawal: before, changed: false }
    if (receipt !== undefined) refuseStrange(nonce, id, readEntry(receipt))
    await ceremonies.writeWithdrawalNonce(raffleId, id, nonce)
    return { withdrawal: { ...before, nonce }, changed: true }
  }
  const entry = await findEntry(ceremonies, raffleId, id)
  if (nonce !== undefined) refuseStrange(nonce, id, entry)
  const withdrawal: WithdrawalRow = {
    ...{ entryId: id, withdrawnAt: at, reason },
    ...(receipt && { digest: encodeHex(sha256(receipt.payload)) }),
    ...(nonce && { nonce }),
  }
  await ceremonies.withdrawEntry(raffleId, entry.kind, withdrawal)
  return { withdrawal, changed: true, kind: entry.kind }
}

/** The raffle, open for receipts and withdrawals. */
async function openRaffle(desk: Desk, transaction: Transaction, raffleId: string): Promise<OpenList> {
  const opened = await openList(desk, transaction, raffleId, {
    message: 'entries are taken back, and receipts made, before that',
    hint: 'a receipt that was made before is given again: drawaudit receipt issue',
  })
  const { chain, journal } = opened
  compareReceipts(desk.journal, journal, raffleId, chain.ceremony.receipts)
  return opened
}

async function findEntry(ceremonies: CeremonyWriter, raffleId: string, id: string): Promise<Entry> {
  const place = await ceremonies.findEntry(raffleId, id)
  const [entry] = place === undefined ? [] : await ceremonies.readEntries(raffleId, place, place + 1)
  if (entry !== undefined) return entry
  const was = await ceremonies.readWithdrawal(raffleId, id)
  throw new DrawauditError(
    'entries-invalid',
    was === undefined
      ? `there is no entry ${JSON.stringify(id)} in the raffle`
      : `the entry ${JSON.stringify(id)} was withdrawn at ${was.withdrawnAt}`,
    { hint: was === undefined ? 'import it first: drawaudit raffle import' : 'its id is never used again' },
  )
}

const soldBefore = (id: string): string =>
  `the entry ${JSON.stringify(id)} was sold before, and has no nonce that would show that it is for the same buyer`

function readEntry({ payload }: ReceiptRow): Entry {
  const { entry_id: id, kind, nonce_hash: nonceHash } = parseReceipt(payload)
  return { id, kind, ...(nonceHash !== undefined && { nonceHash }) }
}

function refuseOther(id: string, entry: Entry, expected: Omit<Entry, 'id'> | undefined): void {
  if (expected === undefined) return
  const fault =
    entry.kind !== expected.kind
      ? `is ${entry.kind}, not ${expected.kind}`
      : entry.nonceHash !== expected.nonceHash
        ? 'has another nonce'
        : undefined
  if (fault === undefined) return
  throw new DrawauditError('entries-invalid', `the entry ${JSON.stringify(id)} ${fault}`, {
    hint: 'an id has one entry, and one receipt: give another id',
  })
}

function refuseStrange(nonce: Uint8Array, id: string, { nonceHash }: Entry): void {
  if (nonce.length === nonceLength && hashNonce(nonce) === nonceHash) return
  const what = nonceHash === undefined ? 'has no nonce' : 'has another nonce'
  throw new DrawauditError('entries-invalid', `the entry ${JSON.stringify(id)} ${what}`, {
    hint: 'the nonce is what the buyer’s browser drew, 32 hex digits; leave it out where the buyer does not give it',
  })
}
