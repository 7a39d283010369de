// `npm run bench NAME`: one benchmark; without a name those of what verifies, one after the other. README.md describes them.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const verifying = ['start-up', 'library', 'signatures', 'beacons', 'draws', 'records', 'merkle', 'entry-list']
const names = [
  ...verifying,
  ...[
    'bulk',
    'growth',
    'server',
    'server-memory',
    'server-slow',
    'server-workers',
    'fleet',
    'rate-limit',
    'bundles',
    'import',
    'many-bundles',
    'receipts',
    'desk',
    'log',
    'log-abuse',
    'webhooks',
    'page',
    'lighthouse',
    'finder',
    'check',
  ],
]

const [first, ...others] = process.argv.slice(2)
const isName = first !== undefined && !first.startsWith('-')
const args = isName ? others : process.argv.slice(2)

if (isName && !names.includes(first)) {
  console.error(`error: there is no benchmark ${JSON.stringify(first)}`)
  console.error(`hint: one of ${names.join(', ')}`)
  process.exit(2)
}
for (const name of isName ? [first] : verifying) {
  if (!isName) console.log(`\n# ${name}\n`)
  const script = fileURLToPath(new URL(`${name}.js`, import.meta.url))
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
