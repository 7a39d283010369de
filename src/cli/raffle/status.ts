/**
 * `drawaudit raffle status` and `drawaudit raffle list`
 *
 * @packageDocumentation
 */
import { encodeStatus, listStatuses, readStatus, type RaffleStatus } from '../../operator/raffle-status.js'
import { escapeText } from '../../render/escape.js'
import type { Outlook } from '../../operator/outlook.js'
import { atStore } from '../shared/at-store.js'
import { findAuthorities } from '../shared/ceremony.js'
import { findRaffle, raffleArgument } from '../shared/find-raffle.js'
import { storeOption } from '../shared/options.js'
import { stateWords as words } from '../shared/raffle-states.js'
import { describeOutlook, findOutlook, renderOutlook, renderTimes } from '../shared/outlook.js'
import { defineCommand } from '../shared/command.js'
import { nameLast } from '../shared/terminal.js'

export const raffleStatusCommand = defineCommand({
  name: 'status <raffle>',
  describe: 'Show the state of a raffle, and what to do next',
  arguments: { raffle: raffleArgument },
  options: { store: storeOption },
  examples: [
    [
      '$0 raffle status 49638a53-01d5-4ea0-96bc-887c4448c4f3 --store raffles.db',
      'What was done, and what is next',
    ],
  ],
  run({ raffle, store }) {
    return atStore(store, 'read', async opened => {
      const id = await findRaffle(opened, raffle)
      const status = await readStatus(opened.ceremonies, id, new Date())
      return { status, outlook: await findOutlook(opened, id, findAuthorities({})) }
    })
  },
  json: ({ status, outlook }) => ({ ...encodeStatus(status), ...describeOutlook(outlook) }),
  text: ({ status, outlook }) => renderStatus(status, outlook),
})

export const raffleListCommand = defineCommand({
  name: 'list',
  describe: 'List the raffles that are drawn by the protocol',
  options: { store: storeOption },
  examples: [['$0 raffle list --store raffles.db', 'All that are drawn by the protocol']],
  run: ({ store }) => atStore(store, 'read', ({ ceremonies }) => listStatuses(ceremonies, new Date())),
  json: statuses => statuses.map(encodeStatus),
  text: renderList,
})

function renderStatus(status: RaffleStatus, outlook: Outlook | undefined): string {
  const { commitment, statements, winners, notes, paidEntries, freeEntries } = status
  const { next, done } = outlook ?? { next: status.next, done: [] }
  const lines = [`raffle ${status.raffleId}: ${words[status.state]}`]
  if (commitment !== undefined) {
    lines.push(
      `${escapeText(commitment.raffle_name)}, run by ${escapeText(commitment.operator)}`,
      `${paidEntries + freeEntries} of at most ${commitment.max_entries} entries, ${paidEntries} paid and ${freeEntries} free`,
      `entries close at ${commitment.entries_close_at_utc}, randomness at ${status.drawTime ?? ''}`,
    )
  }
  for (const { reason, count, lastAt } of status.removed)
    lines.push(`${count} removed, the last at ${lastAt}: ${escapeText(reason)}`)
  if (statements.length > 0) lines.push('signed:')
  for (const { sequence, type, issued_at_utc } of statements)
    lines.push(`  ${sequence} ${type} ${issued_at_utc}`)
  if (winners.length > 0) lines.push('winners:')
  for (const { prizeName, entryId } of winners)
    lines.push(`  ${escapeText(prizeName)}: ${escapeText(entryId)}`)
  if (status.interrupted) lines.push('note: a step was interrupted; run it again to finish it')
  for (const note of notes) lines.push(`note: ${note}`)
  for (const what of done) lines.push(`seen: ${escapeText(what)}`)
  // The first step is printed last.
  for (const step of next.slice(1))
    lines.push(
      `later: ${step.what}${renderTimes(step)}${step.command === undefined ? '' : `: ${step.command}`}`,
    )
  return `${lines.join('\n')}\n${renderOutlook(outlook)}`
}

function renderList(statuses: readonly RaffleStatus[]): string {
  if (statuses.length === 0) return 'there is no raffle; drawaudit raffle create makes one\n'
  return statuses
    .map(({ raffleId, state, commitment }) => {
      const name = commitment === undefined ? '' : escapeText(commitment.raffle_name)
      return `${nameLast(`${raffleId}  ${words[state].padEnd(words.sealed.length)}`, name)}\n`
    })
    .join('')
}
