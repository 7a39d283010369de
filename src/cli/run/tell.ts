/**
 * Output of a run: progress and result.
 *
 * @packageDocumentation
 */
import { relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Subject } from '../../model/report.js'
import type { RaffleDrawn } from '../../operator/draw-raffle.js'
import { escapeText } from '../../render/escape.js'
import { describeLevel } from '../../verify/verdict.js'
import { talk, type Progress } from '../shared/terminal.js'
import type { RunContext } from './conduct.js'
import type { ResultFiles } from './finish.js'

/** Clock and terminal of a run. */
export const createRunContext = (progress: Progress, quiet: boolean): RunContext => ({
  now: () => new Date(),
  sleep: async milliseconds => {
    await setTimeout(milliseconds)
  },
  tell(text) {
    progress.clear()
    if (!quiet) talk(`${escapeText(text)}\n`)
  },
  show: progress.show,
})

/** Result of a run. */
export interface RunResult {
  readonly raffleId: string
  readonly drawn: RaffleDrawn
  readonly subject: Subject
  readonly files: ResultFiles
  /** Whether its beacon is none of drand’s, so that nobody else believes it. */
  readonly isRehearsed: boolean
}

/** The winners in order of their prizes. */
export const encodeWinners = ({ draws, winners }: RaffleDrawn) =>
  winners.map(({ position, winner_entry_id }) => ({
    position,
    prize_name: draws[position - 1]?.prize_name ?? '',
    winner_entry_id,
  }))

export const describeOutcome = ({ raffleId, drawn, subject, files }: RunResult) => ({
  raffle_id: raffleId,
  winners: encodeWinners(drawn),
  level: subject.level ?? 0,
  missing: listMissing(subject),
  files,
})

/** Winners, level, what the next level needs, and the next step. */
export function renderOutcome({ drawn, subject, files, isRehearsed }: RunResult): string {
  const winners = encodeWinners(drawn).map(
    ({ prize_name, winner_entry_id }) => `${escapeText(prize_name)}: ${escapeText(winner_entry_id)}\n`,
  )
  const [bundle, page, trust] = [files.bundle, files.page, files.trust].map(quote)
  return [
    ...winners,
    `${describeLevel(subject.level ?? 0)}\n`,
    ...listMissing(subject).map(line => `${line}\n`),
    `wrote ${page}, the certificate: open it in a browser; and ${bundle}, the evidence\n`,
    `anyone can open it, or verify the evidence: drawaudit verify ${bundle} --trust ${trust}${askFor(subject)}\n`,
    isRehearsed
      ? 'this was a rehearsal, with a beacon whose numbers its owner knows beforehand: do not publish it as a draw\n'
      : `next: give ${page}, ${bundle} and ${trust} to all who took part, and the fingerprint of your key over a separate channel\n`,
  ].join('')
}

/** Options for verifying the evidence at the level it reaches. */
function askFor(subject: Subject): string {
  if (subject.level === 3) return ' --require reproducible'
  return hasLog(subject) ? ' --log URL, that of your log' : ''
}

/** Levels 4 and 5 need the entries of the log. */
const hasLog = ({ claims }: Subject): boolean =>
  claims.some(({ id, status }) => id === 'log.included' && status === 'proven')

/** What keeps a draw from the next level, and how to get there next time, in lines. */
export function listMissing({ level = 0, claims, stopped_by: stopper }: Subject): readonly string[] {
  if (level >= 5 || stopper === undefined) return []
  const next = `for level ${level + 1}`
  if (stopper === 'winner-replaced') return [`${next}: whoever verifies it must accept the replacement`]
  const message = claims.find(({ id }) => id === stopper)?.message ?? ''
  if (stopper.startsWith('evidence.') || stopper.startsWith('log.')) {
    return [
      `${next}: ${message.replace(/^[^:]*: /, '')}`,
      'next time, let an observer whom people trust (drawaudit observe) or the witnesses of a log (drawaudit init --log ORIGIN --witness URL=VKEY) see it while it runs, and name them in the trust file',
    ]
  }
  return [`${next}: ${stopper} is not proven: ${message}`]
}

/** A relative path if it is short, quoted for a shell. */
function quote(path: string): string {
  const short = relative('', path)
  const name = short.startsWith('..') || short === '' ? path : short
  return /^[\w./-]+$/.test(name) && !name.startsWith('-') ? name : `'${name.replaceAll("'", `'\\''`)}'`
}
