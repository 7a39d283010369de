import { randomBytes } from 'node:crypto'
import t from 'tap'
import { derivePublicKey } from '../../src/core/dsse.js'
import { encodeHex } from '../../src/core/encoding.js'
import { changeSecrets } from '../../src/operator/change-secrets.js'
import { createLog } from '../../src/operator/create-log.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { createDesk, type Desk } from '../../src/operator/desk.js'
import { rotateKey } from '../../src/operator/keys.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import type { Unlock } from '../../src/operator/secrets.js'
import {
  addEndpoint,
  rotateSigningKey as rotateWebhookKey,
  rotateSecret,
} from '../../src/operator/webhooks.js'
import { loadSqlite } from '../../src/io/sqlite.js'
import { keyPlace, pathPlace, secretPlace } from '../../src/store/outbox.js'
import {
  close,
  drawAt,
  failure,
  keyFile,
  list,
  offer,
  operator,
  raffleId,
  setUp,
  type Stage,
} from './stage.js'

const passphrase = { passphrase: 'another horse battery' }
const allow = { http: false, anyPort: false, networks: [] }
const url = 'https://subscriber.example/hook'

const deskOf = ({ desk }: Stage, unlock: Unlock): Desk => createDesk({ ...desk, unlock: () => unlock })

/** A store with a secret of every kind. */
async function setUpAll(test: Parameters<typeof setUp>[0]): Promise<Stage & { readonly endpointId: string }> {
  const stage = await setUp(test)
  const { desk } = stage
  await rotateKey(desk, operator)
  await createRaffle(desk, offer)
  await createLog(desk, 'raffles.example/log')
  const { endpoint } = await addEndpoint(desk, { url, allow, apiUrl: 'https://raffles.example/api/v1' })
  await rotateSecret(desk, endpoint.id, {})
  await rotateWebhookKey(desk, endpoint.id)
  return { ...stage, endpointId: endpoint.id }
}

/** Every value of every column with a secret, in hex. */
async function readSealed(file: string): Promise<readonly string[]> {
  const Sqlite = await loadSqlite()
  const database = new Sqlite(file, { readonly: true })
  try {
    const columns = database
      .prepare<[], { table: string; column: string }>(
        `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m, pragma_table_info(m.name) c
         WHERE m.type = 'table' AND (c.name LIKE '%secret' OR c.name LIKE '%private_key' OR c.name IN ('path', 'proof')) ORDER BY 1, 2`,
      )
      .all()
    return columns.flatMap(({ table, column }) => {
      const values = database.prepare<[], Buffer>(`SELECT ${column} FROM ${table}`).pluck().all()
      t.ok(values.length > 0 && values.every(value => value.length > 0), `${table}.${column} has a secret`)
      return values.map(encodeHex)
    })
  } finally {
    database.close()
  }
}

await t.test('every secret of a store is encrypted anew, and all goes on', async t => {
  const stage = await setUpAll(t)
  const { store, endpointId } = stage
  const before = await readSealed(stage.file)
  // Two signing keys, three seeds, the log’s, two of webhooks, an endpoint’s with the one before, and its path.
  t.equal(await changeSecrets(deskOf(stage, keyFile), passphrase), 11)
  const after = await readSealed(stage.file)
  t.equal(after.length, before.length)
  t.strictSame(
    before.filter(value => after.includes(value)),
    [],
    'nothing is as it was',
  )

  t.match(await failure(deskOf(stage, keyFile).openSecrets()), { code: 'secret-locked', hint: /PASSPHRASE/ })
  const desk = deskOf(stage, passphrase)
  const { decrypt } = await desk.openSecrets()
  const endpoint = await store.outbox.readEndpoint(endpointId)
  for (const key of [endpoint?.key, endpoint?.oldKey]) {
    if (key === undefined) throw new Error('there is no key')
    t.same(derivePublicKey(decrypt(key.secret, keyPlace(endpointId, key.publicKey))).bytes, key.publicKey)
  }
  for (const sealed of [endpoint?.secret, endpoint?.oldSecret?.secret]) {
    t.equal(decrypt(sealed ?? new Uint8Array(), secretPlace(endpointId)).length, 32)
  }
  t.strictSame(
    Buffer.from(
      decrypt(endpoint?.path ?? new Uint8Array(), pathPlace(endpoint ?? { id: '', origin: '', allow })),
    ).toString(),
    '/hook',
  )
  const again = await setUp(t, { store, file: stage.file, bare: true, unlock: passphrase })
  await again.importText(list)
  again.setClock(close)
  await sealRaffle(again.desk, raffleId)
  again.setClock(drawAt)
  await again.draw()
  t.equal((await again.verify()).verdict, 'proven')
})

await t.test('a key file takes the place of a passphrase, and the same one may be given again', async t => {
  const stage = await setUp(t, { unlock: passphrase })
  t.equal(await changeSecrets(stage.desk, passphrase), 1)
  const other = { key: new Uint8Array(randomBytes(32)) }
  t.equal(await changeSecrets(deskOf(stage, passphrase), other), 1)
  t.equal((await rotateKey(deskOf(stage, other), operator)).key.operator, operator)
})

await t.test('who opened the secrets before writes none that could never be read', async t => {
  const stage = await setUpAll(t)
  const { desk, store, endpointId } = stage
  await desk.openSecrets()
  await changeSecrets(deskOf(stage, keyFile), passphrase)
  const before = await readSealed(stage.file)
  const other = { ...offer, raffleId: 'a9638a53-01d5-4ea0-96bc-887c4448c4f3' }
  for (const [what, action] of Object.entries({
    'a raffle': () => createRaffle(desk, other),
    'a signing key': () => rotateKey(desk, operator),
    'an endpoint': () => addEndpoint(desk, { url: `${url}/2`, allow }),
    'a secret of an endpoint': () => rotateSecret(desk, endpointId, {}),
    'a key of an endpoint': () => rotateWebhookKey(desk, endpointId),
    'a log': () => createLog(desk, 'raffles.example/log-2'),
    'a passphrase': () => changeSecrets(desk, passphrase),
  })) {
    t.match(await failure(action()), { code: 'secret-locked', message: /was changed meanwhile/ }, what)
  }
  t.strictSame(await readSealed(stage.file), before)
  t.equal((await store.ceremonies.readDigests()).length, 1)
})

await t.test('where one secret cannot be read, all stay as they are', async t => {
  const stage = await setUpAll(t)
  const { store, endpointId } = stage
  await store.transact(async ({ outbox }) => {
    const endpoint = await outbox.readEndpoint(endpointId)
    if (endpoint !== undefined) await outbox.writeEndpoint({ ...endpoint, secret: new Uint8Array(60) })
  })
  const before = await readSealed(stage.file)
  t.match(await failure(changeSecrets(deskOf(stage, keyFile), passphrase)), { code: 'store-damaged' })
  t.strictSame(await readSealed(stage.file), before)
  t.match(await failure(changeSecrets(stage.desk, { passphrase: 'password1234' })), { code: 'secret-locked' })
  t.strictSame(await readSealed(stage.file), before)
})
