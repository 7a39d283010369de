/**
 * Checks the clock before it dates a signature: a date in the future cannot be revoked, and blocks its raffle
 * until then.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { CeremonyReader } from '../store/ceremonies.js'
import { formatSeconds, readSeconds, secondsOf, type Desk } from './desk.js'
import { describeWait } from './describe-wait.js'

/** Tolerated clock error in seconds. */
const tolerance = 300

/**
 * Compares the clock with that of a database on another machine.
 *
 * @returns whether another clock, or a person, confirms it.
 * @throws DrawauditError `clock-wrong` when the two are more than 5 minutes apart; as the store does.
 */
export async function checkStoreClock({ now, otherClock, isClockChecked }: Desk): Promise<boolean> {
  const other = await otherClock()
  if (other === undefined) return isClockChecked
  const seconds = secondsOf(now())
  const ahead = seconds - secondsOf(other)
  if (Math.abs(ahead) <= tolerance) return true
  const relation = ahead > 0 ? 'ahead of' : 'behind'
  throw new DrawauditError(
    'clock-wrong',
    `the clock says ${formatSeconds(seconds)}, ${describeWait(Math.abs(ahead))} ${relation} that of the database`,
    { hint: 'set the one that is wrong: nothing was signed' },
  )
}

/**
 * Compares the clock with the latest signed date in the store, if no other clock confirms it.
 *
 * @param now - in seconds since 1970.
 * @throws DrawauditError `clock-wrong` if it is more than 5 minutes behind; as the store does.
 */
export async function checkLastDate(reader: CeremonyReader, now: number): Promise<void> {
  const last = await reader.readLastDate()
  if (last === undefined || readSeconds(last) <= now + tolerance) return
  throw new DrawauditError(
    'clock-wrong',
    `the clock says ${formatSeconds(now)}, ${describeWait(readSeconds(last) - now)} behind ${last}, a date that was signed in this store`,
    {
      hint: 'set the clock; if it is right, and was fast when that was signed, give --clock-checked. Nothing was signed',
    },
  )
}
