// What the service says of a raffle in one sentence, and on its badge.
import t from 'tap'
import {
  describe,
  isOverdue,
  labelTicket,
  renderPrizeList,
  short,
  raffleTitle,
} from '../../src/server/about.js'
import { badgeTextOf, renderBadge } from '../../src/server/badge.js'
import type { ListedRaffle } from '../../src/store/summaries.js'

const check = 'Check the draw yourself, in your browser.'
const drawAt = '2026-09-01T12:00:00+00:00'
const due = Date.parse(drawAt)

const raffle = (changes: Partial<ListedRaffle> = {}): ListedRaffle =>
  ({
    ...{ raffleId: '49638a53-01d5-4ea0-96bc-887c4448c4f3', state: 'drawn', prizes: ['A bicycle'] },
    ...{ winners: [], totalDraws: 1, changedAt: drawAt },
    ...changes,
  }) as ListedRaffle

await t.test('names are cut where they are long', t => {
  t.equal(short('x'.repeat(80)), 'x'.repeat(80))
  t.equal(short('x'.repeat(81)), `${'x'.repeat(80)}…`)
  t.equal(short(`${'x'.repeat(79)}  y`), `${'x'.repeat(79)}…`)
  t.equal(short(`${'x'.repeat(79)}😀`), `${'x'.repeat(79)}\u{fffd}…`, 'a half of a character is none')
  t.end()
})

await t.test('what a raffle is called', t => {
  t.equal(raffleTitle(raffle({ name: 'Summer' })), 'Summer')
  t.equal(raffleTitle(raffle({ name: ' ' })), 'A bicycle')
  t.equal(raffleTitle(raffle()), 'A bicycle')
  t.equal(raffleTitle(raffle({ prizes: [] })), 'Raffle 49638a53-01d5-4ea0-96bc-887c4448c4f3')
  t.equal(renderPrizeList([]), '')
  t.equal(renderPrizeList(['A']), 'A')
  t.equal(renderPrizeList(['A', 'B']), 'A · B')
  t.equal(renderPrizeList(['A', 'B', 'C']), 'A · B · C')
  t.equal(renderPrizeList(['A', 'B', 'C', 'D']), 'A · B · C · 1 more')
  t.equal(renderPrizeList(['A', 'B', 'C', 'D', 'E']), 'A · B · C · 2 more')
  t.end()
})

await t.test('the word ticket stands once', t => {
  t.equal(labelTicket('10007'), 'ticket ')
  t.equal(labelTicket('10007', 'Ticket'), 'Ticket ')
  t.equal(labelTicket('ticket-7'), '')
  t.equal(labelTicket(' TICKET 7'), '')
  t.equal(labelTicket('tickets7'), 'ticket ')
  t.end()
})

await t.test('what is said of a raffle to whoever sees a link', t => {
  const operator = 'Example Ltd'
  t.equal(describe(raffle({ state: 'cancelled' })), `This raffle was cancelled. ${check}`)
  t.equal(
    describe(raffle({ state: 'cancelled', operator })),
    `This raffle by Example Ltd was cancelled. ${check}`,
  )
  t.equal(describe(raffle({ state: 'open' })), `A raffle that is not drawn yet. Prizes: A bicycle. ${check}`)
  t.equal(
    describe(raffle({ state: 'sealed', operator, prizes: [] })),
    `A raffle by Example Ltd that is not drawn yet. ${check}`,
  )
  const winners = [
    { prize: 'A bicycle', ticket: '10007' },
    { prize: 'A mug', ticket: 'ticket-8' },
  ] as const
  const won = 'The service says that these won: ticket 10007 (A bicycle), ticket-8 (A mug)'
  t.equal(describe(raffle({ winners, totalDraws: 2 })), `A raffle. ${won}. ${check}`)
  t.equal(
    describe(raffle({ operator, winners, totalDraws: 5 })),
    `A raffle by Example Ltd. ${won} and 3 more. ${check}`,
  )
  t.end()
})

await t.test('a draw is overdue a minute after its time', t => {
  for (const state of ['open', 'sealed'] as const) {
    t.equal(isOverdue({ state, drawAt }, due + 60_000), false)
    t.equal(isOverdue({ state, drawAt }, due + 60_001), true)
  }
  for (const state of ['drawn', 'cancelled', 'unsigned'] as const) {
    t.equal(isOverdue({ state, drawAt }, due + 60_001), false, state)
  }
  t.equal(isOverdue({ state: 'open' }, due), false)
  t.end()
})

await t.test('a badge', t => {
  const text = (changes: Partial<ListedRaffle>, now = due): string => badgeTextOf(raffle(changes), now)
  t.equal(text({ state: 'open', drawAt }), 'open · check it')
  t.equal(text({ state: 'open', drawAt }, due + 60_001), 'overdue · check it')
  t.equal(text({ state: 'sealed', drawAt }), 'sealed, not drawn yet · check it')
  t.equal(text({}), 'drawn · check it')
  t.equal(text({ level: 4 }), 'drawn · level 4 by its own check · check it')
  t.equal(text({ state: 'cancelled' }), 'cancelled · check it')
  t.equal(text({ state: 'unsigned' }), 'published without signatures · check it')
  const svg = renderBadge(raffle({ state: 'open' }), due)
  // Six letters and fifteen of 6.2 pixels each, and four times 8 pixels beside them.
  t.match(svg, '<svg xmlns="http://www.w3.org/2000/svg" width="162" height="20" role="img" ')
  t.match(svg, 'aria-label="raffle: open · check it"><title>raffle: open · check it</title>')
  t.match(svg, '<rect width="162" height="20" ')
  t.match(svg, '<text x="8" y="14" textLength="37" lengthAdjust="spacingAndGlyphs">raffle</text>')
  t.match(svg, '<text x="61" y="14" textLength="93" lengthAdjust="spacingAndGlyphs">open · check it</text>')
  t.end()
})
