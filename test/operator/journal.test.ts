import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import t from 'tap'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { createDesk, type Desk } from '../../src/operator/desk.js'
import { portable } from '../../src/core/portable.js'
import { adoptStore } from '../../src/operator/adopt-store.js'
import { appendJournal, journalOf, readJournal } from '../../src/operator/journal.js'
import { readStatus } from '../../src/operator/raffle-status.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { backupSqliteStore, restoreSqliteStore } from '../../src/store/sqlite/maintenance.js'
import type { Store } from '../../src/store/store.js'
import { rotateKey } from '../../src/operator/keys.js'
import { finishInterrupted } from '../../src/operator/steps.js'
import { Sqlite } from '../sqlite.js'
import { replace } from './signed-record.js'
import { close, drawAt, failure, goTo, offer, raffleId, setUp } from './stage.js'

const other = '59638a53-01d5-4ea0-96bc-887c4448c4f3'
const adopt = (store: Store, file: string) =>
  store.transact(transaction => adoptStore(journalOf(file), transaction, portable))

await t.test('every signature has its line, for the operator alone to read', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'drawn')
  const journal = readFileSync(journalOf(stage.file), 'utf8')
  const lines = journal
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line.replace(/[ +][0-9a-f]{8}$/, '')) as unknown)
  t.strictSame(
    lines,
    (await stage.store.ceremonies.readDigests()).map(({ raffleId: raffle_id, sequence, digest }) => ({
      raffle_id,
      sequence,
      digest,
    })),
  )
  t.equal(lines.length, 5)
  t.equal(statSync(journalOf(stage.file)).mode & 0o777, 0o600)
})

await t.test('an older backup signs nothing, and loses nothing when the newer one comes back', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  const [older, newer] = [`${stage.file}.older`, `${stage.file}.newer`]
  await backupSqliteStore(stage.file, older)
  stage.setClock(drawAt)
  const { draws } = await stage.draw()
  await backupSqliteStore(stage.file, newer)
  await stage.store.close()

  await restoreSqliteStore(older, stage.file, { replace: true })
  const back = await setUp(t, { file: stage.file, bare: true })
  back.setClock(drawAt + 100)
  for (const step of [
    () => back.draw(),
    () => cancelRaffle(back.desk, raffleId, 'second thoughts'),
    () => createRaffle(back.desk, { ...offer, raffleId: other, entriesCloseAt: drawAt + 3600 }),
    () => back.importText('z,paid\n'),
    // A key made here would be lost with this copy.
    () => rotateKey(back.desk, offer.operator),
  ]) {
    const error = await failure(step())
    t.match(error, {
      code: 'store-rolled-back',
      message: /statement 2 of raffle/,
      hint: /restore the newer one/,
    })
  }
  t.equal((await back.store.ceremonies.readDigests()).length, 2)
  await back.store.close()

  await restoreSqliteStore(newer, stage.file, { replace: true })
  const again = await setUp(t, { file: stage.file, bare: true })
  again.setClock(drawAt + 100)
  t.match(await again.draw(), { signed: false, draws })
})

await t.test('where the newer store is lost, its raffles are given up and others go on', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  const older = `${stage.file}.older`
  await backupSqliteStore(stage.file, older)
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  await stage.store.close()
  await restoreSqliteStore(older, stage.file, { replace: true })
  const back = await setUp(t, { file: stage.file, bare: true })
  back.setClock(close + 10)
  t.strictSame(await adopt(back.store, back.file), {
    added: 0,
    lost: [raffleId],
    lostLogs: [],
    lostReceipts: [],
  })
  t.strictSame(
    await adopt(back.store, back.file),
    { added: 0, lost: [], lostLogs: [], lostReceipts: [] },
    'once',
  )
  for (const step of [
    () => sealRaffle(back.desk, raffleId),
    () => cancelRaffle(back.desk, raffleId, 'x'),
    () => back.importText('z,paid\n'),
  ]) {
    t.match(await failure(step()), { code: 'store-rolled-back', message: /given up/, hint: /another id/ })
  }
  const next = { ...offer, raffleId: other, entriesCloseAt: drawAt + 3600 }
  t.equal((await createRaffle(back.desk, next)).signed, true)
})

await t.test('a store without its journal signs nothing until it is adopted', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  rmSync(journalOf(stage.file))
  stage.setClock(close)
  t.match(await failure(sealRaffle(stage.desk, raffleId)), {
    code: 'journal-missing',
    message: /its journal is not there/,
    hint: /store adopt/,
  })
  t.notOk(existsSync(journalOf(stage.file)))
  t.strictSame(await adopt(stage.store, stage.file), { added: 1, lost: [], lostLogs: [], lostReceipts: [] })
  t.equal((await sealRaffle(stage.desk, raffleId)).signed, true)
  const [first = ''] = readFileSync(journalOf(stage.file), 'utf8').split('\n')
  writeFileSync(journalOf(stage.file), `${first}\n`)
  t.match(await failure(cancelRaffle(stage.desk, raffleId, 'x')), {
    code: 'journal-missing',
    message: /lacks statement 1/,
  })
})

