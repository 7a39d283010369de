import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { writeCapture } from '../../../../src/cli/shared/captures.js'
import { feedDraw, feedFaults, feedRecipe, goodFeed, type FeedDraw } from '../../../verify/feed-draws.js'
import { record, run, runJson } from '../../../cli/resident.js'

const folder = t.testdir({ 'recipe.json': JSON.stringify(feedRecipe) })
const asked = ['--require', 'winner.derived']

/** The arguments that verify a folder with these draws as a feed. */
function feedOf(name: string, draws: readonly FeedDraw[]): readonly string[] {
  const place = join(folder, name)
  mkdirSync(place)
  draws.forEach((draw, index) => {
    writeFileSync(join(place, `${index + 1}.json`), JSON.stringify(feedDraw(draw)))
  })
  return ['verify', place, '--recipe', join(folder, 'recipe.json'), '--feed']
}

await t.test('a feed is one more subject, named after the path', async t => {
  const call = feedOf('good', goodFeed)
  const { code, report } = await runJson([...call, ...asked])
  t.equal(code, 0)
  t.equal(report.subjects.length, goodFeed.length + 1)
  t.match(report.subjects.at(-1), {
    source: join(folder, 'good'),
    kind: 'feed',
    verdict: 'proven',
    claims: [{ id: 'feed.consistent', status: 'proven' }],
  })
  const without = await runJson([...call.slice(0, -1), ...asked])
  t.strictSame(report.subjects.slice(0, -1), without.report.subjects, 'the draws end as they do without it')
  const both = await runJson(['verify', 'fixtures/draws/the-rng', 'fixtures/draws/getfoundni', '--feed'])
  t.match(both.report.subjects.at(-1), { source: 'feed', kind: 'feed', verdict: 'proven' })
  const streamed = await run([...call, ...asked, '--format', 'ndjson'])
  const lines = streamed.stdout.trim().split('\n')
  t.match(JSON.parse(lines[goodFeed.length] ?? ''), { kind: 'feed', verdict: 'proven' })
})

await t.test('every finding of a feed comes up, and a contradiction refutes', async t => {
  await Promise.all(
    Object.entries(feedFaults).map(async ([fault, [draw, isContradiction]]) => {
      const { code, report } = await runJson([...feedOf(fault, [...goodFeed, draw]), ...asked])
      const feed = report.subjects.at(-1)
      t.ok(
        feed?.findings.some(finding => finding.code === fault),
        fault,
      )
      t.equal(code, isContradiction ? 1 : 0, fault)
      t.equal(feed?.verdict, isContradiction ? 'refuted' : 'proven', fault)
    }),
  )
})

await t.test('the feed alone can be asked for', async t => {
  const call = feedOf('alone', goodFeed)
  const alone = await runJson([...call, '--require', 'feed.consistent'])
  t.equal(alone.code, 0)
  t.match(alone.report.subjects, [{ kind: 'feed' }])
  t.equal(alone.report.subjects.length, 1)
  t.equal(alone.stderr, '3 not listed: nothing is required of them, and they are not refuted\n')
  const [draw] = feedFaults['list-changed'] ?? []
  const changed = feedOf('alone-changed', [...goodFeed, ...(draw ? [draw] : [])])
  const refuted = await runJson([...changed, '--require', 'feed.consistent'])
  t.equal(refuted.code, 1)
  const both = await runJson([...changed, '--require', 'feed.consistent,winner.derived'])
  t.strictSame(
    both.report.subjects.map(({ verdict }) => verdict),
    ['proven', 'proven', 'proven', 'proven', 'refuted'],
  )
  const needless = await run([...call.slice(0, -1), '--require', 'feed.consistent'])
  t.match([needless.code, needless.stderr], [2, /compared draws\nhint: give --feed too/])
})

await t.test('a refuted draw and an unread one are listed whatever is asked', async t => {
  const call = feedOf('odd', goodFeed)
  const good = feedDraw({ id: 'week-9', number: 4, seed: 'seed 9', round: 1009 })
  const published = good['published'] as object
  const forged = {
    ...good,
    title: 'Forged',
    published: { ...published, winner: 'nobody' },
  }
  writeFileSync(join(folder, 'odd', '4.json'), JSON.stringify(forged))
  writeFileSync(join(folder, 'odd', '5.json'), '{')
  const { code, report } = await runJson([...call, '--require', 'feed.consistent'])
  t.equal(code, 1)
  t.match(
    report.subjects.map(({ verdict }) => verdict),
    ['refuted', 'not-provable', 'proven'],
  )
  t.match(report.subjects.at(-1)?.claims[0]?.message, /4 of 5 documents were compared/)
})

await t.test('draws whose recipe is unknown are not compared', async t => {
  const [verify = '', place = ''] = feedOf('unknown', goodFeed)
  const { code, report } = await runJson([verify, place, '--feed'])
  t.equal(code, 3)
  t.match(report.subjects.at(-1), {
    kind: 'feed',
    verdict: 'not-provable',
    claims: [{ code: 'nothing-compared', message: /0 of 3 documents were compared/ }],
  })
})

await t.test('what drawaudit fetch saved counts too', async t => {
  const save = (name: string, raffle: string): string => {
    const place = join(folder, name)
    const body = Buffer.from(JSON.stringify({ ...record, raffle_id: raffle }))
    writeCapture(place, {
      baseUrl: 'https://raffles.example/api/v1',
      vendorType: 'application/vnd.service.v1+json',
      capturedAt: '2026-09-01T08:00:00.000Z',
      exchanges: [
        {
          probe: 'audit',
          raffle,
          exchange: {
            method: 'GET',
            url: `https://raffles.example/api/v1/raffles/${raffle}/audit`,
            sent: [],
            status: 200,
            headers: [['Content-Type', 'application/json']],
            body,
            sentAt: '2026-09-01T08:00:00.000Z',
            receivedAt: '2026-09-01T08:00:00.000Z',
            redirects: [],
          },
        },
      ],
    })
    return place
  }
  const one = save('capture-1', '49638a53-01d5-4ea0-96bc-887c4448c4f3')
  const two = save('capture-2', '59638a53-01d5-4ea0-96bc-887c4448c4f3')
  const { report } = await runJson(['verify', one, two, '--feed'])
  t.match(report.subjects.at(-1), {
    kind: 'feed',
    verdict: 'refuted',
    findings: [{ code: 'commitment-reused' }],
    claims: [{ message: /have one commitment/ }],
  })
})
