/**
 * What every store has to do with the list of raffles, whatever database is below it.
 *
 * @packageDocumentation
 */
import type { Test } from 'tap'
import type { AuditDraw } from '../../../src/model/audit-record.js'
import { groupKey, type SummaryQuery } from '../../../src/store/summaries.js'
import type { Store } from '../../../src/store/store.js'
import { sample, sampleStatistics } from '../../server/start.js'
import type { Open } from './published.js'
import { summaryTimes } from '../summary-times.js'

/** A raffle that is there without having been published. */
export interface Filled {
  readonly raffleId: string
  readonly name: string
  readonly operator: string
  readonly groupKey: string
}

/** Puts raffles into the store of a test, in their order. */
export type Fill = (test: Test, raffles: readonly Filled[]) => Promise<void>

export const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** Of every raffle that has a name. */
const prizes = ['A bicycle', 'Two tickets']

const publishedAt = '2026-09-01T08:00:00+00:00'

/** Publishes raffles without draws: by name, by name and operator, or without either. */
async function list(store: Store, ...names: readonly (string | undefined)[]): Promise<void> {
  await store.transact(async transaction => {
    for (const [index, name] of names.entries()) {
      const raffleId = idOf(index)
      await transaction.writeAuditRecord({ raffle_id: raffleId, draws: [], unknown: [] }, { publishedAt })
      if (name === undefined) continue
      await transaction.writeSummary(raffleId, {
        name,
        operator: 'Op',
        prizes,
        state: 'open',
        level: 3,
        ...summaryTimes,
      })
    }
  })
}

