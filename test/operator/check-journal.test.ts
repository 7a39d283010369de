import { randomUUID } from 'node:crypto'
import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { portable } from '../../src/core/portable.js'
import { adoptStore } from '../../src/operator/adopt-store.js'
import { checkJournal } from '../../src/operator/check-journal.js'
import { createLog } from '../../src/operator/create-log.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { appendJournal, journalOf, readAppended, readJournal } from '../../src/operator/journal.js'
import { sequenceLog } from '../../src/operator/sequence-log.js'
import type { Desk } from '../../src/operator/desk.js'
import { Sqlite } from '../sqlite.js'
import { replace } from './signed-record.js'
import { close, drawAt, failure, goTo, offer, raffleId, setUp, type Stage } from './stage.js'

const begin = (desk: Desk) =>
  createRaffle(desk, { ...offer, raffleId: randomUUID(), entriesCloseAt: drawAt - 60 })

/** A desk, and how many rows of statements were read for it. */
function countRows({ desk, store }: Stage): { readonly counted: Desk; readonly rows: () => number } {
  let rows = 0
  const counted: Desk = {
    ...desk,
    store: replace(store, {
      transact: (work, options) =>
        store.transact(transaction => {
          const { ceremonies } = transaction
          const readDigests: typeof ceremonies.readDigests = async which => {
            const found = await ceremonies.readDigests(which)
            rows += found.length
            return found
          }
          return work(replace(transaction, { ceremonies: replace(ceremonies, { readDigests }) }))
        }, options),
    }),
  }
  return { counted, rows: () => rows }
}

await t.test(
  'a step reads as many rows in an old store as in a young one, and all of them at first',
  async t => {
    const stage = await setUp(t)
    await goTo(stage, 'sealed')
    const { counted, rows } = countRows(stage)
    const rowsOfOne = async (): Promise<number> => {
      const before = rows()
      await begin(counted)
      return rows() - before
    }
    const young = await rowsOfOne()
    t.ok(young < 12, `${young} rows`)
    for (let left = 40; left > 0; left -= 1) await begin(counted)
    t.equal(await rowsOfOne(), young)

    // Another process: here one that knows the journal by another name.
    const file = `${journalOf(stage.file)}.copy`
    copyFileSync(journalOf(stage.file), file)
    const before = rows()
    await counted.store.transact(transaction => checkJournal({ ...counted, journal: file }, transaction))
    const total = (await stage.store.ceremonies.readDigests()).length
    t.equal(rows() - before, total)
    t.equal(total, 2 + 42)
  },
)

const io = '/proc/self/io'
const readSoFar = (): number => Number(/^rchar: (\d+)$/m.exec(readFileSync(io, 'utf8'))?.[1])

await t.test(
  'of a journal only its end is read again',
  { skip: !existsSync(io) && 'Linux alone says what a process reads' },
  t => {
    const file = `${t.testdir()}/raffles.db.signed`
    const lineOf = (sequence: number) => ({ raffleId, sequence, digest: `sha256:${'5'.repeat(64)}` })
    appendJournal(
      file,
      readJournal(file),
      Array.from({ length: 20_000 }, (_, sequence) => lineOf(sequence)),
    )
    const before = readSoFar()
    const journal = readJournal(file)
    const whole = readSoFar() - before
    t.ok(whole > journal.length, `${whole} bytes`)
    appendJournal(file, journal, [lineOf(20_000)])
    const start = readSoFar()
    const next = readAppended(file, journal)
    const read = readSoFar() - start
    t.ok(read < 10_000, `${read} bytes`)
    t.strictSame(next?.lines, [lineOf(20_000)])
    t.equal(next?.count, 20_001)
    t.equal(next?.length, readJournal(file).length)
    t.end()
  },
)

/** A store whose process has compared all of it and goes on. */
async function setUpChecked(t: Test): Promise<Stage> {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  await begin(stage.desk)
  return stage
}

function change({ file }: Stage, sql: string): void {
  const database = new Sqlite(file)
  database.pragma('foreign_keys = OFF')
  if (database.prepare(sql).run().changes === 0) throw new Error('nothing was changed')
  database.close()
}

