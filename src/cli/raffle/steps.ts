/**
 * `drawaudit raffle seal`, `drawaudit raffle replace` and `drawaudit raffle cancel`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { cancelRaffle } from '../../operator/cancel-raffle.js'
import { replaceWinner } from '../../operator/replace-winner.js'
import { evidenceMargin, sealRaffle } from '../../operator/seal-raffle.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { atCeremony } from '../shared/ceremony.js'
import { ceremonyOptions, raffleArgument, readRaffleId, secretOptions } from '../shared/desk.js'
import { talk, writeResult } from '../shared/terminal.js'
import type { Command } from '../shared/command.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

const reasonOption = {
  type: 'string' as const,
  requiresArg: true,
  demandOption: true as const,
  describe: 'Why: everyone can read it',
}

function buildSeal(yargs: Argv) {
  return yargs
    .positional('raffle', raffleArgument)
    .options(secretOptions)
    .options(ceremonyOptions)
    .example(
      `$0 raffle seal ${exampleId} --store raffles.db`,
      'Once entries are closed, and before the randomness',
    )
}

export const raffleSealCommand: Command<typeof buildSeal> = {
  name: 'seal <raffle>',
  describe: 'Seal the list of entries: sign its root',
  build: buildSeal,
  async run(args) {
    const raffleId = readRaffleId(args.raffle)
    const { seal, signed, margin } = await atCeremony(args, desk => sealRaffle(desk, raffleId))
    if (margin < evidenceMargin) {
      talk(`note: sealed ${margin} s before the randomness: nobody else can show that this was in time\n`)
    }
    await writeResult(
      args.format === 'json'
        ? renderJson({ seal, signed })
        : `${signed ? 'sealed' : 'was sealed before: nothing was signed;'} ${seal.total_entries} entries, ${seal.paid_entries} paid and ${seal.free_entries} free\n` +
            `root: ${seal.entries_root}\nnext: drawaudit raffle draw ${raffleId} --wait\n`,
    )
    return 0
  },
}

function buildReplace(yargs: Argv) {
  return yargs
    .positional('raffle', raffleArgument)
    .option('winner', {
      type: 'string',
      requiresArg: true,
      demandOption: true,
      describe: 'The entry that won and is replaced',
    })
    .option('reason', reasonOption)
    .options(secretOptions)
    .options(ceremonyOptions)
    .example(
      `$0 raffle replace ${exampleId} --winner ticket-7 --reason "did not answer in 14 days" --store raffles.db`,
      'The next entry wins that prize',
    )
}

export const raffleReplaceCommand: Command<typeof buildReplace> = {
  name: 'replace <raffle>',
  describe: 'Take the next winner of a prize, and sign why',
  build: buildReplace,
  async run(args) {
    const raffleId = readRaffleId(args.raffle)
    const { replacement, signed } = await atCeremony(args, desk =>
      replaceWinner(desk, raffleId, args.winner, args.reason),
    )
    await writeResult(
      args.format === 'json'
        ? renderJson({ replacement, signed })
        : `${signed ? '' : 'was replaced before: nothing was signed; '}prize ${replacement.position} goes to ${escapeText(replacement.winner_entry_id)}\n`,
    )
    return 0
  },
}

function buildCancel(yargs: Argv) {
  return yargs
    .positional('raffle', raffleArgument)
    .option('reason', reasonOption)
    .option('although-drawn', {
      type: 'boolean',
      default: false,
      describe: 'Also a raffle whose winners are known',
    })
    .options(secretOptions)
    .options(ceremonyOptions)
    .example(
      `$0 raffle cancel ${exampleId} --reason "too few entries" --store raffles.db`,
      'Nothing follows it',
    )
}

export const raffleCancelCommand: Command<typeof buildCancel> = {
  name: 'cancel <raffle>',
  describe: 'Cancel a raffle for good, and sign why',
  build: buildCancel,
  async run(args) {
    const raffleId = readRaffleId(args.raffle)
    const { reason, signed } = await atCeremony(args, desk =>
      cancelRaffle(desk, raffleId, args.reason, { althoughDrawn: args['although-drawn'] }),
    )
    await writeResult(
      args.format === 'json'
        ? renderJson({ raffle_id: raffleId, reason, signed })
        : `${signed ? 'cancelled' : 'was cancelled before: nothing was signed;'} raffle ${raffleId}: ${escapeText(reason)}\n`,
    )
    return 0
  },
}
