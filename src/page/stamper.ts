/**
 * Checks time-stamps in a separate program, which the page loads before the worker's when there are any.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { checkTimestamps, readTokenFile } from '../timestamp/index.js'

/** Input and output are plain values: this program and the worker's share no classes. */
export interface Stamper {
  readonly checkTimestamps: typeof checkTimestamps
  /** The token in a file, or why it contains none. */
  readonly readToken: (file: Uint8Array) => Uint8Array | { readonly why: string }
}

export const stamper: Stamper = {
  checkTimestamps,
  readToken(file) {
    try {
      return readTokenFile(file)
    } catch (error) {
      if (error instanceof DrawauditError) return { why: error.message }
      throw error
    }
  },
}
