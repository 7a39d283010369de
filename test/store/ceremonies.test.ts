import { createHash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import t from 'tap'
import { parseSha256 } from '../../src/core/digest.js'
import { hashLeaf, verifyInclusion } from '../../src/core/merkle.js'
import { encodeHex } from '../../src/core/encoding.js'
import { parseBundle, parseEntryProof, type BundleJson } from '../../src/model/bundle.js'
import { encodeLeaf } from '../../src/model/entry.js'
import { parseTrust } from '../../src/model/trust.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { buildLightBundle, streamEntryLines, streamFullBundle } from '../../src/store/public-ceremony.js'
import { backupSqliteStore, checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import type { Store } from '../../src/store/store.js'
import { close, drawAt, goTo, offer, raffleId, readView, setUp, type Stage } from '../operator/stage.js'
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
  t.strictSame((await checkSqliteStore(stage.file)).problems, [])
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
    ['DELETE FROM statement WHERE sequence = 2', /statement 3 stands in another place/],
    [
      'UPDATE statement SET signature = zeroblob(64) WHERE sequence = 0',
      /statement 0 is not signed by its key/,
    ],
    [
      'UPDATE statement SET signature = NULL WHERE sequence = 2',
      /statement 3 follows one without a signature/,
    ],
    ['UPDATE signing_key SET public_key = zeroblob(32)', /key [0-9a-f]{64}: it has another public key/],
    ["UPDATE entry SET kind = 'free' WHERE place = 7", /its entries are not as many as it says/],
    ["UPDATE entry SET id = 'x' WHERE place = 7", /an entry is not found where it stands/],
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
    const { problems } = await checkSqliteStore(file)
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
