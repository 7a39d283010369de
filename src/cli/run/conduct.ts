/**
 * Conducts a raffle from its creation to its result. The next step follows from the state of the store, so an
 * interrupted run resumes: no raffle is created twice, and nothing is signed twice.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import type { Commitment } from '../../model/statement.js'
import { createRaffle, type RaffleOffer } from '../../operator/create-raffle.js'
import { readSeconds, secondsOf, type Desk } from '../../operator/desk.js'
import { describeWait } from '../../operator/describe-wait.js'
import { drawRaffle, type FetchBeacon, type RaffleDrawn } from '../../operator/draw-raffle.js'
import type { EntryLine } from '../../operator/entry-lines.js'
import { importEntries } from '../../operator/import-entries.js'
import { readStatus, type RafflePhase, type RaffleStatus } from '../../operator/raffle-status.js'
import { evidenceMargin, sealRaffle } from '../../operator/seal-raffle.js'
import { finishInterrupted, readCeremonyChain } from '../../operator/steps.js'
import { retryTransient, isTransient, type WaitContext } from './retry.js'
import type { Errands } from './errands.js'

/** The list of entries. */
export interface EntrySource {
  /** Reads the current entries. */
  readonly read: () => AsyncIterable<readonly EntryLine[]>
  /** Whether it may change until entries close: then it is read again, and errors in it are not fatal before. */
  readonly grows: boolean
}

/** A raffle to conduct. */
export interface ConductedRaffle {
  readonly raffleId: string
  /**
   * The raffle to create at a time, in seconds since 1970, or to compare with an existing commitment. Without it,
   * the raffle must exist.
   */
  readonly offer?: (now: number, there: Commitment | undefined) => RaffleOffer
  /** Absent if entries are added in another way. */
  readonly list?: EntrySource
  /** Gets the round, waiting until it is published. */
  readonly fetchBeacon: FetchBeacon
  readonly errands: Errands
  /** Called with the result before the errands run. */
  readonly onDrawn: (drawn: RaffleDrawn) => Promise<void>
  /** Milliseconds for errands after the draw. */
  readonly patience: number
}

/** Clock and output of the conductor. */
export interface RunContext extends WaitContext {
  /** Shows progress, on a line that is overwritten. */
  readonly show: (text: string) => void
}

/** Milliseconds for all errands in one attempt, and milliseconds kept free before a step. */
const [longestAttempt, reserve] = [60_000, 2000]

/** Milliseconds between attempts: at first, doubling up to the second value. */
const [firstPause, longestPause] = [2000, 60_000]

/** Milliseconds for which a draw is retried: relays may be down for long, and waiting loses nothing. */
const drawPatience = 24 * 3600 * 1000

/**
 * Conducts a raffle to its result, from any state.
 *
 * @throws DrawauditError for permanent errors: as the steps do; `raffle-late` if it was not sealed in time;
 * `raffle-state` if it is cancelled; `raffle-missing`.
 */
export async function conduct(
  desk: Desk,
  raffle: ConductedRaffle,
  context: RunContext,
): Promise<RaffleDrawn> {
  const { raffleId, errands } = raffle
  let isImported = false
  let last: RafflePhase | undefined
  for (;;) {
    const status = await retryTransient(
      () => findStatus(desk, raffle),
      context,
      // Ten minutes: enough for a database to come back.
      desk.now().getTime() + 600_000,
    )
    const { state, commitment } = status
    const close = readSeconds(commitment.entries_close_at_utc)
    const due = readSeconds(status.drawTime)
    if (state !== last) errands.begin()
    last = state
    switch (state) {
      case 'open':
        isImported ||= await importWhileOpen(desk, raffle, context)
        await waitUntil(desk, close, 'entries close', errands, context)
        break
      case 'closed':
        if (raffle.list !== undefined && (raffle.list.grows || !isImported)) {
          await importAtClose(desk, raffle, raffle.list, context, due)
        }
        await retryTransient(() => seal(desk, raffleId, context), context, 1000 * due)
        break
      case 'sealed':
        await waitUntil(desk, due, 'the draw is', errands, context)
        break
      case 'due':
        await retryTransient(
          () => drawRaffle(desk, raffleId, raffle.fetchBeacon),
          context,
          desk.now().getTime() + drawPatience,
        )
        break
      case 'drawn': {
        const drawn = await drawRaffle(desk, raffleId, raffle.fetchBeacon)
        await raffle.onDrawn(drawn)
        await finishErrands(desk, errands, raffle.patience, context)
        return drawn
      }
      case 'missed':
      case 'cancelled':
      case 'unfinished':
        throw end(raffleId, state, status.drawTime)
    }
  }
}

type CommittedStatus = RaffleStatus & Required<Pick<RaffleStatus, 'commitment' | 'drawTime'>>

