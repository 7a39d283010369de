/**
 * `drawaudit raffle run`
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DrawauditError } from '../../errors.js'
import { makeFolder } from '../../io/written-files.js'
import type { RaffleDefinition } from '../../model/raffle-definition.js'
import { defaultWait, seedsModes } from '../../operator/create-raffle.js'
import { readSeconds } from '../../operator/desk.js'
import { EntriesRefusedError } from '../../operator/import-entries.js'
import { readStatus } from '../../operator/raffle-status.js'
import { renderJson } from '../../render/json.js'
import { atStore } from '../shared/at-store.js'
import { findCommittedChain, findOwnRelays, findRelays } from '../shared/chains.js'
import { defineCommand } from '../shared/command.js'
import { readRaffle } from '../shared/find-raffle.js'
import { momentForms, readMoment } from '../shared/moment.js'
import { formatOption, switchOption, valueOption } from '../shared/options.js'
import { describeRefusal, renderRefusal } from '../shared/refused-list.js'
import { readInteger } from '../shared/remote.js'
import { serveBeside, type ServedBeside } from '../shared/serve-beside.js'
import { findServiceManager } from '../shared/service-manager.js'
import { findSetting, usualStore } from '../shared/settings.js'
import { talk, writeResult } from '../shared/terminal.js'
import { findPrerequisites, type RunPrerequisites } from './prerequisites.js'
import type { ConductedRaffle } from './conduct.js'
import { deriveRaffleId, exampleFile, readDefinition } from './definition.js'
import { inspectList, readListEntries, type InspectedList } from './entry-list.js'
import { kindOption, openRunContext, perform, runOptions, type ConductOptions } from './perform.js'
import { askBeacon, findEarlierRaffles, warnOfPersonal } from './precautions.js'
import { publishErrand } from './publication.js'
import { describeOutcome, renderOutcome } from './tell.js'
import { webhookErrand } from './webhooks.js'

/** Milliseconds for witnesses, the host and subscribers after the draw. */
const patience = 600_000

