/**
 * Reads values that may be damaged.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'

/** @throws DrawauditError `store-damaged` if the value is unreadable. */
export function readStored<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new DrawauditError('store-damaged', `${what} cannot be read`, {
      hint: 'drawaudit store check lists all that is wrong',
      cause,
    })
  }
}
