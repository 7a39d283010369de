import t from 'tap'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { describeFound, summarizeFound } from '../../src/find/describe.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import { drawsOf, explanations, find, reversed, sha256, unnamed, valuesOf } from './values.js'

/** Digests in full, results by as many bits as there were places. */
const known: readonly (readonly [name: string, values: JsonValue, outcome: string, explained: object])[] = [
  ['raffair', valuesOf('draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json'), 'partly', { commitment: 256, ticket_list_hash: 256, mixed: 256, index: 2, winner: 2 }],
  ['getfoundni', drawsOf('getfoundni'), 'found', { combined_hash: 1280, result: 51 }],
  ['iotex-2019', drawsOf('iotex-2019'), 'found', { winners: 104 }],
  ['eurowin', valuesOf('samples/eurowin.json'), 'partly', { server_seed_hash: 256, digest: 256, winning_index: 5, winner: 5 }],
  ['lelebot', valuesOf('samples/lelebot.json'), 'partly', { proof_hash: 256, client_seed: 0, winning_ticket: 8, winner: 8 }],
  ['zappedaway', valuesOf('samples/zappedaway.json'), 'partly', { commit_hash: 256, digest: 256, winning_position: 5 }],
  ['hubx', valuesOf('samples/hubx.json'), 'partly', { hashes: 1280, numbers: 0, remainders: 29, positions: 29 }],
  ['fairdraw', valuesOf('samples/fairdraw.json'), 'chance', { winners: 11 }],
  ['satmart', valuesOf('samples/satmart.json'), 'partly', { seed_hash: 256, digest: 256, winning_index: 6, winner: 6 }],
  ['whiskershealth', valuesOf('samples/whiskershealth.json'), 'chance', { winning_index: 5, winner: 5 }],
] // prettier-ignore

for (const [name, values, outcome, explained] of known) {
  await t.test(`${name}: found from its values, and what is printed reproduces them`, t => {
    const found = find(values)
    t.equal(found.outcome, outcome)
    t.match(explanations(found), explained)
    t.ok(found.search.milliseconds < 10_000, `${found.search.milliseconds} ms`)
    const recipe = parseRecipe(parseJson(found.recipe ?? ''))
    for (const draw of found.draws) {
      const claims = verifyPublished(draw, recipe).subjects[0]?.claims ?? []
      const derived = claims.find(({ id }) => id === 'winner.derived')
      t.equal(derived?.status, 'proven')
      t.ok(claims.every(({ status }) => status !== 'refuted'))
    }
    t.end()
  })
}

await t.test('names say nothing that is needed, and neither does the order', t => {
  const raffair = valuesOf('draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json')
  const byPlace = find(unnamed(raffair))
  t.match(
    describeFound(byPlace),
    'results: v10, the last value, as no name says which it is; --result NAME says otherwise',
  )
  t.match(explanations(byPlace), { v1: 256, v4: 256, v8: 256, v10: 2 })
  t.match(explanations(find(unnamed(raffair), { results: ['v9', 'v10'] })), { v9: 2, v10: 2 })
  t.match(explanations(find(reversed(raffair))), { commitment: 256, mixed: 256, winner: 2 })
  const getfoundni = find(drawsOf('getfoundni').map(unnamed))
  t.equal(getfoundni.outcome, 'found')
  t.match(explanations(getfoundni), { v7: 1280, v8: 51 })
  t.end()
})

await t.test('a winner among five fits by chance, and that is said with the odds', t => {
  for (const values of [
    { tickets: [1, 2, 3, 4, 5], winner: 4 },
    { seed: sha256('seed'), tickets: [1, 2, 3, 4, 5], winner: 4 },
  ]) {
    const found = find(values)
    t.equal(found.outcome, 'chance')
    const [fit] = summarizeFound(found).chance
    t.ok(fit && fit.bits < 3 && fit.draws_needed > 15 && fit.expected_by_chance > 0.1)
    t.match(describeFound(found), /winner: fits, and may fit by chance: .* fit by accident\n/)
    t.match(describeFound(found), /not found: what fits may fit by chance\n$/)
  }
  t.end()
})

await t.test('several draws together are enough', t => {
  const draws = Array.from({ length: 12 }, (_, game) => {
    const [seed, randomness] = [sha256(`seed ${game}`), sha256(`randomness ${game}`)]
    const digest = sha256(`${seed}-${game}-${randomness}`)
    return { seed, randomness, game, tickets: 50 + game, winner: (Number.parseInt(digest.slice(0, 13), 16) % (50 + game)) + 1 }
  }) // prettier-ignore
  const found = find(draws)
  t.equal(found.outcome, 'found')
  t.match(found.recipe, '"-"')
  const broken = draws.map((draw, index) =>
    index === 7 ? { ...draw, winner: draw.winner === 1 ? 2 : 1 } : draw,
  )
  t.not(find(broken, { most: 200_000 }).outcome, 'found')
  t.end()
})

await t.test('winners by the lowest hash', t => {
  const draws = Array.from({ length: 6 }, (_, draw) => {
    const randomness = sha256(`randomness ${draw}`)
    const entrants = Array.from({ length: 20 }, (_, entrant) => `e${draw}-${entrant}`)
    const hashes = new Map(entrants.map(entrant => [entrant, sha256(`${randomness}|${entrant}`)]))
    const ranked = entrants.toSorted((a, b) => ((hashes.get(a) ?? '') < (hashes.get(b) ?? '') ? -1 : 1))
    return { randomness, entrants, winners: ranked.slice(0, 3) }
  })
  const found = find(draws)
  t.equal(found.outcome, 'found')
  t.match(found.recipe, '"order": "ascending"')
  t.end()
})

await t.test('digests alone, without a result', t => {
  const seed = sha256('seed')
  const found = find({ note: 'no winner yet', seed, seed_hash: sha256(seed) })
  t.match(explanations(found), { seed_hash: 256 })
  t.match(found.recipe, '"bytes_utf8": { "text_hex": "$seed" }')
  t.end()
})
