/**
 * Raw requests from a seed against one server process, which is as it was when they are over.
 *
 * @packageDocumentation
 */
import { randomInt, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import type t from 'tap'
import { countDescriptors, eventually, readMemory, type Served } from '../server/raw.js'
import { createCase, type Grammar, type RawCase } from './raw-requests.js'

export interface BombardOptions {
  readonly grammar: Grammar
  /** Requests that are answered before it is over. */
  readonly total: number
  /** A request that is answered with 200 and always the same body, and ends the connection. */
  readonly formatGood: (id: string) => string
  /** What the server may say, whatever it is sent. */
  readonly allowed: ReadonlySet<number>
  /** Texts that no response may have. */
  readonly secrets?: readonly string[]
}

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
const connections = 16
/** Bytes that the server may have more at the end than when it was warm: its heap grows and shrinks by as much. */
const mostGrowth = 64 * 1024 * 1024

const endless = 'it does not end'

interface Reply {
  readonly text: string
  readonly error?: string
}

/** Sends requests until so many are answered, and says what was wrong with any answer, line of the log or the end. */
export async function bombard(test: typeof t, server: Served, options: BombardOptions): Promise<void> {
  const { grammar, total, formatGood, allowed, secrets = [] } = options
  /** Lines of the log less responses that were read, by the id of the request; those that are even are forgotten. */
  const unmatched = new Map<string, number>()
  let logged = 0
  const strangeLines: string[] = []
  const statuses = new Map<number, number>()
  const counts = { requests: 0, connections: 0, responses: 0, cut: 0, mayBeLost: 0 }
  const faults: string[] = []

  function match(id: string, difference: 1 | -1): void {
    const balance = (unmatched.get(id) ?? 0) + difference
    if (balance === 0) unmatched.delete(id)
    else unmatched.set(id, balance)
  }

  /** Reads what is new in the log, and forgets it. */
  function readLog(): void {
    for (const line of server.logs.splice(0)) {
      const [, id] =
        /^\{"level":"info","time":"[^"]+","id":"([0-9a-f-]{36})",[ -~]*"msg":"request"\}$/.exec(line) ?? []
      if (id === undefined) {
        if (!line.includes('"msg":"listening"')) strangeLines.push(line)
        continue
      }
      logged += 1
      match(id, 1)
    }
  }

  /** Tag and body of a good request that is alone on its connection. */
  async function ask(): Promise<string> {
    const id = randomUUID()
    const { text } = await perform(
      server.port,
      { pieces: [], requests: 1, ending: 'close', bytesRead: 0 },
      formatGood(id),
    )
    counts.responses += 1
    match(id, -1)
    const isRight = text.startsWith('HTTP/1.1 200 ') && text.includes(id)
    const [, etag = ''] = /^ETag: (\S+)\r$/m.exec(text) ?? []
    return isRight ? `${etag} ${text.slice(text.indexOf('\r\n\r\n') + 4)}` : `not right: ${text}`
  }

  /** What is wrong with one response, or with the beginning of one on a connection that was reset. */
  function readResponse(text: string): string | undefined {
    const status = Number(text.slice(9, 12))
    const end = text.indexOf('\r\n\r\n') + 4
    if (end < 4) return undefined
    const head = text.slice(0, end)
    // What a client is told that waits with its body.
    if (status === 100) return undefined
    const [, id = ''] = /^X-Request-Id: ([0-9a-f-]{36})\r$/m.exec(head) ?? []
    const [, length = '0'] = /^Content-Length: (\d+)\r$/m.exec(head) ?? []
    const body = text.slice(end)
    counts.responses += 1
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (id === '') return `no id: ${head}`
    match(id, -1)
    if (!allowed.has(status)) return `status ${status}`
    if (body.length > Number(length)) return `${body.length} bytes of ${length}`
    const tells = /\n\s+at |node:|\.[jt]s:\d|file:\/\/|raffles\.db/.test(text)
    if (tells || secrets.some(secret => text.includes(secret))) return 'it tells too much'
    const isError = status >= 400 && body.length === Number(length) && head.includes('application/json')
    const isEnvelope =
      body.startsWith('{"error":{"code":"') && new RegExp(`"request_id":"${id}"[,}]`).test(body)
    return isError && !isEnvelope && !body.includes('"unavailable"') ? `no envelope: ${body}` : undefined
  }

  async function work(number: number): Promise<void> {
    const one = createCase(grammar, seed, number)
    counts.requests += one.requests + 1
    counts.connections += 1
    const { text, error } = await perform(server.port, one, formatGood(randomUUID()))
    const responses = text.split(/(?=HTTP\/1\.1 \d{3} )/).filter(part => part !== '')
    const found = responses.map(readResponse).find(fault => fault !== undefined)
    const last = responses.at(-1) ?? ''
    // Who sends more behind a request that ends the connection may find it reset, and not all kernels say so.
    const isCut = error !== undefined || isPartial(last)
    if (isCut || one.ending !== 'close') counts.mayBeLost += one.requests + 1
    if (isCut && one.ending === 'close') counts.cut += 1
    // The last answer is to the good request, which asks for the end, or says itself that it is the last.
    const isAnswered = isCut || one.ending !== 'close' || /^Connection: close\r$/m.test(last)
    const fault =
      found ?? (error === endless ? error : undefined) ?? (isAnswered ? undefined : 'it ends without a word')
    if (fault !== undefined) {
      faults.push(`case ${number}: ${fault}: ${JSON.stringify(one)} (${String(error)}): ${text.slice(-500)}`)
    }
  }

  let next = 0
  /** Until the server has answered so many, by its own log. */
  async function workUntil(requests: number): Promise<void> {
    const workers = Array.from({ length: connections }, async () => {
      while (logged < requests && faults.length < 10) {
        await work(next++)
        if (server.logs.length > 100) readLog()
      }
    })
    await Promise.all(workers)
  }

  await test.test(`${total} requests, seed ${seed}`, async t => {
    const startedAt = performance.now()
    const first = await ask()
    t.notMatch(first, /^not right/)
    const descriptors = countDescriptors(server)
    // Code is compiled and the heap grows while the first ones are answered.
    await workUntil(Math.max(total / 10, Math.min(total / 2, 10_000)))
    const memory = readMemory(server)
    await workUntil(total)
    const seconds = (performance.now() - startedAt) / 1000

    t.strictSame(faults, [])
    t.ok(
      counts.cut <= counts.connections / 200,
      `${counts.cut} of ${counts.connections} connections were reset`,
    )
    t.ok(existsSync(`/proc/${server.pid}`) && !server.hasEnded(), 'the same process')
    t.equal(await ask(), first, 'the same body and ETag')
    t.ok(await eventually(() => countDescriptors(server) <= descriptors), 'no descriptor is left open')
    const isEven = (): boolean => {
      readLog()
      return [...unmatched.values()].every(difference => difference > 0)
    }
    t.ok(await eventually(isEven), 'each response has a line of the log')
    const lost = [...unmatched.values()].reduce((sum, difference) => sum + difference, 0)
    t.equal(logged, counts.responses + lost, 'and one only')
    t.ok(
      lost <= counts.mayBeLost,
      `${lost} more lines, of ${counts.mayBeLost} requests whose client went away`,
    )
    t.strictSame(strangeLines, [], 'and nothing else is in it')
    t.equal(server.stderr(), '')
    const growth = readMemory(server) - memory
    t.ok(growth <= mostGrowth, `${inMegabytes(growth)} MB more than when it was warm`)

    const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, number]) => `${status}: ${number}`)
    t.comment(
      `${logged} requests answered of ${counts.requests} on ${counts.connections} connections in ${seconds.toFixed(1)} s`,
    )
    t.comment(`${counts.responses} responses were read; ${counts.cut} connections were cut by the server`)
    t.comment(byStatus.join(', '))
    t.comment(`descriptors: ${descriptors} before, ${countDescriptors(server)} after`)
    t.comment(`memory: ${inMegabytes(memory)} MB when warm, ${inMegabytes(readMemory(server))} MB after`)
  })
}

