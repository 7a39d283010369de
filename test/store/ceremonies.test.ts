import { createHash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import t from 'tap'
import { builtInChains } from '../../src/core/beacon.js'
import { parseSha256 } from '../../src/core/digest.js'
import { hashLeaf, verifyInclusion } from '../../src/core/merkle.js'
import { encodeHex } from '../../src/core/encoding.js'
import { parseBundle, parseEntryProof, type BundleJson } from '../../src/model/bundle.js'
import { encodeLeaf } from '../../src/model/entry.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { createLog } from '../../src/operator/create-log.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { generateKey } from '../../src/operator/keys.js'
import { issueOne, withdrawEntry } from '../../src/operator/receipts.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../src/operator/sequence-log.js'
import { addEndpoint } from '../../src/operator/webhooks.js'
import { buildLightBundle, streamEntryLines, streamFullBundle } from '../../src/store/public-ceremony.js'
import { backupSqliteStore, checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import type { Store } from '../../src/store/store.js'
import {
  chain,
  close,
  drawAt,
  goTo,
  offer,
  operator,
  raffleId,
  readView,
  setUp,
  type Stage,
} from '../operator/stage.js'
import { Sqlite } from '../sqlite.js'

const unknown = '59638a53-01d5-4ea0-96bc-887c4448c4f3'

/** A raffle with so many entries, drawn. */
async function drawMany(stage: Stage, total: number): Promise<void> {
  await createRaffle(stage.desk, { ...offer, maxEntries: total })
  await stage.importText(Array.from({ length: total }, (_, index) => `ticket-${index},paid\n`).join(''))
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  stage.setClock(drawAt)
  await stage.draw()
}

async function isProven(store: Store, id: string): Promise<boolean> {
  const json = await store.readEntryProof(raffleId, id)
  const { entry, index, totalEntries, entriesRoot, inclusion } = parseEntryProof(json)
  return (
    entry.id === id &&
    verifyInclusion({
      index,
      size: totalEntries,
      leafHash: hashLeaf(encodeLeaf(entry)),
      proof: inclusion,
      root: parseSha256(entriesRoot),
    })
  )
}

async function collect(pieces: AsyncIterable<string> | undefined): Promise<string> {
  const kept: string[] = []
  for await (const piece of pieces ?? []) kept.push(piece)
  return kept.join('')
}

await t.test('the proof of every entry leads to the sealed root', async t => {
  const stage = await setUp(t)
  t.equal(await stage.store.readEntryProof(raffleId, 'ticket-0'), undefined)
  await goTo(stage, 'imported')
  t.equal(await stage.store.readEntryProof(raffleId, 'ticket-0'), undefined, 'not sealed yet')
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  for (let index = 0; index < 142; index += 1) t.ok(await isProven(stage.store, `ticket-${index}`))
  t.equal(await stage.store.readEntryProof(raffleId, 'ticket-142'), undefined)
  t.equal(await stage.store.readEntryProof(unknown, 'ticket-0'), undefined)
})

await t.test('where the tree has levels that are kept', async t => {
  const total = 66_000
  const stage = await setUp(t)
  await drawMany(stage, total)
  for (const index of [0, 255, 256, 1000, 65_535, 65_536, total - 1]) {
    t.ok(await isProven(stage.store, `ticket-${index}`), `entry ${index}`)
  }
  t.equal((await stage.store.ceremonies.readNodes(raffleId, 8, 0, 1000)).length, 257)
  t.equal((await stage.store.ceremonies.readNodes(raffleId, 16, 0, 1000)).length, 1)
  t.equal((await stage.verify()).verdict, 'proven')
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
})

await t.test('what is public, as it grows', async t => {
  const stage = await setUp(t)
  const { store } = stage
  for (const read of [
    store.readStatements(raffleId),
    store.readBundle(raffleId),
    store.readEntries(raffleId),
  ]) {
    t.equal(await read, undefined)
  }
  await goTo(stage, 'created')
  const generation = store.generation()
  t.strictSame(Object.keys(await stage.bundle()), ['bundle', 'statements'])
  t.equal(await streamFullBundle(store, raffleId), undefined)
  t.equal(await streamEntryLines(store, raffleId), undefined)
  await goTo(stage, 'drawn')
  t.ok(store.generation() > generation)
  const light = await stage.bundle()
  t.strictSame(Object.keys(light), ['bundle', 'statements', 'beacon', 'winners'])
  const statements = readView(await store.readStatements(raffleId))
  t.strictSame(statements, { raffle_id: raffleId, total_statements: 5, statements: light.statements })
  const full = JSON.parse(await collect(await streamFullBundle(store, raffleId))) as BundleJson
  const lines = await collect(await streamEntryLines(store, raffleId))
  t.equal(lines.split('\n').length, 143)
  t.strictSame(full, {
    ...light,
    entries: lines
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as unknown),
  })
  t.equal(parseBundle(full).entries?.length, 142)
  t.equal(parseTrust(await store.readTrust()).operators.length, 1)
  t.equal(await store.readBundle(unknown), undefined)
})

await t.test('a check finds what was altered', async t => {
  const stage = await setUp(t)
  await drawMany(stage, 300)
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      "UPDATE statement SET payload = CAST('{}' AS BLOB) WHERE sequence = 1",
      /statement 1 is not what was stored/,
    ],
    ["UPDATE statement SET issued_at = 'x' WHERE sequence = 1", /statement 1 has another date than it says/],
    ['DELETE FROM statement WHERE sequence = 2', /statement 3 is in another place/],
    [
      'UPDATE statement SET signature = zeroblob(64) WHERE sequence = 0',
      /statement 0 is not signed by its key/,
    ],
    [
      'UPDATE statement SET signature = NULL WHERE sequence = 2',
      /statement 3 follows one without a signature/,
    ],
    ['UPDATE statement SET signing = 9 WHERE sequence = 4', /in which statements were signed has a gap/],
    ['UPDATE statement SET signing = NULL WHERE sequence = 4', /in which statements were signed has a gap/],
    ['UPDATE signing_key SET public_key = zeroblob(32)', /key [0-9a-f]{64}: it has another public key/],
    ["UPDATE entry SET kind = 'free' WHERE place = 7", /its entries are not as many as it says/],
    ["UPDATE entry SET id = 'x' WHERE place = 7", /an entry is not found at its place/],
    ["UPDATE entry SET id = 'x' WHERE place = 7", /not those that were sealed/],
    ['DELETE FROM entry WHERE place = 299', /not as many/],
    ['UPDATE tree_node SET hash = zeroblob(32)', /node 0 of level 8/],
    ['DELETE FROM tree_node', /node 0 of level 8/],
    ['UPDATE beacon SET signature = zeroblob(48)', /the view bundle is not what was signed/],
    [
      "UPDATE view SET body = CAST('{}' AS BLOB) WHERE name = 'statements'",
      /view statements is not what was/,
    ],
  ]
  for (const [index, [sql, problem]] of cases.entries()) {
    const file = `${stage.file}.${index}`
    await backupSqliteStore(stage.file, file)
    const database = new Sqlite(file)
    database.pragma('foreign_keys = OFF')
    t.ok(database.prepare(sql).run().changes > 0)
    database.close()
    const { problems } = await checkSqliteStore(file, native)
    t.ok(
      problems.some(one => problem.test(one)),
      `${sql}: ${problems.join('; ')}`,
    )
  }
})

