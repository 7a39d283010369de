/**
 * Takes a shop's entries and issues their receipts in one transaction, once for each idempotency key.
 *
 * @packageDocumentation
 */
import type { Envelope } from '../core/dsse.js'
import { DrawauditError } from '../errors.js'
import type { Entry } from '../model/entry.js'
import type { DeskRequest } from '../store/desk.js'
import type { Transaction } from '../store/store.js'
import { checkStoreClock } from './clock.js'
import type { Desk } from './desk.js'
import { addEntries, openForEntries, type EntriesImported } from './import-entries.js'
import { envelopeOf, issueReceipts, noteReceipts } from './receipts.js'

/** Entries in a raffle, with their receipts. */
export interface EntriesTaken {
  readonly imported: EntriesImported
  /** In the order of the entries. */
  readonly receipts: readonly Envelope[]
  /** Whether the same request was carried out before; this is the earlier result. */
  readonly repeated: boolean
}

/**
 * Adds entries and signs their receipts, all or nothing. The key is committed with the result, so that a
 * client that lost the answer can repeat the request and gets the same one, whatever happened to the raffle
 * since.
 *
 * @param request - the token and key of the request, and a digest of its content.
 * @throws DrawauditError `desk-request` if the key was used with another request, and as `importEntries` and
 * `issueOne` do.
 */
export async function takeEntries(
  desk: Desk,
  raffleId: string,
  entries: readonly Entry[],
  request: Omit<DeskRequest, 'answer'>,
): Promise<EntriesTaken> {
  const secrets = await desk.openSecrets()
  await checkStoreClock(desk)
  const { isDue, ...taken } = await desk.store.transact(async transaction => {
    const before = await transaction.desk.readRequest(request.token, request.key)
    if (before !== undefined) {
      return { ...(await repeat(transaction, raffleId, entries, request, before)), isDue: false }
    }
    const opened = await openForEntries(desk, transaction, raffleId)
    // Afterwards the raffle has these entries with the given kinds and nonces.
    const imported = await addEntries(desk, transaction, opened, numberLines(entries))
    const { receipts, isDue } = await issueReceipts(desk, transaction, opened, entries, secrets)
    await transaction.desk.addRequest({ ...request, answer: JSON.stringify(imported) })
    return { imported, receipts, repeated: false, isDue }
  })
  if (isDue) await noteReceipts(desk, raffleId)
  return taken
}

async function repeat(
  { ceremonies }: Transaction,
  raffleId: string,
  entries: readonly Entry[],
  request: Omit<DeskRequest, 'answer'>,
  before: DeskRequest,
): Promise<EntriesTaken> {
  if (before.digest !== request.digest) {
    throw new DrawauditError('desk-request', 'this idempotency key came with another request before', {
      hint: 'a key is for one request and its repetitions: make a new one for each sale',
    })
  }
  const rows = await ceremonies.readReceipts(
    raffleId,
    entries.map(({ id }) => id),
  )
  const receipts = entries.map(({ id }) => {
    const row = rows.get(id)
    if (row !== undefined) return envelopeOf(row)
    // Rows are never removed from the table.
    throw new DrawauditError('store-damaged', `the receipt of entry ${JSON.stringify(id)} is missing`, {
      hint: 'restore a backup: drawaudit store restore',
    })
  })
  return { imported: JSON.parse(before.answer) as EntriesImported, receipts, repeated: true }
}

async function* numberLines(entries: readonly Entry[]) {
  yield await Promise.resolve(entries.map((entry, index) => ({ line: index + 1, ...entry })))
}
