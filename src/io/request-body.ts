/**
 * The body of a request.
 *
 * @packageDocumentation
 */
import type { IncomingMessage } from 'node:http'

/**
 * The body; undefined if it has more than `most` bytes. The rest is then read and discarded, within the
 * request's time limit: many clients see no answer before they have sent everything.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= most) chunks.push(chunk)
  }
  return length > most ? undefined : Buffer.concat(chunks)
}
