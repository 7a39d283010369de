// Generators that a published value seeds: found, and not where one winner is another's.
import { createCipheriv, createHash } from 'node:crypto'
import t from 'tap'
import { mulberry32, Twister } from '../../../bench/finder/generators.js'
import { parseJson } from '../../../src/core/json.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { verifyPublished } from '../../../src/verify/draw/verify-published.js'
import { native } from '../../../src/native/engine.js'
import { describeFound } from '../../../src/find/describe.js'
import { differenceOf, type Procedure } from '../../../src/find/formulas/procedures.js'
import { summarizeFound } from '../../../src/find/summary.js'
import { find, sha256 } from '../values.js'

type Draw = Readonly<Record<string, string | number | readonly (string | number)[]>>

const entriesOf = (draw: number): readonly string[] =>
  Array.from({ length: 40 + draw }, (_, at) => sha256(`entry ${draw} ${at}`).slice(0, 10).toUpperCase())

/** A shuffle from the end by `Math.random() * left`, as scripts have it. */
function mulberryDraw(draw: number): Draw {
  const seed = sha256(`seed ${draw}`)
  const fraction = mulberry32(parseInt(seed.slice(0, 8), 16))
  const order = [...entriesOf(draw)]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(fraction() * (last + 1))
    ;[order[last], order[other]] = [order[other] ?? '', order[last] ?? '']
  }
  return { seed, entries: entriesOf(draw), winners: order.slice(0, 8) }
}

/** Python's randrange, once for each of ten winners, of whom some win twice. */
function pythonDraw(draw: number): Draw {
  return randrangeDraw(draw, 40 + 7 * draw, 10)
}

function randrangeDraw(draw: number, tickets: number, count: number): Draw {
  const block = sha256(`block ${draw}`)
  const words = Array.from({ length: 8 }, (_, at) => parseInt(block.slice(56 - 8 * at, 64 - 8 * at), 16))
  const twister = new Twister(words) as { below: (limit: number) => number }
  const winners = Array.from({ length: count }, () => twister.below(tickets) + 1)
  return { block_hash: block, tickets, winners }
}

/** Words of ChaCha20's key stream under a digest. */
function chachaDraw(draw: number): Draw {
  const digest = createHash('sha512').update(`draw ${draw}`).digest()
  const stream = createCipheriv('chacha20', digest.subarray(0, 32), Buffer.alloc(16)).update(Buffer.alloc(64))
  const tickets = 50 + 3 * draw
  const winners = Array.from({ length: 10 }, (_, at) => at).map(
    at => (stream.readUInt32LE(4 * at) % tickets) + 1,
  )
  return { seed: digest.toString('hex'), tickets, winners }
}

const made = [
  ['Mulberry32 and a shuffle', mulberryDraw, /Mulberry32.*shuffled from its end.*first 8 hex digits/],
  ["Python's random", pythonDraw, /Python's random.*big-endian number/],
  ['ChaCha20', chachaDraw, /ChaCha20.*4-byte words, little-endian.*first 32 bytes/],
] as const

/** The first and the last winner have changed places. */
function swapWinners(draw: Draw): Draw {
  const winners = [...(draw['winners'] as readonly string[])]
  const [first = ''] = winners
  winners[0] = winners.at(-1) ?? ''
  winners[winners.length - 1] = first
  return { ...draw, winners }
}

for (const [name, drawOf, says] of made) {
  await t.test(name, t => {
    const draws = [0, 1, 2].map(drawOf)
    const found = find(draws, { most: 600_000 })
    t.equal(found.outcome, 'found')
    t.match(found.search.scopes.flatMap(({ fit }) => fit?.says ?? [])[0], says)
    const recipe = parseRecipe(parseJson(found.recipe ?? '{}'))
    const verify = (published: Draw): string | undefined => {
      const document = {
        draw: 'drawaudit/v1',
        recipe: recipe.name,
        title: 'x',
        source: 'x',
        published,
      } as const
      const [subject] = verifyPublished(document, recipe, { engine: native }).subjects
      return subject?.claims.find(({ id }) => id === 'winner.derived')?.status
    }
    t.equal(verify(drawOf(3)), 'proven', 'another draw follows too')
    t.equal(verify(swapWinners(drawOf(3))), 'refuted', 'a forged one does not')
    t.end()
  })

  await t.test(`${name}, with one draw that is forged`, t => {
    const found = find([drawOf(0), drawOf(1), swapWinners(drawOf(2))], { most: 60_000 })
    t.not(found.outcome, 'found')
    t.notOk(found.recipe?.includes('winner.derived'))
    t.end()
  })
}

await t.test('whether a ticket may win twice is not decided where none does', t => {
  const draws = [0, 1, 2].map(draw => randrangeDraw(draw, 9000 + 77 * draw, 4))
  const found = find(draws, { most: 600_000 })
  t.equal(found.outcome, 'partly', 'random.sample would give the same')
  t.match(summarizeFound(found).undecided, [/drawn again does not show/])
  t.match(found.recipe, /Not decided: .*"remove": "none"/s)
  t.match(describeFound(found), /Not decided:\n {2}whether.*so does another rule/s)
  // One in which a ticket comes up twice.
  const decided = find([...draws, randrangeDraw(0, 40, 10)], { most: 600_000 })
  t.equal(decided.outcome, 'found')
  t.strictSame(summarizeFound(decided).undecided, [])
  t.end()
})

await t.test('how those who were drawn leave the list is not decided where both ways give the same', t => {
  const named = (leaving: string): Procedure => ({
    says: leaving,
    seed: 'integer',
    isRepeating: false,
    leaving,
    express: seed => seed,
  })
  t.match(differenceOf(named('one'), named('other')), /: one, or other$/)
  t.equal(differenceOf(named('one'), named('one')), undefined)
  t.end()
})
