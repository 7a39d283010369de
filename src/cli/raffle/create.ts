/**
 * `drawaudit raffle create`
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import type { ChainInfo } from '../../core/beacon.js'
import { formatSha256 } from '../../core/digest.js'
import { createRaffle, seedsModes, type RaffleCreated } from '../../operator/create-raffle.js'
import type { Desk } from '../../operator/desk.js'
import { findOperator } from '../../operator/keys.js'
import { readStatus } from '../../operator/raffle-status.js'
import { escapeText } from '../../render/escape.js'
import { atStampedCeremony, describeAdvance, describeStamped, authorityOption } from '../shared/ceremony.js'
import { findCommittedChain, isRehearsal } from '../shared/chains.js'
import { readRaffleId, signingOptions } from '../shared/desk.js'
import { momentForms, readMoment } from '../shared/moment.js'
import { readRaffle } from '../shared/find-raffle.js'
import { ownChainInfoOption, ownTrustOption, storeOption, valueOption } from '../shared/options.js'
import { describeOutlook, renderOutlook } from '../shared/outlook.js'
import { readInteger } from '../shared/remote.js'
import { findSetting } from '../shared/settings.js'
import { defineCommand } from '../shared/command.js'

export const raffleCreateCommand = defineCommand({
  name: 'create',
  describe: 'Create a raffle: make its seeds, and sign the commitment',
  options: {
    name: { ...valueOption, demandOption: true, describe: 'Name of the raffle' },
    prize: {
      ...valueOption,
      array: true,
      demandOption: true,
      describe: 'A prize; may be repeated, in the order in which they are drawn',
    },
    max: { ...valueOption, demandOption: true, describe: 'The maximum number of entries' },
    closes: {
      ...valueOption,
      demandOption: true,
      describe: `When entries close, ${momentForms}`,
    },
    draws: {
      ...valueOption,
      describe: 'When it is drawn, at least 30 s later (default: 15 minutes after the close)',
    },
    beacon: {
      ...valueOption,
      placeholder: 'CHAIN',
      describe: 'The beacon: quicknet, default, evmnet, the hash of a chain, or none',
      fallback: { setting: 'chain' as const, otherwise: 'quicknet' },
    },
    'chain-info': ownChainInfoOption,
    trust: ownTrustOption,
    operator: {
      ...valueOption,
      describe: 'Who runs it',
      fallback: { setting: 'operator' as const, otherwise: 'the only one with a key in the store' },
    },
    raffle: {
      ...valueOption,
      describe: 'Its id (default: a new UUID); with it, repeating the command is safe',
    },
    seeds: {
      choices: seedsModes,
      requiresArg: true,
      default: 'secret' as const,
      describe: 'public: once the list is sealed, everyone knows the winners when the round is out',
    },
    supersedes: {
      ...valueOption,
      describe: 'The cancelled raffle that this one repeats: the beginning of its id or name',
    },
    timestamp: authorityOption,
    ...signingOptions,
    store: storeOption,
  },
  examples: [
    [
      '$0 raffle create --name "Summer raffle" --prize "iPhone (1st Prize)" --prize Voucher --max 500 --closes 2030-11-20T16:00:00+00:00 --store raffles.db',
      'Commit to it in public',
    ],
  ],
  epilogue: 'docs/OPERATING.md has the whole ceremony; drawaudit raffle run carries it through unattended.',
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
      chain: findCommittedChain(args),
      seeds: args.seeds,
      ...(supersedes !== undefined && { supersedes: await readRaffle(supersedes, args.store) }),
    }
    const { result, ...beside } = await atStampedCeremony(
      args,
      async desk => {
        const created = await createRaffle(desk, {
          ...offer,
          operator: await findOperator(desk, findSetting('operator', operator)),
        })
        return { created, signed: await readSigned(desk, created) }
      },
      ({ created }) => created.commitment.raffle_id,
    )
    return { ...result, ...beside, chain: offer.chain }
  },
  json: ({
    created: { commitment, signed: isSigned },
    signed: { drawTime, ...signed },
    stamped,
    advanced,
    outlook,
  }) => ({
    signed: isSigned,
    raffle_id: commitment.raffle_id,
    entries_close_at_utc: commitment.entries_close_at_utc,
    draw_at_utc: commitment.draw_at_utc,
    beacon: commitment.beacon && { ...commitment.beacon, round_at_utc: drawTime },
    ...signed,
    commitment,
    timestamps: describeStamped(stamped),
    log: advanced === undefined ? null : describeAdvance(advanced),
    ...describeOutlook(outlook),
  }),
  text: ({ created, chain, outlook }) => render(created, chain) + renderOutlook(outlook),
})

/** Digest, key and draw time, for scripts. */
async function readSigned({ store, now }: Desk, { commitment }: RaffleCreated) {
  const { raffle_id: raffleId } = commitment
  const { statements = [] } = (await store.ceremonies.readCeremony(raffleId)) ?? {}
  const [first] = statements
  const { drawTime } = await readStatus(store.ceremonies, raffleId, now())
  return {
    statement_digest: first === undefined ? null : formatSha256(sha256(first.payload)),
    key_fingerprint: first?.keyId ?? null,
    drawTime,
  }
}

function render({ commitment, signed }: RaffleCreated, chain: ChainInfo | null): string {
  const { raffle_id, raffle_name, prizes, max_entries, entries_close_at_utc, draw_at_utc, beacon, seeds } =
    commitment
  return [
    signed ? `created raffle ${raffle_id}` : `raffle ${raffle_id} was created before: nothing was signed`,
    `${escapeText(raffle_name)}, ${prizes.length === 1 ? '1 prize' : `${prizes.length} prizes`}, at most ${max_entries} entries`,
    `entries close at ${entries_close_at_utc}, draw at ${draw_at_utc}`,
    beacon === null
      ? 'no beacon: the seeds alone decide, and nobody can prove that they were not chosen'
      : `randomness: round ${beacon.round} of chain ${beacon.chain_hash}`,
    ...(seeds === 'public'
      ? [
          'public seeds: once you sealed the list, the winners follow from the round; you cannot keep them back',
        ]
      : []),
    ...(chain !== null && isRehearsal(chain) ? ['a rehearsal: the chain is not one that auditors know'] : []),
    '',
  ].join('\n')
}
