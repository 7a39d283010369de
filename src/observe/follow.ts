/**
 * Polls as long as the caller wants, politely, and through temporary failures.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { Sight, StatementsSource } from './fetch-statements.js'

export interface FollowOptions {
  /**
   * Seconds between requests, at least 1; up to a fifth is added at random, so that not everybody asks at
   * once.
   */
  readonly interval: number
  /** Max seconds of waiting that the first answer may ask for. */
  readonly longestWait: number
  readonly sleep: (milliseconds: number) => Promise<void>
  /** A number from 0 up to 1. */
  readonly random: () => number
  /** Called with temporary failures, or with the seconds that the service asks to be left alone. */
  readonly onTrouble?: (trouble: DrawauditError | number) => void
}

/** Max times that a first answer of 429 is waited out. */
const mostTries = 3

/** Max pause in seconds, whatever a service asks for, and however often it failed. */
const longestPause = 3600
const longestBackOff = 300

/**
 * Yields everything that a source shows, as long as the caller iterates. Failures after the first answer are
 * reported and waited out, with pauses that double up to five minutes.
 *
 * @throws DrawauditError `remote-limited` if the service is rate-limited from the start, or as {@link
 * StatementsSource.poll} does before the first answer.
 */
export async function* followStatements(
  source: StatementsSource,
  { interval, longestWait, sleep, random, onTrouble }: FollowOptions,
): AsyncGenerator<Sight, void, undefined> {
  let hasSeen = false
  let failures = 0
  for (let tries = 1; ; tries++) {
    let pause = interval
    try {
      const answer = await source.poll()
      failures = 0
      if (answer.kind === 'limited') {
        const { seconds } = answer
        if (!hasSeen && (tries >= mostTries || seconds > longestWait)) throw limited(seconds)
        pause = Math.min(Math.max(interval, seconds), longestPause)
        onTrouble?.(seconds)
      } else if (answer.kind === 'seen') {
        hasSeen = true
        yield answer
      }
    } catch (error) {
      if (!hasSeen || !(error instanceof DrawauditError) || !error.code.startsWith('remote-')) throw error
      failures += 1
      pause = Math.max(interval, Math.min(interval * 2 ** failures, longestBackOff))
      onTrouble?.(error)
    }
    await sleep(pause * 1000 * (1 + random() / 5))
  }
}

function limited(seconds: number): DrawauditError {
  return new DrawauditError('remote-limited', `the service answers 429 and asks to wait ${seconds} seconds`, {
    hint: 'try again then, or wait longer with --max-wait',
  })
}
