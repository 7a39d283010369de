/**
 * What every store has to do with the list of raffles, whatever database is below it.
 *
 * @packageDocumentation
 */
import type { Test } from 'tap'
import { groupKey } from '../../../src/store/summaries.js'
import type { Store } from '../../../src/store/store.js'
import type { Open } from './published.js'

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

const publishedAt = '2026-09-01T08:00:00+00:00'

/** Publishes raffles without draws: by name, by name and operator, or without either. */
async function list(store: Store, ...names: readonly (string | undefined)[]): Promise<void> {
  await store.transact(async transaction => {
    for (const [index, name] of names.entries()) {
      const raffleId = idOf(index)
      await transaction.writeAuditRecord({ raffle_id: raffleId, draws: [], unknown: [] }, { publishedAt })
      if (name === undefined) continue
      await transaction.writeSummary(raffleId, { name, operator: 'Op', state: 'open', level: 3 })
    }
  })
}

export async function checkSummaries(t: Test, open: Open, fill: Fill): Promise<void> {
  await t.test('in the order of names, those of one name together', async t => {
    const store = await open(t)
    await list(store, 'beta', undefined, 'Zeta', 'ALPHA', ' alpha ', 'alphabet', 'Äpfel', '\u{1f39f} ticket')
    const about = { operator: 'Op', state: 'open', level: 3, totalDraws: 0, changedAt: publishedAt } as const
    const named = (index: number, name: string, sameName = 1): object => ({
      raffleId: idOf(index),
      name,
      sameName,
      ...about,
    })
    const expected = [
      named(3, 'ALPHA', 2),
      named(4, ' alpha ', 2),
      named(5, 'alphabet'),
      named(0, 'beta'),
      named(2, 'Zeta'),
      named(6, 'Äpfel'),
      named(7, '\u{1f39f} ticket'),
      { raffleId: idOf(1), state: 'unsigned', sameName: 1, totalDraws: 0, changedAt: publishedAt },
    ]
    t.same(await store.listSummaries({ limit: 9 }), expected)
    t.same(await store.listSummaries({ limit: 2, after: idOf(4) }), expected.slice(2, 4))
    t.same(await store.listSummaries({ limit: 9, q: 'ALPH' }), expected.slice(0, 3))
    t.same(await store.listSummaries({ limit: 9, q: idOf(6).slice(-3) }), [expected[5]])
    t.same(await store.listSummaries({ limit: 1, q: 'PF', after: idOf(5) }), [expected[5]])
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
        transaction.writeSummary(idOf(1), { name: 'x', operator: 'y', state: 'open' }),
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
