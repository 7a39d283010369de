/**
 * Receipts: what an entrant holds of its entry. One for each entry, ever, and none is needed for a draw.
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
import { appendJournal } from './journal.js'
import { checkJournal } from './check-journal.js'
import { compareReceipts, isWorthNoting } from './compare-journal.js'
import { checkClock } from './clock.js'
import { checkText } from './create-raffle.js'
import { formatSeconds, secondsOf, type Desk } from './desk.js'
import { EntriesRefusedError } from './import-entries.js'
import { openList, type OpenList } from './open-list.js'
import { publishStatistics } from './publish-ceremony.js'
import type { SecretBox } from './secrets.js'
import { createReceiptSigner } from './sign-receipts.js'

/** The envelope of a receipt that was issued: the same bytes each time. */
export const envelopeOf = ({ payload, keyId, signature }: ReceiptRow): Envelope => ({
  payloadType: receiptType,
  payload,
  keyId,
  signature,
})

/**
 * The receipt of an entry that is in a raffle: made now, or the one that was made before.
 *
 * @param expected - what the entry has to be; whatever it is when left out.
 * @throws DrawauditError `entries-invalid` for an id that is not in the raffle, that was withdrawn, or that has another
 * kind or nonce; `raffle-state` once the list is sealed or the raffle cancelled, `raffle-missing`, `signing-key` without
 * a key for receipts, and as `checkJournal` and `checkClock` do.
 */
export async function issueOne(
  desk: Desk,
  raffleId: string,
  id: string,
  expected?: Omit<Entry, 'id'>,
): Promise<{ readonly receipt: Envelope; readonly issued: boolean }> {
  const secrets = await desk.openSecrets()
  await checkClock(desk)
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

/** Receipts that are made in one transaction. */
const pageSize = 1000

/** Milliseconds between two of them, in which the store is free: who seals the list has its turn. */
const breath = 5

/**
 * Makes the receipts of all entries that have none, some hundred at a time; broken off and called again, it goes on.
 *
 * @throws DrawauditError as {@link issueOne}.
 */
export async function* issueAll(desk: Desk, raffleId: string): AsyncGenerator<readonly Envelope[]> {
  const secrets = await desk.openSecrets()
  await checkClock(desk)
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
 * The receipts of entries that are in a raffle, in a transaction that does more: those that were made before are the same
 * again, for who gives the nonce hash that they name.
 *
 * @param entries - as they stand in the raffle: of their kind, and with their nonce.
 * @returns them in the order of the entries, and whether {@link noteReceipts} is due once the transaction is committed.
 * @throws DrawauditError as {@link issueOne}; EntriesRefusedError for one without a nonce that has a receipt.
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
    // Without a nonce nothing shows that it is the same buyer: two would hold one ticket.
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
 * Notes in the journal how many receipts a raffle has, where that is worth a line. After they were committed: a line is
 * never ahead of the store by a kill.
 */
export async function noteReceipts(desk: Desk, raffleId: string): Promise<void> {
  await desk.store.transact(async transaction => {
    const journal = await checkJournal(desk, transaction)
    const count = (await transaction.ceremonies.readCeremony(raffleId))?.receipts ?? 0
    if (isWorthNoting(journal, raffleId, count)) {
      appendJournal(desk.journal, journal, [{ receipts: { raffleId, count } }])
    }
  })
}

/** An entry that was taken back. */
export interface EntryWithdrawn {
  readonly withdrawal: WithdrawalRow
  /** False where it had been taken back before. */
  readonly changed: boolean
  readonly totalEntries: number
}

/** The same in JSON. */
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
 * Takes an entry back before the list is sealed: the seal says so for whoever holds its receipt, and no entry ever has
 * its id again. Done again, it adds a nonce that comes later.
 *
 * @param nonce - of its buyer, who shows by it that this is agreed.
 * @throws DrawauditError `entries-invalid` for an id that is not in the raffle, or a nonce that is not its buyer's;
 * `raffle-state` once the list is sealed or the raffle cancelled, `raffle-missing`, and as `checkJournal` does.
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

/** Entries that were taken back together. */
export interface EntriesRemoved {
  /** In the order in which they were named, each once. */
  readonly removed: readonly Omit<EntryWithdrawn, 'totalEntries'>[]
  readonly totalEntries: number
  readonly paidEntries: number
  readonly freeEntries: number
}

/**
 * Takes entries back before the list is sealed, all of them or none: what {@link withdrawEntry} does to each.
 *
 * @param nonce - of the buyer, where there is one entry.
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
    // Whoever lost the answer hears after the seal too what became of it.
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

/** What was taken back before; undefined where anything is left to do. */
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

/** Takes one entry back. @returns its kind, where it was in the list until now. */
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

/** The raffle, while its entries get receipts and are taken back. */
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
