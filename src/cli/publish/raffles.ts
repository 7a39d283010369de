/**
 * `drawaudit raffles`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { renderJson } from '../../render/json.js'
import { openStore } from '../../store/open-store.js'
import type { RaffleSummary } from '../../store/summaries.js'
import { colourOption, findStore, formatOption, storeOption } from '../shared/options.js'
import { writeResult } from '../shared/terminal.js'
import type { Command } from '../shared/command.js'

function build(yargs: Argv) {
  return yargs
    .option('store', storeOption)
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 raffles --store raffles.db', 'What is published')
}

export const rafflesCommand: Command<typeof build> = {
  name: 'raffles',
  describe: 'List the raffles in a store',
  build,
  async run({ store: given, format }) {
    const store = await openStore(findStore(given), { access: 'read' })
    try {
      const raffles: RaffleSummary[] = []
      for (let after: string | undefined = ''; after !== undefined;) {
        const page = await store.listRaffles({ after, limit: 1000 })
        raffles.push(...page)
        after = page.at(-1)?.raffleId
      }
      await writeResult(format === 'json' ? renderJson(raffles.map(describe)) : renderList(raffles))
      return 0
    } finally {
      await store.close()
    }
  },
}

const describe = ({ raffleId, totalDraws, totalEntries, changedAt }: RaffleSummary) => ({
  raffle_id: raffleId,
  total_draws: totalDraws,
  total_entries: totalEntries ?? null,
  changed_at: changedAt,
})

function renderList(raffles: readonly RaffleSummary[]): string {
  if (raffles.length === 0) return 'no raffle has been published\n'
  const rows = raffles.map(({ raffleId, totalDraws, totalEntries, changedAt }) => [
    raffleId,
    String(totalDraws),
    String(totalEntries ?? '-'),
    changedAt,
  ])
  const table = [['raffle', 'draws', 'entries', 'changed'], ...rows]
  const widths = [0, 1, 2].map(column => Math.max(...table.map(row => row[column]?.length ?? 0)))
  return table
    .map(row => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
    .join('')
}
