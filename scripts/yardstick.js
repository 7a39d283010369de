// Limits in seconds are for a machine of one speed; others are measured, in the same run, by work that is always the same.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
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

/** CPU seconds of this process and of those that it started and that ended; undefined where the system does not say. */
export function cpuTime() {
  if (!existsSync('/proc/self/stat')) return undefined
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  // utime, stime, cutime, cstime (proc(5)), in ticks of 10 ms.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}
