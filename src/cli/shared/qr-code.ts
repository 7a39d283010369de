/**
 * QR codes of receipt links, for paper tickets.
 *
 * @packageDocumentation
 */
import { encodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'

/** Capacity of the largest code in bytes: version 40, low error correction (ISO/IEC 18004). */
const mostBytes = 2953

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const border = 4

/**
 * A QR code as SVG.
 *
 * @throws DrawauditError `usage` for a link that is too long.
 */
export async function drawQrCode(link: string): Promise<string> {
  checkLength(link)
  const { encodeQR } = await import('qr')
  return `${encodeQR(link, 'svg', { ecc: 'low', border })}\n`
}

/**
 * The modules of a QR code with its quiet zone: a string per row, `1` for dark and `0` for light.
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
