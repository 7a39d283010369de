import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { encodeBase64, encodeHex } from '../../src/core/encoding.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { createDesk } from '../../src/operator/desk.js'
import { journalOf } from '../../src/operator/journal.js'
import { generateKey } from '../../src/operator/keys.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { createSecretBox, openSecretBox } from '../../src/operator/secrets.js'
import { close, drawAt, failure, keyFile, list, offer, operator, raffleId, setUp } from './stage.js'

const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length))
const passphrase = { passphrase: 'correct horse battery' }

await t.test('a box opens with its passphrase or key only', async t => {
  for (const [unlock, wrong, other] of [
    [passphrase, { passphrase: 'correct horse batteries' }, keyFile],
    [keyFile, { key: new Uint8Array(32) }, passphrase],
  ] as const) {
    const { box, row } = await createSecretBox(unlock, random)
    const again = await openSecretBox(row, unlock, random)
    const secret = random(32)
    const sealed = box.encrypt(secret, 'seed 1')
    t.strictSame(again.decrypt(sealed, 'seed 1'), secret)
    t.not(encodeHex(sealed), encodeHex(box.encrypt(secret, 'seed 1')), 'another nonce each time')
    t.throws(() => again.decrypt(sealed, 'seed 2'), { code: 'store-damaged' }, 'it opens nowhere else')
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = sealed.with(at, 1 ^ (sealed[at] ?? 0))
      t.throws(() => again.decrypt(altered, 'seed 1'), { code: 'store-damaged' }, `byte ${at}`)
    }
    t.throws(() => again.decrypt(sealed.subarray(0, 20), 'seed 1'), { code: 'store-damaged' })
    t.match(await failure(openSecretBox(row, wrong, random)), {
      code: 'secret-locked',
      message: /is not the one/,
    })
    t.match(await failure(openSecretBox(row, other, random)), {
      code: 'secret-locked',
      hint: /--(key|passphrase)-file/,
    })
  }
  t.match(await failure(createSecretBox({ passphrase: 'short' }, random)), { code: 'secret-locked' })
  t.match(await failure(createSecretBox({ key: random(31) }, random)), { code: 'secret-locked' })
})

await t.test('the same passphrase may be typed in another normal form', async t => {
  const { row } = await createSecretBox({ passphrase: 'Schlüssel-é-2026' }, random)
  await openSecretBox(row, { passphrase: 'Schlüssel-é-2026'.normalize('NFD') }, random)
  t.pass('it opens')
})

await t.test('a wrong passphrase signs nothing, and the error does not repeat it', async t => {
  const stage = await setUp(t, { unlock: passphrase })
  const wrong = { passphrase: 'not the right passphrase' }
  const desk = createDesk({ ...stage.desk, unlock: () => wrong })
  const error = await failure(createRaffle(desk, offer))
  t.equal(error.code, 'secret-locked')
  t.notOk(`${error.message} ${error.hint ?? ''}`.includes(wrong.passphrase))
  t.strictSame(await stage.store.ceremonies.readDigests(), [])
  const none = await setUp(t, { bare: true, file: join(t.testdir(), 'none.db') })
  t.match(await failure(createRaffle(none.desk, offer)), { code: 'signing-key', hint: /key generate/ })
})

await t.test('no file and no body has a secret before the draw', async t => {
  const stage = await setUp(t, { bare: true, unlock: passphrase })
  const made: Uint8Array[] = []
  const desk = createDesk({
    ...stage.desk,
    random(length) {
      const bytes = random(length)
      if (length === 32) made.push(bytes)
      return bytes
    },
  })
  await generateKey(desk, operator)
  await createRaffle(desk, offer)
  await stage.importText(list)
  stage.setClock(close)
  await sealRaffle(desk, raffleId)
  // The salt, the signing key, three seeds.
  t.equal(made.length, 5)
  const [, ...secrets] = made
  const folder = dirname(stage.file)
  const bodies = [
    ...readdirSync(folder).map(name => readFileSync(join(folder, name))),
    ...(
      await Promise.all([
        stage.store.readStatements(raffleId),
        stage.store.readBundle(raffleId),
        stage.store.readAuditHistory(raffleId),
      ])
    ).map(view => Buffer.from(view?.body ?? [])),
    Buffer.from(JSON.stringify(await stage.store.readTrust())),
  ]
  t.ok(existsSync(`${stage.file}-wal`), 'what is not in the file yet was searched too')
  t.ok(bodies.some(body => body.includes(offer.name)) && existsSync(journalOf(stage.file)))
  const find = (secret: Uint8Array): boolean =>
    [
      Buffer.from(secret),
      Buffer.from(encodeHex(secret)),
      Buffer.from(encodeHex(secret).toUpperCase()),
      Buffer.from(encodeBase64(secret)),
      Buffer.from(Buffer.from(secret).toString('base64url')),
    ].some(form => bodies.some(body => body.includes(form)))
  for (const [index, secret] of secrets.entries()) t.notOk(find(secret), `secret ${index}`)
  t.notOk(bodies.some(body => body.includes(passphrase.passphrase)))

  stage.setClock(drawAt)
  const { draws } = await stage.draw()
  t.strictSame(
    draws.map(({ rng_seed }) => rng_seed),
    secrets.slice(1).map(encodeHex),
    'the draw reveals the seeds',
  )
})
