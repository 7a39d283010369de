/**
 * Reading what may be damaged.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'

/** What can be read of the store; undefined for what is damaged. Everything else that goes wrong is thrown. */
export async function tryToRead<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DrawauditError && error.code === 'store-damaged') return undefined
    throw error
  }
}

/** What can be read; undefined for what is damaged. */
export function tryTo<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
