/**
 * `drawaudit observe`
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import { parseUuid } from '../../core/uuid.js'
import { DrawauditError } from '../../errors.js'
import { escapeText } from '../../render/escape.js'
import { createStatementsSource } from '../../observe/fetch-statements.js'
import { attestList } from '../../observe/attest-list.js'
import { followStatements } from '../../observe/follow.js'
import { native } from '../../native/engine.js'
import { readObservationFile, readPublicationFile } from './observation-file.js'
import { observerKeyName, readObserverKey } from '../shared/observer-key.js'
import { observeAddress, readPlace } from './observe-address.js'
import { Observer } from './observer.js'
import { switchOption, valueOption } from '../shared/options.js'
import { findOrAskPassphrase, passphraseOption } from '../shared/passphrase.js'
import {
  clientOptions,
  openClient,
  readBaseUrl,
  readSecondsOption,
  remoteOptions,
  urlArgument,
} from '../shared/remote.js'
import { loadRecipe } from '../shared/recipes.js'
import { talk } from '../shared/terminal.js'
import { readTrustFile } from '../shared/trust-file.js'
import { defineCommand, type CommandArguments } from '../shared/command.js'

const options = {
  raffle: {
    ...valueOption,
    array: true,
    describe: 'The UUID of the raffle, as on the tickets',
  },
  recipe: {
    ...valueOption,
    describe: 'Instead of --raffle: sign what another platform has committed to at the URL',
  },
  out: {
    ...valueOption,
    alias: 'o',
    describe:
      'The file to add the observation to (default: observation-UUID.json, or with --recipe seen.json)',
  },
  'observer-key': {
    ...valueOption,
    default: observerKeyName,
    describe: 'The key to sign with; drawaudit trust init makes one',
  },
  'passphrase-file': passphraseOption,
  trust: {
    ...valueOption,
    describe: 'A trust file: whose statements count, and the times of other beacon chains',
  },
  list: {
    ...switchOption,
    describe: 'Also read the whole sealed list, and sign that it matches the seal',
  },
  follow: {
    ...switchOption,
    describe: 'Continue until the raffle is drawn or cancelled',
  },
  interval: {
    ...valueOption,
    default: '15',
    describe: 'With --follow: seconds from one request to the next',
  },
  ...clientOptions,
  'max-wait': remoteOptions['max-wait'],
} as const

export const observeCommand = defineCommand({
  name: 'observe <url>',
  describe: 'Sign what an operator has published, and when: evidence of your own',
  arguments: {
    url: {
      ...urlArgument,
      demandOption: true,
      describe: `${urlArgument.describe}; with --recipe the address of the draw itself`,
    },
  },
  options,
  examples: [
    ['$0 observe https://raffles.example/api/v1 --raffle UUID', 'Sign what is published now, and when'],
    ['$0 observe https://raffles.example/api/v1 --raffle UUID --follow', 'Until it is drawn'],
    ['$0 observe https://raffles.example/api/v1 --raffle UUID --list', 'And that its list is the sealed one'],
    [
      '$0 observe https://other.example/draws/17 --recipe other.json',
      'What another platform has committed to',
    ],
  ],
  exits: {
    1: 'a second commitment or seal, another value, a statement that vanished (the file is the proof), or a list that is not the sealed one',
    4: 'something could not be fetched, so it was not seen: nothing is written',
  },
  async run(options) {
    const stop = new AbortController()
    const interrupt = (): void => {
      stop.abort()
    }
    process.once('SIGINT', interrupt)
    try {
      const { recipe } = options
      return await (recipe === undefined
        ? observe(options, stop.signal)
        : observePlatform({ ...options, recipe }, stop.signal))
    } catch (error) {
      if (!stop.signal.aborted) throw error
      // Ends by the signal itself, so that the parent process sees the interruption.
      talk('interrupted; what was seen so far is in the file\n')
      process.kill(process.pid, 'SIGINT')
      return await new Promise<never>(() => undefined)
    } finally {
      process.removeListener('SIGINT', interrupt)
    }
  },
  json: ({ outcome }) => outcome,
  text: render,
  exitCode: ({ outcome }) => (outcome.alarms.length > 0 ? 1 : 0),
})

type ObserveArguments = CommandArguments<typeof options> & { readonly url: string }

/** Result, file and source of an observation. */
interface ObservedAndSigned {
  readonly outcome: { readonly observations: number; readonly alarms: readonly string[] }
  readonly file: string
  /** URL of the last observation. */
  readonly source: string
}

