// Why a request failed: what Node, OpenSSL and the agents say, in words of our own.
import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import { explainFailure } from '../../src/remote/failure.js'

const host = 'raffle.example:8443'

/** An error as Node makes it, in what got wraps around it. */
const fault = (members: object, message = 'as Node says it'): Error =>
  new Error('of got', { cause: Object.assign(new Error(message), members) })

const settings = (...bytes: readonly number[]): Uint8Array => new Uint8Array([...bytes, 0, 0, 0, 0, 0])

const check = 'check the address and port, and that the service is running'
const own = 'if you know and trust the authority that signed it, give its certificate too'
const http1 = 'let the service, or a proxy in front of it, answer HTTP/1.1 too'
const closed = `${host} closed the connection before the answer was complete`

type Case = readonly [members: object, code: string, message: string, hint?: string]
const cases: readonly Case[] = [
  [{ code: 'ECONNREFUSED' }, 'remote-unreachable', `no connection to ${host}: connection refused`, check],
  [{ code: 'EHOSTUNREACH' }, 'remote-unreachable', `no connection to ${host}: no route to the host`, check],
  [{ code: 'ENETUNREACH' }, 'remote-unreachable', `no connection to ${host}: no route to its network`, check],
  [{ code: 'ETIMEDOUT' }, 'remote-unreachable', `no connection to ${host}: no answer`, check],
  [{ code: 'EACCES', syscall: 'connect' }, 'remote-unreachable', `no connection to ${host}: EACCES`, check],
  [
    { code: 'ENOTFOUND', syscall: 'getaddrinfo' },
    'remote-unreachable',
    `no connection to ${host}: the name does not resolve`,
  ],
  [{ code: 'EIO', syscall: 'read' }, 'remote-closed', closed],
  [{ code: 'EIO', syscall: 'write' }, 'remote-closed', closed],
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_SOCKET_CLOSED'].map(
    (code): Case => [{ code }, 'remote-closed', closed],
  ),
  [{ code: 'CERT_HAS_EXPIRED' }, 'remote-tls', `the certificate of ${host} has expired`],
  [{ code: 'CERT_NOT_YET_VALID' }, 'remote-tls', `the certificate of ${host} is not valid yet`],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'remote-tls', `the certificate of ${host} is for another name`],
  ...[
    ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_REVOKED', 'CRL_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ...['SELF_SIGNED_CERT_IN_CHAIN', 'ERROR_IN_CERT_NOT_BEFORE_FIELD', 'INVALID_CA', 'PATH_LENGTH_EXCEEDED'],
    ...['HOSTNAME_MISMATCH', 'UNSPECIFIED'],
  ].map((code): Case => [
    { code },
    'remote-tls',
    `the certificate of ${host} is not trusted: as Node says it`,
    own,
  ]),
  [
    { code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    'remote-tls',
    `no secure connection to ${host}: wrong version number`,
  ],
  [{ code: 'ERR_TLS_HANDSHAKE_TIMEOUT' }, 'remote-tls', `no secure connection to ${host}: handshake timeout`],
  [{ code: 'EPROTO' }, 'remote-tls', `no secure connection to ${host}: eproto`],
  [
    { code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH' },
    'remote-truncated',
    `the content from ${host} ends before its declared length`,
  ],
  [{ code: 'HPE_HEADER_OVERFLOW' }, 'remote-malformed', `the header of the answer from ${host} is too large`],
  [
    { code: 'HPE_INVALID_CONSTANT', reason: 'Expected HTTP/' },
    'remote-malformed',
    `the answer from ${host} is not HTTP: expected http/`,
  ],
  [{ code: 'HPE_OTHER', reason: '' }, 'remote-malformed', `the answer from ${host} is not HTTP`],
  [{ code: 'HPE_OTHER', reason: 7 }, 'remote-malformed', `the answer from ${host} is not HTTP`],
  // A SETTINGS frame of stream 0, of no, of two and of ten thousand settings.
  ...[settings(0, 0, 0, 4), settings(0, 0, 12, 4), settings(0, 234, 96, 4), settings(6, 0, 0, 4)].map(
    (rawPacket): Case => [
      { code: 'HPE_INVALID_CONSTANT', reason: 'Expected HTTP/', rawPacket },
      'remote-http2',
      `${host} speaks only HTTP/2, and drawaudit asks by HTTP/1.1`,
      http1,
    ],
  ),
  // And what is none: another kind, a length that is no multiple of six, another stream, one that is cut.
  ...[
    settings(0, 0, 0, 5),
    settings(0, 0, 13, 4),
    settings(0, 1, 0, 4),
    new Uint8Array([0, 0, 0, 4, 0, 0, 0, 0, 1]),
    new Uint8Array([0, 0, 0, 4, 0, 0, 0, 0]),
  ].map((rawPacket): Case => [
    { code: 'HPE_INVALID_CONSTANT', rawPacket },
    'remote-malformed',
    `the answer from ${host} is not HTTP`,
  ]),
]

await t.test('what each fault is called', t => {
  for (const [members, code, message, hint] of cases) {
    const error = fault(members)
    const found = explainFailure(error, host)
    t.match(found, { name: 'DrawauditError', code, message }, JSON.stringify(members))
    t.equal((found as DrawauditError).hint, hint, `${message}: the hint`)
    t.equal((found as DrawauditError).cause, error.cause, 'and what started it')
  }
  t.end()
})

await t.test('TLS that ends since HTTP/1.1 is not spoken', t => {
  for (const [code, message] of [
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'tlsv1 alert no application protocol'],
    ['EPROTO', 'write EPROTO 80:error:SSL alert number 120:'],
  ] as const) {
    t.match(explainFailure(fault({ code }, message), host), { code: 'remote-http2', hint: http1 })
  }
  t.match(explainFailure(fault({ code: 'EPROTO' }, 'SSL alert number 1200'), host), { code: 'remote-tls' })
  t.end()
})

await t.test('whose fault it is where there is a proxy', t => {
  const proxy = 'proxy.example:3128'
  t.match(explainFailure(fault({ code: 'ECONNREFUSED' }), host, proxy), {
    message: `no connection to the proxy ${proxy}: connection refused`,
  })
  t.match(explainFailure(fault({}), host, proxy), {
    code: 'remote-unreachable',
    message: `no connection through the proxy ${proxy}`,
  })
  t.match(explainFailure(fault({ code: 'CERT_HAS_EXPIRED' }), host, proxy), {
    message: `the certificate of ${host} has expired`,
  })
  t.end()
})

await t.test('of several addresses the first one’s error counts', t => {
  const refused = Object.assign(new Error('of one'), { code: 'EHOSTUNREACH', syscall: 'connect' })
  const all = new AggregateError([refused, new Error('of another')], 'all failed')
  t.match(explainFailure(new Error('of got', { cause: all }), host), {
    message: `no connection to ${host}: no route to the host`,
    cause: refused,
  })
  t.end()
})

await t.test('what is explained already stays, and a defect is none of the network', t => {
  const known = new DrawauditError('remote-encoding', 'as it is')
  t.equal(explainFailure(new Error('of got', { cause: known }), host), known)
  const defect = new TypeError('not a function')
  t.equal(explainFailure(new Error('of got', { cause: defect }), host), defect)
  const odd = fault({ code: 'EODD' })
  t.equal(explainFailure(odd, host), odd.cause)
  t.equal(explainFailure('text', host), 'text')
  t.end()
})
