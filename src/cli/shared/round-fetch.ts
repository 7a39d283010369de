/**
 * Gets the beacon round of a draw.
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import { roundTime } from '../../core/beacon.js'
import { DrawauditError } from '../../errors.js'
import { describeWait } from '../../operator/describe-wait.js'
import type { FetchBeacon } from '../../operator/draw-raffle.js'
import { escapeText } from '../../render/escape.js'
import { checkClock } from '../../remote/clock.js'
import { fetchRound, type RelayAnswer } from '../../remote/drand.js'
import { assertPublicHost } from '../../remote/guard.js'
import { parseBeaconFile } from '../../remote/read-beacon.js'
import { parseRemoteUrl } from '../../remote/url.js'
import { describeClock, waitForRound } from '../../remote/wait-for-round.js'
import { readFile } from '../../io/files.js'
import { findOwnRelays, findRelays, tellFault } from './chains.js'
import type { ValuesOf } from './command.js'
import { ownRelayOption, valueOption } from './options.js'
import { readSecondsOption, remoteOptions } from './remote.js'
import { talk, type Progress } from './terminal.js'

export const roundOptions = {
  relay: ownRelayOption,
  timeout: { ...valueOption, default: '10', describe: 'Seconds that one relay may take' },
  'allow-private': remoteOptions['allow-private'],
} as const

/** Options for getting a round. */
export interface RoundArguments extends ValuesOf<typeof roundOptions> {
  readonly wait?: boolean | undefined
  readonly 'beacon-file'?: string | undefined
  readonly quiet: boolean
}

/**
 * Gets rounds from a file or from relays.
 *
 * @throws DrawauditError `usage`, `url-invalid`, `address-forbidden`.
 */
export function createRoundFetch(args: RoundArguments, progress: Progress): FetchBeacon {
  const file = args['beacon-file']
  if (file !== undefined) {
    if (args.relay !== undefined) {
      throw new DrawauditError('usage', '--beacon-file and --relay exclude each other', {
        hint: 'the round comes from the file, or from a relay',
      })
    }
    return (chain, round) => Promise.resolve(readBeaconFile(file, chain, round))
  }
  const own = findOwnRelays(args.relay)
  const allowPrivate = args['allow-private'] || own.allowPrivate
  for (const relay of own.relays ?? []) {
    const url = parseRemoteUrl(relay)
    // Fail now, not when the round is due.
    if (!allowPrivate) assertPublicHost(url)
  }
  const client = {
    allowPrivate,
    timeout: readSecondsOption('timeout', args.timeout) * 1000,
    env: process.env,
  }
  return async (chain, round) => {
    const relays = findRelays(chain, own.relays)
    const fetch = (one: number, onAnswer: (answer: RelayAnswer) => void) =>
      fetchRound(chain, one, { relays, client, onAnswer })
    const now = () => new Date()
    let answers: RelayAnswer[] = []
    if (args.wait !== true) {
      const beacon = await fetch(round, answer => answers.push(answer))
      // If there is no round, the error names the faults.
      answers.forEach(tellFault)
      await checkClock(chain, { round, answers, fetch, now })
      return beacon
    }
    const left = roundTime(chain, round) - Date.now() / 1000
    // For logs, where no countdown is shown.
    if (left > 0 && !args.quiet) talk(`waiting for round ${round}, in ${describeWait(Math.ceil(left))}\n`)
    const { beacon } = await waitForRound(chain, round, {
      fetch(onAnswer) {
        answers = []
        return fetch(round, answer => {
          answers.push(answer)
          onAnswer(answer)
        })
      },
      clock: now,
      sleep: async milliseconds => {
        await setTimeout(milliseconds)
      },
      onTick: left => {
        progress.show(`round ${round} comes in ${describeWait(left)}`)
      },
      onNote: note => {
        progress.clear()
        talk(
          note.kind === 'clock'
            ? `note: ${describeClock(note.clockAhead)}\n`
            : `note: ${escapeText(note.error.message)}\n`,
        )
      },
    })
    await checkClock(chain, { round, answers, fetch, now })
    return beacon
  }
}

function readBeaconFile(file: string, ...wanted: Parameters<FetchBeacon>) {
  const bytes = readFile(file)
  try {
    return parseBeaconFile(bytes, ...wanted)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw error.at({ file })
  }
}
