import { languageTags } from '../../src/page/languages.js'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { escapeHtml, isolateHtml } from '../../src/server/escape-html.js'
import { listPagePolicy } from '../../src/server/list-page.js'
import type { CeremonySummary } from '../../src/store/summaries.js'
import { writeAssets } from './page-files.js'
import { get, sample, sampleStatistics, send, start, type Started } from './start.js'
import { summaryTimes } from '../store/summary-times.js'

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** Publishes raffles with these names, the n-th with the n-th id. */
async function publishNamed(server: Started, ...named: readonly Partial<CeremonySummary>[]): Promise<void> {
  await server.store.transact(async transaction => {
    for (const [index, about] of named.entries()) {
      const raffleId = idOf(index)
      await transaction.writeStatistics(
        { ...sampleStatistics, raffle_id: raffleId },
        '2026-09-01T08:00:00+00:00',
      )
      const summary = {
        name: 'Summer raffle',
        operator: 'Example Raffles Ltd',
        prizes: ['A bicycle'],
        state: 'drawn',
        ...summaryTimes,
        ...about,
      } as const
      await transaction.writeSummary(raffleId, summary)
    }
  })
}

/** The raffles that a page links to, in its order. */
const listed = (body: string): readonly string[] =>
  [...body.matchAll(/href="\/raffles\/([^"]*)"/g)].map(([, id = '']) => id)
const ask = async (server: Started, query = ''): Promise<string> => (await send(server, `/${query}`)).body
const found = async (server: Started, q: string): Promise<readonly string[]> =>
  listed(await ask(server, `?${new URLSearchParams({ q }).toString()}`))

await t.test('the list is a page that needs no script', async t => {
  const server = await start(t, { page: writeAssets(t) }, [sample, sampleStatistics])
  const { status, headers, body } = await send(server, '/')
  t.equal(status, 200)
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  t.equal(headers['cache-control'], 'public, max-age=0, must-revalidate')
  t.equal(headers['referrer-policy'], 'no-referrer')
  t.equal(headers['content-security-policy'], listPagePolicy)
  t.notMatch(listPagePolicy, /script|unsafe|\*|http|data:/)
  t.notMatch(body, /<script|<img|<iframe| on\w+=| style=|javascript:|https?:/i)
  t.match(body, '<form role="search" action="/" method="get">')
  t.match(body, /<meta name="description" content="[^"]+">/)
  const links = [...body.matchAll(/<a href="([^"]*)"/g)].map(([, link = '']) => link)
  t.strictSame(links, [
    // Filters without a raffle are left out.
    ...['#languages', '/', '/?state=unsigned'],
    `/raffles/${sample.raffle_id}`,
    ...languageTags.map(tag => `?lang=${tag}`),
  ])
  for (const [, file = ''] of body.matchAll(/<link[^>]* href="([^"]+)"/g))
    t.equal((await send(server, file)).status, 200, file)
  const [first, second, third] = sample.draws.map(({ prize_name: prize }) => String(prize))
  t.match(body, `<bdi>${first} · ${second} · ${third}</bdi></a></h3>`, 'what has no name has its prizes')
  t.match(body, '<span>142 tickets</span> <span>3 prizes</span></p>')
  t.match(
    body,
    /<p class="state late">Cannot be checked<\/p><\/div><p class="line">.*?<\/p><p>Winners are named, but there is nothing/,
  )
  t.match(body, 'Last changed <time datetime="2026-09-01T08:00:00+00:00">1 September 2026, 08:00 UTC</time>')
  t.notMatch(body, /level \d/, 'there is nothing that was checked')

  const fresh = await send(server, '/', { headers: { 'If-None-Match': headers['etag'] ?? '' } })
  t.equal(fresh.status, 304)
  await server.publish({ ...sample, raffle_id: 'eeeeeeee-0000-4000-8000-000000000000' })
  const changed = await send(server, '/', { headers: { 'If-None-Match': headers['etag'] ?? '' } })
  t.match(changed.body, 'eeeeeeee', 'what is new is there')
  t.ok(changed.body.indexOf('eeeeeeee') < changed.body.indexOf(sample.raffle_id), 'and comes first')
})

await t.test('what was not published is not said', async t => {
  const server = await start(t, {}, [sample])
  t.match(await ask(server), '<span>number of tickets not published</span> <span>3 prizes</span>')
})

