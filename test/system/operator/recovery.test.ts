// What docs/OPERATING.md tells an operator to do when something is lost in the middle of a raffle, done.
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loadSqlite } from '../../../src/io/sqlite.js'
import { native } from '../../../src/native/engine.js'
import { adoptStore } from '../../../src/operator/adopt-store.js'
import { createLog } from '../../../src/operator/create-log.js'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { createDesk } from '../../../src/operator/desk.js'
import { journalOf } from '../../../src/operator/journal.js'
import { generateKey, listKeys, revokeKey, rotateKey } from '../../../src/operator/keys.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../../src/operator/sequence-log.js'
import {
  backupSqliteStore,
  checkSqliteStore,
  restoreSqliteStore,
} from '../../../src/store/sqlite/maintenance.js'
import {
  close,
  drawAt,
  failure,
  goTo,
  offer,
  operator,
  raffleId,
  setUp,
  type Stage,
} from '../../operator/stage.js'

const passphrase = { passphrase: 'correct horse battery' }
const otherId = 'a9638a53-01d5-4ea0-96bc-887c4448c4f3'

/** Goes on with a raffle that has its list, up to its winners, and verifies it. */
async function finish(stage: Stage): Promise<string | undefined> {
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  stage.setClock(drawAt)
  await stage.draw()
  return (await stage.verify()).verdict
}

await t.test('a lost passphrase: the old key is revoked, and a new store begins', async t => {
  const stage = await setUp(t, { unlock: passphrase })
  await goTo(stage, 'imported')
  stage.setClock(close)
  const guess = createDesk({ ...stage.desk, unlock: () => ({ passphrase: 'was it this one, perhaps?' }) })
  t.match(await failure(sealRaffle(guess, raffleId)), { code: 'secret-locked' }, 'nothing is signed')
  t.match(await failure(rotateKey(guess, operator)), { code: 'secret-locked' }, 'and no key is made')
  t.equal((await stage.store.ceremonies.readDigests()).length, 1)

  // That takes no passphrase, and is published where the keys are.
  const [key] = await listKeys(stage.store.ceremonies)
  t.match(await revokeKey(guess, key?.keyId ?? ''), { revokedAt: /^2026-/ })
  t.match(await stage.store.readTrust(), { operators: [{ keys: [{ revoked_at: /^2026-/ }] }] })

  const anew = await setUp(t, { file: join(t.testdir(), 'anew.db'), bare: true })
  await generateKey(anew.desk, operator)
  await goTo(anew, 'imported')
  t.equal(await finish(anew), 'proven')
})

await t.test('a lost signing key: the next one goes on with the raffle', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  await stage.store.transact(async ({ ceremonies }) => {
    const [row] = await ceremonies.readSigningKeys()
    if (row !== undefined)
      await ceremonies.writeSigningKey({ ...row, secret: new Uint8Array(randomBytes(60)) })
  })
  stage.setClock(close)
  await rotateKey(stage.desk, operator)
  stage.setClock(close + 1)
  t.equal(await finish(stage), 'proven')
})

/** A machine that was backed up after a step and is gone: store and journal are what the backup has. */
async function loseMachine(
  test: Test,
  stage: Stage,
  backUp: readonly ('store' | 'journal')[],
): Promise<{ readonly folder: string; readonly open: () => Promise<Stage> }> {
  const folder = join(test.testdirName, 'elsewhere')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'raffles.db')
  if (backUp.includes('store')) await backupSqliteStore(stage.file, join(folder, 'backup.db'))
  if (backUp.includes('journal')) copyFileSync(journalOf(stage.file), journalOf(file))
  return {
    folder,
    async open() {
      await restoreSqliteStore(join(folder, 'backup.db'), file)
      return setUp(test, { file, bare: true })
    },
  }
}

await t.test('a lost machine: with the last backup of store and journal the raffle goes on', async t => {
  const stage = await setUp(t)
  await createRaffle(stage.desk, offer)
  await createLog(stage.desk, 'raffles.example/log')
  await stage.importText('1,paid\n2,free\n3,paid\n4,free\n')
  const { open } = await loseMachine(t, stage, ['store', 'journal'])
  await stage.store.close()
  rmSync(stage.file)
  const again = await open()
  t.equal(await finish(again), 'proven')
  t.match(await sequenceLog(again.desk), { head: { size: 5 } })
})

