/**
 * HTTP agents: keep-alive, single-use, and through a proxy.
 *
 * @packageDocumentation
 */
import { X509Certificate } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions } from 'node:https'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { HttpsProxyAgent } from 'https-proxy-agent'
import { DrawauditError } from '../errors.js'

/** Max simultaneous connections to one origin. */
const maxSockets = 8

/**
 * Milliseconds to try one of several addresses before the next; Node's 250 ms is too short for distant
 * services.
 */
const autoSelectFamilyAttemptTimeout = 2500

/** Agents by URL scheme. */
export interface Agents {
  readonly http: HttpAgent
  readonly https: HttpsAgent | HttpsProxyAgent<string>
}

/** Agents that connect only to addresses from `lookup`, with or without keep-alive. */
export function createAgents(
  keepAlive: boolean,
  options: Pick<AgentOptions, 'lookup' | 'secureContext'>,
): Agents {
  // With a limit, an agent keeps connections for waiting requests, and sends Connection: keep-alive.
  const all = { ...options, keepAlive, autoSelectFamilyAttemptTimeout, ...(keepAlive && { maxSockets }) }
  return { http: new HttpAgent(all), https: new HttpsAgent(all) }
}

/**
 * Agents for one request through a proxy, whose signal ends them: nothing else ends a connection to a proxy
 * that does not answer.
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
  // Otherwise these options apply only to the connection to the proxy.
  Object.assign(https.options, all)
  return { http: new HttpProxyAgent(proxy, all), https }
}

/**
 * Trusts Node's certificate authorities and those of a PEM text.
 *
 * @throws DrawauditError `usage` if the text contains no certificate.
 */
export function createTrust(ca: string): SecureContext {
  try {
    // Node silently ignores text without a certificate.
    const certificates = ca.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
    if (certificates.length === 0) throw new Error('no certificate')
    for (const certificate of certificates) new X509Certificate(certificate)
    return createSecureContext({ ca: [...rootCertificates, ...certificates] })
  } catch (cause) {
    throw new DrawauditError('usage', 'the given CA certificate is not in PEM form', {
      cause,
    })
  }
}
