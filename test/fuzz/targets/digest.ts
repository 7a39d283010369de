// The normaliser of digests: one spelling comes out, it is that of the same bytes, and it stays what it is.
import { normalizeSha256, parseSha256 } from '../../../src/core/digest.js'
import { assertHolds, unlessRefused } from './expect.js'

const digits = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const seeds = [
  digits,
  digits.toUpperCase(),
  `sha256:${digits}`,
  `SHA256:${digits}`,
  `sha256-${Buffer.from(digits, 'hex').toString('base64')}`,
  `0x${digits}`,
  `${digits.slice(0, 62)}zz`,
  `sha512:${digits}`,
  digits.slice(0, 16),
  `${digits},${digits}`,
  digits.replace('a', 'а'),
]

export function fuzz(data: Buffer): void {
  const text = data.toString('utf8')
  const normal = unlessRefused(
    () => normalizeSha256(text),
    code => code.startsWith('hash-'),
  )
  if (normal === undefined) return
  assertHolds(/^sha256:[0-9a-f]{64}$/.test(normal), 'another form')
  assertHolds(normal === `sha256:${text.slice(-64).toLowerCase()}`, 'not the digits that were given')
  assertHolds(normalizeSha256(normal) === normal, 'not normal after all')
  assertHolds(Buffer.from(parseSha256(text)).toString('hex') === normal.slice(7), 'other bytes')
}
