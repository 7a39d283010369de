// The known-bad bundles of fixtures/mutants, and known-good ones beside them, which the tests expect to be
// what the factory in test/protocol makes. `node scripts/mutants.js --write` writes them anew; read the difference.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

if (process.argv.includes('--write')) {
  const args = ['--no-install', 'tap', '--disable-coverage', 'test/mutants-protocol.test.ts']
  const env = { ...process.env, MUTANTS: 'write' }
  process.exitCode = spawnSync('npx', args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
}