await t.test('an empty list says why, and what to do', async t => {
  const server = await start(t, {}, [])
  t.match(await ask(server), /No raffle has been published here yet\..*drawaudit raffle create/)
  t.match(await ask(server, '?q=x'), /No raffle found for “<bdi>x<\/bdi>”\..*<a href="\/">all raffles<\/a>/)
  await server.publish(sample)
  t.match(await ask(server, '?state=cancelled'), /There is none here\..*<a href="\/">Show all raffles<\/a>/)
  t.match(await ask(server, `?after=${sample.raffle_id}`), 'There are no more raffles')
})

await t.test('states, levels and counts, each in its words', async t => {
  const server = await start(t, {}, [])
  await publishNamed(
    server,
    { name: 'a', state: 'open', level: 1 },
    { name: 'b', state: 'sealed' },
    { name: 'c', state: 'cancelled' },
    { name: 'd', state: 'drawn', level: 3 },
    { name: 'e', state: 'drawn', level: 0 },
    { name: 'f', state: 'drawn' },
  )
  const body = await ask(server)
  const factsOf = (page: string): readonly (readonly string[])[] =>
    [...page.matchAll(/<p class="line">([^]*?)<\/p>/g)].map(([, text = '']) =>
      text
        .split(/<\/?span>/)
        .map(fact => fact.replaceAll(/<[^>]*>/g, '').trim())
        .filter(fact => fact !== ''),
    )
  const [closing, due] = ['1 September 2099, 13:00 UTC', '1 September 2099, 13:15 UTC']
  const drawn = [`Drawn ${due}`, '142 tickets']
  t.strictSame(factsOf(body), [
    [`Draw due ${due}`, '142 tickets'],
    [`Open until ${closing}`, `Draw due ${due}`],
    drawn,
    drawn,
    drawn,
    [`Cancelled ${due}`, '142 tickets'],
  ])
  const own = [...body.matchAll(/<p class="own">(.*?)<\/p>/g)].map(([, text]) => text)
  t.strictSame(own, [
    'This site has not checked it.',
    'This site says: level 0 of 5, nothing is known of it.',
    'This site says: level 3 of 5, the operator could still have decided who wins.',
    'Open it to see whether anybody saw the cancellation before the winners could be known.',
  ])
  t.notMatch(body, /proven|✓|✔|green/i)
  t.notMatch(body, 'Rehearsal')

  t.match(body, 'Prize: <bdi>A bicycle</bdi>')

  const tabs = (page: string): readonly string[] =>
    [
      ...page
        .replaceAll(/<\/?span>/g, '')
        .matchAll(
          /<a href="\/[^"]*"( aria-current="page")?>((?:All|Open|Overdue|Drawn|Cancelled)[ \d]*)<\/a>/g,
        ),
    ].map(([, current = '', text = '']) => `${current === '' ? '' : '*'}${text}`)
  t.strictSame(tabs(body), ['*All 6', 'Open 2', 'Drawn 3', 'Cancelled 1'])
  const narrowed = await ask(server, '?state=open')
  t.strictSame(tabs(narrowed), ['All 6', '*Open 2', 'Drawn 3', 'Cancelled 1'])
  t.strictSame(listed(narrowed), [1, 0].map(idOf), 'what is sealed is not drawn')
  t.strictSame(listed(await ask(server, '?state=drawn')), [5, 4, 3].map(idOf))
  t.strictSame(listed(await ask(server, '?state=sealed')).length, 6, 'what is no filter is not there')
  const both = await ask(server, '?state=drawn&q=bicycle')
  t.strictSame(listed(both), [5, 4, 3].map(idOf))
  t.strictSame(tabs(both), ['All', 'Open', '*Drawn', 'Cancelled'], 'what is sought was not counted')
  t.match(both, '<input type="hidden" name="state" value="drawn">', 'another search stays there')
})

await t.test('what should have happened by now', async t => {
  const server = await start(t, {}, [])
  const past = '2020-09-01T13:15:00+00:00'
  await publishNamed(
    server,
    { name: 'a', state: 'open', closesAt: past },
    { name: 'b', state: 'open', closesAt: past, drawAt: past },
    { name: 'c', state: 'sealed', closesAt: past, drawAt: past },
    { name: 'd', state: 'drawn', closesAt: past, drawAt: past, isRehearsal: true },
  )
  const body = await ask(server)
  const states = [...body.matchAll(/<p class="(state[^"]*)">(.*?)<\/p>/g)].map(([, is, text]) => [
    is,
    text?.replace(/[\d,]{5} days$/, 'so many days'),
  ])
  t.strictSame(states, [
    ['state late', 'Overdue by so many days'],
    ['state late', 'Overdue by so many days'],
    ['state open', 'Entries closed'],
  ])
  t.match(body, '<span>The list is not sealed yet</span>')
  t.match(body, /href="\/\?state=overdue">Overdue <span>2<\/span>/)
  t.strictSame(listed(await ask(server, '?state=overdue')), [2, 1].map(idOf))
  t.strictSame(
    listed(await ask(server, '?state=overdue&q=bicycle')),
    [2, 1].map(idOf),
    'and found among them',
  )
  t.strictSame(listed(await ask(server, `?state=overdue&after=${idOf(2)}`)), [idOf(1)])
  const badgeOf = async (index: number): Promise<string> =>
    (await send(server, `/raffles/${idOf(index)}/badge.svg`)).body
  t.match(await badgeOf(0), '>open · check it</text>')
  t.match(await badgeOf(1), '>overdue · check it</text>')
  t.match(await badgeOf(2), '>overdue · check it</text>')
  t.match(body, '<p class="tag">Rehearsal: no public random number</p>')
})

