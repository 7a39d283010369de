/**
 * `drawaudit watch`
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import { DrawauditError } from '../../errors.js'
import type { Report, Subject } from '../../model/report.js'
import { createReport } from '../../verify/verdict.js'
import { checkRaffles } from './check-all.js'
import { observationOption, readBundleEvidence, trustOption } from '../shared/beside-bundle.js'
import { exitCodeOf } from '../shared/exit-codes.js'
import { toFailure } from '../shared/failure.js'
import { lockName } from './lock-file.js'
import { openLock } from './open-lock.js'
import { engineOption, quietOption, findEngine, switchOption, valueOption } from '../shared/options.js'
import { createPrinter, reportFormatOption } from '../shared/print.js'
import {
  concurrencyOption,
  openRemote,
  readConcurrency,
  remoteOptions,
  urlArgument,
} from '../shared/remote.js'
import { endWithReport, readTargets, reportOption } from '../shared/reports.js'
import { renderError } from '../../render/text.js'
import { talk } from '../shared/terminal.js'
import { defineCommand, type CommandArguments } from '../shared/command.js'

const options = {
  ...remoteOptions,
  lock: {
    ...valueOption,
    default: lockName,
    describe: 'The file with what was seen; created if absent',
  },
  frozen: { ...switchOption, describe: 'Do not change the lock file' },
  trust: {
    ...trustOption,
    describe: 'The trust file, for signed corrections and for bundles',
  },
  observation: observationOption,
  engine: engineOption,
  every: {
    ...valueOption,
    describe: 'Repeat every so many seconds, until something is refuted',
  },
  concurrency: concurrencyOption,
  format: reportFormatOption,
  report: reportOption,
  quiet: { ...quietOption, describe: 'One line for each raffle' },
} as const

type WatchArguments = CommandArguments<typeof options> & { readonly url: string }

export const watchCommand = defineCommand({
  name: 'watch <url>',
  describe: 'Detect changes to published draws',
  arguments: { url: { ...urlArgument, demandOption: true } },
  options,
  examples: [
    ['$0 watch https://raffles.example/api/v1 --raffle UUID', 'Look once, and save what was seen'],
    ['$0 watch https://raffles.example/api/v1', 'The raffles that the lock file knows'],
  ],
  exits: {
    0: 'nothing changed, but draws that were added',
    1: 'a draw changed or vanished, or the history is not whole',
    3: 'something that was asked for is not provable, such as a change with a reason in the history',
    4: 'nothing but the network or the service kept it from being decided',
  },
  async print(options) {
    const interval = readInterval(options.every)
    const targets = readTargets(options.report, [options.lock])
    const printer = createPrinter(options)
    for (;;) {
      try {
        const exitCode = await endWithReport(targets, printer, async () => look(options, printer.subject))
        if (interval === undefined || exitCode === 1) return exitCode
      } catch (error) {
        // A long-running watch survives outages of the service.
        if (interval === undefined || !(error instanceof DrawauditError) || exitCodeOf(error.code) !== 4)
          throw error
        talk(renderError(toFailure(error)))
      }
      await setTimeout(interval * 1000)
    }
  },
})

/** Checks all raffles once. */
async function look(options: WatchArguments, tell: (subject: Subject) => Promise<void>): Promise<Report> {
  const concurrency = readConcurrency(options.concurrency)
  const lock = openLock(options.lock, options.frozen)
  const { trust, engine } = options
  const bundle = trust === undefined ? undefined : await readBundleEvidence(options, findEngine(engine))
  const remote = await openRemote(options, lock.raffles)
  try {
    const subjects: Subject[] = []
    const plan = {
      rules: [],
      require: undefined,
      recipe: undefined,
      generate: undefined,
      bundle,
      concurrency,
    }
    for await (const subject of checkRaffles(remote, plan, lock)) {
      subjects.push(subject)
      await tell(subject)
    }
    lock.save()
    return createReport(subjects)
  } finally {
    remote.client.close()
  }
}

/** Minimum interval in seconds, to spare the service. */
const shortest = 10

function readInterval(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,6}$/.test(text) && Number(text) >= shortest) return Number(text)
  throw new DrawauditError(
    'usage',
    `--every takes seconds, ${shortest} or more, found ${JSON.stringify(text)}`,
  )
}
