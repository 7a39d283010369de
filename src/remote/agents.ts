/**
 * Connections: kept ones, single ones, and those through a proxy.
 *
 * @packageDocumentation
 */
import { X509Certificate } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions } from 'node:https'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { HttpsProxyAgent } from 'https-proxy-agent'
import { DrawauditError } from '../errors.js'

/** How many connections to one origin there are at a time. */
const maxSockets = 8

/** How long one address of several is tried before the next; 250 ms, Node's own, is too short for far services. */
const autoSelectFamilyAttemptTimeout = 2500

/** What makes connections, by the scheme of the URL. */
export interface Agents {
  readonly http: HttpAgent
  readonly https: HttpsAgent | HttpsProxyAgent<string>
}

/** Agents that connect to just the addresses that `lookup` gives, and keep connections or do not. */
export function createAgents(
  keepAlive: boolean,
  options: Pick<AgentOptions, 'lookup' | 'secureContext'>,
): Agents {
  // An agent with a limit keeps connections for those who wait, and says so.
  const all = { ...options, keepAlive, autoSelectFamilyAttemptTimeout, ...(keepAlive && { maxSockets }) }
  return { http: new HttpAgent(all), https: new HttpsAgent(all) }
}

/**
 * Agents that connect through a proxy: for one request only, whose signal ends them, since nothing else ends
 * their talk with a proxy that does not answer.
 */
export async function createProxyAgents(
  proxy: URL,
  options: Pick<AgentOptions, 'secureContext'> & { readonly signal: AbortSignal },
): Promise<Agents> {
  const [{ HttpProxyAgent }, { HttpsProxyAgent }] = await Promise.all([
    import('http-proxy-agent'),
    import('https-proxy-agent'),
  ])
  const all = { ...options, rejectUnauthorized: true }
  const https = new HttpsProxyAgent(proxy, all)
  // What it is given it takes for the connection to the proxy alone.
  Object.assign(https.options, all)
  return { http: new HttpProxyAgent(proxy, all), https }
}

/**
 * Trust in the authorities that Node trusts and in those of a PEM text.
 *
 * @throws DrawauditError `usage` when the text has no certificate.
 */
export function createTrust(ca: string): SecureContext {
  try {
    // Node takes what is no certificate for none, without a word.
    const certificates = ca.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
    if (certificates.length === 0) throw new Error('no certificate')
    for (const certificate of certificates) new X509Certificate(certificate)
    return createSecureContext({ ca: [...rootCertificates, ...certificates] })
  } catch (cause) {
    throw new DrawauditError(
      'usage',
      'what is given as a certificate of an authority is not one in PEM form',
      {
        cause,
      },
    )
  }
}
