/**
 * A receipt in the link to the page, behind the `#`: no server is told of that part of an address.
 *
 * @packageDocumentation
 */
import { labels } from '../labels.js'
import type { Given } from './given.js'

/**
 * The receipt in the address, `#receipt=` and its file in base64url, as `drawaudit receipt issue --link` prints it. A
 * shop whose page has drawn a nonce adds `&nonce=` and its 32 hex digits in the buyer's browser.
 */
export function readLink(): Given | undefined {
  const parts = new URLSearchParams(location.hash.slice(1))
  const receipt = parts.get('receipt')
  if (receipt === null) return undefined
  const nonce = parts.get('nonce')
  return {
    name: labels.fromLink,
    role: 'receipt',
    content: decode(receipt),
    ...(nonce !== null && { nonce }),
  }
}

/** What is no base64url is left to the check to refuse. */
function decode(text: string): string {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, byte => byte.charCodeAt(0)))
  } catch {
    return ''
  }
}

/** Takes the receipt out of the address. */
export function forgetLink(): void {
  if (readLink() !== undefined) history.replaceState(null, '', location.pathname + location.search)
}

/** Whoever opens another link to the same page does not load it anew. */
export function onLink(take: (receipt: Given) => void): void {
  addEventListener('hashchange', () => {
    const receipt = readLink()
    if (receipt !== undefined) take(receipt)
  })
}
