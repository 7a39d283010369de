import { readFileSync } from 'node:fs'
import t from 'tap'
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import type { JsonValue } from '../../../src/core/json.js'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import type { FindingCode } from '../../../src/model/report.js'
import { Context, defaultBudget } from '../../../src/recipe/context.js'
import { integer, list, row, text, type Value } from '../../../src/recipe/value.js'
import type { Deciding, DecidingValue } from '../../../src/verify/draw/deciding.js'
import { findWeaknesses } from '../../../src/verify/draw/weaknesses.js'
import { drawOf, recipeOf } from '../../recipe/build.js'
import { examine } from '../report.js'

const file = new URL('../../../fixtures/beacons/quicknet.json', import.meta.url)
const { beacons } = JSON.parse(readFileSync(file, 'utf8')) as {
  beacons: Readonly<Record<string, string | number>>[]
}
const round = beacons.find(({ round }) => round === 1000)!

const hashOf = (text: string): string => encodeHex(sha256(encodeUtf8(text)))

const inputs: Readonly<Record<string, object>> = {
  beacon: { type: 'drand', chain: 'quicknet', title: 'drand round' },
  announced: { type: 'integer', title: 'announced round', committed: true },
  closes: { type: 'time', title: 'closing time', committed: true },
  tickets: { type: 'list', of: { type: 'text' }, title: 'ticket list' },
  list_hash: { type: 'sha256', title: 'list hash', committed: true },
  late_hash: { type: 'sha256', title: 'late list hash' },
  total: { type: 'integer', title: 'number of tickets', committed: true },
  salt: { type: 'text', title: 'salt' },
  salt_hash: { type: 'sha256', title: 'salt hash', committed: true },
  block: { type: 'sha256', title: 'block hash', public: true, by: 'the miner of the block' },
  winner: { type: 'text', title: 'winner' },
  winners: { type: 'list', of: { type: 'text' }, title: 'list of winners' },
}

const published: Readonly<Record<string, JsonValue>> = {
  beacon: round,
  announced: 1000,
  // quicknet's round 1000 is the next one after this.
  closes: '2023-08-23T15:59:23Z',
  tickets: ['a', 'b', 'c'],
  list_hash: hashOf('a,b,c'),
  late_hash: hashOf('a,b,c'),
  total: 3,
  salt: 'x',
  salt_hash: hashOf('x'),
  block: '00'.repeat(31) + '05',
  winner: 'a',
  winners: ['a', 'a'],
}

const claim = (id: string, equal: readonly unknown[]): object => ({ id, says: 'x', equal })
const hashOfList = { sha256: { bytes_utf8: { join: ['$tickets', ','] } } }
const sortedHash = { sha256: { bytes_utf8: { join: [{ sort: ['$tickets', 'ascending', 'utf16'] }, ','] } } }

/** Claims that commit to something. */
const commitments = {
  list: claim('entries.listed', [hashOfList, '$list_hash']),
  sortedList: claim('entries.listed', [sortedHash, '$list_hash']),
  late: claim('entries.listed', [hashOfList, '$late_hash']),
  count: claim('entries.counted', [{ count: '$tickets' }, '$total']),
  round: claim('beacon.committed', ['$beacon.round', '$announced']),
  rule: claim('beacon.rule', [{ drand_round: ['quicknet', '$closes', 'next'] }, '$beacon.round']),
  salt: claim('seed.committed', [{ sha256: { bytes_utf8: '$salt' } }, '$salt_hash']),
  genuine: { id: 'beacon.genuine', says: 'x', verified: '$beacon' },
}

interface Case {
  readonly replaced?: Readonly<Record<string, JsonValue>>
  readonly changed?: Readonly<Record<string, object>>
  readonly published?: string
}

