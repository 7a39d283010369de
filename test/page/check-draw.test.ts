// A draw of another platform on the page, with what observers saw of its commitment.
import { readdirSync } from 'node:fs'
import t from 'tap'
import { encodeEnvelope } from '../../src/core/dsse.js'
import type { Expression } from '../../src/model/recipe.js'
import { rests as trusting } from '../../src/page/catalogue/en/result.js'
import { ladderStrings } from '../../src/page/catalogue/en/draws.js'
import { formulaTerms } from '../../src/page/formula-terms.js'
import { printFormula } from '../../src/page/formula.js'
import { operationNames } from '../../src/recipe/operations/index.js'
import type { Value } from '../../src/recipe/value.js'
import type { CheckRequest } from '../../src/page/messages.js'
import { drawOf } from '../recipe/build.js'
import { ada, bob, now, recipe, see, values } from '../verify/draw/seen.js'
import { answerOf, check, isSentence, readText, root } from './requests.js'

const trust = (key: string): string =>
  JSON.stringify({ trust: 'drawaudit/v1', observers: [{ name: 'Ada', public_key: key }] })

const request: CheckRequest = {
  document: JSON.stringify(drawOf(values)),
  recipes: JSON.stringify({ test: recipe() }),
  trust: trust(ada.publicKey),
  trustFrom: 'file',
  observations: [JSON.stringify(encodeEnvelope(see()))],
  now: now.getTime(),
}

await t.test('what an observer of the reader saw counts', async t => {
  const model = await check(request)
  const { headline, rests = [], level, chooser } = model
  t.match(headline, { shown: 'nobody' })
  t.strictSame(rests, ['drand’s nodes and Ada', trusting.onlyOne])
  t.equal(level?.reached, 4)
  t.match(chooser.says, [/^Nobody, if drand’s nodes and Ada are honest/])
  const limits = answerOf(model, 'limits').text.join('\n')
  t.match(limits, /about other raffles/)
})

await t.test('and nothing else does', async t => {
  const others: Readonly<Record<string, Partial<CheckRequest>>> = {
    'no observation': { observations: [] },
    'keys that the service gives': { trustFrom: 'service' },
    'another observer': { trust: trust(bob.publicKey) },
    'an observation of tomorrow': { now: now.getTime() - 2 * 86_400_000 },
  }
  for (const [name, changes] of Object.entries(others)) {
    const { headline, chooser, level } = await check({ ...request, ...changes })
    t.notMatch(headline, /^Nobody could/, name)
    t.match(
      chooser.says[0],
      /^The organiser alone, if .*; else the organiser together with drand’s nodes/,
      name,
    )
    t.equal(level?.reached, 3, name)
  }
})

const recipes = JSON.stringify(
  Object.fromEntries(
    readdirSync(new URL('recipes/', root)).map(file => [
      file.replace('.json', ''),
      JSON.parse(readText(`recipes/${file}`)),
    ]),
  ),
)

const fixture = (path: string, changes: Partial<CheckRequest> = {}): CheckRequest => ({
  document: readText(`fixtures/${path}.json`),
  recipes,
  trustFrom: 'none',
  now: now.getTime(),
  ...changes,
})

