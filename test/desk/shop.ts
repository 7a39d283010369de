/**
 * A shop and an office that ask a desk until they are answered, whatever becomes of it meanwhile, and remember what
 * was said.
 *
 * @packageDocumentation
 */
import { randomBytes, randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { EnvelopeJson } from '../../src/core/dsse.js'
import { encodeHex } from '../../src/core/encoding.js'
import { hashNonce } from '../../src/model/receipt.js'
import { close, drawAt, noon } from '../operator/log-play.js'

/** An entry as a request has it. */
export interface Sold {
  readonly id: string
  readonly kind: 'paid' | 'free'
  readonly nonce_hash?: string
}

/** A sale, and what was answered; a shop that gave it up heard nothing. */
export interface Sale {
  readonly key: string
  readonly entries: readonly Sold[]
  answer?: Answer
}

export interface Refund {
  readonly id: string
  readonly nonce?: string
  answer?: Answer
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Where a desk is now; it waits for one that is away. */
export type FindDesk = () => Promise<string>

export interface Tokens {
  readonly shop: string
  readonly office: string
}

/** Requests of each of two workers before the list is sealed; they go on until they hear of it. */
const turns = 5

export class Shop {
  readonly sales: Sale[] = []
  readonly refunds: Refund[] = []
  /** By id: the receipt that was answered first. */
  readonly receipts = new Map<string, string>()
  /** What was answered otherwise than it should be. */
  readonly wrong: string[] = []
  /** By status, how often. */
  readonly statuses: Record<number, number> = {}
  isDone = false
  readonly #nonces = new Map<string, string>()
  readonly #path: string
  readonly #raffleId: string
  readonly #file: string
  readonly #tokens: Tokens
  readonly #find: FindDesk
  #isSealed = false

  constructor(raffleId: string, file: string, tokens: Tokens, find: FindDesk) {
    this.#raffleId = raffleId
    this.#path = `/v1/raffles/${raffleId}`
    this.#file = file
    this.#tokens = tokens
    this.#find = find
    this.#setClock(noon)
  }

  /** From the commitment to the winners. */
  async run(): Promise<void> {
    await this.#offer()
    const workers = [1, 2]
    const begin = async (worker: number): Promise<void> => {
      await this.#sell(worker, 20)
      for (let turn = 0; turn < turns; turn += 1) await this.#takeTurn(worker)
    }
    const goOn = async (worker: number): Promise<void> => {
      while (!this.#isSealed) await this.#takeTurn(worker)
    }
    const seal = async (): Promise<void> => {
      this.#setClock(close)
      this.#expect('the seal', await this.#ask('POST', '/seal', { token: this.#tokens.office }), 200)
    }
    await Promise.all(workers.map(begin))
    await Promise.all([...workers.map(goOn), seal()])
    // Whoever lost an answer hears it still.
    for (const sale of this.sales.filter(({ answer }) => answer?.status === 200).slice(-2)) {
      await this.#repeat(sale)
    }
    const refunded = this.refunds.findLast(({ answer }) => answer?.status === 200)
    if (refunded !== undefined) await this.#refund({ ...refunded })
    this.#setClock(drawAt + 3)
    this.#expect('the draw', await this.#ask('POST', '/draw', { token: this.#tokens.office }), 200)
    this.isDone = true
  }

  #setClock(seconds: number): void {
    writeFileSync(`${this.#file}.clock`, String(seconds))
  }

  async #offer(): Promise<void> {
    const body = {
      ...{ raffle_id: this.#raffleId, raffle_name: 'Summer raffle', max_entries: 100_000 },
      prizes: [{ prize_name: 'Mug' }, { prize_name: 'Voucher' }],
      entries_close_at_utc: new Date(1000 * close).toISOString(),
      draw_at_utc: new Date(1000 * drawAt).toISOString(),
    }
    const { office: token } = this.#tokens
    // A kill may leave it created.
    this.#expect(
      'the commitment',
      await this.#ask('POST', '', { token, body, path: '/v1/raffles' }),
      200,
      201,
    )
  }

  async #takeTurn(worker: number): Promise<void> {
    const kind = randomInt(10)
    const sold = this.sales.filter(({ answer }) => answer?.status === 200)
    const one = sold[randomInt(sold.length)]
    if (one === undefined) return
    if (kind < 5) await this.#sell(worker, randomInt(1, 21))
    else if (kind === 5) await this.#repeat(one)
    else if (kind === 6) await this.#sell(worker, 2, one.entries.slice(0, 3))
    else if (kind === 7) await this.#giveUp(worker)
    else {
      const id = one.entries[0]?.id ?? ''
      const nonce = randomInt(2) === 0 ? this.#nonces.get(id) : undefined
      await this.#refund({ id, ...(nonce !== undefined && { nonce }) })
    }
  }

  #begin(worker: number, count: number, known: readonly Sold[] = []): Sale {
    const key = `${worker}-${this.sales.length}`
    const fresh = Array.from({ length: count }, (_, at): Sold => {
      const id = `${key}-${at}`
      const kind = at % 5 === 4 ? 'free' : 'paid'
      if (at % 3 > 0) return { id, kind }
      const nonce = randomBytes(16)
      this.#nonces.set(id, encodeHex(nonce))
      return { id, kind, nonce_hash: hashNonce(nonce) }
    })
    const sale = { key, entries: [...known, ...fresh] }
    this.sales.push(sale)
    return sale
  }

  async #sell(worker: number, count: number, known: readonly Sold[] = []): Promise<void> {
    const sale = this.#begin(worker, count, known)
    sale.answer = await this.#askFor(sale)
    // What is known may have been refunded.
    this.#expect(`sale ${sale.key}`, sale.answer, 200, 409, ...(known.length > 0 ? [422] : []))
    if (sale.answer.status === 409) this.#isSealed = true
    if (sale.answer.status !== 200) return
    const { receipts } = JSON.parse(sale.answer.text) as { receipts: readonly EnvelopeJson[] }
    if (receipts.length !== sale.entries.length)
      this.wrong.push(`${receipts.length} receipts for ${sale.key}`)
    for (const [at, { id }] of sale.entries.entries()) {
      const receipt = JSON.stringify(receipts[at])
      if ((this.receipts.get(id) ?? receipt) !== receipt) this.wrong.push(`${id} has two receipts`)
      this.receipts.set(id, receipt)
    }
  }

  async #repeat(sale: Sale): Promise<void> {
    const again = await this.#askFor(sale)
    if (again.status !== 200 || again.text !== sale.answer?.text) {
      this.wrong.push(`${sale.key} is answered otherwise: ${again.status} ${again.text.slice(0, 200)}`)
    }
  }

  /** Asks once, and never learns what became of it, unless it hears at once. */
  async #giveUp(worker: number): Promise<void> {
    const sale = this.#begin(worker, randomInt(1, 21))
    const answer = await this.#askFor(sale, 1).catch(() => undefined)
    if (answer !== undefined && answer.status < 500) sale.answer = answer
    if (answer?.status === 409) this.#isSealed = true
  }

  async #refund(refund: Refund): Promise<void> {
    this.refunds.push(refund)
    const { id, nonce } = refund
    const body = { reason: 'refund', ...(nonce !== undefined && { nonce }) }
    const path = `/entries/${encodeURIComponent(id)}`
    refund.answer = await this.#ask('DELETE', path, { token: this.#tokens.shop, body })
    this.#expect(`refund of ${id}`, refund.answer, 200, 409)
    if (refund.answer.status === 409) this.#isSealed = true
  }

  #askFor({ key, entries }: Sale, tries?: number): Promise<Answer> {
    return this.#ask('POST', '/entries', {
      token: this.#tokens.shop,
      body: { entries },
      headers: { 'idempotency-key': key },
      ...(tries !== undefined && { tries }),
    })
  }

  /** As the shop of docs/DESK.md does; a desk that is away comes back at once. */
  async #ask(
    method: string,
    path: string,
    given: {
      readonly token: string
      readonly body?: object
      readonly headers?: Readonly<Record<string, string>>
      readonly path?: string
      readonly tries?: number
    },
  ): Promise<Answer> {
    const { token, body, headers, tries = 1000 } = given
    for (let left = tries; left > 0; left -= 1) {
      const url = await this.#find()
      try {
        const response = await fetch(`${url}${given.path ?? `${this.#path}${path}`}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
          ...(body && { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        const { status } = response
        this.statuses[status] = (this.statuses[status] ?? 0) + 1
        if (status < 500 && status !== 408 && status !== 429) return { status, text }
        if (status === 500) this.wrong.push(`${method} ${path}: ${status} ${text}`)
      } catch {
        // It died, perhaps in the middle of its answer.
      }
      await setTimeout(2)
    }
    throw new Error(`no answer to ${method} ${path}`)
  }

  #expect(what: string, { status, text }: Answer, ...expected: readonly number[]): void {
    if (!expected.includes(status)) this.wrong.push(`${what}: ${status} ${text.slice(0, 300)}`)
  }
}
