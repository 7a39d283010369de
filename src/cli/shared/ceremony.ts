/**
 * Steps of a ceremony at the terminal: carries out the step, has its statement time-stamped if it is such a step,
 * updates the log, and reports progress.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { advanceLog, type Advanced } from '../../operator/advance-log.js'
import type { Desk } from '../../operator/desk.js'
import type { Outlook } from '../../operator/outlook.js'
import { stampStatements, type StampResult } from '../../operator/stamp-statements.js'
import { escapeText } from '../../render/escape.js'
import { maskUrl } from '../../render/mask-url.js'
import { atDesk, type DeskArguments } from './desk.js'
import { valueOption } from './options.js'
import { findOutlook } from './outlook.js'
import { findSetting } from './settings.js'
import { talk } from './terminal.js'

/** Time-stamp authorities for a step. */
export const authorityOption = {
  ...valueOption,
  array: true as const,
  placeholder: 'URL',
  describe: 'An authority (RFC 3161) to ask for a time-stamp of what is signed; may be repeated',
  fallback: { environment: ['DRAWAUDIT_TIMESTAMP'], setting: 'timestampers' as const },
}

/** Arguments of a time-stamped step. */
export interface CeremonyArguments extends DeskArguments {
  readonly timestamp?: readonly string[] | undefined
}

/** The result of a step, with the best level its raffle can still reach. */
export interface StepResult<T> {
  readonly result: T
  /** Undefined if it cannot be read. */
  readonly outlook: Outlook | undefined
}

/** Carries out a step of a ceremony, and adds what it signed to the log. */
export async function atCeremony<T>(
  args: CeremonyArguments,
  raffleId: string,
  work: (desk: Desk) => Promise<T>,
): Promise<StepResult<T>> {
  return atDesk(args, async desk => {
    const result = await work(desk)
    // The step counts even if this fails; the next step tries again.
    await bringToLog(desk)
    return { result, outlook: await findOutlook(desk.store, raffleId, findAuthorities(args)) }
  })
}

/** A time-stamped step, with the results of its authorities. */
export interface StampedStep<T> extends StepResult<T> {
  readonly stamped: readonly StampResult[]
  /** State of the log; absent without a log, or if advancing it failed, which was reported. */
  readonly advanced?: Advanced
}

/**
 * Carries out a step of a ceremony, has authorities time-stamp its statement, and adds it to the log.
 *
 * @param raffleIdOf - the raffle id of a result.
 */
export async function atStampedCeremony<T>(
  args: CeremonyArguments,
  work: (desk: Desk) => Promise<T>,
  raffleIdOf: (result: T) => string,
): Promise<StampedStep<T>> {
  return atDesk(args, async desk => {
    const result = await work(desk)
    const raffleId = raffleIdOf(result)
    const [stamped = [], advanced] = await Promise.all([
      inform('nothing is time-stamped', async () => {
        const answers = await stampStatements(desk, raffleId, findAuthorities(args), { env: process.env })
        talk(renderStamped(raffleId, answers))
        return answers
      }),
      bringToLog(desk),
    ])
    const outlook = await findOutlook(desk.store, raffleId, findAuthorities(args))
    return { result, stamped, ...(advanced && { advanced }), outlook }
  })
}

async function bringToLog(desk: Desk): Promise<Advanced | undefined> {
  return inform('the log does not have it yet', async () => {
    const advanced = await advanceLog(desk, { env: process.env })
    if (advanced !== undefined) talk(renderAdvance(advanced))
    return advanced
  })
}

/** Reports an error of work that may fail without harm, as a note. */
async function inform<T>(failure: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { message, hint } = error
    talk(`note: ${failure}: ${escapeText(message)}${hint === undefined ? '' : `; ${escapeText(hint)}`}\n`)
    return undefined
  }
}

/** URLs of the authorities to ask: from the options, else the environment, else the settings. */
export function findAuthorities({ timestamp }: Pick<CeremonyArguments, 'timestamp'>): readonly string[] {
  return findSetting('timestampers', timestamp) ?? []
}

/** Notes about time-stamp requests. */
export function renderStamped(raffleId: string, stamped: readonly StampResult[]): string {
  const isWhole = stamped.every(({ fault }) => fault === undefined)
  return [
    ...stamped.map(({ url, sequence, fault, isKeptBefore }) =>
      fault === undefined
        ? isKeptBefore === true
          ? `statement ${sequence} was time-stamped by ${tell(url)} meanwhile: that token is kept\n`
          : `time-stamped: statement ${sequence} by ${tell(url)}\n`
        : `note: ${tell(url)} has not time-stamped statement ${sequence}: ${escapeText(fault.message)}\n`,
    ),
    isWhole ? '' : `nothing is lost, and drawaudit raffle timestamp ${raffleId} asks again\n`,
  ].join('')
}

/** Results of time-stamp requests, in JSON. */
export function describeStamped(stamped: readonly StampResult[]): readonly object[] {
  return stamped.map(({ url, sequence, fault, isKeptBefore }) => ({
    authority: maskUrl(url),
    sequence,
    kept: fault === undefined,
    ...(isKeptBefore === true && { kept_before: true }),
    ...(fault !== undefined && { code: fault.code, message: fault.message }),
  }))
}

/** A URL without its secrets, escaped for the terminal. */
const tell = (url: string): string => escapeText(maskUrl(url))

/** State of the log, in JSON. */
export const describeAdvance = ({ origin, size, added, witnesses, cosigned, faults }: Advanced) => ({
  origin,
  size,
  added,
  witnesses,
  cosigned,
  faults: faults.map(({ url, fault }) => ({
    url: maskUrl(url),
    code: fault?.code,
    message: fault?.message,
  })),
})

/** State of the log, as notes. */
export function renderAdvance({ origin, size, witnesses, cosigned, faults }: Advanced): string {
  const by = witnesses === 0 ? '' : `, cosigned by ${cosigned} of ${countWitnesses(witnesses)}`
  const lines = faults.map(
    ({ url, fault }) => `note: ${tell(url)} has not cosigned it: ${escapeText(fault?.message ?? '')}\n`,
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
