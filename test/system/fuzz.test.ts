// The short form of `npm run campaign fuzz`: each target for a second (FUZZ_SECONDS), from the corpus that was kept.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import t from 'tap'

const targets = readdirSync('test/fuzz/targets')
  .filter(file => file !== 'expect.ts')
  .map(file => file.replace(/\.ts$/, ''))
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 1)

const setup = spawnSync('test/fuzz/setup.sh', { encoding: 'utf8' })
const skip = setup.status === 3 && setup.stderr.trim()

await t.test(`nothing is found in ${seconds} s each`, { skip }, t => {
  t.equal(setup.status, 0, setup.stderr)
  const args = ['test/fuzz/run.js', '--seconds', String(seconds), '--jobs', '2']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  t.equal(status, 0, stderr)
  t.comment(stdout)
  const rows = stdout.split('\n').filter(line => line.endsWith('| nothing |'))
  const inputs = new Map(rows.map(row => row.split('|')).map(cells => [cells[1]?.trim(), Number(cells[3])]))
  t.strictSame([...inputs.keys()], targets)
  for (const [target, count] of inputs) t.ok(count > 5, `${target}: ${count} inputs`)
  t.end()
})

await t.test('the fuzzer finds what is there to be found', { skip }, t => {
  // It ends at what it finds, after some seconds on a machine of its own.
  const args = ['test/fuzz/run.js', '--seconds', '600', '--targets', 'test/fuzz/samples', 'guarded']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  t.equal(status, 1)
  t.match(stdout, /guarded .* see above/)
  t.match(stderr, /finding: the door is open/)
  t.match(stderr, /guarded-crash-\w+: "open sesame"/)
  t.end()
})
