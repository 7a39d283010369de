/**
 * Proof that a log showed two histories (docs/PROTOCOL.md, "The log").
 *
 * @packageDocumentation
 */
import { decodeHex, encodeHex } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import { describeProblems, findProblems } from './schema.js'
import { validateFraudProof } from './validators/fraud-proof.js'

/** Two contradicting checkpoints of one log. Nothing in it has been verified. */
export interface FraudProof {
  readonly origin: string
  /** Signed notes, the one of the smaller log first. */
  readonly checkpoints: readonly [string, string]
  /**
   * If the sizes differ: the hashes for the root of the larger log's prefix, as long as the smaller log
   * (`derivePrefixRoot`).
   */
  readonly prefix: readonly Uint8Array[]
}

/** A fraud proof in JSON, as schemas/fraud-proof.json defines it. */
export interface FraudProofJson {
  readonly fraud: 'drawaudit/v1'
  readonly origin: string
  readonly checkpoints: readonly [string, string]
  readonly prefix: readonly string[]
}

export function isFraudProof(value: object): boolean {
  return 'fraud' in value
}

/**
 * Reads a fraud proof.
 *
 * @throws DrawauditError `proof-invalid` with everything that its schema (schemas/fraud-proof.json) refuses;
 * `document-unsupported` for another version.
 */
export function parseFraudProof(value: unknown): FraudProof {
  const { fraud: version } = Object(value) as { readonly fraud?: unknown }
  if (typeof version === 'string' && /^drawaudit\/v\d+$/.test(version) && version !== 'drawaudit/v1') {
    const message = `a fraud proof of ${version}, which this version does not know`
    throw new DrawauditError('document-unsupported', message, {
      where: { pointer: '/fraud' },
      hint: 'update drawaudit',
    })
  }
  const problems = findProblems(validateFraudProof, value)
  if (problems.length > 0) {
    throw new DrawauditError('proof-invalid', `not a fraud proof: ${describeProblems(problems)}`, {
      where: { pointer: problems[0]?.pointer ?? '' },
      hint: 'drawaudit monitor writes them',
    })
  }
  const { origin, checkpoints, prefix } = value as FraudProofJson
  return { origin, checkpoints, prefix: prefix.map(decodeHex) }
}

/** The JSON form of a fraud proof. */
export function encodeFraudProof({ origin, checkpoints, prefix }: FraudProof): FraudProofJson {
  return { fraud: 'drawaudit/v1', origin, checkpoints, prefix: prefix.map(encodeHex) }
}
