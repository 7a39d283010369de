import { DrawauditError } from '../../src/errors.js'

/** The code of the error that refuses something, or `accepted`. Any other exception is a defect, and is thrown on. */
export function refusal(act: () => unknown): string {
  return errorOf(act)?.code ?? 'accepted'
}

/** The error that refuses something, or undefined. Any other exception is a defect, and is thrown on. */
export function errorOf(act: () => unknown): DrawauditError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
}
