/**
 * Reads a service's published statements of a raffle as evidence, and keeps them as served.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { decodeEnvelope, type Envelope, type EnvelopeJson } from '../core/dsse.js'
import { encodeHex, encodeUtf8 } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { parseJson, type JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { findProblems } from '../model/schema.js'
import { parseStatement, statementType, type Statement } from '../model/statement.js'
import { validateEnvelope } from '../model/validators/envelope.js'

/** A statement that was seen. Its signature has not been checked. */
export interface SeenStatement {
  readonly statement: Statement
  /** SHA-256 of the payload, 64 lower-case hex digits: the identity of a statement. */
  readonly digest: string
  readonly envelope: Envelope
}

/** What a service showed. */
export interface StatementsView {
  /** The distinct well-formed envelopes, exactly as served. */
  readonly envelopes: readonly EnvelopeJson[]
  /** The statements of the raffle among them. */
  readonly statements: readonly SeenStatement[]
  /** Number of items served as statements that are not of this raffle. */
  readonly strange: number
}

/** Max bytes of a log entry, and so of a statement's envelope. */
const longestEnvelope = 65_535

/**
 * Reads the view `/raffles/{id}/statements`, or a bundle.
 *
 * @param raffleId - in lower case.
 * @throws DrawauditError `remote-error` for anything else, and for the view of another raffle.
 */
export function readStatementsView(body: Uint8Array, raffleId: string, engine: Engine): StatementsView {
  const { raffle_id: stated, statements } = readObject(body)
  if (!Array.isArray(statements)) throw refuse('it has no list of statements')
  // A bundle does not name its raffle.
  if (stated !== undefined && (typeof stated !== 'string' || stated.toLowerCase() !== raffleId)) {
    throw refuse(`it is of raffle ${JSON.stringify(stated)}`)
  }
  const kept = new Map<string, EnvelopeJson>()
  let strange = 0
  for (const value of statements as readonly JsonValue[]) {
    const text = canonicalize(value)
    if (isEnvelope(value, text)) kept.set(text, value)
    else strange += 1
  }
  const envelopes = [...kept.values()]
  const seen = readStatements(envelopes, raffleId, engine)
  return { envelopes, statements: seen, strange: strange + envelopes.length - seen.length }
}

/** The statements of a raffle among well-formed envelopes; a statement signed twice appears twice. */
export function readStatements(
  envelopes: readonly EnvelopeJson[],
  raffleId: string,
  engine: Engine,
): readonly SeenStatement[] {
  return envelopes.flatMap(json => {
    const envelope = decodeEnvelope(json)
    const statement = attempt(() => parseStatement(envelope.payload))
    if (envelope.payloadType !== statementType || statement?.raffle_id !== raffleId) return []
    return [{ statement, envelope, digest: encodeHex(engine.hash('sha256', envelope.payload)) }]
  })
}

function isEnvelope(value: unknown, text: string): value is EnvelopeJson {
  return (
    encodeUtf8(text).length <= longestEnvelope &&
    findProblems(validateEnvelope, value).length === 0 &&
    attempt(() => decodeEnvelope(value as EnvelopeJson)) !== undefined
  )
}

function readObject(body: Uint8Array): Readonly<Record<string, JsonValue>> {
  let value: JsonValue
  try {
    value = parseJson(body)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw refuse(error.message)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, JsonValue>>
  }
  throw refuse('it is no JSON object')
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

function refuse(why: string): DrawauditError {
  return new DrawauditError(
    'remote-error',
    `the service does not show the statements of the raffle: ${why}`,
    {
      hint: 'is it the base URL of the service, up to /api/v1?',
    },
  )
}
