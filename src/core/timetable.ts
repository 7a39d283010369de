/**
 * When the rounds of a drand chain are published. All times are whole seconds since 1970.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'

/** The parameters that decide when rounds are published. Any chain info has them. */
export interface Timetable {
  /** Time of round 1. */
  readonly genesisTime: number
  /** Seconds from one round to the next, at least 1. */
  readonly period: number
}

/**
 * The time at which a round is published.
 *
 * @param round - 1 or more.
 * @throws DrawauditError `beacon-invalid` for a round that is not an integer from 1 to 2^53 − 1, or whose time is
 * beyond 2^53 − 1.
 *
 * @example
 * ```js
 * roundTime(quicknetChain, 1) // 1692803367
 * ```
 */
export function roundTime(chain: Timetable, round: number): number {
  assertRound(round)
  const time = chain.genesisTime + (round - 1) * chain.period
  if (!Number.isSafeInteger(time)) {
    throw new DrawauditError('beacon-invalid', `the time of round ${round} is out of range`)
  }
  return time
}

/** Like {@link roundTime}; undefined for a round whose time is beyond 2^53 − 1. */
export function findRoundTime({ genesisTime, period }: Timetable, round: number): number | undefined {
  const time = genesisTime + (round - 1) * period
  return round >= 1 && Number.isSafeInteger(time) ? time : undefined
}

/**
 * The latest round published at a time, including that very second.
 *
 * @param seconds - since 1970.
 * @throws DrawauditError `time-invalid` before the first round, and unless it is a safe integer.
 */
export function roundAt(chain: Timetable, seconds: number): number {
  assertSeconds(seconds)
  if (seconds < chain.genesisTime) {
    throw new DrawauditError('time-invalid', `the first round was at ${chain.genesisTime}, after ${seconds}`)
  }
  return Math.floor((seconds - chain.genesisTime) / chain.period) + 1
}

/**
 * The first round published at a time or later.
 *
 * @param seconds - since 1970.
 * @throws DrawauditError `time-invalid` unless it is a safe integer.
 *
 * @example
 * ```js
 * firstRoundAtOrAfter(quicknetChain, 1692803368) // 2
 * ```
 */
export function firstRoundAtOrAfter(chain: Timetable, seconds: number): number {
  assertSeconds(seconds)
  return Math.max(0, Math.ceil((seconds - chain.genesisTime) / chain.period)) + 1
}

/**
 * The first round published after a time.
 *
 * @param seconds - since 1970.
 * @throws DrawauditError `time-invalid` unless it is a safe integer.
 */
export function firstRoundAfter(chain: Timetable, seconds: number): number {
  assertSeconds(seconds)
  return seconds < chain.genesisTime ? 1 : roundAt(chain, seconds) + 1
}

/** @throws DrawauditError `beacon-invalid` unless it is an integer from 1 to 2^53 − 1. */
export function assertRound(round: number): void {
  if (!Number.isSafeInteger(round) || round < 1) {
    throw new DrawauditError('beacon-invalid', `expected a round from 1, found ${round}`)
  }
}

function assertSeconds(seconds: number): void {
  if (!Number.isSafeInteger(seconds)) {
    throw new DrawauditError('time-invalid', `expected whole seconds since 1970, found ${seconds}`)
  }
}
