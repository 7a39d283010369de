import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { parseJson } from '../src/core/json.js'
import { verifySeedHash } from '../src/core/signature.js'
import { decodeHex, encodeHex } from '../src/core/encoding.js'
import { parsePublishedDraw, type PublishedDraw } from '../src/model/published-draw.js'
import { parseRecipe } from '../src/recipe/recipe.js'
import { verifyPublished } from '../src/verify/draw/verify-published.js'

const numRuns = process.env['SLOW'] === '1' ? 20_000 : 100

const read = (path: string): ReturnType<typeof parseJson> =>
  parseJson(readFileSync(new URL(`../${path}`, import.meta.url)))

/** Statuses of the claims of a draw, some of its published values replaced. */
function verifier(recipeName: string, drawPath: string) {
  const recipe = parseRecipe(read(`recipes/${recipeName}.json`))
  const draw = parsePublishedDraw(read(`fixtures/draws/${recipeName}/${drawPath}.json`))
  const statusOf = (change: PublishedDraw['published'], id: string): string | undefined => {
    const { subjects } = verifyPublished({ ...draw, published: { ...draw.published, ...change } }, recipe)
    return subjects[0]?.claims.find(claim => claim.id === id)?.status
  }
  return { published: draw.published, statusOf }
}

const flip = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

await t.test('no seed with a bit flipped hashes to the commitment', t => {
  const { published, statusOf } = verifier('raffair', '01KTNXH2Y6N26PDWC88HAWP8H0')
  const seed = decodeHex(published['seed'] as string)
  t.equal(statusOf({}, 'seed.committed'), 'proven')
  for (let bit = 0; bit < 256; bit++) {
    const flipped = flip(seed, bit)
    t.not(verifySeedHash(flipped, published['commitment'] as string), true)
    t.equal(statusOf({ seed: encodeHex(flipped) }, 'seed.committed'), 'refuted', `bit ${bit}`)
  }
  t.end()
})

await t.test('no ticket list with a bit flipped hashes to the published hash', t => {
  const { published, statusOf } = verifier('raffair', '01KTNXH2Y6N26PDWC88HAWP8H0')
  const tickets = published['tickets'] as readonly number[]
  t.equal(statusOf({}, 'entries.listed'), 'proven')
  for (let index = 0; index < tickets.length; index++) {
    for (let bit = 0; bit < 31; bit++) {
      const flipped = tickets.map((ticket, at) => (at === index ? ticket ^ (1 << bit) : ticket))
      t.equal(statusOf({ tickets: flipped }, 'entries.listed'), 'refuted', `ticket ${index}, bit ${bit}`)
    }
  }
  t.end()
})

await t.test('a list of entries with a bit flipped does not give the published winners', t => {
  const { published, statusOf } = verifier('dchoose', 'social-income-2025-06-13')
  const entries = published['entries'] as readonly string[]
  t.equal(statusOf({}, 'winner.derived'), 'proven')
  const anyBit = fc.tuple(fc.nat(entries.length - 1), fc.nat(63), fc.nat(3))
  fc.assert(
    fc.property(anyBit, ([index, place, bit]) => {
      const flipped = entries.map((entry, at) => {
        if (at !== index) return entry
        const unit = String.fromCharCode(entry.charCodeAt(place) ^ (1 << bit))
        return entry.slice(0, place) + unit + entry.slice(place + 1)
      })
      return statusOf({ entries: flipped }, 'winner.derived') === 'refuted'
    }),
    { numRuns },
  )
  t.end()
})

await t.test('no randomness with a bit flipped gives the published winner', t => {
  const { published, statusOf } = verifier('vaultplay', '2025-11-08-2233')
  const beacon = published['beacon'] as { round: number; randomness: string }
  const randomness = decodeHex(beacon.randomness)
  for (let bit = 0; bit < 256; bit++) {
    const flipped = { round: beacon.round, randomness: encodeHex(flip(randomness, bit)) }
    t.equal(statusOf({ beacon: flipped }, 'draw.ranked'), 'refuted', `bit ${bit}`)
  }
  t.end()
})
