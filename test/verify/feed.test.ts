import { readFileSync } from 'node:fs'
import t from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import { portable } from '../../src/core/portable.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { compareDraws } from '../../src/verify/feed.js'
import { readFacts, type Facts } from '../../src/verify/feed-facts.js'
import { decideSubject } from '../../src/verify/verdict.js'
import { verifyPublished } from '../../src/verify/verify-published.js'
import { parsePublishedDraw } from '../../src/model/published-draw.js'
import { feedDraw, feedFaults, feedRecipe, goodFeed, winnerOf, type FeedDraw } from './feed-draws.js'

const recipe = parseRecipe(feedRecipe)
const factsOf = (value: JsonValue, source = 'x'): Facts | undefined =>
  readFacts(value, source, name => (name === recipe.name ? recipe : undefined), portable)

const compare = (draws: readonly FeedDraw[]) =>
  decideSubject(
    compareDraws(
      'feed',
      draws.flatMap((draw, index) => factsOf(feedDraw(draw), `${index + 1}.json`) ?? []),
      draws.length,
    ),
  )

await t.test('good draws agree, and each is proven by itself', t => {
  for (const draw of goodFeed) {
    const { verdict } = verifyPublished(parsePublishedDraw(feedDraw(draw)), recipe, {
      require: ['winner.derived'],
    })
    t.equal(verdict, 'proven')
  }
  t.equal(new Set(goodFeed.map(winnerOf)).size, goodFeed.length, 'the winners of the sample differ')
  const subject = compare(goodFeed)
  t.match(subject, { source: 'feed', kind: 'feed', verdict: 'proven', findings: [] })
  t.match(subject.claims, [
    { id: 'feed.consistent', code: 'draws-agree', message: /: 3 of 3 documents were compared$/ },
  ])
  t.end()
})

await t.test('every fault is a finding, and a contradiction refutes', t => {
  for (const [code, [draw, isContradiction]] of Object.entries(feedFaults)) {
    const { findings, verdict, claims } = compare([...goodFeed, draw])
    // Who has the seed of another draw has its commitment too.
    const others = code === 'seed-reused' ? ['commitment-reused'] : []
    t.strictSame(findings.map(finding => finding.code).sort(), [code, ...others].sort())
    t.equal(verdict, isContradiction ? 'refuted' : 'proven', code)
    t.equal(claims[0]?.code, isContradiction ? 'draws-contradict' : 'draws-agree')
    t.match(findings[0]?.message, code === 'number-missing' ? /numbers 4 to 6 are missing/ : /4\.json/)
  }
  t.end()
})

await t.test('a document twice is one draw; a recipe that says nothing of series compares less', t => {
  const [first] = goodFeed
  const twice = first === undefined ? [] : [first, first]
  t.match(compare(twice), {
    verdict: 'not-provable',
    findings: [],
    claims: [
      {
        code: 'nothing-compared',
        message: /: 1 of 2 documents were compared: two copies of one document are one$/,
      },
    ],
  })
  const renamed = goodFeed.slice(0, 1).flatMap(draw => {
    const value = feedDraw(draw)
    return [factsOf(value, 'a'), factsOf({ ...value, title: 'Another title' }, 'b')].flatMap(one => one ?? [])
  })
  t.equal(renamed.length, 2)
  t.match(compareDraws('feed', renamed, 2), { findings: [], claims: [{ code: 'nothing-compared' }] })
  t.match(compare([]), { claims: [{ code: 'nothing-compared', message: /0 of 0 documents/ }] })
  t.strictSame(compare([...goodFeed, ...twice]).findings, [])
  const { series, ...rest } = feedRecipe
  t.ok(series)
  const plain = parseRecipe(rest)
  const [again] = feedFaults['winner-again'] ?? []
  const facts = [...goodFeed, ...(again ? [again] : [])].flatMap(
    (draw, index) => readFacts(feedDraw(draw), `${index}`, () => plain, portable) ?? [],
  )
  t.strictSame(compareDraws('feed', facts, 4).findings, [])
  t.end()
})

await t.test('one number that is missing is said as one', t => {
  const { findings } = compare([...goodFeed, { id: 'week-5', number: 5, seed: 'seed 5', round: 1005 }])
  t.match(findings, [{ code: 'number-missing', message: /^number 4 is missing: / }])
  t.end()
})

await t.test('records and bundles are compared too, and two documents about one raffle are one', t => {
  const read = (path: string): JsonValue =>
    JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as JsonValue
  const folder = 'fixtures/bundles/three-prizes-142-entries'
  const bundle = factsOf(read(`${folder}/bundle.json`), 'bundle')!
  const record = factsOf(read(`${folder}/record.json`), 'record')
  t.equal(bundle.raffle, record?.raffle)
  t.equal(bundle.commitments.length, 3)
  t.equal(bundle.seeds.length, 3)
  t.match(bundle.rounds, [/^\d+ of the chain [0-9a-f]{64}$/])
  const both = [bundle, record].flatMap(one => one ?? [])
  t.match(compareDraws('feed', both, 2), {
    findings: [],
    claims: [
      { status: 'not-provable', message: /2 of 2 documents were compared: they are about one raffle$/ },
    ],
  })
  const other = both.map((one, index) => ({ ...one, raffle: `raffle-${index}` }))
  t.match(compareDraws('feed', other, 2).findings, [
    { code: 'commitment-reused' },
    { code: 'commitment-reused' },
    { code: 'commitment-reused' },
  ])
  t.end()
})

await t.test('what is no draw, or cannot be read, is not compared', t => {
  t.equal(factsOf(5), undefined)
  t.equal(factsOf([]), undefined)
  t.equal(factsOf({ other: 1 }), undefined)
  t.equal(factsOf({ draw: 'drawaudit/v1' }), undefined, 'a broken draw')
  t.equal(factsOf({ raffle_id: 5, draws: [] }), undefined, 'a broken record')
  const unread = goodFeed.flatMap(draw => {
    const value = feedDraw(draw)
    const published = { ...(value['published'] as Readonly<Record<string, JsonValue>>), number: '47x' }
    return [factsOf({ ...value, recipe: 'unknown' }), factsOf({ ...value, published })]
  })
  t.strictSame(new Set(unread), new Set([undefined]), 'an unknown recipe, a value that cannot be read')
  t.match(decideSubject(compareDraws('feed', [], 3)), {
    verdict: 'not-provable',
    claims: [{ code: 'nothing-compared', message: /: 0 of 3 documents were compared$/ }],
  })
  t.end()
})
