// What claims say to a reader, by their codes.
import t from 'tap'
import { sayPrize, sayWrongPick } from '../../src/page/catalogue/en/claims.js'
import type { ClaimContent } from '../../src/page/catalogue/types.js'
import { sayClaim } from '../../src/page/words.js'

const say = (
  id: string,
  code: string,
  word: ClaimContent['word'],
  more: Partial<ClaimContent> = {},
): string => sayClaim({ id, code, word, message: 'this was asked: and that is why', ...more })

await t.test('a record that contradicts itself', t => {
  t.equal(
    say('record.consistent', 'record-total', 'refuted', { expected: '3', found: '4' }),
    'The published record has 3 draws, and says that it has 4.',
  )
  const wrong = { message: 'draw 7 is there twice' }
  t.equal(
    say('record.consistent', 'record-draw-repeated', 'refuted', wrong),
    'The published record has one draw twice. Draw 7 is there twice.',
  )
  t.equal(
    say('record.consistent', 'record-winner-repeated', 'refuted', wrong),
    'The published record has one ticket winning twice. Draw 7 is there twice.',
  )
  t.equal(
    say('record.consistent', 'schema-invalid', 'not-provable'),
    'The published record has the wrong form, so it was not compared with itself.',
  )
  t.equal(say('record.consistent', 'record-not-given', 'not-checked'), 'No published record was given.')
  t.end()
})

await t.test('a record that names another winner than was signed', t => {
  const values = { message: 'it says another thing', expected: '10', found: '11' }
  t.equal(
    say('record.matches', 'values-differ', 'refuted', { ...values, pointer: '/draws/0/winner_entry_id' }),
    'The operator signed ticket 10 as a winner. The published record says ticket 11.',
  )
  for (const pointer of ['/draws/0/prize_name', undefined]) {
    t.equal(
      say('record.matches', 'values-differ', 'refuted', { ...values, ...(pointer && { pointer }) }),
      'The published record says something else than the operator signed. It says another thing.',
      'a winner is spoken of only where it is about one',
    )
  }
  t.end()
})

await t.test('without a public random number nothing is said to be genuine', t => {
  for (const id of ['beacon.genuine', 'beacon.rule', 'evidence.timely']) {
    t.equal(say(id, 'beacon-none', 'not-checked'), 'No public random number was used.', id)
  }
  t.end()
})

await t.test('whether a result could be kept back', t => {
  const id = 'draw.unstoppable'
  t.equal(
    say(id, 'observed-late', 'not-provable'),
    'The list was read by others too late: the random number existed by then.',
  )
  t.equal(
    say(id, 'seeds-secret', 'not-provable'),
    'The secrets stayed with the operator until the draw, so it could have refused to draw.',
  )
  t.equal(say(id, 'x', 'proven'), 'Once the list was sealed, nobody could keep the result back.')
  t.equal(say(id, 'x', 'not-provable'), 'The operator could have kept the result back.')
  t.end()
})

await t.test('the level that is asked for is reached, or nothing shows it yet', t => {
  t.equal(say('level.reached', 'x', 'proven'), 'Nobody could have chosen the winners.')
  t.equal(
    say('level.reached', 'x', 'not-provable'),
    'Nothing shows yet that nobody could have chosen the winners.',
  )
  t.end()
})

await t.test('a wrong pick is said with its prize', t => {
  t.equal(
    sayWrongPick({ prize: 'Prize 2', ticket: '10', place: 3, published: '11' }),
    'Prize 2: the rule picks ticket 10. Published: ticket 11.',
  )
  t.equal(
    sayWrongPick({ prize: 'Prize 2', place: 3, published: '11' }),
    'Prize 2: the rule picks the 4th ticket of the list. Published: ticket 11.',
  )
  t.equal(sayPrize(2, ''), 'Prize 2')
  t.equal(sayPrize(2, 'Prize 2'), 'Prize 2', 'not twice')
  t.equal(sayPrize(2, 'Mug'), 'Prize 2 (Mug)')
  t.end()
})