await t.test('while a process goes on it notices a store that has gone back', async t => {
  for (const [sql, message] of [
    [
      'DELETE FROM statement WHERE signing = 3',
      /statement 0 of raffle .* was signed, and the store does not have it/,
    ],
    ["UPDATE statement SET digest = 'sha256:' || digest WHERE signing = 3", /was signed, and the store/],
    ['UPDATE statement SET signature = NULL, signing = NULL WHERE signing >= 2', undefined],
  ] as const) {
    const stage = await setUpChecked(t)
    change(stage, sql)
    if (message === undefined) {
      // What is noted and in the journal may have been signed: it is no older copy, and is signed exactly so.
      t.equal((await begin(stage.desk)).signed, true, sql)
      continue
    }
    for (let times = 2; times > 0; times -= 1) {
      t.match(await failure(begin(stage.desk)), { code: 'store-rolled-back', message }, sql)
    }
  }
})

await t.test('and a journal that has gone back, is another one, is gone or is damaged', async t => {
  const first = (text: string): string => text.slice(0, text.indexOf('\n') + 1)
  for (const [what, spoil, expected] of [
    ['an older one', first, { code: 'journal-missing' }],
    ['nothing', () => undefined, { code: 'journal-missing' }],
    ['a bit', (text: string) => text.replace(/0/, '1'), { code: 'journal-invalid' }],
    ['a line before', (text: string) => `x\n${text}`, { code: 'journal-invalid' }],
    [
      'another statement at its end',
      (text: string) => first(text) + first(text) + text.slice(first(text).length).replace(/^.*\n/, ''),
      { code: 'journal-missing' },
    ],
  ] as const) {
    const stage = await setUpChecked(t)
    const file = journalOf(stage.file)
    const text = spoil(readFileSync(file, 'utf8'))
    if (text === undefined) rmSync(file)
    else writeFileSync(file, text)
    t.match(await failure(begin(stage.desk)), expected, what)
  }
})

await t.test('and what somebody else signs with another journal', async t => {
  const stage = await setUpChecked(t)
  const other = { ...stage.desk, journal: `${stage.file}.other` }
  await stage.store.transact(transaction => adoptStore(other.journal, transaction, portable))
  await begin(other)
  t.match(await failure(begin(stage.desk)), { code: 'journal-missing', message: /lacks statement 0/ })
})

await t.test('and a log that was written anew', async t => {
  const stage = await setUpChecked(t)
  await createLog(stage.desk, 'raffles.example/log')
  await begin(stage.desk)
  await sequenceLog(stage.desk)
  change(stage, 'UPDATE log_head SET root = zeroblob(32) WHERE size = (SELECT max(size) FROM log_head)')
  t.match(await failure(begin(stage.desk)), { code: 'store-rolled-back', message: /a head of \d+ entries/ })
})

await t.test('what others append with the same journal is taken in', async t => {
  const stage = await setUpChecked(t)
  const again = await setUp(t, { file: stage.file, bare: true })
  again.setClock(close)
  for (let turn = 0; turn < 3; turn += 1) {
    t.equal((await begin(again.desk)).signed, true)
    t.equal((await begin(stage.desk)).signed, true)
  }
  t.equal(readJournal(journalOf(stage.file)).lines.length, 3 + 6)
})

await t.test('what was torn from the journal does not count, and the next line takes its place', async t => {
  const stage = await setUpChecked(t)
  appendFileSync(journalOf(stage.file), '{"raffle_id":')
  t.equal((await begin(stage.desk)).signed, true)
  t.equal(readJournal(journalOf(stage.file)).lines.length, 4)
})

await t.test('a line of what is noted and not signed is known for as long as it is so', async t => {
  const stage = await setUpChecked(t)
  const id = randomUUID()
  const failing = replace(stage.store, {
    transact: (work, options) =>
      stage.store.transact(async transaction => {
        const result = await work(transaction)
        if (options?.goesOn === true) throw new Error('the commit failed')
        return result
      }, options),
  })
  const create = (desk: Desk) => createRaffle(desk, { ...offer, raffleId: id, entriesCloseAt: drawAt - 60 })
  await t.rejects(create({ ...stage.desk, store: failing }), { message: 'the commit failed' })
  for (let left = 3; left > 0; left -= 1) await begin(stage.desk)
  const unsigned = async () =>
    (await stage.store.transact(transaction => checkJournal(stage.desk, transaction))).unsigned
  t.match(await unsigned(), [{ raffleId: id, sequence: 0 }])
  stage.setClock(close + 60)
  t.equal((await create(stage.desk)).signed, true)
  t.strictSame(await unsigned(), [])
  const [{ digest } = { digest: '' }] = await stage.store.ceremonies.readDigests({ raffleId: id })
  t.equal(readJournal(journalOf(stage.file)).lines.find(one => one.raffleId === id)?.digest, digest)
})
