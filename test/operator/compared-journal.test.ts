import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import t, { type Test } from 'tap'
import { checkJournal } from '../../src/operator/check-journal.js'
import { comparedOf } from '../../src/operator/compared-journal.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import type { Desk } from '../../src/operator/desk.js'
import { appendJournal, journalOf, readJournal } from '../../src/operator/journal.js'
import { Sqlite } from '../sqlite.js'
import { replace } from './signed-record.js'
import { findJournalProblem } from '../../src/operator/find-journal-problem.js'
import { drawAt, failure, goTo, offer, raffleId, setUp, type Stage } from './stage.js'

let processes = 0

/** The journal as a process knows it that has compared nothing yet: by a path that was not used before. */
function nameAnew({ file }: Stage): string {
  processes += 1
  return `${dirname(file)}/${'./'.repeat(processes)}${basename(journalOf(file))}`
}

/** What a new process reads of the statements before it signs. */
function begin(stage: Stage): ReturnType<typeof checkJournal> {
  const { desk, store } = stage
  const journal = nameAnew(stage)
  rows = 0
  return store.transact(transaction => {
    const { ceremonies } = transaction
    const readDigests: typeof ceremonies.readDigests = async which => {
      const found = await ceremonies.readDigests(which)
      rows += found.length
      return found
    }
    const counted = replace(transaction, { ceremonies: replace(ceremonies, { readDigests }) })
    return checkJournal({ ...desk, journal }, counted)
  })
}
let rows = 0

const create = (desk: Desk) =>
  createRaffle(desk, { ...offer, raffleId: randomUUID(), entriesCloseAt: drawAt - 60 })
const some = 20

/** A store in which a process has signed some statements, and ended. */
async function setUpSigned(t: Test): Promise<Stage> {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  for (let left = some; left > 0; left -= 1) await create(stage.desk)
  return stage
}

function change({ file }: Stage, sql: string): void {
  const database = new Sqlite(file)
  database.pragma('foreign_keys = OFF')
  if (database.prepare(sql).run().changes === 0) throw new Error('nothing was changed')
  database.close()
}

await t.test('a process goes on from where the one before had come', async t => {
  const stage = await setUpSigned(t)
  for (let times = 3; times > 0; times -= 1) {
    t.strictSame((await begin(stage)).unsigned, [])
    t.ok(rows < 4, `${rows} rows`)
  }
  t.equal(statSync(comparedOf(journalOf(stage.file))).mode & 0o777, 0o600)
  await create(stage.desk)
  await begin(stage)
  t.ok(rows < 4, `${rows} rows`)
})

await t.test('and takes in what another program appended, and a kill left behind', async t => {
  const stage = await setUpSigned(t)
  const journal = readJournal(journalOf(stage.file))
  appendJournal(journalOf(stage.file), journal, [{ lost: randomUUID() }])
  const { lost } = await begin(stage)
  t.equal(lost.size, 1)
  t.ok(rows < 4, `${rows} rows`)
})

await t.test('it compares all where what is kept is not of this file, or cannot be relied on', async t => {
  // Stores of one test have one path.
  const other = readFileSync(comparedOf(journalOf((await setUpSigned(t)).file)))
  for (const [what, spoil] of [
    [
      'nothing is kept',
      (file: string) => {
        rmSync(comparedOf(file))
      },
    ],
    [
      'it is torn',
      (file: string) => {
        writeFileSync(comparedOf(file), readFileSync(comparedOf(file), 'utf8').slice(0, -70))
      },
    ],
    [
      'a digit differs',
      (file: string) => {
        writeFileSync(
          comparedOf(file),
          readFileSync(comparedOf(file), 'utf8').replace('"count":2', '"count":3'),
        )
      },
    ],
    [
      'it is no JSON',
      (file: string) => {
        writeFileSync(comparedOf(file), 'x\n')
      },
    ],
    [
      'it is of another store',
      (file: string) => {
        writeFileSync(comparedOf(file), other)
      },
    ],
    [
      'the journal was copied',
      (file: string) => {
        copyFileSync(file, `${file}.copy`)
        renameSync(`${file}.copy`, file)
      },
    ],
    [
      'the journal was written in place',
      (file: string) => {
        writeFileSync(file, readFileSync(file))
      },
    ],
  ] as const) {
    const stage = await setUpSigned(t)
    spoil(journalOf(stage.file))
    t.strictSame((await begin(stage)).unsigned, [], what)
    t.ok(rows >= 2 + some, `${what}: ${rows} rows`)
    await begin(stage)
    t.ok(rows < 4, `${what}: ${rows} rows`)
  }
})

