import t from 'tap'
import { publish } from '../../src/operator/publish.js'
import { random } from '../../src/cli/shared/random.js'
import { listCorrections, renderCorrections } from '../../src/server/corrections.js'
import { createCeremony, fewEntries, raffleId } from './ceremony.js'
import { writeAssets } from './page-files.js'
import { get, sample, send, start, type Started } from './start.js'

const page = `/raffles/${sample.raffle_id}`
const [first, second, third] = sample.draws

async function correct(
  { store, publish: settle }: Started,
  draws: readonly object[],
  reason: string,
  at = '2026-09-02T08:00:00Z',
): Promise<void> {
  const record = { ...sample, total_draws: draws.length, draws }
  await publish(store, [{ file: 'x', read: () => record }], {
    now: new Date(at),
    random,
    replace: { reason },
  })
  await settle()
}

const bodyOf = async (server: Started, path = page): Promise<string> => (await send(server, path)).body

/** The text of the section, a cell or a paragraph on each line. */
const linesOf = (html: string): readonly string[] =>
  (/<section id="corrections"[^]*?<\/section>/.exec(html)?.[0] ?? '')
    .replaceAll(/<\/(?:t[hd]|p|h\d)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .filter(line => line.trim() !== '')

await t.test('a raffle without a correction says nothing of any', async t => {
  const server = await start(t, { page: writeAssets(t) })
  t.notMatch(await bodyOf(server), 'corrections')
  await server.publish({ ...sample, total_draws: 1, draws: [first] })
})

await t.test('draws that are added correct nothing', async t => {
  const server = await start(t, { page: writeAssets(t) }, [{ ...sample, total_draws: 1, draws: [first] }])
  await server.publish(sample)
  t.notMatch(await bodyOf(server), 'corrections')
})

await t.test('every correction is shown: when, what it said and says, and why, the latest first', async t => {
  for (const options of [{}, { page: writeAssets(t) }]) {
    const server = await start(t, options)
    const before = await send(server, page)
    await correct(
      server,
      [first!, { ...second, winner_entry_id: '10777' }, third!],
      'the second prize went to a ticket that was refunded',
    )
    await correct(
      server,
      [first!, { ...second, winner_entry_id: '10778', prize_name: 'A mug (2nd Prize)' }],
      'the third was void',
      '2026-09-03T09:00:00Z',
    )
    const after = await send(server, page)
    t.strictSame(linesOf(after.body), [
      'What was corrected',
      'Something in the published record was changed 2 times after it was published. The reasons are the organiser’s own words: nothing here shows that they are true. Every version is in the history of the record.',
      '2026-09-03T09:00:00+00:00',
      'The reason given: the third was void',
      ...['Draw', 'What', 'It said', 'It says'],
      ...['AirPods Pro (2nd Prize)', 'winning ticket', '10777', '10778'],
      ...['AirPods Pro (2nd Prize)', 'prize', 'AirPods Pro (2nd Prize)', 'A mug (2nd Prize)'],
      ...[
        String(third?.['prize_name']),
        'draw',
        `${JSON.stringify(third?.['prize_name'])}, won by entry ${JSON.stringify(third?.['winner_entry_id'])}`.replaceAll(
          '"',
          '&quot;',
        ),
        'gone',
      ],
      '2026-09-02T08:00:00+00:00',
      'The reason given: the second prize went to a ticket that was refunded',
      ...['Draw', 'What', 'It said', 'It says'],
      ...['AirPods Pro (2nd Prize)', 'winning ticket', '10602', '10777'],
    ])
    const tags = [before, after].map(({ headers, status }) => (status === 200 ? headers['etag'] : status))
    t.ok(tags[1] === 404 || tags[0] !== tags[1], 'who has the page asks for it again')
    t.notMatch(after.body, /✓|✔|proven/)
  }
})

await t.test('what an organiser writes is no markup, and hides nothing', async t => {
  const server = await start(t, { page: writeAssets(t) })
  await correct(
    server,
    [{ ...first, prize_name: '<img src=x onerror=alert(1)>' }, second!, third!],
    '</p><script>alert(2)</script>\u202e"&',
  )
  const body = await bodyOf(server)
  t.notMatch(body, /<img|<script>|\u202e/)
  t.match(body, '&lt;img src=x onerror=alert(1)&gt;')
  t.match(body, '&lt;/p&gt;&lt;script&gt;alert(2)&lt;/script&gt;\\u{202e}&quot;&amp;')
})

await t.test('a version without a reason says so', t => {
  const record = { raffle_id: sample.raffle_id, total_draws: 3, draws: sample.draws }
  const version = { published_at: '2026-09-01T08:00:00+00:00', reason: null }
  const body = Buffer.from(
    JSON.stringify({
      versions: [
        { ...version, record },
        { ...version, record: { ...record, draws: [second, first, third] } },
      ],
    }),
  )
  const [correction, ...rest] = listCorrections({ body })
  t.strictSame(rest, [])
  t.equal(correction?.reason, null)
  t.strictSame(
    correction?.changes.map(({ member, old, new: now }) => [member, old, now]),
    [
      ['place', 1, 2],
      ['place', 2, 1],
    ],
  )
  t.end()
})

await t.test('a winner who was replaced by the protocol is shown too', async t => {
  const server = await start(t, { page: writeAssets(t) })
  const ceremony = createCeremony(server)
  await ceremony.run(fewEntries)
  const audit = JSON.parse(
    (await get(server, `/api/v1/raffles/${raffleId}/audit`, { Accept: 'application/json' })).body,
  ) as typeof sample
  const lost = String(audit.draws[1]?.['winner_entry_id'])
  t.notMatch(await bodyOf(server, `/raffles/${raffleId}`), 'corrections')
  await ceremony.replace(lost)
  const lines = linesOf(await bodyOf(server, `/raffles/${raffleId}`))
  t.ok(lines.includes('The reason given: did not answer'))
  const at = lines.indexOf('winning ticket')
  t.equal(lines[at + 1], lost)
  t.ok(lines.includes('hash of the signature'))
})

await t.test('what was corrected, in words', t => {
  const members = {
    winner_entry_id: 'winning ticket',
    prize_name: 'prize',
    drawn_at_utc: 'time of the draw',
    total_entries: 'tickets in the draw',
    rng_seed_hash: 'hash of the seed',
    signature_hash: 'hash of the signature',
    draw: 'draw',
    place: 'place in the record',
  } as const
  const names = Object.keys(members) as readonly (keyof typeof members)[]
  const changes = names.map(member => ({ draw_id: 'draw-1', member, old: `old ${member}`, new: 'new <b>' }))
  const correction = { publishedAt: '2026-09-01T12:00:00+00:00', reason: 'a slip', changes }
  const html = renderCorrections([{ ...correction, prizes: new Map([['draw-1', 'A & B']]) }], 'an-id')
  for (const member of names) {
    const row = `<tr><th scope="row"><bdi>A &amp; B</bdi></th><td>${members[member]}</td><td><bdi>old ${member}</bdi></td><td><bdi>new &lt;b&gt;</bdi></td></tr>`
    t.ok(html.includes(row), member)
  }
  t.match(html, 'was changed once after it was published')
  t.match(html, '<p>The reason given: <bdi>a slip</bdi></p>')
  t.match(html, '<a href="/api/v1/raffles/an-id/audit/history">')
  const gone = {
    ...correction,
    reason: null,
    changes: [{ ...changes[0]!, member: 'draw', new: null }],
  } as const
  const twice = renderCorrections(
    [
      { ...gone, prizes: new Map() },
      { ...correction, prizes: new Map() },
    ],
    'an-id',
  )
  t.match(twice, 'was changed 2 times after it was published')
  t.match(twice, '<p>No reason was given.</p>')
  t.match(
    twice,
    '<th scope="row"><bdi>draw-1</bdi></th><td>draw</td><td><bdi>old winner_entry_id</bdi></td><td>gone</td>',
  )
  t.equal(renderCorrections([], 'an-id'), '')
  t.end()
})
