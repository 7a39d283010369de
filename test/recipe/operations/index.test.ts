import { readFileSync } from 'node:fs'
import t from 'tap'
import { operationNames } from '../../../src/recipe/operations/index.js'

const streams = 'Streams and generators'
/** Methods that are called as operations of other groups are. */
const methods = new Set(['mod', 'multiply', 'float'])

await t.test('the index of docs/RECIPES.md has every operation once, in the group that describes it', t => {
  const whole = readFileSync(new URL('../../../docs/RECIPES.md', import.meta.url), 'utf8')
  const [, after = ''] = whole.split('\n## Operations\n')
  const [index = '', ...groups] = (after.split('\n## ')[0] ?? '').split('\n### ')
  const named = new Map(
    [...index.matchAll(/^- \[([^\]]+)\]\(#[a-z0-9-]+\): (.*)$/gm)].map(([, group = '', names = '']) => [
      group,
      [...names.matchAll(/`([a-z0-9_]+)`/g)].map(([, name]) => name),
    ]),
  )
  for (const group of groups) {
    const [title = ''] = group.split('\n')
    const rows = [...group.matchAll(/^\| `([a-z0-9_]+)`/gm)]
      .map(([, name = '']) => name)
      // Methods of drawing have a table of their own.
      .filter(name => operationNames.includes(name) && !(title === streams && methods.has(name)))
    if (rows.length > 0) t.strictSame(named.get(title), rows, title)
  }
  t.strictSame([...named.values()].flat().sort(), [...operationNames].sort())
  t.end()
})
