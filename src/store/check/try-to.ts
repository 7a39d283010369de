/**
 * Reads data that may be damaged.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'

/** Reads from the store; undefined if the data is damaged. Other errors are thrown. */
export async function tryToRead<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DrawauditError && error.code === 'store-damaged') return undefined
    throw error
  }
}

/** The result of `read`; undefined if the data is damaged. */
export function tryTo<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
