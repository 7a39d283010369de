/**
 * Why a server of a command cannot listen.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
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
