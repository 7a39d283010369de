/**
 * The challenge by which a receiver confirms that it wants events. Without it, anyone could have a stranger's
 * URL flooded.
 *
 * @packageDocumentation
 */
import { encodeUtf8 } from '../core/encoding.js'
import { parseJson } from '../core/json.js'
import { formatTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'

/** The event `endpoint.challenge`, with 256 random bits in base64url. */
export function formatChallenge(
  random: (length: number) => Uint8Array,
  at: Date,
): { readonly challenge: string; readonly body: Uint8Array } {
  const challenge = Buffer.from(random(32)).toString('base64url')
  const event = { type: 'endpoint.challenge', timestamp: formatTime(at), data: { challenge } }
  return { challenge, body: encodeUtf8(JSON.stringify(event)) }
}

/**
 * Whether an answer's content returns the challenge: `{"challenge":"…"}`, with or without other members, or
 * the challenge alone, with or without quotation marks and white space around it. A service that echoes the
 * whole request fails: it has not read it.
 */
export function answersChallenge(answer: Uint8Array, challenge: string): boolean {
  if (Buffer.from(answer).toString('latin1').trim() === challenge) return true
  const value = readJson(answer)
  return (
    value === challenge ||
    (typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.hasOwn(value, 'challenge') &&
      (value as Readonly<Record<string, unknown>>)['challenge'] === challenge)
  )
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
