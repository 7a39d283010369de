import { readFileSync } from 'node:fs'
import t from 'tap'
import { parseBeacon, type Beacon } from '../../../src/core/beacon.js'
import type { JsonValue } from '../../../src/core/json.js'
import { findOpenRounds, isOpen, supplyValues, type Supply } from '../../../src/verify/draw/supply.js'
import { defaultChain, quicknetChain } from '../../../src/core/beacon.js'
import { recipeOf } from '../../recipe/build.js'
import { endingOf, examine } from '../report.js'

type Json = Readonly<Record<string, JsonValue>>

function read(chain: string): readonly Json[] {
  const file = new URL(`../../../fixtures/beacons/${chain}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { beacons: readonly Json[] }).beacons
}

const whole = read('quicknet').find(({ round }) => round === 1000)!
const chained = read('default').find(({ round }) => round === 1337)!
const supplied = (json: Json, from = 'a file'): { beacon: Beacon; from: string } => ({
  beacon: parseBeacon(json),
  from,
})

const parts = {
  inputs: {
    beacon: { type: 'drand', chain: 'quicknet', title: 'drand round' },
    salt: { type: 'text', title: 'salt' },
    winner: { type: 'text', title: 'winner' },
  },
  claims: [
    { id: 'beacon.genuine', says: 'it is', verified: '$beacon' },
    {
      id: 'winner.derived',
      says: 'it follows',
      equal: [
        { text_hex: { sha256: { concat: ['$beacon.randomness', { bytes_utf8: '$salt' }] } } },
        '$winner',
      ],
    },
  ],
}
const recipe = recipeOf(parts)
const published = { beacon: { round: 1000 }, salt: 'x', winner: '00' }

await t.test('gaps are filled, and what was published stays', t => {
  const { published: filled, supplied: names } = supplyValues(recipe, published, {
    beacons: [supplied(whole)],
  })
  t.strictSame(filled['beacon'], whole)
  t.strictSame(names, [{ name: 'beacon', from: 'a file' }])
  const randomness = '00'.repeat(32)
  const forged = supplyValues(
    recipe,
    { ...published, beacon: { round: 1000, randomness } },
    { beacons: [supplied(whole)] },
  )
  t.match(forged.published['beacon'], { randomness })
  const subject = examine(
    parts,
    { ...published, beacon: { round: 1000, randomness } },
    {
      supply: { beacons: [supplied(whole)] },
    },
  )
  t.equal(
    endingOf(subject, 'beacon.genuine'),
    'refuted beacon-randomness',
    'and is refuted by what was supplied',
  )
  t.end()
})

await t.test('a beacon goes to no draw whose chain did not sign it, or that names another round', t => {
  const none = { published, supplied: [] }
  const others: readonly Json[] = [chained, { ...whole, round: 1001 }, read('quicknet')[0]!]
  for (const other of others) {
    t.strictSame(supplyValues(recipe, published, { beacons: [supplied(other)] }), none)
  }
  t.strictSame(supplyValues(recipe, published, {}), none)
  t.strictSame(
    supplyValues(recipe, { ...published, beacon: whole }, { beacons: [supplied(whole)] }).supplied,
    [],
  )
  t.end()
})

await t.test('values go to inputs that were not published, and a round may come so too', t => {
  const given = new Map([
    ['salt', { value: 'y', from: '--given' }],
    ['beacon', { value: { round: 1000 }, from: '--given' }],
    ['other', { value: 1, from: '--given' }],
  ])
  const bare = { winner: '00' }
  const { published: filled, supplied: names } = supplyValues(recipe, bare, {
    given,
    beacons: [supplied(whole)],
  })
  t.strictSame(filled, { winner: '00', salt: 'y', beacon: whole })
  t.strictSame(names, [
    { name: 'salt', from: '--given' },
    { name: 'beacon', from: '--given' },
    { name: 'beacon', from: 'a file' },
  ])
  t.strictSame(supplyValues(recipe, published, { given }), { published, supplied: [] })
  t.strictSame(findOpenRounds(recipe, bare, given), [{ chain: quicknetChain, round: 1000 }])
  t.end()
})

await t.test('a chained round comes with the signature before it', t => {
  const { inputs, claims } = parts
  const before = recipeOf({ inputs: { ...inputs, beacon: { ...inputs.beacon, chain: 'default' } }, claims })
  const round = { ...published, beacon: { round: 1337 } }
  const { published: filled } = supplyValues(before, round, { beacons: [supplied(chained)] })
  t.strictSame(filled, { ...published, beacon: chained })
  t.end()
})

await t.test('open is a round with something left out that its signature is verified from', t => {
  const { signature, randomness, ...round } = whole
  t.ok(signature)
  t.ok(randomness)
  t.ok(isOpen(round, quicknetChain))
  t.ok(isOpen({ ...round, randomness: '00' }, quicknetChain))
  t.notOk(isOpen(whole, quicknetChain))
  t.ok(isOpen(whole, defaultChain), 'a chained one needs the signature before')
  t.notOk(isOpen(chained, defaultChain))
  for (const value of [null, 5, [], {}] as const) t.notOk(isOpen(value, quicknetChain))
  for (const round of [0, -1, 1.5, 'x', null, 2 ** 60]) {
    t.strictSame(findOpenRounds(recipe, { beacon: { round } }), [])
  }
  t.end()
})

await t.test('a round that could not be had gives its code to every claim that only it keeps open', t => {
  const fault = {
    chainHash: quicknetChain.chainHash,
    round: 1000,
    code: 'remote-early',
    message: 'not yet',
  } as const
  const of = (values: Json, supply: Supply = { unreached: [fault] }) => examine(parts, values, { supply })
  const open = of(published)
  t.equal(endingOf(open, 'beacon.genuine'), 'not-provable remote-early')
  t.equal(endingOf(open, 'winner.derived'), 'not-provable remote-early')
  const { salt, ...rest } = published
  t.ok(salt)
  t.equal(endingOf(of(rest), 'winner.derived'), 'not-provable value-missing', 'the salt is missing too')
  const other = of(published, { unreached: [{ ...fault, round: 1001 }] })
  t.equal(endingOf(other, 'beacon.genuine'), 'not-provable beacon-signature-missing')
  const elsewhere = of(published, { unreached: [{ ...fault, chainHash: defaultChain.chainHash }] })
  t.equal(endingOf(elsewhere, 'beacon.genuine'), 'not-provable beacon-signature-missing')
  t.equal(endingOf(of({ ...published, beacon: whole }), 'beacon.genuine'), 'proven beacon-verified')
  t.end()
})
