import t from 'tap'
import { runTool, type Check } from './tools.js'

const checks: readonly Check[] = [
  ['the code has the house format', 'prettier', '--check', '.'],
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
