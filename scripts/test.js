// Runs the tests, names what was skipped, and ends with one line of totals.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const results = new URL('../.tap/results.tap', import.meta.url)
mkdirSync(new URL('.', results), { recursive: true })
rmSync(results, { force: true })

const reporter = process.stdout.isTTY ? [] : ['--reporter=silent']
const args = [...reporter, `--output-file=${fileURLToPath(results)}`, ...process.argv.slice(2)]
const code = await new Promise(resolve => {
  spawn('npx', ['--no-install', 'tap', ...args], { stdio: 'inherit' }).on('close', resolve)
})

const tap = readFileSync(results, 'utf8')
if (!process.stdout.isTTY) {
  // One line a file, and of what failed everything that tap says of it.
  for (const [line] of tap.matchAll(/^(?:not )?ok .*|^ +not ok [^]*?^ +\.\.\.$/gm)) console.log(line)
}
for (const [, name, reason] of tap.matchAll(/^ *ok (?:\d+ )?- (.*?) # SKIP ?(.*)$/gm)) {
  console.log(`skipped: ${name}: ${reason || 'no reason given'}`)
}
// tap's own totals, of assertions; without them it did not come to an end.
const totals = /^# \{ total: \d+.*\}$/m.exec(tap)?.[0] ?? ''
const count = word => Number(new RegExp(`${word}: (\\d+)`).exec(totals)?.[1] ?? 0)
const failed = Math.max(count('fail'), code === 0 ? 0 : 1)
process.exitCode = failed > 0 ? 1 : 0
console.log(`${count('pass')} passed, ${failed} failed`)
