/**
 * Retries of work that fails for transient reasons.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorCode } from '../../errors.js'
import { isLoginRefused } from '../../store/postgres/errors.js'

/** Clock and output of a waiting process. */
export interface WaitContext {
  readonly now: () => Date
  /** Sleeps, in milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Prints a line. */
  readonly tell: (text: string) => void
}

/** Transient errors. */
const transientCodes: readonly ErrorCode[] = [
  'store-busy',
  'store-unavailable',
  'raffle-early',
  'beacon-invalid',
]

/** Whether a retry may succeed: the network, a service or a database may come back. */
export function isTransient(error: unknown): error is DrawauditError {
  if (!(error instanceof DrawauditError) || isLoginRefused(error)) return false
  return transientCodes.includes(error.code) || error.code.startsWith('remote-')
}

/** Milliseconds between attempts: at first, doubling up to the second value. */
const [first, longest] = [1000, 30_000]

/**
 * Retries work until it succeeds, fails permanently, or time is up. Reports each reason once.
 *
 * @param until - last time for a retry, in milliseconds since 1970.
 * @throws the error of the last attempt.
 */
export async function retryTransient<T>(
  work: () => Promise<T>,
  { now, sleep, tell }: WaitContext,
  until: number,
  isPassing: (error: unknown) => error is DrawauditError = isTransient,
): Promise<T> {
  let told = ''
  for (let pause = first; ; pause = Math.min(2 * pause, longest)) {
    try {
      return await work()
    } catch (error) {
      const left = until - now().getTime()
      if (!isPassing(error) || left <= 0) throw error
      if (error.message !== told) tell(`${error.message}: retrying`)
      told = error.message
      await sleep(Math.min(pause, left))
    }
  }
}
