/**
 * A raffle from its creation to its result. What comes next follows from what the store has, so that a run that was
 * killed goes on where it was: no raffle is created twice, and nothing is signed twice.
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
import { carryThrough, mayPass, type WaitContext } from './carry-through.js'
import type { Errands } from './errands.js'

/** Where the entries come from. */
export interface CourseList {
  /** The entries as they are now. */
  readonly read: () => AsyncIterable<readonly EntryLine[]>
  /** It may grow until entries close: it is read again then, and what is wrong with it may be mended until then. */
  readonly grows: boolean
}

/** What is to be carried through. */
export interface Course {
  readonly raffleId: string
  /**
   * What to create at a time, in seconds since 1970, or what it has to be where it is there already. Without it there
   * has to be one.
   */
  readonly offer?: (now: number, there: Commitment | undefined) => RaffleOffer
  /** Absent where entries come in another way. */
  readonly list?: CourseList
  /** Gets the round, and waits for it where it is not out. */
  readonly fetchBeacon: FetchBeacon
  readonly errands: Errands
  /** Told of the result before anything else is done with it. */
  readonly onDrawn: (drawn: RaffleDrawn) => Promise<void>
  /** Milliseconds that errands get after the draw. */
  readonly patience: number
}

/** How whoever conducts waits and speaks. */
export interface Surroundings extends WaitContext {
  /** Shows how long something takes, on a line that is written over. */
  readonly show: (text: string) => void
}

/** Milliseconds that all errands get in one attempt, and those that are left free before a step. */
const [longestAttempt, reserve] = [60_000, 2000]

/** Milliseconds between two attempts: the first pause, and the longest. */
const [firstPause, longestPause] = [2000, 60_000]

/** Milliseconds for which a draw is tried: relays may be away for long, and nothing is lost by waiting. */
const drawPatience = 24 * 3600 * 1000

/**
 * Carries a raffle through to its result, from wherever it stands.
 *
 * @throws DrawauditError for what does not pass by waiting: as the steps do; `raffle-late` for one that was not sealed in
 * time; `raffle-state` for one that is cancelled; `raffle-missing`.
 */
export async function conduct(desk: Desk, course: Course, around: Surroundings): Promise<RaffleDrawn> {
  const { raffleId, errands } = course
  let isImported = false
  let last: RafflePhase | undefined
  for (;;) {
    const status = await carryThrough(
      () => findStatus(desk, course),
      around,
      // Longer than a database takes to come back.
      desk.now().getTime() + 600_000,
    )
    const { state, commitment } = status
    const close = readSeconds(commitment.entries_close_at_utc)
    const due = readSeconds(status.drawTime)
    if (state !== last) errands.begin()
    last = state
    switch (state) {
      case 'open':
        isImported ||= await importWhileOpen(desk, course, around)
        await waitUntil(desk, close, 'entries close', errands, around)
        break
      case 'closed':
        if (course.list !== undefined && (course.list.grows || !isImported)) {
          await importAtClose(desk, course, course.list, around, due)
        }
        await carryThrough(() => seal(desk, raffleId, around), around, 1000 * due)
        break
      case 'sealed':
        await waitUntil(desk, due, 'the draw is', errands, around)
        break
      case 'due':
        await carryThrough(
          () => drawRaffle(desk, raffleId, course.fetchBeacon),
          around,
          desk.now().getTime() + drawPatience,
        )
        break
      case 'drawn': {
        const drawn = await drawRaffle(desk, raffleId, course.fetchBeacon)
        await course.onDrawn(drawn)
        await finishErrands(desk, errands, course.patience, around)
        return drawn
      }
      case 'missed':
      case 'cancelled':
      case 'unfinished':
        throw end(raffleId, state, status.drawTime)
    }
  }
}

type Standing = RaffleStatus & Required<Pick<RaffleStatus, 'commitment' | 'drawTime'>>

/** Where the raffle stands, once what was interrupted is finished, and it is created where there is none. */
async function findStatus(desk: Desk, { raffleId, offer }: Course): Promise<Standing> {
  const { ceremonies } = desk.store
  await finishInterrupted(desk, raffleId)
  if (offer !== undefined) {
    const ceremony = await ceremonies.readCeremony(raffleId)
    const there = ceremony && readCeremonyChain(ceremony)?.commitment
    await createRaffle(desk, { ...offer(secondsOf(desk.now()), there), raffleId })
  }
  return (await readStatus(ceremonies, raffleId, desk.now())) as Standing
}

/** @returns whether the list is imported, and need not be once more. */
async function importWhileOpen(
  desk: Desk,
  { raffleId, list }: Course,
  { tell }: Surroundings,
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
  { raffleId }: Course,
  list: CourseList,
  around: Surroundings,
  due: number,
): Promise<void> {
  const isPassing = (error: unknown): error is DrawauditError =>
    mayPass(error) || (list.grows && isOfList(error))
  // So that what is sealed then is sealed in time.
  const until = 1000 * (due - evidenceMargin) - reserve
  const { leftOut } = await carryThrough(() => importList(desk, raffleId, list), around, until, isPassing)
  if (leftOut > 0)
    around.tell(`${leftOut} of the list ${leftOut === 1 ? 'was' : 'were'} taken back: left out`)
}

/** Whoever takes an entry back need not strike it from the list, too. */
const importList = (desk: Desk, raffleId: string, { read }: CourseList): ReturnType<typeof importEntries> =>
  importEntries(desk, raffleId, read(), { leaveOutWithdrawn: true })

/** What somebody may mend in the list. */
const isOfList = (error: unknown): error is DrawauditError =>
  error instanceof DrawauditError && (error.code === 'entries-invalid' || error.code.startsWith('file-'))

async function seal(desk: Desk, raffleId: string, { tell }: Surroundings): Promise<void> {
  const { seal, signed, margin } = await sealRaffle(desk, raffleId)
  if (!signed) return
  tell(`sealed ${seal.total_entries} entries, ${describeWait(margin)} before the draw`)
  if (margin < evidenceMargin) tell('nobody else can show that this was in time')
}

/** Waits for a time, in seconds since 1970, and does errands meanwhile. */
async function waitUntil(
  { now }: Desk,
  time: number,
  what: string,
  errands: Errands,
  { sleep, show, tell }: Surroundings,
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
    // So that the next tick falls on a whole second, whatever happened to the clock meanwhile.
    await sleep(((left() - 1) % 1000) + 1)
  }
}

/** What others are still to be shown, for a while. */
async function finishErrands(
  { now }: Desk,
  errands: Errands,
  patience: number,
  { sleep, show, tell }: Surroundings,
): Promise<void> {
  const end = now().getTime() + patience
  for (let pause = firstPause; errands.isOpen; pause = Math.min(2 * pause, longestPause)) {
    if (pause === 2 * firstPause) {
      tell(`the result stands; what is open is tried for ${describeWait(patience / 1000)} at most`)
    }
    await errands.attempt(longestAttempt)
    if (now().getTime() + pause > end) return
    show('others are shown the result')
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
        hint: 'say what it is, so that it can be',
      })
  }
}