await t.test('a backup has the ceremony, and the view is that of the rows', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'drawn')
  await backupSqliteStore(stage.file, `${stage.file}.backup`)
  await stage.store.close()
  copyFileSync(`${stage.file}.backup`, `${stage.file}.copy`)
  const copy = await setUp(t, { file: `${stage.file}.copy`, bare: true })
  const ceremony = await copy.store.ceremonies.readCeremony(raffleId)
  if (ceremony === undefined) throw new Error('it is missing')
  const view = await copy.store.readBundle(raffleId)
  t.strictSame(readView(view), await buildLightBundle(copy.store.ceremonies, copy.store.log, ceremony))
  const digests = await copy.store.ceremonies.readDigests()
  t.strictSame(
    digests.map(({ digest }) => digest),
    ceremony.statements.map(
      ({ payload }) => `sha256:${encodeHex(createHash('sha256').update(payload).digest())}`,
    ),
  )
})

await t.test('what was only noted is discarded, and nothing of it stays', async t => {
  const stage = await setUp(t)
  const { store } = stage
  const keyId = (await store.ceremonies.readSigningKeys())[0]?.keyId ?? ''
  const payload = Uint8Array.of(1)
  const note = (): Promise<void> =>
    store.transact(({ ceremonies }) =>
      ceremonies.note(raffleId, {
        issuedAt: '2026-09-01T12:00:00+00:00',
        statements: [{ sequence: 0, payload, keyId }],
        seeds: [Uint8Array.of(1), Uint8Array.of(2)],
        nodes: [{ level: 8, index: 0, hash: new Uint8Array(32) }],
      }),
    )
  const count = (): readonly unknown[] => {
    const database = new Sqlite(stage.file)
    const counts = ['ceremony', 'statement', 'seed', 'tree_node'].map(table =>
      database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get(),
    )
    database.close()
    return counts
  }
  await note()
  t.strictSame(count(), [1, 1, 2, 1])
  await store.transact(({ ceremonies }) => ceremonies.discardNoted(raffleId))
  t.strictSame(count(), [0, 0, 0, 0])
  await note()
  t.strictSame(count(), [1, 1, 2, 1], 'it can be begun again')
  const sign = (sequence: number): Promise<void> =>
    store.transact(({ ceremonies }) => ceremonies.writeSignature(raffleId, sequence, new Uint8Array(64)))
  await t.rejects(sign(1), { code: 'internal' }, 'nothing is noted there')
  await sign(0)
  await t.rejects(sign(0), { code: 'internal' }, 'it has its signature')
})

