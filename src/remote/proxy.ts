/**
 * Finds the proxy of a request from the usual environment variables.
 *
 * @packageDocumentation
 */
import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { DrawauditError } from '../errors.js'
import { readAddress } from './address.js'
import { hostOf } from './guard.js'

/** Environment variables, like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy from HTTP_PROXY or HTTPS_PROXY, by the scheme of the URL, in lower or upper case (lower case
 * wins); undefined if there is none, or if NO_PROXY exempts the host. NO_PROXY lists names (including those
 * below), IP addresses and networks like 10.0.0.0/8, all but networks with an optional port, or `*`.
 *
 * @throws DrawauditError `url-invalid` if the proxy is not an http or https URL. The message does not quote
 * it: it may contain a password.
 */
export function findProxy(url: URL, env: Environment): URL | undefined {
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  const text = readVariable(env, name)
  if (text === '' || isExempt(url, readVariable(env, 'no_proxy'))) return undefined
  const spelled = text.includes('://') ? text : `http://${text}`
  const proxy = URL.canParse(spelled) ? new URL(spelled) : undefined
  if (proxy?.protocol !== 'http:' && proxy?.protocol !== 'https:') {
    throw new DrawauditError(
      'url-invalid',
      `the proxy in ${name.toUpperCase()} is not an http or https URL`,
      {
        hint: 'a proxy looks like http://proxy.example:3128',
      },
    )
  }
  return proxy
}

function readVariable(env: Environment, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim()
}

function isExempt(url: URL, list: string): boolean {
  const host = hostOf(url)
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some(entry => entry === '*' || (entry !== '' && (isBelow(host, port, entry) || isWithin(host, entry))))
}

/**
 * Whether a host matches an entry `name`, `.name`, `*.name`, `address` or `[address]`, or is a name below it.
 */
function isBelow(host: string, port: string, entry: string): boolean {
  const [, name = entry, onlyPort = port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? []
  const bare = name.replace(/^\*?\./, '').replace(/^\[(.*)\]$/, '$1')
  return onlyPort === port && (host === bare || (isIP(host) === 0 && host.endsWith(`.${bare}`)))
}

function isWithin(host: string, entry: string): boolean {
  if (isIP(host) === 0 || !ipaddr.isValidCIDR(entry)) return false
  const address = readAddress(host)
  const network = ipaddr.parseCIDR(entry)
  return address.kind() === network[0].kind() && address.match(network)
}