await t.test('a torn line was never signed; a broken one is not passed over', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  const file = journalOf(stage.file)
  const whole = readFileSync(file)
  for (const torn of [
    '{',
    `{"raffle_id":"${raffleId}","sequence":1,"digest":"sha256:${'0'.repeat(64)}"}`,
    '\0\0\0',
  ]) {
    writeFileSync(file, whole)
    appendFileSync(file, torn)
    t.equal(readJournal(file).lines.length, 1)
  }
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  t.strictSame(
    readJournal(file).lines.map(({ sequence }) => sequence),
    [0, 1],
    'the next line takes its place',
  )
  const good = readFileSync(file, 'utf8')
  for (const line of ['', 'x', '{}', '{"raffle_id":"x","sequence":1,"digest":"y"}', '[1]', '{"lost":1}']) {
    writeFileSync(file, `${line}\n${good}`)
    t.match(
      await failure(cancelRaffle(stage.desk, raffleId, 'x')),
      { code: 'journal-invalid', where: { line: 1 } },
      line,
    )
  }
  writeFileSync(file, good.slice(0, good.indexOf('\n') + 1))
  const digest = `sha256:${'0'.repeat(64)}`
  appendJournal(file, readJournal(file), [{ raffleId, sequence: 1, digest }])
  t.match(
    await failure(cancelRaffle(stage.desk, raffleId, 'x')),
    { code: 'store-rolled-back' },
    'another digest',
  )
})

/** What a disk may have of the pages of one append when the power goes, each page written or not. */
const page = 512

await t.test('the power goes while lines are appended: none was signed, in whatever order pages came', t => {
  const file = `${t.testdir()}/raffles.db.signed`
  const lineOf = (sequence: number) => ({ raffleId, sequence, digest: `sha256:${'5'.repeat(64)}` })
  appendJournal(file, readJournal(file), [lineOf(0)])
  appendJournal(file, readJournal(file), [lineOf(1)])
  const synced = readFileSync(file)
  appendJournal(
    file,
    readJournal(file),
    Array.from({ length: 10 }, (_, index) => lineOf(2 + index)),
  )
  const whole = readFileSync(file)
  const pages = Math.ceil(whole.length / page)
  for (const fill of [Buffer.from('\0'), randomBytes(page), Buffer.from('garbage\n')]) {
    for (let lost = 1; lost < 2 ** pages; lost += 1) {
      const torn = Buffer.from(whole)
      for (let at = 0; at < pages; at += 1) {
        if ((lost & (1 << at)) === 0) continue
        torn.fill(fill, Math.max(at * page, synced.length), Math.min((at + 1) * page, whole.length))
      }
      writeFileSync(file, torn)
      const journal = readJournal(file)
      const kept = journal.lines.length
      if (kept < 2 || kept >= 12) t.fail(`${lost}: ${kept} lines`)
      t.ok(torn.subarray(0, journal.length).equals(whole.subarray(0, journal.length)), `${lost} of ${pages}`)
    }
  }
  appendJournal(file, readJournal(file), [lineOf(2)])
  t.equal(readFileSync(file).length, readJournal(file).length, 'the next append takes its place')
  t.end()
})

