/**
 * A process that plays, to be killed or kept waiting at a point; or one of several that draw raffles at once. Tests
 * compile and run it (`children.ts`).
 *
 * @packageDocumentation
 */
import { writeSync } from 'node:fs'
import { DrawauditError } from '../../src/errors.js'
import { journalOf } from '../../src/operator/journal.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { perform, plays, setUpPlayer, type PlayName } from './log-play.js'
import { watchPoints, type Fault } from './points.js'
import { recordDesk } from './signed-record.js'
import { obey } from './obey.js'

export interface Orders {
  readonly file: string
  readonly play: PlayName
  readonly fault: Fault
}

/** Milliseconds that whoever is let in has for itself. */
const wait = 100

async function run({ file, play, fault }: Orders): Promise<void> {
  const store = await openSqliteStore(file, { access: 'write' })
  const points = watchPoints()
  const player = setUpPlayer(store, file, desk => recordDesk(desk, file, () => points.isSynced))
  Object.assign(points, {
    journal: journalOf(file),
    fault,
    letIn() {
      writeSync(1, 'here\n')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait)
    },
  })
  try {
    await perform(player, plays[play].steps, name => (points.phase = name))
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    writeSync(1, `${error.code}\n`)
  }
  await store.close()
}

// Loaded and waiting: the time until the kill begins with the orders.
obey(run)
