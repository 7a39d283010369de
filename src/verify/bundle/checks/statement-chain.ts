/**
 * `statement.chain`
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../../../core/digest.js'
import { decodeHex } from '../../../core/encoding.js'
import type { Engine } from '../../../core/engine.js'
import { parseTime } from '../../../core/time.js'
import type { ClaimCode } from '../../../model/report.js'
import type { Commitment, Draw, Replacement, Seal, Statement } from '../../../model/statement.js'
import { isStatement, namePick, nameStatement } from '../chain.js'
import { describeMissing } from '../sightings.js'
import { findCommittedRoundTime, speak, type BundleClaimResult, type Evidence } from './evidence.js'
import { describeUnfinished } from './open.js'

const { proven, refuted, notProvable } = speak('no statement is missing, added or reordered')

/** Min nanoseconds from the close of entries to the draw. */
const shortestWait = 30_000_000_000n

/** A violated rule of "Statements" in docs/PROTOCOL.md. */
interface ChainBreach {
  readonly code: ClaimCode
  readonly why: string
}

/**
 * Sequence and `previous` link every statement, the rules of "Statements" in docs/PROTOCOL.md hold, every
 * prize is drawn or the chain ends with a cancellation, and no observer saw a missing statement.
 */
export function checkStatementChain(evidence: Evidence): BundleClaimResult {
  const { chain } = evidence
  const statements: Statement[] = []
  for (const [index, { statement }] of chain.links.entries()) {
    if (!isStatement(statement)) {
      return refuted('statement-invalid', `statement ${index}: ${statement.message}`)
    }
    statements.push(statement)
  }
  const breach =
    findBrokenLink(evidence, statements) ?? findMisplaced(statements) ?? findBreach(evidence, statements)
  if (breach !== undefined) return refuted(breach.code, breach.why)
  const { missing } = evidence.sightings
  if (missing !== undefined) {
    const why = describeMissing(missing)
    return missing.isOther ? refuted('chain-broken', why) : notProvable('chain-unfinished', why)
  }
  if (chain.cancellation !== undefined) return proven('chain-cancelled')
  return chain.drawn ? proven('chain-complete') : notProvable('chain-unfinished', describeUnfinished(chain))
}

function findBrokenLink({ chain }: Evidence, statements: readonly Statement[]): ChainBreach | undefined {
  for (const [index, statement] of statements.entries()) {
    const name = nameStatement(statement)
    if (statement.sequence !== index) {
      return { code: 'chain-broken', why: `${name} stands in place ${index}` }
    }
    const before = chain.links[index - 1]
    const previous = before === undefined ? null : formatSha256(before.digest)
    if (statement.previous !== previous) {
      return { code: 'chain-broken', why: `${name} does not follow the one before it` }
    }
    for (const member of ['operator', 'raffle_id'] as const) {
      if (statement[member] === statements[0]?.[member]) continue
      return { code: 'chain-mixed', why: `${name} has another ${member} than the first` }
    }
  }
  return undefined
}

/**
 * Order: commitment, seal, a draw for each prize, replacements; a cancellation ends the chain at any point.
 */
function findMisplaced(statements: readonly Statement[]): ChainBreach | undefined {
  const [first] = statements
  const prizes = first?.type === 'commitment' ? first.prizes.length : 0
  for (const [index, statement] of statements.entries()) {
    const { type } = statement
    const fail = (why: string): ChainBreach => ({
      code: 'chain-order',
      why: `${nameStatement(statement)} ${why}`,
    })
    if (statements[index - 1]?.type === 'cancellation') return fail('follows a cancellation')
    if ((type === 'commitment') !== (index === 0)) return fail('is out of place: the commitment comes first')
    if (type === 'cancellation') continue
    if ((type === 'seal') !== (index === 1)) return fail('is out of place: the seal comes second')
    if (type === 'draw' && index >= 2 + prizes) return fail('is a draw more than there are prizes')
    if (type === 'replacement' && index < 2 + prizes) return fail('comes before the last draw')
  }
  return undefined
}

function findBreach(evidence: Evidence, statements: readonly Statement[]): ChainBreach | undefined {
  const { commitment, seal } = evidence.chain
  if (commitment === undefined) return undefined
  const roundTime = findCommittedRoundTime(evidence)
  const earliestDraw =
    roundTime === undefined ? parseTime(commitment.draw_at_utc) : BigInt(roundTime) * 1_000_000_000n
  // Number of replacements so far by prize.
  const attempts = new Map<number, number>()
  const faults = [
    findLateness(statements),
    checkCommitment(commitment, evidence.engine),
    seal && checkSeal(seal.statement, commitment, sealDeadline(evidence, roundTime)),
    ...evidence.chain.picks.map((made, order) =>
      made.type === 'draw'
        ? checkDraw(made, order, commitment, earliestDraw)
        : checkReplacement(made, evidence, earliestDraw, attempts),
    ),
  ]
  return faults.find(fault => fault !== undefined)
}