/** Does what a case says, with a last request behind it, and collects what comes back. */
function perform(port: number, { pieces, ending, bytesRead }: RawCase, last: string): Promise<Reply> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let length = 0
    let error: string | undefined
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const patience = setTimeout(() => {
      error = endless
      socket.destroy()
    }, 30_000)
    socket.on('data', chunk => {
      chunks.push(chunk)
      length += chunk.length
      if (ending === 'leave' && length >= bytesRead) socket.resetAndDestroy()
    })
    socket.on('error', ({ message }) => (error ??= message))
    socket.on('close', () => {
      clearTimeout(patience)
      resolve({ text: Buffer.concat(chunks).toString('latin1'), ...(error !== undefined && { error }) })
    })
    const write = (index: number): void => {
      const piece = pieces[index]
      if (piece !== undefined) {
        socket.write(piece, 'latin1')
        if (index + 1 < pieces.length) setImmediate(write, index + 1)
        else write(index + 1)
      } else if (ending === 'half') socket.end()
      else if (ending === 'reset') socket.write('', () => socket.resetAndDestroy())
      else socket.write(last, 'latin1')
    }
    write(0)
  })
}

/** Whether some of a body is there, and not all. */
function isPartial(response: string): boolean {
  const end = response.indexOf('\r\n\r\n') + 4
  const [, length = '0'] = /^Content-Length: (\d+)\r$/m.exec(response.slice(0, end)) ?? []
  return response !== '' && (end < 4 || (response.length > end && response.length - end < Number(length)))
}

const inMegabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)
