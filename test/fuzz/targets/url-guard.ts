// URLs of subscribers and services: what passes leads to a public name or address, by the reading of the parser that the
// HTTP client uses, and says the same when it is read again.
import { BlockList, isIP } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { assertPublicHost } from '../../../src/remote/guard.js'
import { parseRemoteUrl } from '../../../src/remote/url.js'
import { parseEndpointUrl } from '../../../src/webhook/endpoint-url.js'
import { assertHolds, unlessRefused } from './expect.js'

/** IANA's special-purpose registries, by another library than the guard's. */
const forbidden = new BlockList()
for (const network of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].flatMap(line => line.split(' '))) {
  const [address = '', bits] = network.split('/')
  forbidden.addSubnet(address, Number(bits), 'ipv4')
}
for (const network of '::/96 64:ff9b::/32 100::/64 2001::/32 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8'.split(
  ' ',
)) {
  const [address = '', bits] = network.split('/')
  forbidden.addSubnet(address, Number(bits), 'ipv6')
}

export const seeds = [
  'https://subscriber.example/hook?x=1',
  'https://subscriber.example:8443/',
  'https://93.184.215.14/hook',
  'https://[2606:2800:220:1::1]/hook',
  'https://127.1/',
  'https://0x7f.1/',
  'https://[::ffff:7f00:1]/',
  'https://user:pass@subscriber.example/',
  'https://good\\@evil.example/',
  'https://localhost./',
  'https://b\u00fccher.example/',
  'https://169.254.169.254/latest',
]

export function fuzz(data: Buffer): void {
  const text = data.toString('utf8')
  const codes = (code: string): boolean => code === 'url-invalid' || code === 'address-forbidden'
  const url = unlessRefused(() => {
    const remote = parseRemoteUrl(text)
    assertPublicHost(remote)
    return remote
  }, codes)
  const endpoint = unlessRefused(
    () => parseEndpointUrl(text, { http: false, anyPort: false, networks: [] }),
    codes,
  )
  if (endpoint !== undefined) {
    assertHolds(url?.href === endpoint.href, 'a subscriber may what a service may not')
    assertHolds(endpoint.protocol === 'https:', 'no TLS')
    assertHolds(['', '8443'].includes(endpoint.port), `the port ${endpoint.port}`)
  }
  if (url === undefined) return
  assertHolds(url.protocol === 'https:' || url.protocol === 'http:', `the protocol ${url.protocol}`)
  assertHolds(url.username === '' && url.password === '', 'credentials')
  // Percent-encoded it may be longer than what is read.
  if (url.href.length <= 2048)
    assertHolds(parseRemoteUrl(url.href).href === url.href, 'another URL when it is read again')
  const host = String(urlToHttpOptions(url).hostname).replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0)
    assertHolds(host.includes('.') && !/(?:^|\.)localhost\.?$/i.test(host), `the name ${host}`)
  else assertHolds(!forbidden.check(host, family === 4 ? 'ipv4' : 'ipv6'), `the address ${host}`)
}
