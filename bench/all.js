// What verifies, one benchmark after the other: `npm run bench`. The others take servers, databases and browsers. See
// README.md.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

for (const name of ['start-up', 'library', 'signatures', 'draws', 'records', 'merkle', 'entry-list']) {
  console.log(`\n# bench:${name === 'entry-list' ? 'entries' : name}\n`)
  const script = fileURLToPath(new URL(`${name}.js`, import.meta.url))
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
