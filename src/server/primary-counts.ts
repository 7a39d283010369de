/**
 * One limit for several processes of one machine: the one that started the others counts, and they ask it. What is asked
 * in one turn of a process's loop goes and comes back together, so that the more there is to count the less each takes.
 *
 * A question is a byte for what is counted, with {@link peekFlag} where it is only looked up, and the two words of the
 * address; an answer what is left and when the window ends, as two doubles. Answers come in the order of the questions.
 *
 * @packageDocumentation
 */
import type { Duplex } from 'node:stream'
import type { ClientAddress } from './client-address.js'
import type { RateAllowance, Limiter, RateLimiter } from './rate-limit.js'
import type { LimiterName } from './routes.js'

const questionLength = 9
const answerLength = 16
const peekFlag = 0x80

/** Each by its place. */
const kinds = ['requests', 'pieces', 'visits'] as const satisfies readonly LimiterName[]

/** Answers what a process asks, until its end of the stream closes. */
export function answerCounts(stream: Duplex, limiters: Readonly<Record<LimiterName, RateLimiter>>): void {
  onFrames(stream, questionLength, (bytes, count) => {
    const now = performance.now()
    const answers = Buffer.allocUnsafe(count * answerLength)
    for (let index = 0; index < count; index += 1) {
      const at = index * questionLength
      const what = bytes.readUInt8(at)
      const address = { high: bytes.readUInt32LE(at + 1), low: bytes.readUInt32LE(at + 5) }
      const limiter = limiters[kinds[what & ~peekFlag] ?? 'requests']
      const { remaining, resetsIn } =
        what & peekFlag ? limiter.peek(address, now) : limiter.consume(address, now)
      answers.writeDoubleLE(remaining, index * answerLength)
      answers.writeDoubleLE(resetsIn, index * answerLength + 8)
    }
    stream.write(answers)
  })
  // Of a process that is gone: who started it hears of that otherwise.
  stream.on('error', () => undefined)
}

interface Waiting {
  readonly resolve: (allowance: RateAllowance) => void
  readonly reject: (error: Error) => void
}

/** What a process asks that does not count itself. */
export class PrimaryCounts {
  readonly #stream: Duplex
  /** Those that were asked and not answered, from a place on. */
  #waiting: Waiting[] = []
  #answered = 0
  #questions: Buffer = Buffer.allocUnsafe(questionLength * 64)
  #length = 0

  /** @param stream - whose other end is given to {@link answerCounts}. */
  constructor(stream: Duplex) {
    this.#stream = stream
    onFrames(stream, answerLength, (bytes, count) => {
      for (let index = 0; index < count; index += 1) {
        const at = index * answerLength
        this.#waiting[this.#answered]?.resolve({
          remaining: bytes.readDoubleLE(at),
          resetsIn: bytes.readDoubleLE(at + 8),
        })
        this.#answered += 1
      }
      if (this.#answered < this.#waiting.length) return
      this.#waiting = []
      this.#answered = 0
    })
    stream.on('error', () => undefined)
    stream.on('close', () => {
      for (const { reject } of this.#waiting.slice(this.#answered))
        reject(new Error('nobody counts requests'))
    })
  }

  /** A limiter that asks. @param limit - for whoever is told of it: what is left is what the other process says. */
  createLimiter(kind: LimiterName, limit: number): Limiter {
    const place = kinds.indexOf(kind)
    return {
      limit,
      consume: address => this.#ask(place, address),
      peek: address => this.#ask(place | peekFlag, address),
    }
  }

  close(): void {
    this.#stream.destroy()
  }

  #ask(what: number, { high, low }: ClientAddress): Promise<RateAllowance> {
    if (this.#length === 0) setImmediate(this.#send)
    if (this.#length === this.#questions.length) {
      this.#questions = Buffer.concat([this.#questions], this.#length * 2)
    }
    this.#questions.writeUInt8(what, this.#length)
    this.#questions.writeUInt32LE(high, this.#length + 1)
    this.#questions.writeUInt32LE(low, this.#length + 5)
    this.#length += questionLength
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  readonly #send = (): void => {
    this.#stream.write(Buffer.from(this.#questions.subarray(0, this.#length)))
    this.#length = 0
  }
}

/** Hands over what came, in whole pieces of a length. */
function onFrames(stream: Duplex, length: number, take: (bytes: Buffer, count: number) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const count = Math.floor(bytes.length / length)
    rest = bytes.subarray(count * length)
    if (count > 0) take(bytes, count)
  })
}
