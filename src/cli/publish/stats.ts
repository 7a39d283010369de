/**
 * `drawaudit stats set`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { publish, RefusedError } from '../../operator/publish.js'
import { renderJson } from '../../render/json.js'
import { openStore } from '../../store/open-store.js'
import { colourOption, findStore, formatOption, storeOption } from '../shared/options.js'
import { random } from '../shared/random.js'
import { writeResult } from '../shared/terminal.js'
import type { Command } from '../shared/command.js'

const count = { type: 'string' as const, requiresArg: true }

function build(yargs: Argv) {
  return yargs
    .positional('raffle', { type: 'string', demandOption: true, describe: 'The id of the raffle, a UUID' })
    .option('paid', { ...count, demandOption: true, describe: 'Paid entries' })
    .option('free', { ...count, demandOption: true, describe: 'Free entries' })
    .option('max', { ...count, demandOption: true, describe: 'Capacity of the raffle' })
    .option('total', { ...count, describe: 'All entries (default: paid and free together)' })
    .option('updated-at', {
      type: 'string',
      requiresArg: true,
      describe: 'When they were counted, like 2026-11-20T16:15:00+00:00 (default: now)',
    })
    .option('store', storeOption)
    .option('replace', { type: 'boolean', default: false, describe: 'Even where newer ones are published' })
    .option('format', formatOption)
    .option('color', colourOption)
    .example(
      '$0 stats set 49638a53-01d5-4ea0-96bc-887c4448c4f3 --paid 120 --free 22 --max 500 --store raffles.db',
      'Publish the entries of a raffle',
    )
}

export const statsSetCommand: Command<typeof build> = {
  name: 'set <raffle>',
  describe: 'Publish the entry statistics of a raffle',
  build,
  async run({ raffle, paid, free, max, total, 'updated-at': updatedAt, store: given, replace, format }) {
    const file = findStore(given)
    const now = new Date()
    const [paidEntries, freeEntries] = [readCount('paid', paid), readCount('free', free)]
    const statistics = {
      raffle_id: raffle,
      total_entries: total === undefined ? paidEntries + freeEntries : readCount('total', total),
      paid_entries: paidEntries,
      free_entries: freeEntries,
      max_entries: readCount('max', max),
      updated_at: updatedAt ?? formatTime(now),
    }
    const store = await openStore(file, { access: 'write', create: true })
    try {
      const document = { file: 'stats set', read: () => statistics }
      const published = await publish(store, [document], { now, random, olderStatistics: replace })
      const lines = published.map(({ outcome, raffle_id }) => `${outcome} statistics ${raffle_id}\n`)
      await writeResult(format === 'json' ? renderJson({ published }) : lines.join(''))
      return 0
    } catch (error) {
      throw error instanceof RefusedError ? error.refusals[0] : error
    } finally {
      await store.close()
    }
  },
}

function readCount(name: string, text: string): number {
  if (/^(0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  throw new DrawauditError(
    'usage',
    `--${name} takes an integer from 0 to 2^53 - 1, found ${JSON.stringify(text)}`,
  )
}
