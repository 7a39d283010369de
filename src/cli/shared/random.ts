/**
 * Randomness of the operating system.
 *
 * @packageDocumentation
 */
import { randomBytes } from 'node:crypto'

/** So many bytes, different in every call. */
export const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length))
