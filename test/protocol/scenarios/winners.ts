import { createCeremony, type Ceremony, type Evidence } from '../factory.js'
import { pickIndex, sha256, unhex, utf8, type Members, type PickOf } from '../second-opinion.js'
import { shared } from './beacons.js'
import { altered, base, ceremony, lied, scenariosOf, told } from './scenario.js'

const { entries, picks, beacon } = ceremony()
const randomness = sha256(unhex(beacon!.signature))

const pickedAt = (position: number, index: number): Evidence =>
  lied({ draws: { [position]: { winner_index: index, winner_entry_id: entries[index]![0] } } })

/** Wrong ways may give the right entry by chance: of these raffles, the first in which this one does not. */
function wrongly(compute: (it: Ceremony) => Partial<PickOf>): Evidence {
  for (let round = 0; ; round += 1) {
    const choices = { ...base, seed: `${base.seed} ${round}` }
    const it = createCeremony(choices)
    it.commit()
    it.seal()
    it.draw(1)
    const inputs = {
      seed: it.prizes[1]!.seed,
      sealDigest: sha256(it.said[1]!.payload),
      ...{ position: 2, attempt: 0, randomness, pool: 4, taken: [it.picks[0]!.index] },
    }
    const index = pickIndex({ ...inputs, ...compute(it) })
    if (index === pickIndex(inputs) || index >= 5 || index === it.picks[0]!.index) continue
    it.draw(2, { winner_index: index, winner_entry_id: it.entries[index]![0] })
    return it.finish()
  }
}

