/**
 * A server on a free port of loopback, with a store of its own, and what it says in its log.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request, type Agent, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import t from 'tap'
import { random } from '../../src/cli/shared/random.js'
import { publish } from '../../src/operator/publish.js'
import { createApiServer, type ServerOptions } from '../../src/server/create-server.js'
import type { HttpListener } from '../../src/server/listener.js'
import { createMetrics, type Metrics } from '../../src/server/metrics.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'
import { checkResponse } from './openapi.js'

/** The sample raffle: 142 entries, three prizes. */
export const sample = JSON.parse(
  readFileSync(new URL('../../fixtures/records/three-prizes.json', import.meta.url), 'utf8'),
) as { raffle_id: string; total_draws: number; draws: Record<string, unknown>[] }

export const sampleStatistics = {
  raffle_id: sample.raffle_id,
  total_entries: 142,
  paid_entries: 120,
  free_entries: 22,
  max_entries: 500,
  updated_at: '2026-08-31T18:00:00+00:00',
}

export interface Started {
  readonly api: HttpListener
  readonly port: number
  readonly url: string
  /** As in `application/vnd.<vendor>.v1+json`. */
  readonly vendor: string
  readonly metrics: Metrics
  /** Opened for writing, as `drawaudit publish` opens it; the server has a connection of its own. */
  readonly store: Store
  readonly file: string
  /** Every line of the log so far. */
  readonly logs: Record<string, unknown>[]
  readonly publish: (...documents: readonly object[]) => Promise<void>
}

