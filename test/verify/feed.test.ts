import { readFileSync } from 'node:fs'
import t from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import { portable } from '../../src/core/portable.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { compareFeed } from '../../src/verify/feed.js'
import { readDocument } from '../../src/verify/read-document.js'
import { readFacts, type Facts } from '../../src/verify/feed-facts.js'
import { decideSubject } from '../../src/verify/verdict.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import { parsePublishedDraw } from '../../src/model/published-draw.js'
import { feedDraw, feedFaults, feedRecipe, goodFeed, winnerOf, type FeedDraw } from './feed-draws.js'

const recipe = parseRecipe(feedRecipe)
const factsOf = (value: JsonValue, source = 'x'): Facts | undefined =>
  readFacts(readDocument(value), source, name => (name === recipe.name ? recipe : undefined), portable)

const compare = (draws: readonly FeedDraw[]) =>
  decideSubject(
    compareFeed(
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
  t.match(compareFeed('feed', renamed, 2), { findings: [], claims: [{ code: 'nothing-compared' }] })
  t.match(compare([]), { claims: [{ code: 'nothing-compared', message: /0 of 0 documents/ }] })
  t.strictSame(compare([...goodFeed, ...twice]).findings, [])
  const { series, ...rest } = feedRecipe
  t.ok(series)
  const plain = parseRecipe(rest)
  const [again] = feedFaults['winner-again'] ?? []
  const facts = [...goodFeed, ...(again ? [again] : [])].flatMap(
    (draw, index) => readFacts(readDocument(feedDraw(draw)), `${index}`, () => plain, portable) ?? [],
  )
  t.strictSame(compareFeed('feed', facts, 4).findings, [])
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
  t.match(compareFeed('feed', both, 2), {
    findings: [],
    claims: [
      { status: 'not-provable', message: /2 of 2 documents were compared: they are about one raffle$/ },
    ],
  })
  const other = both.map((one, index) => ({ ...one, raffle: `raffle-${index}` }))
  t.match(compareFeed('feed', other, 2).findings, [
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
  t.match(decideSubject(compareFeed('feed', [], 3)), {
    verdict: 'not-provable',
    claims: [{ code: 'nothing-compared', message: /: 0 of 3 documents were compared$/ }],
  })
  t.end()
})

/** What one document says, where the rest does not matter. */
const said = (source: string, more: Partial<Facts>): Facts => ({
  source,
  series: {},
  digest: `digest of ${source}`,
  seeds: [],
  commitments: [],
  rounds: [],
  winners: [],
  ...more,
})

/** What is found in documents, in words. */
const foundIn = (...facts: readonly Facts[]): readonly string[] =>
  compareFeed('feed', facts, facts.length).findings.map(({ code, message }) => `${code}: ${message}`)

await t.test(
  'a secret or a commitment used again refutes, each by itself, and a round used again does not',
  t => {
    const both = (more: Partial<Facts>) => compareFeed('feed', [said('a', more), said('b', more)], 2)
    const cases: readonly (readonly [more: Partial<Facts>, code: string, found: string])[] = [
      [{ seeds: ['01'] }, 'seed-reused', 'the seed 01 of a is used again in b'],
      [{ commitments: ['02'] }, 'commitment-reused', 'a and b have one commitment, 02'],
    ]
    for (const [more, code, message] of cases) {
      t.strictSame(both(more), {
        source: 'feed',
        kind: 'feed',
        claims: [
          {
            id: 'feed.consistent',
            status: 'refuted',
            code: 'draws-contradict',
            message: `the draws contradict one another: ${message}`,
          },
        ],
        findings: [{ code, message }],
        who_could_choose: 'see each draw: here they are only compared with one another',
      })
    }
    t.strictSame(both({ rounds: ['3 of the chain c'] }), {
      source: 'feed',
      kind: 'feed',
      claims: [
        {
          id: 'feed.consistent',
          status: 'proven',
          code: 'draws-agree',
          message: 'the draws do not contradict one another: 2 of 2 documents were compared',
        },
      ],
      findings: [{ code: 'round-reused', message: 'a and b use one round, 3 of the chain c' }],
      who_could_choose: 'see each draw: here they are only compared with one another',
    })
    t.end()
  },
)

await t.test('two documents about one raffle may say the same, and two without a raffle may not', t => {
  t.strictSame(
    foundIn(said('a', { raffle: 'r', seeds: ['1'] }), said('b', { raffle: 'r', seeds: ['1'] })),
    [],
  )
  const reused = ['seed-reused: the seed 1 of a is used again in b']
  t.strictSame(
    foundIn(said('a', { raffle: 'r', seeds: ['1'] }), said('b', { raffle: 's', seeds: ['1'] })),
    reused,
  )
  t.strictSame(foundIn(said('a', { seeds: ['1'] }), said('b', { seeds: ['1'] })), reused)
  t.end()
})

await t.test('two draws of one name are named, each with the first that had it', t => {
  const named = (source: string, entries?: string): Facts =>
    said(source, { id: 'week-1', ...(entries !== undefined && { entries }) })
  t.strictSame(foundIn(named('a', 'list'), named('b', 'list'), named('c', 'other'), named('d')), [
    'id-repeated: a and b are two different draws week-1',
    'id-repeated: a and c are two different draws week-1, with other lists',
    'id-repeated: a and d are two different draws week-1, with other lists',
  ])
  t.strictSame(foundIn(said('a', {}), said('b', {})), [], 'without a name')
  t.end()
})

await t.test('a list that is said to stay the same is compared with the first that was published', t => {
  const listed = (source: string, entries?: string, series: Facts['series'] = { entries: 'same' }): Facts =>
    said(source, { series, ...(entries !== undefined && { entries }) })
  t.strictSame(foundIn(listed('a'), listed('b', 'list'), listed('c'), listed('d', 'list')), [])
  t.strictSame(foundIn(listed('a'), listed('b', 'list'), listed('c', 'other'), listed('d', 'list')), [
    'list-changed: the list of c is not that of b, and is said to stay the same',
  ])
  t.strictSame(foundIn(listed('a', 'list', {}), listed('b', 'other', {})), [], 'nothing is said of it')
  t.end()
})

await t.test('numbers that are missing between others, in whatever order the draws come', t => {
  const numbered = (number?: number, recipe?: string): Facts =>
    said(`${number} ${recipe}`, {
      ...(number !== undefined && { number: BigInt(number) }),
      ...(recipe !== undefined && { recipe }),
    })
  const rest = 'missing: draws that were made and not published look like this'
  t.strictSame(foundIn(...[10, 1, 2, 9, 4, 2].map(number => numbered(number)), numbered()), [
    `number-missing: number 3 is ${rest}`,
    `number-missing: numbers 5 to 8 are ${rest}`,
  ])
  t.strictSame(foundIn(numbered(3), numbered(2), numbered(1), numbered(), numbered()), [])
  t.strictSame(foundIn(numbered(1, 'weekly'), numbered(7, 'monthly'), numbered(20)), [], 'by other recipes')
  t.end()
})
