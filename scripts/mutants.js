// The known-bad bundles of fixtures/mutants, and known-good ones beside them, which the tests expect to be what the factory
// in test/protocol makes, and what is said of each, which the tests expect to be in test/verify/bundle/mutants.txt.
// `node scripts/mutants.js --write` writes both anew; read the difference.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

if (process.argv.includes('--write')) {
  const env = { ...process.env, MUTANTS: 'write', WORDS: 'write' }
  // The second reads what the first one writes.
  for (const file of ['test/protocol/mutants.test.ts', 'test/verify/bundle/mutants.test.ts']) {
    const args = ['scripts/test.js', file]
    const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
}
