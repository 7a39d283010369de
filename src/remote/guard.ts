/**
 * The address guard: no service, nor an impostor, can make drawaudit contact machines of its own network
 * (SSRF). There are three checks, since each alone can be bypassed: the host as written (an IP address has no
 * look-up), every address that a name resolves to, and the connected socket.
 *
 * @packageDocumentation
 */
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { DrawauditError } from '../errors.js'
import { formatAddress, isPublicAddress, isPublicName, parseNetwork } from './address.js'

/** Resolves a host name to IP addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** Allowed destinations. */
export interface Reach {
  readonly allowsName: (hostname: string) => boolean
  /** Only these addresses are connected to, whatever names say. */
  readonly allowsAddress: (ip: string) => boolean
  /** Hint for a forbidden destination. */
  readonly hint: string
}

/** Allowed destinations beside the public internet. */
export interface ReachOptions {
  /** Allow everything. */
  readonly allowPrivate?: boolean
  /** Allow addresses in these networks, in CIDR notation, under any name. */
  readonly allowNetworks?: readonly string[]
}

const publicInternet: Reach = {
  allowsName: isPublicName,
  allowsAddress: isPublicAddress,
  hint: 'give --allow-private to ask an address of your own network',
}

const everything: Reach = { ...publicInternet, allowsName: () => true, allowsAddress: () => true }

/**
 * Allows the public internet, and the given exceptions.
 *
 * @throws DrawauditError `usage` for an invalid network.
 */
export function createReach({ allowPrivate = false, allowNetworks }: ReachOptions): Reach {
  if (allowPrivate) return everything
  if (allowNetworks === undefined) return publicInternet
  const networks = allowNetworks.map(parseNetwork)
  return {
    allowsName: name => networks.length > 0 || isPublicName(name),
    allowsAddress: ip => isPublicAddress(ip) || networks.some(network => network.contains(ip)),
    hint: 'give --allow-network with its network to tell a receiver of your own',
  }
}

/** The host of a URL, IPv6 without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/**
 * Asserts that the host of a URL, as the WHATWG parser reads it, is an allowed address or can be the name of
 * one.
 *
 * @throws DrawauditError `address-forbidden`.
 */
export function assertHost(url: URL, reach: Reach): void {
  const host = hostOf(url)
  if (isIP(host) === 0) {
    if (!reach.allowsName(host)) throw forbidden(`${host} is not a name of the public internet`, reach)
  } else if (!reach.allowsAddress(host)) {
    throw forbidden(`${formatAddress(host)} is not an address of the public internet`, reach)
  }
}

/**
 * {@link assertHost} for the public internet alone.
 *
 * @throws DrawauditError `address-forbidden`.
 */
export function assertPublicHost(url: URL): void {
  assertHost(url, publicInternet)
}

/**
 * Asserts that the peer of a connected socket has an allowed address.
 *
 * @throws DrawauditError `address-forbidden`.
 */
export function assertPeer({ remoteAddress }: Pick<Socket, 'remoteAddress'>, reach: Reach): void {
  // Without an address the connection is already closed, and its own error says more.
  if (remoteAddress !== undefined && !reach.allowsAddress(remoteAddress)) {
    throw forbidden(
      `the connection leads to ${formatAddress(remoteAddress)}, which is not an address of the public internet`,
      reach,
    )
  }
}

/**
 * A lookup function for sockets, which connect only to the addresses it returns. A single forbidden address
 * makes it fail with `address-forbidden`. A name without an address gives `remote-unreachable`.
 */
export function createLookup(resolve: Resolve, reach: Reach): LookupFunction {
  return (hostname, options, callback) => {
    resolveChecked(hostname, resolve, reach).then(
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
  reach: Reach,
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
  const refused = addresses.find(address => !reach.allowsAddress(address))
  if (refused !== undefined) {
    throw forbidden(
      `${hostname} resolves to ${formatAddress(refused)}, which is not an address of the public internet`,
      reach,
    )
  }
  const [first, ...more] = addresses.map(address => ({ address, family: isIP(address) }))
  if (first === undefined) {
    throw new DrawauditError('remote-unreachable', `no connection to ${hostname}: the name has no address`)
  }
  return [first, ...more]
}

function forbidden(message: string, { hint }: Reach): DrawauditError {
  return new DrawauditError('address-forbidden', message, { hint })
}
