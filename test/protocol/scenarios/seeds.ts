import { type Evidence } from '../factory.js'
import { sha256, utf8, type Members } from '../second-opinion.js'
import { shared } from './beacons.js'
import { ceremony, lied, scenariosOf } from './scenario.js'

const { prizes } = ceremony()

export const seedCommitted = scenariosOf('seed.committed', add => {
  const differs = 'seed-differs'
  const reveal = (change: (position: number, seed: Uint8Array) => Uint8Array): Evidence =>
    lied({}, { reveal: change })
  add(
    'seed-other',
    'another seed is revealed, and the winner follows from it',
    differs,
    reveal((position, seed) => (position === 2 ? sha256(seed) : seed)),
  )
  add(
    'seed-of-the-first-prize-other',
    'another seed is revealed for the first prize',
    differs,
    reveal((position, seed) => (position === 1 ? sha256(seed) : seed)),
  )
  add(
    'seed-bit-flipped',
    'one bit of the revealed seed is another',
    differs,
    reveal((_, seed) => seed.map((byte, at) => (at === 31 ? byte ^ 1 : byte))),
  )
  add(
    'seed-zero',
    'a seed of zeros is revealed',
    differs,
    reveal(() => new Uint8Array(32)),
  )
  add(
    'seed-reversed',
    'the bytes of the seed are reversed',
    differs,
    reveal((_, seed) => seed.toReversed()),
  )
  add(
    'seeds-swapped',
    'each prize is drawn with the seed of the other',
    differs,
    reveal(position => prizes[2 - position]!.seed),
  )
  add(
    'hash-revealed',
    'the hash itself is revealed as the seed',
    differs,
    reveal((_, seed) => sha256(seed)),
  )
  const committed = (hash: (seed: Uint8Array) => string): Evidence => {
    const list = prizes.map(({ draw_id, prize_name, seed }): Members => ({
      draw_id,
      prize_name,
      rng_seed_hash: hash(seed),
    }))
    const draws = {
      1: { rng_seed_hash: list[0]!['rng_seed_hash']! },
      2: { rng_seed_hash: list[1]!['rng_seed_hash']! },
    }
    return lied({ commitment: { prizes: list }, draws })
  }
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
  add(
    'hash-of-the-hex-digits',
    'the commitment has the hash of the seed’s hex digits',
    differs,
    committed(seed => `sha256:${text(sha256(utf8(text(seed))))}`),
  )
  add(
    'hash-of-the-hash',
    'the commitment has the hash of the hash',
    differs,
    committed(seed => `sha256:${text(sha256(sha256(seed)))}`),
  )
  add(
    'seed-committed-itself',
    'the commitment gives the seed away in the place of its hash',
    differs,
    committed(seed => `sha256:${text(seed)}`),
  )
  add(
    'no-commitment',
    'the chain has no commitment',
    ['not-provable', 'evidence-missing', 'refuted'],
    shared.headless,
  )
})
