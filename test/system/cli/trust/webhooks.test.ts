import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { encodeChainInfo } from '../../../../src/core/beacon-json.js'
import { derivePublicKey } from '../../../../src/core/dsse.js'
import { formatWebhookPublicKey, formatWebhookSecret } from '../../../../src/core/webhook-key.js'
import { fingerprintOf } from '../../../../src/model/trust-changes.js'
import { findTrustProblems, parseTrust, type TrustJson } from '../../../../src/model/trust.js'
import { verifyBundle } from '../../../../src/verify/bundle/verify-bundle.js'
import { chain, goTo, setUp } from '../../../operator/stage.js'
import { createSigner, createTrust } from '../../../protocol/evidence.js'
import { run } from '../../../cli/resident.js'

const empty: TrustJson = { trust: 'drawaudit/v1' }
const known = createTrust([createSigner('Example Raffles')], [], []) as unknown as TrustJson
const publicKey = derivePublicKey(new Uint8Array(32).fill(5))
const key = formatWebhookPublicKey(publicKey)

void t.test('what a trust file may say of webhooks', t => {
  const { webhookKeys } = parseTrust({ ...empty, webhook_keys: [key] })
  t.strictSame(webhookKeys, [publicKey])
  t.strictSame(parseTrust(empty).webhookKeys, [])
  const problems = (keys: readonly string[]) => findTrustProblems({ ...empty, webhook_keys: keys })
  t.strictSame(problems([key]), [])
  t.match(problems([key, key]), [{ pointer: '/webhook_keys/1', message: 'the webhook key is a duplicate' }])
  t.match(problems([formatWebhookSecret(new Uint8Array(32))]), [
    { pointer: '/webhook_keys/0', message: /whpk_/ },
  ])
  const weak = `whpk_${Buffer.from([1, ...new Uint8Array(31)]).toString('base64')}`
  t.match(problems([weak]), [{ pointer: '/webhook_keys/0', message: /order/ }])
  t.match(problems([`${key.slice(0, -2)}${key.at(-2) === '9' ? '8' : '9'}=`]).length, 1, 'not canonical')
  t.end()
})

void t.test('trust show', async t => {
  const folder = t.testdir()
  writeFileSync(`${folder}/trust.json`, JSON.stringify({ ...known, webhook_keys: [key] }))
  const show = (...args: readonly string[]) => run(['trust', 'show', ...args], { cwd: folder })
  const { code, stdout } = await show()
  t.equal(code, 0)
  t.ok(stdout.endsWith(`keys of webhooks, which prove nothing about a draw\n  ${key}\n`), stdout)
  const { webhook_keys: shown } = JSON.parse((await show('--format', 'json')).stdout) as TrustJson
  t.match(shown, [{ key, fingerprint: /^[0-9a-f]{64}$/ }])
  writeFileSync(`${folder}/trust.json`, JSON.stringify(known))
  t.notMatch((await show()).stdout, 'webhooks', 'most auditors have none')
})

void t.test('trust add leaves them out, and says so', async t => {
  const folder = t.testdir()
  const file = `${folder}/trust.json`
  const add = (...args: readonly string[]) =>
    run(['trust', 'add', '--from', 'keys.json', ...args], { cwd: folder })
  writeFileSync(file, JSON.stringify({ ...empty, webhook_keys: [key] }))
  writeFileSync(`${folder}/keys.json`, JSON.stringify({ ...known, webhook_keys: [key] }))
  const fingerprint = fingerprintOf(known.operators?.[0]?.keys[0]?.public_key ?? '')
  const added = await add('--fingerprint', fingerprint)
  t.match(added, { code: 0, stdout: /^added: operator/ })
  t.match(added.stdout + added.stderr, 'webhook keys (they prove nothing about a draw)')
  const after = JSON.parse(readFileSync(file, 'utf8')) as TrustJson
  t.strictSame(after.webhook_keys, [key], 'what was there stays')
  writeFileSync(`${folder}/keys.json`, JSON.stringify({ ...empty, webhook_keys: [key] }))
  t.match(await add(), { code: 2, stderr: /there is nothing to add[^]*left out: webhook keys/ })
})

void t.test('a key of webhooks counts for no claim', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'drawn')
  const { operators = [] } = await stage.store.readTrust()
  const webhookKeys = operators.flatMap(({ keys }) =>
    keys.map(({ public_key: hex }) => `whpk_${Buffer.from(hex, 'hex').toString('base64')}`),
  )
  const verify = async (trust: object) => {
    const root = parseTrust({
      ...empty,
      beacons: [encodeChainInfo(chain)],
      webhook_keys: webhookKeys,
      ...trust,
    })
    const { subjects } = verifyBundle(await stage.bundle(), root, { now: stage.desk.now() })
    return subjects[0]?.claims.find(({ id }) => id === 'statement.signed')?.status
  }
  t.equal(await verify({}), 'not-provable')
  t.equal(await verify({ operators }), 'proven', 'and does no harm')
})
