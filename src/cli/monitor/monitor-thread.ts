/**
 * Worker thread of `drawaudit monitor`: verifies bundles of entries.
 *
 * @packageDocumentation
 */
import { workerData } from 'node:worker_threads'
import { verifyEntries } from '../../log/monitor/entry.js'
import { emptyTrust, parseTrust } from '../../model/trust.js'
import { native } from '../../native/engine.js'
import { answerTasks } from '../../io/answer-tasks.js'
import type { HashedReadings, MonitorTask, MonitorThreadData } from './monitor-threads.js'

const { trust: json } = workerData as MonitorThreadData
const trust = json === undefined ? emptyTrust : parseTrust(json)

answerTasks({
  answer: ({ bundle, start, end, now }: MonitorTask): HashedReadings => {
    const rules = { trust, engine: native, now: new Date(now) }
    const { hashes, readings } = verifyEntries(bundle, start, end, rules)
    return { hashes: hashes as Uint8Array<ArrayBuffer>, readings: JSON.stringify(readings) }
  },
  transfer: ({ hashes }) => [hashes.buffer],
})
