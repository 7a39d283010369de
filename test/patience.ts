import { measureSlowness, middleOf } from '../scripts/yardstick.js'

/**
 * Whether something that took so long, by the clock or of the processor, was within a limit, on a machine of the speed
 * that limits are for; on a slower one, or a busy one, what the same work takes there counts.
 */
export function isWithin(taken: number, limit: number, by: 'clock' | 'processor' = 'clock'): boolean {
  if (taken < limit) return true
  const slowness = middleOf(Array.from({ length: 5 }, () => measureSlowness()[by]))
  return taken < limit * Math.max(1, slowness)
}
