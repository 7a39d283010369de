/**
 * `drawaudit monitor`
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { DrawauditError } from '../../errors.js'
import { openLogSource } from '../../log/read/log-source.js'
import { openState, type StateFile } from '../../log/monitor/file.js'
import { runMonitor } from '../../log/monitor/monitor.js'
import { logClaims } from '../../log/monitor/report.js'
import { entryClaims } from '../../log/monitor/state.js'
import { readOther } from '../../log/monitor/read-other.js'
import type { Report } from '../../model/report.js'
import { emptyTrust, parseTrust } from '../../model/trust.js'
import { native } from '../../native/engine.js'
import type { Client } from '../../remote/client.js'
import { assertPublicHost } from '../../remote/guard.js'
import { parseRemoteUrl } from '../../remote/url.js'
import { createReport, decideSubject } from '../../verify/verdict.js'
import { trustOption } from '../shared/beside-bundle.js'
import { createThreads } from './monitor-threads.js'
import { readLogKeys } from '../shared/log-keys.js'
import { quietOption, valueOption } from '../shared/options.js'
import { createPrinter, reportFormatOption, type Printer } from '../shared/print.js'
import { clientOptions, openClient, readSecondsOption, remoteOptions } from '../shared/remote.js'
import { readRequire, requireOption } from '../shared/require.js'
import { endWithReport, readTargets, reportOption } from '../shared/reports.js'
import { createProgress, talk } from '../shared/terminal.js'
import { readTrustJson } from '../shared/trust-file.js'
import { defineCommand, type CommandArguments } from '../shared/command.js'

const options = {
  state: {
    ...valueOption,
    demandOption: true,
    describe: 'The file with what was seen so far; created if absent',
  },
  trust: trustOption,
  vkey: {
    ...valueOption,
    array: true,
    describe:
      'The key of a log whose origin is the name of the key; of Certificate Transparency also ORIGIN+KEY',
  },
  checkpoint: {
    ...valueOption,
    array: true,
    describe: 'What others were shown: a note, a bundle, a log; a file, folder or URL; may be repeated',
  },
  require: {
    ...requireOption,
    describe: `Ask only for these claims, separated by commas; without ${entryClaims.join(', ')}, of a log of anything`,
  },
  grace: { ...valueOption, default: '24', describe: 'Hours after which a draw is overdue' },
  patience: {
    ...valueOption,
    default: '24',
    describe: 'Hours for which a log may show an earlier state',
  },
  proofs: { ...valueOption, describe: 'The beginning of the names of fraud proofs (default: the state)' },
  interval: { ...valueOption, describe: 'Repeat every so many seconds, and print what is new' },
  ...clientOptions,
  'max-wait': remoteOptions['max-wait'],
  format: reportFormatOption,
  report: reportOption,
  quiet: { ...quietOption, describe: 'One line for each log' },
} as const

type MonitorArguments = CommandArguments<typeof options> & { readonly log: readonly string[] }

export const monitorCommand = defineCommand({
  name: 'monitor <log..>',
  describe: 'Follow transparency logs: every statement, and that nobody is shown another history',
  arguments: {
    log: {
      type: 'string',
      array: true,
      demandOption: true,
      describe:
        'Base URLs of logs, such as https://raffles.example/api/v1/log, or folders laid out like them',
    },
  },
  options,
  examples: [
    ['$0 monitor https://raffles.example/api/v1/log --state log.state --trust trust.json', 'Once'],
    ['$0 monitor URL --state log.state --trust trust.json --interval 300', 'Until it is stopped'],
    ['$0 monitor URL --state log.state --trust trust.json --checkpoint friend.txt', 'And compare'],
    ['$0 monitor URL --state log.state --vkey VKEY --require log.consistent', 'Any log of tlog-tiles'],
    ['$0 monitor URL --state log.state --vkey ORIGIN+KEY --require log.consistent', 'One of static-ct-api'],
  ],
  exits: {
    0: 'nothing is wrong',
    1: 'something is proven wrong',
    3: 'something is not proven, such as a raffle that is overdue or a key that is not known',
    4: 'the log could not be read',
  },
  async print(options) {
    const stop = new AbortController()
    let received: NodeJS.Signals | undefined
    const end = (signal: NodeJS.Signals): void => {
      received = signal
      stop.abort()
    }
    const signals = ['SIGINT', 'SIGTERM'] as const
    for (const signal of signals) process.once(signal, end)
    try {
      return await monitor(options, stop.signal)
    } catch (error) {
      if (received === undefined) throw error
      for (const signal of signals) process.removeListener(signal, end)
      // Ends by the signal itself, so that the parent process sees the interruption.
      process.kill(process.pid, received)
      return await new Promise<never>(() => undefined)
    } finally {
      for (const signal of signals) process.removeListener(signal, end)
    }
  },
})

async function monitor(options: MonitorArguments, signal: AbortSignal): Promise<Report['exit_code']> {
  const interval = readInterval(options.interval)
  const run = readRun(options)
  const targets = readTargets(options.report, [options.state])
  const printer = createPrinter(options)
  const client = openClient(options)
  const threads = createThreads(run.trustJson, () => new Date())
  let file: StateFile | undefined
  try {
    const opened = await openState(options.state, native)
    file = opened
    const look = async (): Promise<Report> =>
      lookOnce(options, { ...run, client, threads, file: opened, signal })
    if (interval === undefined) return await endWithReport(targets, createWhole(printer), look)
    const news = createNews(printer)
    for (;;) {
      await endWithReport(targets, news, look)
      await setTimeout(interval * 1000, undefined, { signal })
    }
  } finally {
    file?.close()
    client.close()
    await threads.close()
  }
}

type MonitorRun = ReturnType<typeof readRun>

interface MonitorSession extends MonitorRun {
  readonly client: Client
  readonly threads: ReturnType<typeof createThreads>
  readonly file: StateFile
  readonly signal: AbortSignal
}

/** Parses the options, before anything is opened. */
function readRun(options: MonitorArguments) {
  const trustJson = options.trust === undefined ? undefined : readTrustJson(options.trust)
  const trust = trustJson === undefined ? emptyTrust : parseTrust(trustJson)
  const given = readLogKeys(options.vkey)
  if (options.trust === undefined && given.length === 0) {
    throw new DrawauditError('usage', 'no key of a log is known', {
      hint: 'give --trust FILE (drawaudit trust add --log), or --vkey VKEY',
    })
  }
  for (const place of options.log) checkPlace(place, options['allow-private'])
  const logs = [...given, ...trust.logs.filter(({ origin }) => !given.some(log => log.origin === origin))]
  const draw = readHours('grace', options.grace)
  const require = options.require === undefined ? undefined : readRequire(options.require)
  const unknown = require?.find(one => !logClaims.includes(one))
  if (unknown !== undefined) {
    throw new DrawauditError('usage', `no log makes the claim ${unknown}`, {
      hint: `the claims of a log are ${logClaims.join(', ')}`,
    })
  }
  return {
    require,
    trustJson,
    trust,
    logs,
    // A seal gets at most an hour, even if draws get longer: an exported log lags behind.
    grace: { draw, seal: Math.min(draw, 3600) },
    patience: readHours('patience', options.patience),
    longestWait: readSecondsOption('max-wait', options['max-wait']),
  }
}