/** Starts a server that ends with the test; the sample raffle is published unless `documents` says otherwise. */
export async function start(
  test: Pick<typeof t, 'testdir' | 'teardown'>,
  options: Partial<ServerOptions> = {},
  documents: readonly object[] = [sample, sampleStatistics],
): Promise<Started> {
  // Not where the test has its own: another call of `testdir` would delete the store that is served.
  const folder = mkdtempSync(join(tmpdir(), 'drawaudit-server-'))
  const file = join(folder, 'raffles.db')
  const store = await openSqliteStore(file, { access: 'write', create: true })
  const publishAll = async (...values: readonly object[]): Promise<void> => {
    const publications = values.map((value, index) => ({ file: `document ${index}`, read: () => value }))
    const replace = { reason: 'replaced by the test' }
    await publish(store, publications, { now: new Date('2026-09-01T08:00:00Z'), random, replace })
    // A server asks its store every 5 ms.
    await setTimeout(10)
  }
  await publishAll(...documents)
  const served = options.store ?? (await openSqliteStore(file, { access: 'read' }))
  const logs: Record<string, unknown>[] = []
  const log = pino(
    { base: null },
    { write: line => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const metrics = createMetrics('1.2.3')
  const api = createApiServer({
    rateLimit: 1_000_000,
    trustedProxies: [],
    vendor: 'service',
    maxConnections: 10_000,
    log,
    metrics,
    // Without the page of this build, unless a test asks for it.
    page: dirname(file),
    ...options,
    store: served,
  })
  api.http.listen(0, '127.0.0.1')
  await once(api.http, 'listening')
  const { port } = api.http.address() as AddressInfo
  test.teardown(async () => {
    api.http.closeAllConnections()
    await new Promise(resolve => api.http.close(resolve))
    await store.close()
    await served.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    api,
    port,
    url: `http://127.0.0.1:${port}`,
    vendor: options.vendor ?? 'service',
    metrics,
    store,
    file,
    logs,
    publish: publishAll,
  }
}

/** A store that answers every question with an error. */
export function failingStore(error: Error): Store {
  const reject = (): Promise<never> => Promise.reject(error)
  return {
    generation() {
      throw error
    },
    readRaffle: reject,
    readAuditHistory: reject,
    countOverdue: reject,
    readStatements: reject,
    readBundle: reject,
    readEntries: reject,
    readEntryProof: reject,
    readTrust: reject,
    // Whoever spreads this store gets it without what nobody asks a server's store for.
    ceremonies: new Proxy({}, { get: () => reject }) as Store['ceremonies'],
    log: new Proxy({}, { get: () => reject }) as Store['log'],
    outbox: new Proxy({}, { get: () => reject }) as Store['outbox'],
    desk: new Proxy({}, { get: () => reject }) as Store['desk'],
    listRaffles: reject,
    listSummaries: reject,
    readSummary: reject,
    countSummaries: reject,
    readClock: reject,
    transact: reject,
    close: () => Promise.resolve(),
  }
}

export interface Answer {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Record<string, string>
  /** Latin-1 where it is no text. */
  readonly body: string
  readonly bytes: Uint8Array
}

/** What a request is sent to. */
type Door = Pick<Started, 'port'> & Partial<Pick<Started, 'vendor'>>

interface Sent {
  readonly method?: string
  /** An array is sent as several header fields. */
  readonly headers?: Record<string, string | string[]>
  readonly agent?: Agent
}

/**
 * Sends one request as it is given, by default on a connection of its own.
 *
 * @throws Error when the response is not as schemas/openapi.json says.
 */
export async function send(
  { port, vendor }: Door,
  path: string,
  { method = 'GET', headers = {}, agent }: Sent = {},
): Promise<Answer> {
  const sent = request({ port, path, method, headers, host: '127.0.0.1', agent: agent ?? false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const sentBytes = Buffer.concat((await response.toArray()) as Buffer[])
  const bytes = decode(sentBytes, response.headers)
  const isBinary = response.headers['content-type'] === 'application/octet-stream'
  const body = bytes.toString(isBinary ? 'latin1' : 'utf8')
  const { statusCode: status = 0 } = response
  const answer = { method, path, status, headers: flatten(response.headers), body, bytes }
  return check(answer, vendor, sentBytes.length)
}

/** What was compressed for this answer; a file of the page as it came, which has a tag of its own. */
export function decode(
  bytes: Buffer,
  { etag = '', 'content-encoding': coding }: IncomingHttpHeaders,
): Buffer {
  if (bytes.length === 0 || !etag.startsWith('W/')) return bytes
  return coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
}

/** Throws for whatever of a response is not as the document says, or not as HTTP says. */
function check(answer: Answer, vendor = 'service', length = answer.bytes.length): Answer {
  const { method, path, status, headers, body, bytes } = answer
  const type = headers['content-type']?.replace(`vnd.${vendor}.`, 'vnd.service.')
  const problems = checkResponse({
    ...answer,
    headers: { ...headers, ...(type && { 'content-type': type }) },
  })
  const isStreamed = headers['transfer-encoding'] === 'chunked'
  if (method !== 'HEAD' && !isStreamed && (headers['content-length'] ?? '0') !== String(length)) {
    problems.push(`${length} bytes, but Content-Length is ${headers['content-length'] ?? ''}`)
  }
  const { etag } = headers
  const isOfBody =
    etag?.startsWith('W/') !== true ||
    (headers['content-encoding'] !== undefined && !etag.endsWith('-all"') && !path.includes('/tile/entries/'))
  if (etag !== undefined && isOfBody && body !== '' && etag.replace('W/', '') !== tagOf(bytes)) {
    problems.push(`${etag} is not the tag of the body`)
  }
  if (
    status >= 400 &&
    body.includes('"request_id"') &&
    readError(answer).request_id !== headers['x-request-id']
  ) {
    problems.push('the error has another request id than the header')
  }
  if (problems.length > 0) throw new Error(`${method} ${path}: ${problems.join('\n')}`)
  return answer
}

/** The entity tag of a body. */
export const tagOf = (body: string | Uint8Array): string =>
  `"${createHash('md5').update(body).digest('hex')}"`

/** What the envelope of an error says. */
export function readError({ body }: Pick<Answer, 'body'>): {
  code: string
  message: string
  request_id: string
} {
  return (JSON.parse(body) as { error: { code: string; message: string; request_id: string } }).error
}

const flatten = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Asks for a view as a client of the specification does. */
export async function get(
  server: Door,
  path: string,
  headers: Record<string, string | string[]> = {},
): Promise<Answer> {
  return send(server, path, { headers: { Accept: 'application/json', ...headers } })
}

/** Writes bytes to a new connection and collects all that comes back until the server or `patience` ends it. */
export async function sendRaw(
  { port }: Pick<Started, 'port'>,
  bytes: string | Uint8Array,
  patience = 15_000,
): Promise<{ readonly text: string; readonly closed: boolean }> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const end = (closed: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), closed })
    }
    const timer = globalThis.setTimeout(() => {
      end(false)
    }, patience)
    socket.on('data', chunk => chunks.push(chunk))
    // A server that closes while we still send resets the connection; what it said before counts.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      end(true)
    })
    socket.write(bytes)
  })
}

/**
 * Writes a request as it is given, and reads the one response to it, after which the server closes.
 *
 * @throws Error when the response is not as schemas/openapi.json says.
 */
export async function sendText(server: Door, text: string): Promise<Answer> {
  const [method = '', path = ''] = text.split('\r\n', 1)[0]?.split(' ') ?? []
  const reply = await sendRaw(server, text)
  if (!reply.closed) throw new Error(`the connection stayed open after ${JSON.stringify(reply.text)}`)
  const end = reply.text.indexOf('\r\n\r\n')
  const [first = '', ...fields] = reply.text.slice(0, end).split('\r\n')
  const headers = fields.map(field => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const
  })
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  const body = reply.text.slice(end + 4)
  const bytes = Buffer.from(body, 'latin1')
  return check({ method, path, status, headers: Object.fromEntries(headers), body, bytes }, server.vendor)
}

/** The path of a view of the sample raffle. */
export const view = (name: string): string => `/api/v1/raffles/${sample.raffle_id}/${name}`
