/**
 * Last lines of a step: the best level its raffle can still reach, deadlines, and the next step.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { native } from '../../native/engine.js'
import { readOutlook, type Missing, type Outlook } from '../../operator/outlook.js'
import type { NextStep } from '../../operator/raffle-status.js'
import { escapeText } from '../../render/escape.js'
import type { Store } from '../../store/store.js'
import { talk } from './terminal.js'

/**
 * The outlook of a raffle.
 *
 * @param authorities - URLs of the time-stamp authorities to be used.
 * @returns undefined if it cannot be read; this is reported, since the step itself succeeded.
 */
export async function findOutlook(
  store: Store,
  raffleId: string,
  authorities: readonly string[],
): Promise<Outlook | undefined> {
  try {
    return await readOutlook(store, raffleId, new Date(), { authorities, engine: native })
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    talk(`note: what level it can reach is not known: ${escapeText(error.message)}\n`)
    return undefined
  }
}

/** Members of a JSON result. */
export function describeOutlook(outlook: Outlook | undefined): object {
  if (outlook === undefined) return {}
  const { next, ...rest } = outlook
  return { outlook: rest, next }
}

/** The last lines of a step; the very last is the next step. */
export function renderOutlook(outlook: Outlook | undefined): string {
  if (outlook === undefined) return ''
  const { missing, lost, next } = outlook
  const [first] = next
  return [
    ...describeReachable(outlook),
    ...lost.map(({ what, why }) => `${what} is lost: ${why}`),
    // The next step has its own line.
    ...missing.filter(({ command }) => command !== first?.command).map(renderMissing),
    ...(first?.command === undefined ? [] : [`next: ${first.command}${renderTimes(first)}`]),
  ]
    .map(line => `${escapeText(line)}\n`)
    .join('')
}

function describeReachable({ reachable, trusting, settled }: Outlook): readonly string[] {
  if (reachable === 0) return []
  const condition = trusting === undefined ? '' : `, if the auditor trusts ${trusting}`
  return [`level ${reachable} of 5 ${settled ? 'is reached' : 'can be reached'}${condition}`]
}

const renderMissing = (missing: Missing): string =>
  `for level ${missing.level}, ${missing.what}${renderTimes(missing)}: ${missing.command}`

/** When a step can be done, in parentheses. */
export function renderTimes({ from, until }: Pick<NextStep, 'from' | 'until'>): string {
  const when = [from && `from ${from} on`, until && `until ${until}`].filter(Boolean).join(', ')
  return when === '' ? '' : ` (${when})`
}
