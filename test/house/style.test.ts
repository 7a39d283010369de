import { readFileSync } from 'node:fs'
import t from 'tap'
import { filesIn } from '../../scripts/compile.js'
import { runTool, type Check } from './tools.js'

const checks: readonly Check[] = [
  ['the code has the house format', 'oxfmt', '--check', '.'],
  ['the types hold, and the linter has nothing to say', 'oxlint', '.'],
  [
    'every export has a doc comment, every type that one refers to is exported, and no link is dead',
    'typedoc',
    '--tsconfig',
    'tsconfig.build.json',
    '--emit',
    'none',
  ],
  ['every import follows the arrows of docs/ARCHITECTURE.md', 'depcruise', 'src'],
]

for (const check of checks) await runTool(t, check)

// The linter cannot say it: what it forbids in these folders are other ways to the clock.
await t.test('the time comes in as an argument where a browser runs it too', t => {
  const files = [...(filesIn('src') as Iterable<string>)].filter(path =>
    /^src\/(?:[^/]+|(?:core|model|recipe|verify|explain|find|render|web)\/.*|page\/[^/]+)\.ts$/.test(path),
  )
  t.ok(files.length > 300, `${files.length} files`)
  t.strictSame(
    // Examples of doc comments call from outside.
    files.filter(path => /^(?! *\*).*new Date\(\)/m.test(readFileSync(path, 'utf8'))),
    [],
  )
  t.end()
})
