/**
 * Randomness from the operating system.
 *
 * @packageDocumentation
 */
import { randomBytes } from 'node:crypto'

/**
 * Random bytes.
 *
 * @param length - number of bytes.
 */
export const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length))
