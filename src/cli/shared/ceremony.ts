/**
 * The steps of a ceremony at a terminal: each has what it signed time-stamped, brings it into the log, and says how far
 * that came.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { advanceLog, type Advanced } from '../../operator/advance-log.js'
import type { Desk } from '../../operator/desk.js'
import { stampStatements, type Stamped } from '../../operator/stamp-statements.js'
import { escapeText } from '../../render/escape.js'
import { atDesk, type DeskArguments } from './desk.js'
import { valueOption } from './options.js'
import { talk } from './terminal.js'

/** Whom else a step is shown. */
export const timestampOption = {
  ...valueOption,
  array: true as const,
  describe:
    'An authority (RFC 3161) to ask for a time-stamp of what is signed; more with the option given again (default: DRAWAUDIT_TIMESTAMP)',
}

/** What a step that is time-stamped takes. */
export interface CeremonyArguments extends DeskArguments {
  readonly timestamp?: readonly string[] | undefined
}

/**
 * Carries out a step of a ceremony, has authorities time-stamp what it signed, and brings it into the log.
 *
 * @param raffleIdOf - of the result of a step that is time-stamped.
 */
export async function atCeremony<T>(
  args: CeremonyArguments,
  work: (desk: Desk) => Promise<T>,
  raffleIdOf?: (result: T) => string,
): Promise<T> {
  return atDesk(args, async desk => {
    const result = await work(desk)
    // The step is done whatever becomes of these, and the next one tries again.
    await Promise.all([
      inform('the log does not have it yet', async () => {
        const advanced = await advanceLog(desk, { env: process.env })
        return advanced === undefined ? '' : renderAdvance(advanced)
      }),
      raffleIdOf !== undefined &&
        inform('nothing is time-stamped', async () => {
          const urls = findAuthorities(args)
          return renderStamped(await stampStatements(desk, raffleIdOf(result), urls, { env: process.env }))
        }),
    ])
    return result
  })
}

/** Says what came of something that may fail without harm. */
async function inform(failure: string, work: () => Promise<string>): Promise<void> {
  try {
    talk(await work())
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { message, hint } = error
    talk(`note: ${failure}: ${escapeText(message)}${hint === undefined ? '' : `; ${escapeText(hint)}`}\n`)
  }
}

/** Several stand apart by white space where the environment names them. */
function findAuthorities({ timestamp }: CeremonyArguments): readonly string[] {
  return timestamp ?? (process.env['DRAWAUDIT_TIMESTAMP'] ?? '').split(/\s+/).filter(url => url !== '')
}

/** What came of asking for time-stamps, beside the result. */
function renderStamped(stamped: readonly Stamped[]): string {
  const failed = stamped.filter(({ fault }) => fault !== undefined)
  return [
    ...stamped.flatMap(({ url, sequence, fault }) =>
      fault === undefined ? [`time-stamped: statement ${sequence} by ${escapeText(url)}\n`] : [],
    ),
    ...failed.map(
      ({ url, sequence, fault }) =>
        `note: ${escapeText(url)} has not time-stamped statement ${sequence}: ${escapeText(fault?.message ?? '')}\n`,
    ),
    failed.length > 0 ? 'nothing is lost: the same command asks again, raffle create with --raffle ID\n' : '',
  ].join('')
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
