// A worker that delivers webhooks until it is told to end. Run by bench/webhooks.js.
import { randomUUID } from 'node:crypto'
import { native } from '../dist/native/engine.js'
import { openSecretBox } from '../dist/operator/secrets.js'
import { openSqliteStore } from '../dist/store/sqlite/sqlite-store.js'
import { createDeliverer } from '../dist/webhook/deliver.js'
import { createSender } from '../dist/webhook/send.js'

const store = await openSqliteStore(process.argv[2], { access: 'write' })
const row = await store.ceremonies.readSecretBox()
const box = await openSecretBox(row, { key: new Uint8Array(32).fill(9) }, length => new Uint8Array(length))
const sender = createSender()
const deliverer = createDeliverer({
  store,
  decrypt: box.decrypt,
  sender,
  engine: native,
  worker: randomUUID(),
  now: () => Date.now(),
  random: Math.random,
})
const stop = new AbortController()
process.once('message', () => stop.abort())
process.send('ready')
const begun = process.cpuUsage()
const totals = await deliverer.run(stop.signal, stop.signal)
const { user, system } = process.cpuUsage(begun)
await store.close()
process.send({ ...totals, cpu: (user + system) / 1000 / totals.attempts }, () => process.exit())
