/**
 * The steps of a ceremony at a terminal: some have what they signed time-stamped, each brings it into the log, and says how far
 * that came.
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

/** Whom else a step is shown. */
export const authorityOption = {
  ...valueOption,
  array: true as const,
  describe:
    'An authority (RFC 3161) to ask for a time-stamp of what is signed; more with the option given again (default: DRAWAUDIT_TIMESTAMP, or the settings)',
}

/** What a step that is time-stamped takes. */
export interface CeremonyArguments extends DeskArguments {
  readonly timestamp?: readonly string[] | undefined
}

/** What came of a step, and what its raffle can still come to. */
export interface StepResult<T> {
  readonly result: T
  /** Undefined where it cannot be read. */
  readonly outlook: Outlook | undefined
}

/** Carries out a step of a ceremony, and brings what it signed into the log. */
export async function atCeremony<T>(
  args: CeremonyArguments,
  raffleId: string,
  work: (desk: Desk) => Promise<T>,
): Promise<StepResult<T>> {
  return atDesk(args, async desk => {
    const result = await work(desk)
    // The step is done whatever becomes of it, and the next one tries again.
    await bringToLog(desk)
    return { result, outlook: await findOutlook(desk.store, raffleId, findAuthorities(args)) }
  })
}

/** A step that is time-stamped, and what came of that. */
export interface StampedStep<T> extends StepResult<T> {
  readonly stamped: readonly StampResult[]
  /** Where the log stands; absent where there is none, or it could not be advanced, which was said then. */
  readonly advanced?: Advanced
}

/**
 * Carries out a step of a ceremony, has authorities time-stamp what it signed, and brings it into the log.
 *
 * @param raffleIdOf - of the result.
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

/** Says why something failed that may fail without harm. */
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

/** The authorities to ask: those that options name, or the environment, or the settings. */
export function findAuthorities({ timestamp }: Pick<CeremonyArguments, 'timestamp'>): readonly string[] {
  return findSetting('timestampers', timestamp) ?? []
}

/** What came of asking for time-stamps, beside the result. */
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

/** The same in JSON: who has answered, and who has failed and why. */
export function describeStamped(stamped: readonly StampResult[]): readonly object[] {
  return stamped.map(({ url, sequence, fault, isKeptBefore }) => ({
    authority: maskUrl(url),
    sequence,
    kept: fault === undefined,
    ...(isKeptBefore === true && { kept_before: true }),
    ...(fault !== undefined && { code: fault.code, message: fault.message }),
  }))
}

/** An address as it may be shown. */
const tell = (url: string): string => escapeText(maskUrl(url))

/** Where the log stands, in JSON. */
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

/** What is told of it beside the result. */
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
