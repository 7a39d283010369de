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
  const { length } = encodeUtf8(link)
  if (length > mostBytes) {
    throw new DrawauditError('usage', `the link has ${length} bytes, and a QR code holds ${mostBytes}`, {
      hint: 'print the address of the page alone, and give the receipt as a file',
    })
  }
  const { encodeQR } = await import('qr')
  return `${encodeQR(link, 'svg', { ecc: 'low', border })}\n`
}
