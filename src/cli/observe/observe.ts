/**
 * `drawaudit observe`
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import type { Argv } from 'yargs'
import { parseUuid } from '../../core/uuid.js'
import { DrawauditError } from '../../errors.js'
import { renderJson } from '../../render/json.js'
import { escapeText } from '../../render/escape.js'
import { createStatementsSource, type Sight } from '../../observe/fetch-statements.js'
import { followStatements } from '../../observe/follow.js'
import { native } from '../../native/engine.js'
import { readObservationFile } from './observation-file.js'
import { observerKeyName, readObserverKey } from '../shared/observer-key.js'
import { Observer, type Outcome } from './observer.js'
import { colourOption, formatOption } from '../shared/options.js'
import { findPassphrase, passphraseOption } from '../shared/passphrase.js'
import {
  clientOptions,
  openClient,
  readBaseUrl,
  readSeconds,
  remoteOptions,
  urlArgument,
} from '../shared/remote.js'
import { talk, writeResult } from '../shared/terminal.js'
import { readTrustFile } from '../shared/trust-file.js'
import type { Command, OptionsOf } from '../shared/command.js'

function build(yargs: Argv) {
  return yargs
    .positional('url', { ...urlArgument, demandOption: true })
    .option('raffle', {
      type: 'string',
      array: true,
      requiresArg: true,
      demandOption: true,
      describe: 'The UUID of the raffle, as the tickets have it',
    })
    .option('out', {
      type: 'string',
      alias: 'o',
      requiresArg: true,
      describe: 'The file to add the observation to (default: observation-UUID.json)',
    })
    .option('observer-key', {
      type: 'string',
      requiresArg: true,
      default: observerKeyName,
      describe: 'The key to sign with; drawaudit trust init makes one',
    })
    .option('passphrase-file', passphraseOption)
    .option('trust', {
      type: 'string',
      requiresArg: true,
      describe: 'A trust root: whose statements count, and the times of other beacon chains',
    })
    .option('follow', {
      type: 'boolean',
      default: false,
      describe: 'Go on until the raffle is drawn or cancelled',
    })
    .option('interval', {
      type: 'string',
      requiresArg: true,
      default: '15',
      describe: 'With --follow: seconds from one request to the next',
    })
    .options(clientOptions)
    .option('max-wait', remoteOptions['max-wait'])
    .option('format', formatOption)
    .option('color', colourOption)
    .example(
      '$0 observe https://raffles.example/api/v1 --raffle UUID',
      'Sign what is published now, and when',
    )
    .example('$0 observe https://raffles.example/api/v1 --raffle UUID --follow', 'Until it is drawn')
}

export const observeCommand: Command<typeof build> = {
  name: 'observe <url>',
  describe: 'Sign what an operator has published, and when: evidence of your own',
  build,
  async run(options) {
    const stop = new AbortController()
    const interrupt = (): void => {
      stop.abort()
    }
    process.once('SIGINT', interrupt)
    try {
      return await observe(options, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) throw error
      // Whoever waits for this process sees that it was interrupted, as with any other command.
      talk('interrupted; what was seen so far is in the file\n')
      process.kill(process.pid, 'SIGINT')
      return await new Promise<never>(() => undefined)
    } finally {
      process.removeListener('SIGINT', interrupt)
    }
  },
}

async function observe(options: OptionsOf<typeof build>, signal: AbortSignal): Promise<0 | 1> {
  const baseUrl = readBaseUrl(options.url)
  const raffleId = readRaffle(options.raffle)
  const { out = `observation-${raffleId}.json`, format, follow } = options
  const interval = readInterval(options.interval)
  const longestWait = readSeconds('max-wait', options['max-wait'])
  const trust = options.trust === undefined ? undefined : readTrustFile(options.trust)
  const key = await readObserverKey(options['observer-key'], () => findPassphrase(options['passphrase-file']))
  // What is wrong with the file should be said before a moment passes that will not come again.
  readObservationFile(out, raffleId)
  const observer = new Observer({ file: out, raffleId, key, trust, engine: native, say: talk })
  const client = openClient(options)
  try {
    const source = createStatementsSource({ client, baseUrl, raffleId, engine: native, signal })
    const sights = followStatements(source, {
      interval,
      longestWait,
      sleep: async milliseconds => {
        await setTimeout(milliseconds, undefined, { signal })
      },
      random: Math.random,
      onTrouble: sayTrouble,
    })
    for await (const sight of sights) {
      const outcome = observer.see(sight)
      if (!follow && outcome.observations === 0) throw nothingYet()
      if (!follow || outcome.isFinished || outcome.alarms.length > 0) {
        await writeResult(format === 'json' ? renderJson(outcome) : renderOutcome(outcome, sight))
        return outcome.alarms.length > 0 ? 1 : 0
      }
    }
    return 0
  } finally {
    client.close()
  }
}

function sayTrouble(trouble: DrawauditError | number): void {
  talk(
    typeof trouble === 'number'
      ? `waiting: the service answers no more requests for ${trouble} s\n`
      : `nothing seen this time: ${escapeText(trouble.message)}\n`,
  )
}

function renderOutcome({ file, observations, alarms }: Outcome, { source }: Sight): string {
  const count = observations === 1 ? '1 observation' : `${observations} observations`
  const judged =
    alarms.length === 0 ? '' : '; what was published contradicts itself: keep this file, it is the proof'
  return `${count} in ${escapeText(file)}, the last of ${escapeText(source)}${judged}\n`
}

function nothingYet(): DrawauditError {
  return new DrawauditError('remote-error', 'the service shows no statement of this raffle yet', {
    hint: 'there is nothing to sign; --follow waits for the first one',
  })
}

function readRaffle([text = '', ...more]: readonly string[]): string {
  const raffleId = parseUuid(text)
  if (raffleId !== undefined && more.length === 0) return raffleId
  throw new DrawauditError(
    'usage',
    more.length > 0
      ? 'one raffle is observed at a time'
      : `a raffle is named by its UUID, found ${JSON.stringify(text)}`,
    { hint: 'a UUID looks like 49638a53-01d5-4ea0-96bc-887c4448c4f3' },
  )
}

/** One request a second is what the specification's limit allows. */
function readInterval(text: string): number {
  const interval = readSeconds('interval', text)
  if (interval >= 1 && interval <= 86_400) return interval
  throw new DrawauditError('usage', `--interval takes seconds from 1 to 86400, found ${JSON.stringify(text)}`)
}
