/**
 * `drawaudit raffle draw`
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import { drawRaffle, type RaffleDrawn } from '../../operator/draw-raffle.js'
import { describeWait } from '../../operator/describe-wait.js'
import { readStatus } from '../../operator/raffle-status.js'
import { readSeconds as readTime } from '../../operator/desk.js'
import { escapeText } from '../../render/escape.js'
import { atCeremony } from '../shared/ceremony.js'
import { signingOptions } from '../shared/desk.js'
import { raffleArgument, readRaffle } from '../shared/find-raffle.js'
import { quietOption, storeOption, valueOption } from '../shared/options.js'
import { describeOutlook, renderOutlook } from '../shared/outlook.js'
import { createRoundFetch, roundOptions } from '../shared/round-fetch.js'
import { createProgress, type Progress } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

const options = {
  wait: { type: 'boolean', describe: 'Wait until the randomness is out' },
  'beacon-file': {
    ...valueOption,
    describe: 'A file with the round, for a machine without a network: drawaudit beacon fetch makes it',
  },
  ...roundOptions,
  ...signingOptions,
  store: storeOption,
  quiet: { ...quietOption, describe: 'No countdown' },
} as const

export const raffleDrawCommand = defineCommand({
  name: 'draw <raffle>',
  describe: 'Draw all prizes of a raffle, and reveal its seeds',
  arguments: { raffle: raffleArgument },
  options,
  examples: [[`$0 raffle draw ${exampleId} --wait --store raffles.db`, 'As soon as it can be drawn']],
  async run(args) {
    const raffleId = await readRaffle(args.raffle, args.store)
    const progress = createProgress(args.quiet)
    try {
      const { result: drawn, outlook } = await atCeremony(args, raffleId, async desk => {
        if (args.wait === true) await waitWithoutBeacon(desk.store.ceremonies, raffleId, progress)
        return drawRaffle(desk, raffleId, createRoundFetch(args, progress))
      })
      return { raffleId, drawn, outlook }
    } finally {
      progress.clear()
    }
  },
  json: ({ drawn, outlook }) => ({ ...drawn, ...describeOutlook(outlook) }),
  text: ({ raffleId, drawn, outlook }) => render(raffleId, drawn) + renderOutlook(outlook),
})

/** Without a beacon, the draw is due by the clock. */
async function waitWithoutBeacon(
  reader: Parameters<typeof readStatus>[0],
  raffleId: string,
  progress: Progress,
): Promise<void> {
  const { commitment, state, drawTime } = await readStatus(reader, raffleId, new Date())
  if (commitment?.beacon !== null || state !== 'sealed' || drawTime === undefined) return
  const due = readTime(drawTime) * 1000
  for (let left = due - Date.now(); left > 0; left = due - Date.now()) {
    progress.show(`the draw is in ${describeWait(Math.ceil(left / 1000))}`)
    await setTimeout(Math.min(left, 1000))
  }
}

function render(raffleId: string, { draws, winners, signed }: RaffleDrawn): string {
  const lines = winners.map(
    ({ position, winner_entry_id }) =>
      `${position} ${escapeText(draws[position - 1]?.prize_name ?? '')}: ${escapeText(winner_entry_id)}\n`,
  )
  return [
    signed ? `drew raffle ${raffleId}\n` : `raffle ${raffleId} was drawn before: nothing was signed\n`,
    ...lines,
  ].join('')
}
