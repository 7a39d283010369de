// The table of how every command is called, and what is said from it.
import t from 'tap'
import { groups, loaders } from '../../src/cli/main.js'
import { readUsageTable } from '../../src/cli/shared/usage-table.js'
import { main } from '../../src/cli/usage-main.js'
import { run } from './run.js'

await t.test('the table says what the commands say', async t => {
  const table = readUsageTable()
  t.strictSame(table.groups, groups)
  t.strictSame(Object.keys(table.commands), Object.keys(loaders))
  for (const [word, load] of Object.entries(loaders)) {
    const usages = (await load()).map(command =>
      Object.fromEntries(Object.entries(command).filter(([name]) => name !== 'run')),
    )
    // All of it is plain: a function, or undefined, would not be in the table.
    t.strictSame(table.commands[word], usages, word)
  }
})

await t.test('a command that is called after all is run', async t => {
  const calls: unknown[] = []
  const args = ['raffle', 'status', 'x']
  const code = await main(args, (...call) => {
    calls.push(call)
    return Promise.resolve(4)
  })
  t.strictSame([code, calls], [4, [['raffle', args]]])
})

await t.test('help is the same with and without an argument beside it', async t => {
  const [alone, beside, short] = await Promise.all([
    run(['hash', '--help']),
    run(['hash', 'x', '--help']),
    run(['hash', '-h']),
  ])
  t.match(alone, { code: 0, stderr: '' })
  t.match(alone.stdout, /^drawaudit hash /)
  t.strictSame([beside.stdout, short.stdout], [alone.stdout, alone.stdout])
  t.equal(
    (await run(['hash', '--', '--help'])).stdout.includes('Options:'),
    false,
    'after -- it is an argument',
  )
})
