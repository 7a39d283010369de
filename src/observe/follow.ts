/**
 * Asks until nobody wants to know more: politely, and through failures that pass.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { Sight, StatementsSource } from './fetch-statements.js'

export interface FollowOptions {
  /** Seconds from one request to the next, at least 1; up to a fifth more, so that not everybody asks at once. */
  readonly interval: number
  /** Longest wait, in seconds, that the first answer may ask for. */
  readonly longestWait: number
  readonly sleep: (milliseconds: number) => Promise<void>
  /** A number from 0 up to 1. */
  readonly random: () => number
  /** Told of what passes: a failure, or that the service wants to be left alone for so many seconds. */
  readonly onTrouble?: (trouble: DrawauditError | number) => void
}

/** So often a first answer of 429 is waited out. */
const mostTries = 3

/** Longest pause in seconds, whatever a service asks for, and however often it failed. */
const longestPause = 3600
const longestBackOff = 300

/**
 * Everything that a source shows, as long as the caller asks for more. Failures after the first answer are told and
 * waited out, with pauses that double up to five minutes.
 *
 * @throws DrawauditError `remote-limited` when the service wants no requests from the start, or as
 * {@link StatementsSource.poll} does before anything was seen.
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