await t.test('what is kept of entries that were taken back', async t => {
  const stage = await setUp(t)
  const { ceremonies } = stage.store
  await generateKey(stage.desk, operator, 'receipts')
  await goTo(stage, 'imported')
  const digests = new Map<string, string>()
  const nonce = new Uint8Array(16).fill(3)
  for (const id of ['ticket-7', 'ticket-8', 'ticket-9', 'ticket-10']) {
    const { receipt } = await issueOne(stage.desk, raffleId, id)
    digests.set(id, createHash('sha256').update(receipt.payload).digest('hex'))
    await withdrawEntry(stage.desk, raffleId, id, 'refund')
  }
  await withdrawEntry(stage.desk, raffleId, 'ticket-11', 'no receipt')
  await stage.store.transact(async ({ ceremonies: writer }) => {
    const digest = 'ff'.repeat(32)
    const withdrawal = { withdrawnAt: '2026-09-01T12:00:00+00:00', reason: 'asked for', digest, nonce }
    await writer.withdrawEntry(raffleId, 'paid', { entryId: 'ticket-20', ...withdrawal })
    digests.set('ticket-20', digest)
  })
  t.match(await ceremonies.readWithdrawal(raffleId, 'ticket-7'), {
    ...{ entryId: 'ticket-7', reason: 'refund', digest: digests.get('ticket-7'), nonce: undefined },
  })
  t.match(await ceremonies.readWithdrawal(raffleId, 'ticket-11'), { digest: undefined, nonce: undefined })
  const asked = await ceremonies.readWithdrawal(raffleId, 'ticket-20')
  t.equal(asked?.digest, digests.get('ticket-20'))
  t.strictSame(asked?.nonce, nonce)
  t.equal(await ceremonies.readWithdrawal(raffleId, 'ticket-12'), undefined)
  t.strictSame(
    (await ceremonies.readWithdrawn(raffleId)).map(({ digest }) => encodeHex(digest)),
    [...digests.values()].toSorted(),
    'those with receipts, in the order of their digests, which the root over them has',
  )
})

await t.test('what secrets are opened with is read as it was written', async t => {
  const stage = await setUp(t, { bare: true })
  const { store } = stage
  t.equal(await store.ceremonies.readSecretBox(), undefined)
  const proof = Uint8Array.of(1, 2)
  const scrypt = { cost: 2 ** 17, blockSize: 8, parallelization: 1, salt: new Uint8Array(32).fill(1) }
  for (const row of [{ proof }, { scrypt, proof }, { proof }]) {
    await store.transact(({ ceremonies }) => ceremonies.writeSecretBox(row))
    t.same(await store.ceremonies.readSecretBox(), row)
    t.equal(Object.hasOwn((await store.ceremonies.readSecretBox()) ?? {}, 'scrypt'), 'scrypt' in row)
  }
})

await t.test('the trust file names the chains that nobody has built in, and no key of a webhook', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  await createRaffle(stage.desk, { ...offer, raffleId: unknown, chain: builtInChains.quicknet })
  const allow = { http: false, anyPort: false, networks: [] }
  await addEndpoint(stage.desk, {
    ...{ url: 'https://one.example/hook', allow, apiUrl: 'https://raffles.example/api/v1' },
  })
  const trust = await stage.store.readTrust()
  t.strictSame(
    trust.beacons?.map(beacon => beacon.chain_hash),
    [chain.chainHash],
  )
  t.notOk('webhook_keys' in trust, 'it is the affair of one endpoint')
})

/** What a check says of a store with a log, receipts and a desk, once a row of it was altered. */
async function findProblems(stage: Stage, sql: string, name: string): Promise<readonly string[]> {
  const file = `${stage.file}.${name}`
  await backupSqliteStore(stage.file, file)
  const database = new Sqlite(file)
  database.pragma('foreign_keys = OFF')
  const { changes } = database.prepare(sql).run()
  database.close()
  return changes === 0 ? ['nothing was altered'] : (await checkSqliteStore(file, native)).problems
}

