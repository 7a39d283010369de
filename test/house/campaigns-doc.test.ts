import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const page = readFileSync('docs/CAMPAIGNS.md', 'utf8')

await t.test('every campaign stands in docs/CAMPAIGNS.md, and every one there is a script', t => {
  const rows = page.split('\n').filter(line => line.startsWith('| `campaign:'))
  const named = rows
    .flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`(campaign:[a-z-]+)`/g)])
    .map(([, name]) => name)
  t.strictSame(
    named.toSorted(),
    Object.keys(scripts)
      .filter(name => name.startsWith('campaign:'))
      .toSorted(),
  )
  for (const row of rows) {
    for (const [, path = ''] of (row.split('|')[3] ?? '').matchAll(/`(test\/[^`]+)`/g))
      t.ok(existsSync(path), path)
  }
  t.end()
})
