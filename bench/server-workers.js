// `serve --workers 2` beside `serve`: requests for a second of processor time, of all its processes. See README.md.
import { parseArgs } from 'node:util'
import {
  assertMachine,
  auditPath,
  describeMachine,
  formatCount,
  formatTable,
  load,
  median,
  readMemory,
  readProcessorTime,
  request,
  startDrawauditOn,
  stopServers,
} from './lib.js'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { rounds, seconds, warmUp } = options.quick
  ? { rounds: 1, seconds: 1, warmUp: 1 }
  : { rounds: 5, seconds: 4, warmUp: 2 }
/** The least that a second of processor time may do, as a part of what it does for one process. */
const least = 0.95
const kinds = { 'one process': [], '2 workers': ['--workers', 2] }

assertMachine()
console.log(describeMachine())
console.log(
  `an audit record, 64 connections; each ${rounds} times in turn for ${seconds} s, on both cores with the load`,
)

const headers = { Accept: 'application/json' }
const runs = Object.fromEntries(Object.keys(kinds).map(kind => [kind, []]))
const late = Object.fromEntries(Object.keys(kinds).map(kind => [kind, 0]))
for (let round = 0; round < rounds; round += 1) {
  for (const [kind, args] of Object.entries(kinds)) {
    const server = await startDrawauditOn('0,1', '--rate-limit', 1_000_000_000, ...args)
    const first = await request(server.port, auditPath, headers)
    if (first.status !== 200) throw new Error(`answers ${first.status}`)
    await load(server.port, auditPath, { headers, seconds: warmUp })
    const before = readProcessorTime(server.pid)
    const figures = await load(server.port, auditPath, { headers, seconds })
    const used = readProcessorTime(server.pid) - before
    // A machine that others use too lets some wait for longer than wrk does.
    if (figures.problem !== undefined && !/^\d+ timeout errors$/.test(figures.problem)) {
      throw new Error(figures.problem)
    }
    late[kind] += figures.problem === undefined ? 0 : parseInt(figures.problem)
    runs[kind].push({ ...figures, used, perSecond: figures.requests / used, memory: readMemory(server.pid) })
    await stopServers()
  }
}

const [one, two] = Object.values(runs)
const ratios = two.map(({ perSecond }, round) => perSecond / one[round].perSecond)
const ratio = median(ratios)
const mebibytes = bytes => (bytes / 2 ** 20).toFixed(0)
const rows = [
  ['', '', 'requests/s', 'processor s/s', 'requests / processor s', 'p99 ms', 'above 2 s', 'MiB of each'],
]
for (const [kind, list] of Object.entries(runs)) {
  const of = figure => median(list.map(figure))
  rows.push([
    ...[kind, '', formatCount(of(run => run.rate)), of(run => run.used / run.seconds).toFixed(2)],
    ...[formatCount(of(run => run.perSecond)), of(run => run.p99).toFixed(2), String(late[kind])],
    list[0].memory.map((_, at) => mebibytes(of(run => run.memory[at]))).join(' + '),
  ])
}
console.log(`\n${formatTable(rows)}\n`)
console.log(
  `requests for a second of processor time: ${ratio.toFixed(3)} × one process (${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)})`,
)
console.log(`so many on two cores that do nothing else: ${(2 * ratio).toFixed(2)} × one process on one`)
if (!options.quick && ratio < least) {
  console.error(`error: a second of processor time does ${ratio.toFixed(3)} of what it does for one process`)
  process.exitCode = 1
}