export const winnerDerived = scenariosOf('winner.derived', add => {
  const differ = 'values-differ'
  const free = entries.findIndex((_, at) => picks.every(({ index }) => index !== at))
  add('another-winner', 'an entry won that the rule does not give, proof and all', differ, pickedAt(1, free))
  add(
    'another-second-winner',
    'the second prize went to an entry that the rule does not give',
    differ,
    pickedAt(2, free),
  )
  const beside = (picks[0]!.index + 1) % entries.length
  add('index-off-by-one', 'the entry beside the winner won', differ, pickedAt(1, beside))
  add('same-winner-twice', 'the first winner won the second prize too', differ, pickedAt(2, picks[0]!.index))
  add(
    'winners-swapped',
    'the winners of two prizes changed places',
    differ,
    lied({
      draws: {
        1: { winner_index: picks[1]!.index, winner_entry_id: picks[1]!.entryId },
        2: { winner_index: picks[0]!.index, winner_entry_id: picks[0]!.entryId },
      },
    }),
  )
  add(
    'taken-entries-not-skipped',
    'the second pick counts from the whole list',
    differ,
    wrongly(() => ({ taken: [] })),
  )
  add(
    'pool-not-shrunk',
    'the second pick is made from a pool that still has the first winner',
    differ,
    wrongly(() => ({ pool: 5, taken: [] })),
  )
  add(
    'without-the-beacon',
    'the winner was derived without the committed beacon',
    differ,
    wrongly(() => ({ randomness: new Uint8Array(32) })),
  )
  add(
    'beacon-not-hashed',
    'the winner was derived from the first bytes of the beacon',
    differ,
    wrongly(() => ({ randomness: unhex(beacon!.signature).subarray(0, 32) })),
  )
  add(
    'beacon-as-text',
    'the winner was derived from the hash of the beacon’s hex digits',
    differ,
    wrongly(() => ({ randomness: sha256(utf8(beacon!.signature)) })),
  )
  add(
    'position-from-zero',
    'positions count from 0 in the derivation',
    differ,
    wrongly(() => ({ position: 1 })),
  )
  add(
    'attempt-from-one',
    'attempts count from 1 in the derivation',
    differ,
    wrongly(() => ({ attempt: 1 })),
  )
  add(
    'seed-of-the-other-prize',
    'the winner was derived from the seed of the first prize',
    differ,
    wrongly(it => ({ seed: it.prizes[0]!.seed })),
  )
  add(
    'seed-hash-for-the-seed',
    'the winner was derived from the public hash of the seed',
    differ,
    wrongly(it => ({ seed: sha256(it.prizes[1]!.seed) })),
  )
  add(
    'commitment-for-the-seal',
    'the winner was derived from the digest of the commitment',
    differ,
    wrongly(it => ({ sealDigest: sha256(it.said[0]!.payload) })),
  )
  add(
    'root-for-the-seal',
    'the winner was derived from the root instead of the seal',
    differ,
    wrongly(it => ({ sealDigest: unhex((it.said[1]!.statement['entries_root'] as string).slice(7)) })),
  )
  const pool = (position: number, total_entries: number): Evidence =>
    lied({ draws: { [position]: { total_entries } } })
  add('pool-one-more', 'the first pool is one larger than the list', differ, pool(1, 6))
  add('pool-of-the-whole-list-twice', 'the second pool still counts the first winner', differ, pool(2, 5))
  add('pool-zero', 'the second pool is empty, as it says', differ, pool(2, 0))
  const replaced = (change: Members): Evidence => lied({ replacements: { 1: change } }, { replace: [1] })
  const again = ceremony({ replace: [1] })
  const next = entries.findIndex((_, at) => again.picks.every(({ index }) => index !== at))
  add(
    'replacement-of-choice',
    'a replacement is an entry that the rule does not give',
    differ,
    replaced({ winner_index: next, winner_entry_id: entries[next]![0] }),
  )
  add(
    'replacement-pool-too-large',
    'the pool of a replacement still counts a winner',
    differ,
    replaced({ total_entries: 4 }),
  )
  add(
    'replacement-from-a-fresh-seed',
    'the replacement was derived from a seed that nobody committed to',
    differ,
    freshSeed(),
  )
  add(
    'replacements-in-another-order',
    'two replacements changed places',
    differ,
    told(it => {
      it.commit()
      it.seal()
      it.draw(1)
      it.draw(2)
      it.replace(1)
      const mine = it.picks[2]!
      it.replace(2, statement => ({ ...statement, winner_index: mine.index, winner_entry_id: mine.entryId }))
    }),
  )

  add(
    'more-prizes-than-entries',
    'the third prize of two entries',
    'pool-empty',
    told(
      it => {
        it.commit()
        it.seal()
        it.draw(1)
        it.draw(2)
        it.draw(3, { winner_index: 0, winner_entry_id: it.entries[0]![0] })
      },
      { prizes: 3, entries: 2 },
    ),
  )
  add(
    'replacement-from-an-empty-pool',
    'every entry won already',
    'pool-empty',
    told(
      it => {
        it.commit()
        it.seal()
        it.draw(1)
        it.draw(2)
        it.replace(1, { winner_index: 0, winner_entry_id: it.entries[0]![0] })
      },
      { entries: 2 },
    ),
  )
  add(
    'no-entries',
    'an empty list was sealed',
    'pool-empty',
    told(
      it => {
        it.commit()
        it.seal()
        it.draw(1, { winner_index: 0, winner_entry_id: 'nobody' })
        it.draw(2, { winner_index: 0, winner_entry_id: 'nobody' })
      },
      { entries: 0 },
    ),
  )

  const absent = ['not-provable', 'evidence-missing'] as const
  add('beacon-left-out', 'the committed beacon is not in the bundle', absent, shared.missing)
  add(
    'no-commitment',
    'the chain has no commitment',
    ['not-provable', 'evidence-missing', 'refuted'],
    shared.headless,
  )
  add(
    'no-seal',
    'the chain has no seal',
    ['not-provable', 'evidence-missing', 'refuted'],
    altered(({ bundle }) => void bundle.statements.splice(1, 1)),
  )
  add(
    'seed-never-revealed',
    'a replacement of a prize that was never drawn',
    ['not-provable', 'evidence-missing', 'refuted'],
    told(it => {
      it.commit()
      it.seal()
      it.replace(1)
    }),
  )
})

/** A replacement derived from a seed of the moment. */
function freshSeed(): Evidence {
  for (let round = 0; ; round += 1) {
    const choices = { ...base, seed: `${base.seed} ${round}`, replace: [1] }
    const it = ceremony(choices)
    const [, , replacement] = it.picks
    const index = pickIndex({
      seed: sha256(utf8(`fresh ${round}`)),
      sealDigest: sha256(it.said[1]!.payload),
      ...{ position: 1, attempt: 1, randomness, pool: 3 },
      taken: it.picks.slice(0, 2).map(pick => pick.index),
    })
    if (index === replacement!.index) continue
    return lied(
      { replacements: { 1: { winner_index: index, winner_entry_id: it.entries[index]![0] } } },
      choices,
    )
  }
}
