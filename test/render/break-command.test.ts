import { spawnSync } from 'node:child_process'
import t from 'tap'
import { breakCommand } from '../../src/render/break-command.js'

/** The words that a shell makes of a command. */
const wordsOf = (command: string): string =>
  spawnSync('sh', ['-c', `drawaudit() { printf '<%s>' "$@"; }\n${command}`], { encoding: 'utf8' }).stdout

await t.test('a shell takes a broken command as the one that it was', t => {
  const command = `drawaudit raffle create --name "Summer  raffle" --prize 'iPhone (1st)' --wait -o x.json`
  for (const columns of [20, 30, 40, 60]) {
    const lines = breakCommand(command, columns)
    t.ok(lines.length > 1)
    t.strictSame(
      lines.filter(line => line.length > columns),
      [],
    )
    t.equal(wordsOf(lines.join('\n')), wordsOf(command))
  }
  t.match(wordsOf(command), '<--name><Summer  raffle><--prize><iPhone (1st)>')
  t.strictSame(breakCommand(command, 100), [command])
  t.end()
})

await t.test('an option stays with its value where there is room, and a long word is whole', t => {
  t.strictSame(breakCommand('drawaudit verify draw.json --trust trust.json', 30), [
    'drawaudit verify draw.json \\',
    '  --trust trust.json',
  ])
  t.strictSame(breakCommand('drawaudit page --address https://raffles.example/draw.html -o x', 20), [
    'drawaudit page \\',
    '  --address \\',
    '  https://raffles.example/draw.html \\',
    '  -o x',
  ])
  t.end()
})
