/**
 * `drawaudit raffle remove`
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { findSource } from '../../io/files.js'
import { readEntryLines } from '../../operator/entry-lines.js'
import { removeEntries } from '../../operator/receipts.js'
import { findAuthorities } from '../shared/ceremony.js'
import { defineCommand } from '../shared/command.js'
import { atDesk } from '../shared/desk.js'
import { findRaffle, raffleArgument } from '../shared/find-raffle.js'
import { readNonceOption } from '../shared/beside-bundle.js'
import { storeOption, valueOption } from '../shared/options.js'
import { describeOutlook, findOutlook, renderOutlook } from '../shared/outlook.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

export const raffleRemoveCommand = defineCommand({
  name: 'remove <raffle>',
  describe: 'Remove entries before the list is sealed: all that are named, or none',
  arguments: { raffle: raffleArgument },
  options: {
    entry: {
      ...valueOption,
      array: true,
      describe: 'The id of an entry; may be repeated',
    },
    file: {
      ...valueOption,
      describe: 'A list of ids, one on each line, or the list that was imported; - for standard input',
    },
    reason: { ...valueOption, demandOption: true as const, describe: 'The reason, kept in the store' },
    nonce: {
      ...valueOption,
      describe:
        'The nonce of the buyer of one entry with a receipt, 32 hex digits: shows that the buyer agreed',
    },
    store: storeOption,
  },
  examples: [
    [`$0 raffle remove ${exampleId} --entry 10042 --reason refund --store raffles.db`, 'A refunded entry'],
    [
      `$0 raffle remove ${exampleId} --file wrong.csv --reason "the list of another raffle" --store raffles.db`,
      'All of a list that was imported by mistake',
    ],
  ],
  epilogue:
    'An id that was removed is never used again. Where an entry has a receipt, the seal says that it was withdrawn, and whether its buyer agreed.',
  async run({ raffle, entry: entries = [], file, reason, nonce, store }) {
    const ids = [...entries, ...(file === undefined ? [] : await readIds(file))]
    if (ids.length === 0) {
      throw new DrawauditError('usage', 'no entry is named', { hint: 'give --entry ID or --file LIST' })
    }
    const given = nonce === undefined ? undefined : readNonceOption(nonce)
    if (given !== undefined && ids.length > 1) {
      throw new DrawauditError('usage', '--nonce applies to one entry', {
        hint: 'remove that entry by itself',
      })
    }
    return atDesk({ store }, async desk => {
      const raffleId = await findRaffle(desk.store, raffle)
      const done = await removeEntries(desk, raffleId, ids, reason, given)
      return { raffleId, ...done, outlook: await findOutlook(desk.store, raffleId, findAuthorities({})) }
    })
  },
  json: ({ raffleId, removed, totalEntries, paidEntries, freeEntries, outlook }, { reason }) => ({
    raffle_id: raffleId,
    ...count(removed),
    reason,
    total_entries: totalEntries,
    paid_entries: paidEntries,
    free_entries: freeEntries,
    ...describeOutlook(outlook),
  }),
  text({ removed, totalEntries, paidEntries, freeEntries, outlook }) {
    const { removed: now, already_removed: before, with_receipt: receipts, consented } = count(removed)
    return (
      `removed ${now} ${now === 1 ? 'entry' : 'entries'}${before > 0 ? `, ${before} ${before === 1 ? 'was' : 'were'} removed before` : ''}: ` +
      `${totalEntries} in the raffle, ${paidEntries} paid and ${freeEntries} free\n` +
      (receipts > consented
        ? `${receipts - consented} with a receipt and without the nonce of the buyer: the seal says so, and every report will; drawaudit receipt withdraw adds a nonce\n`
        : '') +
      renderOutlook(outlook)
    )
  },
})

type Removed = Awaited<ReturnType<typeof removeEntries>>['removed']

const count = (removed: Removed) => ({
  removed: removed.filter(({ changed }) => changed).length,
  already_removed: removed.filter(({ changed }) => !changed).length,
  with_receipt: removed.filter(({ withdrawal }) => withdrawal.digest !== undefined).length,
  consented: removed.filter(
    ({ withdrawal }) => withdrawal.digest !== undefined && withdrawal.nonce !== undefined,
  ).length,
})

/** Ids from a list in the form of an import; kinds are ignored. */
async function readIds(file: string): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const batch of readEntryLines(findSource(file).pieces(), { kind: 'paid' })) {
    for (const line of batch) {
      if ('problem' in line) {
        throw new DrawauditError('entries-invalid', `line ${line.line}: ${line.problem}`, {
          hint: 'an id on each line, or the list that was imported; nothing was removed',
          where: { file, line: line.line },
        })
      }
      ids.push(line.id)
    }
  }
  return ids
}
