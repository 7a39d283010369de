/**
 * Media types of answers.
 *
 * @packageDocumentation
 */
import { headerValue, type Exchange } from '../model/exchange.js'

/** The media type of an answer, in lower case and without parameters. */
export function mediaTypeOf(exchange: Pick<Exchange, 'headers'>): string {
  return (headerValue(exchange, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

export function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.!#$&^-]+\+)?json$/.test(type)
}
