/**
 * The status of a raffle, and its next steps.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { Commitment, Statement } from '../model/statement.js'
import type { CeremonyReader, WithdrawalCount } from '../store/ceremonies.js'
import { formatSeconds, readSeconds, secondsOf } from './desk.js'
import { listWinners } from './draw-raffle.js'
import { describeWait } from './describe-wait.js'
import { missingRaffle } from './refusals.js'
import { evidenceMargin, findDrawTime } from './seal-raffle.js'
import { readCeremonyChain, type CeremonyChain } from './steps.js'

/** The state of a raffle. */
export type RafflePhase =
  | 'unfinished'
  | 'open'
  | 'closed'
  | 'sealed'
  | 'due'
  | 'missed'
  | 'drawn'
  | 'cancelled'

/** A possible next step. */
export interface NextStep {
  /** One sentence, lower case, no full stop. */
  readonly what: string
  /** Earliest time, if not now. */
  readonly from?: string
  /** Deadline, if any. */
  readonly until?: string
  /** The command to run. */
  readonly command?: string
}

export interface RaffleStatus {
  readonly raffleId: string
  readonly state: RafflePhase
  /** Undefined until the commitment is signed. */
  readonly commitment?: Commitment
  readonly statements: readonly Statement[]
  /** A step was interrupted: repeating it completes it. */
  readonly interrupted: boolean
  readonly paidEntries: number
  readonly freeEntries: number
  /** Withdrawn entries, by reason. */
  readonly removed: readonly WithdrawalCount[]
  /** When the randomness can be known. */
  readonly drawTime?: string
  readonly winners: readonly { readonly prizeName: string; readonly entryId: string }[]
  readonly next: readonly NextStep[]
  /** Warnings: lower case, no full stop. */
  readonly notes: readonly string[]
}

/**
 * Reads the status of a raffle.
 *
 * @throws DrawauditError `raffle-missing`.
 */
export async function readStatus(reader: CeremonyReader, raffleId: string, now: Date): Promise<RaffleStatus> {
  const ceremony = await reader.readCeremony(raffleId)
  if (ceremony === undefined) throw missingRaffle(raffleId)
  const chain = readCeremonyChain(ceremony)
  const interrupted = ceremony.statements.some(({ signature }) => signature === undefined)
  const { paidEntries, freeEntries } = ceremony
  const removed = await reader.countWithdrawals(raffleId)
  const base = { raffleId, interrupted, paidEntries, freeEntries, removed }
  if (chain === undefined) {
    return {
      ...base,
      state: 'unfinished',
      statements: [],
      winners: [],
      next: [
        {
          what: 'run the same raffle create again, with this id',
          command: `drawaudit raffle create --raffle ${raffleId} …`,
        },
      ],
      notes: ['its commitment was never published'],
    }
  }
  const drawTime = findDrawTime(chain)
  const seconds = secondsOf(now)
  const state = findState(chain, drawTime, seconds)
  const names = chain.commitment.prizes.map(({ prize_name }) => prize_name)
  return {
    ...base,
    state,
    commitment: chain.commitment,
    statements: chain.statements,
    drawTime: formatSeconds(drawTime),
    winners: listWinners(chain).map(({ position, winner_entry_id }) => ({
      prizeName: names[position - 1] ?? '',
      entryId: winner_entry_id,
    })),
    next: findNext(chain, state, drawTime, seconds),
    notes: findNotes(chain, drawTime, seconds),
  }
}

/** A page of a store's raffles. */
export interface StatusPage {
  /** By id. */
  readonly statuses: readonly RaffleStatus[]
  /** The id to continue after; undefined on the last page. */
  readonly next: string | undefined
}

