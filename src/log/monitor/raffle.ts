/**
 * Judges a raffle's statements in a log one by one, as they come, by the rules of "Statements" in
 * docs/PROTOCOL.md, from a summary of the earlier ones.
 *
 * @packageDocumentation
 */
import { decodeHex } from '../../core/encoding.js'
import { firstRoundAtOrAfter, roundTime } from '../../core/timetable.js'
import { verifySeedHash } from '../../core/signature.js'
import { formatTime, parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import type { ClaimCode } from '../../model/report.js'
import type { Cancellation, Commitment, Draw, Replacement, Seal, Statement } from '../../model/statement.js'
import { findChain, type TrustRoot } from '../../model/trust.js'
import { namePick, nameStatement } from '../../verify/bundle/chain.js'
import type { KnownStatement } from './entry.js'

/** Summary of a raffle's statements. Times are in the statements' form, so they compare as text. */
export interface MonitoredRaffle {
  /** UUID. */
  readonly raffle: string
  readonly operator: string
  /** SHA-256 of the payloads in sequence: 64 hex digits each. */
  readonly digests: readonly string[]
  /** When the last statement and the seal were issued. */
  readonly issued: string
  readonly sealed?: string
  readonly close: string
  /** Earliest time of the draw: the time of its round, or `draw_at_utc` if that is unknown. */
  readonly earliest: string
  /** Whether `earliest` is the time of a round. */
  readonly timed: boolean
  /** Per prize its draw_id; also name and seed hash until all are drawn. */
  readonly prizes: readonly (readonly string[])[]
  /** Number of prizes drawn. */
  readonly drawn: number
  /** Number of replaced winners by position of the prize. */
  readonly replaced?: Readonly<Record<string, number>>
  /** Whether anyone with the list knows the winners once it is sealed and the round is published. */
  readonly open?: true
  /** Nothing may follow, or nothing that follows can be judged. */
  readonly ended?: 'cancelled' | 'broken'
}

/** A rule broken by a statement. */
export interface Breach {
  readonly code: ClaimCode
  readonly why: string
}

/** Result of taking a statement. */
export interface Taken {
  /** Undefined before a commitment. */
  readonly state: MonitoredRaffle | undefined
  readonly breaches: readonly Breach[]
  /** The same statement is already in the log. */
  readonly repeated?: true
}

/** Min seconds from the close of entries to the draw. */
const shortestWait = 30

/** The latest time that a statement can contain. */
const latest = '9999-12-31T23:59:59+00:00'

/**
 * Takes the next statement of a raffle.
 *
 * @param seen - when it was read: a draw cannot be in a log before its round was published.
 */
export function takeStatement(
  state: MonitoredRaffle | undefined,
  said: KnownStatement,
  trust: TrustRoot,
  seen: Date,
): Taken {
  const { statement, digest } = said
  const name = nameStatement(statement)
  if (state === undefined) {
    if (statement.type === 'commitment' && statement.sequence === 0 && statement.previous === null) {
      return startRaffle(statement, digest, trust)
    }
    const why = `${name} has nothing before it in the log`
    return { state, breaches: [{ code: 'chain-broken', why }] }
  }
  if (state.digests.includes(digest)) return { state, breaches: [], repeated: true }
  const isSecond =
    statement.sequence < state.digests.length ||
    statement.type === 'commitment' ||
    (statement.type === 'seal' && state.sealed !== undefined)
  if (isSecond) {
    const why = `${name} is a second one: statement ${Math.min(statement.sequence, state.digests.length - 1)} is another`
    return { state, breaches: [{ code: 'statement-second', why }] }
  }
  // After a break in the chain, one report is enough.
  if (state.ended === 'broken') return { state, breaches: [] }
  const structural = findBrokenLink(state, statement) ?? findMisplaced(state, statement)
  if (structural !== undefined) return { state: { ...state, ended: 'broken' }, breaches: [structural] }
  const breaches = [
    ...(statement.issued_at_utc < state.issued
      ? [breach('chain-time', `${name} is dated before the one it follows`)]
      : []),
    ...findBreaches(state, statement, seen),
  ]
  return { state: follow(state, statement, digest), breaches }
}

function breach(code: ClaimCode, why: string): Breach {
  return { code, why }
}

function startRaffle(commitment: Commitment, digest: string, trust: TrustRoot): Taken {
  const { raffle_id, operator, issued_at_utc, entries_close_at_utc, draw_at_utc, prizes } = commitment
  const round = findRound(commitment, trust)
  const breaches = [...findPlanBreaches(commitment)]
  if (round?.isWrong === true) {
    breaches.push(breach('round-wrong', `the round is not the first at or after ${draw_at_utc}`))
  }
  const state: MonitoredRaffle = {
    raffle: raffle_id,
    operator,
    digests: [digest],
    issued: issued_at_utc,
    close: entries_close_at_utc,
    earliest: round?.time ?? draw_at_utc,
    timed: round?.time !== undefined,
    prizes: prizes.map(({ draw_id, prize_name, rng_seed_hash }) => [draw_id, prize_name, rng_seed_hash]),
    drawn: 0,
    ...(commitment.seeds === 'public' && { open: true }),
  }
  return { state, breaches }
}

function findPlanBreaches(commitment: Commitment): readonly Breach[] {
  const { prizes, issued_at_utc, entries_close_at_utc, draw_at_utc } = commitment
  const breaches: Breach[] = []
  for (const member of ['draw_id', 'rng_seed_hash'] as const) {
    if (new Set(prizes.map(prize => prize[member])).size === prizes.length) continue
    breaches.push(breach('prize-repeated', `two prizes have the same ${member}`))
  }
  const order = prizes.findIndex(
    ({ rng_seed, rng_seed_hash }) =>
      rng_seed !== undefined && !verifySeedHash(decodeHex(rng_seed), rng_seed_hash),
  )
  if (order !== -1) {
    const why = `the public seed of prize ${order + 1} does not have its rng_seed_hash`
    breaches.push(breach('seed-differs', why))
  }
  if (issued_at_utc >= entries_close_at_utc) {
    breaches.push(breach('chain-time', 'the commitment is not dated before the entries close'))
  }
  if (secondsOf(draw_at_utc) < secondsOf(entries_close_at_utc) + shortestWait) {
    breaches.push(breach('chain-time', 'draw_at_utc is less than 30 s after the entries close'))
  }
  return breaches
}

/**
 * Publication time of the deciding round, and whether it differs from the rule's; undefined without a round.
 */
function findRound(
  { beacon, draw_at_utc }: Commitment,
  trust: TrustRoot,
): { readonly time: string | undefined; readonly isWrong: boolean } | undefined {
  const chain = beacon === null ? undefined : findChain(trust, beacon.chain_hash)
  if (beacon === null || chain === undefined) return undefined
  const isWrong = beacon.round !== firstRoundAtOrAfter(chain, secondsOf(draw_at_utc))
  try {
    return { time: nameTime(roundTime(chain, beacon.round)), isWrong }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    // No such round exists: that is the fault, and the draws are judged without it.
    return { time: undefined, isWrong }
  }
}

function nameTime(seconds: number): string {
  return seconds < secondsOf(latest) ? formatTime(new Date(seconds * 1000)) : latest
}

function secondsOf(time: string): number {
  return Number(parseTime(time) / 1_000_000_000n)
}

function findBrokenLink(state: MonitoredRaffle, statement: Statement): Breach | undefined {
  const name = nameStatement(statement)
  const { digests } = state
  if (statement.sequence !== digests.length) {
    return breach('chain-broken', `${name} stands where statement ${digests.length} is missing`)
  }
  if (statement.previous !== `sha256:${digests.at(-1) ?? ''}`) {
    return breach('chain-broken', `${name} does not follow the one before it`)
  }
  if (statement.operator === state.operator) return undefined
  return breach('chain-mixed', `${name} has another operator than the first`)
}

/**
 * Order: commitment, seal, a draw for each prize, replacements; a cancellation ends the chain at any point.
 */
function findMisplaced(state: MonitoredRaffle, statement: Statement): Breach | undefined {
  const { type } = statement
  const index = state.digests.length
  const fail = (why: string): Breach => breach('chain-order', `${nameStatement(statement)} ${why}`)
  if (state.ended === 'cancelled') return fail('follows a cancellation')
  if (type === 'cancellation') return undefined
  if ((type === 'seal') !== (index === 1)) return fail('is out of place: the seal comes second')
  if (type === 'draw' && state.drawn >= state.prizes.length) {
    return fail('is a draw more than there are prizes')
  }
  if (type === 'replacement' && state.drawn < state.prizes.length) return fail('comes before the last draw')
  return undefined
}

function findBreaches(state: MonitoredRaffle, statement: Statement, seen: Date): readonly Breach[] {
  switch (statement.type) {
    case 'seal':
      return checkSeal(state, statement)
    case 'draw':
      return [...checkDraw(state, statement), ...checkPickTime(state, statement, seen)]
    case 'replacement':
      return [...checkReplacement(state, statement), ...checkPickTime(state, statement, seen)]
    case 'cancellation':
      return checkCancellation(state, statement)
    default:
      return []
  }
}

function checkSeal(state: MonitoredRaffle, { issued_at_utc }: Seal): readonly Breach[] {
  if (issued_at_utc < state.close) return [breach('chain-time', 'the seal is dated before the entries close')]
  return state.timed && issued_at_utc >= state.earliest
    ? [breach('chain-time', 'the seal is not dated before the randomness could be known')]
    : []
}

/** A result that anyone could know must not be cancelled. */
function checkCancellation(state: MonitoredRaffle, { issued_at_utc }: Cancellation): readonly Breach[] {
  const isOut = state.timed && issued_at_utc >= state.earliest
  if (state.open !== true || state.sealed === undefined || !isOut) return []
  const why = `the raffle was cancelled at ${issued_at_utc}, when its winners could be known`
  return [breach('cancelled-after-round', why)]
}

function checkDraw(state: MonitoredRaffle, draw: Draw): readonly Breach[] {
  const position = state.drawn + 1
  if (draw.position !== position) {
    return [breach('chain-prize', `the draw in place ${position} is of prize ${draw.position}`)]
  }
  const members = ['draw_id', 'prize_name', 'rng_seed_hash'] as const
  const prize = state.prizes[state.drawn] ?? []
  const other = members.find((member, index) => draw[member] !== prize[index])
  const breaches =
    other === undefined
      ? []
      : [breach('chain-prize', `${namePick(draw)} has another ${other} than the commitment`)]
  const isFirst = state.drawn === 0 && !state.timed
  if (!isFirst || state.sealed === undefined || state.sealed < draw.drawn_at_utc) return breaches
  return [...breaches, breach('chain-time', 'the seal is not dated before the first draw')]
}

function checkReplacement(state: MonitoredRaffle, made: Replacement): readonly Breach[] {
  if (state.prizes[made.position - 1]?.[0] !== made.draw_id) {
    return [breach('chain-prize', `${namePick(made)} is of no draw`)]
  }
  const next = (state.replaced?.[made.position] ?? 0) + 1
  if (made.attempt === next) return []
  return [breach('chain-prize', `${namePick(made)} is not the next attempt, ${next}`)]
}

function checkPickTime(state: MonitoredRaffle, made: Draw | Replacement, seen: Date): readonly Breach[] {
  if (made.drawn_at_utc < state.earliest) {
    const what = state.timed ? 'its round was published' : 'it could be made'
    return [breach('draw-early', `${namePick(made)} is dated before ${what}`)]
  }
  if (state.timed && formatTime(seen) < state.earliest) {
    return [breach('draw-early', `${namePick(made)} is in the log before its round is published`)]
  }
  return made.drawn_at_utc > made.issued_at_utc
    ? [breach('chain-time', `${namePick(made)} is dated after its statement`)]
    : []
}

/** State after a statement in its proper place. */
function follow(state: MonitoredRaffle, statement: Statement, digest: string): MonitoredRaffle {
  const next = { ...state, digests: [...state.digests, digest], issued: statement.issued_at_utc }
  switch (statement.type) {
    case 'seal':
      return { ...next, sealed: statement.issued_at_utc }
    case 'draw': {
      const drawn = state.drawn + 1
      const isDrawn = drawn === state.prizes.length
      return { ...next, drawn, ...(isDrawn && { prizes: state.prizes.map(([id = '']) => [id]) }) }
    }
    case 'replacement': {
      const { position, attempt } = statement
      return { ...next, replaced: { ...state.replaced, [position]: attempt } }
    }
    case 'cancellation':
      return { ...next, ended: 'cancelled', prizes: [] }
    default:
      return next
  }
}

/** Seconds after which something counts as overdue. */
export interface Grace {
  readonly seal: number
  readonly draw: number
}

/** What should have happened to a raffle by now, and did not. */
export function findOverdue(state: MonitoredRaffle, now: Date, grace: Grace): Breach | undefined {
  if (state.ended !== undefined || (state.drawn === state.prizes.length && state.prizes.length > 0))
    return undefined
  const late = (seconds: number): boolean =>
    formatTime(new Date(Math.max(0, now.getTime() - seconds * 1000))) > state.earliest
  if (state.sealed === undefined) {
    if (!late(grace.seal)) return undefined
    return breach(
      'seal-overdue',
      `raffle ${state.raffle} was to be drawn at ${state.earliest} and is not sealed`,
    )
  }
  if (!late(grace.draw)) return undefined
  const which =
    state.drawn === 0 ? 'is not drawn' : `has ${state.drawn} of ${state.prizes.length} prizes drawn`
  if (state.open === true && state.timed) {
    const why = `raffle ${state.raffle} ${which}: its seeds are public and its round was out at ${state.earliest}, so whoever has the list knows the winners, and the operator has not said who they are`
    return breach('draw-withheld', why)
  }
  return breach('draw-overdue', `raffle ${state.raffle} was to be drawn at ${state.earliest} and ${which}`)
}
