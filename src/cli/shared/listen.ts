/**
 * Binding of servers to addresses, with errors explained.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { lstatSync, unlinkSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect, isIP, type AddressInfo } from 'node:net'
import { DrawauditError } from '../../errors.js'
import { formatAddress } from '../../remote/address.js'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOENT: 'there is no such folder',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be resolved now',
}

/** Node's error on listening as `address-unavailable`, with the reason. */
export function explainListen(cause: unknown, host: string, port: number): DrawauditError {
  return new DrawauditError('address-unavailable', `cannot listen on ${host}:${port}: ${explain(cause)}`, {
    hint: 'choose another address or port; port 0 takes a free one',
    cause,
  })
}

/**
 * Listens on a host and port; port 0 takes a free one.
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
  const { address, port: taken } = server.address() as AddressInfo
  const shown = formatAddress(address)
  return `http://${isIP(shown) === 6 ? `[${shown}]` : shown}:${taken}`
}

/** Maximum bytes of a Unix socket path (unix(7)). */
const longestPath = 107

/** Socket mode: owner and group may connect, others may not. */
const umask = 0o117

/**
 * Listens on a Unix socket; replaces a stale one left by a killed process.
 *
 * @returns `unix:` and the path.
 * @throws DrawauditError `address-unavailable`.
 */
export async function listenOnSocket(server: Server, path: string): Promise<string> {
  if (Buffer.byteLength(path) > longestPath) {
    throw refuseSocket(path, `the path of a socket has at most ${longestPath} bytes`)
  }
  try {
    await bind(server, path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE' || (await isAnswered(path))) {
      throw refuseSocket(path, explain(cause), cause)
    }
    if (!lstatSync(path).isSocket()) throw refuseSocket(path, 'there is a file that is not a socket', cause)
    unlinkSync(path)
    await bind(server, path)
  }
  return `unix:${path}`
}

async function bind(server: Server, path: string): Promise<void> {
  const before = process.umask(umask)
  try {
    server.listen(path)
  } finally {
    process.umask(before)
  }
  await once(server, 'listening')
}

/** Whether a process listens at a socket. */
function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path)
  return new Promise(resolve => {
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code !== 'ECONNREFUSED')
    })
  })
}

function refuseSocket(path: string, why: string, cause?: unknown): DrawauditError {
  return new DrawauditError('address-unavailable', `cannot listen on the socket ${path}: ${why}`, {
    hint: 'choose a path in a folder that this user may write',
    cause,
  })
}

const explain = (cause: unknown): string => {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException
  return reasons[code] ?? code
}
