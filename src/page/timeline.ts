/**
 * The events of a raffle, from its statements, its beacon round, and its observers.
 *
 * @packageDocumentation
 */
import type { ChainInfo } from '../core/beacon.js'
import { parseTime } from '../core/time.js'
import { roundTime } from '../core/timetable.js'
import { DrawauditError } from '../errors.js'
import type { Commitment } from '../model/statement.js'
import type { StatementChain } from '../verify/bundle/chain.js'
import type { Sighting } from '../verify/bundle/sighting.js'
import { isBuiltInChain } from '../core/beacon.js'
import type { AwaitedStep, PageClaim, Timeline, TimelinePoint, PageVerdict } from './model.js'
import { moments } from './catalogue/en/answers.js'
import { joinWords } from './words.js'

/** Max picks on the line. */
const mostPicks = 100

const toMilliseconds = (time: bigint): number => Number(time / 1_000_000n)

/** Milliseconds since 1970, from a time in a statement. */
export const readMilliseconds = (text: string): number => toMilliseconds(parseTime(text))

/** When the committed round is published, in milliseconds since 1970; undefined if unknown. */
export function findRound(
  commitment: Commitment | undefined,
  chain: ChainInfo | undefined,
): number | undefined {
  const round = commitment?.beacon?.round
  if (round === undefined || chain === undefined) return undefined
  try {
    const time = 1000 * roundTime(chain, round)
    // Times beyond a clock's range are ignored.
    return Number.isNaN(new Date(time).getTime()) ? undefined : time
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

/** Input of a timeline. */
export interface Moments {
  readonly chain: StatementChain
  /** Result of {@link findRound}. */
  readonly round: number | undefined
  /** Earliest sighting of each statement, by position. */
  readonly seen: readonly (Sighting | undefined)[]
  readonly claims: readonly PageClaim[]
  /** Positions of prizes whose correct winners the rule gives, but others were published. */
  readonly right: readonly number[]
  /** Events of the reader's receipt. */
  readonly receiptMoments?: readonly TimelinePoint[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * The events in order. A statement's own date is the operator's word: it is `proven` only if others saw the
 * statement in time or, for a draw, only in that its random number did not exist before.
 *
 * @returns undefined if there is no event to show.
 */
export function createTimeline({ receiptMoments = [], ...moment }: Moments): Timeline | undefined {
  const { chain, round, seen, claims, right, now } = moment
  const { commitment, seal, picks, cancellation, links } = chain
  const wordOf = (...ids: readonly string[]): PageVerdict =>
    joinWords(ids.map(id => claims.find(claim => claim.id === id)?.word ?? 'not-checked'))
  const order: PageVerdict = wordOf('statement.chain') === 'refuted' ? 'refuted' : 'proven'
  const signed = joinWords([order, wordOf('statement.signed')])
  const isTimely = wordOf('evidence.timely') === 'proven'
  const close = commitment && readMilliseconds(commitment.entries_close_at_utc)
  const sawOf = (statement: object | undefined): Sighting | undefined =>
    seen[links.findIndex(link => link.statement === statement)]
  const sawCommitment = sawOf(commitment)
  const isKept =
    close !== undefined && sawCommitment !== undefined && toMilliseconds(sawCommitment.at) < close
  // A date without a timely sighting is the operator's word.
  const dated = (isSeen: boolean): PageVerdict => (signed === 'proven' && !isSeen ? 'not-provable' : signed)
  const given = joinWords([order, wordOf('statement.signed', 'beacon.genuine', 'beacon.rule')])
  const drawn = joinWords([given, wordOf('winner.derived')])
  const said: PageVerdict = order === 'refuted' ? 'refuted' : 'not-provable'
  const planned = (at: number, word: PageVerdict): PageVerdict =>
    at > now && word !== 'refuted' ? 'pending' : word
  const prizeOf = (position: number): string => commitment?.prizes[position - 1]?.prize_name ?? ''

  const points: TimelinePoint[] = []
  if (commitment !== undefined && close !== undefined) {
    const word = dated(isTimely || isKept)
    points.push(
      {
        id: 'commitment',
        at: readMilliseconds(commitment.issued_at_utc),
        label: moments.commitment(commitment.seeds === 'public'),
        word,
      },
      { id: 'close', at: close, label: moments.close, word: planned(close, word) },
    )
  }
  if (seal !== undefined) {
    const at = readMilliseconds(seal.statement.issued_at_utc)
    points.push({ id: 'seal', at, label: moments.seal, word: dated(isTimely) })
  }
  const number = commitment?.beacon?.round
  if (round !== undefined && number !== undefined) {
    const word = planned(round, wordOf('beacon.rule', 'beacon.genuine'))
    points.push({
      id: 'round',
      at: round,
      label: moments.round(
        number,
        commitment?.beacon != null && isBuiltInChain(commitment.beacon.chain_hash),
      ),
      word,
    })
  }
  for (const { type, position, drawn_at_utc } of picks.slice(0, mostPicks)) {
    const prize = prizeOf(position)
    const at = readMilliseconds(drawn_at_utc)
    points.push(
      type === 'draw'
        ? {
            id: 'draw',
            at,
            label: moments.draw(prize),
            word:
              drawn === 'not-checked' || (given !== 'refuted' && right.includes(position))
                ? 'not-provable'
                : drawn,
          }
        : { id: 'replacement', at, label: moments.replacement(prize), word: said },
    )
  }
  if (cancellation !== undefined) {
    const at = readMilliseconds(cancellation.issued_at_utc)
    points.push({ id: 'cancellation', at, label: moments.cancellation, word: said })
  }
  const sawSeal = sawOf(seal?.statement)
  for (const [saw, label] of [
    [sawCommitment, moments.seenCommitment],
    [sawSeal, moments.seenSeal],
  ] as const) {
    if (saw === undefined) continue
    points.push({ id: 'seen', at: toMilliseconds(saw.at), label: label(saw.who), word: 'proven' })
  }
  points.push(...receiptMoments)
  if (points.length === 0) return undefined
  // Events planned for after a cancellation never happened.
  const end = cancellation === undefined ? Infinity : readMilliseconds(cancellation.issued_at_utc)
  const happened = points.filter(({ id, at }) => at <= end || (id !== 'close' && id !== 'round'))
  const ordered = happened.sort((a, b) => a.at - b.at)
  const last = ordered.at(-1)?.at ?? now
  return { from: ordered[0]?.at ?? now, to: last, points: ordered }
}

/** The next step of a raffle; undefined if it has ended. */
export function findNext({
  chain,
  round,
  now,
}: Pick<Moments, 'chain' | 'round' | 'now'>): AwaitedStep | undefined {
  const { commitment, seal, drawn, cancellation } = chain
  if (commitment === undefined || drawn || cancellation !== undefined) return undefined
  const close = readMilliseconds(commitment.entries_close_at_utc)
  const draw = Math.max(readMilliseconds(commitment.draw_at_utc), round ?? 0)
  if (seal === undefined) return now < close ? { what: 'close', at: close, draw } : { what: 'seal', at: draw }
  return round !== undefined && now < round ? { what: 'round', at: round } : { what: 'draw', at: draw }
}

/** Milliseconds after which a seal, or a draw, is overdue. */
const grace = { seal: 3_600_000, draw: 24 * 3_600_000 }

/** Whether a step that is due by now has not happened. */
export function isStepOverdue({ chain, round, now }: Pick<Moments, 'chain' | 'round' | 'now'>): boolean {
  const next = findNext({ chain, round, now })
  if (next === undefined || next.what === 'close' || next.what === 'round') return false
  return now > next.at + grace[next.what]
}
