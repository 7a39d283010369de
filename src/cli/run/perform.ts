/**
 * Shared by `draw` and `raffle run`: options, and the run from opening the store to writing the files.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import type { TrustJson } from '../../model/trust.js'
import type { Desk } from '../../operator/desk.js'
import type { RaffleDrawn } from '../../operator/draw-raffle.js'
import { findAuthorities, authorityOption } from '../shared/ceremony.js'
import { isRehearsal } from '../shared/chains.js'
import type { ValuesOf } from '../shared/command.js'
import { signingOptions } from '../shared/desk.js'
import { usualStore } from '../shared/settings.js'
import {
  ownChainInfoOption,
  ownTrustOption,
  quietOption,
  storeOption,
  valueOption,
} from '../shared/options.js'
import { createRoundFetch, roundOptions } from '../shared/round-fetch.js'
import { findSetting } from '../shared/settings.js'
import { createProgress } from '../shared/terminal.js'
import { readTrustJson } from '../shared/trust-file.js'
import { atOwnDesk, type RunPrerequisites } from './prerequisites.js'
import { conduct, type ConductedRaffle, type RunContext } from './conduct.js'
import type { InspectedList } from './entry-list.js'
import { Errands, type Errand } from './errands.js'
import { logErrand, stampErrand } from './evidence.js'
import { chooseFiles, writeResultFiles, type ResultFiles } from './finish.js'
import { createRunContext, type RunResult } from './tell.js'

export const kindOption = {
  choices: ['paid', 'free'] as const,
  requiresArg: true,
  describe: 'The kind of entries that do not state one (default: paid)',
}

export const runOptions = {
  beacon: {
    ...valueOption,
    placeholder: 'CHAIN',
    describe: 'The beacon: quicknet, default, evmnet, or the hash of a chain',
    fallback: { setting: 'chain' as const, otherwise: 'quicknet' },
  },
  'chain-info': ownChainInfoOption,
  trust: {
    ...ownTrustOption,
    describe: 'An auditor’s trust file, by which the level is computed, added to the result',
  },
  operator: {
    ...valueOption,
    describe: 'Who runs it',
    fallback: {
      setting: 'operator' as const,
      otherwise: 'the one with a key in the store, or it is asked for',
    },
  },
  supersedes: {
    ...valueOption,
    describe: 'The cancelled raffle that this one repeats: the beginning of its id or name',
  },
  timestamp: authorityOption,
  ...roundOptions,
  ...signingOptions,
  store: {
    ...storeOption,
    fallback: { ...storeOption.fallback, otherwise: `${usualStore}, created if absent` },
  },
  quiet: { ...quietOption, describe: 'Print only the result' },
}

type PerformArguments = ValuesOf<typeof runOptions>

/** A raffle to run, and where its result goes. */
export interface ConductOptions extends Pick<ConductedRaffle, 'raffleId' | 'offer' | 'list' | 'patience'> {
  /** Folder of the result, and the name its files are derived from. */
  readonly out: { readonly folder: string; readonly name: string }
  /** Called when the store is open, before anything is signed. */
  readonly begin?: () => Promise<void>
  /** Errands that publish the raffle, after each step and when evidence has arrived. */
  readonly publish?: (desk: Desk, trust: TrustJson | undefined) => readonly Errand[]
}

/** Clock, output and beacon of a run. */
export function openRunContext(args: PerformArguments): RunContext & {
  readonly fetchBeacon: ConductedRaffle['fetchBeacon']
  /** Gets a published round, without waiting. */
  readonly fetchOut: ConductedRaffle['fetchBeacon']
  readonly clear: () => void
} {
  const progress = createProgress(args.quiet)
  // Invalid relay options fail now.
  const fetchBeacon = createRoundFetch({ ...args, wait: true }, progress)
  const fetchOut = createRoundFetch({ ...args, wait: false }, progress)
  return { ...createRunContext(progress, args.quiet), fetchBeacon, fetchOut, clear: progress.clear }
}

/**
 * Conducts a raffle, and writes its result.
 *
 * @throws DrawauditError as `conduct` and `chooseFiles` do.
 */
export async function perform(
  args: PerformArguments,
  prerequisites: RunPrerequisites,
  { raffleId, out, begin, publish, ...raffle }: ConductOptions,
  context: ReturnType<typeof openRunContext>,
): Promise<RunResult> {
  const trustFile = findSetting('trust', args.trust)
  const trust = trustFile === undefined ? undefined : readTrustJson(trustFile)
  const authorities = findAuthorities(args)
  try {
    return await atOwnDesk(args, prerequisites, async desk => {
      const choose = async (): Promise<ResultFiles> => {
        const ceremony = await desk.store.ceremonies.readCeremony(raffleId)
        return chooseFiles(out.folder, out.name, raffleId, ceremony?.statements[0]?.payload)
      }
      // Reports occupied file names now; chosen again later, since another draw may write its result meanwhile.
      await choose()
      await begin?.()
      const evidence = [stampErrand(desk, raffleId, authorities, process.env), logErrand(desk, process.env)]
      const errands = new Errands(
        [evidence, ...(publish?.(desk, trust).map(errand => [errand]) ?? [])],
        context.tell,
      )
      const write = async () => {
        const files = await choose()
        return { files, subject: await writeResultFiles(desk.store, raffleId, files, trust, desk.now()) }
      }
      const drawn = await conduct(
        desk,
        {
          ...raffle,
          raffleId,
          fetchBeacon: context.fetchBeacon,
          errands,
          async onDrawn(result) {
            const { files } = await write()
            // Winners are printed last, after the errands.
            context.tell(`drawn ${describeCount(result)}: ${files.page} has them`)
          },
        },
        context,
      )
      const { chain } = (await desk.store.ceremonies.readCeremony(raffleId)) ?? {}
      const isRehearsed = chain !== undefined && isRehearsal({ chainHash: chain.chain_hash })
      return { raffleId, drawn, isRehearsed, ...(await write()) }
    })
  } finally {
    context.clear()
  }
}

const describeCount = ({ winners: { length } }: RaffleDrawn): string =>
  `${length} ${length === 1 ? 'winner' : 'winners'}`

/** @throws DrawauditError `entries-invalid`. */
export function requireEnough({ entries }: InspectedList, prizes: number, file: string): void {
  if (entries >= prizes) return
  throw new DrawauditError(
    'entries-invalid',
    `there are fewer entries (${entries}) than prizes (${prizes})`,
    {
      where: { file },
      hint: 'every prize needs an entry',
    },
  )
}