function findLateness(statements: readonly Statement[]): ChainBreach | undefined {
  for (const [index, statement] of statements.entries()) {
    const before = statements[index - 1]
    if (before === undefined || parseTime(statement.issued_at_utc) >= parseTime(before.issued_at_utc))
      continue
    return { code: 'chain-time', why: `${nameStatement(statement)} is dated before the one it follows` }
  }
  return undefined
}

function checkCommitment(commitment: Commitment, engine: Engine): ChainBreach | undefined {
  const { prizes, entries_close_at_utc, draw_at_utc, issued_at_utc } = commitment
  for (const member of ['draw_id', 'rng_seed_hash'] as const) {
    if (new Set(prizes.map(prize => prize[member])).size === prizes.length) continue
    return { code: 'prize-repeated', why: `two prizes have the same ${member}` }
  }
  const position = findUnhashed(commitment, engine)
  if (position !== undefined) {
    return {
      code: 'seed-differs',
      why: `the public seed of prize ${position} does not have its rng_seed_hash`,
    }
  }
  const close = parseTime(entries_close_at_utc)
  if (parseTime(issued_at_utc) >= close) {
    return { code: 'chain-time', why: 'the commitment is not dated before the entries close' }
  }
  if (parseTime(draw_at_utc) < close + shortestWait) {
    return { code: 'chain-time', why: 'draw_at_utc is less than 30 s after the entries close' }
  }
  return undefined
}

/** The first prize, from 1, whose public seed does not match its hash. */
function findUnhashed({ prizes }: Commitment, engine: Engine): number | undefined {
  const order = prizes.findIndex(
    ({ rng_seed, rng_seed_hash }) =>
      rng_seed !== undefined && formatSha256(engine.hash('sha256', decodeHex(rng_seed))) !== rng_seed_hash,
  )
  return order === -1 ? undefined : order + 1
}

/** When the seal must exist: before the time of the round, or before the first draw if that is unknown. */
function sealDeadline({ chain }: Evidence, roundTime: number | undefined): bigint | undefined {
  if (roundTime !== undefined) return BigInt(roundTime) * 1_000_000_000n
  const [draw] = chain.draws
  return draw && parseTime(draw.drawn_at_utc)
}

function checkSeal(
  seal: Seal,
  commitment: Commitment,
  deadline: bigint | undefined,
): ChainBreach | undefined {
  const issuedAt = parseTime(seal.issued_at_utc)
  if (issuedAt < parseTime(commitment.entries_close_at_utc)) {
    return { code: 'chain-time', why: 'the seal is dated before the entries close' }
  }
  if (deadline !== undefined && issuedAt >= deadline) {
    const what = commitment.beacon === null ? 'the first draw' : 'the randomness could be known'
    return { code: 'chain-time', why: `the seal is not dated before ${what}` }
  }
  return undefined
}

function checkDraw(
  draw: Draw,
  order: number,
  commitment: Commitment,
  earliest: bigint,
): ChainBreach | undefined {
  const prize = commitment.prizes[order]
  if (draw.position !== order + 1) {
    return { code: 'chain-prize', why: `the draw in place ${order + 1} is of prize ${draw.position}` }
  }
  for (const member of ['draw_id', 'prize_name', 'rng_seed_hash'] as const) {
    if (draw[member] === prize?.[member]) continue
    return { code: 'chain-prize', why: `${namePick(draw)} has another ${member} than the commitment` }
  }
  return checkDrawTime(draw, earliest)
}

function checkReplacement(
  made: Replacement,
  { chain }: Evidence,
  earliest: bigint,
  attempts: Map<number, number>,
): ChainBreach | undefined {
  const draw = chain.draws.find(({ position }) => position === made.position)
  if (draw?.draw_id !== made.draw_id) {
    return { code: 'chain-prize', why: `${namePick(made)} is of no draw` }
  }
  const next = (attempts.get(made.position) ?? 0) + 1
  if (made.attempt !== next) {
    return { code: 'chain-prize', why: `${namePick(made)} is not the next attempt, ${next}` }
  }
  attempts.set(made.position, next)
  return checkDrawTime(made, earliest)
}

function checkDrawTime(made: Draw | Replacement, earliest: bigint): ChainBreach | undefined {
  const drawnAt = parseTime(made.drawn_at_utc)
  if (drawnAt < earliest) {
    return { code: 'chain-time', why: `${namePick(made)} is dated before it could be made` }
  }
  if (drawnAt > parseTime(made.issued_at_utc)) {
    return { code: 'chain-time', why: `${namePick(made)} is dated after its statement` }
  }
  return undefined
}
