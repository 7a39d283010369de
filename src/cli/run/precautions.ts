/**
 * Warnings before anything is signed: printed in scripts, questions at a terminal. Skipped for a raffle that was
 * begun.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { firstRoundAtOrAfter, type ChainInfo } from '../../core/beacon.js'
import { DrawauditError, type ErrorCode } from '../../errors.js'
import { native } from '../../native/engine.js'
import type { RaffleStatus } from '../../operator/raffle-status.js'
import { secondsOf } from '../../operator/desk.js'
import type { FetchBeacon } from '../../operator/draw-raffle.js'
import { findSameList, type ListOfEntries } from '../../operator/same-list.js'
import { unservedHint } from '../../remote/drand.js'
import { escapeText } from '../../render/escape.js'
import type { PersonalLines } from '../../operator/personal-lines.js'
import { isPostgresUrl } from '../../store/open-store.js'
import { atStore } from '../shared/at-store.js'
import { describePersonal } from '../shared/personal-warning.js'
import { askYes, isAtTerminal, openQuestions } from '../shared/questions.js'
import { stateWords } from '../shared/raffle-states.js'
import { talk } from '../shared/terminal.js'
import type { RunContext } from './conduct.js'

type Messages = Pick<RunContext, 'tell'>

/** A warning to confirm. */
interface Warning {
  readonly text: string
  readonly question: string
  /** Error code if the answer is no. */
  readonly code: ErrorCode
  readonly refused: string
  readonly hint: string
}

/** @throws DrawauditError if the answer at the terminal is no. */
async function warn({ text, question, code, refused, hint }: Warning, { tell }: Messages): Promise<void> {
  if (!isAtTerminal()) {
    tell(`warning: ${text}`)
    return
  }
  talk(`warning: ${escapeText(text)}\n`)
  const questions = openQuestions(hint)
  try {
    if (await askYes(questions, question)) return
  } finally {
    questions.close()
  }
  throw new DrawauditError(code, `${refused}; nothing was signed`, { hint })
}

/** Warns of personal data in the list, which is published. */
export async function warnOfPersonal(personal: PersonalLines | undefined, voice: Messages): Promise<void> {
  if (personal === undefined) return
  const warning: Warning = {
    text: describePersonal(personal),
    question: 'Publish them?',
    code: 'entries-invalid',
    refused: 'the list has personal data in it',
    hint: 'give each entry a number, and keep the list of who has which',
  }
  await warn(warning, voice)
}

/** What the store already has. */
export interface EarlierRaffles {
  /** Whether the raffle exists, so that the run resumes it. */
  readonly isBegun: boolean
  /** Other raffles with the same list. */
  readonly same: readonly RaffleStatus[]
}

/** @param list - to be compared with other raffles; absent if it may still grow. */
export async function findEarlierRaffles(
  name: string,
  raffleId: string,
  list?: ListOfEntries,
): Promise<EarlierRaffles> {
  if (!isPostgresUrl(name) && !existsSync(name)) return { isBegun: false, same: [] }
  return atStore(name, 'read', async ({ ceremonies }) => {
    const isBegun = (await ceremonies.readCeremony(raffleId)) !== undefined
    const isSearched = !isBegun && list !== undefined
    return { isBegun, same: isSearched ? await findSameList(ceremonies, list, native, new Date()) : [] }
  })
}

/** Maximum number of raffles named in a warning. */
const mostNamed = 3

/** Warns of a list that was used before. */
export async function warnOfSameList(same: readonly RaffleStatus[], voice: Messages): Promise<void> {
  if (same.length === 0) return
  const latest = same.slice(-mostNamed)
  const earlier = same.length > latest.length ? `, after ${same.length - latest.length} more` : ''
  const warning: Warning = {
    text: `this list was used by ${latest.map(describe).join('; and by ')}${earlier}. Drawing again until the result pleases is what an auditor will ask about: have a reason that you can show`,
    question: 'Draw from it once more?',
    code: 'raffle-exists',
    refused: 'the list was drawn from before',
    hint: 'the same name and prizes show the earlier result; --supersedes RAFFLE says which cancelled raffle it repeats',
  }
  await warn(warning, voice)
}

function describe({ raffleId, state, commitment, statements }: RaffleStatus): string {
  const name = commitment === undefined ? '' : ` ${JSON.stringify(commitment.raffle_name)}`
  const { issued_at_utc: at } = statements.findLast(({ type }) => type !== 'replacement') ?? {}
  return `raffle ${raffleId}${name}, ${stateWords[state]}${at === undefined ? '' : `, ${at}`}`
}

/** Seconds within which relays have a new round. */
const slowest = 10

const offlineHint =
  'check the network, or name other relays with --relay URL. Without a network: drawaudit raffle create, raffle import and raffle seal, then raffle draw --beacon-file FILE, with the round that drawaudit beacon fetch saves on a machine that has one. To rehearse: drawaudit beacon serve'

/**
 * Checks that the beacon can be reached and agrees with the clock: a raffle whose round nobody gets is never drawn.
 *
 * @throws DrawauditError `remote-…`, `beacon-invalid`, `address-forbidden`, `clock-wrong`.
 */
export async function askBeacon(chain: ChainInfo, fetchOut: FetchBeacon, now: Date): Promise<void> {
  const round = firstRoundAtOrAfter(chain, secondsOf(now) - slowest) - 1
  // A chain that has just begun has no rounds yet.
  if (round < 1) return
  try {
    await fetchOut(chain, round)
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code === 'clock-wrong') throw error
    throw new DrawauditError(
      error.code,
      `the beacon cannot be asked, and nothing was signed: ${error.message}`,
      {
        hint: error.hint === unservedHint ? unservedHint : offlineHint,
        cause: error,
      },
    )
  }
}
