// The long forms of some tests, each in two processes: `node scripts/campaign.js hybrids` mixes every pair of valid
// raffles in every way, `mutants` changes every leaf of every one in every way, `proofs` makes and spoils every proof of
// trees of up to 256 leaves.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const campaigns = {
  hybrids: { file: 'test/protocol/hybrids.test.ts', env: { HYBRIDS: 'all' } },
  mutants: { file: 'test/protocol/leaves.test.ts', env: { MUTANTS: 'all' } },
  proofs: { file: 'test/core/proof-campaign.test.ts', env: { PROOFS: '256' } },
}
const shards = 2

const campaign = campaigns[process.argv[2]]
if (campaign === undefined) {
  console.error(`error: expected one of ${Object.keys(campaigns).join(', ')}`)
  process.exit(2)
}

/** Runs one share of a campaign to its end. */
function run({ file, env }, shard) {
  const args = ['--no-install', 'tap', '--disable-coverage', '--timeout=36000', file]
  const options = {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, SHARD: `${shard}/${shards}` },
  }
  return new Promise(resolve => {
    spawn('npx', args, options).on('close', code => resolve(code ?? 1))
  })
}

const codes = await Promise.all(Array.from({ length: shards }, (_, at) => run(campaign, at + 1)))
process.exitCode = Math.max(...codes)
