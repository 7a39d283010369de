/**
 * The statements of a bundle, parsed once for all checks. Nothing is verified here.
 *
 * @packageDocumentation
 */
import type { Envelope } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { DrawauditError } from '../../errors.js'
import {
  parseStatement,
  statementType,
  type Cancellation,
  type Commitment,
  type Draw,
  type Replacement,
  type Seal,
  type Statement,
} from '../../model/statement.js'

/** One envelope of a bundle. */
export interface Link {
  readonly envelope: Envelope
  /** SHA-256 of the payload. */
  readonly digest: Uint8Array
  /** The signed statement, or why it is malformed. */
  readonly statement: Statement | DrawauditError
}

/** A selection of an entry, by a draw or a replacement. */
export type PickStatement = Draw | Replacement

export interface StatementChain {
  readonly links: readonly Link[]
  /** The first of each kind at any position: `statement.chain` checks positions. */
  readonly commitment?: Commitment
  readonly seal?: { readonly statement: Seal; readonly digest: Uint8Array }
  readonly draws: readonly Draw[]
  /** Draws and replacements, in the order of the chain. */
  readonly picks: readonly PickStatement[]
  readonly cancellation?: Cancellation
  /** Whether there are as many draws as prizes. */
  readonly drawn: boolean
}

/** Reads the statements of a bundle. */
export function readChain(envelopes: readonly Envelope[], engine: Engine): StatementChain {
  const links = envelopes.map((envelope): Link => ({
    envelope,
    digest: engine.hash('sha256', envelope.payload),
    statement: readStatement(envelope),
  }))
  const sealed = links.find(({ statement }) => isStatement(statement) && statement.type === 'seal')
  const statements = links.flatMap(({ statement }) => (isStatement(statement) ? [statement] : []))
  const commitment = statements.find(statement => statement.type === 'commitment')
  const draws = statements.filter(statement => statement.type === 'draw')
  const cancellation = statements.find(statement => statement.type === 'cancellation')
  return {
    links,
    ...(commitment && { commitment }),
    ...(sealed && { seal: { statement: sealed.statement as Seal, digest: sealed.digest } }),
    draws,
    picks: statements.filter(statement => statement.type === 'draw' || statement.type === 'replacement'),
    ...(cancellation && { cancellation }),
    drawn: commitment !== undefined && draws.length >= commitment.prizes.length,
  }
}

/** The statement in an envelope, or why it is malformed. */
export function readStatement({ payloadType, payload }: Envelope): Statement | DrawauditError {
  if (payloadType !== statementType) {
    const found = JSON.stringify(payloadType.slice(0, 100))
    return new DrawauditError(
      'statement-invalid',
      `expected the payload type ${statementType}, found ${found}`,
    )
  }
  try {
    return parseStatement(payload)
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
}

export function isStatement(value: Statement | DrawauditError): value is Statement {
  return !(value instanceof DrawauditError)
}

/** Names a statement by position and kind, for messages. */
export function nameStatement({ sequence, type }: Statement): string {
  return `statement ${sequence} (${type})`
}

/** Number of the replacement; 0 for a draw. */
export function attemptOf(pick: PickStatement): number {
  return pick.type === 'draw' ? 0 : pick.attempt
}

/** Names a pick: `the draw of prize 2`, `replacement 1 of prize 2`. */
export function namePick(pick: PickStatement): string {
  return pick.type === 'draw'
    ? `the draw of prize ${pick.position}`
    : `replacement ${pick.attempt} of prize ${pick.position}`
}
