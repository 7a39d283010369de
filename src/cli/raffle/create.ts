/**
 * `drawaudit raffle create`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import type { ChainInfo } from '../../core/beacon.js'
import { builtInChains } from '../../core/beacon.js'
import { createRaffle, type RaffleCreated } from '../../operator/create-raffle.js'
import { findOperator } from '../../operator/keys.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { atCeremony } from '../shared/ceremony.js'
import { findChain } from '../shared/chains.js'
import { ceremonyOptions, readMoment, readRaffleId, secretOptions } from '../shared/desk.js'
import { readInteger } from '../shared/remote.js'
import { writeResult } from '../shared/terminal.js'
import type { Command } from '../shared/command.js'

const text = { type: 'string' as const, requiresArg: true }

function build(yargs: Argv) {
  return yargs
    .option('name', { ...text, demandOption: true, describe: 'What the raffle is called' })
    .option('prize', {
      ...text,
      array: true,
      demandOption: true,
      describe: 'A prize; more with the option given again, in the order in which they are drawn',
    })
    .option('max', { ...text, demandOption: true, describe: 'The most entries that there can be' })
    .option('closes', {
      ...text,
      demandOption: true,
      describe: 'When entries close, like 2026-11-20T16:00:00+00:00',
    })
    .option('draws', {
      ...text,
      describe: 'When it is drawn, at least 30 s later (default: 15 minutes after the close)',
    })
    .option('beacon', {
      ...text,
      default: 'quicknet',
      describe: 'Whose randomness decides: quicknet, default, the hash of a chain, or none',
    })
    .option('chain-info', {
      ...text,
      describe: 'A file that describes the chain: what drand answers at /info',
    })
    .option('trust', { ...text, describe: 'A trust root whose chains are known, too' })
    .option('operator', { ...text, describe: 'Who runs it (default: the only one with a key in the store)' })
    .option('raffle', { ...text, describe: 'Its id (default: a new UUID); with it the call can be repeated' })
    .option('supersedes', { ...text, describe: 'The cancelled raffle that this one repeats' })
    .options(secretOptions)
    .options(ceremonyOptions)
    .example(
      '$0 raffle create --name "Summer raffle" --prize "iPhone (1st Prize)" --prize Voucher --max 500 --closes 2026-11-20T16:00:00+00:00 --store raffles.db',
      'Commit to it in public',
    )
}

export const raffleCreateCommand: Command<typeof build> = {
  name: 'create',
  describe: 'Create a raffle: make its seeds, and sign the commitment',
  build,
  async run(args) {
    const { name, prize, operator, supersedes } = args
    const entriesCloseAt = readMoment('closes', args.closes)
    const offer = {
      ...(args.raffle !== undefined && { raffleId: readRaffleId(args.raffle) }),
      name,
      prizes: prize.map(prizeName => ({ prizeName })),
      maxEntries: readInteger('max', args.max, 1, 2 ** 32),
      entriesCloseAt,
      ...(args.draws !== undefined && { drawAt: readMoment('draws', args.draws) }),
      chain: readChain(args),
      ...(supersedes !== undefined && { supersedes: readRaffleId(supersedes) }),
    }
    const created = await atCeremony(args, async desk =>
      createRaffle(desk, { ...offer, operator: await findOperator(desk, operator) }),
    )
    await writeResult(args.format === 'json' ? renderJson(created) : render(created, offer.chain))
    return 0
  },
}

function readChain(args: {
  readonly beacon: string
  readonly 'chain-info': string | undefined
  readonly trust: string | undefined
}): ChainInfo | null {
  const { beacon, trust } = args
  const chainInfo = args['chain-info']
  if (beacon === 'none') return null
  // The default is no choice: the file says which chain it describes.
  const chain = chainInfo !== undefined && beacon in builtInChains ? undefined : beacon
  return findChain({ chain, chainInfo, trust })
}

function render({ commitment, signed }: RaffleCreated, chain: ChainInfo | null): string {
  const { raffle_id, raffle_name, prizes, max_entries, entries_close_at_utc, draw_at_utc, beacon } =
    commitment
  const isRehearsal =
    chain !== null && !Object.values(builtInChains).some(one => one.chainHash === chain.chainHash)
  return [
    signed ? `created raffle ${raffle_id}` : `raffle ${raffle_id} was created before: nothing was signed`,
    `${escapeText(raffle_name)}, ${prizes.length === 1 ? '1 prize' : `${prizes.length} prizes`}, at most ${max_entries} entries`,
    `entries close at ${entries_close_at_utc}, draw at ${draw_at_utc}`,
    beacon === null
      ? 'no beacon: the seeds alone decide, and nobody can show that they were not chosen'
      : `randomness: round ${beacon.round} of chain ${beacon.chain_hash}`,
    ...(isRehearsal ? ['a rehearsal: the chain is not one that auditors know'] : []),
    `next: drawaudit raffle import ${raffle_id} FILE`,
    '',
  ].join('\n')
}
