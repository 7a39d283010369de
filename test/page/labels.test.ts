// What the page says around a check, where a word more or less would say something else.
import t from 'tap'
import {
  cancelledHeadline,
  cancelledLateHeadline,
  kinds,
  levelMeanings,
  levelShorts,
  nextLabels,
  questions,
  vouchers,
  shortfalls,
  wordLabels,
} from '../../src/page/catalogue/en/result.js'
import { formatDuration } from '../../src/page/catalogue/en/grammar.js'
import { sayNamed } from '../../src/page/headline.js'
import { listNames } from '../../src/page/list-names.js'
import type { PageParty } from '../../src/page/model.js'

await t.test('the words of badges', t => {
  t.strictSame(wordLabels, {
    proven: 'proven',
    believed: 'yes, if this site’s keys are real',
    refuted: 'shown to be wrong',
    'not-provable': 'not shown',
    'not-checked': 'not checked',
    pending: 'not known yet',
  })
  t.end()
})

await t.test('the questions, and what kind of document they are about', t => {
  t.strictSame(questions, {
    ticket: 'Was my ticket in?',
    winner: 'Is the calculation right?',
    list: 'Was the list closed before the random number was due?',
    redraw: 'Was there only one list and one draw?',
    limits: 'What does this not prove?',
  })
  t.strictSame(kinds, {
    record: 'An audit record, without evidence',
    draw: 'A published draw of another platform',
    unreadable: 'A file that cannot be checked',
  })
  t.strictSame(nextLabels, {
    close: 'Entries close in',
    seal: 'The list has to be sealed in',
    round: 'The random number that decides is due in',
    draw: 'The draw is due in',
  })
  t.end()
})

await t.test('a cancellation that may have come late is said to', t => {
  t.equal(cancelledHeadline, 'This raffle was cancelled')
  t.equal(cancelledLateHeadline, 'This raffle was cancelled, perhaps after its winners could be known')
  t.end()
})

await t.test('each level means more than the one below it', t => {
  t.strictSame(levelMeanings, [
    'Nothing is established.',
    'What is published has the right form.',
    'The operator signed all of it, and nothing is missing.',
    'Whoever repeats the calculation gets the same winners.',
    'The list was closed before the random number existed, somebody else saw that in time, and no second list is known.',
    'Independent witnesses vouch that everybody is shown the same list.',
  ])
  t.strictSame(levelShorts, [
    'nothing is established',
    'it has the right form',
    'whoever ran it signed it',
    'anybody can recalculate the winners',
    'somebody else saw the list in time',
    'a second list in its log would have been seen',
  ])
  t.end()
})

await t.test('what is missing below the third level', t => {
  for (const id of ['seed.committed', 'entries.sealed', 'winner.derived']) {
    t.equal(shortfalls[id], 'Nothing shows that the winners follow from what was fixed before.', id)
  }
  for (const id of ['beacon.genuine', 'beacon.rule']) {
    t.equal(shortfalls[id], 'Nothing shows that a public random number decided them.', id)
  }
  t.end()
})

const parties = (role: PageParty['role'], ...names: readonly string[]): readonly PageParty[] =>
  names.map(name => ({ role, name, fingerprint: `of ${name}` }))

await t.test('whose keys the site itself names', t => {
  t.equal(
    sayNamed([
      ...parties('operator', 'Example Ltd'),
      ...parties('receipts', 'Example Ltd'),
      ...parties('observer', 'Ada'),
      ...parties('log', 'log.example'),
      ...parties('witness', 'w1', 'w2'),
      ...parties('beacon', 'a chain'),
    ]),
    'that this site names the real keys of Example Ltd, its receipts, its observer Ada, its log log.example, its witnesses w1 and w2 and the source of the random number',
  )
  t.equal(
    sayNamed([...parties('observer', 'Ada', 'Bob'), ...parties('witness', 'w1')]),
    'that this site names the real keys of its observers Ada and Bob and its witness w1',
  )
  t.equal(
    sayNamed(parties('observer', 'Ada', 'Ada')),
    'that this site names the real keys of its observer Ada',
    'who has two keys is one',
  )
  t.end()
})

await t.test('of many names three are said, and how many there are more', t => {
  t.equal(
    sayNamed(parties('witness', 'a', 'b', 'c')),
    'that this site names the real keys of its witnesses a, b and c',
  )
  t.equal(
    sayNamed(parties('witness', 'a', 'b', 'c', 'd', 'e')),
    'that this site names the real keys of its witnesses a, b, c and 2 more',
  )
  const sayObservers = (...names: readonly string[]): string =>
    vouchers.observers(listNames(names), names.length)
  t.equal(sayObservers('Ada'), 'the observer Ada')
  t.equal(sayObservers('Ada', 'Bob', 'Cleo'), 'the observers Ada, Bob and Cleo')
  t.equal(sayObservers('Ada', 'Bob', 'Cleo', 'Dan'), 'the observers Ada, Bob, Cleo and 1 more')
  t.end()
})

await t.test('durations stand in their two largest units', t => {
  const day = 86_400_000
  const cases: readonly (readonly [milliseconds: number, said: string])[] = [
    [0, '0 seconds'],
    [999, '0 seconds'],
    [1000, '1 second'],
    [10_900, '10 seconds'],
    [60_000, '1 minute'],
    [61_000, '1 minute 1 second'],
    [3_600_000, '1 hour'],
    [3_601_000, '1 hour'],
    [7_260_000, '2 hours 1 minute'],
    [day, '1 day'],
    [13 * day + 4 * 3_600_000 + 5000, '13 days 4 hours'],
    [2000 * day, '2,000 days'],
  ]
  for (const [milliseconds, said] of cases) t.equal(formatDuration(milliseconds), said)
  t.equal(formatDuration(day + 3_600_000 + 61_000, 1), '1 day')
  t.equal(formatDuration(day + 3_600_000 + 61_000, 4), '1 day 1 hour 1 minute 1 second')
  t.end()
})