/** A draw whose winner stands at a place of the list that follows from a number: always the first place. */
function draw(
  number: Expression,
  claims: readonly object[],
  { replaced, changed, published: name = 'winner' }: Case = {},
) {
  const index = { subtract: [number, number] }
  const computed = name === 'winner' ? { at: ['$tickets', index] } : { map: { list: [0, 0], as: 'i', do: { at: ['$tickets', { add: [index, '$i'] }] } } } // prettier-ignore
  const all = [...claims, claim('winner.derived', [computed, `$${name}`])]
  const used = Object.keys(inputs).filter(input => new RegExp(`\\$${input}\\b`).test(JSON.stringify(all)))
  const pairs = <T>(of: (name: string) => T): Record<string, T> =>
    Object.fromEntries(used.map(input => [input, of(input)]))
  return examine(
    { inputs: pairs(input => changed?.[input] ?? inputs[input]), claims: all },
    pairs(input => replaced?.[input] ?? published[input]!),
  )
}

const codesOf = ({ findings }: ReturnType<typeof draw>): readonly FindingCode[] =>
  findings.map(({ code }) => code)

const salted: Expression = { integer_be: { sha256: { concat: ['$beacon.randomness', { bytes_utf8: '$salt' }] } } } // prettier-ignore

await t.test('what nothing fixes beforehand is a finding; what a proven commitment covers is none', t => {
  const { list, sortedList, late, count, round, rule, salt, genuine } = commitments
  const cases: readonly (readonly [name: string, subject: ReturnType<typeof draw>, codes: readonly FindingCode[]])[] = [
    ['nothing is committed', draw(salted, [genuine]), ['source-uncommitted', 'list-uncommitted', 'input-grindable', 'order-unstated']],
    ['round, list and salt are', draw(salted, [salt, list, round, genuine]), []],
    ['the round follows from a time', draw(salted, [salt, list, genuine, rule]), []],
    ['a hash that was not published beforehand', draw(salted, [salt, late, round, genuine]), ['list-uncommitted', 'order-unstated']],
    ['a count is no commitment to a list', draw(salted, [salt, count, round, genuine]), ['list-uncommitted', 'order-unstated']],
    ['the hash of a sorted list leaves its order open', draw(salted, [salt, sortedList, round, genuine]), ['order-unstated']],
    ['a commitment that is refuted fixes nothing', draw(salted, [salt, list, round, genuine], { replaced: { salt: 'y' } }), ['input-grindable']],
    ['another round than the announced one', draw(salted, [salt, list, round, genuine], { replaced: { announced: 999 } }), ['source-uncommitted']],
    ['a list that was published beforehand', draw(salted, [salt, round, genuine], { changed: { tickets: { ...inputs['tickets'], committed: true } } }), []],
    ['an order that is stated', draw(salted, [salt, sortedList, round, genuine], { changed: { tickets: { ...inputs['tickets'], order: 'as sold' } } }), []],
    ['a block that was not named', draw({ integer_be: '$block' }, [list]), ['source-uncommitted']],
    ['a block that was named', draw({ integer_be: '$block' }, [list], { changed: { block: { ...inputs['block'], committed: true } } }), []],
  ] // prettier-ignore
  for (const [name, subject, codes] of cases) t.strictSame(codesOf(subject), codes, name)
  t.end()
})

await t.test(
  'everything is fixed beforehand: whoever makes the number remains, and the time of the record',
  t => {
    const { list, round: announced, salt, genuine } = commitments
    t.equal(
      draw(salted, [salt, list, announced, genuine]).who_could_choose,
      'the organiser alone, if what fixes the rest was published after the randomness of drand round 1000 came out, or if it has several commitments and shows the one it likes: nothing that was given shows otherwise; else the organiser together with drand’s nodes',
    )
    const unsigned = draw(salted, [salt, list, announced, genuine], {
      replaced: { beacon: { round: 1000, randomness: round['randomness']! } },
    })
    t.strictSame(codesOf(unsigned), ['beacon-unsigned'])
    t.equal(
      unsigned.who_could_choose,
      'the organiser alone, if what fixes the rest was published after the randomness of drand round 1000 came out, or if it has several commitments and shows the one it likes: nothing that was given shows otherwise; else the organiser together with drand’s nodes, or alone if it did not use the genuine randomness of drand round 1000',
    )
    const named = { ...inputs['block'], committed: true }
    t.match(
      draw({ integer_be: '$block' }, [list], { changed: { block: named } }).who_could_choose,
      /else the organiser together with the miner of the block, or alone if it did not use the genuine block hash$/,
    )
    t.match(
      draw({ integer_be: '$block' }, [list], { changed: { block: { ...named, by: 'anyone' } } })
        .who_could_choose,
      /^anyone who made the block hash: /,
    )
    t.match(
      draw({ integer_be: '$block' }, [list], { changed: { block: { type: 'sha256', title: 'block hash', public: true, committed: true } } }).who_could_choose, // prettier-ignore
      /else the organiser together with whoever makes the block hash, /,
    )
    t.end()
  },
)

