/**
 * What checks time-stamps: a program of its own, which a page puts before that of its worker where there are any.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { checkTimestamps, readTokenFile } from '../timestamp/index.js'

/** Plain values go in and come out: this program and the worker's have no class in common. */
export interface Stamper {
  readonly checkTimestamps: typeof checkTimestamps
  /** The token in a file, or why there is none in it. */
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
