/**
 * Checks this machine's clock against a beacon: a published round is a lower bound, an unpublished one an
 * upper bound.
 *
 * @packageDocumentation
 */
import { firstRoundAtOrAfter, roundAt, roundTime, type Beacon, type ChainInfo } from '../core/beacon.js'
import { formatTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import type { RelayAnswer } from './drand.js'
import { describeClock, findMiddle } from './wait-for-round.js'

/** Tolerated clock error in seconds. */
const tolerance = 300

export interface ClockOptions {
  /** A published round. */
  readonly round: number
  /** The relays' answers for it. */
  readonly answers: readonly RelayAnswer[]
  /** Fetches another round from relays, as `fetchRound` does, and passes on each answer. */
  readonly fetch: (round: number, onAnswer: (answer: RelayAnswer) => void) => Promise<Beacon>
  /** The clock of this machine. */
  readonly now: () => Date
}

/**
 * Asserts that this machine's clock is right within 5 minutes, as far as a beacon can tell. The time stated
 * by relays is only a reason to check, since a relay may lie: rounds decide. Sends no request if they agree
 * with the clock.
 *
 * @throws DrawauditError `clock-wrong` if a round is published before its time by the clock, or is missing
 * after it; the error of `fetch` if relays do not decide it.
 */
export async function checkClock(
  chain: ChainInfo,
  { round, answers, fetch, now }: ClockOptions,
): Promise<void> {
  const heard = answers.flatMap(({ clockAhead }) => clockAhead ?? [])
  const said = findMiddle(heard)
  if (said !== undefined && Math.abs(said) <= tolerance) return
  const seconds = Math.floor(now().getTime() / 1000)

  async function isOut(other: number): Promise<boolean> {
    try {
      await fetch(other, ({ clockAhead }) => heard.push(...(clockAhead === undefined ? [] : [clockAhead])))
      return true
    } catch (error) {
      if (error instanceof DrawauditError && error.code === 'remote-early') return false
      throw error
    }
  }

  // A fast clock does the harm, so it is checked for if relays do not state the time.
  const isFast = said === undefined || said > 0
  const other = isFast
    ? roundAt(chain, seconds - tolerance)
    : firstRoundAtOrAfter(chain, seconds + tolerance + 1)
  if (isFast ? other <= round || (await isOut(other)) : !(await isOut(other))) return
  const due = formatTime(new Date(roundTime(chain, other) * 1000))
  throw new DrawauditError(
    'clock-wrong',
    `the clock says ${formatTime(new Date(seconds * 1000))}, and round ${other}, due at ${due}, is ${isFast ? 'not out' : 'out'}`,
    { hint: `${describeOffset(findMiddle(heard), isFast)}: set it, and draw again. Nothing was signed` },
  )
}

function describeOffset(clockAhead: number | undefined, isFast: boolean): string {
  if (clockAhead !== undefined && clockAhead > 0 === isFast) return describeClock(clockAhead)
  return `the clock of this machine is ${isFast ? 'fast' : 'slow'} by more than 5 minutes`
}
