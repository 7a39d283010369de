/**
 * Verifies a fraud proof: two contradicting checkpoints of one log (docs/PROTOCOL.md, "The log").
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { derivePrefixRoot } from '../../core/consistency-proof.js'
import type { Engine } from '../../core/engine.js'
import { portable } from '../../core/portable.js'
import { DrawauditError } from '../../errors.js'
import { parseFraudProof, type FraudProof } from '../../model/fraud-proof.js'
import type { Report } from '../../model/report.js'
import type { TrustedLog } from '../../model/trust-log.js'
import { emptyTrust, type TrustRoot } from '../../model/trust.js'
import { speak, type BundleClaimResult } from './checks/evidence.js'
import { describeEntries, readHead, type LogFault, type LogHead } from './log-head.js'
import { createReport, decideSubject, examineUnread, type Examination } from '../verdict.js'

/** Options of {@link verifyFraudProof}. */
export interface FraudProofOptions {
  /** Where it came from, for the report. */
  readonly source?: string
  /** Engine for hashes and signatures; portable by default. */
  readonly engine?: Engine
  /**
   * Logs besides those of the trust file, such as logs of Certificate Transparency, which a trust file cannot
   * contain.
   */
  readonly logs?: readonly TrustedLog[]
}

/** The claim that a fraud proof refutes. */
const claimId = 'log.consistent'

const { refuted, notProvable } = speak('the log shows everyone the same history')

/**
 * Verifies a fraud proof: whether it refutes that the log shows everyone the same history. It never proves
 * that claim.
 *
 * @param value - from `parseJson`.
 * @param trust - gives the log's key.
 */
export function verifyFraudProof(value: unknown, trust: TrustRoot, options: FraudProofOptions = {}): Report {
  return createReport([decideSubject(examineFraudProof(value, trust, options))])
}

/** Examines a fraud proof. A bad one gives a report, never an exception. */
export function examineFraudProof(
  value: unknown,
  trust: TrustRoot = emptyTrust,
  { source = 'fraud proof', engine = portable, logs = [] }: FraudProofOptions = {},
): Examination {
  const proof = tryParse(value)
  if (proof instanceof DrawauditError) {
    const message = `the fraud proof can be read: ${proof.message}`
    return examineUnread(source, 'fraud-proof', { code: proof.code, message })
  }
  const ending = checkFraudProof(proof, [...logs, ...trust.logs], engine)
  return {
    source,
    kind: 'fraud-proof',
    title: `two checkpoints of the log ${proof.origin}`,
    claims: [{ id: claimId, ...ending }],
    findings: [],
    who_could_choose:
      ending.status === 'refuted'
        ? 'whoever has the key of the log: it can show everyone another history, so nothing may rest on this log alone'
        : 'unknown: nothing shows that the log had two histories',
  }
}

function tryParse(value: unknown): FraudProof | DrawauditError {
  try {
    return parseFraudProof(value)
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
}

function checkFraudProof(
  { origin, checkpoints, prefix }: FraudProof,
  logs: readonly TrustedLog[],
  engine: Engine,
): BundleClaimResult {
  const log = logs.find(one => one.origin === origin)
  if (log === undefined) {
    const why = `the trust file does not have the key of the log ${JSON.stringify(origin)}`
    return notProvable('log-unknown', why)
  }
  // Witnesses and times do not matter: two signatures of the log are enough.
  const reader = { log, trust: emptyTrust, now: 0n, engine }
  const [first, second] = checkpoints.map(note => readHead(note, reader)) as [LogHeadResult, LogHeadResult]
  if ('why' in first) return notProvable('fraud-unproven', `the first checkpoint: ${first.why}`)
  if ('why' in second) return notProvable('fraud-unproven', `the second checkpoint: ${second.why}`)
  const { size: size1, root } = first
  const { size: size2, root: root2 } = second
  if (size1 > size2) return notProvable('fraud-unproven', 'the checkpoint of the larger log comes first')
  const other = derivePrefixRoot({ size1, size2, root2, hashes: prefix }, engine)
  if (other === undefined) {
    return notProvable('fraud-unproven', 'its hashes do not lead to the root of the second checkpoint')
  }
  if (equalBytes(other, root)) {
    return notProvable('fraud-unproven', 'the second checkpoint continues the first one')
  }
  return refuted(
    'log-forked',
    size1 === size2
      ? `the key of the log signed two checkpoints of a log of ${describeEntries(size1)} with different roots`
      : `the key of the log signed a checkpoint of ${size1} entries that are not the first of its ${size2} entries`,
  )
}

type LogHeadResult = LogHead | LogFault
