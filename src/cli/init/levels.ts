/**
 * What the raffles of a store lack for the higher levels, by docs/CLAIMS.md.
 *
 * @packageDocumentation
 */
import { isIP } from 'node:net'
import { isPublicAddress, isPublicName } from '../../remote/address.js'
import { hostOf } from '../../remote/guard.js'
import { escapeText } from '../../render/escape.js'
import { maskUrl } from '../../render/mask-url.js'

/** Available evidence. */
export interface AvailableEvidence {
  /** Whether the store has a log, or the settings name one. */
  readonly hasLog: boolean
  readonly witnesses: number
  /** Whether the settings name a published list that is not in the store yet. */
  readonly namesList?: boolean
}

/** A missing condition; lower case, without a full stop. */
export interface MissingEvidence {
  readonly level: 4 | 5
  readonly what: string
  readonly command: string
}

/** Missing conditions for levels 4 and 5; empty if both can be reached. */
export function findGaps({
  hasLog,
  witnesses,
  namesList = false,
}: AvailableEvidence): readonly MissingEvidence[] {
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

export function renderGaps(gaps: readonly MissingEvidence[]): string {
  if (gaps.length === 0) {
    return 'nothing is missing for level 5, for auditors who trust the beacon and the witnesses and can read the log: drawaudit serve shows it\n'
  }
  return gaps
    .map(({ level, what, command }) => `for level ${level}, ${what}: ${escapeText(command)}\n`)
    .join('')
}

/** Warns of witnesses that are probably the operator's own, since their addresses are not public. */
export function renderOwn(witnesses: readonly string[]): string {
  const own = witnesses.filter(url => {
    const host = hostOf(new URL(url))
    return isIP(host) === 0 ? !isPublicName(host) : !isPublicAddress(host)
  })
  if (own.length === 0) return ''
  return (
    `${own.map(url => escapeText(maskUrl(url))).join(', ')}: no public address, so most likely your own; ` +
    'your own witness proves nothing about your own log: auditors want several that are not yours\n'
  )
}
