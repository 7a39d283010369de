/**
 * Runs test files one after the other in this process, since to load tap and the modules takes longer than most tests.
 * Each is a test of its own, and a comment says what it took.
 */
import tap from 'tap'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuTime } from '../scripts/yardstick.js'
import { addTo } from './tap.js'

/** Milliseconds after which what a file left open is a fault of it: nothing else would say whose it is. */
const grace = 5000

for (const file of process.argv.slice(2)) {
  const idle = countResources()
  const cpu = cpuTime()
  const time = performance.now()
  const compiled = new URL(file.replace(/^test/, '.').replace(/ts$/, 'js'), import.meta.url).href
  const results = await tap.test(file, async t => {
    // tap would name it by all the files, which is too long.
    t.testdirName = resolve('.tap/fixtures', file.replace(/[^\w.]+/g, '-'))
    addTo(t)
    await import(compiled)
  })
  const isClosed = await isIdleAgain(idle)
  if (!isClosed) tap.fail(`${file} leaves open: ${process.getActiveResourcesInfo().join(', ')}`)
  const taken = ((performance.now() - time) / 1000).toFixed(1)
  const spent = cpu === undefined ? '' : `, ${((cpuTime() ?? 0) - cpu).toFixed(1)} s of CPU`
  tap.comment(`${results?.ok && isClosed ? 'ok' : 'not ok'} - ${file} # ${taken} s${spent}`)
}

async function isIdleAgain(idle: number): Promise<boolean> {
  const end = performance.now() + grace
  while (countResources() > idle && performance.now() < end) await sleep(20)
  return countResources() <= idle
}

/** Of what keeps the process from ending, but what ends by itself. */
function countResources(): number {
  return process.getActiveResourcesInfo().filter(kind => !/Req|Immediate/.test(kind)).length
}
