/**
 * Waits until a drand round is published.
 *
 * @packageDocumentation
 */
import { roundTime, type Beacon, type ChainInfo } from '../core/beacon.js'
import { DrawauditError } from '../errors.js'
import type { RelayAnswer } from './drand.js'

/** A progress message while waiting. */
export type WaitNote =
  /** This machine's clock seems wrong by minutes: seconds ahead, negative if behind. Reported once. */
  | { readonly kind: 'clock'; readonly clockAhead: number }
  /** The relays did not return the round; they will be asked again. */
  | { readonly kind: 'relays'; readonly error: DrawauditError }

export interface WaitOptions {
  /** Fetches the round, as `fetchRound` does, and passes on each answer. */
  readonly fetch: (onAnswer: (answer: RelayAnswer) => void) => Promise<Beacon>
  /** The clock of this machine. */
  readonly clock: () => Date
  /** Milliseconds; rejects to abort the wait. */
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Called each second before the time of the round with the seconds left. */
  readonly onTick?: (secondsLeft: number) => void
  readonly onNote?: (note: WaitNote) => void
  /** Seconds after its time in which relays may be late; 120 by default. */
  readonly patience?: number
}

export interface WaitedRound {
  readonly beacon: Beacon
  /** Seconds by which this machine's clock seems to be ahead, negative if behind; only if it is minutes. */
  readonly clockAhead?: number
}

/** Tolerated clock error in seconds. */
const tolerance = 60

/**
 * Waits until a round is due by this machine's clock, then fetches it, and retries for a while if relays are
 * late. Before a long wait, relays are asked once, to check that they are reachable and the clock is right. A
 * round that is already published ends the wait.
 *
 * @throws DrawauditError the last error of `fetch`, with a hint about the clock; at once if retrying cannot
 * help.
 */
export async function waitForRound(
  chain: ChainInfo,
  round: number,
  { fetch, clock, sleep, onTick, onNote, patience = 120 }: WaitOptions,
): Promise<WaitedRound> {
  const due = roundTime(chain, round) * 1000
  const left = (): number => due - clock().getTime()
  let clocks: readonly number[] = []
  let isNoted = false

  /** @returns the round, or why there is none; throws errors that a retry does not change. */
  async function attempt(): Promise<Beacon | DrawauditError> {
    const answers: number[] = []
    try {
      return await fetch(({ clockAhead }) => {
        if (clockAhead !== undefined) answers.push(clockAhead)
      })
    } catch (error) {
      if (error instanceof DrawauditError && isPassing(error)) return error
      throw error
    } finally {
      if (answers.length > 0) clocks = answers
      note(findClockError(clocks))
    }
  }

  function note(clockAhead: number | undefined): void {
    if (isNoted || clockAhead === undefined) return
    isNoted = true
    onNote?.({ kind: 'clock', clockAhead })
  }

  function finish(beacon: Beacon): WaitedRound {
    // Whatever clocks say, the signature proves that the time of the round has come.
    const proven = -Math.ceil(left() / 1000)
    const said = findClockError(clocks)
    const clockAhead = proven > -tolerance ? said : Math.min(proven, said ?? proven)
    note(clockAhead)
    return { beacon, ...(clockAhead !== undefined && { clockAhead }) }
  }

  if (left() >= tolerance * 1000) {
    const early = await attempt()
    if (!(early instanceof DrawauditError)) return finish(early)
    if (early.code !== 'remote-early') onNote?.({ kind: 'relays', error: early })
  }
  for (let rest = left(); rest > 0; rest = left()) {
    onTick?.(Math.ceil(rest / 1000))
    // So that the next tick falls on a whole second, even if the clock was changed.
    await sleep(((rest - 1) % 1000) + 1)
  }
  for (let pause = 500; ; pause = Math.min(2 * pause, 10_000)) {
    const late = await attempt()
    if (!(late instanceof DrawauditError)) return finish(late)
    if (-left() + pause > patience * 1000) throw explainClock(late, findClockError(clocks))
    onNote?.({ kind: 'relays', error: late })
    await sleep(pause)
  }
}

/** Relays that are down, late or wrong may recover. */
function isPassing({ code }: DrawauditError): boolean {
  return code.startsWith('remote-') || code === 'beacon-invalid'
}

/** The clock error by the median of the relays; undefined if it is small, or unknown. */
function findClockError(clocks: readonly number[]): number | undefined {
  const middle = findMiddle(clocks)
  return middle !== undefined && Math.abs(middle) >= tolerance ? middle : undefined
}

/** The median, so that a single relay cannot decide. Undefined for none. */
export function findMiddle(clocks: readonly number[]): number | undefined {
  const sorted = clocks.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined) return undefined
  return Math.abs(low) < Math.abs(high) ? low : high
}

function explainClock(error: DrawauditError, clockAhead: number | undefined): DrawauditError {
  if (clockAhead === undefined) return error
  return new DrawauditError(error.code, error.message, {
    hint: `${describeClock(clockAhead)}: set it right, then try again`,
    where: error.where,
    cause: error,
  })
}

/** A clock error in words: lower case, no full stop. */
export function describeClock(clockAhead: number): string {
  const seconds = Math.abs(clockAhead)
  const amount = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
  return `the clock of this machine is about ${amount} ${clockAhead > 0 ? 'ahead of' : 'behind'} those of the relays`
}