await t.test('who won: the first winners by the record, and of how many', async t => {
  const server = await start(t, { page: writeAssets(t) }, [sample, sampleStatistics])
  const winnersOf = async (id: string): Promise<readonly string[]> => {
    const body = await ask(server, `?q=${id}`)
    const list = /<ul class="winning" aria-label="Winners">(.*?)<\/ul>/.exec(body)?.[1] ?? ''
    return [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = '']) =>
      line.replaceAll(/<\/?(?:strong|span)>/g, ''),
    )
  }
  const record = (index: number, ...won: readonly (readonly [prize: string, ticket: string])[]) => ({
    raffle_id: idOf(index),
    total_draws: won.length,
    draws: won.map(([prize, ticket], place) => ({
      ...sample.draws[0],
      draw_id: idOf(1000 + place),
      prize_name: prize,
      winner_entry_id: ticket,
    })),
  })
  t.strictSame(await winnersOf(sample.raffle_id), [
    '<bdi>iPhone 15 Pro (1st Prize)</bdi>: ticket <bdi>10133</bdi>',
    '<bdi>AirPods Pro (2nd Prize)</bdi>: ticket <bdi>10602</bdi>',
    '<bdi>Apple Watch (3rd Prize)</bdi>: ticket <bdi>10154</bdi>',
  ])
  await server.publish(
    record(
      0,
      ['هاتف', 'ticket-7'],
      ['</bdi><script>\u202e', 'x'.repeat(300)],
      ['A mug', 'Ticketmaster 1'],
      ...['4', '5', '6', '7'].map(ticket => ['A pen', ticket] as const),
    ),
    record(1, ['A boat', '1']),
  )
  t.strictSame(await winnersOf(idOf(0)), [
    '<bdi>هاتف</bdi>: <bdi>ticket-7</bdi>',
    `<bdi>&lt;/bdi&gt;&lt;script&gt;\\u{202e}</bdi>: ticket <bdi>${'x'.repeat(80)}…</bdi>`,
    '<bdi>A mug</bdi>: ticket <bdi>Ticketmaster 1</bdi>',
    'and 4 more',
  ])
  t.match(
    (await send(server, `/raffles/${idOf(0)}`)).body,
    'these won: ticket-7 (هاتف), ticket x',
    'the word is not doubled where a link is shared either',
  )
  const body = await ask(server)
  t.match(body, 'This list is only this site’s word. It is not checked, and may not show all raffles.')
  t.notMatch(body, 'Prizes: ', 'who won a prize says what it was')

  await server.publish(record(1, ['A boat', '2']))
  t.strictSame(await winnersOf(idOf(1)), ['<bdi>A boat</bdi>: ticket <bdi>2</bdi>'], 'not who was replaced')
  const about = { name: 'a', operator: 'b', prizes: ['A boat'], state: 'cancelled', ...summaryTimes } as const
  await server.store.transact(transaction => transaction.writeSummary(idOf(1), about))
  await setTimeout(10)
  t.strictSame(await winnersOf(idOf(1)), [], 'nobody where it was cancelled')
  t.match(await ask(server, `?q=${idOf(1)}`), 'Prize: <bdi>A boat</bdi>')
})

