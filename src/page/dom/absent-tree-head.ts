/**
 * Stands for the tree heads of RFC 6962 in a page: no trust file names a key of them, so there is none to verify with.
 * scripts/build-page.js puts it there.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'

export function parseTreeHeadKey(): never {
  throw new DrawauditError('algorithm-unsupported', 'a page reads no key of a certificate log')
}

export const encodeTreeHeadKey = parseTreeHeadKey

export const isTreeHeadKey = (): boolean => false

export const readTreeHead = (): undefined => undefined
