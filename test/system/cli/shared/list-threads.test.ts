import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openLarge } from '../../../../src/io/files.js'
import type { ListSummary } from '../../../../src/verify/bundle/entry-list.js'
import { root, run } from '../../../cli/run.js'

type Module = typeof import('../../../../src/cli/shared/list-threads.js')
const built = join(root, 'dist/cli/shared/list-threads.js')
const { readList, readListHere } = (await import(built)) as Module

// More than 16 MiB, less is read by one thread, of few lines: comparing them is what takes time.
const idOf = (index: number): string => `entry ${index} `.padEnd(120, '.')
const lines = Array.from(
  { length: 150_001 },
  (_, index) => `["${idOf(index)}","${index % 9 ? 'paid' : 'free'}"]\n`,
)

const folder = t.testdir({})
const withoutAt = (summary: ListSummary): object => ({ ...summary, at: undefined })

async function compare(name: string, changed: readonly string[], expected: object): Promise<void> {
  const file = join(folder, name)
  writeFileSync(file, changed.join(''))
  const list = openLarge(file)
  t.ok(list.size > 16 * 1024 * 1024)
  const rules = { engine: 'native', find: idOf(100_000) } as const
  const here = withoutAt(readListHere(list, rules))
  const there = withoutAt(await readList(list, rules))
  t.strictSame(there, here, name)
  t.match(there, expected, name)
}

await t.test('threads read a list as one does', async () => {
  await compare('whole.ndjson', lines, {
    count: lines.length,
    found: { index: 100_000, kind: 'paid' },
    repeated: undefined,
  })
  await compare('repeated.ndjson', lines.with(140_001, lines[4] ?? ''), {
    repeated: { id: idOf(4), first: 4, second: 140_001 },
  })
  await compare('fault.ndjson', lines.with(50_000, '["entry 7"]\n'), { fault: { line: 50_001 } })
})

await t.test('the command reads such a list beside a bundle', async t => {
  const fixture = join(root, 'fixtures/bundles/three-prizes-142-entries/bundle.json')
  const bundle = JSON.parse(readFileSync(fixture, 'utf8')) as Record<string, unknown>
  delete bundle['entries']
  const name = 'whole.ndjson'
  bundle['entries_file'] = { name, digest: `sha256:${'0'.repeat(64)}` }
  const file = join(folder, 'bundle.json')
  writeFileSync(file, JSON.stringify(bundle))
  const digest = createHash('sha256').update(lines.join('')).digest('hex')
  const verified = await run(['verify', file, '--details'])
  t.match(verified, { stderr: '', code: 3 })
  t.match(verified.stdout.replace(/\s+/g, ' '), `found sha256:${digest}`)
  t.match(await run(['explain', file]), { stderr: '', code: 0 })
})
