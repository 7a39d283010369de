/**
 * `drawaudit raffle seal`, `drawaudit raffle replace` and `drawaudit raffle cancel`
 *
 * @packageDocumentation
 */
import { cancelRaffle } from '../../operator/cancel-raffle.js'
import { replaceWinner } from '../../operator/replace-winner.js'
import { evidenceMargin, sealRaffle } from '../../operator/seal-raffle.js'
import { escapeText } from '../../render/escape.js'
import { atCeremony, atStampedCeremony, describeStamped, authorityOption } from '../shared/ceremony.js'
import { signingOptions } from '../shared/desk.js'
import { raffleArgument, readRaffle } from '../shared/find-raffle.js'
import { storeOption, switchOption, valueOption } from '../shared/options.js'
import { describeOutlook, renderOutlook } from '../shared/outlook.js'
import { talk } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

const reasonOption = {
  ...valueOption,
  demandOption: true as const,
  describe: 'The reason, which everyone can read',
}

export const raffleSealCommand = defineCommand({
  name: 'seal <raffle>',
  describe: 'Seal the list of entries: sign its root',
  arguments: { raffle: raffleArgument },
  options: { timestamp: authorityOption, ...signingOptions, store: storeOption },
  examples: [
    [`$0 raffle seal ${exampleId} --store raffles.db`, 'Once entries are closed, and before the randomness'],
  ],
  async run(args) {
    const raffleId = await readRaffle(args.raffle, args.store)
    const { result, ...beside } = await atStampedCeremony(
      args,
      desk => sealRaffle(desk, raffleId),
      () => raffleId,
    )
    const { seal, signed, margin } = result
    if (margin < evidenceMargin) {
      talk(`note: sealed ${margin} s before the randomness: nobody else can show that this was in time\n`)
    }
    return { seal, signed, ...beside }
  },
  json: ({ seal, signed, stamped, outlook }) => ({
    seal,
    signed,
    timestamps: describeStamped(stamped),
    ...describeOutlook(outlook),
  }),
  text: ({ seal, signed, outlook }) =>
    `${signed ? 'sealed' : 'was sealed before: nothing was signed;'} ${seal.total_entries} entries, ${seal.paid_entries} paid and ${seal.free_entries} free\n` +
    `root: ${seal.entries_root}\n${renderOutlook(outlook)}`,
})

export const raffleReplaceCommand = defineCommand({
  name: 'replace <raffle>',
  describe: 'Take the next winner of a prize, and sign why',
  arguments: { raffle: raffleArgument },
  options: {
    winner: {
      ...valueOption,
      demandOption: true,
      describe: 'The entry that won and is replaced',
    },
    reason: reasonOption,
    ...signingOptions,
    store: storeOption,
  },
  examples: [
    [
      `$0 raffle replace ${exampleId} --winner ticket-7 --reason "did not answer in 14 days" --store raffles.db`,
      'The next entry wins that prize',
    ],
  ],
  async run(args) {
    const raffleId = await readRaffle(args.raffle, args.store)
    const { result, outlook } = await atCeremony(args, raffleId, desk =>
      replaceWinner(desk, raffleId, args.winner, args.reason),
    )
    return { replacement: result.replacement, signed: result.signed, outlook }
  },
  json: ({ outlook, ...replaced }) => ({ ...replaced, ...describeOutlook(outlook) }),
  text: ({ replacement, signed, outlook }) =>
    `${signed ? '' : 'was replaced before: nothing was signed; '}prize ${replacement.position} goes to ${escapeText(replacement.winner_entry_id)}\n${renderOutlook(outlook)}`,
})

export const raffleCancelCommand = defineCommand({
  name: 'cancel <raffle>',
  describe: 'Cancel a raffle for good, and sign why',
  arguments: { raffle: raffleArgument },
  options: {
    reason: reasonOption,
    'although-drawn': {
      ...switchOption,
      describe: 'Also a raffle whose winners are known',
    },
    timestamp: authorityOption,
    ...signingOptions,
    store: storeOption,
  },
  examples: [
    [`$0 raffle cancel ${exampleId} --reason "too few entries" --store raffles.db`, 'Nothing follows it'],
  ],
  async run(args) {
    const raffleId = await readRaffle(args.raffle, args.store)
    const { result, ...beside } = await atStampedCeremony(
      args,
      desk => cancelRaffle(desk, raffleId, args.reason, { althoughDrawn: args['although-drawn'] }),
      () => raffleId,
    )
    return { raffle_id: raffleId, ...result, ...beside }
  },
  json: ({ stamped, outlook, ...cancelled }) => ({
    ...cancelled,
    timestamps: describeStamped(stamped),
    ...describeOutlook(outlook),
  }),
  text: ({ raffle_id, reason, signed, outlook }) =>
    `${signed ? 'cancelled' : 'was cancelled before: nothing was signed;'} raffle ${raffle_id}: ${escapeText(reason)}\n${renderOutlook(outlook)}`,
})
