/**
 * `drawaudit raffles`
 *
 * @packageDocumentation
 */
import type { RaffleSummary } from '../../store/summaries.js'
import { atStore } from '../shared/at-store.js'
import { storeOption } from '../shared/options.js'
import { defineCommand } from '../shared/command.js'

export const rafflesCommand = defineCommand({
  name: 'raffles',
  describe: 'List the raffles in a store',
  options: { store: storeOption },
  examples: [['$0 raffles --store raffles.db', 'What is published']],
  run: ({ store }) =>
    atStore(store, 'read', async store => {
      const raffles: RaffleSummary[] = []
      for (let after: string | undefined = ''; after !== undefined;) {
        const page = await store.listRaffles({ after, limit: 1000 })
        raffles.push(...page)
        after = page.at(-1)?.raffleId
      }
      return raffles
    }),
  json: raffles => raffles.map(describe),
  text: renderList,
})

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
