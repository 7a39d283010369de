import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import type { Expression } from '../../../src/model/recipe.js'
import { beacon, hash } from '../../recipe/build.js'
import { endingOf, examine } from '../report.js'

const file = new URL('../../../fixtures/beacons/quicknet.json', import.meta.url)
const { beacons } = JSON.parse(readFileSync(file, 'utf8')) as { beacons: { round: number }[] }
const round = beacons.find(({ round }) => round === 1000) as unknown as Readonly<
  Record<string, string | number>
>
const { round: number = 0, randomness = '' } = round

const inputs = {
  beacon,
  other: { ...beacon, title: 'second round' },
  tickets: { type: 'list', of: { type: 'integer' }, title: 'ticket list' },
  seed: { type: 'bytes', encoding: 'hex', title: 'seed' },
  hash,
  lottery: { type: 'integer', title: 'lottery number', public: true },
  numbers: { type: 'list', of: { type: 'integer' }, title: 'source numbers', public: true },
  winner: { type: 'integer', title: 'winner' },
}

const published: Readonly<Record<string, JsonValue>> = {
  beacon: round,
  other: { round: 1001, randomness },
  tickets: [7],
  seed: '00',
  hash: '11'.repeat(32),
  lottery: 5,
  numbers: [5],
  winner: 7,
}

const genuine = { id: 'beacon.genuine', says: 'the randomness is drand’s', verified: '$beacon' }
const committed = { id: 'seed.committed', says: 'the seed is the one that was committed to', equal: [{ sha256: '$seed' }, '$hash'] } // prettier-ignore

interface Options {
  readonly claims?: readonly object[]
  readonly replaced?: Readonly<Record<string, JsonValue>>
  readonly without?: readonly string[]
}

/** The sentence on a draw whose winner is the ticket at the index, with the inputs that it takes. */
function sentence(
  index: Expression,
  { claims = [], replaced = {}, without = [] }: Options = {},
  at: Expression = '$tickets',
) {
  const all = [
    ...claims,
    {
      id: 'winner.derived',
      says: 'the winner follows',
      equal: [{ at: [at, { mod: [index, 1] }] }, '$winner'],
    },
  ]
  const used = Object.entries(inputs).filter(([name]) => JSON.stringify(all).includes(`$${name}`))
  const values = used
    .filter(([name]) => !without.includes(name))
    .map(([name]) => [name, replaced[name] ?? published[name]!])
  return examine(
    { inputs: Object.fromEntries(used), claims: all },
    Object.fromEntries(values) as typeof published,
  ).who_could_choose
}

const randomness1: Expression = { integer_be: '$beacon.randomness' }
const both: Expression = { concat: ['$beacon.randomness', '$seed'] }

await t.test('the last sentence says who could have chosen the winner', t => {
  const unverified = { replaced: { beacon: { round: number, randomness } } }
  const sentences: readonly (readonly [name: string, found: string, expected: string])[] = [
    [
      'no outside randomness',
      sentence({ integer_be: '$seed' }),
      'the organiser alone: it had the ticket list and the seed in its hands, and nothing from outside decides the winner',
    ],
    [
      'one value of its own',
      sentence(0),
      'the organiser alone: it had the ticket list in its hands, and nothing from outside decides the winner',
    ],
    [
      'a rule that gives one winner',
      sentence(0, {}, [7]),
      'whoever made the rule: it gives this winner whatever is published',
    ],
    [
      'a beacon without its signature',
      sentence({ integer_be: both }, { ...unverified, claims: [genuine] }),
      'the organiser alone. That would be ruled out if it used the genuine randomness of drand round 1000, and had fixed which drand round would count, the ticket list and the seed before it came out. Nothing that was published shows either',
    ],
    [
      'a beacon that no claim verifies',
      sentence(randomness1),
      'the organiser alone. That would be ruled out if it used the genuine randomness of drand round 1000, and had fixed which drand round would count and the ticket list before it came out. Nothing that was published shows either',
    ],
    [
      'a verified beacon',
      sentence({ integer_be: both }, { claims: [genuine] }),
      'the organiser alone. That would be ruled out if it had fixed which drand round would count, the ticket list and the seed before the randomness of drand round 1000 came out. Nothing that was published shows that',
    ],
    [
      'a verified beacon and nothing else',
      sentence(randomness1, { claims: [genuine] }, [7]),
      'the organiser alone. That would be ruled out if it had fixed which drand round would count before the randomness of drand round 1000 came out. Nothing that was published shows that',
    ],
    [
      'a verified beacon, of which only the round is used',
      sentence('$beacon.round', { claims: [genuine] }),
      'the organiser alone: it had which drand round would count and the ticket list in its hands, and nothing from outside decides the winner',
    ],
    [
      'two beacons, one verified',
      sentence(
        { integer_be: { concat: ['$beacon.randomness', '$other.randomness'] } },
        { claims: [genuine] },
        [7],
      ),
      'the organiser alone. That would be ruled out if it used the genuine randomness of drand round 1001, and had fixed which drand round would count and which second round would count before they came out. Nothing that was published shows either',
    ],
    [
      'a public value',
      sentence('$lottery', {}, [7]),
      'the organiser alone. That would be ruled out if it used the genuine lottery number, and had fixed which lottery number would count before it came out. Nothing that was published shows either',
    ],
    [
      'public values and a list',
      sentence({ add: ['$lottery', { at: ['$numbers', 0] }] }),
      'the organiser alone. That would be ruled out if it used the genuine lottery number and the genuine source numbers, and had fixed the ticket list, which lottery number would count and which source numbers would count before they came out. Nothing that was published shows either',
    ],
    [
      'another winner',
      sentence(0, { replaced: { winner: 8 } }),
      'whoever wrote down the result, by intent or by mistake: the published values do not lead to the published winner',
    ],
    [
      'an impossible winner',
      sentence(0, { replaced: { tickets: [] } }),
      'whoever wrote down the result, by intent or by mistake: the published values do not lead to the published winner',
    ],
    [
      'a winner that cannot be recomputed',
      sentence({ integer_be: '$seed' }, { without: ['seed'] }),
      'the organiser alone, as far as anyone can tell: nothing that was published shows that the winner follows from the rule',
    ],
    [
      'another claim that is refuted',
      sentence(0, { claims: [committed] }),
      'whoever wrote down the values, by intent or by mistake: they do not fit the rule (seed.committed)',
    ],
  ]
  for (const [name, found, expected] of sentences) t.equal(found, expected, name)
  t.end()
})

