/**
 * Every nth call of a play going wrong, until it goes through.
 *
 * @packageDocumentation
 */
import type { IoStage, Outcome, PlayName } from './io-stage.js'
import type { Mode } from './shim.js'

/** What many cases came to. */
export interface Figures {
  runs: number
  lost: number
  signedTwice: number
  notFinished: number
  /** Cases in which something else was wrong, such as a failure without a code. */
  other: number
  /** Events that came to a subscriber again, under the same id. */
  again: number
  /** How often each call of each file was met, and what the command said. */
  readonly met: Map<string, number>
}

/** Which calls go wrong: each `every`th, from the `first` on, up to the `last`, or until none is left. */
export interface Places {
  readonly first: number
  readonly every: number
  readonly last?: number
}

/**
 * Tries faults on a play.
 *
 * @param tell - hears what is wrong with a case.
 */
export async function sufferAll(
  stage: IoStage,
  play: PlayName,
  mode: Mode,
  { first, every, last = Infinity }: Places,
  tell: (title: string, problems: readonly string[]) => void,
): Promise<Figures> {
  const met = new Map<string, number>()
  const figures = { runs: 0, lost: 0, signedTwice: 0, notFinished: 0, other: 0, again: 0, met }
  for (let nth = first; nth <= last; nth += every) {
    const outcome: Outcome = await stage.suffer(play, mode, nth)
    const { problems, lost, signedTwice, isUnfinished, again, said, seen } = outcome
    const what = `${seen.met?.kind ?? 'none'} ${seen.met?.call ?? ''}: ${said}`
    if (problems.length > 0) tell(`${mode} at call ${nth} of ${play}, ${what}`, problems)
    if (seen.met === undefined) break
    met.set(what, (met.get(what) ?? 0) + 1)
    figures.runs += 1
    figures.lost += lost
    figures.signedTwice += signedTwice
    figures.notFinished += Number(isUnfinished)
    figures.other += Number(problems.length > 0 && lost + signedTwice === 0 && !isUnfinished)
    figures.again += again
  }
  return figures
}
