/**
 * `drawaudit stats set`
 *
 * @packageDocumentation
 */
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { publish, RefusedError } from '../../operator/publish.js'
import { openStore } from '../../store/open-store.js'
import { findStore, storeOption, switchOption, valueOption } from '../shared/options.js'
import { raffleArgument, readRaffle } from '../shared/find-raffle.js'
import { momentForms, readMoment } from '../shared/moment.js'
import { random } from '../shared/random.js'
import { defineCommand } from '../shared/command.js'

export const statsSetCommand = defineCommand({
  name: 'set <raffle>',
  describe: 'Publish the entry statistics of a raffle',
  arguments: { raffle: raffleArgument },
  options: {
    paid: { ...valueOption, demandOption: true, describe: 'Paid entries' },
    free: { ...valueOption, demandOption: true, describe: 'Free entries' },
    max: { ...valueOption, demandOption: true, describe: 'Capacity of the raffle' },
    total: { ...valueOption, describe: 'All entries (default: paid and free together)' },
    'updated-at': {
      ...valueOption,
      describe: `When they were counted, ${momentForms} (default: now)`,
    },
    store: storeOption,
    replace: { ...switchOption, describe: 'Even if newer ones are published' },
  },
  examples: [
    [
      '$0 stats set 49638a53-01d5-4ea0-96bc-887c4448c4f3 --paid 120 --free 22 --max 500 --store raffles.db',
      'Publish the entries of a raffle',
    ],
  ],
  async run({ raffle, paid, free, max, total, 'updated-at': updatedAt, store: given, replace }) {
    const file = findStore(given)
    const now = new Date()
    const [paidEntries, freeEntries] = [readCount('paid', paid), readCount('free', free)]
    const statistics = {
      raffle_id: await readRaffle(raffle, file),
      total_entries: total === undefined ? paidEntries + freeEntries : readCount('total', total),
      paid_entries: paidEntries,
      free_entries: freeEntries,
      max_entries: readCount('max', max),
      updated_at: updatedAt === undefined ? formatTime(now) : readUpdated(updatedAt),
    }
    const store = await openStore(file, { access: 'write', create: true })
    try {
      const document = { file: 'stats set', read: () => statistics }
      return { published: await publish(store, [document], { now, random, olderStatistics: replace }) }
    } catch (error) {
      throw error instanceof RefusedError ? error.refusals[0] : error
    } finally {
      await store.close()
    }
  },
  text: ({ published }) =>
    published.map(({ outcome, raffle_id }) => `${outcome} statistics ${raffle_id}\n`).join(''),
})

const readUpdated = (text: string): string => formatTime(new Date(readMoment('updated-at', text) * 1000))

function readCount(name: string, text: string): number {
  if (/^(0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  throw new DrawauditError(
    'usage',
    `--${name} takes an integer from 0 to 2^53 - 1, found ${JSON.stringify(text)}`,
  )
}
