/**
 * Selects the statements that count against an operator: anyone can show an observer anything.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import type { TrustRoot } from '../model/trust.js'
import { findSigner } from '../verify/bundle/signer.js'
import type { SeenStatement } from './statements-view.js'

/** The statements signed with keys of `trust`; all without a trust file. */
export function selectSigned(
  statements: readonly SeenStatement[],
  trust: TrustRoot | undefined,
  engine: Engine,
): readonly SeenStatement[] {
  if (trust === undefined) return statements
  return statements.filter(
    // Key ids are unsigned: a wrong one must not hide who signed.
    ({ envelope: { payloadType, payload, signature }, statement }) =>
      'key' in findSigner({ payloadType, payload, signature }, statement, trust, engine),
  )
}
