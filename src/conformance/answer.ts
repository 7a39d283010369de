/**
 * The answer to a request, with its content parsed once.
 *
 * @packageDocumentation
 */
import { parseJson, type JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import type { Exchange } from '../model/exchange.js'
import { findIntermediary } from './intermediary.js'
import type { ProbeName } from './probe-names.js'

export interface Answered {
  readonly probe: ProbeName
  readonly exchange: Exchange
  /** The content as JSON, or why it is not JSON. */
  readonly content: { readonly value: JsonValue } | { readonly problem: DrawauditError }
  /** The X-Request-Id of the request. */
  readonly requestId?: string
  /** The requested `entries`. */
  readonly entries?: number
}

/**
 * No answer from the service: `fault` has a code that begins with `remote-`, or says why no request was sent.
 */
export interface Unanswered {
  readonly probe: ProbeName
  readonly fault: DrawauditError
  /** The response of an intermediary, if there was one. */
  readonly exchange?: Exchange
}

export type Answer = Answered | Unanswered

/** Answers by probe. */
export type AnswersByProbe = ReadonlyMap<ProbeName, Answer>

/** An answer with its content parsed, unless it is an intermediary's. */
export function readAnswer(
  probe: ProbeName,
  exchange: Exchange,
  about: Pick<Answered, 'requestId' | 'entries'> = {},
): Answer {
  const fault = findIntermediary(exchange, about.requestId)
  if (fault !== undefined) return { probe, fault, exchange }
  return { probe, exchange, content: readContent(exchange.body), ...about }
}

function readContent(body: Uint8Array): Answered['content'] {
  try {
    return { value: parseJson(body, { numbers: 'any' }) }
  } catch (error) {
    if (error instanceof DrawauditError && error.code !== 'internal') return { problem: error }
    throw error
  }
}

/** Codes for violations of JSON; others are limits of drawaudit. */
const notJson = [
  'utf8-invalid',
  'json-bom',
  'json-empty',
  'json-syntax',
  'json-trailing-data',
  'json-duplicate-name',
]

/** Whether unreadable content violates JSON itself (RFC 8259; names by RFC 7493). */
export function breaksJson({ code }: DrawauditError): boolean {
  return notJson.includes(code)
}

export type Members = Readonly<Record<string, JsonValue | undefined>>

/** The own members of an object, without inherited ones. */
export function objectMembers(value: JsonValue | undefined): Members | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.assign(Object.create(null) as Members, value)
}

/** A value for display in a report. */
export function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text
}
