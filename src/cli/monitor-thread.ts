/**
 * A thread of `drawaudit monitor`: verifies entries, bundle by bundle.
 *
 * @packageDocumentation
 */
import { parentPort, workerData } from 'node:worker_threads'
import { DrawauditError } from '../errors.js'
import { verifyEntries } from '../log/monitor-entry.js'
import { emptyTrust, parseTrust } from '../model/trust.js'
import { native } from '../native/engine.js'
import type { Answered, Task, ThreadData } from './monitor-threads.js'

const { trust: json } = workerData as ThreadData
const trust = json === undefined ? emptyTrust : parseTrust(json)

parentPort?.on('message', (task: Task) => {
  const answer = answerTask(task)
  parentPort?.postMessage(answer, 'hashes' in answer ? [answer.hashes.buffer] : [])
})

function answerTask({ bundle, start, end, now }: Task): Answered {
  try {
    const rules = { trust, engine: native, now: new Date(now) }
    const { hashes, readings } = verifyEntries(bundle, start, end, rules)
    // Text passes from thread to thread faster than objects do.
    return { hashes: hashes as Uint8Array<ArrayBuffer>, readings: JSON.stringify(readings) }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { code, message, where } = error
    return { code, message, where }
  }
}