/** The published values that say who won, of one draw of each recipe; none where nothing that decides was published. */
const published: Readonly<Record<string, string | readonly string[]>> = {
  'algo-daily-lottery/cycle-7': ['729', '394', '405', '560', '2216', '2778'],
  'alien-draw/weighted-test-vector': 'winner',
  'bitcoin-block/bitcointalk-467856': 'winning_tickets',
  'bitsperdollar-2015/announcement': 'position',
  'blokpax-modulo/2023-04-18-1-eth': 'winner',
  'blokpax-shuffle/2023-04-20-bantam': 'order',
  'blokpax-start/2021-11-09-moonlight': 'winners',
  'candlestake/2021-08-23': 'winner',
  'chainlink-vrf/stars-arena-2024-04-22': 'winners',
  'classic-roll/readme-example': 'roll',
  'coin-toss/policy-example': 'winners',
  'csc-jackpot/example': 'first_ball',
  'dao255/exiled-racers-2022': 'holders',
  'dchoose/social-income-2025-06-13': 'winners',
  'drand-round/quicknet-1000': [],
  'dxchain-2018/round-a': 'winners',
  'ethvm-survey/2019-02-08': 'positions',
  'everdragons2/san-valentine-2022': 'winners',
  'exception418/guide-example': [],
  'fair-raffle/my-raffle': ['joe'],
  'fair-rt-raffle/readme-example': 'ranking',
  'fantom-2018/stage-1': 'start',
  'freedrop/cae8fc2e': 'winner',
  'getfoundni/2025-12-17-148d55b1': 'result',
  'gojo/365c23e0': 'winner',
  'grin-lotteries/anteaters-1': 'shuffled',
  'hubx/worked-example': 'positions',
  'icann-octo-041/reference-example': 'selected',
  'iotex-2019/lucky-draw': 'winners',
  'lotodobicho/documentation-example': ['3267', '9284', '6640', '2036', '5574', '6801'],
  'meridian-2022/2022-09-28': 'winners',
  'millionaire-makers/mm53-2020-04-19': 'winner',
  'nex-2018/documented-hashes': [],
  'nftlegends-2021/2021-05-03': 'winner',
  'nist-beacon/chain-1-pulse-54610': [],
  'okx-block-hash/rules-example': 'winners',
  'phoenix-limbo/readme-example': 'multiplier',
  'php-provably-fair/description-example': 'result',
  'planetcoder-2016/announcement': 'winners',
  'polyas-tie/test-fixture': 'order',
  'powergacha/test-vector-242': [],
  'psf-tie-break/sample-2017': 'selected',
  'quarkchain-2018/whitelist-2018-06-01': 'winners',
  'raffair/01KTNXH2Y6N26PDWC88HAWP8H0': 'winner',
  'random-org-signed/lottery-2018-period-2': 'data',
  'rctab-tie-break/seed-test': 'drawn',
  'rfc3797/nomcom-2012': 'selected_names',
  'rivest-sampler/ticket-ab-130': ['AB-130'],
  'satoshidice/2012-05-26-2a31d904': 'lucky_number',
  'sevens/2021-09-15-round-1': 'winners',
  'sf-audit-2019/district-attorney': 'drawn',
  'sha256-sampler/orange-county-2018-06': 'numbers',
  'stake-mines/fair-example': 'squares',
  'startie/readme-example': 'order',
  'stcelo-2022/2022-07-01': 'chosen',
  'telegram-dice/rolls-2025-10-04': 'winners',
  'tgt2025/lb-competition-2025-06': 'winners',
  'the-rng/2026-07-15-94f64eb9': 'results',
  'thesis-draw/test-fixture': 'winners',
  'transparent-lottery/block-0-roll-0': 'numbers',
  'trust-wallet/example': 'winning_number',
  'vaultplay/2025-11-08-2233': 'winner',
  'vec-2020/2020-07-01': 'winner',
  'vrs-draft/draft-example': 'selected',
  'vzekc-tombola/test-run-2025-05-14': 'winners',
  'wallop-drand-only/frozen-bundle': 'results',
  'wallop/frozen-bundle': 'results',
  'xsf-tie-break/2025-11-25': 'winner',
}

await t.test('who won is said of a draw of every recipe that derives it', async t => {
  for (const [path, names] of Object.entries(published)) {
    const document = readText(`fixtures/draws/${path}.json`)
    const values = (JSON.parse(document) as { published: Record<string, unknown> }).published
    const expected = typeof names === 'string' ? [values[names]].flat().map(String) : names
    const { winners, formula } = await check(fixture(`draws/${path}`))
    t.same(
      winners.map(({ entryId }) => entryId),
      // Of more the page shows no more.
      expected.slice(0, 200),
      path,
    )
    if (expected.length > 0) t.ok((formula?.lines.length ?? 0) > 0, `${path} has a formula`)
  }
})

const isOpen = ({ word }: { readonly word: string }): boolean => word === 'not-provable' || word === 'refuted'

await t.test('each step of the ladder says what it takes and what was checked for it', async t => {
  for (const path of Object.keys(published)) {
    const { level, claims, verdict } = await check(fixture(`draws/${path}`))
    t.ok(level?.summary !== undefined && isSentence(level.summary), path)
    for (const { level: step, word, own } of level?.rungs ?? []) {
      const name = `${path}, step ${step}`
      const { meaning = '', parts = [] } = own ?? {}
      t.ok(isSentence(meaning), `${name}: ${meaning}`)
      for (const { says } of parts) t.ok(isSentence(says), `${name}: ${says}`)
      if (word !== 'proven') continue
      t.ok(step <= (level?.reached ?? 0), name)
      t.not(verdict, 'refuted', name)
      if (step > 1) t.ok(parts.some(part => part.word === 'proven') && !parts.some(isOpen), name)
    }
    const isSigned = claims.some(({ id }) => id.endsWith('.signed'))
    t.equal(level?.rungs[1]?.own?.label, isSigned ? undefined : ladderStrings.nothing, path)
  }
  const { level } = await check(request)
  t.match(level?.summary, /^Level 4 of 5, the highest that/)
  const refuted = await check(fixture('forged/raffair-other-winner'))
  t.equal(refuted.level?.summary, ladderStrings.summary(undefined, false))
  t.same(
    refuted.level?.rungs.map(({ word }) => word),
    ['not-checked', 'not-checked', 'refuted', 'not-checked'],
  )
})

