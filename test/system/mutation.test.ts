// The short form of `npm run campaign mutation`: one module, the tests of its own, and what is left of it known by name.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'

const stryker = 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>
}

if (!existsSync(stryker)) spawnSync('npm', ['ci', '--silent', '--prefix', 'test/mutation'])

await t.test(
  'of the mutants of the times at least nine in ten are killed',
  { skip: !existsSync(stryker) && 'StrykerJS cannot be installed' },
  t => {
    const report = `${t.testdir()}/mutation.json`
    const args = [stryker, 'run', 'test/mutation/stryker.config.js', '--mutate', 'src/core/time.ts']
    const env = { ...process.env, TESTS: 'test/core/time', REPORT: report }
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
    t.equal(status, 0, `${stdout}${stderr}`)
    const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const mutants = Object.values(files).flatMap(file => file.mutants)
    const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout')
    t.ok(mutants.length > 30, `${mutants.length} mutants`)
    t.ok(killed.length >= 0.9 * mutants.length, `${killed.length} of ${mutants.length} are killed`)
    t.end()
  },
)
