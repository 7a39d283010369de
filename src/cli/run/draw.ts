/**
 * `drawaudit draw`
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { builtInChains } from '../../core/beacon.js'
import { canonicalize } from '../../core/canonical.js'
import { encodeHex } from '../../core/encoding.js'
import { deriveUuid } from '../../core/uuid.js'
import { DrawauditError } from '../../errors.js'
import { describeWait } from '../../operator/describe-wait.js'
import { EntriesRefusedError } from '../../operator/import-entries.js'
import { escapeText } from '../../render/escape.js'
import { findAuthorities, timestampOption } from '../shared/ceremony.js'
import { findChain, findRelays } from '../shared/chains.js'
import { defineCommand } from '../shared/command.js'
import { readRaffleId, signingOptions } from '../shared/desk.js'
import { quietOption, requiredArgument, switchOption, valueOption } from '../shared/options.js'
import { readInteger } from '../shared/remote.js'
import { createRoundFetch, roundOptions } from '../shared/round-fetch.js'
import { createProgress } from '../shared/terminal.js'
import { readTrustJson } from '../shared/trust-file.js'
import { atOwnDesk, findBeginnings } from './beginnings.js'
import { conduct } from './conduct.js'
import { inspectList, readList } from './entry-list.js'
import { Errands } from './errands.js'
import { logErrand, stampErrand } from './evidence.js'
import { filesIn, refuseOthers, writeResult } from './finish.js'
import { describeOutcome, listWinners, renderOutcome, surround, type Outcome } from './tell.js'

/** Seconds from the close to the draw: time to seal the list, and for others to see that half a minute before the round. */
const closing = 60

/** Seconds that entries are open at least: time for others to see the commitment. */
const shortestOpen = 15

/** Milliseconds that witnesses get after the draw. */
const patience = 20_000

/** What came of it, or why the list was refused. */
type Result =
  | { readonly outcome: Outcome; readonly refused?: never }
  | { readonly outcome?: never; readonly refused: EntriesRefusedError }

