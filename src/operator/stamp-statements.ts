/**
 * Time-stamps of what was signed, asked of authorities (RFC 3161). They are evidence beside the statements: without
 * one everything goes on.
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { decodeEnvelope, encodeLogEntry } from '../core/dsse.js'
import { DrawauditError } from '../errors.js'
import { headerValue } from '../model/exchange.js'
import { parseStatement } from '../model/statement.js'
import { createClient, type ClientOptions } from '../remote/client.js'
import type { TokenRow } from '../store/ceremonies.js'
import { listEnvelopes } from '../store/public-ceremony.js'
import type { Desk } from './desk.js'
import { publishBundle } from './publish-ceremony.js'

/** What came of asking one authority for one statement. */
export interface Stamped {
  /** The authority. */
  readonly url: string
  /** Place of the statement in its chain, from 0. */
  readonly sequence: number
  /** Why there is no token. */
  readonly fault?: DrawauditError
}

export interface StampOptions {
  /** Where the names of proxies stand. */
  readonly env: NodeJS.ProcessEnv
  /** Milliseconds for all answers together; 10,000 by default. */
  readonly deadline?: number
}

/** Statements whose time counts for something: that of a draw is the round’s. */
const stampedTypes: readonly string[] = ['commitment', 'seal', 'cancellation']

const [queryType, answerType] = ['application/timestamp-query', 'application/timestamp-reply']

/** Bytes that an authority may answer: a token of 64 KiB, and what stands around it. */
const mostBytes = 66_000

/**
 * Asks authorities for time-stamps of the signed statements of a raffle that have none of theirs: all at once, and
 * bounded in time. What comes is kept, and the bundle made anew.
 *
 * @param urls - of the authorities, `http` and `https`: what they answer is signed.
 * @returns what was asked, in the order of statements. Empty where every token was there.
 * @throws DrawauditError as the store does; that an authority fails is no reason to.
 */
export async function stampStatements(
  desk: Pick<Desk, 'store' | 'random'>,
  raffleId: string,
  urls: readonly string[],
  options: StampOptions,
): Promise<readonly Stamped[]> {
  if (urls.length === 0) return []
  const { store } = desk
  const ceremony = await store.ceremonies.readCeremony(raffleId)
  const kept = await store.ceremonies.readTokens(raffleId)
  const isKept = (sequence: number, url: string): boolean =>
    kept.some(row => row.sequence === sequence && row.authority === url)
  const wanted = listEnvelopes(ceremony?.statements ?? []).flatMap((json, sequence) => {
    const envelope = decodeEnvelope(json)
    if (!stampedTypes.includes(parseStatement(envelope.payload).type)) return []
    const imprint = sha256(encodeLogEntry(envelope))
    return [...new Set(urls)].flatMap(url => (isKept(sequence, url) ? [] : [{ url, sequence, imprint }]))
  })
  if (wanted.length === 0) return []
  const answers = await askAll(desk, wanted, options)
  const rows = answers.flatMap(({ row }) => (row ? [row] : []))
  if (rows.length > 0) {
    await store.transact(async transaction => {
      for (const row of rows) await transaction.ceremonies.writeToken(raffleId, row)
      await publishBundle(transaction, raffleId)
    })
  }
  return answers.map(({ stamped }) => stamped)
}

interface Wanted {
  readonly url: string
  readonly sequence: number
  readonly imprint: Uint8Array
}

async function askAll(
  { random }: Pick<Desk, 'random'>,
  wanted: readonly Wanted[],
  { env, deadline = 10_000 }: StampOptions,
): Promise<readonly { readonly stamped: Stamped; readonly row?: TokenRow }[]> {
  // Whoever asks nobody does not load what reads ASN.1.
  const { encodeQuery, readAnswer } = await import('../timestamp/index.js')
  // The operator itself named them.
  const limits: ClientOptions = { allowPrivate: true, env, timeout: deadline, maxBytes: mostBytes }
  const client = createClient(limits)
  const signal = AbortSignal.timeout(deadline)
  try {
    return await Promise.all(
      wanted.map(async ({ url, sequence, imprint }) => {
        const query = { imprint, nonce: drawNonce(random) }
        try {
          const exchange = await client.request(url, {
            method: 'POST',
            headers: [
              ['content-type', queryType],
              ['accept', answerType],
            ],
            body: encodeQuery(query),
            signal,
          })
          const [type = ''] = (headerValue(exchange, 'content-type') ?? '').split(';')
          if (exchange.status !== 200 || type.trim().toLowerCase() !== answerType) {
            throw refused(`${new URL(url).host} answers ${exchange.status} instead of a time-stamp`)
          }
          const token = readAnswer(exchange.body, query)
          return { stamped: { url, sequence }, row: { sequence, authority: url, token } }
        } catch (error) {
          return { stamped: { url, sequence, fault: explain(error, signal, deadline) } }
        }
      }),
    )
  } finally {
    client.close()
  }
}

/** As a positive INTEGER of 8 bytes. */
function drawNonce(random: Desk['random']): Uint8Array {
  const nonce = random(8)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  return nonce
}

/** @throws what is no fault of an authority. */
function explain(error: unknown, signal: AbortSignal, deadline: number): DrawauditError {
  if (error instanceof DrawauditError) return error
  if (signal.aborted) return new DrawauditError('remote-timeout', `no answer within ${deadline / 1000} s`)
  throw error
}

function refused(message: string): DrawauditError {
  return new DrawauditError('timestamp-invalid', message, {
    hint: 'it may be down, or no authority of RFC 3161: ask again later, or ask another one',
  })
}
