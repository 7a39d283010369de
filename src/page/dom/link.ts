/**
 * Reads a receipt and its companions from the fragment of the page's link, which browsers never send to a
 * server.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import type { GivenFile } from './given.js'

/** Max characters of a ticket, or of several, as in the input field. */
const longestTicket = 500

/**
 * The receipt in the address: `#receipt=` and its file in base64url, as `drawaudit receipt issue --link`
 * prints it, with `&token=` and a base64url time-stamp for each one. A shop whose page generates a nonce
 * appends `&nonce=` and the 32 hex digits in the buyer's browser.
 *
 * @returns the receipt first; an empty array if there is none.
 */
export function readLink(): readonly GivenFile[] {
  const parts = new URLSearchParams(location.hash.slice(1))
  const receipt = parts.get('receipt')
  if (receipt === null) return []
  const nonce = parts.get('nonce')
  const shared = { name: labels.fromLink, isLinked: true }
  return [
    {
      ...shared,
      role: 'receipt',
      content: new TextDecoder().decode(decode(receipt)),
      ...(nonce !== null && { nonce }),
    },
    ...parts
      .getAll('token')
      .map(token => ({ ...shared, role: 'timestamp' as const, content: decode(token) })),
  ]
}

/** The ticket number in the address, `#ticket=10007`. */
export function readTicketLink(): string | undefined {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket')?.trim()
  return ticket === undefined || ticket === '' ? undefined : ticket.slice(0, longestTicket)
}

/** The check rejects invalid base64url. */
function decode(text: string): ArrayBuffer {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, byte => byte.charCodeAt(0)).buffer
  } catch {
    return new ArrayBuffer()
  }
}

/** Removes the receipt or the ticket from the address. */
export function forgetLink(): void {
  if (readLink().length > 0 || readTicketLink() !== undefined)
    history.replaceState(null, '', location.pathname + location.search)
}

/** Following another link to the same page does not reload it. */
export function onLink(take: (linked: readonly GivenFile[], ticket: string | undefined) => void): void {
  addEventListener('hashchange', () => {
    const linked = readLink()
    const ticket = readTicketLink()
    if (linked.length > 0 || ticket !== undefined) take(linked, ticket)
  })
}

/** Links to the page in other languages keep the fragment; the page's own is not one to follow. */
export function keepFragment(): void {
  document.getElementById('languages')?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement) target.hash = location.hash
  })
}
