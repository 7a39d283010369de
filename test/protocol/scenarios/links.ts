import { createSigner, createTrust, type Evidence } from '../factory.js'
import { digest, unbase64, utc, type Members } from '../second-opinion.js'
import { altered, ceremony, lied, scenariosOf, told } from './scenario.js'

const { times, prizes } = ceremony()
const other = createSigner('Other Raffles')
const [first, second] = prizes.map(({ draw_id, prize_name, rng_seed_hash }): Members => ({
  draw_id,
  prize_name,
  rng_seed_hash,
})) as [Members, Members]

const statements = (edit: (list: Evidence['bundle']['statements']) => void): Evidence =>
  altered(({ bundle }) => {
    edit(bundle.statements)
  })

const otherOperator = (): Evidence => {
  const evidence = told(it => {
    it.commit()
    it.seal()
    it.draw(1)
    it.draw(2, { operator: other.name }, { signer: other })
  })
  evidence.trust.operators.push(...createTrust([other], [], []).operators)
  return evidence
}

/** Statements that do not follow each other. */
export const links = scenariosOf('statement.chain', add => {
  const broken = 'chain-broken'
  add(
    'commitment-missing',
    'the chain begins with the seal',
    broken,
    statements(list => void list.shift()),
  )
  add(
    'seal-missing',
    'the seal was taken out',
    broken,
    statements(list => void list.splice(1, 1)),
  )
  add(
    'draw-missing',
    'the first draw was taken out',
    broken,
    statements(list => void list.splice(2, 1)),
  )
  add(
    'draws-reordered',
    'two draws changed places',
    broken,
    statements(list => void list.push(...list.splice(2, 1))),
  )
  add(
    'draw-twice',
    'the last draw stands twice',
    broken,
    statements(list => void list.push(list.at(-1)!)),
  )
  add(
    'commitment-twice',
    'the commitment stands twice',
    broken,
    statements(list => void list.unshift(list[0]!)),
  )
  add(
    'sequence-skipped',
    'the last draw is number 4 and stands in place 3',
    broken,
    lied({ draws: { 2: { sequence: 4 } } }),
  )
  add('sequence-repeated', 'two draws have one number', broken, lied({ draws: { 2: { sequence: 2 } } }))
  add('sequence-from-one', 'the commitment is number 1', broken, lied({ commitment: { sequence: 1 } }))
  add(
    'previous-of-the-seal',
    'the second draw follows the seal, as the first does',
    broken,
    told(it => {
      it.commit()
      it.seal()
      const { previous } = it.draw(1)
      it.draw(2, { previous: previous! })
    }),
  )
  add('previous-null', 'the seal follows nothing', broken, lied({ seal: { previous: null } }))
  add(
    'previous-of-the-commitment-given',
    'the commitment follows something',
    broken,
    lied({ commitment: { previous: digest(unbase64('')) } }),
  )
  const mixed = 'chain-mixed'
  add('operator-changes', 'another trusted operator signs the last draw', mixed, otherOperator())
  add(
    'raffle-changes',
    'the last draw is of another raffle',
    mixed,
    lied({ draws: { 2: { raffle_id: first['draw_id']! } } }),
  )
  add(
    'raffle-changes-at-the-seal',
    'everything but the commitment is of another raffle',
    mixed,
    told(it => {
      const raffle_id = second['draw_id']!
      it.commit()
      it.seal({ raffle_id })
      it.draw(1, { raffle_id })
      it.draw(2, { raffle_id })
    }),
  )
})

/** Statements where their kind may not stand. */
export const order = scenariosOf('statement.chain', add => {
  const misplaced = 'chain-order'
  const tell = (name: string, description: string, steps: Parameters<typeof told>[0]): void => {
    add(name, description, misplaced, told(steps))
  }
  tell('second-seal', 'a second seal follows the first', it => {
    it.commit()
    it.seal()
    it.seal({ total_entries: 6, paid_entries: 6, free_entries: 0 })
    it.draw(1)
    it.draw(2)
  })
  tell('seal-after-the-draws', 'the list is sealed once more when all is drawn', it => {
    it.commit()
    it.seal()
    it.draw(1)
    it.draw(2)
    it.seal({ issued_at_utc: utc(times.drawn + 100) })
  })
  tell('second-commitment', 'a second commitment follows the first', it => {
    it.commit()
    it.commit({ raffle_name: 'Winter raffle' })
    it.seal()
    it.draw(1)
    it.draw(2)
  })
  tell('seal-first', 'the chain begins with a seal, well linked', it => {
    it.seal()
    it.commit({ issued_at_utc: utc(times.sealed) })
  })
  tell('cancellation-first', 'the chain begins with a cancellation', it => {
    it.cancel()
  })
  tell('statement-after-a-cancellation', 'a draw follows a cancellation', it => {
    it.commit()
    it.seal()
    it.draw(1)
    it.cancel()
    it.draw(2)
  })
  tell('seal-after-a-cancellation', 'the list is sealed after a cancellation', it => {
    it.commit()
    it.cancel()
    it.seal()
  })
  tell('second-cancellation', 'the raffle is cancelled twice', it => {
    it.commit()
    it.cancel()
    it.cancel()
  })
  tell('replacement-before-the-last-draw', 'a winner is replaced before the last draw', it => {
    it.commit()
    it.seal()
    it.draw(1)
    it.replace(1, { issued_at_utc: utc(times.drawn), drawn_at_utc: utc(times.drawn) })
    it.draw(2)
  })
  tell('replacement-instead-of-a-draw', 'the second prize is never drawn, only replaced', it => {
    it.commit()
    it.seal()
    it.draw(1)
    it.replace(1)
  })
  tell('draw-too-many', 'there is a draw more than there are prizes', it => {
    it.commit()
    it.seal()
    it.draw(1)
    it.draw(2)
    it.draw(2)
  })
  tell('draw-again-after-a-replacement', 'the second prize is drawn again after a replacement', it => {
    it.commit()
    it.seal()
    it.draw(1)
    it.draw(2)
    it.replace(2)
    it.draw(2, { issued_at_utc: utc(times.replaced), drawn_at_utc: utc(times.replaced) })
  })
  add(
    'draw-without-a-seal',
    'a draw follows the commitment',
    misplaced,
    told(it => {
      it.commit()
      it.cancel()
      it.envelopes.pop()
      it.said.pop()
      it.say({
        ...{ type: 'draw', ...first, position: 1, total_entries: 5, winner_index: 0, winner_entry_id: '1' },
        ...{ rng_seed: '00'.repeat(32), drawn_at_utc: utc(times.drawn), issued_at_utc: utc(times.drawn) },
      })
    }),
  )
})
