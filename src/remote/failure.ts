/**
 * Why a request failed, in the words of docs/CLAIMS.md.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorDetails } from '../errors.js'

/** Common members of Node's and got's errors; the last of a chain may be a plain object. */
interface NodeError {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly message?: unknown
  readonly reason?: unknown
  /** The unparsable bytes. */
  readonly rawPacket?: unknown
  readonly cause?: unknown
}

const refusals: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to its network',
  ETIMEDOUT: 'no answer',
}

const closed = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_SOCKET_CLOSED',
])

/** OpenSSL's codes for rejected certificates, except expiry and names. */
const certificateFault =
  /^(UNABLE_TO_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_CERT_|INVALID_|PATH_LENGTH_|HOSTNAME_|UNSPECIFIED$)/

/**
 * Converts the failure of a request to a {@link DrawauditError}, whose cause is the original error (got's
 * wrapper contains the sent header fields, which may be secret). Errors not from the network are returned
 * unchanged: they are defects of drawaudit.
 *
 * @param host - the requested host and port
 * @param proxy - the host and port of the proxy
 */
export function explainFailure(error: unknown, host: string, proxy?: string): unknown {
  const known = causesOf(error).find(cause => cause instanceof DrawauditError)
  if (known !== undefined) return known
  const fault = causesOf(error).at(-1) ?? {}
  const details = fault instanceof Error ? { cause: fault } : {}
  return (
    explainHttp2(fault, host, details) ??
    explainTls(fault, host, details) ??
    explainAnswer(fault, host, details) ??
    explainConnection(fault, proxy === undefined ? host : `the proxy ${proxy}`, details) ??
    // Proxy agents throw errors without a code.
    (proxy !== undefined && fault.code === undefined
      ? new DrawauditError('remote-unreachable', `no connection through the proxy ${proxy}`, details)
      : fault instanceof Error
        ? fault
        : error)
  )
}

function causesOf(error: unknown): NodeError[] {
  const causes: NodeError[] = []
  let cause = error
  while (typeof cause === 'object' && cause !== null) {
    causes.push(cause)
    // After trying several addresses only the individual errors tell what happened.
    cause = cause instanceof AggregateError ? (cause.errors[0] as unknown) : (cause as NodeError).cause
  }
  return causes
}

/** The error for a server that only speaks HTTP/2, which drawaudit does not. */
export function onlyHttp2(host: string, details: ErrorDetails = {}): DrawauditError {
  const message = `${host} speaks only HTTP/2, and drawaudit asks by HTTP/1.1`
  const hint = 'let the service, or a proxy in front of it, answer HTTP/1.1 too'
  return new DrawauditError('remote-http2', message, { ...details, hint })
}

/** TLS ends with an alert if no offered protocol is spoken (RFC 7301); only HTTP/1.1 is offered. */
function explainHttp2(
  { code, message, rawPacket }: NodeError,
  host: string,
  details: ErrorDetails,
): DrawauditError | undefined {
  if (typeof code !== 'string') return undefined
  // While a write is pending, Node reports an alert without a code of its own, only with OpenSSL's words.
  const isTls = code === 'EPROTO' || code.startsWith('ERR_SSL_')
  const isRefused = isTls && /no application protocol|alert number 120\b/i.test(String(message))
  const isFrame = code.startsWith('HPE_') && rawPacket instanceof Uint8Array && startsWithSettings(rawPacket)
  return isRefused || isFrame ? onlyHttp2(host, details) : undefined
}

/**
 * Whether the bytes begin like an HTTP/2 server: a SETTINGS frame of stream 0 (RFC 9113, sections 3.4 and
 * 6.5).
 */
function startsWithSettings(bytes: Uint8Array): boolean {
  const [high, middle, low, type, , ...stream] = bytes.subarray(0, 9)
  const length = ((high ?? 0) << 16) | ((middle ?? 0) << 8) | (low ?? 0)
  return type === 4 && length % 6 === 0 && stream.length === 4 && stream.every(byte => byte === 0)
}

function explainTls(
  { code, message }: NodeError,
  host: string,
  details: ErrorDetails,
): DrawauditError | undefined {
  if (typeof code !== 'string') return undefined
  const tls = (text: string, hint?: string) =>
    new DrawauditError('remote-tls', text, { ...details, ...(hint !== undefined && { hint }) })
  if (code === 'CERT_HAS_EXPIRED') return tls(`the certificate of ${host} has expired`)
  if (code === 'CERT_NOT_YET_VALID') return tls(`the certificate of ${host} is not valid yet`)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return tls(`the certificate of ${host} is for another name`)
  if (certificateFault.test(code)) {
    return tls(
      `the certificate of ${host} is not trusted: ${String(message)}`,
      'if you know and trust the authority that signed it, give its certificate too',
    )
  }
  if (/^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) {
    const words = code.replace(/^ERR_(SSL|TLS)_/, '').replaceAll('_', ' ')
    return tls(`no secure connection to ${host}: ${words.toLowerCase()}`)
  }
  return undefined
}

function explainAnswer(
  { code, reason }: NodeError,
  host: string,
  details: ErrorDetails,
): DrawauditError | undefined {
  if (code === 'ERR_HTTP_CONTENT_LENGTH_MISMATCH') {
    const message = `the content from ${host} ends before its declared length`
    return new DrawauditError('remote-truncated', message, details)
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new DrawauditError(
      'remote-malformed',
      `the header of the answer from ${host} is too large`,
      details,
    )
  }
  if (typeof code === 'string' && code.startsWith('HPE_')) {
    const why = typeof reason === 'string' && reason !== '' ? `: ${reason.toLowerCase()}` : ''
    return new DrawauditError('remote-malformed', `the answer from ${host} is not HTTP${why}`, details)
  }
  return undefined
}

function explainConnection(
  { code, syscall }: NodeError,
  place: string,
  details: ErrorDetails,
): DrawauditError | undefined {
  if (typeof code !== 'string') return undefined
  if (syscall === 'connect' || code in refusals) {
    return new DrawauditError('remote-unreachable', `no connection to ${place}: ${refusals[code] ?? code}`, {
      ...details,
      hint: 'check the address and port, and that the service is running',
    })
  }
  if (syscall === 'getaddrinfo') {
    return new DrawauditError(
      'remote-unreachable',
      `no connection to ${place}: the name does not resolve`,
      details,
    )
  }
  if (syscall === 'read' || syscall === 'write' || closed.has(code)) {
    const message = `${place} closed the connection before the answer was complete`
    return new DrawauditError('remote-closed', message, details)
  }
  return undefined
}