await t.test(
  'a commitment to a part of a list, or to a tree with sorted pairs, fixes no more than that',
  t => {
    const { round, salt, genuine } = commitments
    const hashed = (text: Expression): Expression => ({ sha256: { bytes_utf8: text } })
    const each = (of: Expression): Expression => ({ map: { list: '$tickets', as: 'one', do: of } })
    const tree = (order: string): Expression => ({ merkle_pairs: { leaves: each(hashed('$one')), hash: 'sha256', odd: 'promote', order } }) // prettier-ignore
    const chain = (link: Expression): Expression => ({ fold: { list: '$tickets', from: hashed(''), as: 'state', item: 'one', do: { sha256: link } } }) // prettier-ignore
    const open: readonly FindingCode[] = ['list-uncommitted', 'order-unstated']
    const cases: readonly (readonly [name: string, commitment: Expression, codes: readonly FindingCode[]])[] =
      [
        ['the whole list', hashed({ join: [each('$one'), ','] }), []],
        ['with lines around it', hashed({ join: [{ flatten: [['tickets'], '$tickets', ['']] }, ','] }), []],
        ['as JSON', hashed({ text_json: { row: { total: 3, tickets: '$tickets' } } }), []],
        ['the hash of each ticket', hashed({ join: [each({ text_hex: hashed('$one') }), ''] }), []],
        ['a chain', chain({ concat: ['$state', { bytes_utf8: '$one' }] }), []],
        // Leaves and pairs are not told apart: the pairs could be the tickets.
        ['a tree', tree('given'), open],
        ['a tree with sorted pairs', tree('sorted'), open],
        ['the first ticket', hashed({ at: ['$tickets', 0] }), open],
        ['the first two', hashed({ join: [{ take: ['$tickets', 2] }, ','] }), open],
        ['their beginnings', hashed({ join: [each({ slice: ['$one', 0, 1] }), ','] }), open],
        ['their number', hashed({ text_decimal: { count: '$tickets' } }), open],
        ['their number, not hashed', { bytes_be: [{ count: '$tickets' }, 32] }, open],
        ['a broken hash', hashed({ text_hex: { md5: { bytes_utf8: { join: ['$tickets', ','] } } } }), open],
        ['a chain that forgets', chain({ bytes_utf8: '$one' }), open],
        ['a chain without the tickets', chain('$state'), open],
      ]
    for (const [name, commitment, codes] of cases) {
      const subject = (hash: string): ReturnType<typeof draw> =>
        draw(salted, [salt, claim('entries.listed', [commitment, '$list_hash']), round, genuine], {
          replaced: { list_hash: hash },
        })
      const listed = subject('00'.repeat(32)).claims.find(({ id }) => id === 'entries.listed')
      const left = codesOf(subject(listed?.expected ?? '')).filter(
        code => code !== 'weak-hash' && code !== 'ambiguous-concat',
      )
      t.strictSame(left, codes, name)
    }
    t.end()
  },
)

await t.test('a signature that was published beforehand fixes what it signs', t => {
  // The key of RFC 8032 section 7.1, test 2, over the byte 72.
  const key = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'
  const signature = '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00' // prettier-ignore
  const seed = { type: 'bytes', encoding: 'hex', length: 1, title: 'seed' }
  const signed = { algorithm: 'ed25519', key: { bytes_hex: key }, message: '$seed', signature: '$signature' }
  const codes = (committed: object): readonly FindingCode[] =>
    codesOf(
      examine(
        {
          inputs: {
            seed,
            signature: { type: 'bytes', encoding: 'hex', length: 64, title: 'signature', ...committed },
            winner: { type: 'integer', title: 'winner' },
          },
          claims: [
            { id: 'record.signed', says: 'x', signed },
            claim('winner.derived', [{ integer_be: '$seed' }, '$winner']),
          ],
        },
        { seed: '72', signature, winner: 0x72 },
      ),
    )
  t.strictSame(codes({ committed: true }), [])
  t.strictSame(codes({}), ['input-grindable'])
  t.end()
})

