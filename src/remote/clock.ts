/**
 * The clock of this machine beside a beacon: a round that is out bounds it from below, one that is not yet out from
 * above.
 *
 * @packageDocumentation
 */
import { firstRoundAtOrAfter, roundAt, roundTime, type Beacon, type ChainInfo } from '../core/beacon.js'
import { formatTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import type { RelayAnswer } from './drand.js'
import { describeClock, findMiddle } from './wait-for-round.js'

/** A clock that is off by so many seconds still dates. */
const tolerance = 300

export interface ClockOptions {
  /** A round that is out. */
  readonly round: number
  /** What relays said when they were asked for it. */
  readonly answers: readonly RelayAnswer[]
  /** Asks relays for another round, as `fetchRound` does, and passes on each answer. */
  readonly fetch: (round: number, onAnswer: (answer: RelayAnswer) => void) => Promise<Beacon>
  /** The clock of this machine. */
  readonly now: () => Date
}

/**
 * Makes sure that the clock of this machine is right within 5 minutes, as far as a beacon can tell. What relays say of
 * the time is only a reason to look, for one of them may say what it likes: rounds decide. Nothing is asked where they
 * agree with the clock.
 *
 * @throws DrawauditError `clock-wrong` when a round is out that by the clock comes later, or one is not that was due;
 * what `fetch` throws, where relays do not say whether it is.
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

  // A clock that is fast does the harm: where relays do not tell the time, that is looked for.
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
