import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openLarge } from '../../src/cli/files.js'
import type { ListSummary } from '../../src/verify/entry-list.js'
import { root } from './run.js'

type Module = typeof import('../../src/cli/list-threads.js')
const built = join(root, 'dist/cli/list-threads.js')
const { readList, readListHere } = (await import(built)) as Module

// More than 16 MiB: less is read by one thread.
const lines = Array.from(
  { length: 900_001 },
  (_, index) => `["entry ${index}","${index % 9 ? 'paid' : 'free'}"]\n`,
)

const withoutAt = (summary: ListSummary): object => ({ ...summary, at: undefined })

async function compare(name: string, changed: readonly string[], expected: object): Promise<void> {
  const file = join(t.testdirName, name)
  writeFileSync(file, changed.join(''))
  const list = openLarge(file)
  t.ok(list.size > 16 * 1024 * 1024)
  const rules = { engine: 'native', find: 'entry 800000' } as const
  const here = withoutAt(readListHere(list, rules))
  const there = withoutAt(await readList(list, rules))
  t.strictSame(there, here, name)
  t.match(there, expected, name)
}

t.testdir({})

await t.test('threads read a list as one does', async () => {
  await compare('whole.ndjson', lines, {
    count: lines.length,
    found: { index: 800_000, kind: 'paid' },
    repeated: undefined,
  })
  await compare('repeated.ndjson', lines.with(700_001, lines[4] ?? ''), {
    repeated: { id: 'entry 4', first: 4, second: 700_001 },
  })
  await compare('fault.ndjson', lines.with(500_000, '["entry 7"]\n'), { fault: { line: 500_001 } })
})
