import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { portable } from '../../src/core/portable.js'
import { adoptStore, type StoreAdopted } from '../../src/operator/adopt-store.js'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { createDesk, type Desk } from '../../src/operator/desk.js'
import { checkJournal } from '../../src/operator/check-journal.js'
import { appendJournal, readJournal } from '../../src/operator/journal.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import type { ConsoleRow, ConsoleWriter, LastSigned } from '../../src/store/consoles.js'
import type { Store } from '../../src/store/store.js'
import { Sqlite } from '../sqlite.js'
import { replace } from './signed-record.js'
import { close, drawAt, failure, goTo, offer, raffleId, setUp, type Stage } from './stage.js'

/** What a database would know. */
class Consoles implements ConsoleWriter {
  identity = '7/1/5'
  rows: ConsoleRow[] = []
  last: LastSigned = { number: 0, digest: '' }
  /** What happens just before a swap. */
  onSwap: () => void = () => undefined
  readonly #raffles = new Set<string>()
  readonly #logs = new Set<string>()

  readIdentity = (): Promise<string> => Promise.resolve(this.identity)
  listConsoles = (): Promise<readonly ConsoleRow[]> => Promise.resolve([...this.rows])
  readLastSigned = (): Promise<LastSigned> => Promise.resolve(this.last)
  readGivenUp = () => Promise.resolve({ raffles: [...this.#raffles], logs: [...this.#logs] })

  addConsole(row: Omit<ConsoleRow, 'journal'>): Promise<string> {
    const journal = randomUUID()
    this.rows.push({ journal, ...row })
    return Promise.resolve(journal)
  }

  writeConsole(row: ConsoleRow): Promise<void> {
    this.rows = [...this.rows.filter(({ journal }) => journal !== row.journal), row]
    return Promise.resolve()
  }

  giveUp(raffles: readonly string[], logs: readonly string[]): Promise<void> {
    for (const one of raffles) this.#raffles.add(one)
    for (const one of logs) this.#logs.add(one)
    return Promise.resolve()
  }

  swapLastSigned({ number, digest: before }: LastSigned, digest: string): Promise<boolean> {
    this.onSwap()
    if (number !== this.last.number || before !== this.last.digest) return Promise.resolve(false)
    this.last = { number: number + 1, digest }
    return Promise.resolve(true)
  }
}

interface Pair {
  readonly stage: Stage
  readonly consoles: Consoles
  readonly a: Desk
  readonly b: Desk
  readonly adopt: (desk: Desk, lostJournals?: readonly string[]) => Promise<StoreAdopted>
}

/** Two consoles of one database, both of which have seen a raffle with its entries. */
async function setUpPair(t: Parameters<typeof setUp>[0]): Promise<Pair> {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  stage.setClock(close)
  const consoles = new Consoles()
  const store: Store = replace(stage.store, {
    transact: (work, options) =>
      stage.store.transact(transaction => work(replace(transaction, { consoles })), options),
  })
  const [a, b] = ['a', 'b'].map(name =>
    createDesk({ ...stage.desk, store, journal: `${stage.file}.${name}`, isShared: true }),
  ) as [Desk, Desk]
  const adopt: Pair['adopt'] = (desk, lostJournals = []) =>
    store.transact(transaction => adoptStore(desk.journal, transaction, portable, { lostJournals }))
  for (const desk of [a, b]) await adopt(desk)
  return { stage, consoles, a, b, adopt }
}

/** A failover to a copy that lacks the last statement. */
function fallBack({ stage, consoles }: Pair): void {
  const database = new Sqlite(stage.file)
  database.exec('DELETE FROM statement WHERE sequence = 1')
  database.close()
  consoles.identity = '7/2/5'
}

const begin = (desk: Desk) =>
  createRaffle(desk, { ...offer, raffleId: randomUUID(), entriesCloseAt: drawAt - 60 })

await t.test('A seals, an older copy takes over, and B, which never saw the seal, seals nothing', async t => {
  const pair = await setUpPair(t)
  const { consoles, a, b, adopt } = pair
  await sealRaffle(a, raffleId)
  fallBack(pair)
  for (const desk of [a, b]) {
    t.match(await failure(sealRaffle(desk, raffleId)), {
      code: 'store-rolled-back',
      message: 'the database is 7/2/5 now, and this journal was last compared with 7/1/5',
      hint: /store adopt --is-newest on every machine/,
      where: { file: desk.journal },
    })
  }
  const byB = await adopt(b)
  const nameOfA = readJournal(a.journal).self?.journal ?? ''
  t.match(byB.database, { was: '7/1/5', is: '7/2/5', missing: [], added: [] })
  t.strictSame(
    byB.database?.waitsFor.map(({ journal }) => journal),
    [nameOfA],
  )
  t.match(await failure(sealRaffle(b, raffleId)), {
    code: 'store-rolled-back',
    message: `the journal ${nameOfA}`,
    hint: /--lost-journal/,
  })
  t.match(await failure(begin(b)), { code: 'store-rolled-back' }, 'nor anything else')

  const byA = await adopt(a)
  t.match(byA, { lost: [raffleId], database: { missing: [{ raffleId, sequence: 1 }], waitsFor: [] } })
  for (const desk of [a, b]) {
    for (const step of [() => sealRaffle(desk, raffleId), () => cancelRaffle(desk, raffleId, 'x')]) {
      t.match(await failure(step()), { code: 'store-rolled-back', message: /given up/ })
    }
    t.equal((await begin(desk)).signed, true)
  }
  t.ok(readJournal(b.journal).lost.has(raffleId), 'B keeps that, for the next failover')
  t.equal(consoles.last.number, 3)
})

await t.test(
  'who still reaches the old server signs nothing there once its journal is compared with the new',
  async t => {
    const pair = await setUpPair(t)
    const { consoles, a, adopt } = pair
    consoles.identity = '7/2/5'
    await adopt(a)
    consoles.identity = '7/1/5'
    t.match(await failure(begin(a)), { code: 'store-rolled-back', message: /is 7\/1\/5 now/ })
  },
)

await t.test('a journal that is lost for ever is not waited for', async t => {
  const { consoles, a, b, adopt } = await setUpPair(t)
  const nameOfA = readJournal(a.journal).self?.journal ?? ''
  consoles.identity = '7/2/5'
  t.match(await failure(adopt(b, [randomUUID()])), { code: 'usage' })
  t.strictSame((await adopt(b, [nameOfA])).database?.waitsFor, [])
  t.equal((await begin(b)).signed, true)
  t.match(await failure(begin(a)), { code: 'store-rolled-back' }, 'should it turn up')
  consoles.identity = '7/1/5'
  t.match(await failure(begin(a)), { message: /given up as lost/ })
})

await t.test('a journal that an older copy has forgotten is waited for', async t => {
  const { consoles, a, b, adopt } = await setUpPair(t)
  await begin(b)
  await begin(a)
  const nameOfA = readJournal(a.journal).self?.journal ?? ''
  consoles.rows = consoles.rows.filter(({ journal }) => journal !== nameOfA)
  t.match(await failure(begin(b)), {
    code: 'store-rolled-back',
    message: new RegExp(`know the journal ${nameOfA}`),
  })
  consoles.identity = '7/2/5'
  t.strictSame(
    (await adopt(b)).database?.waitsFor.map(({ journal }) => journal),
    [nameOfA],
  )
  t.match(await failure(begin(b)), { code: 'store-rolled-back', message: /not compared/ })
  await adopt(a)
  t.equal((await begin(b)).signed, true)
})

await t.test(
  'what was signed last does not go back, and two that have passed for the only one do not both sign',
  async t => {
    const { stage, consoles, a, b } = await setUpPair(t)
    await begin(a)
    await begin(b)
    await begin(a)
    const kept = consoles.last
    consoles.last = { number: 1, digest: kept.digest }
    t.match(await failure(begin(b)), { code: 'store-rolled-back', message: /had signed 2 times, and says 1/ })
    consoles.last = kept

    const before = (await stage.store.ceremonies.readDigests()).length
    consoles.onSwap = () => {
      consoles.last = { number: kept.number + 1, digest: `sha256:${'1'.repeat(64)}` }
    }
    const lines = readJournal(a.journal).lines.length
    t.match(await failure(begin(a)), { code: 'store-busy', message: /has signed meanwhile/ })
    t.equal(readJournal(a.journal).lines.length, lines, 'nothing was signed')
    t.equal((await stage.store.ceremonies.readDigests()).filter(({ signed }) => signed).length, before)
  },
)

await t.test('what one has noted the other signs as noted: it may have been signed', async t => {
  const { stage, a, b } = await setUpPair(t)
  const failing = replace(a.store, {
    transact: (work, options) =>
      a.store.transact(async transaction => {
        const result = await work(transaction)
        if (options?.goesOn === true) throw new Error('the commit failed')
        return result
      }, options),
  })
  await t.rejects(sealRaffle({ ...a, store: failing }, raffleId), { message: 'the commit failed' })
  const noted = readJournal(a.journal).lines.at(-1)
  t.match(noted, { raffleId, sequence: 1 })
  stage.setClock(close + 60)
  t.equal((await sealRaffle(b, raffleId)).signed, true)
  t.strictSame(readJournal(b.journal).lines.at(-1), noted, 'the same statement')
})

await t.test('what one journal gave up no other console signs more of', async t => {
  const { consoles, a, b } = await setUpPair(t)
  appendJournal(a.journal, readJournal(a.journal), [{ lost: raffleId }, { lostLog: 'lost.example' }])
  await begin(a)
  t.strictSame(await consoles.readGivenUp(), { raffles: [raffleId], logs: ['lost.example'] })
  t.match(await failure(sealRaffle(b, raffleId)), { code: 'store-rolled-back', message: /given up/ })
})

await t.test('a journal grows by what is new, and by nothing where there is nothing', async t => {
  const { consoles, a, b } = await setUpPair(t)
  await begin(b)
  await consoles.giveUp([randomUUID()], ['lost.example'])
  const check = () => a.store.transact(transaction => checkJournal(a, transaction))
  await check()
  const before = readFileSync(a.journal, 'utf8')
  const { last, lost, lostLogs } = readJournal(a.journal)
  t.strictSame(
    [last?.number, lost.size, lostLogs.size],
    [1, 1, 1],
    'what the other signed, and what is given up',
  )
  await check()
  t.equal(readFileSync(a.journal, 'utf8'), before)
})
