/**
 * The served command line as a process of its own, and bytes on a socket where a client of HTTP is too polite.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type t from 'tap'
import { bin, start } from '../cli/run.js'

/** A command that serves, running. */
export interface Served {
  readonly pid: number
  readonly port: number
  /** Every line of its log so far. */
  readonly logs: string[]
  readonly stderr: () => string
  readonly hasEnded: () => boolean
}

/** Runs `drawaudit serve` on a free port until the test ends. */
export const serve = (
  test: Pick<typeof t, 'teardown'>,
  file: string,
  ...settings: readonly string[]
): Promise<Served> => runServer(test, ['serve', '--store', file, '--port', '0', ...settings])

/** Runs a command that serves and says where, until the test ends. */
export async function runServer(test: Pick<typeof t, 'teardown'>, args: readonly string[]): Promise<Served> {
  const child = start(process.execPath, [bin, ...args])
  const errors: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const ended = once(child, 'close')
  test.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const logs: string[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', line => logs.push(line))
  const stderr = (): string => Buffer.concat(errors).toString()
  await Promise.race([once(lines, 'line'), ended])
  const { url } = JSON.parse(logs[0] ?? '{}') as { readonly url?: string }
  if (url === undefined || child.pid === undefined) throw new Error(`it does not listen: ${stderr()}`)
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  return { pid: child.pid, port: Number(new URL(url).port), logs, stderr, hasEnded }
}

/** Open descriptors of a process. */
export const countDescriptors = ({ pid }: Served): number => readdirSync(`/proc/${pid}/fd`).length

/** Memory of a process in bytes. */
export function readMemory({ pid }: Served): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Bytes that a process has read so far, from sockets and all else. */
export function countBytesRead({ pid }: Served): number {
  const [, bytes] = /^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? []
  return Number(bytes)
}

/** Waits for a condition that nothing announces. */
export async function eventually(condition: () => boolean, milliseconds = 5000): Promise<boolean> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited >= milliseconds) return false
    await setTimeout(20)
  }
  return true
}

export interface RawResponse {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Head and body as they came, as Latin-1. */
  readonly text: string
}

/** Takes the first response off some bytes; undefined when it is not whole yet. */
export function takeResponse(text: string, method = 'GET'): [RawResponse, rest: string] | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) [A-Z][A-Za-z0-9 -]*$/.exec(first) ?? []
  if (status === undefined) throw new Error(`no response: ${JSON.stringify(text.slice(0, 200))}`)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Za-z-]+): ([\x20-\x7e]*)$/.exec(line) ?? []
    if (name === '') throw new Error(`no header field: ${JSON.stringify(line)}`)
    headers[name.toLowerCase()] = value
  }
  const isEmpty = method === 'HEAD' || status === '204' || status === '304'
  const length = isEmpty ? 0 : Number(headers['content-length'])
  const stop = end + 4 + length
  if (text.length < stop) return undefined
  const whole = text.slice(0, stop)
  return [{ status: Number(status), headers, body: whole.slice(end + 4), text: whole }, text.slice(stop)]
}

/** A connection, and what came back on it that nobody took yet. */
export class Client {
  readonly socket: Socket
  /** Resolves with the milliseconds from the start to the end of the connection. */
  readonly closed: Promise<number>
  isClosed = false
  #text = ''
  #wake: () => void = () => undefined

  constructor({ port }: Pick<Served, 'port'>) {
    const startedAt = performance.now()
    this.socket = connect(port, '127.0.0.1')
    this.socket.setNoDelay(true)
    this.socket.on('data', chunk => {
      this.#text += chunk.toString('latin1')
      this.#wake()
    })
    // A server that closes while we still send resets the connection; what it said before counts.
    this.socket.on('error', () => undefined)
    this.closed = new Promise(resolve => {
      this.socket.on('close', () => {
        this.isClosed = true
        this.#wake()
        resolve(performance.now() - startedAt)
      })
    })
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  /** The next response; undefined when the connection ends before it is whole. */
  async receive(method = 'GET'): Promise<RawResponse | undefined> {
    for (;;) {
      const taken = takeResponse(this.#text, method)
      if (taken !== undefined) {
        this.#text = taken[1]
        return taken[0]
      }
      if (this.isClosed) return undefined
      await new Promise<void>(resolve => (this.#wake = resolve))
    }
  }

  /** Waits for a text to come, or the end of the connection; false when neither happens in time. */
  async waitFor(text: string, milliseconds: number): Promise<boolean> {
    const late = AbortSignal.timeout(milliseconds)
    late.addEventListener('abort', () => {
      this.#wake()
    })
    for (;;) {
      if (this.#text.includes(text) || this.isClosed) return true
      if (late.aborted) return false
      await new Promise<void>(resolve => (this.#wake = resolve))
    }
  }

  /** What came and was not taken yet, which is taken now. */
  takeAll(): string {
    const text = this.#text
    this.#text = ''
    return text
  }

  /** What came beside the responses that were taken. */
  get rest(): string {
    return this.#text
  }
}

/** The host of every raw request, which no response may repeat. */
export const evilHost = 'evil.example'

/** A request with these lines of header fields beside Host and Accept. */
export function format(target: string, lines: readonly string[] = [], method = 'GET'): string {
  const fields = [`Host: ${evilHost}`, 'Accept: application/json', ...lines]
  return `${method} ${target} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`
}

/** Takes so many bytes of an answer from the kernel, leaves the others there, and goes away. */
export async function readSome(
  { port }: Pick<Served, 'port'>,
  request: string,
  length: number,
): Promise<number> {
  return new Promise(resolve => {
    let read = 0
    const callback = (bytes: number): boolean => {
      read += bytes
      // What was not read makes the kernel reset the connection.
      socket.destroy()
      return false
    }
    const onread = { buffer: Buffer.alloc(length), callback }
    const socket = connect({ port, host: '127.0.0.1', onread })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve(read)
    })
    socket.write(request)
  })
}
