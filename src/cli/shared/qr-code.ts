/**
 * A link to a receipt as a QR code, for a ticket on paper.
 *
 * @packageDocumentation
 */
import { encodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'

/** Bytes that the largest code holds: version 40 with low error correction, ISO/IEC 18004. */
const mostBytes = 2953

/** Modules of white around it, ISO/IEC 18004. */
const border = 4

/**
 * A picture of a QR code, in SVG.
 *
 * @throws DrawauditError `usage` for a link that is too long.
 */
export async function drawQrCode(link: string): Promise<string> {
  checkLength(link)
  const { encodeQR } = await import('qr')
  return `${encodeQR(link, 'svg', { ecc: 'low', border })}\n`
}

/**
 * The modules of a QR code, a row each, 1 for a dark one and 0 for a light one, with the white around it.
 *
 * @throws DrawauditError `usage` for a link that is too long.
 */
export async function encodeModules(link: string): Promise<readonly string[]> {
  checkLength(link)
  const { encodeQR } = await import('qr')
  const rows = encodeQR(link, 'raw', { ecc: 'low', border })
  return rows.map(row => row.map(isDark => (isDark ? '1' : '0')).join(''))
}

function checkLength(link: string): void {
  const { length } = encodeUtf8(link)
  if (length <= mostBytes) return
  throw new DrawauditError('usage', `the link has ${length} bytes, and a QR code holds ${mostBytes}`, {
    hint: 'print the address of the page alone, and give the receipt as a file',
  })
}