await t.test('personal data and winners that stand twice are findings', t => {
  const { list } = commitments
  const seed: Expression = { integer_be: '$block' }
  const block = { ...inputs['block'], committed: true }
  const findings = (change: Case) =>
    draw(seed, [list], { ...change, changed: { block, ...change.changed } }).findings.map(
      ({ code, message }) => `${code}: ${message}`,
    )
  const addresses = { replaced: { tickets: ['a', 'jo@example.org'], list_hash: hashOf('a,jo@example.org') } }
  t.strictSame(findings(addresses), [
    'personal-data: the ticket list holds personal data, published as it is',
  ])
  t.strictSame(findings({ changed: { tickets: { ...inputs['tickets'], personal: 'plain' } } }), [
    'personal-data: the ticket list holds personal data, published as it is',
  ])
  t.strictSame(findings({ changed: { tickets: { ...inputs['tickets'], personal: 'hashed' } } }), [
    'personal-unsalted: the ticket list holds hashes of personal data without a salt: whoever guesses the data can confirm the guess',
  ])
  t.strictSame(findings({ published: 'winners' }), [
    'winner-repeated: a occurs more than once among the list of winners',
  ])
  t.end()
})

await t.test('winners that cannot be told apart within the bounds are said to be unchecked', t => {
  const { tickets, winners } = inputs
  const verified = (names: readonly string[], budget: number) => {
    const claims = [claim('winner.derived', [{ take: ['$tickets', names.length] }, '$winners'])]
    const { verdict, findings } = examine(
      { inputs: { tickets, winners }, claims },
      { tickets: names, winners: names },
      { budget, require: ['winner.derived'] },
    )
    const said = findings.filter(({ code }) => code === 'value-unchecked' || code === 'winner-repeated')
    return { verdict, said }
  }
  const repeated = { code: 'winner-repeated', message: 'a occurs more than once among the list of winners' }
  const unchecked = {
    code: 'value-unchecked',
    message:
      'nothing checks whether any occurs more than once among the list of winners: the draw takes more steps than drawaudit carries out',
  }
  // The claim takes all of the least budget, and the two winners cost one unit more.
  const budgets = Array.from({ length: 100 }, (_, budget) => budget)
  const least = budgets.find(budget => verified(['a', 'a'], budget).verdict === 'proven') ?? 0
  t.ok(least > 0)
  t.strictSame(verified(['a', 'a'], least), { verdict: 'proven', said: [unchecked] })
  t.strictSame(verified(['a', 'a'], least + 1), { verdict: 'proven', said: [repeated] })
  t.strictSame(verified(['a', 'b'], least + 1), { verdict: 'proven', said: [] })

  // Names whose FNV-1a ends in the same 12 bits: 300 of them are 45,000 comparisons.
  const alike = namesOfOneHash(300)
  t.strictSame(verified([...alike, 'a', 'a'], 36_000), { verdict: 'proven', said: [unchecked] })
  t.strictSame(verified([...alike, 'a', 'a'], 90_000), { verdict: 'proven', said: [repeated] })
  t.end()
})

/** So many names that a table of 4096 places has all in one place. */
function namesOfOneHash(count: number): readonly string[] {
  const names: string[] = []
  for (let number = 0; names.length < count; number += 1) {
    const name = `n${number}`
    const hash = encodeUtf8(name).reduce((h, byte) => Math.imul(h ^ byte, 0x01000193), 0x811c9dc5)
    if (((hash ^ (hash >>> 15)) & 0xfff) === 0) names.push(name)
  }
  return names
}

