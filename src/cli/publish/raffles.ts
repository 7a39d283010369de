/**
 * `drawaudit raffles`
 *
 * @packageDocumentation
 */
import type { RaffleSummary } from '../../store/summaries.js'
import { atStore } from '../shared/at-store.js'
import { storeOption } from '../shared/options.js'
import { defineCommand } from '../shared/command.js'
import { proseWidth } from '../shared/terminal.js'

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
  const head = ['raffle', 'draws', 'entries', 'changed']
  const widths = head.map((name, column) => Math.max(...[head, ...rows].map(row => row[column]?.length ?? 0)))
  const isTooWide = widths.reduce((sum, width) => sum + width + 2, -2) > proseWidth(process.stdout)
  // A table that is broken in each line has no columns any more.
  if (isTooWide) {
    return rows
      .map(([id, ...cells]) => `${id}\n  ${cells.map((cell, at) => `${head[at + 1]} ${cell}`).join(', ')}\n`)
      .join('')
  }
  return [head, ...rows]
    .map(
      row =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
