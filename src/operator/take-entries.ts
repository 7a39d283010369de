/**
 * Entries that a shop sells: taken and signed for in one transaction, once for each idempotency key.
 *
 * @packageDocumentation
 */
import type { Envelope } from '../core/dsse.js'
import { DrawauditError } from '../errors.js'
import type { Entry } from '../model/entry.js'
import type { DeskRequest } from '../store/desk.js'
import type { Transaction } from '../store/store.js'
import { checkClock } from './clock.js'
import type { Desk } from './desk.js'
import { addEntries, openForEntries, type EntriesImported } from './import-entries.js'
import { envelopeOf, issueReceipts, noteReceipts } from './receipts.js'

/** Entries that are in a raffle, with a receipt for each. */
export interface EntriesTaken {
  readonly imported: EntriesImported
  /** In the order in which the entries were named. */
  readonly receipts: readonly Envelope[]
  /** The same request was carried out before: this is what came of it then. */
  readonly repeated: boolean
}

/**
 * Adds entries and signs a receipt for each: all of it or nothing. What was done, and under which key, is committed
 * together, so that whoever lost the answer asks again and gets the same one, whatever became of the raffle since.
 *
 * @param request - the token and the key that it came with, and a digest of all that was asked.
 * @throws DrawauditError `desk-request` where the key came with another request before, and as `importEntries` and
 * `issueOne` do.
 */
export async function takeEntries(
  desk: Desk,
  raffleId: string,
  entries: readonly Entry[],
  request: Omit<DeskRequest, 'answer'>,
): Promise<EntriesTaken> {
  const secrets = await desk.openSecrets()
  await checkClock(desk)
  const { isDue, ...taken } = await desk.store.transact(async transaction => {
    const before = await transaction.desk.readRequest(request.token, request.key)
    if (before !== undefined) {
      return { ...(await repeat(transaction, raffleId, entries, request, before)), isDue: false }
    }
    const opened = await openForEntries(desk, transaction, raffleId)
    // What this leaves in the raffle is of the kinds and with the nonces that were given.
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
    // Nothing is ever taken out of the table.
    throw new DrawauditError('store-damaged', `the receipt of entry ${JSON.stringify(id)} is missing`, {
      hint: 'restore a backup: drawaudit store restore',
    })
  })
  return { imported: JSON.parse(before.answer) as EntriesImported, receipts, repeated: true }
}

async function* numberLines(entries: readonly Entry[]) {
  yield await Promise.resolve(entries.map((entry, index) => ({ line: index + 1, ...entry })))
}