await t.test('of a round alone nothing is said of winners', async t => {
  const model = await check(fixture('draws/drand-round/quicknet-1000'))
  t.same(answerOf(model, 'winner'), {
    ...{ id: 'winner', word: 'not-checked', claims: [] },
    text: [ladderStrings.noWinner],
  })
  t.match(
    model.level?.rungs[2]?.own?.parts.map(({ says }) => says),
    ['The randomness is the hash of the signature.', ladderStrings.noWinner],
  )
})

await t.test('the formula has the numbers of the draw', async t => {
  const { formula, steps } = await check(fixture('draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0'))
  const lines = formula?.lines ?? []
  const mix = '2053eb28f07d2157038ff2191d8d82522f80fa605268c6baa049f43edc061858'
  const cut = `${mix.slice(0, 15)}…${mix.slice(-7)}`
  t.same(
    lines.slice(-3).map(({ text, value }) => `${text} = ${value?.shown}`),
    [
      `mix = sha256(seed ‖ beacon.randomness ‖ prize_tag ‖ list_hash) = ${cut}`,
      'position = int(mix) mod 5 = 3',
      'winner = sorted[3] = 4',
    ],
  )
  t.equal(lines.at(-3)?.value?.full, mix, 'all of it, to copy')
  t.same(lines.at(-1)?.claim, { word: 'proven', says: 'The winner is the ticket at that index.' })
  t.same(
    formula?.inputs.map(({ name, title }) => `${name}: ${title}`),
    [
      'seed: seed',
      'beacon.randomness: randomness of the drand round',
      'tickets: ticket list',
      'prize_tag: prize tag',
    ],
  )
  t.same(
    formula?.terms.map(({ notation }) => notation),
    ['a ‖ b', 'a mod b', 'int(…)', 'sha256', 'list[n]', 'join(list, sign)', 'sort(list)'],
    'only what is there',
  )
  t.equal(BigInt(`0x${mix}`) % 5n, 3n)
  t.same(formula?.entries, { title: 'ticket list', count: 5 })
  t.match(
    steps?.().map(({ title }) => title),
    ['sorted = sort(tickets, ascending)'],
  )
  t.ok(
    steps?.().some(({ title }) => title === 'the winner is the ticket at that index'),
    'claims by what they say',
  )
})

await t.test('another winner than the rule gives: both are said', async t => {
  const { formula, winners } = await check(fixture('forged/raffair-other-winner'))
  t.match(formula?.differs, { rule: '4', published: winners[0]?.entryId })
  t.not(formula?.differs?.published, '4')
  const several = await check(fixture('forged/dchoose-entry-added'))
  t.equal(several.formula?.differs?.place, 1, 'of several the first that differ')
  t.equal(several.formula?.differs?.published, several.winners[0]?.entryId)
})

