/**
 * One rate limit for several processes of a machine: the primary counts, and its workers ask it. The
 * questions of one turn of a worker's event loop are sent and answered together, so the cost of each falls
 * under load.
 *
 * A question is 9 bytes: the kind of count, with {@link peekFlag} for a lookup without counting, and the two
 * 32-bit words of the address. An answer is two doubles: what remains, and when the window ends. Answers come
 * in the order of the questions.
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

/** The index of a kind is its byte in a question. */
const kinds = ['requests', 'pieces', 'visits'] as const satisfies readonly LimiterName[]

/** Answers a worker's questions until its end of the stream closes. */
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
  // The worker is gone; its supervisor learns of that otherwise.
  stream.on('error', () => undefined)
}

interface Waiting {
  readonly resolve: (allowance: RateAllowance) => void
  readonly reject: (error: Error) => void
}

/** The limiters of a worker, which asks the primary. */
export class PrimaryCounts {
  readonly #stream: Duplex
  /** Unanswered questions, from an index on. */
  #waiting: Waiting[] = []
  #answered = 0
  #questions: Buffer = Buffer.allocUnsafe(questionLength * 64)
  #length = 0

  /** @param stream - the other end is given to {@link answerCounts}. */
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

  /**
   * Creates a limiter that asks the primary.
   *
   * @param limit - reported to clients; what remains is the primary's answer.
   */
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

/** Passes on received bytes in multiples of a frame's length. */
function onFrames(stream: Duplex, length: number, take: (bytes: Buffer, count: number) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const count = Math.floor(bytes.length / length)
    rest = bytes.subarray(count * length)
    if (count > 0) take(bytes, count)
  })
}