export const drawCommand = defineCommand({
  name: 'draw <list>',
  describe: 'Draw winners from a list: commitment, seal, draw, certificate, in one call',
  arguments: {
    list: { ...requiredArgument, describe: 'A file with an id or a name on each line, or id,kind' },
  },
  options: {
    winners: {
      ...valueOption,
      alias: 'n',
      describe: 'How many win (default: as many as there are prizes, or 1)',
    },
    prize: {
      ...valueOption,
      array: true as const,
      describe: 'What is won; more with the option given again',
    },
    name: { ...valueOption, describe: 'What the draw is called (default: after the list)' },
    in: { ...valueOption, default: '2m', describe: 'When it is drawn, from now, such as 90s, 2m or 1h' },
    kind: {
      choices: ['paid', 'free'] as const,
      requiresArg: true,
      default: 'paid' as const,
      describe: 'The kind of the entries that do not say theirs',
    },
    beacon: {
      ...valueOption,
      default: 'quicknet',
      describe: 'Whose randomness decides: quicknet, default, or the hash of a chain',
    },
    'chain-info': {
      ...valueOption,
      describe: 'A file that describes the chain: what drand answers at /info',
    },
    trust: { ...valueOption, describe: 'A trust root, for the level that is said and for the page' },
    operator: {
      ...valueOption,
      describe: 'Who runs it (default: the one with a key in the store, or it is asked)',
    },
    supersedes: { ...valueOption, describe: 'The cancelled raffle that this one repeats' },
    timestamp: timestampOption,
    ...roundOptions,
    out: { ...valueOption, alias: 'o', describe: 'The folder for the result (default: that of the list)' },
    force: { ...switchOption, describe: 'Write over files of another draw' },
    ...signingOptions,
    store: {
      ...valueOption,
      describe: 'The store (default: DRAWAUDIT_STORE, or raffles.db, which is made where there is none)',
    },
    quiet: { ...quietOption, describe: 'Print the result alone' },
  },
  examples: [
    ['$0 draw entries.csv --winners 3', 'Two minutes from a list to winners and a certificate'],
    ['$0 draw names.txt --prize Bicycle --prize Voucher --in 10m', 'With the prizes’ names'],
  ],
  epilogue:
    'The same list, prizes and name are the same draw: run again, whenever it was ended, the command goes on where it was, and shows the same winners in the end. Give another --name to draw from the same list once more.',
  async run(args): Promise<Result> {
    const seconds = readDuration(args.in)
    const prizes = readPrizes(args.winners, args.prize)
    const format = { kind: args.kind }
    const chain = readChain(args)
    findRelays(chain, args.relay)
    const progress = createProgress(args.quiet)
    const fetchBeacon = createRoundFetch({ ...args, wait: true }, progress)
    const trust = args.trust === undefined ? undefined : readTrustJson(args.trust)
    const list = await tryInspect(args.list, format)
    if (list instanceof EntriesRefusedError) return { refused: list }
    if (list.entries < prizes.length) {
      throw new DrawauditError(
        'entries-invalid',
        `there are ${list.entries} entries for ${prizes.length} prizes`,
        {
          where: { file: args.list },
          hint: 'every prize needs an entry',
        },
      )
    }
    const beginnings = await findBeginnings(args)
    const { operator } = beginnings
    const name = args.name ?? `Draw from ${basename(args.list)}`
    const supersedes = args.supersedes === undefined ? undefined : readRaffleId(args.supersedes)
    const raffleId = deriveId({
      operator,
      name,
      prizes,
      list: encodeHex(list.digest),
      supersedes: supersedes ?? null,
    })
    const files = filesIn(args.out ?? dirname(args.list))
    if (!args.force) await refuseOthers(files, raffleId)
    const around = surround(progress, args.quiet)
    around.tell(`${list.entries} entries, ${prizes.length} of them win; raffle ${raffleId}`)
    if (list.personal !== undefined) {
      around.tell(
        `warning: ${list.personal.count} of the entries look like names, addresses or telephone numbers, the first on line ${list.personal.firstLine}: they stand in the evidence that you give away`,
      )
    }
    try {
      return await atOwnDesk(args, beginnings, async desk => {
        const { store } = desk
        const errands = new Errands(
          [[stampErrand(desk, raffleId, findAuthorities(args), process.env), logErrand(desk, process.env)]],
          around.tell,
        )
        const write = () => writeResult(store, raffleId, files, trust, desk.now())
        const drawn = await conduct(
          desk,
          {
            raffleId,
            offer: now => ({
              name,
              prizes: prizes.map(prizeName => ({ prizeName })),
              maxEntries: list.entries,
              entriesCloseAt: now + seconds - closing,
              drawAt: now + seconds,
              chain,
              operator,
              ...(supersedes !== undefined && { supersedes }),
            }),
            list: { read: () => readList(args.list, format), grows: false },
            fetchBeacon,
            errands,
            async onDrawn(result) {
              for (const winner of listWinners(result))
                around.tell(`${winner.prize_name}: ${winner.winner_entry_id}`)
              await write()
            },
            patience,
          },
          around,
        )
        return { outcome: { raffleId, drawn, files, subject: await write() } }
      })
    } finally {
      progress.clear()
    }
  },
  json: ({ outcome, refused }) =>
    outcome ? describeOutcome(outcome) : { refused: refused.problems, total_refused: refused.totalProblems },
  text: ({ outcome }) => (outcome ? renderOutcome(outcome) : ''),
  notes: ({ refused }, { list }) => (refused ? renderRefusal(list, refused) : ''),
  exitCode: ({ refused }) => (refused ? 2 : 0),
})

function readChain({
  beacon,
  'chain-info': chainInfo,
  trust,
}: {
  readonly beacon: string
  readonly 'chain-info': string | undefined
  readonly trust: string | undefined
}) {
  // The default is no choice: the file says which chain it describes.
  const chain = chainInfo !== undefined && Object.hasOwn(builtInChains, beacon) ? undefined : beacon
  return findChain({ chain, chainInfo, trust })
}

/** @throws DrawauditError as `inspectList` does, but for refused lines. */
async function tryInspect(...args: Parameters<typeof inspectList>) {
  try {
    return await inspectList(...args)
  } catch (error) {
    if (error instanceof EntriesRefusedError) return error
    throw error
  }
}

/** The id of the same draw is the same: whoever runs it again finds it. */
function deriveId(of: {
  readonly operator: string
  readonly name: string
  readonly prizes: readonly string[]
  readonly list: string
  readonly supersedes: string | null
}): string {
  return deriveUuid(
    createHash('sha256')
      .update(canonicalize({ draw: 'drawaudit/v1', ...of }))
      .digest(),
  )
}

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

function renderRefusal(file: string, { problems, totalProblems: total }: EntriesRefusedError): string {
  const lines = problems.map(({ line, problem }) => `${escapeText(file)}:${line}: ${escapeText(problem)}\n`)
  const more = total - problems.length
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more\n`] : []),
    `nothing was signed: ${total} ${total === 1 ? 'line was' : 'lines were'} refused\n`,
  ].join('')
}