await t.test('it finds what was changed while no process ran', async t => {
  const lines = (file: string): readonly string[] => readFileSync(file, 'utf8').split(/(?<=\n)/)
  for (const [what, spoil, expected] of [
    [
      'the last statement of the store',
      (stage: Stage) => {
        change(stage, `DELETE FROM statement WHERE signing = ${2 + some}`)
      },
      'store-rolled-back',
    ],
    [
      'another statement in its place',
      (stage: Stage) => {
        change(stage, `UPDATE statement SET digest = 'sha256:' || digest WHERE signing = ${2 + some}`)
      },
      'store-rolled-back',
    ],
    [
      'the last line of the journal',
      ({ file }: Stage) => {
        writeFileSync(journalOf(file), lines(journalOf(file)).slice(0, -1).join(''))
      },
      'journal-missing',
    ],
    [
      'a line in the middle, in the same file of the same length',
      ({ file }: Stage) => {
        const [first = '', second = '', ...rest] = lines(journalOf(file))
        writeFileSync(journalOf(file), [first, first.slice(0, second.length), ...rest].join(''))
      },
      /journal-(missing|invalid)/,
    ],
    [
      'the journal',
      ({ file }: Stage) => {
        rmSync(journalOf(file))
      },
      'journal-missing',
    ],
  ] as const) {
    const stage = await setUpSigned(t)
    spoil(stage)
    for (let times = 2; times > 0; times -= 1) {
      t.match(await failure(begin(stage)), { code: expected }, what)
      t.notOk(existsSync(comparedOf(journalOf(stage.file))), what)
    }
  }
})

await t.test('an older copy of a store with the journal of the newer one signs nothing', async t => {
  const stage = await setUpSigned(t)
  const database = new Sqlite(stage.file)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  copyFileSync(stage.file, `${stage.file}.old`)
  await create(stage.desk)
  await begin(stage)
  const older = await setUp(t, { file: `${stage.file}.old`, bare: true })
  renameSync(journalOf(stage.file), journalOf(older.file))
  renameSync(comparedOf(journalOf(stage.file)), comparedOf(journalOf(older.file)))
  t.match(await failure(begin(older)), { code: 'store-rolled-back' })
})

await t.test('where nothing can be kept, a step is as before', async t => {
  const stage = await setUpSigned(t)
  const kept = comparedOf(journalOf(stage.file))
  rmSync(kept)
  mkdirSync(kept)
  t.equal((await create(stage.desk)).signed, true)
  await begin(stage)
  t.equal(rows, 2 + some + 1)
})

await t.test('receipts are kept for as long as there can be more', async t => {
  const stage = await setUpSigned(t)
  const id = randomUUID()
  const journal = readJournal(journalOf(stage.file))
  appendJournal(journalOf(stage.file), journal, [
    { receipts: { raffleId: id, count: 7 } },
    { receipts: { raffleId, count: 5 } },
  ])
  // That raffle is sealed: it stands before in the journal, so it is known once all is compared.
  rmSync(comparedOf(journalOf(stage.file)))
  for (let times = 2; times > 0; times -= 1) {
    t.strictSame([...(await begin(stage)).receipts], [[id, 7]])
  }
})

await t.test('all of the two is compared where that is asked for', async t => {
  const look = (stage: Stage): Promise<string | undefined> =>
    findJournalProblem(journalOf(stage.file), stage.store)
  t.equal(await look(await setUp(t)), undefined, 'no journal')
  for (const [sql, problem] of [
    [undefined, undefined],
    ['DELETE FROM statement WHERE signing = 3', /was signed, and the store does not have it/],
    ["UPDATE statement SET digest = 'sha256:' || digest WHERE signing = 3", /was signed, and the store/],
  ] as const) {
    const stage = await setUpSigned(t)
    if (sql !== undefined) change(stage, sql)
    t.match(await look(stage), problem)
  }
  const stage = await setUpSigned(t)
  const file = journalOf(stage.file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/^.*\n/, ''))
  t.match(await look(stage), /the journal lacks statement 0/)
  t.equal(await findJournalProblem(file, replace(stage.store, { storeId: 'another machine' })), undefined)
  writeFileSync(file, text.replace('sha256:', 'sha256,'))
  t.equal(await look(stage), 'is not a line of the journal')
})