await t.test('two values are held against one another', t => {
  const subject = (a: JsonValue, relation: string, b: JsonValue, type: string) =>
    examine(
      {
        inputs: { a: { type, title: 'a' }, b: { type, title: 'b' } },
        claims: [{ id: 'beacon.rule', says: 'it is', holds: ['$a', relation, '$b'] }],
      },
      { a, b },
    ).claims[0]
  const cases = [
    [1, '<', 2, 'integer', 'order-kept'],
    [2, '<', 2, 'integer', 'order-broken'],
    [2, '<=', 2, 'integer', 'order-kept'],
    ['2020-01-01T00:00:00+01:00', '<', '2020-01-01T00:00:00Z', 'time', 'order-kept'],
    ['2020-01-01T00:00:00Z', '<', '2020-01-01T00:00:00+01:00', 'time', 'order-broken'],
  ] as const
  for (const [a, relation, b, type, code] of cases) t.equal(subject(a, relation, b, type)?.code, code)
  const { expected, found } = subject(3, '<', 2, 'integer') ?? {}
  t.strictSame([expected, found], ['less than 2', '3'])
  const later = subject('2020-01-01T00:00:00Z', '<', '2019-01-01T00:00:00Z', 'time')
  t.equal(later?.expected, 'earlier than 2019-01-01T00:00:00Z')
  t.end()
})

interface Open {
  readonly inputs: Readonly<Record<string, object>>
  readonly values: Readonly<Record<string, Value>>
  readonly published?: Readonly<Record<string, JsonValue>>
  readonly deciding?: Partial<Deciding>
  readonly context?: Context
}

/** What is left open where these values were read: no recipe is carried out. */
function left({ inputs, values, published = {}, deciding = {}, context }: Open): readonly string[] {
  // Every input that is not marked as unchecked is in a claim.
  const claims = Object.entries(inputs)
    .filter(([, input]) => !('informational' in input))
    .map(([name]) => ({ id: `seed.${name}`, says: 'x', verified: `$${name}` }))
  const recipe = recipeOf({ inputs, claims })
  const found = findWeaknesses(
    drawOf(published),
    recipe,
    new Map(Object.entries(values)),
    { own: [], outside: [], unordered: [], untoldOrder: [], ...deciding },
    context ?? new Context(portable, defaultBudget),
  )
  return found.map(({ code, message }) => `${code}: ${message}`)
}

await t.test('what was not published beforehand is named, if it was published at all', t => {
  const source = (name: string, kind: DecidingValue['kind']): DecidingValue => ({
    name,
    kind,
    title: `${name} of the draw`,
    committed: false,
    secret: false,
  })
  const own = [source('salt', 'value'), source('time', 'value'), source('tickets', 'list'), source('block', 'choice')] // prettier-ignore
  const inputs = {
    tickets: { type: 'list', of: { type: 'integer' }, title: 'ticket list' },
    prizes: { type: 'list', of: { type: 'integer' }, title: 'prize list' },
  }
  const given = { inputs, deciding: { own, unordered: ['tickets', 'prizes'] } }
  const one = integer(1)
  t.strictSame(left({ ...given, values: {} }), [])
  const grindable = (what: string, it: string): string =>
    `input-grindable: the organiser had ${what} in its hands, and nothing that was published beforehand fixes ${it}: it could have tried, when the rest was known, until the result pleased`
  t.strictSame(left({ ...given, values: { time: one } }), [grindable('the time of the draw', 'it')])
  t.strictSame(left({ ...given, values: { salt: one, time: one, tickets: list([one]), block: one } }), [
    'source-uncommitted: nothing that was published beforehand fixes which block of the draw would count: whoever picks that when the value is known picks the result',
    'list-uncommitted: nothing that was published beforehand fixes the tickets of the draw: whoever may change it when the random number is known picks the result',
    grindable('the salt of the draw and the time of the draw', 'them'),
    'order-unstated: the result depends on the order of the ticket list, which the platform does not state',
  ])
  t.end()
})

