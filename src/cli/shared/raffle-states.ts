/**
 * Phases of a raffle in words.
 *
 * @packageDocumentation
 */
import type { RafflePhase } from '../../operator/raffle-status.js'

export const stateWords: Readonly<Record<RafflePhase, string>> = {
  unfinished: 'not published yet',
  open: 'open for entries',
  closed: 'closed, not sealed',
  sealed: 'sealed, waiting for the draw',
  due: 'sealed, to be drawn',
  missed: 'not sealed in time',
  drawn: 'drawn',
  cancelled: 'cancelled',
}
