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

const hasZsh = spawnSync('zsh', ['-fc', 'zmodload zsh/zpty'], { encoding: 'utf8' }).status === 0

await t.test(
  'zsh completes by it, at a terminal',
  { skip: hasZsh ? false : 'zsh is not installed' },
  async t => {
    const { stdout } = await run(['completion', 'zsh'])
    const folder = t.testdir({ script: stdout })
    // What is typed, and what stands on the line after the tab.
    const lines: Readonly<Record<string, string>> = {
      'drawaudit veri': 'drawaudit verify ',
      'drawaudit verify --require unst': 'drawaudit verify --require unsteerable ',
      'drawaudit raffle sta': 'drawaudit raffle status ',
      'drawaudit verify scr': 'drawaudit verify script ',
    }
    const session = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "cd '${folder}'; drawaudit() { '${process.execPath}' '${bin}' \\"\\$@\\"; }; autoload -Uz compinit"
zpty -w shell 'compinit -u -D; source ./script; setopt no_auto_remove_slash; unsetopt beep'
zpty -w shell 'tell() { print -r -- "$BUFFER" >> told; BUFFER=; }; zle -N tell; bindkey "^X" tell'
zpty -w shell 'print ready > is-ready'
until [[ -s is-ready ]]; do sleep 0.05; done
count=0
for line in "$@"; do
  zpty -w -n shell "$line"$'\t'$'\x18'
  count=$((count + 1))
  until [[ -s told && $(wc -l < told) -ge $count ]]; do sleep 0.05; done
done
zpty -d shell
cat told`
    const ended = spawnSync('zsh', ['-fc', session, 'zsh', ...Object.keys(lines)], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    })
    t.equal(ended.stdout, `${Object.values(lines).join('\n')}\n`, ended.stderr)
  },
)

function byTable(a: string, b: string): number {
  return order.indexOf(a) - order.indexOf(b)
}
