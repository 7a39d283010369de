import { join } from 'node:path'
import t, { type Test } from 'tap'
import { noPostgres } from '../../postgres.js'
import {
  endEach,
  faults,
  formatRows,
  inflict,
  measure,
  type Fault,
  type FaultName,
  type Row,
} from './fleet/faults.js'
import { startFleet, type Fleet } from './fleet/fleet.js'
import { check, type Checked } from './fleet/losses.js'
import { duel, tooEarly } from './fleet/rivals.js'
import { need } from './programs.js'

const skip = noPostgres === false ? need('nginx', 'redis-server', 'setpriv').skip : noPostgres

/** `all`, or names of faults, in `npm run campaign fleet`. */
const wanted = process.env['FLEET'] ?? ''
const chosen = (
  wanted === 'all' ? Object.keys(faults) : wanted.split(',').filter(one => one !== '')
) as FaultName[]

/** Those in which nginx's cache makes a difference. */
const behindCache: readonly FaultName[] = ['none', 'kills', 'immediate', 'stopped', 'databaseCut']

async function rehearse(
  t: Test,
  fleet: Fleet,
  list: readonly Fault[],
): Promise<{ rows: readonly Row[]; checked: Checked }> {
  const spans = []
  for (const fault of list) {
    t.comment(`${new Date().toISOString().slice(11, 19)} ${fault.name}`)
    spans.push(await inflict(fleet, fault))
  }
  await fleet.rest()
  const rows = spans.map(span => measure(fleet, span))
  return { rows, checked: await check(fleet) }
}

function tell(t: Test, fleet: Fleet, rows: readonly Row[], checked: Checked): void {
  for (const line of formatRows(rows, checked)) t.comment(line)
  const { raffles, proven, statementsLost, statementsDoubled, webhooksLost, webhooksSentAgain } = checked
  t.comment(
    `${raffles.length} raffles drawn, ${proven} bundles proven; statements lost ${statementsLost}, doubled ${statementsDoubled}; webhooks lost ${webhooksLost}, sent again with the same id ${webhooksSentAgain}; ${fleet.load.spoiled} bodies that are not those of their ETag`,
  )
  for (const one of [...fleet.instances, ...fleet.workers]) {
    if (one.ends.length > 0) t.comment(`${one.name} ended by itself: ${one.ends.join(', ')}`)
  }
  const again = fleet.said.flatMap(one => (one.kind === 'again' ? [one.code] : []))
  t.comment(`steps of the console done again: ${again.length}`)
  for (const [text, count] of fleet.warnings) t.comment(`warned ${count} times: ${text}`)
}

function assertKept(t: Test, checked: Checked, { load }: Fleet): void {
  t.strictSame(checked.problems, [], 'one history, and every bundle is proven')
  t.equal(checked.proven, checked.raffles.length)
  t.strictSame([checked.statementsLost, checked.statementsDoubled, checked.webhooksLost], [0, 0, 0])
  t.equal(load.spoiled, 0, 'every body is that of its ETag')
}

function assertServed(t: Test, rows: readonly Row[]): void {
  for (const { fault, admitted, lost, requests } of rows) {
    t.ok(admitted <= 2, `${fault.name}: twice the limit at most`)
    if (fault.isWithoutDatabase) continue
    t.ok(lost / requests < 0.001, `${fault.name}: under 0.1 % of requests are lost`)
  }
}

const short: readonly Fault[] = [
  { ...faults.kills, seconds: 4, after: 2, begin: endEach('SIGKILL', 4, false) },
  { ...faults.immediate, after: 5 },
  { ...faults.redisFrozen, seconds: 2, after: 3 },
]

await t.test('a fleet and its faults', { skip: skip || chosen.length > 0, timeout: 180_000 }, async t => {
  const options = { hasCache: false, rate: 60, pause: 250 }
  const fleet = await startFleet(t, join(t.testdir(), 'fleet'), options)
  const { rows, checked } = await rehearse(t, fleet, short)
  tell(t, fleet, rows, checked)
  assertKept(t, checked, fleet)
  const [kills, restart, frozen] = rows
  t.strictSame([...(kills?.bad ?? [])], [], 'an instance that is gone is nobody’s loss')
  t.strictSame([...(frozen?.bad ?? [])], [], 'nor is Redis')
  const statuses = [...(restart?.bad.keys() ?? [])].map(kind => kind.split(' ')[1])
  t.strictSame(
    [...new Set(statuses)].filter(status => status !== '503'),
    [],
    'without a database there is 503',
  )
  assertServed(t, rows)

  if (tooEarly !== false) return
  for (const { ends, statements } of await duel(fleet, 2)) {
    t.equal(statements, 4)
    t.equal(ends.filter(end => end.startsWith('exit 0: drew raffle ID')).length, 1, ends.join(' | '))
  }
})

for (const hasCache of chosen.length > 0 ? [false, true] : []) {
  const title = hasCache ? 'behind nginx with its cache' : 'behind nginx without its cache'
  await t.test(title, { skip, timeout: 1_800_000 }, async t => {
    const fleet = await startFleet(t, join(t.testdir(), 'fleet'), { hasCache, rate: 150, pause: 250 })
    const names = chosen.filter(name => !hasCache || behindCache.includes(name))
    if (fleet.database.fill === undefined) t.comment(`no full disk: ${fleet.database.noDisk ?? ''}`)
    const possible = names.filter(name => name !== 'full' || fleet.database.fill !== undefined)
    const { rows, checked } = await rehearse(
      t,
      fleet,
      possible.map(name => faults[name]),
    )
    tell(t, fleet, rows, checked)
    assertKept(t, checked, fleet)
    assertServed(t, rows)
    if (hasCache || tooEarly !== false) return
    const ends = new Map<string, number>()
    for (const { ends: both, statements } of await duel(fleet, 20)) {
      t.equal(statements, 4)
      const text = both.toSorted().join(' | ')
      ends.set(text, (ends.get(text) ?? 0) + 1)
      t.equal(both.filter(end => end.startsWith('exit 0: drew raffle ID')).length, 1, text)
    }
    for (const [text, count] of ends) t.comment(`${count} × ${text}`)
  })
}
