import { existsSync, readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { campaigns } from '../../scripts/campaign.js'

const page = readFileSync('docs/evidence/CAMPAIGNS.md', 'utf8')

await t.test('every campaign has a row in docs/evidence/CAMPAIGNS.md, and every row is a campaign', t => {
  const [, table = ''] = /\n\| campaign \|.*\n\| ---.*\n([^]*?)\n\n/.exec(page) ?? []
  const rows = table.split('\n')
  const named = rows
    .flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)])
    .map(([, name = '']) => name)
  t.strictSame(named.toSorted(), Object.keys(campaigns).toSorted())
  for (const row of rows) {
    for (const [, path = ''] of (row.split('|')[3] ?? '').matchAll(/`(test\/[^`]+)`/g))
      t.ok(existsSync(path), path)
  }
  const all: Readonly<Record<string, { readonly tests?: readonly string[]; readonly steps?: unknown }>> =
    campaigns
  for (const { tests = [] } of Object.values(all)) {
    for (const name of tests) t.ok(existsSync(`test/${name}.ts`), name)
  }
  t.end()
})

await t.test('what npm run test:long runs is there, with every file that is called long', t => {
  const { system } = JSON.parse(readFileSync('test/budgets.json', 'utf8')) as {
    readonly system: { readonly long: readonly string[] }
  }
  for (const file of system.long) t.ok(existsSync(file), file)
  const called = readdirSync('test/system', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.long.test.ts'))
    .map(file => `test/system/${file}`)
  for (const file of called) t.ok(system.long.includes(file), file)
  t.strictSame(system.long, [...new Set(system.long)].toSorted())
  t.end()
})

await t.test('every campaign and benchmark that a document names is there', t => {
  const benchmarks = readFileSync('bench/run.js', 'utf8')
  const others = [
    'ARCHITECTURE',
    'evidence/DURABILITY',
    'evidence/HOSTILE',
    'OPERATING',
    'PAGE',
    'PERFORMANCE',
    'RELEASING',
  ]
  const paths = ['CONTRIBUTING.md', 'bench/README.md', 'conformance/README.md', 'docs/evidence/CAMPAIGNS.md']
  for (const path of [...paths, ...others.map(name => `docs/${name}.md`)]) {
    const text = readFileSync(path, 'utf8')
    t.notMatch(text, /npm run (campaign|bench):/, path)
    for (const [, name = ''] of text.matchAll(/npm run campaign ([a-z-]+)/g))
      t.ok(Object.hasOwn(campaigns, name), `${path}: ${name}`)
    for (const [, name = ''] of text.matchAll(/npm run bench ([a-z][a-z-]+)/g)) {
      t.match(benchmarks, `'${name}'`, `${path}: ${name}`)
      t.ok(existsSync(`bench/${name}.js`), `${path}: ${name}`)
    }
  }
  t.end()
})
