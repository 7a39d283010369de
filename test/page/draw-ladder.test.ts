// How far the proof of a published draw goes, and what each step takes.
import t from 'tap'
import { describePart } from '../../src/page/draw-ladder.js'
import type { PageClaim, PageVerdict } from '../../src/page/model.js'
import { checkSmall, loser } from './small-draw.js'

await t.test('what was checked for a step is said without the reason why something could not be', t => {
  const part = (word: PageVerdict) => {
    const message = 'the seed is the one: it was not given'
    const claim: PageClaim = { id: 'a.b', word, message, code: 'x', says: 'As its claim says it.' }
    return describePart('a.b', [claim])
  }
  t.strictSame(part('proven'), { word: 'proven', says: 'As its claim says it.' })
  t.strictSame(part('refuted'), { word: 'refuted', says: 'As its claim says it.' })
  t.strictSame(part('not-provable'), {
    word: 'not-provable',
    says: 'Nothing shows that the seed is the one.',
  })
  t.end()
})

await t.test('what a method has no claim about', t => {
  const absent = (id: string): string => describePart(id, []).says
  t.equal(absent('beacon.genuine'), 'The method has no public random number that could be verified.')
  t.equal(
    absent('winner.derived'),
    'This method does not say how a winner is chosen, so there is none to calculate.',
  )
  t.equal(absent('beacon.rule'), 'The method has no rule that says beforehand which random number counts.')
  t.equal(describePart('beacon.rule', []).word, 'not-provable')
  t.end()
})

const meanings = [
  'What is published has to have the form that the method asks for.',
  'By this method the organiser signs nothing. Compare these values with those at the place where it published them.',
  'Whoever repeats the calculation with the published values has to get the published winners.',
  'A public random number has to decide, and somebody else has to see in time all that it is applied to. Then nobody could have chosen the winners.',
]

await t.test('a draw that anybody can calculate again', async t => {
  const { level } = await checkSmall()
  t.strictSame(
    level?.rungs.map(({ level: step, word }) => [step, word]),
    [
      [1, 'proven'],
      [2, 'not-checked'],
      [3, 'proven'],
      [4, 'not-provable'],
    ],
  )
  t.strictSame(
    level?.rungs.map(({ own }) => own?.meaning),
    meanings,
  )
  t.strictSame(
    level?.rungs.map(({ own }) => own?.label),
    [undefined, 'nothing to check', undefined, undefined],
  )
  t.equal(level?.rungs[2]?.own?.parts.at(-1)?.says, 'The winner is the ticket at that place.')
})

await t.test('of a draw with another winner no step counts', async t => {
  const { level } = await checkSmall({ values: { winner: loser } })
  t.strictSame(
    level?.rungs.map(({ word }) => word),
    ['not-checked', 'not-checked', 'refuted', 'not-checked'],
  )
  t.strictSame(
    level?.rungs.map(({ own }) => own?.label),
    ['does not count', 'nothing to check', undefined, 'does not count'],
  )
  t.equal(level?.summary, 'No level counts: something in this draw is not true.')
  t.strictSame(
    level?.rungs.map(({ own }) => own?.meaning),
    meanings,
  )
})
