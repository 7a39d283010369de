/**
 * The body of a request.
 *
 * @packageDocumentation
 */
import type { IncomingMessage } from 'node:http'

/**
 * The body; undefined where it has more than `most` bytes. The rest of it is read and forgotten, for as long as a
 * request may take: many clients hear no answer before they have sent all.
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
