/**
 * `drawaudit raffle draw`
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import { roundTime } from '../../core/beacon.js'
import { DrawauditError } from '../../errors.js'
import { drawRaffle, type FetchBeacon, type RaffleDrawn } from '../../operator/draw-raffle.js'
import { describeWait } from '../../operator/describe-wait.js'
import { readStatus } from '../../operator/raffle-status.js'
import { readSeconds as readTime } from '../../operator/desk.js'
import { escapeText } from '../../render/escape.js'
import { assertPublicHost } from '../../remote/guard.js'
import { checkClock } from '../../remote/clock.js'
import { fetchRound, type RelayAnswer } from '../../remote/drand.js'
import { parseBeaconFile } from '../../remote/read-beacon.js'
import { parseRemoteUrl } from '../../remote/url.js'
import { describeClock, waitForRound } from '../../remote/wait-for-round.js'
import { atCeremony } from '../shared/ceremony.js'
import { findOwnRelays, findRelays, tellFault } from '../shared/chains.js'
import { signingOptions } from '../shared/desk.js'
import { raffleArgument, readRaffle } from '../shared/find-raffle.js'
import { readFile } from '../../io/files.js'
import { ownRelayOption, quietOption, storeOption, valueOption } from '../shared/options.js'
import { describeOutlook, renderOutlook } from '../shared/outlook.js'
import { readSeconds, remoteOptions } from '../shared/remote.js'
import { createProgress, talk, type Progress } from '../shared/terminal.js'
import { defineCommand, type ValuesOf } from '../shared/command.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

const options = {
  wait: { type: 'boolean', describe: 'Wait until the randomness is out' },
  relay: ownRelayOption,
  'beacon-file': {
    ...valueOption,
    describe: 'A file with the round, for a machine without a network: drawaudit beacon fetch makes it',
  },
  timeout: { ...valueOption, default: '10', describe: 'Seconds that one relay may take' },
  'allow-private': remoteOptions['allow-private'],
  ...signingOptions,
  store: storeOption,
  quiet: { ...quietOption, describe: 'No countdown' },
} as const

export const raffleDrawCommand = defineCommand({
  name: 'draw <raffle>',
  describe: 'Draw all prizes of a raffle, and reveal its seeds',
  arguments: { raffle: raffleArgument },
  options,
  examples: [[`$0 raffle draw ${exampleId} --wait --store raffles.db`, 'As soon as it can be drawn']],
  async run(args) {
    const raffleId = await readRaffle(args.raffle, args.store)
    const progress = createProgress(args.quiet)
    try {
      const { result: drawn, outlook } = await atCeremony(args, raffleId, async desk => {
        if (args.wait === true) await waitWithoutBeacon(desk.store.ceremonies, raffleId, progress)
        return drawRaffle(desk, raffleId, createFetch(args, progress))
      })
      return { raffleId, drawn, outlook }
    } finally {
      progress.clear()
    }
  },
  json: ({ drawn, outlook }) => ({ ...drawn, ...describeOutlook(outlook) }),
  text: ({ raffleId, drawn, outlook }) => render(raffleId, drawn) + renderOutlook(outlook),
})

function createFetch(args: ValuesOf<typeof options>, progress: Progress): FetchBeacon {
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
    // Said now rather than when the round has come.
    if (!allowPrivate) assertPublicHost(url)
  }
  const client = {
    allowPrivate,
    timeout: readSeconds('timeout', args.timeout) * 1000,
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
      // Where there is no round at all, the error names them.
      answers.forEach(tellFault)
      await checkClock(chain, { round, answers, fetch, now })
      return beacon
    }
    const left = roundTime(chain, round) - Date.now() / 1000
    // Where nobody watches a countdown, the log says what is waited for.
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

/** Without a beacon nobody is asked: the time comes by the clock. */
async function waitWithoutBeacon(
  reader: Parameters<typeof readStatus>[0],
  raffleId: string,
  progress: Progress,
): Promise<void> {
  const { commitment, state, drawTime } = await readStatus(reader, raffleId, new Date())
  if (commitment?.beacon !== null || state !== 'sealed' || drawTime === undefined) return
  const due = readTime(drawTime) * 1000
  for (let left = due - Date.now(); left > 0; left = due - Date.now()) {
    progress.show(`the draw is in ${describeWait(Math.ceil(left / 1000))}`)
    await setTimeout(Math.min(left, 1000))
  }
}

function render(raffleId: string, { draws, winners, signed }: RaffleDrawn): string {
  const lines = winners.map(
    ({ position, winner_entry_id }) =>
      `${position} ${escapeText(draws[position - 1]?.prize_name ?? '')}: ${escapeText(winner_entry_id)}\n`,
  )
  return [
    signed ? `drew raffle ${raffleId}\n` : `raffle ${raffleId} was drawn before: nothing was signed\n`,
    ...lines,
  ].join('')
}
