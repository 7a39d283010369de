/**
 * Services on loopback, good and broken ones, and a client that may ask them.
 *
 * @packageDocumentation
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import '@tapjs/mock/import'
import type t from 'tap'
import * as address from '../../src/remote/address.js'
import { createClient, type Client, type ClientOptions } from '../../src/remote/client.js'

type Test = Pick<
  typeof t,
  'equal' | 'mockImport' | 'notMatch' | 'ok' | 'rejects' | 'teardown' | 'testdir' | 'type'
>

/** A service that runs until the test ends. */
export interface Service {
  readonly port: number
  /** `http://127.0.0.1:PORT` or https. */
  readonly url: string
  /** Everything that came in, as text. */
  readonly received: () => string
  readonly connections: () => number
}

/** A service that answers with whatever bytes it wants, once a request has come in. */
export async function serveRaw(test: Test, answer: (socket: Socket) => void): Promise<Service> {
  return serveSocket(test, socket =>
    socket.once('data', () => {
      answer(socket)
    }),
  )
}

/** A service that has the bare connection. */
export async function serveSocket(test: Test, connected: (socket: Socket) => void): Promise<Service> {
  return listen(test, createServer(connected), 'http')
}

export async function serveHttp(test: Test, listener: RequestListener): Promise<Service> {
  return listen(test, createHttpServer(listener), 'http')
}

export async function serveHttps(
  test: Test,
  { key, cert }: Certificate,
  listener: RequestListener,
): Promise<Service> {
  return listen(test, createHttpsServer({ key, cert }, listener), 'https')
}

async function listen(test: Test, server: Server, scheme: string): Promise<Service> {
  const sockets = new Set<Socket>()
  let connections = 0
  let received = ''
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    // A client that hangs up is what many of these tests are about.
    socket.on('error', () => undefined)
    socket.on('data', chunk => (received += chunk.toString('latin1')))
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    received: () => received,
    connections: () => connections,
  }
}

/** Writes the same again and again, as fast as it is taken. */
export function flood(socket: Socket, text: string): void {
  const more = () => {
    if (socket.destroyed) return
    if (socket.write(text)) setImmediate(more)
    else socket.once('drain', more)
  }
  more()
}

/** A client that may ask loopback. */
export function start(test: Test, options: ClientOptions = {}): Client {
  const client = createClient({ allowPrivate: true, timeout: 10_000, ...options })
  test.teardown(() => {
    client.close()
  })
  return client
}

/** For `mockImport`: some addresses are of the public internet to a module and to all that it imports. */
export const withPublic = (addresses: readonly string[]): Readonly<Record<string, object>> => ({
  '../../src/remote/address.js': {
    ...address,
    isPublicAddress: (ip: string) => addresses.includes(ip) || address.isPublicAddress(ip),
  },
})

/**
 * A client with its guard up, to which some addresses, 127.0.0.1 unless others are given, are of the public
 * internet: a service on loopback is far away, and everything else that is private is private.
 */
export async function startGuarded(
  test: Test,
  options: ClientOptions = {},
  asPublic: readonly string[] = ['127.0.0.1'],
): Promise<Client> {
  const { createClient } = await test.mockImport<typeof import('../../src/remote/client.js')>(
    '../../src/remote/client.js',
    withPublic(asPublic),
  )
  const client = createClient({ timeout: 10_000, ...options })
  test.teardown(() => {
    client.close()
  })
  return client
}

/** Asserts that a request fails with one of our errors: its code, its words, and a message that one can print. */
export async function fails(
  test: Test,
  asked: Promise<unknown>,
  code: string,
  words: string | RegExp = '',
): Promise<void> {
  const error = (await asked.then(
    () => new Error('did not fail'),
    (failure: unknown) => failure,
  )) as Error & { readonly code?: string }
  test.equal(error.name, 'DrawauditError', error.stack ?? '')
  test.equal(error.code, code, error.message)
  test.ok(
    typeof words === 'string' ? error.message.includes(words) : words.test(error.message),
    error.message,
  )
  test.notMatch(error.message, /\n|\bat \w+ \(|\.$/, 'one line, no stack, no full stop')
}

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** A self-signed certificate for a name as OpenSSL writes it: `IP:127.0.0.1`. */
export function createCertificate(test: Test, name = 'IP:127.0.0.1', days = 1): Certificate {
  const folder = test.testdir()
  const path = (file: string) => join(folder, file)
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  openssl(
    ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=test'],
    ...['-addext', `subjectAltName=${name}`, '-keyout', path('key.pem'), '-out', path('request.pem')],
  )
  openssl(
    ...['x509', '-req', '-in', path('request.pem'), '-signkey', path('key.pem'), '-days', String(days)],
    ...['-copy_extensions', 'copy', '-out', path('cert.pem')],
  )
  return { key: readFileSync(path('key.pem'), 'utf8'), cert: readFileSync(path('cert.pem'), 'utf8') }
}