export async function checkSummaries(t: Test, open: Open, fill: Fill): Promise<void> {
  await t.test('the newest first, forwards and back, by state and by what is sought', async t => {
    const store = await open(t)
    await list(store, 'beta', undefined, 'Zeta', 'ALPHA', ' alpha ', 'alphabet', 'Äpfel', '\u{1f39f} ticket')
    await store.transact(async transaction => {
      for (const [index, state] of [
        [2, 'sealed'],
        [4, 'cancelled'],
        [6, 'drawn'],
      ] as const) {
        const name = ['', '', 'Zeta', '', ' alpha ', '', 'Äpfel'][index] ?? ''
        await transaction.writeSummary(idOf(index), { name, operator: 'Op', prizes, state, ...summaryTimes })
      }
    })
    const idsOf = async (query: Omit<SummaryQuery, 'limit'>, limit = 9): Promise<readonly number[]> =>
      (await store.listSummaries({ ...query, limit })).map(({ raffleId }) => Number(raffleId.slice(-3)))
    const all = [7, 6, 5, 4, 3, 2, 1, 0]
    t.strictSame(await idsOf({}), all)
    t.strictSame(await idsOf({ after: idOf(4) }, 2), [3, 2])
    t.strictSame(await idsOf({ before: idOf(4) }, 2), [6, 5], 'the nearest two, the newest first')
    t.strictSame(await idsOf({ after: idOf(99) }, 2), [7, 6], 'there is no such raffle')
    t.strictSame(await idsOf({ states: ['open', 'sealed'] }), [7, 5, 3, 2, 0])
    t.strictSame(await idsOf({ states: ['open', 'sealed'], before: idOf(0) }, 2), [3, 2])
    t.strictSame(await idsOf({ states: ['unsigned'] }), [1])
    const [future, due] = ['9999-01-01T00:00:00+00:00', summaryTimes.drawAt]
    t.strictSame(await idsOf({ states: ['open', 'sealed'], dueBefore: future }), [7, 5, 3, 2, 0])
    t.strictSame(
      await idsOf({ states: ['open', 'sealed'], dueBefore: due }),
      [],
      'it is due then, and not before',
    )
    t.strictSame(await idsOf({ states: ['open', 'sealed'], dueFrom: future }), [])
    t.strictSame(await idsOf({ states: ['open', 'sealed'], dueFrom: due }), [7, 5, 3, 2, 0])
    t.strictSame(await idsOf({ q: 'ALPH', dueBefore: future }), [5, 4, 3])
    t.strictSame(await idsOf({ q: 'ALPH', dueFrom: future }), [])
    t.strictSame(await idsOf({ q: 'ALPH', dueBefore: due }), [])
    t.strictSame(await idsOf({ q: 'ALPH' }), [5, 4, 3])
    t.strictSame(await idsOf({ q: 'ALPH', states: ['cancelled'] }), [4])
    t.strictSame(await idsOf({ q: 'ALPH', before: idOf(3) }, 1), [4])
    t.strictSame(await idsOf({ q: idOf(6).slice(-3) }), [6])
    t.strictSame(await idsOf({ q: 'PF', after: idOf(7) }), [6])
    t.strictSame(await idsOf({ q: 'bicycle' }), [7, 6, 5, 4, 3, 2, 0], 'in prizes too')
    t.strictSame(await idsOf({ q: 'op bicycle' }), [], 'each is a text of its own')
    t.same(await store.readSummary(idOf(3)), (await store.listSummaries({ q: idOf(3), limit: 1 }))[0])
    t.equal(await store.readSummary(idOf(99)), undefined)
    t.same(await store.countSummaries(), { open: 4, sealed: 1, drawn: 1, cancelled: 1, unsigned: 1 })
    t.equal(await store.countOverdue('9999-01-01T00:00:00+00:00'), 5, 'what is open or sealed')
    t.equal(await store.countOverdue(summaryTimes.drawAt), 0, 'it is due then, and not before')
    const rows = await store.listSummaries({ limit: 9 })
    t.same(
      [rows[3], rows[4], rows[6]],
      [
        {
          ...{ raffleId: idOf(4), name: ' alpha ', operator: 'Op', prizes, winners: [], state: 'cancelled' },
          ...{ ...summaryTimes, sameName: 2, totalDraws: 0, changedAt: publishedAt },
        },
        {
          ...{
            raffleId: idOf(3),
            name: 'ALPHA',
            operator: 'Op',
            prizes,
            winners: [],
            state: 'open',
            level: 3,
          },
          ...{ ...summaryTimes, sameName: 2, totalDraws: 0, changedAt: publishedAt },
        },
        {
          ...{ raffleId: idOf(1), prizes: [], winners: [], state: 'unsigned' },
          ...{ sameName: 1, totalDraws: 0, changedAt: publishedAt },
        },
      ],
    )
  })

  await t.test('a raffle without statements has the prizes of its record', async t => {
    const store = await open(t)
    const publish = (...names: readonly string[]): Promise<void> =>
      store.transact(async transaction => {
        const draws = names.map(name => ({ ...sample.draws[0], prize_name: name }) as unknown as AuditDraw)
        await transaction.writeAuditRecord({ raffle_id: idOf(1), draws, unknown: [] }, { publishedAt })
      })
    await publish('A boat', 'A boat')
    const [row] = await store.listSummaries({ q: 'BOAT', limit: 9 })
    t.strictSame(row?.prizes, ['A boat'], 'each once')
    await publish('A ship')
    t.strictSame(await store.listSummaries({ q: 'BOAT', limit: 9 }), [])
    t.equal((await store.listSummaries({ q: 'ship', limit: 9 })).length, 1)
  })

  await t.test('the first winners of the record, whoever says what there is to win', async t => {
    const store = await open(t)
    const publish = (...won: readonly (readonly [prize: string, ticket: string])[]): Promise<void> =>
      store.transact(async transaction => {
        const draws = won.map(
          ([prize, ticket]) =>
            ({ ...sample.draws[0], prize_name: prize, winner_entry_id: ticket }) as unknown as AuditDraw,
        )
        await transaction.writeAuditRecord({ raffle_id: idOf(0), draws, unknown: [] }, { publishedAt })
      })
    const readWinners = async (): Promise<unknown> => (await store.readSummary(idOf(0)))?.winners
    await publish(['A boat', '1'])
    t.strictSame(await readWinners(), [{ prize: 'A boat', ticket: '1' }])
    await list(store, 'Summer raffle')
    t.strictSame(await readWinners(), [], 'a record without draws has none')
    const long = 'x'.repeat(199)
    await publish(
      [`${long}\u{1f39f}`, `${long}yy`],
      ['A "ship"', 'ticket-2'],
      ...[3, 4, 5].map(index => ['A mug', String(index)] as const),
    )
    t.strictSame(
      await readWinners(),
      [
        { prize: `${long}\ufffd`, ticket: `${long}y` },
        { prize: 'A "ship"', ticket: 'ticket-2' },
        { prize: 'A mug', ticket: '3' },
      ],
      'three, and of each name the beginning',
    )
    const [row] = await store.listSummaries({ q: 'bicycle', limit: 9 })
    t.match(row, { name: 'Summer raffle', prizes, totalDraws: 5 }, 'the prizes stay those of its statements')
    await publish(['A boat', '2'])
    t.strictSame(await readWinners(), [{ prize: 'A boat', ticket: '2' }], 'nobody who was replaced')
    await store.transact(transaction =>
      transaction.writeStatistics({ ...sampleStatistics, raffle_id: idOf(0) }, publishedAt),
    )
    t.strictSame(await readWinners(), [{ prize: 'A boat', ticket: '2' }], 'counting tickets changes none')
  })

  await t.test('names as long and as odd as statements may have them', async t => {
    const store = await open(t)
    const long = Array.from({ length: 6000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 3)).join('')
    const names = ['a\0b', '\u{10fffe}0', '\u{10fffe}', '\0', `${long}1`, `${long}2`, `${long}1`, "?' @x"]
    await list(store, ...names)
    const rows = await store.listSummaries({ limit: 9 })
    t.strictSame(
      new Map(rows.map(({ raffleId, name }) => [raffleId, name])),
      new Map(names.map((name, index) => [idOf(index), name])),
    )
    const same = new Map(rows.map(({ raffleId, sameName }) => [raffleId, sameName]))
    t.strictSame(
      [4, 5, 6].map(index => same.get(idOf(index))),
      [2, 1, 2],
    )
    t.strictSame(
      (await store.listSummaries({ q: long.slice(-50), limit: 9 }))
        .map(({ name }) => name?.at(-1))
        .toSorted(),
      ['1', '1', '2'],
    )
  })

  await t.test('a raffle that was not published has no line', async t => {
    const store = await open(t)
    await t.rejects(
      store.transact(transaction =>
        transaction.writeSummary(idOf(1), {
          name: 'x',
          operator: 'y',
          prizes,
          state: 'open',
          ...summaryTimes,
        }),
      ),
      { code: 'internal' },
    )
    t.strictSame(await store.listSummaries({ limit: 9 }), [])
  })

  await t.test('a search goes through all raffles in turns, each once, in their order', async t => {
    const store = await open(t)
    const total = 12_345
    const operator = 'Op'
    const raffles = Array.from({ length: total }, (_, index): Filled => {
      const name = `Raffle ${index % 4000}${index % 1000 === 7 ? ' of the needle' : ''}`
      return { raffleId: idOf(index), name, operator, groupKey: groupKey({ name, operator }) }
    })
    await fill(t, raffles)
    let turns = 0
    const takeTurn = (): Promise<void> => {
      turns += 1
      return Promise.resolve()
    }
    t.strictSame(await store.listSummaries({ q: 'nothing at all', limit: 9, takeTurn }), [])
    t.equal(turns, 3, 'five thousand in a turn')
    const needles = await store.listSummaries({ q: 'NEEDLE', limit: 100 })
    t.equal(needles.length, 13)
    t.equal(new Set(needles.map(({ raffleId: id }) => id)).size, 13)
    const counts = new Map(needles.map(({ name, sameName }) => [name, sameName]))
    t.strictSame(
      counts,
      new Map([7, 1007, 2007, 3007].map(number => [`Raffle ${number} of the needle`, number === 7 ? 4 : 3])),
    )

    const shown: string[] = []
    for (let after: string | undefined; ;) {
      const page = await store.listSummaries({
        q: 'raffle',
        limit: 1000,
        ...(after !== undefined && { after }),
      })
      shown.push(...page.map(({ raffleId: id }) => id))
      after = page.at(-1)?.raffleId
      if (after === undefined) break
    }
    const all = await store.listSummaries({ limit: total + 1 })
    t.strictSame(
      shown,
      all.map(({ raffleId: id }) => id),
    )
    t.equal(new Set(shown).size, total)
  })
}
