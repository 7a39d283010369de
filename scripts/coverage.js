// Coverage of src/ by the tests that are named, or by those of the unit tier: `npm run coverage -- test/core test/recipe`.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
// Not where tap keeps its own.
const collected = `${root}.tap/covered`

function run(args, env = {}) {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }
  return spawnSync(process.execPath, args, options).status ?? 1
}

rmSync(new URL(`../${collected}`, import.meta.url), { recursive: true, force: true })
const tests = run(['scripts/test.js', ...process.argv.slice(2)], {
  NODE_V8_COVERAGE: collected,
  // tap would take the counters away, to write them elsewhere.
  _TAPJS_PROCESSINFO_COVERAGE_: '0',
})
// What runs is compiled: the lines are those of its source.
const report = ['report', '--temp-directory', collected, '--reporter', 'text']
const files = ['--exclude-after-remap', '--include', 'src/**']
process.exitCode = Math.max(tests, run(['node_modules/c8/bin/c8.js', ...report, ...files]))
