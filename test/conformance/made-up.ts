/**
 * Answers of services that nobody asked: what is judged is given, and the rest is like an answer with status 200.
 *
 * @packageDocumentation
 */
import { readAnswer, type Answer, type Answered, type AnswersByProbe } from '../../src/conformance/answer.js'
import type { ProbeName } from '../../src/conformance/probe-names.js'
import type { RuleResult } from '../../src/conformance/rule.js'
import { DrawauditError } from '../../src/errors.js'
import type { Exchange } from '../../src/model/exchange.js'

export const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
export const baseUrl = 'https://raffles.example/api/v1'

const draw = {
  draw_id: '01234567-89ab-4def-8123-456789abcdef',
  prize_name: 'Phone (1st Prize)',
  drawn_at_utc: '2026-11-20T16:00:00+00:00',
  total_entries: 142,
  rng_seed_hash: `sha256:${'a'.repeat(64)}`,
  winner_entry_id: '10133',
  signature_hash: `sha256:${'b'.repeat(64)}`,
}

/** A record with two draws. */
export const sample = {
  raffle_id: raffle,
  total_draws: 2,
  draws: [
    draw,
    { ...draw, draw_id: raffle, prize_name: 'Mug (2nd Prize)', total_entries: 141, winner_entry_id: '10602' },
  ],
} as const

export interface Given extends Partial<Omit<Exchange, 'headers' | 'sent' | 'body'>> {
  readonly probe?: ProbeName
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly sent?: Readonly<Record<string, string>>
  /** The content. */
  readonly json?: unknown
  /** The content as it is written. */
  readonly text?: string | Uint8Array
  readonly requestId?: string
  readonly entries?: number
}

export function exchangeOf({ headers = {}, sent = {}, json = {}, text, ...given }: Given = {}): Exchange {
  return {
    method: 'GET',
    url: `${baseUrl}/raffles/${raffle}/audit`,
    status: 200,
    sentAt: '2026-11-20T16:14:59.000Z',
    receivedAt: '2026-11-20T16:15:00.000Z',
    redirects: [],
    ...given,
    sent: Object.entries(sent),
    headers: Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value: string) => [name, value] as const),
    ),
    body: text instanceof Uint8Array ? text : new TextEncoder().encode(text ?? JSON.stringify(json)),
  }
}

export function answer({ probe = 'audit', requestId, entries, ...given }: Given = {}): Answer {
  return readAnswer(probe, exchangeOf(given), {
    ...(requestId !== undefined && { requestId }),
    ...(entries !== undefined && { entries }),
  })
}

/** An answer of the service itself. */
export function answered(given?: Given): Answered {
  const one = answer(given)
  if ('fault' in one) throw one.fault
  return one
}

export const timeout = new DrawauditError('remote-timeout', 'no answer in time')

/** Answers by their probes; an error stands for one that did not come. */
export function seenOf(
  given: Readonly<Partial<Record<ProbeName, Given | DrawauditError>>> = {},
): AnswersByProbe {
  return new Map(
    (Object.entries(given) as [ProbeName, Given | DrawauditError][]).map(([probe, one]) => [
      probe,
      one instanceof DrawauditError ? { probe, fault: one } : answer({ probe, ...one }),
    ]),
  )
}

/** An ending in one line. */
export function told(ending: RuleResult): string {
  switch (ending.is) {
    case 'kept':
      return ending.says === undefined ? 'kept' : `says: ${ending.says}`
    case 'broken':
      return `broken: ${ending.expected} | ${ending.found}`
    case 'absent':
      return `absent: ${ending.because}`
    case 'undecided':
      return `undecided, ${ending.code}: ${ending.because}`
  }
}
