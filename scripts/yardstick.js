// Limits in seconds are for a machine of one speed; others are measured, in the same run, by work that is always the same.
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'

/** Milliseconds that the work takes on the machine whose seconds the limits are. */
const nominal = 45

/** How many times as long as there the work takes here and now: by the clock, and in time of the processor. */
export function measureSlowness() {
  const since = performance.now()
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return { clock: (performance.now() - since) / nominal, processor: (user + system) / 1000 / nominal }
}

/** Some of what the tests do most: hashes, small objects, JSON, sorting. */
function work() {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    id: createHash('sha256').update(`${index}`).digest('hex'),
    index,
  }))
  rows.sort((one, other) => (one.id < other.id ? -1 : 1))
  const copied = JSON.parse(JSON.stringify(JSON.parse(JSON.stringify(rows))))
  return new Map(copied.map(({ id, index }) => [id, index])).size
}

/** @type {(numbers: readonly number[]) => number} */
export const middleOf = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
