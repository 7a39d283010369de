/**
 * Replaces the tree heads of RFC 6962 in a page: trust files contain no keys for them, so there are none to
 * verify. Inserted by scripts/build-page.js.
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
