// The server's resident memory over two million requests from one million client addresses. See README.md.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  assertMachine,
  auditPath,
  describeMachine,
  formatCount,
  formatTable,
  load,
  startDrawaudit,
  stopServers,
} from './lib.js'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const scale = options.quick ? 0.1 : 1
const milestones = [100_000, 250_000, 500_000, 1_000_000, 1_500_000, 2_000_000].map(count => count * scale)
const [, settled] = milestones
const total = milestones.at(-1)
const distinct = total / 2

assertMachine()
const { port, pid } = await startDrawaudit('--trusted-proxy', '127.0.0.1')
const readMemory = () => Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

console.log(describeMachine())
console.log(
  `${formatCount(total)} requests, ${formatCount(distinct)} client addresses, the default rate limit\n`,
)
const memory = new Map([[0, readMemory()]])
const statuses = { ok: 0, other: 0 }
let sent = 0
for (const milestone of milestones) {
  const args = [sent, milestone - sent, distinct]
  const headers = { Accept: 'application/json' }
  const chunk = await load(port, auditPath, { headers, seconds: 600, script: 'addresses.lua', args })
  statuses.ok += chunk.ok
  statuses.other += chunk.other
  sent = milestone
  memory.set(sent, readMemory())
}

const rows = [...memory].map(([requests, size]) => ['', '', formatCount(requests), size.toFixed(1)])
console.log(formatTable([['', '', 'requests', 'VmRSS MiB'], ...rows]))
const most = Math.max(...milestones.slice(1).map(milestone => memory.get(milestone)))
const growth = most / memory.get(settled) - 1
const flat = growth < 0.1
const percent = `${(growth * 100).toFixed(1)} %`
console.log(
  `\n${flat ? 'met' : 'missed'}: grows ${percent} after ${formatCount(settled)} requests, the aim is below 10 %`,
)
console.log(`answers: ${formatCount(statuses.ok)} of status 200, ${formatCount(statuses.other)} others`)
if (statuses.other > 0) {
  console.error('void: not every answer was 200')
  process.exitCode = 1
}
await stopServers()
