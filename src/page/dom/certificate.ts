/**
 * The certificate of one draw: its address, and how it is printed.
 *
 * @packageDocumentation
 */
import * as fileLabels from '../catalogue/en/file-labels.js'
import { el, section, svg, untrusted } from './elements.js'

/** The certificate's address as text and QR code; undefined if it was made without an address. */
export function renderAddress(): HTMLElement | undefined {
  const text = document.querySelector('script[data-role="address"]')?.textContent
  if (text === undefined) return undefined
  const { url, modules } = JSON.parse(text) as { readonly url: string; readonly modules: readonly string[] }
  const part = section(
    'address',
    fileLabels.address,
    el('p', {}, untrusted(url, 3000)),
    el('p', {}, fileLabels.addressText),
    drawModules(modules),
  )
  return part
}

function drawModules(rows: readonly string[]): SVGElement {
  const size = rows.length
  const dark = rows.flatMap((row, y) =>
    Array.from(row).flatMap((module, x) => (module === '1' ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return svg(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': fileLabels.addressCode },
    svg('rect', { width: size, height: size, fill: '#fff' }),
    svg('path', { d: dark.join(''), fill: '#000' }),
  )
}

/** Prints everything, including the parts that a certificate omits. */
export function printAll(): void {
  document.body.classList.remove('certificate')
  print()
  document.body.classList.add('certificate')
}
