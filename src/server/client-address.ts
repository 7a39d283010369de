/**
 * The client address by which requests are rate-limited.
 *
 * @packageDocumentation
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyaddr from 'proxy-addr'
import { DrawauditError } from '../errors.js'

/**
 * An IPv4 address, or the /64 network of an IPv6 address: 64 bits as two unsigned integers. IPv4-mapped IPv6
 * addresses are taken as IPv4.
 */
export interface ClientAddress {
  readonly high: number
  readonly low: number
}

/** Clients without a known address share one bucket. */
const unknown: ClientAddress = { high: 0, low: 0 }

/** ffff:ffff::/32 is multicast and never a client's network, so IPv4 addresses are mapped into it. */
const ipv4 = 0xffffffff

/** Parses an address with or without a port; undefined if the text is not an address. */
export function parseClientAddress(text: string): ClientAddress | undefined {
  const [, bracketed, plain] =
    /^(?:\[([0-9A-Fa-f:.]+(?:%\w+)?)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/.exec(text) ?? []
  const address = bracketed ?? plain ?? text
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return undefined
  const bytes = ipaddr.process(address).toByteArray()
  const view = new DataView(new Uint8Array(bytes).buffer)
  if (bytes.length === 4) return { high: ipv4, low: view.getUint32(0) }
  return { high: view.getUint32(0), low: view.getUint32(4) }
}

/** Canonical text of an address: `192.0.2.1`, `2001:db8:1:2::/64`. */
export function formatClientAddress({ high, low }: ClientAddress): string {
  if (high === ipv4) return [low >>> 24, (low >>> 16) & 255, (low >>> 8) & 255, low & 255].join('.')
  const words = [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff]
  return `${words.map(word => word.toString(16)).join(':')}::/64`
}

/** Reads the client's address from a request. */
export type ReadAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => ClientAddress

/**
 * Creates the function that reads the client's address: the socket's address, or behind a trusted proxy the
 * rightmost entry of `X-Forwarded-For` that is not a trusted proxy. If that entry is not an address, the
 * socket's counts.
 *
 * @param trusted - addresses and networks of proxies: `10.0.0.0/8`, `::1`.
 * @throws DrawauditError `setting-invalid` for an entry that is neither.
 */
export function createAddressReader(trusted: readonly string[]): ReadAddress {
  const trust = compileTrust(trusted)
  const peers = new WeakMap<Socket, ClientAddress>()
  const readPeer = (socket: Socket): ClientAddress => {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const address = parseClientAddress(socket.remoteAddress ?? '') ?? unknown
    peers.set(socket, address)
    return address
  }
  return request => {
    const peer = readPeer(request.socket)
    if (trusted.length === 0 || request.headers['x-forwarded-for'] === undefined) return peer
    return parseClientAddress(proxyaddr(request as IncomingMessage, trust)) ?? peer
  }
}

/**
 * Creates the function that tells whether a request comes directly from a trusted proxy.
 *
 * @throws DrawauditError `setting-invalid` for an entry that is neither an address nor a network.
 */
export function createProxyCheck(trusted: readonly string[]): (request: IncomingMessage) => boolean {
  const trust = compileTrust(trusted)
  return ({ socket }) => trusted.length > 0 && trust(socket.remoteAddress ?? '', 0)
}

function compileTrust(trusted: readonly string[]): ReturnType<typeof proxyaddr.compile> {
  try {
    return proxyaddr.compile([...trusted])
  } catch (cause) {
    throw new DrawauditError('setting-invalid', `trusted-proxy: ${(cause as Error).message}`, {
      hint: 'give addresses or networks: 10.0.0.0/8,::1',
      cause,
    })
  }
}