await t.test('a list that is fixed may be in an order that is not', t => {
  const texts = (list: Expression): Expression => ({
    map: { list, as: 'n', do: { text_decimal: '$n' } },
  })
  const hashOf = (list: Expression): Expression => ({ sha256: { bytes_utf8: { join: [texts(list), ','] } } })
  const about = (list: Expression, index: Expression): string => {
    const used = {
      ...{ beacon, tickets: inputs.tickets, winner: inputs.winner },
      hash: { ...hash, committed: true },
    }
    const claims = [
      genuine,
      { id: 'entries.committed', says: 'the list is the one', equal: [hashOf(list), '$hash'] },
      {
        id: 'winner.derived',
        says: 'it follows',
        equal: [{ at: ['$tickets', { mod: [index, 2] }] }, '$winner'],
      },
    ]
    const tickets = [7, 8]
    const digest = createHash('sha256').update('7,8').digest('hex')
    const at = Number(BigInt(`0x${String(randomness)}`) % 2n)
    return examine(
      { inputs: used, claims },
      { beacon: round, tickets, hash: digest, winner: tickets[at] ?? 0 },
    ).who_could_choose
  }
  const drawn = { integer_be: '$beacon.randomness' }
  t.equal(
    about({ sort: ['$tickets', 'ascending'] }, drawn),
    'the organiser alone. That would be ruled out if it had fixed which drand round would count and the order of the ticket list before the randomness of drand round 1000 came out. Nothing that was published shows that',
  )
  t.equal(
    about('$tickets', drawn),
    'the organiser alone. That would be ruled out if it had fixed which drand round would count before the randomness of drand round 1000 came out. Nothing that was published shows that',
  )
  t.end()
})

await t.test('what was fixed beforehand was in its hands too, where nothing comes from outside', t => {
  const used = {
    tickets: { ...inputs.tickets, committed: true },
    seed: { ...inputs.seed, committed: true },
    winner: inputs.winner,
  }
  const derived = { at: ['$tickets', { mod: [{ integer_be: '$seed' }, 1] }] }
  const claim = { id: 'winner.derived', says: 'it follows', equal: [derived, '$winner'] }
  t.equal(
    examine({ inputs: used, claims: [claim] }, { tickets: [7], seed: '00', winner: 7 }).who_could_choose,
    'the organiser alone: it had the ticket list and the seed in its hands, and nothing from outside decides the winner',
  )
  t.end()
})

await t.test('a recipe without a claim about the winner leaves it open', t => {
  const subject = examine({ inputs: { beacon }, claims: [genuine] }, { beacon: round })
  t.equal(endingOf(subject, 'beacon.genuine'), 'proven beacon-verified')
  t.equal(subject.who_could_choose, 'unknown: the recipe does not say how a winner is chosen')
  const claimed = examine(
    { inputs: { beacon }, claims: [{ ...genuine, id: 'winner.derived' }] },
    { beacon: round },
  )
  t.match(claimed.who_could_choose, /^the organiser alone, as far as anyone can tell/)
  t.end()
})

await t.test('a draw without winners says so', t => {
  const { tickets, numbers } = inputs
  const claim = {
    id: 'winner.derived',
    says: 'they follow',
    equal: [{ sort: ['$tickets', 'ascending'] }, '$numbers'],
  }
  const subject = examine({ inputs: { tickets, numbers }, claims: [claim] }, { tickets: [], numbers: [] })
  t.equal(subject.who_could_choose, 'unknown: no winner was published')
  t.end()
})

await t.test('a draw that could not be read says so', t => {
  const subject = examine({ inputs: { beacon }, claims: [genuine] }, { beacon: 'x' })
  t.equal(subject.who_could_choose, 'unknown: the document was not verified')
  t.end()
})
