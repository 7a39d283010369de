/**
 * Recognizes addresses and names of the public internet: the only ones that drawaudit contacts by default.
 *
 * @packageDocumentation
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DrawauditError } from '../errors.js'

/**
 * All global unicast space assigned today (RFC 4291, section 2.4); ::/96 and the NAT64 prefixes are outside.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Names of this machine or network, each including the names below it. */
const privateNames = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'home.arpa',
  // RFC 6762, appendix G: names in private networks beside .local
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  // cloud metadata, beside metadata.google.internal
  'metadata.goog',
  'metadata.tencentyun.com',
  // Public zones with names for any address, including 127.0.0.1 and 10.0.0.1.
  'nip.io',
  'sslip.io',
  'xip.io',
  'traefik.me',
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
]

/** For ipaddr.js, which treats the deprecated ::192.0.2.1 as IPv4-mapped (RFC 4291, section 2.5.5.1). */
const spellOut = (ip: string): string => ip.replace(/^::(?=\d+\.)/, '::0:')

/**
 * Parses an IP address; an IPv4-mapped IPv6 address gives the IPv4 address.
 *
 * @param ip - without a zone
 */
export function readAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.process(spellOut(ip))
}

/**
 * Whether an IP address is one of the public internet: no loopback, private, link-local, shared, multicast,
 * documentation, reserved or translated one. An IPv4-mapped IPv6 address counts as its IPv4 address. False
 * for other text, and with a zone.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return false
  const address = readAddress(ip)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

/**
 * Whether a host name, as written, can be public: names without a dot and private zones are not, in any
 * letter case and with or without a trailing dot. What it resolves to is checked elsewhere.
 */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  return name.includes('.') && !privateNames.some(zone => name === zone || name.endsWith(`.${zone}`))
}

/** Whether the host of a URL, as written, is this machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost') return true
  return isIP(host) !== 0 && !host.includes('%') && readAddress(host).range() === 'loopback'
}

/**
 * The usual spelling of an IP address; an IPv4-mapped IPv6 address becomes the IPv4 address. Other text is
 * unchanged.
 */
export function formatAddress(ip: string): string {
  return isIP(ip) === 6 && !ip.includes('%') ? readAddress(ip).toString() : ip
}

/** A range of IP addresses. */
export interface Network {
  /** Shortest CIDR notation: `10.0.0.0/8`, `fd00::/8`. */
  readonly text: string
  /** Whether an IP address is in the range. An IPv4-mapped IPv6 address counts as its IPv4 address. */
  readonly contains: (ip: string) => boolean
}

/**
 * Reads a network in CIDR notation: an IPv4 address in four decimal parts or an IPv6 address, and a prefix
 * length. All other bits must be 0, so that it does not allow more than it appears to.
 *
 * @throws DrawauditError `usage`.
 */
export function parseNetwork(text: string): Network {
  // A single address is a network of its own.
  const whole = isIP(text) === 0 || text.includes('%') ? text : `${text}/${isIP(text) === 4 ? 32 : 128}`
  const [, address = '', length = ''] = /^([0-9a-f.:]{2,45})\/(0|[1-9][0-9]{0,2})$/i.exec(whole) ?? []
  const bits = Number(length)
  if (isIP(address) === 0 || bits > (isIP(address) === 4 ? 32 : 128)) {
    throw new DrawauditError('usage', `${JSON.stringify(text)} is not a network`, {
      hint: 'a network looks like 10.0.0.0/8 or fd00::/8; one address is one too',
    })
  }
  const base = ipaddr.parse(spellOut(address))
  const first = networkAddress(base, bits)
  if (base.toNormalizedString() !== first.toNormalizedString()) {
    throw new DrawauditError('usage', `${text} has bits after its first ${bits}`, {
      hint: `write the network as ${first.toString()}/${bits}, or the one address as ${address}/${isIP(address) === 4 ? 32 : 128}`,
    })
  }
  if (first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress()) {
    throw new DrawauditError('usage', `${text} is a network of IPv4 addresses`, {
      hint: 'write it as one: 10.0.0.0/8',
    })
  }
  return {
    text: `${first.toString()}/${bits}`,
    contains: ip => {
      if (isIP(ip) === 0 || ip.includes('%')) return false
      const address = readAddress(ip)
      return address.kind() === first.kind() && address.match(first, bits)
    },
  }
}

function networkAddress(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const cidr = `${address.toString()}/${bits}`
  return address instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
    : ipaddr.IPv6.networkAddressFromCIDR(cidr)
}
