/**
 * Reading what may be damaged.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'

/** What can be read; undefined for what is damaged. */
export function tryTo<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