export const raffleRunCommand = defineCommand({
  name: 'run [raffle]',
  describe: 'Carry a raffle through, unattended, from its creation to its certificate',
  arguments: {
    raffle: {
      type: 'string',
      describe: 'A file that defines it, or an existing raffle: the beginning of its id or name',
    },
  },
  options: {
    name: { ...valueOption, describe: 'Name of the raffle, unique to its operator' },
    prize: {
      ...valueOption,
      array: true,
      describe: 'A prize; may be repeated, in the order in which they are drawn',
    },
    max: { ...valueOption, describe: 'The maximum number of entries' },
    closes: { ...valueOption, describe: `When entries close, ${momentForms}` },
    draws: { ...valueOption, describe: 'When it is drawn (default: 15 minutes after the close)' },
    entries: { ...valueOption, describe: 'The list of entries; it may grow until entries close' },
    kind: kindOption,
    seeds: { choices: seedsModes, requiresArg: true, describe: 'How its seeds are kept (default: secret)' },
    ...runOptions,
    out: {
      ...valueOption,
      placeholder: 'FOLDER',
      alias: 'o',
      describe: 'The folder for the result (default: that of the list, or the working folder)',
    },
    publish: {
      ...valueOption,
      describe: 'A folder for a static host: evidence, pages and log',
      fallback: { setting: 'publish' as const },
    },
    'publish-command': {
      ...valueOption,
      describe: 'A shell command that uploads that folder, which is in DRAWAUDIT_PUBLISH',
      fallback: { setting: 'publish_command' as const },
    },
    serve: { ...switchOption, describe: 'Serve the store over HTTP meanwhile, and after the draw' },
    host: { ...valueOption, default: '127.0.0.1', describe: 'With --serve: the address to listen on' },
    port: { ...valueOption, default: '8080', describe: 'With --serve: the port' },
    format: formatOption,
  },
  examples: [
    ['$0 raffle run raffle.json --store raffles.db', 'If interrupted, run it again to resume'],
    [
      '$0 raffle run --name "Summer raffle" --prize iPhone --max 500 --closes "2030-12-20 18:00" --entries entries.csv',
      'Without a file',
    ],
  ],
  exits: { 0: 'the result is written', 2: 'usage error, refused, or retrying did not help' },
  epilogue:
    `A file that defines a raffle (draw_at, operator, entries, kind and seeds may be left out):\n${exampleFile}\n` +
    'Creates the raffle, imports the list, seals it when entries have closed, draws, and writes bundle and certificate. If interrupted, run the same command again to resume. Transient failures are retried; exits 2 if that does not help.',
  async print(args) {
    const context = openRunContext(args)
    const manager = findServiceManager(reason => {
      context.tell(`systemd cannot be notified: ${reason}`)
    })
    let served: ServedBeside | undefined
    try {
      const plan = await makePlan(args, context)
      if (plan instanceof EntriesRefusedError) {
        if (args.format === 'json') await writeResult(renderJson(describeRefusal(plan)))
        else talk(renderRefusal(plan.where.file ?? '', plan, 'signed'))
        return 2
      }
      const { prerequisites, ...performance } = plan
      const publish = findSetting('publish', args.publish)
      const command = findPublishCommand(args['publish-command'])
      if (command !== undefined && publish === undefined) {
        throw new DrawauditError('usage', 'the publish command needs a folder', {
          hint: 'name it: --publish FOLDER',
        })
      }
      if (publish !== undefined) makeFolder(publish)
      const port = readInteger('port', args.port, 0, 65_535)
      const outcome = await perform(
        args,
        prerequisites,
        {
          ...performance,
          patience,
          async begin() {
            if (args.serve) {
              const module = new URL('./serve-thread.js', import.meta.url)
              served = await serveBeside(module, { store: prerequisites.store, host: args.host, port })
              context.tell(`serving at ${served.url}`)
            }
            manager.ready()
          },
          publish: (desk, trust) => [
            ...(publish === undefined
              ? []
              : [publishErrand(desk, performance.raffleId, publish, trust, command)]),
            webhookErrand(desk),
          ],
        },
        context,
      )
      await writeResult(
        args.format === 'json' ? renderJson(describeOutcome(outcome)) : renderOutcome(outcome),
      )
      if (served !== undefined) await waitForSignal()
      return 0
    } finally {
      manager.close()
      context.clear()
      await served?.end()
    }
  },
})

type RunArguments = Parameters<typeof readDefinition>[0] &
  Parameters<typeof findPrerequisites>[0] &
  Parameters<typeof findCommittedChain>[0] & {
    readonly relay: readonly string[] | undefined
    readonly out: string | undefined
  }

interface RunPlan extends Pick<ConductOptions, 'raffleId' | 'offer' | 'list' | 'out'> {
  readonly prerequisites: RunPrerequisites
}

