/**
 * Content negotiation: media type (RFC 9110, section 12.5.1) and content coding (section 12.5.3).
 *
 * @packageDocumentation
 */
import Negotiator from 'negotiator'

/** Media types that a client can choose from by `Accept`. */
export interface Offer {
  /** `Content-Type` to send for the preferred one. */
  readonly preferred: string
  /** All types, for the message of a 406: "Accept allows …". */
  readonly none: string
  /** The media type that an `Accept` header selects; undefined if none is acceptable. */
  readonly choose: (accept: string) => string | undefined
}

/** @param others - in descending preference after the first. */
export function createOffer(preferred: string, ...others: readonly string[]): Offer {
  const types = [preferred, ...others]
  // Many clients name a charset, although JSON has none; the response repeats it.
  const available = [...types, ...types.map(type => `${type};charset=utf-8`)]
  return {
    preferred,
    none: others.length === 0 ? `no ${preferred}` : `neither ${types.join(' nor ')}`,
    choose: accept =>
      types.includes(accept) ? accept : new Negotiator({ headers: { accept } }).mediaType(available),
  }
}

/** The best of the available codings, shortest result first; undefined if only the identity is acceptable. */
export function chooseCoding<Coding extends string>(
  acceptEncoding: string | undefined,
  codings: readonly Coding[],
): Coding | undefined {
  if (acceptEncoding === undefined) return undefined
  // Any acceptable coding will do: clients rarely list the best one first.
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...codings])
  return codings.find(coding => accepted.includes(coding))
}
