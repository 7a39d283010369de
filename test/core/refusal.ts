import { DrawauditError } from '../../src/errors.js'

/** The code of the error that refuses something, or `accepted`. Any other exception is a defect, and is thrown on. */
export function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof DrawauditError) return error.code
    throw error
  }
  return 'accepted'
}
