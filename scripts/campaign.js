// The long forms of some tests: `npm run campaign NAME`. docs/evidence/CAMPAIGNS.md says what each one found.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from './build.js'
import { compileTests } from './compile.js'

/**
 * By name: the steps, each a program of this Node; or test files with the variables that make them long, in two
 * processes where each can take a share of the work.
 */
export const campaigns = {
  attacks: { tests: ['attacks/attacks.test', 'recipe/tells.test'], env: { ATTACKS: 'all', TRIES: '100000' } },
  beacons: { tests: ['native/mcl.test'], env: { MUTANTS: '2500' } },
  bits: { tests: ['core/vrf/vrf.test', 'timestamp/check-timestamps.test'], env: { SLOW: '1' } },
  chance: { tests: ['find/chance.test'], env: { PLATFORMS: '240' } },
  durability: { tests: ['campaigns/durability'] },
  failovers: { tests: ['system/operator/failovers.test'], env: { FAILOVERS: '200' } },
  find: {
    tests: [
      'find/find-recipe.test',
      'find/formulas/outcomes.test',
      'find/search/rank.test',
      'find/search/shapes.test',
      'render/praise.test',
    ],
    env: { SLOW: '1' },
  },
  flips: { tests: ['system/store/bit-flips.test'], env: { FLIPS: '10000' } },
  fleet: { tests: ['system/deploy/fleet.test'], env: { FLEET: 'all' } },
  forks: { tests: ['system/log/monitor/forks.test'], env: { FORKS: '1000' } },
  fuzz: {
    steps: [
      ['sh', 'test/fuzz/setup.sh'],
      ['node', 'test/fuzz/run.js'],
    ],
  },
  gremlin: { tests: ['system/conformance/gremlin.test'], env: { AUDITS: '10000' } },
  hostile: {
    tests: ['system/recipe/bounds.test', 'system/recipe/resident.test', 'render/escape.test'],
    env: { LONG: '1', SLOW: '1' },
  },
  hybrids: {
    tests: ['system/protocol/equipped.test', 'system/protocol/hybrids.test'],
    env: { EQUIPPED: '200000', HYBRIDS: 'all' },
    shared: true,
  },
  interop: { tests: ['campaigns/interop', 'system/cli/raffle/raffle.test'] },
  kills: {
    tests: [
      'system/operator/kill.test',
      'system/operator/log-kills.test',
      'system/operator/receipt-kills.test',
      'system/cli/run/kills.test',
      'system/desk/kills.test',
    ],
    env: { KILLS: '1000', LONG: '1' },
  },
  long: { steps: [['node', 'scripts/test.js', 'long']] },
  mutants: { tests: ['system/protocol/leaves.test'], env: { MUTANTS: 'all' }, shared: true },
  mutation: {
    steps: [
      ['npm', 'ci', '--prefix', 'test/mutation'],
      ['node', 'test/mutation/sample.js'],
    ],
  },
  page: { tests: ['page/answers.test', 'page/look-up.test'], env: { SLOW: '1' } },
  platforms: { steps: [['node', 'scripts/platforms.js']] },
  proofs: { tests: ['core/proofs.test'], env: { PROOFS: '256' }, shared: true },
  reproducible: { steps: [['node', 'scripts/reproducible.js']] },
  requests: { tests: ['server/fuzz.test', 'desk/fuzz.test'], env: { REQUESTS: '1000000' } },
  'second-verifier': { tests: ['system/protocol/second-verifier.test'], env: { DRAWS: '10000', LONG: '1' } },
  selection: { tests: ['core/selection.test'], env: { DRAWS: '10000000' } },
  toolchains: { steps: [['node', 'scripts/toolchains.js']] },
  webhooks: { tests: ['system/webhook/kills.test'], env: { EVENTS: '100000', KILLS: '200' } },
  witness: { tests: ['system/log/witness/kill.test'], env: { KILLS: '1000', LONG: '1' } },
}

async function runCampaign({ steps = [], tests = [], env = {}, shared = false }, args) {
  for (const [at, [program, ...first]] of steps.entries()) {
    // What the caller adds is for the campaign itself, not for what prepares it.
    const code = await run(program, at === steps.length - 1 ? [...first, ...args] : first)
    if (code !== 0) return code
  }
  if (tests.length === 0) return 0
  await build()
  await compileTests()
  const shares = shared ? ['1/2', '2/2'] : [undefined]
  const runs = shares.map(async share => {
    let worst = 0
    for (const test of tests) {
      const variables = { ...env, ...(share && { SHARD: share }), TAP_TIMEOUT: '36000' }
      worst = Math.max(
        worst,
        await run('node', ['--enable-source-maps', `build/${test}.js`, ...args], variables),
      )
    }
    return worst
  })
  return Math.max(...(await Promise.all(runs)))
}

/** Runs a program to its end; what the caller's environment sets wins. */
function run(program, args, variables = {}) {
  const options = { cwd: root, stdio: 'inherit', env: { ...variables, ...process.env } }
  return new Promise(resolve => {
    spawn(program === 'node' ? process.execPath : program, args, options).on('close', code =>
      resolve(code ?? 1),
    )
  })
}

const root = fileURLToPath(new URL('..', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = '', ...args] = process.argv.slice(2)
  if (Object.hasOwn(campaigns, name)) process.exitCode = await runCampaign(campaigns[name], args)
  else {
    console.error(`error: there is no campaign ${JSON.stringify(name)}`)
    console.error(`hint: one of ${Object.keys(campaigns).join(', ')}`)
    process.exitCode = 2
  }
}