/** The status of the raffle, after finishing interrupted steps and creating it if necessary. */
async function findStatus(desk: Desk, { raffleId, offer }: ConductedRaffle): Promise<CommittedStatus> {
  const { ceremonies } = desk.store
  await finishInterrupted(desk, raffleId)
  if (offer !== undefined) {
    const ceremony = await ceremonies.readCeremony(raffleId)
    const there = ceremony && readCeremonyChain(ceremony)?.commitment
    await createRaffle(desk, { ...offer(secondsOf(desk.now()), there), raffleId })
  }
  return (await readStatus(ceremonies, raffleId, desk.now())) as CommittedStatus
}

/** @returns true: a fixed list is imported once, a growing one again at close. */
async function importWhileOpen(
  desk: Desk,
  { raffleId, list }: ConductedRaffle,
  { tell }: RunContext,
): Promise<boolean> {
  if (list === undefined) return true
  try {
    await importList(desk, raffleId, list)
  } catch (error) {
    if (!list.grows || !isOfList(error)) throw error
    tell(`the list is not imported yet: ${error.message}`)
  }
  return true
}

async function importAtClose(
  desk: Desk,
  { raffleId }: ConductedRaffle,
  list: EntrySource,
  context: RunContext,
  due: number,
): Promise<void> {
  const isPassing = (error: unknown): error is DrawauditError =>
    isTransient(error) || (list.grows && isOfList(error))
  // Leaves time to seal before the deadline.
  const until = 1000 * (due - evidenceMargin) - reserve
  const { leftOut } = await retryTransient(() => importList(desk, raffleId, list), context, until, isPassing)
  if (leftOut > 0)
    context.tell(`${leftOut} of the list ${leftOut === 1 ? 'was' : 'were'} taken back: left out`)
}

/** A withdrawn entry may remain in the list file. */
const importList = (desk: Desk, raffleId: string, { read }: EntrySource): ReturnType<typeof importEntries> =>
  importEntries(desk, raffleId, read(), { leaveOutWithdrawn: true })

/** Errors that can be fixed in the list file. */
const isOfList = (error: unknown): error is DrawauditError =>
  error instanceof DrawauditError && (error.code === 'entries-invalid' || error.code.startsWith('file-'))

async function seal(desk: Desk, raffleId: string, { tell }: RunContext): Promise<void> {
  const { seal, signed, margin } = await sealRaffle(desk, raffleId)
  if (!signed) return
  tell(`sealed ${seal.total_entries} entries, ${describeWait(margin)} before the draw`)
  if (margin < evidenceMargin) tell('nobody else can show that this was in time')
}

/** Waits for a time, in seconds since 1970, running errands meanwhile. */
async function waitUntil(
  { now }: Desk,
  time: number,
  what: string,
  errands: Errands,
  { sleep, show, tell }: RunContext,
): Promise<void> {
  const left = (): number => 1000 * time - now().getTime()
  tell(`${what} in ${describeWait(Math.ceil(left() / 1000))}`)
  let next = 0
  for (let pause = firstPause; left() > 0;) {
    const isTime = errands.isOpen && now().getTime() >= next && left() > 2 * reserve
    if (isTime) {
      await errands.attempt(Math.min(left() - reserve, longestAttempt))
      next = now().getTime() + pause
      pause = Math.min(2 * pause, longestPause)
      continue
    }
    show(`${what} in ${describeWait(Math.ceil(left() / 1000))}`)
    // So that the next tick falls on a whole second, even if the clock was changed.
    await sleep(((left() - 1) % 1000) + 1)
  }
}

/** Retries open errands for a limited time. */
async function finishErrands(
  { now }: Desk,
  errands: Errands,
  patience: number,
  { sleep, show, tell }: RunContext,
): Promise<void> {
  const end = now().getTime() + patience
  for (let pause = firstPause; errands.isOpen; pause = Math.min(2 * pause, longestPause)) {
    if (pause === 2 * firstPause) {
      tell(`the result stands; the rest is retried for ${describeWait(patience / 1000)} at most`)
    }
    await errands.attempt(longestAttempt)
    if (now().getTime() + pause > end) return
    show('publishing the result')
    await sleep(pause)
  }
}

function end(raffleId: string, state: 'missed' | 'cancelled' | 'unfinished', due: string): DrawauditError {
  switch (state) {
    case 'missed':
      return new DrawauditError(
        'raffle-late',
        `the list was not sealed before ${due}, when the randomness could be known`,
        {
          hint: `cancel it: drawaudit raffle cancel ${raffleId} --reason TEXT, then run it again with --supersedes ${raffleId}`,
        },
      )
    case 'cancelled':
      return new DrawauditError('raffle-state', `the raffle is cancelled`, {
        hint: `nothing follows a cancellation; run it again with --supersedes ${raffleId}`,
      })
    case 'unfinished':
      return new DrawauditError('raffle-missing', `raffle ${raffleId} was never created`, {
        hint: 'define it, so that it can be created',
      })
  }
}
