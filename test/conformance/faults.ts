/**
 * What goes wrong between a service and whoever asks it: one small function for each kind.
 *
 * @packageDocumentation
 */
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { hashMd5 } from './service.js'

export interface Reply {
  readonly status: number
  /** Without the fields that say where the content ends. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** One request, read whole, and what the service answers to it. */
export interface Scene {
  readonly reply: Reply
  /** The request target. */
  readonly target: string
  /** What is written here, the client reads. */
  readonly socket: Socket
  /** The connection below TLS, where there is any. */
  readonly raw: Socket
  /** From 0 to 1, without 1. */
  readonly random: () => number
  /** A record of the raffle from before. */
  readonly older: object | undefined
  /** Between two bytes. */
  readonly dripMilliseconds: number
}

export type Fault =
  /** The name is not found. */
  | { readonly lookup: true }
  /** What becomes of a connection before anything was read from it. */
  | { readonly accept: (raw: Socket) => void }
  /** What becomes of a connection when the first bytes of TLS came. */
  | { readonly hello: (raw: Socket) => void }
  /** The answer is written in another way. */
  | { readonly write: (scene: Scene) => void }
  /** Another answer is written. */
  | { readonly answer: (scene: Scene) => Reply }

/** Where the header section of a response ends. */
function formatHead({ status, headers, body }: Reply, length = body.length): string {
  const ends = status === 304 || status === 204 ? [] : [`Content-Length: ${length}`]
  const fields = [...headers.map(([name, value]) => `${name}: ${value}`), ...ends, 'Connection: close']
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${fields.join('\r\n')}\r\n\r\n`
}

/** Writes an answer as it is, and ends the connection. */
export function writeReply(socket: Socket, reply: Reply): void {
  socket.write(formatHead(reply), 'latin1')
  socket.end(reply.body)
}

function drip({ socket, reply, dripMilliseconds }: Scene): void {
  socket.write(formatHead(reply), 'latin1')
  let sent = 0
  const timer = setInterval(() => {
    if (sent < reply.body.length) socket.write(reply.body.subarray(sent, (sent += 1)))
    else socket.end()
  }, dripMilliseconds)
  socket.once('close', () => {
    clearInterval(timer)
  })
}

const day = 86_400

const portal = '<!doctype html><title>Welcome</title><h1>Log in to use this network</h1>'

function page(status: number, html: string, headers: Reply['headers'] = []): Reply {
  return { status, headers: [['Content-Type', 'text/html'], ...headers], body: Buffer.from(html) }
}

function fail(status: number, code: string, headers: Reply['headers'] = []): Reply {
  const error = { code, message: 'something is wrong', request_id: '00000000-0000-4000-8000-000000000000' }
  const body = Buffer.from(JSON.stringify({ error }))
  return { status, headers: [['Content-Type', 'application/json'], ...headers], body }
}

/** The same answer with other values for some fields. */
function withFields(reply: Reply, fields: Readonly<Record<string, string>>): Reply {
  const names = Object.keys(fields).map(name => name.toLowerCase())
  const others = reply.headers.filter(([name]) => !names.includes(name.toLowerCase()))
  return { ...reply, headers: [...others, ...Object.entries(fields)] }
}

/** The same answer with other content, and the entity tag of that where it had one. */
function withContent(reply: Reply, content: string): Reply {
  const changed = { ...reply, body: Buffer.from(content) }
  const isTagged = reply.headers.some(([name]) => name.toLowerCase() === 'etag')
  return isTagged ? withFields(changed, { ETag: `"${hashMd5(content)}"` }) : changed
}

/** 64 MiB of white space before the smallest object: JSON, in a few kilobytes. */
const makeBomb = (): Buffer => Buffer.concat([Buffer.alloc(2 ** 26, ' '), Buffer.from('{}')])
let gzipBomb: Buffer | undefined
let brotliBomb: Buffer | undefined

function shuffle<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map(item => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}

/** The same value as someone else would write it: order, white space, escapes and the form of numbers. */
function reshape(value: unknown, random: () => number): string {
  const space = (): string => [' ', '\n', '\t', '\r\n', ''][Math.floor(random() * 5)] ?? ''
  const pad = (text: string): string => space() + text + space()
  if (Array.isArray(value)) return `[${value.map(item => pad(reshape(item, random))).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = shuffle(Object.entries(value), random)
    return `{${members.map(([name, member]) => pad(reshape(name, random)) + ':' + pad(reshape(member, random))).join(',')}}`
  }
  if (typeof value === 'string') {
    const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    const units = value
      .split('')
      .map(unit => (random() < 0.2 ? escape(unit) : JSON.stringify(unit).slice(1, -1)))
    return `"${units.join('')}"`
  }
  if (typeof value !== 'number') return JSON.stringify(value)
  const forms = Number.isInteger(value)
    ? [`${value}`, `${value}.0`, `${value}e0`, `${value}E+00`]
    : [`${value}`, `${value}0`]
  return forms[Math.floor(random() * forms.length)] ?? ''
}

function reshapeReply({ reply, random }: Scene): Reply {
  if (reply.body.length === 0) return reply
  return { ...reply, body: Buffer.from(reshape(JSON.parse(reply.body.toString()), random)) }
}

function answerOlder({ reply, target, older }: Scene): Reply {
  const isRecord = older !== undefined && reply.status === 200 && target.endsWith('/audit')
  const answered = isRecord ? withContent(reply, JSON.stringify(older)) : reply
  return withFields(answered, { Age: String(day) })
}

function answerOther({ reply }: Scene): Reply {
  const other = 'f0000000-0000-4000-8000-00000000000f'
  return withContent(reply, reply.body.toString().replace(/(?<="raffle_id":")[^"]*/g, other))
}

function skewClock({ reply }: Scene): Reply {
  const wrong = new Date(Date.now() + 1000 * day)
  const time = `${wrong.toISOString().slice(0, 19)}+00:00`
  const body = Buffer.from(reply.body.toString().replace(/(?<="as_of":")[^"]*/g, time))
  return withFields({ ...reply, body }, { Date: wrong.toUTCString() })
}

/** By their names. */
export const faults = {
  dns: { lookup: true },
  connect: { accept: raw => raw.destroy() },
  tls: { hello: raw => raw.destroy() },
  'after-request': { write: ({ socket }) => socket.destroy() },
  'mid-header': {
    write: ({ socket, reply }) => {
      const head = formatHead(reply)
      socket.end(head.slice(0, head.length / 2), 'latin1')
    },
  },
  'mid-body': {
    write: ({ socket, reply }) => {
      socket.write(formatHead({ ...reply, status: 200 }, reply.body.length + 1), 'latin1')
      socket.end(reply.body.subarray(0, reply.body.length / 2))
    },
  },
  drip: { write: drip },
  stall: { write: () => undefined },
  reset: { write: ({ raw }) => raw.resetAndDestroy() },
  'wrong-length': {
    write: ({ socket, reply }) => {
      socket.write(formatHead({ ...reply, status: 200 }, reply.body.length + 10), 'latin1')
      socket.end(reply.body)
    },
  },
  'gzip-bomb': {
    answer: ({ reply }) => {
      gzipBomb ??= gzipSync(makeBomb())
      return { ...withFields(reply, { 'Content-Encoding': 'gzip' }), status: 200, body: gzipBomb }
    },
  },
  'brotli-bomb': {
    answer: ({ reply }) => {
      brotliBomb ??= brotliCompressSync(makeBomb(), { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
      return { ...withFields(reply, { 'Content-Encoding': 'br' }), status: 200, body: brotliBomb }
    },
  },
  'wrong-type': { answer: ({ reply }) => withFields(reply, { 'Content-Type': 'text/html; charset=utf-8' }) },
  portal: { answer: () => page(200, portal) },
  'no-content': { answer: () => ({ status: 204, headers: [], body: Buffer.alloc(0) }) },
  partial: {
    answer: ({ reply }) => {
      const body = reply.body.subarray(0, reply.body.length / 2)
      const range = `bytes 0-${body.length - 1}/${reply.body.length}`
      return { ...withFields(reply, { 'Content-Range': range }), status: 206, body }
    },
  },
  'redirect-loop': { answer: ({ target }) => page(302, '', [['Location', target]]) },
  unauthorized: { answer: () => page(401, portal, [['WWW-Authenticate', 'Basic realm="network"']]) },
  limited: { answer: () => fail(429, 'RATE_LIMITED', [['Retry-After', String(365 * day)]]) },
  'server-error': { answer: () => fail(500, 'SERVER_ERROR') },
  unavailable: { answer: () => page(503, '<h1>Service Unavailable</h1>') },
  stale: { answer: answerOlder },
  'other-raffle': { answer: answerOther },
  bom: { answer: ({ reply }) => ({ ...reply, body: Buffer.concat([Buffer.from('\ufeff'), reply.body]) }) },
  reshaped: { answer: reshapeReply },
  'clock-skew': { answer: skewClock },
  'duplicate-header': {
    answer: ({ reply }) => ({
      ...reply,
      headers: [
        ...reply.headers,
        ['ETag', `"${hashMd5('')}"`],
        ['Content-Type', 'text/plain'],
        ['Retry-After', '9'],
      ],
    }),
  },
} as const satisfies Readonly<Record<string, Fault>>

export type FaultKind = keyof typeof faults
