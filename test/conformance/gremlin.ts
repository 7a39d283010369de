/**
 * A bad network: it stands before a service and spoils some of its answers, by a generator with a seed. Every
 * connection carries one request.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, request, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type t from 'tap'
import { faults, writeReply, type Fault, type FaultKind, type Reply } from './faults.js'

export { faults, type FaultKind }

export interface GremlinOptions {
  /** The base URL of the service that it stands before, over plain HTTP. */
  readonly upstream: string
  /** Which spoils what, and how; the same seed and order of connections give the same faults. */
  readonly seed: number | string
  /** The part of the answers that is spoilt: 0.2 when left out. */
  readonly rate?: number
  /** All that apply, when left out: `dns` with `lookup` only, `tls` with `tls` only. */
  readonly kinds?: readonly FaultKind[]
  /** What `stale` answers instead of the audit record. */
  readonly older?: object
  /** What `drip` waits between two bytes: 100 when left out. */
  readonly dripMilliseconds?: number
  /** Speaks TLS, with a key and a certificate in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export interface Gremlin {
  /** The base URL, as that of the service, at 127.0.0.1. */
  readonly url: string
  /** The same with a name instead of the address, for clients that take `lookup`. */
  readonly namedUrl: string
  /** The addresses of any name: that of the gremlin, or none where the name is not found. */
  readonly lookup: (hostname: string) => Promise<readonly string[]>
  /** How often each fault happened so far. */
  readonly counts: Readonly<Record<FaultKind, number>>
  /** How many answers were left alone so far. */
  readonly untouched: () => number
}

/** Its name, for certificates. */
export const gremlinName = 'gremlin.example'

/** Starts it on a free port of loopback; it ends with the test. */
export async function startGremlin(
  test: Pick<typeof t, 'teardown'>,
  { upstream, seed, rate = 0.2, kinds, older, dripMilliseconds = 100, tls }: GremlinOptions,
): Promise<Gremlin> {
  const random = createRandom(seed)
  const chosen = (kinds ?? (Object.keys(faults) as FaultKind[])).filter(
    kind => tls !== undefined || kind !== 'tls',
  )
  const counts = Object.fromEntries(Object.keys(faults).map(kind => [kind, 0])) as Record<FaultKind, number>
  let untouched = 0
  const choose = (from: readonly FaultKind[]): FaultKind | undefined =>
    random() < rate ? from[Math.floor(random() * from.length)] : undefined

  /** What was chosen when a name was looked up, for the connection that follows. */
  const pending: (FaultKind | undefined)[] = []
  const connections = new Map<number, { readonly raw: Socket; readonly kind: FaultKind | undefined }>()
  const respond = async (incoming: IncomingMessage): Promise<void> => {
    const { socket, url: target = '' } = incoming
    const { raw, kind } = connections.get(socket.remotePort ?? 0) ?? { raw: socket }
    const reply = await forward(incoming, upstream)
    const fault: Fault | undefined = kind === undefined ? undefined : faults[kind]
    const scene = { reply, target, socket, raw, random, older, dripMilliseconds }
    if (kind === undefined) untouched += 1
    else counts[kind] += 1
    if (fault !== undefined && 'write' in fault) fault.write(scene)
    else writeReply(socket, fault !== undefined && 'answer' in fault ? fault.answer(scene) : reply)
  }
  const listener = (incoming: IncomingMessage): void => {
    respond(incoming).catch(() => incoming.socket.destroy())
  }
  const speaker = tls ? createHttpsServer(tls, listener) : createHttpServer(listener)

  const server = createServer(raw => {
    // Clients hang up on what they are given here.
    raw.on('error', () => undefined)
    const kind = pending.length > 0 ? pending.shift() : choose(chosen.filter(kind => kind !== 'dns'))
    const fault: Fault | undefined = kind === undefined ? undefined : faults[kind]
    const port = raw.remotePort ?? 0
    connections.set(port, { raw, kind })
    raw.once('close', () => connections.delete(port))
    if (kind !== undefined && fault !== undefined && ('accept' in fault || 'hello' in fault)) {
      counts[kind] += 1
      if ('accept' in fault) fault.accept(raw)
      else
        raw.once('data', () => {
          fault.hello(raw)
        })
    } else {
      speaker.emit('connection', raw)
    }
  })
  speaker.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(async () => {
    for (const { raw } of connections.values()) raw.destroy()
    await new Promise(resolve => server.close(resolve))
    speaker.close()
  })

  const place = `:${(server.address() as AddressInfo).port}${new URL(upstream).pathname}`
  const scheme = tls ? 'https' : 'http'
  return {
    url: `${scheme}://127.0.0.1${place}`,
    namedUrl: `${scheme}://${gremlinName}${place}`,
    lookup: hostname => {
      const kind = choose(chosen)
      if (kind === 'dns') {
        counts.dns += 1
        const error = new Error(`getaddrinfo ENOTFOUND ${hostname}`)
        return Promise.reject(Object.assign(error, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }))
      }
      pending.push(kind)
      return Promise.resolve(['127.0.0.1'])
    },
    counts,
    untouched: () => untouched,
  }
}

/** Numbers from 0 to 1, without 1, that the seed decides. */
function createRandom(seed: number | string): () => number {
  let drawn = 0
  return () => {
    drawn += 1
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUIntBE(0, 6) / 2 ** 48
  }
}

/** Fields that belong to one connection, or are written anew. */
const own = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** What the service answers to a request. */
async function forward(incoming: IncomingMessage, upstream: string): Promise<Reply> {
  const { method, url = '', rawHeaders } = incoming
  incoming.resume()
  const headers = pairs(rawHeaders).filter(([name]) => !own.includes(name.toLowerCase()))
  const sent = request(new URL(url, upstream), { method, agent: false, headers: headers.flat() })
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
  return {
    status: response.statusCode ?? 0,
    headers: pairs(response.rawHeaders).filter(([name]) => !own.includes(name.toLowerCase())),
    body: await buffer(response),
  }
}

function pairs(fields: readonly string[]): readonly (readonly [string, string])[] {
  return fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1] ?? ''] as const] : []))
}
