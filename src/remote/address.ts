/**
 * What is of the public internet: the only addresses and names that drawaudit asks unless it is told otherwise.
 *
 * @packageDocumentation
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All that is assigned as global unicast today (RFC 4291, section 2.4); ::/96 and the NAT64 prefixes are outside. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Names that stand for something on this machine or network, each with all names below it. */
const privateNames = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'home.arpa',
  // RFC 6762, appendix G: what private networks use beside .local
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  // a cloud's own, beside metadata.google.internal
  'metadata.goog',
]

/**
 * Whether an IP address is one of the public internet: no loopback, private, link-local, shared, multicast,
 * documentation, reserved or translated one. An IPv4-mapped IPv6 address is the IPv4 address in it. A text that
 * is no IP address, or has a zone, gives false.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return false
  const address = ipaddr.process(ip)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

/**
 * Whether a host name can be one of the public internet, as it is written: names without a dot and the private
 * zones are not, in any letter case and with or without a dot at the end. What the name resolves to is another
 * question.
 */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  return name.includes('.') && !privateNames.some(zone => name === zone || name.endsWith(`.${zone}`))
}
