import t from 'tap'
import { attest, createRaffle, createSigner, runRaffle, type Evidence } from '../../protocol/factory.js'
import { judge } from '../../protocol/judge.js'
import { base } from '../../protocol/scenarios/scenario.js'
import { parseObservations } from '../../../src/model/observation.js'
import { claimOf } from '../report.js'

const { observer, operator, times } = runRaffle(base)

/** A light bundle, and what somebody says of its list. */
const light = (by = observer, changes: object = {}, at = times.now - 1): Evidence => {
  const evidence = createRaffle({ ...base, list: 'light' })
  evidence.observations.push([attest(by, at, evidence.bundle.statements[1]!, changes as never)])
  return evidence
}

await t.test('a list that an observer read lifts the cap on a light bundle', t => {
  const subject = judge(light())
  t.equal(subject.level, 4)
  t.equal(subject.verdict, 'proven')
  t.match(claimOf(subject, 'entries.sealed'), { code: 'entries-light', message: /had read it whole at/ })
  t.match(subject.who_could_choose, /who read the list, are honest/)
  t.match(subject.headline, /who read the list/)
  const { observations, ...rest } = light()
  const attestations = observations.splice(2).flatMap(file => parseObservations(file))
  t.equal(judge({ ...rest, observations }, { attestations }).level, 4)
  t.equal(judge({ ...rest, observations }).level, 3)
  t.end()
})

await t.test('and nobody else’s, and no other list', t => {
  const other = { entries_root: `sha256:${'0'.repeat(64)}` }
  const cases: Readonly<Record<string, Evidence>> = {
    stranger: light(createSigner('Stranger')),
    operator: light(operator),
    'another raffle': light(observer, { raffle_id: '00000000-0000-4000-8000-000000000000' }),
    'another root': light(observer, other),
    'other counts': light(observer, { total_entries: 6 }),
    'other kinds': light(observer, { paid_entries: 0, free_entries: 5 }),
    'after now': light(observer, {}, times.now + 1),
    'another type': light(observer, { type: 'lists' }),
    'a member more': light(observer, { more: 1 }),
  }
  for (const [name, evidence] of Object.entries(cases)) {
    const subject = judge(evidence)
    t.equal(subject.level, 3, name)
    t.equal(subject.stopped_by, 'entries.sealed', name)
    t.match(claimOf(subject, 'evidence.timely'), { status: 'proven' }, name)
  }
  const odd = judge(light(observer, other)).findings
  t.match(odd, [{ code: 'list-other', message: /read another list of this raffle, of 5 entries/ }])
  t.match(judge(light(observer, {}, times.now + 1)).findings, [{ code: 'time-in-future' }])
  t.end()
})

await t.test('one inside the bundle makes it unreadable', t => {
  const evidence = light()
  Object.assign(evidence.bundle, { attestations: evidence.observations.pop() })
  t.match(judge(evidence).claims, [{ code: 'bundle-invalid' }])
  t.end()
})

await t.test('it lifts no other cap', t => {
  const replaced = createRaffle({ ...base, list: 'light', replace: [1], listRead: times.now - 1 })
  t.match(judge(replaced), { level: 3, stopped_by: 'winner-replaced' })
  t.equal(judge(replaced, { acceptReplacements: true }).level, 4)
  const unread = createRaffle({
    ...base,
    list: 'light',
    listRead: times.now - 1,
    log: { isObserved: true, isRead: false },
  })
  t.match(judge(unread), { level: 4, stopped_by: 'log-unread' })
  t.end()
})
