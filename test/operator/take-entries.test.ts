// The desk's own: tokens, and entries that are sold once for each idempotency key.
import t from 'tap'
import type { DrawauditError } from '../../src/errors.js'
import { native } from '../../src/native/engine.js'
import { addToken, hashToken, removeToken } from '../../src/operator/desk-tokens.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { generateKey } from '../../src/operator/keys.js'
import { withdrawEntry } from '../../src/operator/receipts.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { takeEntries } from '../../src/operator/take-entries.js'
import { checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { Sqlite } from '../sqlite.js'
import { close, offer, operator, raffleId, setUp } from './stage.js'

const failure = (work: Promise<unknown>): Promise<DrawauditError> =>
  work.then(
    () => Promise.reject(new Error('it was done')),
    (error: unknown) => error as DrawauditError,
  )

await t.test('a token is kept as its hash, and found by it until it is removed', async t => {
  const { desk, store, file } = await setUp(t)
  const { text, token } = await addToken(desk, 'shop', ['ceremony', 'entries', 'entries'])
  t.match(text, /^drawaudit_desk_[\w-]{43}$/)
  t.strictSame(token.scopes, ['entries', 'ceremony'])
  t.strictSame(await store.desk.findToken(hashToken(text)), token)
  t.notMatch(JSON.stringify(await store.desk.listTokens()), text)
  for (const name of ['shop', '', 'a shop', '-x', 'x'.repeat(65)]) {
    t.equal((await failure(addToken(desk, name, ['entries']))).code, 'desk-token', name)
  }
  t.strictSame((await checkSqliteStore(file, native)).problems, [])
  const database = new Sqlite(file)
  database.exec(`UPDATE desk_token SET scopes = 'entries all', digest = 'x'`)
  database.close()
  t.strictSame((await checkSqliteStore(file, native)).problems, [
    'desk token shop: its digest is no SHA-256 hash',
    'desk token shop: "all" is no scope',
  ])
  await removeToken(store, 'shop')
  t.strictSame(await store.desk.listTokens(), [])
  t.equal((await failure(removeToken(store, 'shop'))).code, 'desk-token')
})

await t.test(
  'entries are taken once for each key, with the same answer, whatever comes of the raffle',
  async t => {
    const { desk, store, setClock } = await setUp(t)
    await createRaffle(desk, offer)
    const entries = [
      { id: 'one', kind: 'paid' },
      { id: 'two', kind: 'free', nonceHash: 'ab'.repeat(32) },
      { id: 'three', kind: 'paid' },
      { id: 'four', kind: 'paid' },
    ] as const
    const request = { token: 'a', key: '1', digest: 'x' }
    const take = (given = request, list: Parameters<typeof takeEntries>[2] = entries) =>
      takeEntries(desk, raffleId, list, given)

    t.equal((await failure(take())).code, 'signing-key', 'there is no key for receipts')
    const count = async () => (await store.ceremonies.readCeremony(raffleId))?.paidEntries
    t.equal(await count(), 0, 'all or nothing: the entries are not there either')
    t.equal(await store.desk.readRequest('a', '1'), undefined)
    await generateKey(desk, operator, 'receipts')

    const first = await take()
    t.match(first, { imported: { added: 4, alreadyThere: 0, totalEntries: 4 }, repeated: false })
    t.equal(first.receipts.length, 4)
    t.strictSame(await take(), { ...first, repeated: true })
    t.equal((await failure(take({ ...request, digest: 'y' }))).code, 'desk-request')
    t.match(
      await failure(take({ ...request, key: '2' })),
      { code: 'entries-invalid', message: /line 1: the entry "one" was sold before/ },
      'without a nonce it could be another buyer',
    )
    const [, own] = entries
    const other = await take({ ...request, key: '2' }, [own])
    t.match(other, { imported: { added: 0, alreadyThere: 1 }, repeated: false })
    t.strictSame(other.receipts, [first.receipts[1]], 'an id has one receipt')
    t.match(await take({ ...request, token: 'b' }, [own]), { repeated: false }, 'a key is its token’s')

    const wrong = [
      { id: 'five', kind: 'paid' },
      { id: 'one', kind: 'free' },
    ] as const
    t.match(await failure(take({ ...request, key: '3' }, wrong)), {
      code: 'entries-invalid',
      message: /line 2: the entry "one" is in the raffle with the other kind/,
    })
    t.equal(await store.ceremonies.findEntry(raffleId, 'five'), undefined)

    await withdrawEntry(desk, raffleId, 'four', 'refund')
    t.match((await failure(take({ ...request, key: '4' }))).message, /"four" was withdrawn/)
    setClock(close)
    await sealRaffle(desk, raffleId)
    t.strictSame(await take(), { ...first, repeated: true })
    t.equal((await failure(take({ ...request, key: '5' }))).code, 'raffle-state')
  },
)
