// A raffle without a name in the list, pages of it, and what is written into the page of a raffle.
import t from 'tap'
import { english } from '../../src/server/languages.js'
import { renderListPage, type ListPage } from '../../src/server/list-page.js'
import { renderWritten } from '../../src/server/raffle-page.js'
import type { ListedRaffle } from '../../src/store/summaries.js'

const raffle = (changes: Partial<ListedRaffle> = {}): ListedRaffle => ({
  ...{ raffleId: '49638a53-01d5-4ea0-96bc-887c4448c4f3', state: 'unsigned', prizes: ['A mug', 'A hat'] },
  ...{ winners: [], totalDraws: 2, changedAt: '2026-09-01T12:00:00+00:00', sameName: 1 },
  ...changes,
})

const page = (changes: Partial<ListPage> = {}): string =>
  renderListPage({
    ...{ raffles: [raffle()], query: '', filter: undefined, newer: undefined, older: undefined },
    ...{
      counts: { open: 1, sealed: 2, drawn: 3, cancelled: 4, unsigned: 5 },
      overdue: 0,
      runBy: undefined,
      assets: undefined,
      now: 0,
      language: english,
    },
    ...changes,
  })

await t.test('the prizes of a raffle stand once, as its name where it has none', t => {
  t.equal(page().match(/A mug/g)?.length, 1)
  t.match(page(), /<h3><a href="\/raffles\/[^"]+"><bdi>A mug · A hat<\/bdi><\/a><\/h3>/)
  const named = page({ raffles: [raffle({ name: 'Summer', prizes: ['A mug'] })] })
  t.match(named, '<p>Prize: <bdi>A mug</bdi></p></li>')
  t.match(page({ raffles: [raffle({ name: 'Summer' })] }), '<p>Prizes: <bdi>A mug · A hat</bdi></p></li>')
  t.match(page({ raffles: [raffle({ name: 'Summer', prizes: [] })] }), /<\/p><\/li>/)
  t.notMatch(page({ raffles: [raffle({ name: 'Summer', prizes: [] })] }), 'Prize')
  t.end()
})

await t.test('raffles of one name, and what that may mean', t => {
  const twins = [raffle({ sameName: 2, raffleId: 'a' }), raffle({ sameName: 2, raffleId: 'b' })]
  const html = page({ raffles: twins })
  t.equal(html.match(/>One of 2 raffles of this name<\/a>/g)?.length, 2)
  t.equal(html.match(/by this operator: compare their dates and prizes/g)?.length, 2)
  t.match(html, '<p class="note"><a href="/">One of 2', 'of no name nothing is sought')
  t.match(page({ raffles: [raffle({ sameName: 2, name: 'A b' })] }), '<a href="/?q=A+b">One of 2')
  t.equal(renderWritten(raffle(), ''), '')
  t.match(
    renderWritten(raffle({ sameName: 1200 }), '<i>c</i>'),
    /This service has 1,200 raffles of this name .*<a href="\/">look at each of them<\/a>.*<\/p><i>c<\/i>\n<\/div>$/s,
  )
  t.end()
})

await t.test('newer and older ones, and how many there are of each', t => {
  t.notMatch(page(), 'class="pager"')
  t.match(
    page({ newer: 'n', older: 'o', query: 'a b', filter: 'drawn' }),
    '<nav class="pager" aria-label="Pages"><a href="/?q=a+b&amp;state=drawn&amp;before=n" rel="prev">Newer</a>\n<a href="/?q=a+b&amp;state=drawn&amp;after=o" rel="next">Older</a></nav>',
  )
  t.match(
    page({ filter: 'open' }),
    '<a href="/">All <span>15</span></a>\n<a href="/?state=open" aria-current="page">Open <span>3</span></a>\n<a href="/?state=drawn">Drawn <span>3</span></a>\n<a href="/?state=cancelled">Cancelled <span>4</span></a>\n<a href="/?state=unsigned">No proof <span>5</span></a>',
  )
  t.match(
    page({ overdue: 2 }),
    '<a href="/" aria-current="page">All <span>15</span></a>\n<a href="/?state=overdue">Overdue <span>2</span></a>\n<a href="/?state=open">Open <span>1</span></a>',
    'each raffle counts once',
  )
  t.match(
    page({ filter: 'overdue', raffles: [] }),
    /aria-current="page">Overdue <span>0<.*No draw here is overdue/s,
  )
  t.end()
})
