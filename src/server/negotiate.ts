/**
 * The media type of a response (RFC 9110, section 12.5.1), and its content coding (12.5.3).
 *
 * @packageDocumentation
 */
import Negotiator from 'negotiator'

/** What a client may choose from by `Accept`. */
export interface Offer {
  /** What to send for the one that is preferred. */
  readonly preferred: string
  /** All of them, as in "Accept allows …" where none was chosen. */
  readonly none: string
  /** The type that an `Accept` header chooses; undefined when none of ours is acceptable. */
  readonly choose: (accept: string) => string | undefined
}

/** @param others - less preferred than the first. */
export function createOffer(preferred: string, ...others: readonly string[]): Offer {
  const types = [preferred, ...others]
  // Many clients name the charset, which JSON has no use for; then the answer names it too.
  const available = [...types, ...types.map(type => `${type};charset=utf-8`)]
  return {
    preferred,
    none: others.length === 0 ? `no ${preferred}` : `neither ${types.join(' nor ')}`,
    choose: accept =>
      types.includes(accept) ? accept : new Negotiator({ headers: { accept } }).mediaType(available),
  }
}

/** Of what we have, the shortest first, the one to send; undefined when only the body as it is will do. */
export function chooseCoding<Coding extends string>(
  acceptEncoding: string | undefined,
  codings: readonly Coding[],
): Coding | undefined {
  if (acceptEncoding === undefined) return undefined
  // Whatever is acceptable at all: the shortest is not what most clients name first.
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...codings])
  return codings.find(coding => accepted.includes(coding))
}