/** Plans the run. An existing list must be valid before anything is signed. */
async function makePlan(
  args: RunArguments,
  context: ReturnType<typeof openRunContext>,
): Promise<RunPlan | EntriesRefusedError> {
  const definition = readDefinition(args)
  const file = definition?.entries ?? args.entries
  const format = { kind: definition?.kind ?? args.kind ?? ('paid' as const) }
  const list: ConductedRaffle['list'] =
    file === undefined ? undefined : { read: () => readListEntries(file, format), grows: true }
  const folder = args.out ?? (file === undefined ? '.' : dirname(file))
  if (definition === undefined) {
    const { raffleId, operator, name } = await findThere(args)
    const prerequisites = await findPrerequisites({ ...args, operator })
    return { prerequisites, raffleId, out: { folder, name }, ...(list && { list }) }
  }
  const chain = findCommittedChain(args)
  if (chain !== null) findRelays(chain, findOwnRelays(args.relay).relays)
  const closes = readMoment('closes', definition.entries_close_at)
  const draws =
    definition.draw_at === undefined ? closes + defaultWait : readMoment('draws', definition.draw_at)
  const inspected = file === undefined ? undefined : await checkList(file, format, definition, context)
  if (inspected instanceof EntriesRefusedError) return inspected
  const prerequisites = await findPrerequisites({
    ...args,
    ...(definition.operator !== undefined && { operator: definition.operator }),
  })
  const { operator, store } = prerequisites
  const { name, prizes, max_entries: maxEntries, seeds } = definition
  const supersedes =
    definition.supersedes === undefined ? undefined : await readRaffle(definition.supersedes, store)
  const raffleId = deriveRaffleId({ operator, name, ...(supersedes !== undefined && { supersedes }) })
  context.tell(`raffle ${raffleId}`)
  const { isBegun } = await findEarlierRaffles(store, raffleId)
  if (!isBegun) {
    await warnOfPersonal(inspected?.personal, context)
    if (chain !== null) await askBeacon(chain, context.fetchOut, context.now())
  }
  const isRelative = (text = '+'): boolean => /^\s*(?:\+|in )/.test(text)
  return {
    prerequisites,
    raffleId,
    out: { folder, name },
    ...(list && { list }),
    offer: (_now, there) => ({
      name,
      prizes: prizes.map(prizeName => ({ prizeName })),
      maxEntries,
      // Relative times count from the creation, so a repeated run takes them from the commitment.
      entriesCloseAt:
        there && isRelative(definition.entries_close_at) ? readSeconds(there.entries_close_at_utc) : closes,
      drawAt:
        there && isRelative(definition.draw_at ?? definition.entries_close_at)
          ? readSeconds(there.draw_at_utc)
          : draws,
      chain,
      operator,
      ...(seeds !== undefined && { seeds }),
      ...(supersedes !== undefined && { supersedes }),
    }),
  }
}

/** @returns the valid list, or the refusal; undefined if the list is absent or empty so far. */
async function checkList(
  file: string,
  format: { readonly kind: 'paid' | 'free' },
  { max_entries }: RaffleDefinition,
  context: ReturnType<typeof openRunContext>,
): Promise<InspectedList | EntriesRefusedError | undefined> {
  if (!existsSync(file)) {
    context.tell(`${file} is not there yet: it is read when entries have closed`)
    return undefined
  }
  try {
    const list = await inspectList(file, format)
    if (list.entries <= max_entries) return list
    throw new DrawauditError(
      'raffle-invalid',
      `the list has ${list.entries} entries, and the raffle takes ${max_entries}`,
      {
        where: { file },
        hint: 'raise the capacity: it does not change once the raffle is created',
      },
    )
  } catch (error) {
    if (error instanceof EntriesRefusedError) return error
    // An empty list may be filled until entries close.
    if (error instanceof DrawauditError && error.code === 'entries-invalid') {
      context.tell(error.message)
      return undefined
    }
    throw error
  }
}

async function findThere(args: RunArguments): Promise<{ raffleId: string; operator: string; name: string }> {
  const store = findSetting('store', args.store) ?? usualStore
  const raffleId = await readRaffle(args.raffle ?? '', store)
  const { commitment } = await atStore(store, 'read', ({ ceremonies }) =>
    readStatus(ceremonies, raffleId, new Date()),
  )
  if (commitment !== undefined) {
    return { raffleId, operator: commitment.operator, name: commitment.raffle_name }
  }
  throw new DrawauditError('raffle-state', 'this raffle was never created', {
    hint: 'run the same raffle create again, or define it in a file',
  })
}

/** Option values are command lines for a shell; the settings have a program with arguments. */
const findPublishCommand = (given: string | undefined): readonly string[] | undefined =>
  findSetting('publish_command', given === undefined ? undefined : ['sh', '-c', given])

async function waitForSignal(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        resolve()
      })
  })
}
