import { type Evidence } from '../factory.js'
import { type Members } from '../second-opinion.js'
import { ceremony, lied, scenariosOf, told } from './scenario.js'

const { prizes } = ceremony()
const [first, second] = prizes.map(({ draw_id, prize_name, rng_seed_hash }): Members => ({
  draw_id,
  prize_name,
  rng_seed_hash,
})) as [Members, Members]

/** Draws and replacements that are not of the prize whose turn it is. */
export const prizesTaken = scenariosOf('statement.chain', add => {
  const wrong = 'chain-prize'
  const draw = (change: Members): Evidence => lied({ draws: { 2: change } })
  add(
    'prizes-drawn-backwards',
    'the second prize is drawn first',
    wrong,
    told(it => {
      it.commit()
      it.seal()
      it.draw(2)
      it.draw(1)
    }),
  )
  add(
    'prize-drawn-twice',
    'the first prize is drawn twice',
    wrong,
    told(it => {
      it.commit()
      it.seal()
      it.draw(1)
      it.draw(1)
    }),
  )
  add(
    'position-zero',
    'positions count from 0',
    wrong,
    lied({ draws: { 1: { position: 0 }, 2: { position: 1 } } }),
  )
  add(
    'draw-id-of-the-other-prize',
    'the second draw has the id of the first',
    wrong,
    draw({ draw_id: first['draw_id']! }),
  )
  add(
    'prize-renamed',
    'the prize is another one when it is drawn',
    wrong,
    draw({ prize_name: 'Prize 2 (or a voucher)' }),
  )
  add(
    'seed-hash-replaced',
    'the draw names another hash of its seed than the commitment',
    wrong,
    draw({ rng_seed_hash: first['rng_seed_hash']! }),
  )
  const replacement = (change: Members): Evidence => lied({ replacements: { 1: change } }, { replace: [1] })
  add(
    'replacement-of-no-prize',
    'there is no prize 3 to replace the winner of',
    wrong,
    replacement({ position: 3 }),
  )
  add(
    'replacement-with-another-draw-id',
    'the replacement has the id of the other draw',
    wrong,
    replacement({ draw_id: second['draw_id']! }),
  )
  add('attempt-skipped', 'the first replacement is attempt 2', wrong, replacement({ attempt: 2 }))
  add('attempt-zero', 'the first replacement is attempt 0', wrong, replacement({ attempt: 0 }))
  add(
    'attempt-repeated',
    'two replacements of one prize are attempt 1',
    wrong,
    lied({ replacements: { 2: { attempt: 1 } } }, { replace: [1, 1] }),
  )
  add(
    'attempts-counted-over-all-prizes',
    'the first replacement of the second prize is attempt 2',
    wrong,
    lied({ replacements: { 2: { attempt: 2 } } }, { replace: [1, 2] }),
  )
  const commitment = (change: Members): Evidence =>
    lied({ commitment: { prizes: [first, { ...second, ...change }] }, draws: { 2: change } })
  add(
    'draw-id-committed-twice',
    'two prizes have one draw id',
    'prize-repeated',
    commitment({ draw_id: first['draw_id']! }),
  )
  add(
    'seed-hash-committed-twice',
    'two prizes are drawn from one seed',
    'prize-repeated',
    commitment({ rng_seed_hash: first['rng_seed_hash']! }),
  )
})

const unfinished = ['not-provable', 'chain-unfinished'] as const

const committed = told(it => void it.commit())
const sealed = told(it => {
  it.commit()
  it.seal()
})
const halfDrawn = told(it => {
  it.commit()
  it.seal()
  it.draw(1)
})
const cancelledAfter = (steps: number): Evidence =>
  told(it => {
    for (const step of [it.commit, it.seal, () => it.draw(1)].slice(0, steps)) step()
    it.cancel()
  })

/** Raffles that did not come to their end. */
export const unended = [
  ...scenariosOf('statement.chain', add => {
    add('only-committed', 'there is only the commitment', unfinished, committed)
    add('only-sealed', 'no prize is drawn', unfinished, sealed)
    add('half-drawn', 'one prize of two is drawn', unfinished, halfDrawn)
  }),
  ...(['seed.committed', 'entries.sealed', 'winner.derived'] as const).flatMap(claim =>
    scenariosOf(claim, add => {
      const cancelled = ['not-applicable', 'raffle-cancelled'] as const
      add('only-committed', 'there is only the commitment', unfinished, committed)
      add('only-sealed', 'no prize is drawn', unfinished, sealed)
      add('half-drawn', 'one prize of two is drawn', unfinished, halfDrawn)
      add('cancelled-at-once', 'the raffle was cancelled before the seal', cancelled, cancelledAfter(1))
      add('cancelled-when-sealed', 'the raffle was cancelled before the draw', cancelled, cancelledAfter(2))
      add(
        'cancelled-when-half-drawn',
        'the raffle was cancelled between two draws',
        cancelled,
        cancelledAfter(3),
      )
    }),
  ),
]
