import t from 'tap'
import { table } from '../../operator/fault-table.js'
import { Children } from '../../operator/children.js'
import { open, points, Stores } from '../../operator/fault-stage.js'
import type { Orders } from '../../operator/log-child.js'
import { perform, plays, setUpPlayer, type PlayName } from '../../operator/log-play.js'
import type { Fault } from '../../operator/points.js'
import { recordDesk } from '../../operator/signed-record.js'
import { DrawauditError } from '../../../src/errors.js'

const folder = t.testdir()
const stores = new Stores(folder)
await stores.make()
const children = new Children<Orders>('log-child.ts', folder)
t.teardown(() => {
  children.end()
})

// `npm run campaign kills` tries all of them, this every second one.
const isWhole = process.env['KILLS'] !== undefined
const cases = Object.entries(table)
  .flatMap(([name, all]) => all.map(at => ({ play: name as PlayName, at })))
  .filter((_, index) => isWhole || index % 2 === 0)

await t.test('killed before any effect, or in the middle of a write', async t => {
  let torn = 0
  for (const { play, at } of cases) {
    for (const kind of at.endsWith(' write') ? (['kill', 'torn'] as const) : (['kill'] as const)) {
      const file = stores.copy(play)
      const { signal } = await children.start({ file, play, fault: { at, kind } }).ended
      t.equal(signal, 'SIGKILL', `${kind} at ${play}, ${at}`)
      await stores.finish(t, play, file, `${kind} at ${play}, ${at}: one history`)
      if (kind === 'torn') torn += 1
    }
  }
  t.comment(`${cases.length} cases before an effect, ${torn} in the middle of a write`)
})

await t.test('someone else works meanwhile', async t => {
  const some = cases.filter(({ at }) =>
    / (?:begin|commit|write|fsync|log_entry|log_head|signature)(?: |$)/.test(at),
  )
  let busy = 0
  for (const { play, at } of some) {
    const fault: Fault = { at, kind: 'slow' }
    const file = stores.copy(play)
    const { store } = await open(file, play)
    points.phase = 'rival'
    const rival = setUpPlayer(store, file, desk => recordDesk(desk, file, () => points.isSynced))
    const child = children.start({ file, play, fault })
    await new Promise<void>(resolve => {
      child.process.stdout.once('data', () => {
        resolve()
      })
      child.process.once('close', () => {
        resolve()
      })
    })
    // First another sequencer, then everything else too.
    const other: unknown = await perform(rival, ['head', ...plays[play].steps]).catch(
      (error: unknown) => error,
    )
    const { output } = await child.ended
    const [met = '', refused = ''] = output.split('\n')
    t.equal(met, 'here', `${play}, ${at}`)
    if (other !== undefined && !(other instanceof DrawauditError)) throw other as Error
    for (const code of [refused, other?.code ?? '']) {
      t.match(code, /^(?:|store-busy|log-exists)$/, `${at}: at most told that another one was faster`)
    }
    if (refused !== '' || other !== undefined) busy += 1
    await store.close()
    await stores.finish(t, play, file, `slow at ${play}, ${at}: one history`)
  }
  t.comment(`${some.length} cases, in ${busy} of which one was told that the other was faster`)
})
