/**
 * What follows whenever something was signed: a head of the log over it, and the cosignatures of witnesses.
 *
 * @packageDocumentation
 */
import { submitToAll, type Submitted } from '../log/witness/submit.js'
import { findUncosigned, keepCosignatures } from './cosign-log.js'
import type { Desk } from './desk.js'
import { sequenceLog } from './sequence-log.js'

/** Where the log of a store stands after it was advanced. */
export interface Advanced {
  readonly origin: string
  readonly size: number
  /** Entries that became a part of it. */
  readonly added: number
  readonly witnesses: number
  /** Those that have cosigned the head. */
  readonly cosigned: number
  /** Those that were asked and have not. */
  readonly faults: readonly Submitted[]
}

export interface AdvanceOptions {
  /** Where the names of proxies stand. */
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
}

/**
 * Signs a head over what was appended, and asks the witnesses that have not cosigned it.
 *
 * @returns undefined for a store without a log.
 * @throws DrawauditError as `sequenceLog` does; that a witness does not answer is no reason to.
 */
export async function advanceLog(desk: Desk, { env, signal }: AdvanceOptions): Promise<Advanced | undefined> {
  const { log } = desk.store
  const sequenced = await sequenceLog(desk)
  const uncosigned = await findUncosigned(log)
  const row = await log.readLog()
  if (sequenced === undefined || uncosigned === undefined || row === undefined) return undefined
  const { head, note, requests, prove } = uncosigned
  const answers = await submitToAll(
    requests.map(request => ({ ...request, note, proofFrom: prove })),
    {
      // The operator itself named them.
      client: { allowPrivate: true, env },
      engine: desk.engine,
      ...(signal && { signal }),
    },
  )
  const cosignatures = answers.flatMap(({ cosigned }) => (cosigned ? [cosigned.cosignature] : []))
  await keepCosignatures(desk, head.size, cosignatures)
  // Another process may have signed and submitted a larger one meanwhile.
  const isLast = (await log.readHead())?.size === head.size
  const witnesses = (await log.listWitnesses()).length
  return {
    origin: row.origin,
    size: head.size,
    added: sequenced.added,
    witnesses,
    cosigned: witnesses - requests.length + cosignatures.length,
    faults: isLast ? answers.filter(({ fault }) => fault !== undefined) : [],
  }
}
