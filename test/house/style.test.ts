import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../../', import.meta.url))

const checks: readonly (readonly [what: string, tool: string, ...args: readonly string[]])[] = [
  ['the code has the house format', 'prettier', '--check', '.'],
  ['the linter has nothing to say', 'eslint', '.'],
  ['the types hold, tests included', 'tsc', '-p', 'tsconfig.json'],
  ['every import follows the arrows of docs/ARCHITECTURE.md', 'depcruise', 'src'],
]

for (const [what, tool, ...args] of checks) {
  await t.test(what, { timeout: 120_000 }, t => {
    const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${tool}`, args, {
      cwd: root,
      encoding: 'utf8',
    })
    t.equal(status, 0, stdout + stderr)
    t.end()
  })
}
