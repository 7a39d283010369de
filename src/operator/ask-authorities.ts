/**
 * Asks time-stamping authorities (RFC 3161): all at once, within a time limit.
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeLogEntry, type Envelope } from '../core/dsse.js'
import { DrawauditError } from '../errors.js'
import { headerValue } from '../model/exchange.js'
import { createClient, type ClientOptions } from '../remote/client.js'
import type { TimestampQuery } from '../timestamp/index.js'
import type { Desk } from './desk.js'

export interface StampOptions {
  /** Environment with the proxy settings. */
  readonly env: NodeJS.ProcessEnv
  /** Time limit for all answers together, in milliseconds; 10,000 by default. */
  readonly deadline?: number
}

/** A request to stamp an envelope. */
export interface StampRequest {
  /** URL of the authority, `http` or `https`: its answer is signed. */
  readonly url: string
  readonly envelope: Envelope
}

/** The answer: DER of a token over the envelope, or why there is none. */
export type Stamping = { readonly token: Uint8Array } | { readonly fault: DrawauditError }

const [queryType, answerType] = ['application/timestamp-query', 'application/timestamp-reply']

/** Max bytes of an answer: a token of 64 KiB and its wrapping. */
const mostBytes = 66_000

/**
 * Asks authorities to stamp envelopes in the form of their log entries.
 *
 * @returns an answer for each question, in order. A failing authority does not make it throw.
 */
export async function askAuthorities<Q extends StampRequest>(
  random: Desk['random'],
  questions: readonly Q[],
  { env, deadline = 10_000 }: StampOptions,
): Promise<readonly (Q & Stamping)[]> {
  if (questions.length === 0) return []
  // Loads the ASN.1 code only if anybody is asked.
  const { encodeQuery, readTimestampResponse } = await import('../timestamp/index.js')
  // Configured by the operator.
  const limits: ClientOptions = { allowPrivate: true, env, timeout: deadline, maxBytes: mostBytes }
  const client = createClient(limits)
  const signal = AbortSignal.timeout(deadline)
  try {
    return await Promise.all(
      questions.map(async question => {
        const { url, envelope } = question
        const query: TimestampQuery = { imprint: sha256(encodeLogEntry(envelope)), nonce: drawNonce(random) }
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
          return { ...question, token: readTimestampResponse(exchange.body, query) }
        } catch (error) {
          return { ...question, fault: explain(error, signal, deadline) }
        }
      }),
    )
  } finally {
    client.close()
  }
}

/** The identity of an authority: its URL without a trailing slash. */
export function nameAuthority(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname.replace(/\/$/, '')}${search}`
}

/** Distinct authorities, by the first URL of each. */
export function listAuthorities(urls: readonly string[]): readonly string[] {
  const names = urls.map(nameAuthority)
  return urls.filter((_, place) => names.indexOf(names[place] ?? '') === place)
}

/** A positive INTEGER of 8 bytes. */
function drawNonce(random: Desk['random']): Uint8Array {
  const nonce = random(8)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  return nonce
}

/** @throws errors that are not the authority's fault. */
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
