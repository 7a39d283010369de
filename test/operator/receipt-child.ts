/**
 * A process that makes receipts and asks for time-stamps, to be killed at a point or at any moment. Tests compile and
 * run it (`children.ts`).
 *
 * @packageDocumentation
 */
import { journalOf } from '../../src/operator/journal.js'
import { openStore } from '../../src/store/open-store.js'
import { noon, setUpPlayer } from './log-play.js'
import { watchPoints, type Fault } from './points.js'
import { playReceipts } from './receipt-play.js'
import { recordDesk } from './signed-record.js'
import { obey } from './obey.js'

export interface Orders {
  readonly file: string
  readonly url: string
  readonly fault?: Fault
}

async function run({ file, url, fault }: Orders): Promise<void> {
  const store = await openStore(file, { access: 'write' })
  const points = watchPoints()
  const player = setUpPlayer(store, file, desk => recordDesk(desk, file))
  Object.assign(points, { journal: journalOf(file), fault })
  await playReceipts(player, file, url, noon + 60, name => (points.phase = name))
  await store.close()
}

// Loaded and waiting: the time until the kill begins with the orders.
obey(run)
