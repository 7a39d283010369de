import t from 'tap'
import { DrawauditError } from '../../../src/errors.js'
import { isJournal, table, transactions } from '../../operator/fault-table.js'
import { countSigned, open, points, Stores } from '../../operator/fault-stage.js'
import type { PlayName } from '../../operator/log-play.js'
import type { Fault } from '../../operator/points.js'

type Test = Pick<typeof t, 'equal' | 'strictSame'>

const stores = new Stores(t.testdir())
await stores.make()

const cases = Object.entries(table).flatMap(([name, all]) =>
  all.map(point => ({ name: name as PlayName, point })),
)

/** Plays with a fault, then again: by the same process when it is `patient`, and by a new one. */
async function suffer(
  t: Test,
  name: PlayName,
  fault: Fault,
  { isPatient = false, isFailure = true } = {},
): Promise<string | undefined> {
  const file = stores.copy(name)
  const { store, play } = await open(file, name)
  Object.assign(points, { fault, trace: [] })
  let signed = 0
  const failed: unknown = await play('', () => (signed = countSigned(file))).catch((error: unknown) => error)
  points.trace = []
  const title = `${fault.kind} at ${name}, ${fault.at}${fault.kind === 'pages' ? `, ${fault.pages}` : ''}`
  if (fault.kind !== 'pages') t.equal(points.fault, undefined, `${title}: it was met`)
  const code = failed instanceof DrawauditError ? failed.code : undefined
  if (failed !== undefined && code === undefined) throw new Error(title, { cause: failed })
  if (isFailure) t.equal(code, isJournal(fault.at) ? 'file-access' : 'store-unavailable', title)
  if (isJournal(fault.at) && isFailure) t.equal(countSigned(file), signed, `${title}: nothing was signed`)
  if (isPatient) await play('same ')
  await store.close()
  await stores.finish(t, name, file, `${title}: one history`)
  return code
}

await t.test('the table has every kind of effect', async t => {
  const kind = (point: string): string => point.replace(/^\w+: /, '').replace(/ \d+$/, '')
  const known = new Set(cases.map(({ point }) => kind(point)))
  for (const name of Object.keys(table) as PlayName[]) {
    const { store, play } = await open(stores.copy(name), name)
    points.trace = []
    await play()
    await store.close()
    t.strictSame(
      table[name].filter(point => !points.trace.includes(point)),
      [],
      `every point of the play ${name} is passed`,
    )
    // What is made in the same transaction as one of these, and by the same driver.
    const beside = [
      ...['delete log_cosignature', 'delete log_head', 'delete log_tile', 'delete log_entry'],
      ...['insert raffle_summary', 'update raffle_summary'],
    ]
    const others = ['insert seed', 'insert raffle', ...beside]
    t.strictSame(
      points.trace.map(kind).filter(one => !known.has(one) && !others.includes(one)),
      [],
      `and no other is passed`,
    )
  }
})

await t.test('an error, and nothing was done', async t => {
  for (const { name, point } of cases)
    await suffer(t, name, { at: point, kind: 'before' }, { isPatient: true })
  t.comment(`${cases.length} cases, after which the same process goes on`)
})

await t.test('an error, and it was done', async t => {
  for (const { name, point } of cases) await suffer(t, name, { at: point, kind: 'persisted' })
  const some = cases.filter(({ point }) => /begin|commit\b(?!:)/.test(point.replace(/^\w+: /, '')))
  for (const { name, point } of some) {
    await suffer(t, name, { at: point, kind: 'persisted' }, { isPatient: true })
  }
  t.comment(`${cases.length} cases, and ${some.length} after which the same process goes on`)
})

await t.test('the disk is full, or writes half', async t => {
  let count = 0
  for (const { name, point } of cases.filter(one => / (?:open|write|fsync)(?: |$)/.test(one.point))) {
    for (const isPatient of [false, true]) await suffer(t, name, { at: point, kind: 'full' }, { isPatient })
    count += 2
  }
  const writes = cases.filter(one => one.point.endsWith(' write'))
  for (const { name, point } of writes)
    await suffer(t, name, { at: point, kind: 'short' }, { isFailure: false })
  t.comment(`${count} cases of a full disk for the journal, ${writes.length} of half a write`)
})

await t.test('the database cannot grow', async t => {
  let count = 0
  for (const [name, at] of transactions) {
    for (let pages = 0; ; pages = pages * 2 + 1) {
      const isPatient = pages % 2 === 0
      const code = await suffer(t, name, { at, kind: 'pages', pages }, { isPatient, isFailure: false })
      if (code === undefined) break
      t.equal(code, 'store-unavailable')
      count += 1
    }
  }
  // How much each needs is a matter of random bytes; most need a page or more.
  t.ok(count >= transactions.length, `${count} cases`)
  t.comment(`${count} cases of SQLITE_FULL, in ${transactions.length} transactions`)
})