await t.test('every draw of every recipe has a formula that can be read', async t => {
  for (const path of Object.keys(published)) {
    const { formula, winners } = await check(fixture(`draws/${path}`))
    const { lines = [], inputs = [], terms = [] } = formula ?? {}
    for (const { text, value, missing, claim } of lines) {
      t.notMatch(text, /undefined|\[object/, path)
      t.ok(value === undefined ? isSentence(missing ?? '') : value.shown.length < 500, `${path}: ${text}`)
      if (claim !== undefined) t.ok(isSentence(claim.says), `${path}: ${claim.says}`)
    }
    // No line says no more than that two names are the same.
    t.notOk(
      lines.some(({ text }) => /^\w+ = [a-z_]+$/.test(text)),
      path,
    )
    for (const { name, title } of inputs) t.not(name, '', title)
    t.equal(new Set(terms.map(({ notation }) => notation)).size, terms.length, path)
    for (const { prize } of winners) t.notMatch(prize, /winners|undefined/i, path)
  }
})

await t.test('every operation of a formula is explained', t => {
  const explained = new Set(formulaTerms.flatMap(({ operations }) => operations))
  const plain = ['add', 'subtract', 'multiply', 'bytes_utf8', 'text_decimal', 'text_time', 'text_utf8']
  for (const name of operationNames) {
    const isFloat = /^(?:float|text_f)/.test(name)
    t.ok(explained.has(name) || plain.includes(name) || isFloat, name)
  }
  t.end()
})

await t.test('what is joined before it is hashed is text, and a long list is cut', async t => {
  const { formula } = await check(fixture('draws/rfc3797/nomcom-2012'))
  const [joined] = formula?.lines ?? []
  t.match(joined?.value, { shown: /^“17\.20\.22.*…/, full: /^17\.20\.22/ })
  const positions = formula?.lines.find(({ text }) => text.startsWith('positions'))
  t.match(positions?.value?.shown, /^1, 2, 3, 4, 5, 6 … \(134 in all\)$/)
  const derived = await check(fixture('draws/rivest-sampler/ticket-ab-130'))
  t.match(derived.winners[0]?.prize, /by the rule; none was published/)
})

await t.test('a ticket is looked up in the list of a draw', async t => {
  const path = 'draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0'
  const ask = async (id: string, of = path) =>
    answerOf(await check(fixture(of, { ticket: { id } })), 'ticket')
  const plain = async (id: string, of = path) =>
    (await ask(id, of)).text.join(' ').replaceAll(/[\u2068\u2069]/g, '')
  t.match(await plain('4'), /^Yes: 4 is in the list that was published, at place 4 of 5\. It won\./)
  t.match(await plain('2'), /It did not win\./)
  t.match(await plain('77'), /^We cannot find 77 among the 5 entries/)
  t.equal((await ask('77')).word, 'not-provable', 'which refutes nothing')
  t.equal(
    await plain('vp trh1n ukwfg gmdk', 'draws/vaultplay/2025-11-08-2233'),
    'We cannot find vp trh1n ukwfg gmdk. Did you mean VP-TRH1N-UKWFG-GMDK?',
  )
  t.match(
    await plain('50', 'draws/candlestake/2021-08-23'),
    /^Yes: 50 .* It won\..* Nothing shows that this list/,
  )
  const open = answerOf(await check(fixture(path)), 'ticket')
  t.match(open.text, [/^Give your ticket/])
  const none = answerOf(await check(fixture('draws/hubx/worked-example', { ticket: { id: '9' } })), 'ticket')
  t.match(none.text, [/cannot be looked up/])
})

await t.test('expressions are written as formulas', t => {
  const values = new Map<string, Value>([['n', { kind: 'integer', integer: 142n }]])
  const printed: readonly (readonly [Expression, string])[] = [
    [
      { mod: [{ integer_be: { hmac: ['sha256', '$seed', { bytes_utf8: 'draw' }] } }, '$n'] },
      'int(hmac_sha256(seed, "draw")) mod 142',
    ],
    [{ join: [{ map: { list: '$names', as: 'one', do: '$one' } }, ','] }, 'join(names, ",")'],
    [
      { sort_by: { list: '$names', as: 'one', key: { sha256: '$one' }, order: 'ascending' } },
      'sort(names by sha256(one), ascending)',
    ],
    [
      { iterate: { from: '$root', times: 5, as: 'digest', do: { sha256: '$digest' } } },
      'repeat(digest → sha256(digest), 5 times, from root)',
    ],
    [{ parse_json: { text: '$signed', at: '/data', type: { type: 'list' } } }, 'read(signed, "/data")'],
    [
      { pick: { from: '$names', count: 5, index: { mod: ['$number', '$left'] } } },
      'pick(5 of names, index: number mod left)',
    ],
    [
      { weighted_at: { list: '$names', as: 'one', weight: '$one.tickets', point: '$n' } },
      'at_share(142, names by one.tickets)',
    ],
    [{ multiply: [{ add: ['$n', 1] }, 2] }, '(142 + 1) × 2'],
    [{ concat: ['$a', { bytes_be: [7, 4] }] }, 'a ‖ bytes_be(7, 4)'],
    [
      { map: { list: '$names', as: 'one', do: { sha256: { bytes_utf8: '$one' } } } },
      '[sha256(one) for one in names]',
    ],
    [{ at: ['$sorted', { subtract: [{ count: '$sorted' }, 1] }] }, 'sorted[count(sorted) − 1]'],
    [{ row: { id: '$id' } }, '{id: id}'],
    ['$$five', '"$five"'],
    [{ python_sample: ['$seed', '$entries', 5] }, 'python_sample(seed, entries, 5)'],
  ]
  for (const [expression, text] of printed) t.equal(printFormula(expression, values), text)
  t.end()
})
