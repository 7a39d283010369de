/**
 * What follows whenever something was signed: a head of the log over it, and the cosignatures of witnesses.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { submitToAll, type Submitted } from '../log/submit.js'
import { native } from '../native/engine.js'
import { findUncosigned, keepCosignatures } from '../operator/cosign-log.js'
import type { Desk } from '../operator/desk.js'
import { sequenceLog } from '../operator/sequence-log.js'
import { escapeText } from '../render/escape.js'
import { atDesk, type DeskArguments } from './desk.js'
import { talk } from './terminal.js'

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

/**
 * Signs a head over what was appended, and asks the witnesses that have not cosigned it.
 *
 * @returns undefined for a store without a log.
 * @throws DrawauditError as `sequenceLog` does; that a witness does not answer is no reason to.
 */
export async function advanceLog(desk: Desk, signal?: AbortSignal): Promise<Advanced | undefined> {
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
      client: { allowPrivate: true, env: process.env },
      engine: native,
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

/** Carries out a step of a ceremony, and brings what it signed into the log. */
export async function atCeremony<T>(args: DeskArguments, work: (desk: Desk) => Promise<T>): Promise<T> {
  return atDesk(args, async desk => {
    const result = await work(desk)
    // The step is done whatever becomes of the log, and the next one tries again.
    try {
      const advanced = await advanceLog(desk)
      if (advanced !== undefined) talk(renderAdvance(advanced))
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      const { message, hint } = error
      talk(
        `note: the log does not have it yet: ${escapeText(message)}${hint === undefined ? '' : `; ${escapeText(hint)}`}\n`,
      )
    }
    return result
  })
}

/** What is told of it beside the result. */
export function renderAdvance({ origin, size, witnesses, cosigned, faults }: Advanced): string {
  const by = witnesses === 0 ? '' : `, cosigned by ${cosigned} of ${countWitnesses(witnesses)}`
  const lines = faults.map(
    ({ url, fault }) => `note: ${escapeText(url)} has not cosigned it: ${escapeText(fault?.message ?? '')}\n`,
  )
  const isForked = faults.some(({ fault }) => fault?.code === 'witness-conflict')
  const again = isForked
    ? 'warning: another copy of this store has signed another history, or somebody has the key of the log: stop here, and compare the two\n'
    : faults.length > 0
      ? 'drawaudit log sequence asks again\n'
      : ''
  return `log ${escapeText(origin)}: ${size} ${size === 1 ? 'entry' : 'entries'}${by}\n${lines.join('')}${again}`
}

export const countWitnesses = (count: number): string => `${count} ${count === 1 ? 'witness' : 'witnesses'}`
