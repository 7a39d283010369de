/**
 * The servers of commands: where they listen, or why they cannot.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DrawauditError } from '../../errors.js'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is nobody to ask for its address',
}

/** What Node says when a server cannot listen, in our words: `address-unavailable`. */
export function explainListen(cause: unknown, host: string, port: number): DrawauditError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException
  return new DrawauditError(
    'address-unavailable',
    `cannot listen on ${host}:${port}: ${reasons[code] ?? code}`,
    { hint: 'choose another address or port; port 0 takes a free one', cause },
  )
}

/**
 * Listens, on a free port for port 0.
 *
 * @returns the URL.
 * @throws DrawauditError `address-unavailable`.
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw explainListen(cause, host, port)
  }
  const { address, family, port: taken } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`
}
