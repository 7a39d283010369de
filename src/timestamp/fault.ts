/**
 * Why a token or a certificate does not count.
 *
 * @packageDocumentation
 */

/**
 * `timestamp-invalid`: it breaks the rules for tokens. `timestamp-untrusted`: no anchor of the trust file
 * vouches for it.
 */
export type FaultCode = 'timestamp-invalid' | 'timestamp-untrusted'

/** Ends the check of one token; {@link checkTimestamps} turns it into a result. */
export class TokenFault extends Error {
  override readonly name = 'TokenFault'
  readonly code: FaultCode

  constructor(why: string, code: FaultCode = 'timestamp-invalid') {
    super(why)
    this.code = code
  }
}

/** @throws Fault unless `holds`. */
export function demand(holds: boolean, why: string, code: FaultCode = 'timestamp-invalid'): asserts holds {
  if (!holds) throw new TokenFault(why, code)
}

/** Runs the library's parser, and turns its errors of many kinds into a fault. */
export function readWithFault<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TokenFault) throw error
    throw new TokenFault(`${what} is malformed`)
  }
}