/** Up to `limit` raffles of a store, after an id. */
export async function readStatusPage(
  reader: CeremonyReader,
  now: Date,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<StatusPage> {
  const ids = await reader.listCeremonies(after, limit)
  const statuses: RaffleStatus[] = []
  for (const id of ids) {
    try {
      statuses.push(await readStatus(reader, id, now))
    } catch (error) {
      // Another process has just discarded it.
      if (!(error instanceof DrawauditError) || error.code !== 'raffle-missing') throw error
    }
  }
  return { statuses, next: ids.length < limit ? undefined : ids.at(-1) }
}

/** The raffles of a store, by id. */
export async function listStatuses(reader: CeremonyReader, now: Date): Promise<readonly RaffleStatus[]> {
  const all: RaffleStatus[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const { statuses, next }: StatusPage = await readStatusPage(reader, now, { after, limit: 1000 })
    all.push(...statuses)
    after = next
  }
  return all
}

/** The status in JSON. */
export function encodeStatus(status: RaffleStatus) {
  return {
    raffle_id: status.raffleId,
    raffle_name: status.commitment?.raffle_name ?? null,
    operator: status.commitment?.operator ?? null,
    state: status.state,
    interrupted: status.interrupted,
    total_entries: status.paidEntries + status.freeEntries,
    paid_entries: status.paidEntries,
    free_entries: status.freeEntries,
    removed: status.removed.map(({ reason, count, lastAt }) => ({ reason, count, last_at: lastAt })),
    max_entries: status.commitment?.max_entries ?? null,
    entries_close_at_utc: status.commitment?.entries_close_at_utc ?? null,
    draw_at_utc: status.commitment?.draw_at_utc ?? null,
    randomness_at_utc: status.drawTime ?? null,
    statements: status.statements.map(({ type, sequence, issued_at_utc }) => ({
      sequence,
      type,
      issued_at_utc,
    })),
    winners: status.winners.map(({ prizeName, entryId }) => ({
      prize_name: prizeName,
      winner_entry_id: entryId,
    })),
    next: status.next,
    notes: status.notes,
  }
}

function findState(chain: CeremonyChain, drawTime: number, now: number): RafflePhase {
  if (chain.cancelled !== undefined) return 'cancelled'
  if (chain.draws.length > 0) return 'drawn'
  if (chain.seal !== undefined) return now < drawTime ? 'sealed' : 'due'
  if (now >= drawTime) return 'missed'
  return now < readSeconds(chain.commitment.entries_close_at_utc) ? 'open' : 'closed'
}

function findNext(
  { commitment, ceremony }: CeremonyChain,
  state: RafflePhase,
  drawTime: number,
  now: number,
): readonly NextStep[] {
  const id = commitment.raffle_id
  // A later seal would still be drawn, but nobody could prove that it was in time.
  const last = commitment.beacon === null ? drawTime : drawTime - evidenceMargin
  const until = formatSeconds(now < last ? last : drawTime)
  const load = { what: 'import entries', command: `drawaudit raffle import ${id} FILE` }
  const seal = { what: 'seal the list', until, command: `drawaudit raffle seal ${id}` }
  const draw = `drawaudit raffle draw ${id}`
  const isShort = ceremony.paidEntries + ceremony.freeEntries < commitment.prizes.length
  switch (state) {
    case 'open': {
      const later = { ...seal, from: commitment.entries_close_at_utc }
      return isShort ? [load, later] : [later, { ...load, what: 'before that, import more entries' }]
    }
    case 'closed':
      return isShort
        ? [{ ...load, until }, seal]
        : [seal, { ...load, what: 'before that, import late entries', until }]
    case 'sealed':
      return [
        {
          what: `draw, in ${describeWait(drawTime - now)}`,
          from: formatSeconds(drawTime),
          command: `${draw} --wait`,
        },
      ]
    case 'due':
      return [{ what: 'draw', command: draw }]
    case 'missed':
      return [
        { what: 'cancel it', command: `drawaudit raffle cancel ${id} --reason TEXT` },
        { what: 'then run it again', command: `drawaudit raffle create --supersedes ${id} …` },
      ]
    case 'drawn':
      return [
        {
          what: 'save the bundle, and the list beside it',
          command: `drawaudit raffle bundle ${id} --entries file -o FILE`,
        },
        { what: 'publish it, and the log, whose entries auditors read', command: 'drawaudit serve' },
        {
          what: 'if a winner is disqualified or does not answer, take the next',
          command: `drawaudit raffle replace ${id} --winner ENTRY --reason TEXT`,
        },
      ]
    case 'cancelled':
    case 'unfinished':
      return [{ what: 'to run it again', command: `drawaudit raffle create --supersedes ${id} …` }]
  }
}

function findNotes(
  { commitment, statements, seal, draws, ceremony, cancelled }: CeremonyChain,
  drawTime: number,
  now: number,
): readonly string[] {
  const notes: string[] = []
  const last = statements.at(-1)
  if (last !== undefined && readSeconds(last.issued_at_utc) > now) {
    notes.push(`the last statement is dated ${last.issued_at_utc}, which is after now: look at the clock`)
  }
  if (cancelled !== undefined) return notes
  const total = ceremony.paidEntries + ceremony.freeEntries
  const { prizes } = commitment
  if (seal === undefined && total < prizes.length) {
    notes.push(
      `fewer entries (${total}) than prizes (${prizes.length}): the list cannot be sealed until there are more entries`,
    )
  }
  if (
    seal !== undefined &&
    commitment.beacon !== null &&
    drawTime - readSeconds(seal.issued_at_utc) < evidenceMargin
  ) {
    notes.push(
      `it was sealed less than ${evidenceMargin} s before the randomness: nobody else can show that this was in time`,
    )
  }
  if (seal !== undefined && draws.length === 0 && commitment.seeds === 'public') {
    const when = now < drawTime ? 'will know the winners then' : 'knows the winners already'
    notes.push(
      `its seeds are public: whoever has the list ${when}; a cancellation after the round refutes it`,
    )
  }
  return notes
}
