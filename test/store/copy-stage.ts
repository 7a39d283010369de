/**
 * A store in a file with something of everything, to be copied.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { derivePublicKey } from '../../src/core/dsse.js'
import { createVerifierKey, formatVerifierKey, parseNote, signCosignature } from '../../src/core/note.js'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { findUncosigned, keepCosignatures } from '../../src/operator/cosign-log.js'
import { createLog } from '../../src/operator/create-log.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { drawRaffle } from '../../src/operator/draw-raffle.js'
import { readEntryLines } from '../../src/operator/entry-lines.js'
import { importEntries } from '../../src/operator/import-entries.js'
import { generateKey } from '../../src/operator/keys.js'
import { issueOne, withdrawEntry } from '../../src/operator/receipts.js'
import { addToken } from '../../src/operator/desk-tokens.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../src/operator/sequence-log.js'
import { takeEntries } from '../../src/operator/take-entries.js'
import { addEndpoint, confirmEndpoint } from '../../src/operator/webhooks.js'
import type { Store } from '../../src/store/store.js'
import {
  close,
  drawAt,
  goTo,
  list,
  offer,
  raffleId,
  setUp,
  sign,
  roundOf,
  chain,
  type Stage,
} from '../operator/stage.js'
import { Sqlite } from '../sqlite.js'

/** The raffles of {@link fillStore}; `open` has its entries, and is to be sealed. */
export const ids = {
  open: raffleId,
  drawn: '19638a53-01d5-4ea0-96bc-887c4448c4f3',
  sealed: '29638a53-01d5-4ea0-96bc-887c4448c4f3',
  cancelled: '39638a53-01d5-4ea0-96bc-887c4448c4f3',
}

interface FillOptions {
  /** Of the sealed raffle. */
  readonly entries?: number
  readonly file?: string
}

/** Makes the store. */
export async function fillStore(
  test: Parameters<typeof setUp>[0],
  { entries = 600, file = join(test.testdir(), 'raffles.db') }: FillOptions = {},
): Promise<Stage> {
  const stage = await setUp(test, { file, isClockChecked: true })
  const { desk } = stage
  await createLog(desk, 'raffles.example/log')
  const secret = new Uint8Array(32).fill(5)
  const witness = createVerifierKey('witness.example', 'cosignature/v1', derivePublicKey(secret))
  await desk.store.transact(({ log }) =>
    log.writeWitness({ url: 'https://witness.example', vkey: formatVerifierKey(witness) }),
  )
  const allow = { http: false, anyPort: false, networks: [] }
  for (const name of ['one', 'two']) {
    const url = `https://${name}.example/hook`
    const { endpoint } = await addEndpoint(desk, { url, allow, apiUrl: 'https://raffles.example/api/v1' })
    if (name === 'one') await confirmEndpoint(desk, endpoint.id)
  }
  const load = (id: string, text: string): Promise<unknown> =>
    importEntries(desk, id, readEntryLines([Buffer.from(text)]))
  for (const id of [ids.drawn, ids.sealed, ids.cancelled]) {
    const name = `Name of \u{10fffe} ${id.slice(0, 4)}`
    await createRaffle(desk, { ...offer, name, raffleId: id, maxEntries: 1_000_000 })
  }
  await load(ids.drawn, list)
  const strange = ['\u{10fffe}', '\u{10ffff}', '\ue000', '😀', "it's", 'a"b\\']
  const lines = strange.map(id => `${JSON.stringify([id, 'free'])}\n`)
  for (let index = 0; index < entries; index += 1) lines.push(`["${index}","paid"]\n`)
  await load(ids.sealed, lines.join(''))
  await generateKey(desk, offer.operator, 'receipts')
  for (const id of ["it's", '0', '1']) await issueOne(desk, ids.sealed, id)
  await withdrawEntry(desk, ids.sealed, '0', 'refunded')
  await addToken(desk, 'shop', ['entries'])
  await takeEntries(desk, ids.sealed, [{ id: '2', kind: 'paid' }], { token: 'a', key: '1', digest: 'b' })
  const token = Uint8Array.of(0x30, 0)
  await desk.store.transact(({ ceremonies }) =>
    ceremonies.writeToken(ids.sealed, { sequence: 0, authority: 'https://time.example/', token }),
  )
  await cancelRaffle(desk, ids.cancelled, 'too few')
  await goTo(stage, 'imported')
  stage.setClock(close)
  await sealRaffle(desk, ids.drawn)
  await sealRaffle(desk, ids.sealed)
  await sequenceLog(desk)
  const found = await findUncosigned(desk.store.log)
  if (found !== undefined) {
    const cosignature = signCosignature(parseNote(found.note).text, witness.name, drawAt, secret)
    await keepCosignatures(desk, found.head.size, [cosignature])
  }
  stage.setClock(drawAt + 3)
  await drawRaffle(desk, ids.drawn, () => Promise.resolve(sign(roundOf(chain))))
  await desk.store.transact(async ({ outbox }) => {
    await outbox.beat('worker', 0, 8e14)
    await outbox.claim('worker', (await outbox.listEndpoints())[0]?.id ?? '', 1, 7e14)
  })
  stage.setClock(close)
  const database = new Sqlite(stage.file)
  // PostgreSQL keeps these characters as others.
  database.exec("UPDATE webhook_endpoint SET reason = 'it said ' || char(0) || char(0x10fffe) || '0'")
  database.close()
  return stage
}

/** Everything that anybody may see, and what else is read of a store: a name and a hash of each. */
export async function readAll(store: Store): Promise<readonly string[]> {
  const lines: string[] = []
  const add = (name: string, value: unknown): void => {
    lines.push(
      `${name} ${createHash('sha256')
        .update(JSON.stringify(toPlain(value)))
        .digest('hex')}`,
    )
  }
  for (const [name, id] of Object.entries(ids)) {
    const raffle = await store.readRaffle(id)
    add(`${name} audit`, raffle?.audit)
    add(`${name} statistics`, raffle?.statistics)
    add(`${name} history`, await store.readAuditHistory(id))
    add(`${name} statements`, await store.readStatements(id))
    add(`${name} bundle`, await store.readBundle(id))
    for await (const page of (await store.readEntries(id)) ?? []) add(`${name} entries`, page)
    for (const entry of ['ticket-7', '\u{10ffff}', '17']) {
      add(`${name} proof`, await store.readEntryProof(id, entry))
    }
  }
  const { log, outbox } = store
  add('raffles', await store.listRaffles({ limit: 100 }))
  add('summaries', await store.listSummaries({ limit: 100 }))
  add('trust', await store.readTrust())
  add('heads', await log.listHeads(0, 100))
  add('log', await log.readLogEntries(0, 100))
  add('witnesses', await log.listWitnesses())
  add('tokens', await store.desk.listTokens())
  add('endpoints', await outbox.listEndpoints())
  add('deliveries', await outbox.listDeliveries({ limit: 100 }))
  return lines
}

/** Bytes as text, and members in one order. */
function toPlain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value ?? null
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return members.map(([name, member]) => [name, toPlain(member)])
}