async function observe(options: ObserveArguments, signal: AbortSignal): Promise<ObservedAndSigned> {
  const baseUrl = readBaseUrl(options.url)
  const raffleId = readRaffle(options.raffle)
  const { out: file = `observation-${raffleId}.json`, follow } = options
  const interval = readInterval(options.interval)
  const longestWait = readSecondsOption('max-wait', options['max-wait'])
  const trust = options.trust === undefined ? undefined : readTrustFile(options.trust)
  const key = await readObserverKey(options['observer-key'], () =>
    findOrAskPassphrase(options['passphrase-file'], 'passphrase of the observer’s key'),
  )
  // Faults of the file must appear before a moment passes that cannot be observed again.
  readObservationFile(file, raffleId)
  const observer = new Observer({ file, raffleId, key, trust, engine: native, say: talk })
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
    let isRead = !options.list
    for await (const sight of sights) {
      let outcome = observer.see(sight)
      const seal = isRead ? undefined : observer.findSeal(sight)
      if (seal !== undefined) {
        isRead = true
        const now = (): Date => new Date()
        const read = await attestList({ client, baseUrl, seal, engine: native, signal, now }, key)
        if (typeof read === 'string') {
          talk(`ALARM: ${escapeText(read)}\n`)
          outcome = { ...outcome, alarms: [...outcome.alarms, read] }
        } else {
          outcome = { ...outcome, observations: observer.keep(read) }
          talk(`read the list: ${seal.total_entries} entries, as they were sealed, without duplicates\n`)
        }
      }
      if (!follow && outcome.observations === 0) throw nothingYet()
      if (!follow && !isRead) throw notSealed()
      if (!follow || outcome.isFinished || outcome.alarms.length > 0) {
        return { outcome, file, source: sight.source }
      }
    }
    throw nothingYet()
  } finally {
    client.close()
  }
}

/** Observes the commitment of another platform. */
async function observePlatform(
  options: ObserveArguments & { readonly recipe: string },
  signal: AbortSignal,
): Promise<ObservedAndSigned> {
  const { url, out: file = 'seen.json', raffle, trust, follow, list } = options
  const needless = Object.entries({
    raffle,
    trust,
    follow: follow || undefined,
    list: list || undefined,
  }).find(([, given]) => given !== undefined)
  if (needless !== undefined) {
    throw new DrawauditError('usage', `--${needless[0]} goes without --recipe`, {
      hint: 'a recipe is of another platform, which has no statements of raffles',
    })
  }
  const recipe = loadRecipe(options.recipe)
  readPlace(url, recipe)
  const key = await readObserverKey(options['observer-key'], () =>
    findOrAskPassphrase(options['passphrase-file'], 'passphrase of the observer’s key'),
  )
  // Faults of the file must appear before a moment passes that cannot be observed again.
  readPublicationFile(file)
  const client = openClient(options)
  try {
    const outcome = await observeAddress({ url, recipe, file, key, client, signal, say: talk })
    return { outcome, file, source: outcome.url }
  } finally {
    client.close()
  }
}

function sayTrouble(trouble: DrawauditError | number): void {
  talk(
    typeof trouble === 'number'
      ? `rate-limited: retrying in ${trouble} s\n`
      : `nothing seen this time: ${escapeText(trouble.message)}\n`,
  )
}

function render({ outcome: { observations, alarms }, file, source }: ObservedAndSigned): string {
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

function notSealed(): DrawauditError {
  return new DrawauditError('remote-error', 'the service does not show exactly one seal', {
    hint: 'what it shows is signed; --follow waits for the seal, and reads the list then',
  })
}

function readRaffle(given: readonly string[] | undefined): string {
  if (given === undefined) {
    throw new DrawauditError('usage', 'no raffle to observe is named', {
      hint: 'give --raffle UUID, or for another platform --recipe',
    })
  }
  const [text = '', ...more] = given
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

/** At least 1 s: the specification's limit is 60 requests a minute. */
function readInterval(text: string): number {
  const interval = readSecondsOption('interval', text)
  if (interval >= 1 && interval <= 86_400) return interval
  throw new DrawauditError('usage', `--interval takes seconds from 1 to 86400, found ${JSON.stringify(text)}`)
}
