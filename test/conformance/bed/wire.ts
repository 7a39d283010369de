/**
 * What stands between a service that keeps every rule and whoever asks it: it changes what is answered, or how that is
 * written to the socket. Each service of the test bed is a few lines over this.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as forward, STATUS_CODES, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type t from 'tap'
import type { Complete, Odds, Statistics } from '../switches.js'

export type Field = readonly [name: string, value: string]

export interface Reply {
  readonly status: number
  /** Without those that say where the content ends. */
  readonly fields: readonly Field[]
  readonly body: Buffer
}

export interface Asked {
  readonly method: string
  readonly target: string
  readonly headers: IncomingMessage['headers']
  /** How many requests came before. */
  readonly count: number
}

/** What is answered: the members of all views, of which each has its own. */
export type Value = Complete & Statistics & Odds

export interface Wire {
  /** Answers by itself. */
  readonly answer?: (asked: Asked) => Reply | undefined
  /** Changes the JSON of what is found. */
  readonly json?: (value: Value, asked: Asked) => unknown
  /** Writes JSON. */
  readonly format?: (value: unknown) => string
  /** The entity tag of a record; its MD5 in quotes when left out. */
  readonly tag?: (md5: Buffer) => string
  /** Changes the header section. */
  readonly fields?: (fields: readonly Field[], asked: Asked) => readonly Field[]
  /** Changes the whole answer. */
  readonly reply?: (reply: Reply, asked: Asked) => Reply
  /** Writes it to the socket; by HTTP/1.1 with a length when left out. */
  readonly write?: (socket: Socket, reply: Reply, asked: Asked) => unknown
}

const isFraming = (name: string): boolean =>
  ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'].includes(name.toLowerCase())

export const valueOf = ({ fields }: Pick<Reply, 'fields'>, name: string): string | undefined =>
  fields.find(([own]) => own.toLowerCase() === name)?.[1]

export const without = (fields: readonly Field[], ...names: readonly string[]): readonly Field[] =>
  fields.filter(([name]) => !names.includes(name.toLowerCase()))

export const replaced = (fields: readonly Field[], name: string, value: string): readonly Field[] => [
  ...without(fields, name.toLowerCase()),
  [name, value],
]

/** What is sent after the header section. */
export const contentFor = ({ body }: Reply, { method }: Asked): Buffer =>
  method === 'HEAD' ? Buffer.alloc(0) : body

/** The start line and the header section, and the empty line after it. */
export function formatHead(
  { status, fields, body }: Reply,
  version = '1.1',
  ends: readonly Field[] = status === 304 ? [] : [['Content-Length', String(body.length)]],
): string {
  const lines = [...fields, ...ends, ['Connection', 'close'] as const].map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `HTTP/${version} ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Starts it on a free port of loopback, before a service; it ends with the test. @returns its base URL. */
export async function startWire(
  test: Pick<typeof t, 'teardown'>,
  upstream: string,
  wire: Wire,
): Promise<string> {
  let count = 0
  const server = createServer((request, response) => {
    const asked = { method: request.method ?? '', target: request.url ?? '', headers: request.headers, count }
    count += 1
    void answer(upstream, wire, asked).then(reply => {
      const { socket } = request
      if (wire.write) wire.write(socket, reply, asked)
      else {
        socket.write(formatHead(reply))
        socket.end(contentFor(reply, asked))
      }
    })
    response.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(upstream).pathname}`
}

async function answer(upstream: string, wire: Wire, asked: Asked): Promise<Reply> {
  const own = wire.answer?.(asked)
  if (own !== undefined) return own
  const { 'if-none-match': condition, ...headers } = asked.headers
  const sent = forward(new URL(asked.target, upstream), { method: asked.method, headers, agent: false }).end()
  const [found] = (await once(sent, 'response')) as [IncomingMessage]
  const raw = found.rawHeaders
  const fields = raw.flatMap((name, at): readonly Field[] =>
    at % 2 === 0 && !isFraming(name) ? [[name, raw[at + 1] ?? '']] : [],
  )
  const plain = { status: found.statusCode ?? 0, fields, body: await buffer(found) }
  const changed = changeContent(plain, wire, asked)
  const section = wire.fields?.(changed.fields, asked) ?? changed.fields
  const whole = wire.reply?.({ ...changed, fields: section }, asked) ?? { ...changed, fields: section }
  const tag = valueOf(whole, 'etag')?.trim()
  const isHeld = tag !== undefined && (condition === tag || condition === '*')
  return isHeld && whole.status === 200
    ? { ...whole, status: 304, fields: without(whole.fields, 'content-type'), body: Buffer.alloc(0) }
    : whole
}

function changeContent(reply: Reply, { json, format = JSON.stringify, tag }: Wire, asked: Asked): Reply {
  if (reply.status !== 200 || reply.body.length === 0) return reply
  const value = JSON.parse(reply.body.toString()) as Value
  const body = Buffer.from(format(json === undefined ? value : json(value, asked)))
  if (valueOf(reply, 'etag') === undefined) return { ...reply, body }
  const md5 = createHash('md5').update(body).digest()
  const etag = tag?.(md5) ?? `"${md5.toString('hex')}"`
  return { ...reply, body, fields: replaced(reply.fields, 'ETag', etag) }
}
