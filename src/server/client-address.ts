/**
 * Whose request it is: the address that the rate limit counts.
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
 * addresses are IPv4 addresses.
 */
export interface ClientAddress {
  readonly high: number
  readonly low: number
}

/** Where no address can be told: one bucket for all of them. */
const unknown: ClientAddress = { high: 0, low: 0 }

/** ffff:ffff::/32 is multicast and never a client's, so IPv4 addresses can stand there. */
const ipv4 = 0xffffffff

/** The address that a text names, with or without a port; undefined when it names none. */
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

/** One text for each address: `192.0.2.1`, `2001:db8:1:2::/64`. */
export function formatClientAddress({ high, low }: ClientAddress): string {
  if (high === ipv4) return [low >>> 24, (low >>> 16) & 255, (low >>> 8) & 255, low & 255].join('.')
  const words = [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff]
  return `${words.map(word => word.toString(16)).join(':')}::/64`
}

/** Reads the client's address from a request. */
export type ReadAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => ClientAddress

/**
 * Makes what reads the client's address from a request: that of the socket, unless the socket's is a trusted proxy; then the
 * rightmost entry of `X-Forwarded-For` that is not one. What is no address there counts for the socket.
 *
 * @param trusted - addresses and networks of proxies: `10.0.0.0/8`, `::1`.
 * @throws DrawauditError `setting-invalid` for one that is none.
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
 * Makes what tells whether a request comes from a trusted proxy itself.
 *
 * @throws DrawauditError `setting-invalid` for an address that is none.
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