await t.test(
  'raffles of one name by one operator: how many there are, beside each and on their own pages',
  async t => {
    const server = await start(t, {}, [])
    await publishNamed(
      server,
      { name: 'Winter raffle' },
      { name: 'Summer raffle' },
      { name: 'Zebra' },
      { name: ' SUMMER\u00a0 ra\u200bffle' },
      { name: 'Summer raffle', operator: 'Somebody else' },
      { name: 'Summer raffle', state: 'cancelled' },
    )
    const body = await ask(server)
    t.strictSame(listed(body), [4, 3, 2, 1, 0, 5].map(idOf), 'what was cancelled comes last')
    const rows = body.split('<div class="head"><h3>').slice(1)
    const said = 'One of 3 raffles of this name</a> by this operator: compare their dates and prizes'
    t.strictSame(
      rows.map(row => row.includes(said)),
      [false, true, false, true, false, true],
    )
    t.match(body, '<bdi> SUMMER\u00a0 ra\\u{200b}ffle</bdi>', 'as it is written')

    const one = await ask(server, `?q=${idOf(3)}`)
    t.strictSame(listed(one), [idOf(3)])
    const link = /<a href="(\/\?q=[^"]*)">One of 3 raffles of this name/.exec(one)?.[1] ?? ''
    t.strictSame(listed((await get(server, link.replaceAll('&amp;', '&'))).body), [4, 3, 1, 5].map(idOf))

    const noteOf = async (index: number): Promise<string | undefined> =>
      /<div id="written">\n<p id="namesakes" class="part">(.*?)<\/p>/.exec(
        (await send(server, `/raffles/${idOf(index)}`)).body,
      )?.[1]
    for (const index of [1, 3, 5]) {
      const note = (await noteOf(index)) ?? ''
      t.match(note, /^This service has 3 raffles of this name by this operator: <a href="[^"]*">look at each/)
      const [, found = ''] = /href="([^"]*)"/.exec(note) ?? []
      t.ok(listed((await get(server, found.replaceAll('&amp;', '&'))).body).includes(idOf(1)), found)
    }
    for (const index of [0, 2, 4]) t.equal(await noteOf(index), undefined)
  },
)

await t.test('a search for a part of the name, a prize, the operator or the id', async t => {
  const server = await start(t, {}, [sample, sampleStatistics])
  await publishNamed(
    server,
    { name: 'Été à la plage', operator: 'Café' },
    { name: '100% <Fair>', operator: 'A_B' },
    { name: 'Tombola ﬁnale', operator: 'A B', prizes: ['Un vélo', 'Deux billets'] },
  )
  t.strictSame(await found(server, 'été'), [idOf(0)])
  t.strictSame(await found(server, 'E\u0301TE\u0301'), [idOf(0)], 'however it is written')
  t.strictSame(await found(server, '  café '), [idOf(0)])
  t.strictSame(await found(server, 'finale'), [idOf(2)])
  t.strictSame(await found(server, 'VÉLO'), [idOf(2)])
  t.strictSame(await found(server, 'vélo deux'), [], 'each prize is a text of its own')
  t.strictSame(await found(server, '%'), [idOf(1)], 'no wildcard')
  t.strictSame(await found(server, '_'), [idOf(1)])
  t.strictSame(await found(server, '*'), [])
  t.strictSame(await found(server, '"'), [])
  t.strictSame(await found(server, `'`), [])
  t.strictSame(await found(server, '000000000002'), [idOf(2)])
  t.strictSame(await found(server, sample.raffle_id.toUpperCase()), [sample.raffle_id])
  t.strictSame(await found(server, 'fair>a'), [], 'name and operator are two texts')
  t.strictSame(await found(server, '\u001f'), [idOf(2), idOf(1), idOf(0), sample.raffle_id], 'nothing')
  t.strictSame(await found(server, '\u{10fffd}'), [idOf(2), idOf(1), idOf(0), sample.raffle_id], 'nothing')
  const shown = await ask(server, '?q=%3CFair%3E')
  t.match(shown, 'value="&lt;Fair&gt;"')
  t.match(shown, '<bdi>&lt;Fair&gt;</bdi>')
  t.strictSame(await found(server, '<fair>'), [idOf(1)])
  t.equal(
    (await send(server, '/?q=xyz&q=fair')).body.includes('No raffle found for “<bdi>xyz</bdi>”'),
    true,
    'the first counts',
  )
  t.strictSame(await found(server, 'x'.repeat(1000)), [])
  t.notMatch(await ask(server, `?q=${'x'.repeat(1000)}`), 'x'.repeat(101))
  t.equal(
    (await send(server, `/?q=${encodeURIComponent('x'.repeat(99) + '😀')}`)).status,
    200,
    'half a character',
  )
})

