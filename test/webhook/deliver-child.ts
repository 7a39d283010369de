/**
 * A worker as a process of its own, to be killed at any moment. The tests beside it compile and run it.
 *
 * @packageDocumentation
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { native } from '../../src/native/engine.js'
import { openSecretBox } from '../../src/operator/secrets.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { createDeliverer } from '../../src/webhook/deliver.js'
import type { HostLimits } from '../../src/webhook/hosts.js'
import { createSender } from '../../src/webhook/send.js'
import { keyFile } from '../operator/stage.js'

export interface Orders {
  readonly file: string
  readonly limits: Partial<HostLimits>
  /** End when nothing is due. */
  readonly once: boolean
}

const { file, limits, once } = JSON.parse(String(process.argv[2])) as Orders
const store = await openSqliteStore(file, { access: 'write' })
const row = await store.ceremonies.readSecretBox()
if (row === undefined) throw new Error('the store has no secrets')
const box = await openSecretBox(row, keyFile, length => new Uint8Array(randomBytes(length)))
const deliverer = createDeliverer({
  store,
  decrypt: (sealed, place) => box.decrypt(sealed, place),
  sender: createSender({ timeout: 3000 }),
  engine: native,
  worker: randomUUID(),
  now: () => Date.now(),
  random: Math.random,
  limits,
})
const stop = new AbortController()
process.once('SIGTERM', () => {
  stop.abort()
})
const totals = await (once ? deliverer.runOnce(stop.signal) : deliverer.run(stop.signal))
await store.close()
process.stdout.write(JSON.stringify(totals))
process.exit()
