/**
 * The media type of a response (RFC 9110, section 12.5.1).
 *
 * @packageDocumentation
 */
import Negotiator from 'negotiator'

/** Chooses a media type for an `Accept` header; undefined when none of ours is acceptable. */
export type Negotiate = (accept: string) => string | undefined

/** @param types - what is offered, the preferred one first. */
export function createNegotiate(types: readonly string[]): Negotiate {
  // Many clients name the charset, which JSON has no use for; then the answer names it too.
  const available = [...types, ...types.map(type => `${type};charset=utf-8`)]
  return accept => {
    if (types.includes(accept)) return accept
    return new Negotiator({ headers: { accept } }).mediaType(available)
  }
}