await t.test('a lost machine whose backup is older: the raffle is given up, others go on', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  const { folder, open } = await loseMachine(t, stage, ['store'])
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  const file = join(folder, 'raffles.db')
  const again = await open()
  again.setClock(close)
  t.match(
    await failure(sealRaffle(again.desk, raffleId)),
    { code: 'journal-missing' },
    'not without a journal',
  )
  copyFileSync(journalOf(stage.file), journalOf(file))
  t.match(
    await failure(sealRaffle(again.desk, raffleId)),
    { code: 'store-rolled-back' },
    'nor with the newer one',
  )

  const adopted = await again.store.transact(transaction => adoptStore(journalOf(file), transaction, native))
  t.strictSame(adopted.lost, [raffleId])
  const refused = await failure(sealRaffle(again.desk, raffleId))
  t.match(refused, { code: 'store-rolled-back', message: /was given up/ }, 'no second seal')
  const later = { ...offer, raffleId: otherId, entriesCloseAt: close + 3600, drawAt: close + 7200 }
  t.equal((await createRaffle(again.desk, later)).signed, true)
})

/** Runs a statement on the file of a store, as somebody would who is asked to delete something. */
async function alter(file: string, sql: string): Promise<number> {
  const Sqlite = await loadSqlite()
  const database = new Sqlite(file)
  try {
    return database.prepare(sql).run().changes
  } finally {
    database.close()
  }
}

await t.test(
  'deletion: of entrants only the winners’ ids are signed, and ids are all that is public',
  async t => {
    const stage = await setUp(t)
    await createRaffle(stage.desk, offer)
    await createLog(stage.desk, 'raffles.example/log')
    const ids = Array.from({ length: 40 }, (_, index) => `q7-${index}-z`)
    await stage.importText(ids.map(id => `${id},paid\n`).join(''))
    const read = async (): Promise<string> => {
      const { log } = stage.store
      const bodies = [
        await stage.store.readStatements(raffleId),
        await stage.store.readBundle(raffleId),
        await stage.store.readAuditHistory(raffleId),
        (await stage.store.readRaffle(raffleId))?.audit,
      ].map(view => Buffer.from(view?.body ?? []))
      const entries = await log.readLogEntries(0, await log.countEntries())
      const payloads = entries.map(({ data }) => {
        const { payload } = JSON.parse(Buffer.from(data).toString()) as { readonly payload: string }
        return Buffer.from(payload, 'base64')
      })
      const { statements } = await stage.bundle()
      const signed = statements.map(({ payload }) => Buffer.from(payload, 'base64'))
      return Buffer.concat([...bodies, ...payloads, ...signed]).toString()
    }
    const named = async (): Promise<readonly string[]> => {
      const text = await read()
      return ids.filter(id => text.includes(id))
    }
    t.strictSame(await named(), [], 'before the seal nobody is')
    stage.setClock(close)
    await sealRaffle(stage.desk, raffleId)
    t.strictSame(await named(), [], 'the seal is of a root')
    stage.setClock(drawAt)
    const { draws } = await stage.draw()
    t.strictSame(
      await named(),
      draws.map(draw => draw.winner_entry_id).toSorted((a, b) => ids.indexOf(a) - ids.indexOf(b)),
    )

    // What was sealed or signed cannot be taken out unnoticed.
    const whole = await checkSqliteStore(stage.file, native)
    t.strictSame(whole.problems, [])
    await sequenceLog(stage.desk)
    const copy = join(t.testdirName, 'copy.db')
    for (const [what, sql] of [
      ['an entry', 'DELETE FROM entry WHERE place = 7'],
      ['a statement in the log', 'DELETE FROM log_entry WHERE place = 0'],
    ] as const) {
      rmSync(copy, { force: true })
      await backupSqliteStore(stage.file, copy)
      t.equal(await alter(copy, sql), 1, what)
      t.ok((await checkSqliteStore(copy, native)).problems.length > 0, `${what} is missed`)
    }
  },
)
