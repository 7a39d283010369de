import { spawnSync } from 'node:child_process'
import t from 'tap'
import { complete } from '../../../src/cli/help/completion.js'
import { readUsageTable } from '../../../src/cli/shared/usage-table.js'
import { bin, run } from '../run.js'

const table = readUsageTable()
const order = table.commands['recipe']?.map(({ name }) => name.split(' ')[0]) ?? []
const last = (...words: string[]): readonly string[] => complete(words, table)

await t.test('commands, options and values', t => {
  t.strictSame(last('ver'), ['verify'])
  t.strictSame(last('recipe', 'f'), ['format', 'find'].toSorted(byTable))
  t.strictSame(last('verify', '--form'), ['--format'])
  t.strictSame(last('verify', '--format', ''), ['text', 'json', 'ndjson'])
  t.strictSame(last('verify', '--format=n'), ['ndjson'])
  t.strictSame(last('verify', '--format', '=', 'n'), ['ndjson'], 'as bash divides it')
  t.strictSame(last('verify', '--engine', 'p'), ['portable'])
  t.strictSame(last('verify', '--recipe', 'raffa'), ['raffair', 'raffaly'])
  t.strictSame(last('recipe', 'show', 'raffa'), ['raffair', 'raffaly'])
  t.strictSame(last('verify', '--require', 'uns'), ['unsteerable'])
  t.strictSame(last('verify', '--require', 'reproducible,seed.'), ['reproducible,seed.committed'])
  t.strictSame(last('check', 'URL', '--report', 'ju'), ['junit='])
  t.strictSame(last('help', 'exit'), ['exit-codes'])
  t.ok(last('help', '').includes('levels'))
  t.strictSame(last('completion', ''), ['bash', 'zsh'])
  t.end()
})

await t.test('nothing where it is a file, or nothing is known', t => {
  t.strictSame(last('verify', 'dra'), [])
  t.strictSame(last('verify', '--trust', ''), [])
  t.strictSame(last('no-such-command', ''), [])
  t.strictSame(last('recipe', 'no-such-command', ''), [])
  t.ok(last('').includes('verify'))
  t.end()
})

await t.test('bash completes by it', async t => {
  const { stdout } = await run(['completion', 'bash'])
  const script = `drawaudit() { '${process.execPath}' '${bin}' "$@"; }
${stdout}
COMP_WORDS=(drawaudit verify --require unst); COMP_CWORD=3; _drawaudit; echo "\${COMPREPLY[*]}"`
  const ended = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  t.equal(ended.stdout, 'unsteerable\n', ended.stderr)
})

function byTable(a: string, b: string): number {
  return order.indexOf(a) - order.indexOf(b)
}
