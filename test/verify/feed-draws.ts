/**
 * Draws of one organiser, good ones, and a recipe that says what they have to do with each other.
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import type { JsonValue } from '../../src/core/json.js'

export const feedRecipe = {
  recipe: 'drawaudit/v1',
  name: 'weekly',
  title: 'A weekly raffle',
  source: 'https://example.org',
  inputs: {
    id: { type: 'text', title: 'name of the draw' },
    number: { type: 'integer', title: 'number of the draw' },
    seed_hash: { type: 'sha256', title: 'seed hash', committed: true },
    seed: { type: 'text', title: 'seed' },
    beacon: { type: 'drand', chain: 'quicknet', title: 'drand round' },
    names: { type: 'list', of: { type: 'text' }, title: 'list of names' },
    winner: { type: 'text', title: 'winner' },
  },
  steps: {
    mixed: {
      sha256: { bytes_utf8: { join: [['$id', { text_decimal: '$number' }, '$seed'], '|'] } },
    },
    place: {
      mod: [{ integer_be: { sha256: { concat: ['$mixed', '$beacon.randomness'] } } }, { count: '$names' }],
    },
  },
  claims: [
    {
      id: 'seed.committed',
      says: 'the seed is the one that was committed to',
      equal: [{ sha256: { bytes_utf8: '$seed' } }, '$seed_hash'],
    },
    { id: 'winner.derived', says: 'the winner follows', equal: [{ at: ['$names', '$place'] }, '$winner'] },
  ],
  series: { id: 'id', number: 'number', winners: 'distinct', entries: 'same' },
}

export const names: readonly string[] = Array.from({ length: 40 }, (_, index) => `name-${index + 1}`)

export interface FeedDraw {
  readonly id: string
  readonly number: number
  readonly seed: string
  readonly round: number
  readonly names?: readonly string[]
}

const hash = (text: string): Uint8Array => sha256(encodeUtf8(text))

/** A draw as it is published, with the winner that follows. */
export function feedDraw({
  id,
  number,
  seed,
  round,
  names: listed = names,
}: FeedDraw): Readonly<Record<string, JsonValue>> {
  // Any 32 bytes do: whether they are drand's is for each draw by itself.
  const randomness = hash(`round ${round}`)
  const mixed = hash([id, number, seed].join('|'))
  const place =
    BigInt(`0x${encodeHex(sha256(Uint8Array.of(...mixed, ...randomness)))}`) % BigInt(listed.length)
  return {
    draw: 'drawaudit/v1',
    recipe: 'weekly',
    title: `Draw ${id}`,
    source: 'https://example.org',
    published: {
      id,
      number,
      seed_hash: encodeHex(hash(seed)),
      seed,
      beacon: { round, randomness: encodeHex(randomness) },
      names: listed,
      winner: listed[Number(place)] ?? '',
    },
  }
}

/** Three draws that do not contradict one another. */
export const goodFeed: readonly FeedDraw[] = [1, 2, 3].map(number => ({
  id: `week-${number}`,
  number,
  seed: `seed ${number}`,
  round: 1000 + number,
}))

/** A fourth draw for each finding of a feed, and whether it is a contradiction. */
export const feedFaults: Readonly<Record<string, readonly [draw: FeedDraw, isContradiction: boolean]>> = {
  'seed-reused': [{ id: 'week-4', number: 4, seed: 'seed 2', round: 1004 }, true],
  'round-reused': [{ id: 'week-4', number: 4, seed: 'seed 4', round: 1001 }, false],
  'id-repeated': [{ id: 'week-3', number: 4, seed: 'seed 4', round: 1004 }, true],
  'number-missing': [{ id: 'week-7', number: 7, seed: 'seed 4', round: 1004 }, false],
  'list-changed': [
    { id: 'week-4', number: 4, seed: 'seed 4', round: 1004, names: [...names, 'name-41'] },
    true,
  ],
  'winner-again': [findSecondWin(), true],
}

/** A draw whose winner is that of the first. */
function findSecondWin(): FeedDraw {
  const [first] = goodFeed
  const wanted = first && winnerOf(first)
  for (let attempt = 0; ; attempt++) {
    const draw = { id: 'week-4', number: 4, seed: `seed 4, ${attempt}`, round: 1004 }
    if (winnerOf(draw) === wanted) return draw
  }
}

export function winnerOf(draw: FeedDraw): string {
  return (feedDraw(draw)['published'] as Readonly<Record<string, string>>)['winner'] ?? ''
}
