/**
 * `drawaudit raffle timestamp`
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { stampStatements } from '../../operator/stamp-statements.js'
import { describeStamped, findAuthorities, renderStamped, authorityOption } from '../shared/ceremony.js'
import { defineCommand } from '../shared/command.js'
import { atDesk } from '../shared/desk.js'
import { raffleArgument, readRaffle } from '../shared/find-raffle.js'
import { storeOption } from '../shared/options.js'
import { describeOutlook, findOutlook, renderOutlook } from '../shared/outlook.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

export const raffleTimestampCommand = defineCommand({
  name: 'timestamp <raffle>',
  describe: 'Ask authorities for the missing time-stamps of a raffle',
  arguments: { raffle: raffleArgument },
  options: { timestamp: authorityOption, store: storeOption },
  examples: [
    [
      `$0 raffle timestamp ${exampleId} --timestamp https://time.example/tsr --store raffles.db`,
      'If it did not answer at the time of signing',
    ],
  ],
  exits: { 4: 'an authority has not answered' },
  epilogue:
    'Existing time-stamps are kept. The commitment counts as seen if it was stamped before entries closed, the seal if 30 seconds before the round.',
  async run(args) {
    const raffleId = await readRaffle(args.raffle, args.store)
    const urls = findAuthorities(args)
    if (urls.length === 0) {
      throw new DrawauditError('usage', 'no authority is named', {
        hint: 'give --timestamp URL, or set DRAWAUDIT_TIMESTAMP, or name it for good: drawaudit init --timestamp URL',
      })
    }
    // Signs nothing, so it opens no secret.
    return atDesk(args, async desk => {
      const stamped = await stampStatements(desk, raffleId, urls, { env: process.env })
      return { raffleId, stamped, outlook: await findOutlook(desk.store, raffleId, urls) }
    })
  },
  json: ({ raffleId, stamped, outlook }) => ({
    raffle_id: raffleId,
    timestamps: describeStamped(stamped),
    ...describeOutlook(outlook),
  }),
  text: ({ raffleId, stamped, outlook }) =>
    (stamped.length === 0
      ? 'every statement has a time-stamp of each of them: nobody was asked\n'
      : renderStamped(raffleId, stamped)) + renderOutlook(outlook),
  exitCode: ({ stamped }) => (stamped.some(({ fault }) => fault !== undefined) ? 4 : 0),
})
