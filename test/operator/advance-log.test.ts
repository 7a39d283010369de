import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { formatSignatureLine, formatVerifierKey, parseNote, signCosignature } from '../../src/core/note.js'
import type { WitnessKey } from '../../src/log/witness/key.js'
import { parseAddCheckpoint } from '../../src/log/witness/request.js'
import { advanceLog } from '../../src/operator/advance-log.js'
import { createLog } from '../../src/operator/create-log.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { witnessKey } from '../log/witnessed.js'
import { close, goTo, raffleId, setUp, type Stage } from './stage.js'

interface Witness {
  readonly key: WitnessKey
  readonly url: string
  /** Those who wait for an answer: each call gives one. */
  readonly waiting: (() => void)[]
  asked: number
}

/** A witness that accepts what it is sent, and answers at once or when the test says so. */
async function serve(
  test: { teardown: (end: () => void) => void },
  name: string,
  isSilent: boolean,
): Promise<Witness> {
  const key = witnessKey(name)
  const cosign = (body: Buffer, response: ServerResponse): void => {
    const { text } = parseNote(parseAddCheckpoint(body).note)
    response.end(
      formatSignatureLine(signCosignature(text, name, Math.floor(Date.now() / 1000), key.secretKey)),
    )
  }
  const http = createServer((request, response) => {
    witness.asked += 1
    void request.toArray().then(chunks => {
      const answer = (): void => {
        cosign(Buffer.concat(chunks as Buffer[]), response)
      }
      if (isSilent) witness.waiting.push(answer)
      else answer()
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  test.teardown(() => {
    http.close()
    http.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const witness: Witness = { key, url, waiting: [], asked: 0 }
  return witness
}

async function name({ store }: Stage, witnesses: readonly Witness[]): Promise<void> {
  await store.transact(async ({ log }) => {
    for (const { url, key } of witnesses)
      await log.writeWitness({ url, vkey: formatVerifierKey(key.verifier) })
  })
}

const isKept = async ({ store }: Stage, { key }: Witness): Promise<boolean> =>
  (await store.log.findCosigned(key.verifier.name, key.verifier.keyId)) !== undefined

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setImmediate(resolve))
}

await t.test('what a witness says is kept while another is silent, which is asked again', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  await createLog(stage.desk, 'raffles.example/log')
  const prompt = await serve(t, 'prompt.example', false)
  const silent = await serve(t, 'silent.example', true)
  const all = [prompt, silent]
  await name(stage, all)

  // For ever, as far as the test goes: it is the witness that ends the wait.
  const patient = advanceLog(stage.desk, { env: {}, patience: 600_000 })
  await until(() => isKept(stage, prompt))
  t.notOk(await isKept(stage, silent), 'the one is kept before the other has answered')
  await until(async () => Promise.resolve(silent.waiting.length > 0))
  silent.waiting.shift()?.()
  t.match(await patient, { witnesses: 2, cosigned: 2, faults: [] })

  await stage.importText('ticket-1,paid\nticket-2,paid\nticket-3,free\n')
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  const before = performance.now()
  const advanced = await advanceLog(stage.desk, { env: {}, patience: 20 })
  // Ten seconds is what a witness has that is the only one.
  t.ok(performance.now() - before < 8000, 'nobody waits for it')
  t.match(advanced, { size: 2, witnesses: 2, cosigned: 1, faults: [{ url: silent.url }] })
  t.match(advanced?.faults[0]?.fault, { code: 'remote-timeout', message: /of the first witness/ })

  const again = advanceLog(stage.desk, { env: {} })
  await until(async () => Promise.resolve(silent.waiting.length > 1))
  silent.waiting.splice(0).forEach(answer => {
    answer()
  })
  t.match(await again, { size: 2, cosigned: 2, faults: [] })
  t.strictSame([prompt.asked, silent.asked], [2, 3], 'it alone is asked again')
})

await t.test('what the store cannot take at once it is given again, and an end keeps what came', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  await createLog(stage.desk, 'raffles.example/log')
  const prompt = await serve(t, 'prompt.example', false)
  const silent = await serve(t, 'silent.example', true)
  await name(stage, [prompt, silent])
  const { store } = stage
  let faults = 0
  const failing = new Proxy(store, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target)
      if (typeof value !== 'function') return value
      if (member !== 'transact') return value.bind(target) as unknown
      return async (...given: Parameters<typeof store.transact>) => {
        if (prompt.asked > 0 && faults++ === 0) throw new Error('not now')
        return target.transact(...given)
      }
    },
  })
  const stop = new AbortController()
  const reason = new Error('enough')
  const advancing = advanceLog(
    { ...stage.desk, store: failing },
    { env: {}, patience: 600_000, signal: stop.signal },
  )
  await until(async () => Promise.resolve(faults > 0 && silent.waiting.length > 0))
  stop.abort(reason)
  await t.rejects(advancing, reason)
  t.ok(await isKept(stage, prompt), 'nothing that came is lost')
})
