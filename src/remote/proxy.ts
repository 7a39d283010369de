/**
 * Which proxy a request goes through, by the usual environment variables.
 *
 * @packageDocumentation
 */
import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { DrawauditError } from '../errors.js'
import { readAddress } from './address.js'
import { hostOf } from './guard.js'

/** Environment variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy that HTTP_PROXY or HTTPS_PROXY, by the scheme of the URL, names in lower or upper case (lower case
 * wins); undefined when there is none, or when NO_PROXY exempts the host. NO_PROXY has names (each with all
 * below it), IP addresses and networks like 10.0.0.0/8, all but the networks with a port if wanted, or `*`.
 *
 * @throws DrawauditError `url-invalid` when the proxy is not an http or https URL. Its text is not in the message:
 * it may have a password.
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

/** Whether a host is the one of an entry `name`, `.name`, `*.name`, `address` or `[address]`, or a name below it. */
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
