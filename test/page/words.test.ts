// From the statuses of a report to the words of the page.
import t from 'tap'
import type { Claim } from '../../src/model/report.js'
import type { PageClaim, PageVerdict } from '../../src/page/model.js'
import { describeClaim, describePageLevel, joinWords } from '../../src/page/words.js'
import { claimsOfLevel } from '../../src/verify/bundle/levels.js'

await t.test('what is proven has to be proven in every part', t => {
  const cases: readonly (readonly [joined: PageVerdict, words: readonly PageVerdict[]])[] = [
    ['not-checked', []],
    ['proven', ['proven', 'proven']],
    ['believed', ['proven', 'believed']],
    ['not-checked', ['proven', 'not-checked', 'believed']],
    ['pending', ['proven', 'pending', 'not-checked']],
    ['not-provable', ['not-provable', 'pending', 'proven']],
    ['refuted', ['proven', 'not-provable', 'refuted']],
  ]
  for (const [joined, words] of cases) t.equal(joinWords(words), joined, words.join(' '))
  t.end()
})

await t.test('a claim has the values that its report has, and no others', t => {
  const claim: Claim = { id: 'a.b', status: 'proven', message: 'it is so', code: 'values-differ' }
  t.strictSame(describeClaim(claim, 'no'), {
    ...{ id: 'a.b', word: 'proven', message: 'it is so', code: 'values-differ', says: 'It is so.' },
  })
  const refuted = describeClaim(
    { ...claim, status: 'refuted', expected: '1', found: '2', pointer: '/draws' },
    'no',
  )
  t.strictSame(refuted, {
    ...{ id: 'a.b', word: 'refuted', message: 'it is so', code: 'values-differ', says: 'It is so.' },
    ...{ expected: '1', found: '2', pointer: '/draws' },
  })
  t.end()
})

await t.test('what a raffle does not have yet is still to come', t => {
  const wordOf = (id: string, code: string, waits: Parameters<typeof describeClaim>[1]): PageVerdict =>
    describeClaim({ id, code, status: 'not-provable', message: 'it is: no' } as Claim, waits).word
  t.equal(wordOf('winner.derived', 'chain-unfinished', 'for the draw'), 'pending')
  t.equal(wordOf('winner.derived', 'evidence-missing', 'for the seal'), 'pending')
  t.equal(wordOf('winner.derived', 'chain-unfinished', 'no'), 'not-provable', 'it is overdue')
  t.equal(wordOf('winner.derived', 'pool-empty', 'for the draw'), 'not-provable', 'something is wrong')
  t.equal(wordOf('evidence.timely', 'evidence-missing', 'for the seal'), 'pending')
  t.equal(
    wordOf('evidence.timely', 'evidence-missing', 'for the draw'),
    'not-provable',
    'it is too late for that',
  )
  t.equal(wordOf('statement.signed', 'evidence-missing', 'for the seal'), 'not-provable')
  t.end()
})

const ids = [...new Set(claimsOfLevel.flat())]
const claimsBut = (
  others: Readonly<Record<string, readonly [PageVerdict, string?]>> = {},
): readonly PageClaim[] =>
  ids.map(id => {
    const [word, code = 'x'] = others[id] ?? ['proven']
    return { id, word, code, message: '', says: '' }
  })

const rungsOf = (reached: number, claims: readonly PageClaim[], stoppedBy?: string): readonly string[] =>
  describePageLevel(reached, stoppedBy, claims, claimsOfLevel).rungs.map(
    ({ level, word, stoppedBy: by, fits }) =>
      `${level} ${word}${by === undefined ? '' : ` by ${by}`}${fits === true ? ', fits' : ''}`,
  )

await t.test('a step of the ladder that is not reached names the first claim that is short of it', t => {
  const timely = claimsBut({ 'evidence.timely': ['not-provable'], 'evidence.unique': ['not-provable'] })
  t.strictSame(rungsOf(3, timely).slice(0, 4), [
    ...['1 proven', '2 proven', '3 proven', '4 not-provable by evidence.timely'],
  ])
  const withoutRecord = claimsBut({
    'record.matches': ['not-checked', 'record-not-given'],
    'winner.derived': ['not-provable'],
  })
  t.equal(rungsOf(2, withoutRecord)[2], '3 not-provable by winner.derived', 'a record need not be there')
  t.equal(rungsOf(3, claimsBut(), 'winner-replaced')[3], '4 not-provable by winner-replaced')
  t.equal(rungsOf(3, claimsBut())[3], '4 not-provable')
  t.end()
})

await t.test('above what is refuted no step is reached', t => {
  const rungs = rungsOf(0, claimsBut({ 'seed.committed': ['refuted'] }))
  t.ok(rungs.every(rung => !rung.includes('proven') || rung.includes('not-provable')))
  t.equal(rungs[0], '1 not-provable, fits')
  t.match(rungs[2], /^3 refuted by seed\.committed$/)
  t.end()
})
