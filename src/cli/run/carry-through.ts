/**
 * Doing something until it is done, where what keeps it from being done may pass.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorCode } from '../../errors.js'
import { isLoginRefused } from '../../store/postgres/errors.js'

/** The clock and the voice of whoever waits. */
export interface WaitContext {
  readonly now: () => Date
  /** Milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Says something on a line of its own. */
  readonly tell: (text: string) => void
}

/** What another attempt may find otherwise. */
const passing: readonly ErrorCode[] = ['store-busy', 'store-unavailable', 'raffle-early', 'beacon-invalid']

/** Whether another attempt may succeed: the network, a service or a database may come back. */
export function mayPass(error: unknown): error is DrawauditError {
  if (!(error instanceof DrawauditError) || isLoginRefused(error)) return false
  return passing.includes(error.code) || error.code.startsWith('remote-')
}

/** Milliseconds from the first attempt to the second, and between later ones at most. */
const [first, longest] = [1000, 30_000]

/**
 * Does something again and again until it is done, it cannot be, or time is up. Each reason is told once.
 *
 * @param until - after that nothing is tried again; milliseconds since 1970.
 * @throws what the last attempt threw.
 */
export async function carryThrough<T>(
  work: () => Promise<T>,
  { now, sleep, tell }: WaitContext,
  until: number,
  isPassing: (error: unknown) => error is DrawauditError = mayPass,
): Promise<T> {
  let told = ''
  for (let pause = first; ; pause = Math.min(2 * pause, longest)) {
    try {
      return await work()
    } catch (error) {
      const left = until - now().getTime()
      if (!isPassing(error) || left <= 0) throw error
      if (error.message !== told) tell(`${error.message}: it is tried again`)
      told = error.message
      await sleep(Math.min(pause, left))
    }
  }
}