await t.test('hostile names are text', async t => {
  const server = await start(t, {}, [])
  const names = [
    '</bdi></h3><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '" autofocus onfocus="alert(1)',
    "' onmouseover='alert(1)",
    '&lt;b&gt;',
    '\u202egnp.elffar\u202c',
    '\u2066\u2067\u200f',
    '\u0000\u0007\u001b[31m\u007f\u0085',
    '\u2028\u2029\n\r\t',
    '\ud83d',
    '\ufeff\u00ad\u{e0041}',
    'javascript:alert(1)',
    'x'.repeat(200),
    '__proto__',
  ]
  await publishNamed(server, ...names.map((name, index) => ({ name, operator: names.at(-1 - index) ?? '' })))
  for (const query of ['', ...names.map(q => `?${new URLSearchParams({ q }).toString()}`)]) {
    const body = await ask(server, query)
    const tags = new Set([...body.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag))
    for (const tag of ['script', 'img', 'b']) t.notOk(tags.has(tag), `${query} ${tag}`)
    t.notMatch(body.replace(/"[^"]*"/g, '""'), /<[^>]* on\w+=/i, query)
    t.notMatch(body.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  }
  t.equal(
    isolateHtml('\u{1f468}\u200d\u{1f4bb}, a\u200db'),
    '<bdi>\u{1f468}\u200d\u{1f4bb}, a\\u{200d}b</bdi>',
  )
  t.equal(isolateHtml('a\u202eb<'), '<bdi>a\\u{202e}b&lt;</bdi>')
  t.equal(escapeHtml(`&<>"'`), '&amp;&lt;&gt;&quot;&#39;')
})

await t.test('the list goes on where it ended, and back', async t => {
  const raffles = Array.from({ length: 101 }, (_, index) => ({ ...sampleStatistics, raffle_id: idOf(index) }))
  const newest = raffles.map(({ raffle_id: id }) => id).toReversed()
  const server = await start(t, {}, raffles)
  const link = (body: string, rel: string): string | undefined =>
    new RegExp(`<a href="(/[^"]*)" rel="${rel}">`).exec(body)?.[1]?.replaceAll('&amp;', '&')
  const walk = async (from: string, rel: string): Promise<{ pages: readonly string[][]; last: string }> => {
    const pages: string[][] = []
    let last = from
    for (let next: string | undefined = from; next !== undefined;) {
      const { status, body } = await send(server, next)
      t.equal(status, 200)
      pages.push([...listed(body)])
      last = next
      next = link(body, rel)
      if (next !== undefined) t.match(next, 'q=0000', 'the search goes on')
    }
    return { pages, last }
  }
  const forwards = await walk('/?q=0000', 'next')
  t.strictSame(
    forwards.pages.map(page => page.length),
    [50, 50, 1],
  )
  t.strictSame(forwards.pages.flat(), newest, 'each once, the newest first')
  const back = await walk(forwards.last, 'prev')
  t.strictSame(
    back.pages.map(page => page[0]),
    [newest[100], newest[50], newest[0]],
  )
  t.equal(link(await ask(server), 'prev'), undefined, 'nothing is newer')

  const firstOf = async (query: string): Promise<string | undefined> => listed(await ask(server, query))[0]
  t.equal(await firstOf(`?after=${idOf(4).toUpperCase()}`), idOf(3))
  t.equal(await firstOf(`?x=y&after=${idOf(4)}&after=${idOf(9)}`), idOf(3), 'the first one counts')
  t.equal(await firstOf(`?after=${idOf(0)}`), undefined, 'nothing is after the last')
  for (const garbage of ['', '1', '%3Cscript%3E', '%ff', '%zz', "'--", `${idOf(4)}x`, 'x'.repeat(1900)]) {
    t.equal(await firstOf(`?after=${garbage}`), idOf(100), 'what is no id is not there')
    t.notMatch(await ask(server, `?before=${garbage}`), /xxx|<script|'--/)
  }
  t.equal(await firstOf('?after=ffffffff-ffff-ffff-ffff-ffffffffffff'), idOf(100), 'nor is another raffle')
})

await t.test('one address gets four searches at a time', async t => {
  const server = await start(t, {}, [sample])
  const { store } = server
  let go: () => void = () => undefined
  const gate = new Promise<void>(resolve => {
    go = resolve
  })
  const slow = await start(t, {
    store: new Proxy(store, {
      get(target, name) {
        if (name === 'listSummaries') return () => gate.then(() => [])
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    }),
  })
  const asked = [1, 2, 3, 4].map(index => send(slow, `/?q=${index}`))
  // Answered after those four were let in, on the connections before it.
  let refused = await send(slow, '/livez')
  for (let round = 0; round < 100 && refused.status !== 429; round++)
    refused = await send(slow, '/?q=5&r=1').catch(() => refused)
  t.equal(refused.status, 429)
  t.match(refused.body, '<h1>Too many requests just now</h1>')
  t.match(refused.body, 'Wait a moment. Then load this page again.')
  go()
  for (const answer of await Promise.all(asked)) t.equal(answer.status, 200)
  t.equal((await send(slow, '/?q=6')).status, 200)
})
