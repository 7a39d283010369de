// What an operator is told when something cannot be done: what was wrong, and what to do.
import { writeFileSync } from 'node:fs'
import t from 'tap'
import { backUpStore } from '../../src/operator/backup-store.js'
import { createLog } from '../../src/operator/create-log.js'
import { findSigningKey, nameKey, noKey } from '../../src/operator/desk.js'
import { addToken } from '../../src/operator/desk-tokens.js'
import { findOperator, generateKey, listKeys, revokeKey, rotateKey } from '../../src/operator/keys.js'
import { stampStatements } from '../../src/operator/stamp-statements.js'
import { addEndpoint, findEndpoint, pauseEndpoint } from '../../src/operator/webhooks.js'
import { failure, goTo, noon, operator, raffleId, setUp } from './stage.js'

const allow = { http: false, anyPort: false, networks: [] }

await t.test('keys', async t => {
  t.equal(nameKey('receipts'), 'key for receipts')
  t.equal(nameKey('statements'), 'key')
  t.equal(noKey('x').hint, 'make one: drawaudit key generate --operator NAME')
  t.equal(noKey('x', 'receipts').hint, 'make one: drawaudit key generate --operator NAME --use receipts')
  const { store } = await setUp(t)
  const find = (seconds: number, of = operator, use?: 'receipts') =>
    store.transact(({ ceremonies }) => findSigningKey(ceremonies, of, seconds, use))
  t.equal((await find(noon)).operator, operator)
  t.match(await failure(find(noon, 'Another')), {
    code: 'signing-key',
    message: 'there is no key of operator "Another"',
    hint: 'make one: drawaudit key generate --operator NAME',
  })
  t.match(await failure(find(noon, operator, 'receipts')), {
    message: `there is no key for receipts of operator "${operator}"`,
    hint: /--use receipts$/,
  })
  t.match(await failure(find(noon - 3600)), {
    message: `the key of operator "${operator}" is valid from 2026-09-01T12:00:00+00:00 on`,
    hint: 'wait for it, or look at the clock of this machine',
  })
})

await t.test('who revoked a key is told to make the next one, and not to wait', async t => {
  const { desk, store, setClock } = await setUp(t)
  const [key] = await listKeys(store.ceremonies)
  setClock(noon + 60)
  await rotateKey(desk, operator)
  await revokeKey(desk, key?.keyId ?? '', noon)
  const refused = store.transact(({ ceremonies }) => findSigningKey(ceremonies, operator, noon + 30))
  t.match(await failure(refused), {
    code: 'signing-key',
    message: `no key of operator "${operator}" is valid now`,
    hint: 'make a new one: drawaudit key rotate',
  })
})

await t.test('who runs a raffle, where nobody is named', async t => {
  const { desk } = await setUp(t, { bare: true })
  t.match(await failure(findOperator(desk, undefined)), { message: 'the store has no signing key' })
  await generateKey(desk, operator)
  t.equal(await findOperator(desk, undefined), operator)
  await generateKey(desk, 'Another', 'receipts')
  t.equal(await findOperator(desk, undefined), operator, 'a key for receipts runs no raffle')
  await generateKey(desk, 'Another')
  t.match(await failure(findOperator(desk, undefined)), {
    code: 'signing-key',
    message: 'the store has keys of 2 operators',
    hint: 'say who runs the raffle: --operator NAME',
  })
  t.equal(await findOperator(desk, 'Another'), 'Another')
})

await t.test('names of endpoints', async t => {
  const { desk, store } = await setUp(t)
  const add = async (path: string): Promise<string> =>
    (await addEndpoint(desk, { url: `https://a.example/${path}`, allow, apiUrl: 'https://b.example/api/v1' }))
      .endpoint.id
  const one = await add('one')
  const hint = 'drawaudit webhook list shows them'
  t.match(await failure(findEndpoint(store.outbox, 'ep_')), {
    code: 'webhook-missing',
    message: 'the name "ep_" is too short: give at least 6 characters of the id',
    hint,
  })
  t.equal((await findEndpoint(store.outbox, one.slice(0, 6))).id, one)
  t.match(await failure(findEndpoint(store.outbox, one.slice(0, 5))), { message: /is too short/ })
  t.match(await failure(findEndpoint(store.outbox, 'none')), { message: 'there is no endpoint "none"', hint })
  t.match(await failure(findEndpoint(store.outbox, 'nothing')), { message: 'there is no endpoint "nothing"' })
  await add('two')
  t.match(await failure(findEndpoint(store.outbox, 'ep_')), {
    message: 'more than one endpoint begins with "ep_"',
    hint,
  })
  t.match(await failure(pauseEndpoint(desk, one)), {
    code: 'webhook-state',
    message: 'the endpoint is unconfirmed: it receives nothing',
    hint: 'drawaudit webhook remove removes it',
  })
})

await t.test('logs, tokens and backups', async t => {
  const { desk, file } = await setUp(t)
  t.match(await failure(createLog(desk, 'https://raffles.example/log')), {
    code: 'key-invalid',
    message: 'the origin of a log has no scheme, found "https://raffles.example/log"',
    hint: 'give a host and a path, such as raffles.example/log',
  })
  for (const name of ['', '-shop', 'a b', 'x'.repeat(65)]) {
    t.match(await failure(addToken(desk, name, ['entries'])), {
      code: 'desk-token',
      message: `${JSON.stringify(name)} cannot be the name of a token`,
      hint: 'up to 64 letters, digits, dots, dashes and underscores: the name of the system that gets it',
    })
  }
  t.equal((await addToken(desk, 'x'.repeat(64), ['entries'])).token.name, 'x'.repeat(64))
  for (const name of [`${file}.backup`, `${file}.copy.signed`]) {
    writeFileSync(name, '')
    t.match(await failure(backUpStore(file, name.replace(/\.signed$/, ''))), {
      code: 'file-exists',
      message: 'there is such a file',
      hint: 'name a new file: the journal is saved beside it, with the suffix .signed',
      where: { file: name },
    })
  }
})

await t.test('an authority that cannot be asked is named with its fault, for each statement', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const url = 'ftp://time.example'
  const [one, ...more] = await stampStatements(stage.desk, raffleId, [url], { env: {} })
  t.match(one, { url, sequence: 0, fault: { code: 'url-invalid' } })
  t.notOk(one !== undefined && 'isKeptBefore' in one)
  t.strictSame(more, [])
  t.strictSame(await stage.store.ceremonies.readTokens(raffleId), [])
})
