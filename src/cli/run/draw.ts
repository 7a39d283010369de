/**
 * `drawaudit draw`
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { basename, dirname, parse } from 'node:path'
import { canonicalize } from '../../core/canonical.js'
import { encodeHex } from '../../core/encoding.js'
import { deriveUuid } from '../../core/uuid.js'
import { DrawauditError } from '../../errors.js'
import { readSeconds } from '../../operator/desk.js'
import { describeWait } from '../../operator/describe-wait.js'
import { EntriesRefusedError } from '../../operator/import-entries.js'
import { findCommittedChain, findRelays, findOwnRelays, isRehearsal } from '../shared/chains.js'
import { defineCommand } from '../shared/command.js'
import { readRaffle } from '../shared/find-raffle.js'
import { requiredArgument, valueOption } from '../shared/options.js'
import { describeRefusal, renderRefusal } from '../shared/refused-list.js'
import { readInteger } from '../shared/remote.js'
import { findPrerequisites } from './prerequisites.js'
import { inspectList, readListEntries } from './entry-list.js'
import { kindOption, openRunContext, perform, requireEnough, runOptions } from './perform.js'
import { askBeacon, findEarlierRaffles, warnOfPersonal, warnOfSameList } from './precautions.js'
import { describeOutcome, renderOutcome, type RunResult } from './tell.js'

/** Seconds from close to draw: time to seal the list, and for others to see the seal half a minute before the round. */
const closing = 60

/** Minimum seconds that entries are open: time for others to see the commitment. */
const shortestOpen = 15

/** Milliseconds for witnesses after the draw. */
const patience = 20_000

/** The outcome, or the refused list. */
type DrawCommandResult =
  | { readonly outcome: RunResult; readonly refused?: never }
  | { readonly outcome?: never; readonly refused: EntriesRefusedError }

export const drawCommand = defineCommand({
  name: 'draw <list>',
  describe: 'Draw winners from a list: commitment, seal, draw and certificate in one call',
  arguments: {
    list: { ...requiredArgument, describe: 'A file with an id or a name on each line, or id,kind' },
  },
  options: {
    winners: { ...valueOption, alias: 'n', describe: 'How many win (default: one for each prize)' },
    prize: {
      ...valueOption,
      array: true as const,
      describe: 'A prize; may be repeated',
    },
    name: { ...valueOption, describe: 'Name of the draw (default: after the list)' },
    in: { ...valueOption, default: '2m', describe: 'When it is drawn, from now: 90s, 2m or 1h' },
    out: {
      ...valueOption,
      placeholder: 'FOLDER',
      alias: 'o',
      describe: 'The folder for the result (default: that of the list)',
    },
    kind: kindOption,
    ...runOptions,
  },
  examples: [
    ['$0 draw entries.csv --winners 3', 'Two minutes from a list to winners and a certificate'],
    ['$0 draw names.txt --prize Bicycle --prize Voucher --in 10m', 'With the names of the prizes'],
  ],
  exits: { 0: 'the result is written', 2: 'usage error, or the list is refused: nothing is signed' },
  epilogue:
    'The same list, prizes and name in the same store are the same draw: if interrupted, run it again to resume; it always ends with the same winners. Give another --name to draw from the same list once more.',
  async run(args): Promise<DrawCommandResult> {
    const seconds = readDuration(args.in)
    const prizes = readPrizes(args.winners, args.prize)
    const format = { kind: args.kind ?? ('paid' as const) }
    const chain = findCommittedChain(args)
    if (chain === null) {
      throw new DrawauditError('usage', 'without a beacon nobody can prove that the seeds were not chosen', {
        hint: 'leave out --beacon none; drawaudit raffle create has it',
      })
    }
    findRelays(chain, findOwnRelays(args.relay).relays)
    const context = openRunContext(args)
    const list = await inspectList(args.list, format).catch((error: unknown) => {
      if (error instanceof EntriesRefusedError) return error
      throw error
    })
    if (list instanceof EntriesRefusedError) return { refused: list }
    requireEnough(list, prizes.length, args.list)
    const prerequisites = await findPrerequisites(args)
    const { operator, store } = prerequisites
    const name = args.name ?? `Draw from ${basename(args.list)}`
    const supersedes = args.supersedes === undefined ? null : await readRaffle(args.supersedes, store)
    const raffleId = deriveUuid(
      createHash('sha256')
        .update(
          canonicalize({
            draw: 'drawaudit/v1',
            ...{ operator, name, prizes, supersedes },
            list: encodeHex(list.root),
          }),
        )
        .digest(),
    )
    context.tell(
      `${list.entries} entries, ${prizes.length} ${prizes.length === 1 ? 'wins' : 'win'}: raffle ${raffleId}`,
    )
    context.tell(
      'the certificate publishes the whole list: numbers in it, rather than names, keep people private',
    )
    if (isRehearsal(chain)) {
      context.tell(
        'a rehearsal: whoever runs this beacon knows its numbers beforehand, and auditors do not know it',
      )
    }
    const { isBegun, same } = await findEarlierRaffles(store, raffleId, list)
    if (!isBegun) {
      await warnOfPersonal(list.personal, context)
      await warnOfSameList(
        same.filter(one => one.raffleId !== supersedes),
        context,
      )
      await askBeacon(chain, context.fetchOut, context.now())
    }
    const outcome = await perform(
      args,
      prerequisites,
      {
        raffleId,
        out: { folder: args.out ?? dirname(args.list), name: args.name ?? parse(args.list).name },
        patience,
        list: { read: () => readListEntries(args.list, format), grows: false },
        offer: (now, there) => ({
          name,
          prizes: prizes.map(prizeName => ({ prizeName })),
          maxEntries: list.entries,
          entriesCloseAt: there ? readSeconds(there.entries_close_at_utc) : now + seconds - closing,
          drawAt: there ? readSeconds(there.draw_at_utc) : now + seconds,
          chain,
          operator,
          ...(supersedes !== null && { supersedes }),
        }),
      },
      context,
    )
    return { outcome }
  },
  json: ({ outcome, refused }) => (outcome ? describeOutcome(outcome) : describeRefusal(refused)),
  text: ({ outcome }) => (outcome ? renderOutcome(outcome) : ''),
  notes: ({ refused }, { list }) => (refused ? renderRefusal(list, refused, 'signed') : ''),
  exitCode: ({ refused }) => (refused ? 2 : 0),
})

/** @throws DrawauditError `usage`. */
function readPrizes(winners: string | undefined, named: readonly string[] = []): readonly string[] {
  const count = winners === undefined ? Math.max(named.length, 1) : readInteger('winners', winners, 1, 10_000)
  if (named.length === 0) return Array.from({ length: count }, (_, index) => `Winner ${index + 1}`)
  if (named.length === count) return named
  throw new DrawauditError('usage', `there are ${named.length} prizes for ${count} winners`, {
    hint: 'leave out --winners, or give --prize for each',
  })
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 }

/** @throws DrawauditError `usage`. */
function readDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6}) ?(s|m|min|h|d)$/.exec(text) ?? []
  const seconds = Number(count) * (units[unit] ?? 0)
  if (seconds >= closing + shortestOpen) return seconds
  throw new DrawauditError(
    'usage',
    seconds === 0
      ? `--in takes a time such as 90s, 2m or 1h, found ${JSON.stringify(text)}`
      : `--in ${text} is too soon: entries are open for ${shortestOpen} s, and close ${closing} s before the draw`,
    { hint: `${describeWait(closing + shortestOpen)} at least` },
  )
}
