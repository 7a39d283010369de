/**
 * A receipt in the link to the page, and what goes with it, behind the `#`: no server is told of that part of an address.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/labels.js'
import type { GivenFile } from './given.js'

/** As long as what can be typed. */
const longestTicket = 200

/**
 * The receipt in the address, `#receipt=` and its file in base64url, as `drawaudit receipt issue --link` prints it; with
 * `&token=` and a time-stamp in base64url for each that it has. A shop whose page has drawn a nonce adds `&nonce=` and
 * its 32 hex digits in the buyer's browser.
 *
 * @returns the receipt first; nothing where there is none.
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

/** The number of a ticket in the address, `#ticket=10007`. */
export function readTicketLink(): string | undefined {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket')?.trim()
  return ticket === undefined || ticket === '' ? undefined : ticket.slice(0, longestTicket)
}

/** What is no base64url is left to the check to refuse. */
function decode(text: string): ArrayBuffer {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, byte => byte.charCodeAt(0)).buffer
  } catch {
    return new ArrayBuffer()
  }
}

/** Takes the receipt or the ticket out of the address. */
export function forgetLink(): void {
  if (readLink().length > 0 || readTicketLink() !== undefined)
    history.replaceState(null, '', location.pathname + location.search)
}

/** Whoever opens another link to the same page does not load it anew. */
export function onLink(take: (linked: readonly GivenFile[], ticket: string | undefined) => void): void {
  addEventListener('hashchange', () => {
    const linked = readLink()
    const ticket = readTicketLink()
    if (linked.length > 0 || ticket !== undefined) take(linked, ticket)
  })
}