await t.test('a bit that flips in what was synced is damage', t => {
  const file = `${t.testdir()}/raffles.db.signed`
  for (const sequence of [0, 1, 2]) {
    appendJournal(file, readJournal(file), [{ raffleId, sequence, digest: `sha256:${'5'.repeat(64)}` }])
  }
  const whole = readFileSync(file)
  const last = whole.lastIndexOf(0x0a, whole.length - 2) + 1
  for (let bit = 0; bit < last * 8; bit += 1) {
    const flipped = Buffer.from(whole)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(file, flipped)
    t.throws(() => readJournal(file), { code: 'journal-invalid' })
  }
  writeFileSync(file, whole.toString().replace(/5("\} [0-9a-f]{8}\n)$/, '4$1'))
  t.throws(() => readJournal(file), { code: 'journal-invalid', where: { line: 3 } }, 'in the last line too')
  t.end()
})

await t.test(
  'a journal that is a pipe, a device or a folder is refused, and the store is not locked',
  async t => {
    const { file, desk, store } = await setUp(t)
    const special = `${file}.special`
    const pipe = `${special}.pipe`
    execFileSync('mkfifo', [pipe])
    mkdirSync(`${special}.folder`)
    let transactions = 0
    const counted: Store = Object.assign(Object.create(store) as Store, {
      transact: () => {
        transactions += 1
        return Promise.reject(new Error('a transaction began'))
      },
    })
    for (const journal of [pipe, `${special}.folder`, '/dev/null']) {
      t.throws(() => createDesk({ ...desk, store: counted, journal }), {
        code: 'file-kind',
        where: { file: journal },
      })
      t.throws(() => readJournal(journal), { code: 'file-kind' })
    }
    t.equal(transactions, 0)
  },
)

await t.test('what was noted: discarded when it was not in the journal, else signed exactly so', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  stage.setClock(close)
  // The journal cannot be written: the step ends after it was noted.
  const file = journalOf(stage.file)
  const journal = readFileSync(file)
  copyFileSync(stage.file, `${stage.file}.copy`)
  let turns = 0
  const interrupted: Store = new Proxy(stage.store, {
    get(target, name) {
      if (name === 'transact') {
        return (work: Parameters<Store['transact']>[0]) => {
          turns += 1
          if (turns === 2) return Promise.reject(new Error('killed'))
          return target.transact(work)
        }
      }
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
  const seal = () => {
    turns = 0
    return sealRaffle({ ...stage.desk, store: interrupted }, raffleId)
  }
  await t.rejects(seal(), { message: 'killed' })
  const noted = async () => {
    const rows = (await stage.store.ceremonies.readCeremony(raffleId))?.statements ?? []
    return Buffer.from(rows[1]?.payload ?? []).toString()
  }
  t.match(JSON.parse(await noted()), { type: 'seal', total_entries: 142 })
  t.equal((await readStatus(stage.store.ceremonies, raffleId, stage.desk.now())).interrupted, true)
  t.equal((await stage.bundle()).statements.length, 1, 'what is noted is not public')

  await stage.importText('late,free\n')
  stage.setClock(close + 5)
  await t.rejects(seal(), { message: 'killed' })
  const second = await noted()
  t.match(JSON.parse(second), { total_entries: 143, issued_at_utc: '2026-09-01T13:00:05+00:00' })

  const digest = (await stage.store.ceremonies.readDigests())[1]?.digest ?? ''
  writeFileSync(file, journal)
  appendJournal(file, readJournal(file), [{ raffleId, sequence: 1, digest }])
  t.match(await failure(stage.importText('later,free\n')), { code: 'raffle-state' })
  stage.setClock(drawAt + 500)
  const { seal: signed } = await sealRaffle(stage.desk, raffleId)
  t.equal(signed.issued_at_utc, '2026-09-01T13:00:05+00:00')
  t.equal(await noted(), second)
})

await t.test('of a database that others sign with too each machine has a journal of its own', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  const journals = ['one', 'two'].map(name => `${stage.file}.${name}`)
  const [one, two] = journals.map(journal => createDesk({ ...stage.desk, journal, isShared: true }))
  const digestsOf = async (): Promise<readonly string[]> =>
    (await stage.store.ceremonies.readDigests()).map(({ digest }) => digest).toSorted()
  const noted = (file: string): readonly string[] =>
    readJournal(file)
      .lines.map(({ digest }) => digest)
      .toSorted()
  stage.setClock(close + 1)
  const begin = (desk: Desk | undefined, id: string) =>
    createRaffle(desk ?? stage.desk, { ...offer, raffleId: id, entriesCloseAt: drawAt - 60 })

  const fresh = await failure(begin(one, other))
  t.equal(fresh.code, 'journal-missing', 'a machine that was never here is not sure of the store')
  for (const journal of journals) {
    await stage.store.transact(transaction => adoptStore(journal, transaction, portable))
  }
  await begin(one, other)
  t.strictSame(noted(journals[0]!), await digestsOf())
  t.equal(noted(journals[1]!).length, (await digestsOf()).length - 1, 'the other does not know of it yet')
  await begin(two, other.replace('5963', '6963'))
  t.strictSame(noted(journals[1]!), await digestsOf(), 'takes up what the first signed')
  await begin(one, other.replace('5963', '7963'))
  t.strictSame(noted(journals[0]!), await digestsOf())

  // A store that went back is noticed by whoever knows more.
  const database = new Sqlite(stage.file)
  database.exec('DELETE FROM statement WHERE ceremony = (SELECT max(number) FROM ceremony)')
  database.close()
  const back = await failure(begin(one, other.replace('5963', '8963')))
  t.equal(back.code, 'store-rolled-back')
})

await t.test('what an interrupted step may have signed is finished, and nothing else is begun', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  stage.setClock(close)
  const statements = async () => (await stage.store.ceremonies.readCeremony(raffleId))?.statements ?? []
  await finishInterrupted(stage.desk, raffleId)
  t.equal((await statements()).length, 1)
  const failing = replace(stage.store, {
    transact: (work, options) =>
      stage.store.transact(async transaction => {
        const result = await work(transaction)
        if (options?.goesOn === true) throw new Error('the commit failed')
        return result
      }, options),
  })
  await t.rejects(sealRaffle({ ...stage.desk, store: failing }, raffleId), { message: 'the commit failed' })
  t.equal((await statements())[1]?.signature, undefined)
  await finishInterrupted(stage.desk, raffleId)
  t.equal((await statements())[1]?.signature?.length, 64)
  t.equal((await stage.bundle()).statements.length, 2)
  await finishInterrupted(stage.desk, raffleId)
  t.equal((await statements()).length, 2)
})
