/**
 * What keeps the raffles of a store from the higher levels, as docs/CLAIMS.md has them.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'

/** What settings and store have. */
export interface Means {
  /** The store has a log, or the settings name one. */
  readonly hasLog: boolean
  readonly witnesses: number
  /** The settings name a list that a network publishes, which the store does not have yet. */
  readonly namesList?: boolean
}

/** What is missing. Sentences here are lower case, without a full stop. */
export interface Gap {
  readonly level: 4 | 5
  readonly what: string
  readonly command: string
}

/** What is missing for level 4, and for level 5: nothing where both can be reached. */
export function findGaps({ hasLog, witnesses, namesList = false }: Means): readonly Gap[] {
  if (witnesses > 0) return []
  const log = hasLog || namesList ? '' : ' --log ORIGIN'
  const witness = `drawaudit init${log}${namesList ? '' : ' --witness URL=VKEY'}`
  return [
    {
      level: 4,
      what: 'an observer whom auditors trust, for each raffle, or what level 5 needs',
      command: 'drawaudit observe URL --raffle RAFFLE -o FILE',
    },
    {
      level: 5,
      what: namesList
        ? 'the witnesses of the list in the settings, which init reads into the store'
        : hasLog
          ? 'witnesses of the log'
          : 'a log with witnesses, whose entries auditors can read',
      command: witness,
    },
  ]
}

export function renderGaps(gaps: readonly Gap[]): string {
  if (gaps.length === 0) {
    return 'nothing is missing for level 5, for auditors who trust the beacon and the witnesses and can read the log: drawaudit serve shows it\n'
  }
  return gaps
    .map(({ level, what, command }) => `for level ${level}, ${what}: ${escapeText(command)}\n`)
    .join('')
}