/** Checks a place before any request. */
function checkPlace(place: string, allowPrivate: boolean): void {
  if (/^https?:/i.test(place)) {
    if (!allowPrivate) assertPublicHost(parseRemoteUrl(place))
  } else if (!existsSync(place)) {
    throw new DrawauditError('file-missing', 'there is no such folder', { where: { file: place } })
  }
}

async function lookOnce(options: MonitorArguments, opened: MonitorSession): Promise<Report> {
  const { client, threads, file, signal, trust, logs, grace, patience, longestWait, require } = opened
  const onWait = (seconds: number): void => {
    talk(`rate-limited by the log: retrying in ${Math.ceil(seconds)} s\n`)
  }
  const reading = { client, longestWait, onWait }
  const progress = createProgress(options.quiet || options.format !== 'text')
  try {
    const others = await Promise.all(
      (options.checkpoint ?? []).map(async place => readOther(place, reading, signal)),
    )
    const examinations = await runMonitor({
      ...{ file, trust, logs, grace, patience, others, signal },
      anyEntries: require !== undefined && !entryClaims.some(id => require.includes(id)),
      engine: native,
      verifier: threads,
      now: new Date(),
      sources: options.log.map(place =>
        openLogSource(place.replace(/(?<=.)\/+$/, ''), { ...reading, layouts: ['entries', 'data'] }),
      ),
      proofs: options.proofs ?? options.state,
      onProgress(done, of) {
        progress.show(`read ${done} of ${of} new entries`)
      },
    })
    return createReport(
      examinations.map(examination => decideSubject(examination, require)),
      require && { require },
    )
  } finally {
    progress.clear()
  }
}

/** A printer that includes the subjects, in formats that print each by itself. */
function createWhole(printer: Printer): Printer {
  return {
    ...printer,
    report: async report => {
      for (const subject of report.subjects) await printer.subject(subject)
      await printer.report(report)
    },
  }
}

/** A printer that omits what the previous report already showed. */
function createNews(printer: Printer): Printer {
  const whole = createWhole(printer)
  const before = new Map<string, string>()
  return {
    ...printer,
    report: async ({ require, ...report }) => {
      const subjects = report.subjects.filter(({ source, claims, findings }) => {
        const said = JSON.stringify([claims, findings])
        const isNews = before.get(source) !== said
        before.set(source, said)
        return isNews
      })
      if (subjects.length > 0) await whole.report(createReport(subjects, require && { require }))
    },
  }
}

/** Minimum interval in seconds, to spare the log. */
const shortest = 10

function readInterval(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,6}$/.test(text) && Number(text) >= shortest) return Number(text)
  throw new DrawauditError(
    'usage',
    `--interval takes seconds, ${shortest} or more, found ${JSON.stringify(text)}`,
  )
}

/** Converts hours to seconds. */
function readHours(name: string, text: string): number {
  if (/^\d{1,5}(\.\d{1,3})?$/.test(text)) return Number(text) * 3600
  throw new DrawauditError('usage', `--${name} takes a number of hours, found ${JSON.stringify(text)}`)
}