await t.test('a check finds a key of somebody else, and one that is younger than its statements', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'drawn')
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
  const count = (await stage.store.ceremonies.readCeremony(raffleId))?.statements.length ?? 0
  for (const [name, sql, words] of [
    ['operator', "UPDATE signing_key SET operator = 'Another'", 'and its key belong to different operators'],
    ['date', "UPDATE signing_key SET valid_from = '2099-01-01T00:00:00+00:00'", 'is older than its key'],
  ] as const) {
    const problems = await findProblems(stage, sql, name)
    for (let sequence = 0; sequence < count; sequence += 1) {
      t.ok(problems.includes(`raffle ${raffleId}: statement ${sequence} ${words}`), `${sequence} ${words}`)
    }
  }
})

await t.test('a check finds what is not as many as it was', async t => {
  const stage = await setUp(t)
  await generateKey(stage.desk, operator, 'receipts')
  await createLog(stage.desk, 'raffles.example/log')
  await goTo(stage, 'imported')
  for (const id of ['ticket-7', 'ticket-8', 'ticket-9']) await issueOne(stage.desk, raffleId, id)
  await withdrawEntry(stage.desk, raffleId, 'ticket-9', 'refund')
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  await sequenceLog(stage.desk)
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
  const cases = [
    [
      "DELETE FROM receipt WHERE id = 'ticket-7'",
      `raffle ${raffleId}: its receipts are not as many as it says`,
    ],
    ['UPDATE ceremony SET receipts = 4', `raffle ${raffleId}: its receipts are not as many as it says`],
    ['DELETE FROM seed WHERE position = 1', `raffle ${raffleId}: its seeds are not those of its prizes`],
    ['DELETE FROM withdrawal', `raffle ${raffleId}: its withdrawn receipts are not those that were sealed`],
    ['DELETE FROM withdrawal', `raffle ${raffleId}: the receipt of "ticket-9" has no entry`],
    ['UPDATE entry SET place = 500 WHERE place = 3', `raffle ${raffleId}: an entry is missing in its list`],
    [
      "DELETE FROM entry_place WHERE id = 'ticket-3'",
      `raffle ${raffleId}: an entry is not found at its place`,
    ],
    [
      "INSERT INTO log_witness (url, type, vkey) VALUES ('https://witness.example', 'x', 'x')",
      'the log: its witness https://witness.example has no key that can be read, or no URL',
    ],
    ['UPDATE log_entry SET place = 9 WHERE place = 1', 'the log: entry 1 is missing'],
    ['DELETE FROM log_entry WHERE place = 1', 'the log: its last head has 2 entries, and it has 1'],
    [
      'UPDATE log_head SET size = 3 WHERE size = (SELECT max(size) FROM log_head)',
      'the log: a head has a size that it never had',
    ],
  ] as const
  for (const [index, [sql, problem]] of cases.entries()) {
    const problems = await findProblems(stage, sql, String(index))
    t.ok(problems.includes(problem), `${sql}: ${problems.join('; ')}`)
  }
})

await t.test('a check finds a token and an answer of the desk that nobody made', async t => {
  const stage = await setUp(t)
  const database = new Sqlite(stage.file)
  const digest = 'ab'.repeat(32)
  const token = database.prepare(
    'INSERT INTO desk_token (name, digest, scopes, created_at) VALUES (?, ?, ?, ?)',
  )
  token.run('good', digest, 'entries ceremony', '2026-09-01T12:00:00+00:00')
  const request = database.prepare(
    'INSERT INTO desk_request (token, key, digest, answer) VALUES (?, ?, ?, ?)',
  )
  const requests = database.transaction(() => {
    for (let index = 0; index < 1001; index += 1) {
      request.run('good', `key-${String(index).padStart(4, '0')}`, digest, '{}')
    }
  })
  requests()
  database.close()
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
  for (const [name, sql, problem] of [
    ['digest', "UPDATE desk_token SET digest = 'x'", 'desk token good: its digest is no SHA-256 hash'],
    ['long', `UPDATE desk_token SET digest = '${digest}0'`, 'desk token good: its digest is no SHA-256 hash'],
    ['scope', "UPDATE desk_token SET scopes = 'entries all'", 'desk token good: "all" is no scope'],
    [
      'last',
      "UPDATE desk_request SET answer = '{' WHERE key = 'key-1000'",
      'desk request good key-1000: its answer cannot be read',
    ],
    [
      'first',
      "UPDATE desk_request SET answer = '{' WHERE key = 'key-0000'",
      'desk request good key-0000: its answer cannot be read',
    ],
  ] as const) {
    t.strictSame(await findProblems(stage, sql, name), [problem], sql)
  }
})
