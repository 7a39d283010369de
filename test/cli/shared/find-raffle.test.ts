import { join } from 'node:path'
import t from 'tap'
import { findRaffle, readRaffle } from '../../../src/cli/shared/find-raffle.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import type { CeremonySummary } from '../../../src/store/summaries.js'
import { goTo, raffleId, setUp } from '../../operator/stage.js'
import { summaryTimes } from '../../store/summary-times.js'

const file = join(t.testdir(), 'raffles.db')
const store = await openSqliteStore(file, { access: 'write', create: true })
t.teardown(() => store.close())

const publishedAt = '2026-09-01T08:00:00+00:00'
const add = async (id: string, name?: string, state: CeremonySummary['state'] = 'open'): Promise<void> =>
  store.transact(async transaction => {
    await transaction.writeAuditRecord({ raffle_id: id, draws: [], unknown: [] }, { publishedAt })
    if (name !== undefined)
      await transaction.writeSummary(id, { name, operator: 'Op', prizes: [], state, ...summaryTimes })
  })
const ids = {
  summer: '49638a53-01d5-4ea0-96bc-887c4448c4f3',
  again: '49638a53-01d5-4ea0-96bc-987c4448c4f3',
  winter: '59638a53-01d5-4ea0-96bc-887c4448c4f3',
  longer: '69638a53-01d5-4ea0-96bc-887c4448c4f3',
  hex: '79638a53-01d5-4ea0-96bc-887c4448c4f3',
  plain: '5963ffff-01d5-4ea0-96bc-887c4448c4f3',
}
await add(ids.summer, 'Summer raffle', 'cancelled')
await add(ids.again, 'Summer  Raffle')
await add(ids.winter, 'Winter raffle')
await add(ids.longer, 'Winter raffle of the golf club')
await add(ids.hex, '4963 tickets')
await add(ids.plain)

await t.test('a raffle is named by the beginning of its id or name', async t => {
  for (const [text, id] of [
    [ids.summer.toUpperCase(), ids.summer],
    ['99638a53-01d5-4ea0-96bc-887c4448c4f3', '99638a53-01d5-4ea0-96bc-887c4448c4f3'],
    ['6963', ids.longer],
    ['49638A53-01D5-4ea0-96bc-8', ids.summer],
    ['5963f', ids.plain],
    ['winter RAFFLE', ids.winter],
    ['Winter raffle of', ids.longer],
    ['4', ids.hex],
    ['4963 tickets', ids.hex],
  ] as const) {
    t.equal(await findRaffle(store, text), id, text)
  }
  t.equal(await readRaffle('winter raffle', file), ids.winter)
  t.equal(await readRaffle(ids.winter, join(t.testdir(), 'missing.db')), ids.winter, 'nothing is opened')
})

await t.test('what could be several is refused, and they are listed', async t => {
  await t.rejects(findRaffle(store, 'summer'), {
    code: 'usage',
    message: `"summer" could be several raffles: ${ids.again} "Summer  Raffle", open; ${ids.summer} "Summer raffle", cancelled`,
    hint: 'give more of the id: drawaudit raffle list shows them',
  })
  await t.rejects(findRaffle(store, 'summer raffle'), { code: 'usage' }, 'exactly both of them')
  await t.rejects(findRaffle(store, '4963'), {
    message: `"4963" could be several raffles: ${ids.hex} "4963 tickets", open; ${ids.summer} "Summer raffle", cancelled; ${ids.again} "Summer  Raffle", open`,
  })
  await t.rejects(findRaffle(store, '5963'), { message: new RegExp(`; ${ids.plain}$`) })
  const many = await openSqliteStore(join(t.testdir(), 'many.db'), { access: 'write', create: true })
  await many.transact(async transaction => {
    for (let index = 0; index < 7; index += 1) {
      const id = ids.summer.replace('3', String(index))
      await transaction.writeAuditRecord({ raffle_id: id, draws: [], unknown: [] }, { publishedAt })
      await transaction.writeSummary(id, {
        name: `Draw ${index}`,
        operator: 'Op',
        prizes: [],
        state: 'open',
        ...summaryTimes,
      })
    }
  })
  await t.rejects(findRaffle(many, 'draw'), {
    message: /several raffles: (?:\S+ "Draw \d", open; ){5}and others$/,
  })
  await many.close()
})

await t.test('what is none is refused, with what is near', async t => {
  await t.rejects(findRaffle(store, 'wintre raffle'), {
    code: 'raffle-missing',
    message: 'no raffle has an id or name that begins with "wintre raffle"',
    hint: 'did you mean "Winter raffle"? drawaudit raffle list shows the existing ones',
  })
  for (const text of ['raffle', '963', '596', '4963-8a53', `${ids.summer}0`, '%', '_inter']) {
    await t.rejects(findRaffle(store, text), { code: 'raffle-missing' }, text)
  }
  for (const text of ['', ' ', '\u200b']) await t.rejects(findRaffle(store, text), { code: 'usage' })
})

await t.test('one whose commitment is not signed yet is found by its id', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  t.equal(await findRaffle(stage.store, raffleId.slice(0, 8)), raffleId)
  t.equal(await findRaffle(stage.store, 'SUMMER'), raffleId)
  const unsigned = {
    listRaffles: () => Promise.resolve([]),
    listSummaries: () => Promise.resolve([]),
    ceremonies: stage.store.ceremonies,
  }
  t.equal(await findRaffle(unsigned, raffleId.slice(0, 4)), raffleId)
})
