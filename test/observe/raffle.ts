/**
 * The statements of a raffle, as an operator signs them, and a service that shows them.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { quicknetChain, firstRoundAtOrAfter } from '../../src/core/beacon.js'
import {
  computeKeyId,
  derivePublicKey,
  encodeEnvelope,
  signEnvelope,
  type EnvelopeJson,
} from '../../src/core/dsse.js'
import { encodeHex } from '../../src/core/encoding.js'
import { formatTime } from '../../src/core/time.js'
import { encodeStatement, statementType, type Statement } from '../../src/model/statement.js'

export const raffleId = '0c7e4f7e-51d9-4a41-9a52-0c92cdbd1d6a'
export const operator = 'Example Raffles Ltd'

/** A key that is the same in every run. */
export function createKey(name: string) {
  const secretKey = new Uint8Array(createHash('sha256').update(name).digest())
  const key = derivePublicKey(secretKey)
  return { secretKey, publicKey: encodeHex(key.bytes), keyId: computeKeyId(key) }
}

export const operatorKey = createKey('operator')

/** A trust file, or what a service shows at `/keys`. */
export const keysView = {
  trust: 'drawaudit/v1',
  operators: [
    {
      name: operator,
      keys: [
        { algorithm: 'ed25519', public_key: operatorKey.publicKey, valid_from: '2026-01-01T00:00:00+00:00' },
      ],
    },
  ],
}

export interface RaffleOptions {
  /** Entries close so many seconds from now; the draw is a minute later. */
  readonly closesIn?: number
  readonly prizes?: number
  readonly name?: string
  readonly id?: string
  readonly entries?: number
  readonly beacon?: { readonly chain_hash: string; readonly round: number } | null
  readonly secretKey?: Uint8Array<ArrayBuffer>
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Signs anything as an operator would. */
export function signAs(statement: Statement, secretKey = operatorKey.secretKey): EnvelopeJson {
  return encodeEnvelope(signEnvelope(statementType, encodeStatement(statement), secretKey))
}

/** A whole chain: commitment, seal and a draw for each prize. */
export function createRaffle(options: RaffleOptions = {}): readonly EnvelopeJson[] {
  const { closesIn = 3600, prizes = 2, name = 'Summer', id = raffleId, entries = 142 } = options
  const now = Math.floor(Date.now() / 1000)
  const at = (seconds: number): string => formatTime(new Date(seconds * 1000))
  const drawAt = now + closesIn + 60
  const round = firstRoundAtOrAfter(quicknetChain, drawAt)
  const { beacon = { chain_hash: quicknetChain.chainHash, round } } = options
  const seeds = Array.from({ length: prizes }, (_, index) => createHash('sha256').update(`${index}`).digest())
  const named = seeds.map((seed, index) => ({
    draw_id: uuid(index + 1),
    prize_name: `Prize ${index + 1}`,
    rng_seed_hash: digestOf(seed),
  }))
  const root = digestOf(Buffer.from('root'))
  const bodies: readonly object[] = [
    {
      type: 'commitment',
      raffle_name: name,
      prizes: named,
      max_entries: 1000,
      entries_close_at_utc: at(now + closesIn),
      draw_at_utc: at(drawAt),
      beacon,
      selection: 'drawaudit-v1',
      supersedes: null,
    },
    { type: 'seal', total_entries: entries, paid_entries: entries, free_entries: 0, entries_root: root },
    ...named.map((prize, index) => ({
      type: 'draw',
      ...prize,
      position: index + 1,
      drawn_at_utc: at(now),
      total_entries: entries - index,
      rng_seed: seeds[index]?.toString('hex'),
      winner_index: index,
      winner_entry_id: `entry-${index}`,
    })),
  ]
  let previous: string | null = null
  return bodies.map((body, sequence) => {
    const statement = {
      ...body,
      raffle_id: id,
      sequence,
      previous,
      issued_at_utc: at(now),
      operator,
    } as Statement
    previous = digestOf(encodeStatement(statement))
    return signAs(statement, options.secretKey)
  })
}

/** A cancellation at the end of a chain. */
export function cancel(chain: readonly EnvelopeJson[]): readonly EnvelopeJson[] {
  const last = chain.at(-1)
  const statement: Statement = {
    type: 'cancellation',
    raffle_id: raffleId,
    sequence: chain.length,
    previous: last === undefined ? null : digestOf(Buffer.from(last.payload, 'base64')),
    issued_at_utc: formatTime(new Date()),
    operator,
    reason: 'too few entries',
  }
  return [...chain, signAs(statement)]
}

/** What a service answers next: statements, or anything else. */
export type Step = readonly EnvelopeJson[] | ((request: IncomingMessage, response: ServerResponse) => void)

export interface Shown {
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void
  /** The requests that came in: path and If-None-Match. */
  readonly asked: { readonly path: string; readonly tag: string | undefined }[]
  /** How many steps were shown. */
  readonly count: () => number
}

export const body = (statements: readonly unknown[], id = raffleId): string =>
  JSON.stringify({ raffle_id: id, total_statements: statements.length, statements })

/** A service that goes one step further with each request, and stays at the last; it has ETags. */
export function show(steps: readonly Step[], view = 'statements'): Shown {
  const asked: Shown['asked'] = []
  let next = 0
  return {
    asked,
    count: () => next,
    listener(request, response) {
      const path = request.url ?? ''
      const tag = request.headers['if-none-match']
      asked.push({ path, tag })
      if (path !== `/api/v1/raffles/${raffleId}/${view}`) {
        response.writeHead(404).end()
        return
      }
      const step = steps[Math.min(next, steps.length - 1)] ?? []
      next += 1
      if (typeof step === 'function') {
        step(request, response)
        return
      }
      const text = body(step)
      const etag = `"${createHash('md5').update(text).digest('hex')}"`
      if (tag === etag) response.writeHead(304, { etag }).end()
      else response.writeHead(200, { 'content-type': 'application/json', etag }).end(text)
    },
  }
}

/** Answers with a status, header fields and a body. */
export function answer(status: number, fields: Readonly<Record<string, string>> = {}, text = ''): Step {
  return (_, response) => {
    response.writeHead(status, fields).end(text)
  }
}
