import t from 'tap'
import type { Claim, Status } from '../../../src/model/report.js'
import { claimsOfLevel, findReachedLevel } from '../../../src/verify/bundle/levels.js'
import { judge } from '../../protocol/judge.js'
import { readGood, readScenario } from '../../protocol/scenario-files.js'

/** What each level asks for, from the lowest. */
const asked: readonly string[] = [
  'record.schema record.consistent',
  'statement.signed statement.chain record.matches',
  'seed.committed entries.sealed winner.derived',
  'beacon.genuine beacon.rule evidence.timely evidence.unique',
  'log.included log.witnessed',
]

/** All claims proven but for these. */
function claimsWith(others: Readonly<Record<string, Status | 'not-given'>>): readonly Claim[] {
  return asked
    .flatMap(ids => ids.split(' '))
    .map((id): Claim => {
      const other = others[id] ?? 'proven'
      return other === 'not-given'
        ? { id, status: 'not-applicable', code: 'record-not-given', message: '' }
        : { id, status: other, code: id === 'evidence.unique' ? 'logged-once' : 'values-equal', message: '' }
    })
}

await t.test('a level takes all of its claims, and all below it', t => {
  t.strictSame(
    claimsOfLevel.map(ids => ids.join(' ')),
    ['', ...asked],
  )
  t.strictSame(findReachedLevel(claimsWith({}), false), { level: 5 })
  for (const [below, ids] of asked.entries()) {
    for (const id of ids.split(' ')) {
      for (const status of ['not-provable', 'not-applicable'] as const) {
        t.strictSame(
          findReachedLevel(claimsWith({ [id]: status }), false),
          { level: below, stoppedBy: id },
          id,
        )
      }
      t.strictSame(findReachedLevel(claimsWith({ [id]: 'refuted' }), false), { level: 0, stoppedBy: id })
      t.strictSame(
        findReachedLevel(claimsWith({ [id]: 'not-given' }), false),
        // Nobody showed that there was one commitment: the log was not read for it.
        id === 'evidence.unique' ? { level: 4, stoppedBy: 'log-unread' } : { level: 5 },
        'a record that was not given asks for nothing',
      )
      t.strictSame(
        findReachedLevel(
          claimsWith({}).filter(claim => claim.id !== id),
          false,
        ),
        { level: below, stoppedBy: id },
        `${id} is not there`,
      )
    }
  }
  t.strictSame(
    findReachedLevel(claimsWith({ 'winner.derived': 'not-provable', 'log.included': 'not-provable' }), false),
    { level: 2, stoppedBy: 'winner.derived' },
    'the first that is short',
  )
  t.end()
})

await t.test('a winner who was replaced caps the level at 3', t => {
  t.strictSame(findReachedLevel(claimsWith({}), true), { level: 3, stoppedBy: 'winner-replaced' })
  t.strictSame(findReachedLevel(claimsWith({ 'beacon.rule': 'not-provable' }), true), {
    level: 3,
    stoppedBy: 'winner-replaced',
  })
  t.strictSame(findReachedLevel(claimsWith({ 'entries.sealed': 'not-provable' }), true), {
    level: 2,
    stoppedBy: 'entries.sealed',
  })
  t.strictSame(findReachedLevel(claimsWith({ 'log.included': 'refuted' }), true), {
    level: 0,
    stoppedBy: 'log.included',
  })
  t.end()
})

const withCode = (id: string, code: Claim['code']): readonly Claim[] =>
  claimsWith({}).map(claim => (claim.id === id ? { ...claim, code } : claim))

await t.test('a list that nobody read whole caps the level at 3', t => {
  const light = withCode('entries.sealed', 'entries-light')
  t.strictSame(findReachedLevel(light, false), { level: 3, stoppedBy: 'entries.sealed' })
  t.strictSame(findReachedLevel(light, true), { level: 3, stoppedBy: 'winner-replaced' })
  const short = light.map(claim =>
    claim.id === 'winner.derived' ? { ...claim, status: 'not-provable' as const } : claim,
  )
  t.strictSame(findReachedLevel(short, false), { level: 2, stoppedBy: 'winner.derived' })
  t.end()
})

await t.test('a log of which nobody read the entries caps the level at 4', t => {
  const unread = withCode('evidence.unique', 'observed-once')
  t.strictSame(findReachedLevel(unread, false), { level: 4, stoppedBy: 'log-unread' })
  const short = unread.map(claim =>
    claim.id === 'log.witnessed' ? { ...claim, status: 'not-provable' as const } : claim,
  )
  t.strictSame(findReachedLevel(short, false), { level: 4, stoppedBy: 'log.witnessed' })
  t.end()
})

await t.test('what an observer saw in time and the log has since the draw is not the highest level', t => {
  const { evidence } = readScenario('evidence.unique/observed-in-time-and-logged-after-the-round')
  const { level, stopped_by, findings } = judge(evidence)
  t.match({ level, stopped_by }, { level: 4, stopped_by: 'log-inconclusive' })
  t.match(findings, [{ code: 'log-inconclusive', message: /^the log was read, and does not show enough: / }])
  // Any of several seals could be logged once the winner is known, each with the observer that saw it.
  t.match(judge(readGood('logged')), { level: 5 })
  t.end()
})
