// What the log takes: integration of statements, proofs, a monitor. `--quick` tries it with little; `--only NAME` runs
// one of them. See README.md.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMachine, root } from './lib.js'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
  },
})
const names = ['integration', 'step', 'proof', 'large', 'monitor']

console.log(`${describeMachine()}\n`)
const problems = []
for (const name of names) {
  const file = join(root, 'bench', `log-${name}.js`)
  if (options.only !== undefined && !options.only.includes(name)) continue
  if (!existsSync(file)) continue
  const { run } = await import(file)
  if (run === undefined) {
    problems.push(`bench/log-${name}.js exports no run()`)
    continue
  }
  // Each prints its method and its figures, and gives back what is wrong with them.
  problems.push(...((await run({ quick: options.quick, check: options.check })) ?? []))
}
for (const problem of problems) console.error(`error: ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)
