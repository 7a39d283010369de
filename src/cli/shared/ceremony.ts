/**
 * The steps of a ceremony at a terminal: each brings what it signed into the log, and says how far that came.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { advanceLog, type Advanced } from '../../operator/advance-log.js'
import type { Desk } from '../../operator/desk.js'
import { escapeText } from '../../render/escape.js'
import { atDesk, type DeskArguments } from './desk.js'
import { talk } from './terminal.js'

/** Carries out a step of a ceremony, and brings what it signed into the log. */
export async function atCeremony<T>(args: DeskArguments, work: (desk: Desk) => Promise<T>): Promise<T> {
  return atDesk(args, async desk => {
    const result = await work(desk)
    // The step is done whatever becomes of the log, and the next one tries again.
    try {
      const advanced = await advanceLog(desk, { env: process.env })
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
