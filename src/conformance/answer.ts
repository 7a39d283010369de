/**
 * What came of one request, its content read once.
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
  /** The content as JSON, or why it is none. */
  readonly content: { readonly value: JsonValue } | { readonly problem: DrawauditError }
  /** The X-Request-Id that was sent. */
  readonly requestId?: string
  /** The `entries` that were asked for. */
  readonly entries?: number
}

/** No answer of the service came: `fault` has a code that begins with `remote-`, or says why none was asked for. */
export interface Unanswered {
  readonly probe: ProbeName
  readonly fault: DrawauditError
  /** What came instead, where something in front of the service answered. */
  readonly exchange?: Exchange
}

export type Answer = Answered | Unanswered

/** Answers by the name of their probe. */
export type Seen = ReadonlyMap<ProbeName, Answer>

/** An answer with its content read, unless it is not the service's. */
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

/** The faults of a content that JSON does not allow; others are what drawaudit refuses to read. */
const notJson = [
  'utf8-invalid',
  'json-bom',
  'json-empty',
  'json-syntax',
  'json-trailing-data',
  'json-duplicate-name',
]

/** Whether a content that could not be read breaks JSON itself (RFC 8259; names as RFC 7493 has them). */
export function breaksJson({ code }: DrawauditError): boolean {
  return notJson.includes(code)
}

export type Members = Readonly<Record<string, JsonValue | undefined>>

/** The members of an object, without what every object inherits. */
export function membersOf(value: JsonValue | undefined): Members | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.assign(Object.create(null) as Members, value)
}

/** A value as a report shows it. */
export function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text
}