await t.test('a beacon counts as signed where the signature was published, not where it was found', t => {
  const beacon = { type: 'drand', chain: 'quicknet', title: 'drand round' }
  const values: Readonly<Record<string, Value>> = { beacon: { kind: 'beacon', beacon: { round: 1000 } } }
  const unsigned = [
    'beacon-unsigned: the signature of drand round 1000 was not published: the record alone does not show that the randomness is drand’s',
  ]
  const cases: readonly (readonly [published: NonNullable<Open['published']>, said: readonly string[]])[] = [
    [{ beacon: round }, []],
    [{ beacon: { round: 1000 } }, unsigned],
    // The auditor has it from elsewhere.
    [{}, unsigned],
    [{ beacon: null }, unsigned],
  ]
  for (const [published, said] of cases) t.strictSame(left({ inputs: { beacon }, values, published }), said)
  t.strictSame(left({ inputs: { beacon }, values: {} }), [])
  t.end()
})

await t.test('an address is personal data wherever it stands, and nothing else with an @ is', t => {
  const found = (type: object, value: Value): readonly string[] =>
    left({ inputs: { one: { ...type, title: 'list of entries' } }, values: { one: value } })
  const plain = ['personal-data: the list of entries holds personal data, published as it is']
  const table = {
    type: 'table',
    columns: { name: { type: 'text' }, bought: { type: 'integer' } },
  }
  const line = (name: string): Value => list([row({ name: text(name), bought: integer(3) })])
  t.strictSame(found(table, line('jo@example.org')), plain)
  t.strictSame(found(table, line('jo')), [])
  const texts = ['jo', '@jo@example.social', 'git@example.org:entries/2026', 'jo@home', 'a@b@example.org']
  for (const one of texts) t.strictSame(found({ type: 'text' }, text(one)), [], one)
  const addresses = [
    'jo@example.org',
    'Jo Doe <jo@example.org>',
    ' jo@example.org,',
    'jo@xn--e1afmkfd.xn--p1ai',
  ]
  for (const one of addresses) t.strictSame(found({ type: 'text' }, text(one)), plain, one)

  // Of a list the first 10,000.
  const names = Array.from({ length: 9_999 }, () => text('x'))
  const long = { type: 'list', of: { type: 'text' } }
  t.strictSame(found(long, list([...names, text('jo@example.org')])), plain)
  t.strictSame(found(long, list([...names, text('x'), text('jo@example.org')])), [])

  const numbers = { type: 'list', of: { type: 'integer' } }
  t.strictSame(found(numbers, list([integer(7)])), [])
  t.strictSame(found({ ...numbers, personal: 'plain' }, list([integer(7)])), plain)
  t.end()
})

await t.test('a value that was published and that nothing checks is named', t => {
  const remark = { type: 'integer', title: 'remark', informational: true }
  const inputs = { remark, total: { type: 'integer', title: 'total' } }
  const unchecked = 'value-unchecked: nothing checks the remark'
  t.strictSame(left({ inputs, values: { remark: integer(1), total: integer(1) } }), [unchecked])
  t.strictSame(left({ inputs, values: { total: integer(1) } }), [])
  t.end()
})

await t.test('that winners could not be told apart is said, an error in our code is not', t => {
  const winners = list([text('a'), text('a')])
  const recipe = recipeOf({
    inputs: { tickets: inputs['tickets'], winners: inputs['winners'] },
    claims: [claim('winner.derived', [{ take: ['$tickets', 2] }, '$winners'])],
  })
  const findings = (context: Context) =>
    findWeaknesses(
      drawOf({}),
      recipe,
      new Map([['winners', winners]]),
      { own: [], outside: [], unordered: [], untoldOrder: [] },
      context,
    )
  t.strictSame(findings(new Context(portable, 1)), [
    { code: 'winner-repeated', message: 'a occurs more than once among the list of winners' },
  ])
  t.strictSame(findings(new Context(portable, 0)), [
    {
      code: 'value-unchecked',
      message:
        'nothing checks whether any occurs more than once among the list of winners: the draw takes more steps than drawaudit carries out',
    },
  ])
  const broken = new Context(portable, 1)
  broken.charge = () => {
    throw new RangeError('a defect')
  }
  t.throws(() => findings(broken), new RangeError('a defect'))
  t.end()
})
