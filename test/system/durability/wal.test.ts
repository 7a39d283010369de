import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { checkJournal } from '../../../src/operator/check-journal.js'
import { journalOf } from '../../../src/operator/journal.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import { Sqlite } from '../../sqlite.js'
import { createFolder } from './memory.js'
import { sufferAll, type Beside, type Damage, type Depth } from './wal.js'
import { endsOf, lay, makeScene, refusal } from './wal-stage.js'
import { isLong, some } from '../../long.js'

const folder = createFolder(t)
const scene = await makeScene(join(folder, 'scene.db'))
const file = join(folder, 'raffles.db')
const ends = endsOf(scene)

type Case = readonly [Damage, Beside, Depth]

await t.test('a scene has a frame for each page, and a commit for each thing that was done', t => {
  t.strictSame(
    scene.frames.filter(({ isCommit }) => isCommit).map(frame => frame.end),
    scene.marks.slice(1).map(({ wal }) => wal),
    'each commit was seen',
  )
  t.equal(scene.frames.at(-1)?.end, scene.wal.length)
  t.ok(scene.marks.length > 15, `${scene.marks.length - 1} commits`)
  const database = new Sqlite(join(folder, 'scene.db'))
  const rows = ['receipt', 'withdrawal', 'statement_token'].map(table =>
    database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )
  database.close()
  t.strictSame(rows, [3, 1, 1], 'receipts, what was withdrawn, and a token are in it')
  t.comment(`${scene.frames.length} frames, ${scene.marks.length - 1} commits`)
  t.end()
})

async function run(t: Test, cases: readonly Case[], rolledBack: 'some' | 'none'): Promise<void> {
  const figures = await sufferAll(file, scene, cases, (one, problems) => {
    t.fail(JSON.stringify(one), { problems })
  })
  t.match(figures, { runs: cases.length, notPrefix: 0, signedTwice: 0, notFinished: 0, refused: 0 })
  if (rolledBack === 'none') t.equal(figures.rolledBack, 0)
  else t.ok(figures.rolledBack > 0, `${figures.rolledBack} of ${cases.length} are a store that went back`)
}
type Test = Pick<typeof t, 'fail' | 'match' | 'equal' | 'ok'>

await t.test('cut after every frame, by a crash: nothing that was confirmed is gone', async t => {
  const finishes = new Set(scene.marks.filter((_, index) => index % 5 === 0).map(({ wal }) => wal))
  // What is finished is so from the same commits; every fifth of them is enough here.
  await run(
    t,
    some(ends, 40).map((at): Case => [{ kind: 'cut', at }, 'then', finishes.has(at) ? 'finished' : 'opened']),
    'none',
  )
})

await t.test('cut after every commit, by a disk that lost what it had confirmed', async t => {
  await run(
    t,
    scene.marks.map(({ wal: at }, commit): Case => {
      const depth = commit % 9 === 0 ? 'finished' : commit === 7 ? 'restored' : 'opened'
      return [{ kind: 'cut', at }, 'now', depth]
    }),
    'some',
  )
})

await t.test('cut anywhere, and a bit that has flipped anywhere', async t => {
  const anywhere = (kind: Damage['kind']): Case[] =>
    Array.from({ length: isLong ? 25 : 10 }, (_, index): Case => {
      const damage = { kind, at: randomInt(scene.wal.length), bit: randomInt(8) }
      return [damage, index % 2 === 0 ? 'then' : 'now', index % 12 === 0 ? 'finished' : 'opened']
    })
  await run(t, [...anywhere('cut'), ...anywhere('flip')], 'some')
})

await t.test('a journal that was cut anywhere lets nothing be signed', async t => {
  lay(file, scene)
  const store = await openSqliteStore(file, { access: 'write' })
  t.teardown(() => store.close())
  const compare = (): Promise<string | undefined> =>
    refusal(
      store.transact(transaction => checkJournal({ journal: journalOf(file), isShared: false }, transaction)),
    )
  t.equal(await compare(), undefined, 'the whole one')
  const whole = readFileSync(journalOf(file))
  for (let at = 0; at < whole.length; at += isLong ? 1 : 11) {
    writeFileSync(journalOf(file), whole.subarray(0, at))
    const code = await compare()
    if (code !== 'journal-missing') t.fail(`cut at ${at}: ${code ?? 'it is taken for whole'}`)
  }
})
