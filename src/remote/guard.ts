/**
 * The address guard: a service, or whoever answers in its place, does not make drawaudit ask machines of the
 * network that it runs in. It stands at three places, since each alone can be passed: the host as it is written
 * (no name is looked up for an IP address), every address that a name resolves to, and the connected socket.
 *
 * @packageDocumentation
 */
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { DrawauditError } from '../errors.js'
import { isPublicAddress, isPublicName } from './address.js'

/** Resolves a host name to IP addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** The host of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/**
 * Asserts that the host of a URL, as the WHATWG parser reads it, is a public address or can be a public name.
 *
 * @throws DrawauditError `address-forbidden`.
 */
export function assertPublicHost(url: URL): void {
  const host = hostOf(url)
  if (isIP(host) === 0) {
    if (!isPublicName(host)) throw forbidden(`${host} is not a name of the public internet`)
  } else if (!isPublicAddress(host)) {
    throw forbidden(`${host} is not an address of the public internet`)
  }
}

/**
 * Asserts that the other end of a connected socket has a public address.
 *
 * @throws DrawauditError `address-forbidden`.
 */
export function assertPublicPeer({ remoteAddress }: Pick<Socket, 'remoteAddress'>): void {
  // Without an address the connection is closed already, and its own error says more.
  if (remoteAddress !== undefined && !isPublicAddress(remoteAddress)) {
    throw forbidden(
      `the connection leads to ${remoteAddress}, which is not an address of the public internet`,
    )
  }
}

/**
 * A lookup function for sockets, which connect to just the addresses that it gives. Unless private ones are
 * allowed, every address must be public: a single other one makes it fail with `address-forbidden`. A name
 * without an address gives `remote-unreachable`.
 */
export function createLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolveChecked(hostname, resolve, allowPrivate).then(
      addresses => {
        const [first] = addresses
        if (options.all === true) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => {
        callback(error as Error, [])
      },
    )
  }
}

interface Resolved {
  readonly address: string
  readonly family: number
}

async function resolveChecked(
  hostname: string,
  resolve: Resolve,
  allowPrivate: boolean,
): Promise<[Resolved, ...Resolved[]]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new DrawauditError(
      'remote-unreachable',
      `no connection to ${hostname}: the name does not resolve`,
      {
        hint: 'check the name, and that this machine is connected',
        cause,
      },
    )
  })
  const refused = allowPrivate ? undefined : addresses.find(address => !isPublicAddress(address))
  if (refused !== undefined) {
    throw forbidden(`${hostname} resolves to ${refused}, which is not an address of the public internet`)
  }
  const [first, ...more] = addresses.map(address => ({ address, family: isIP(address) }))
  if (first === undefined) {
    throw new DrawauditError('remote-unreachable', `no connection to ${hostname}: the name has no address`)
  }
  return [first, ...more]
}

function forbidden(message: string): DrawauditError {
  return new DrawauditError('address-forbidden', message, {
    hint: 'give --allow-private to ask an address of your own network',
  })
}
