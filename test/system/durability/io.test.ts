import { randomInt } from 'node:crypto'
import t from 'tap'
import { sufferAll } from './io.js'
import { IoStage, plays, type PlayName } from './io-stage.js'
import { createFolder } from './memory.js'
import { receive } from './receiver.js'
import { findCompiler, type Kind, type Mode } from './shim.js'
import { isLong, some } from '../../long.js'

const compiler = findCompiler()
const skip =
  compiler === undefined && 'there is no C compiler, or this is not Linux: it builds the disk that fails'
const making =
  compiler === undefined ? undefined : IoStage.make(createFolder(t), t.testdir(), compiler, await receive(t))
const stage = await making
t.teardown(() => stage?.end())
const names = some(Object.keys(plays) as PlayName[], 1)
const counts = new Map<PlayName, number>()

await t.test(
  'without a fault every play goes through, and the disk sees all that is written',
  { skip },
  async t => {
    if (stage === undefined) return
    const files: Readonly<Record<PlayName, readonly Kind[]>> = {
      store: ['database', 'wal', 'journal', 'other'],
      draw: ['database', 'wal', 'journal'],
      log: ['database', 'wal', 'journal', 'other'],
      receipts: ['database', 'wal', 'journal', 'other'],
      outbox: ['database', 'wal'],
    }
    for (const name of names) {
      const { seen, problems } = await stage.suffer(name, 'eio', 1_000_000)
      t.strictSame(problems, [], name)
      for (const kind of files[name]) {
        for (const call of ['open', 'write', 'sync'] as const)
          t.ok(seen.of(kind, call) > 0, `${name}: ${call} of ${kind}, ${seen.of(kind, call)} times`)
      }
      counts.set(name, seen.count)
    }
  },
)

/** Of the calls of each play about so many go wrong: `npm run campaign durability` takes them all. */
const cases: Readonly<Partial<Record<Mode, number>>> = isLong
  ? { eio: 3, enospc: 2, short: 2, read: 2, 'eio-ever': 1, kill: 1 }
  : { eio: 1, kill: 1 }

for (const [mode, wanted] of Object.entries(cases) as [Mode, number][]) {
  await t.test(`${mode}: nothing is lost or signed twice, and the work is finished`, { skip }, async t => {
    if (stage === undefined) return
    for (const name of names) {
      // There are fewer calls that read or write than calls in all.
      const every = Math.ceil((counts.get(name) ?? 0) / wanted / (mode === 'read' ? 2 : 1))
      const last = every * wanted
      const figures = await sufferAll(
        stage,
        name,
        mode,
        { first: 1 + randomInt(every), every, last },
        (title, problems) => {
          t.fail(title, { problems })
        },
      )
      t.match(figures, { lost: 0, signedTwice: 0, notFinished: 0, other: 0 }, name)
      t.ok(figures.runs > 0, `${figures.runs} cases`)
    }
  })
}
