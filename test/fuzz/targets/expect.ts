import { DrawauditError, type ErrorCode } from '../../../src/errors.js'

/** What a call gives, or undefined where it refuses its input as it says it does. Anything else is a finding. */
export function unlessRefused<T>(
  call: () => T,
  expected: (code: ErrorCode) => boolean = () => true,
): T | undefined {
  try {
    return call()
  } catch (error) {
    if (error instanceof DrawauditError && expected(error.code)) return undefined
    throw error
  }
}

/** Ends the run with a finding where something does not hold that always has to. */
export function assertHolds(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`finding: ${what}`)
}
