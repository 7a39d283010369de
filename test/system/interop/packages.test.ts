/**
 * What npm has of others' software reads what drawaudit writes, and the other way round; programs are tried by
 * `npm run campaign interop`. docs/INTEROP.md has both.
 */
import {
  createPublicKey,
  generateKeyPairSync,
  sign as signEd25519,
  verify as verifyEd25519,
} from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Validator } from '@cfworker/json-schema'
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, Verifier, type TrustMaterial } from '@sigstore/verify'
import canonicalizeTheirs from 'canonicalize'
import { fetchBeacon, HttpCachingChain, HttpChainClient } from 'drand-client'
import fc from 'fast-check'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook } from 'svix'
import t from 'tap'
import type { ChainInfo } from '../../../src/core/beacon.js'
import { encodeBeacon } from '../../../src/core/beacon-json.js'
import { canonicalize } from '../../../src/core/canonical.js'
import { encodePae, type EnvelopeJson } from '../../../src/core/dsse.js'
import { decodeBase64, encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import { parseJson, type JsonValue } from '../../../src/core/json.js'
import { parsePublicKey } from '../../../src/core/signature.js'
import { formatWebhookPublicKey, formatWebhookSecret } from '../../../src/core/webhook-key.js'
import { formatWebhookSignature, verifyWebhook } from '../../../src/core/webhook.js'
import { validateAuditRecord } from '../../../src/model/validators/audit-record.js'
import { validateBundle } from '../../../src/model/validators/bundle.js'
import { createChain, createSecretKey } from '../../../src/relay/create-chain.js'
import { createRelay } from '../../../src/relay/create-relay.js'

const readJson = (path: string): JsonValue => parseJson(readFileSync(path))

await t.test('svix: webhooks both ways', t => {
  const key = new Uint8Array(32).map((_, index) => index * 5 + 1)
  const theirs = new Webhook(formatWebhookSecret(key))
  const sentAt = new Date()
  const timestamp = Math.floor(sentAt.getTime() / 1000)
  for (const body of ['{"type":"draw.completed"}', '{"name":"Żaneta 🎟"}', '{}']) {
    const signature = formatWebhookSignature({ id: 'msg_1', timestamp, body: encodeUtf8(body) }, [
      { secret: key },
    ])
    const headers = { 'svix-id': 'msg_1', 'svix-timestamp': String(timestamp), 'svix-signature': signature }
    t.same(theirs.verify(body, headers), JSON.parse(body), 'they verify ours')
    t.throws(() => theirs.verify(`${body} `, headers), /signature/i)
    const made = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': theirs.sign('msg_1', sentAt, body),
    }
    const request = { headers: made, body: encodeUtf8(body), keys: formatWebhookSecret(key), now: sentAt }
    t.same(verifyWebhook(request), JSON.parse(body), 'we verify theirs')
  }
  t.end()
})

const asymmetric = generateKeyPairSync('ed25519')

/** What is signed, by the text of Standard Webhooks. */
const contentOf = (id: string, timestamp: number, body: string): Buffer =>
  Buffer.from(`${id}.${timestamp}.${body}`)

await t.test('webhooks with v1a, which no package of npm verifies: by node:crypto', t => {
  const { x = '' } = asymmetric.publicKey.export({ format: 'jwk' })
  const whpk = `whpk_${Buffer.from(x, 'base64url').toString('base64')}`
  t.equal(formatWebhookPublicKey(parsePublicKey('ed25519', Buffer.from(x, 'base64url'))), whpk)
  const secret = new Uint8Array(32).map((_, index) => index * 5 + 1)
  const sentAt = new Date()
  const timestamp = Math.floor(sentAt.getTime() / 1000)
  const sign = (content: Uint8Array): Uint8Array => signEd25519(null, content, asymmetric.privateKey)
  for (const body of ['{"type":"draw.completed"}', '{"name":"Żaneta 🎟"}']) {
    const id = 'msg_2'
    const content = contentOf(id, timestamp, body)
    const message = { id, timestamp, body: encodeUtf8(body) }
    const both = formatWebhookSignature(message, [{ sign }, { secret }])
    const [v1a = '', v1 = ''] = both.split(' ')
    const [version, signature = ''] = v1a.split(',')
    t.equal(version, 'v1a')
    const bytes = Buffer.from(signature, 'base64')
    t.ok(verifyEd25519(null, content, asymmetric.publicKey, bytes), 'node:crypto verifies ours')
    t.notOk(verifyEd25519(null, contentOf(id, timestamp, `${body} `), asymmetric.publicKey, bytes))
    const made = signEd25519(null, content, asymmetric.privateKey).toString('base64')
    const request = (list: string) => ({
      headers: { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': list },
      body: encodeUtf8(body),
      keys: whpk,
      now: sentAt,
    })
    t.same(verifyWebhook(request(`v1a,${made}`)), JSON.parse(body), 'we verify what it signs')
    const other = generateKeyPairSync('ed25519').privateKey
    const strange = signEd25519(null, content, other).toString('base64')
    t.throws(() => verifyWebhook(request(`v1a,${strange}`)), { code: 'webhook-signature' })

    // The two packages skip v1a: beside v1 it disturbs neither, and alone it shows them nothing.
    for (const receiver of [
      new Webhook(formatWebhookSecret(secret)),
      new Standard(formatWebhookSecret(secret)),
    ]) {
      for (const list of [both, `${v1} ${v1a}`]) {
        t.same(receiver.verify(body, request(list).headers), JSON.parse(body))
      }
      t.throws(() => receiver.verify(body, request(v1a).headers), /No matching signature found/)
    }
    for (const Receiver of [Webhook, Standard])
      t.throws(() => new Receiver(whpk).verify(body, request(v1a).headers))
  }
  t.end()
})

await t.test('drand-client: rounds of a chain of ours', async t => {
  const made = { secretKey: createSecretKey(), period: 30, genesisTime: 1_700_000_000 }
  const relay = createRelay({ ...made, now: () => new Date() })
  t.teardown(() => relay.close())
  const url = await relay.listen()
  const follow = ({ chainHash, publicKey }: ChainInfo): HttpChainClient => {
    const chainVerificationParams = { chainHash, publicKey: encodeHex(publicKey) }
    const options = { disableBeaconVerification: false, noCache: false, chainVerificationParams }
    return new HttpChainClient(new HttpCachingChain(url, options), options)
  }
  const client = follow(relay.chain)
  for (const round of [1, 2, 1000]) t.match(await fetchBeacon(client, round), encodeBeacon(relay.sign(round)))
  const other = createChain({ ...made, secretKey: createSecretKey() })
  await t.rejects(fetchBeacon(follow(other.chain), 3), 'they refuse the chain of another key')
})

await t.test('@sigstore/verify: statements of bundles', t => {
  const names = readdirSync('fixtures/bundles')
  for (const name of names) {
    const folder = `fixtures/bundles/${name}`
    const { statements } = readJson(`${folder}/bundle.json`) as unknown as {
      statements: readonly EnvelopeJson[]
    }
    const { operators } = readJson(`${folder}/trust.json`) as unknown as {
      operators: readonly { keys: readonly { public_key: string }[] }[]
    }
    const [key = ''] = operators.flatMap(({ keys }) => keys.map(({ public_key }) => public_key))
    const x = Buffer.from(key, 'hex').toString('base64url')
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const trust: TrustMaterial = {
      certificateAuthorities: [],
      timestampAuthorities: [],
      tlogs: [],
      ctlogs: [],
      publicKey: () => ({ publicKey, validFor: () => true }),
    }
    const verifier = new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 })
    for (const [index, envelope] of statements.entries()) {
      const wrap = (dsseEnvelope: EnvelopeJson): ReturnType<typeof toSignedEntity> =>
        toSignedEntity(
          bundleFromJSON({
            mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
            verificationMaterial: { publicKey: { hint: '' }, tlogEntries: [] },
            dsseEnvelope,
          }),
        )
      const place = `${name} ${index}`
      t.ok(verifier.verify(wrap(envelope)).key, place)
      t.throws(() => verifier.verify(wrap({ ...envelope, payloadType: 'text/plain' })), /signature/, place)
      const pae = encodePae(envelope.payloadType, decodeBase64(envelope.payload))
      t.ok(verifyEd25519(null, pae, publicKey, decodeBase64(envelope.signatures[0]?.sig ?? '')), place)
    }
  }
  t.end()
})

await t.test('canonicalize: RFC 8785', t => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), value => {
      t.equal(canonicalize(value as JsonValue), canonicalizeTheirs(value))
    }),
    { numRuns: 300 },
  )
  t.end()
})

await t.test('JSON Schema validators: documents right and wrong', async t => {
  const schemas = readdirSync('schemas').flatMap(file => {
    const schema = JSON.parse(readFileSync(`schemas/${file}`, 'utf8')) as { readonly $id?: string }
    return schema.$id === undefined ? [] : [{ ...schema, $id: schema.$id }]
  })
  for (const schema of schemas) registerSchema(schema, schema.$id)
  const documents = [
    ...['flat', 'three-prizes'].map(name => ['audit-record', `fixtures/records/${name}.json`] as const),
    ...readdirSync('fixtures/bundles').map(
      name => ['bundle', `fixtures/bundles/${name}/bundle.json`] as const,
    ),
  ]
  const ours = { 'audit-record': validateAuditRecord, bundle: validateBundle }
  for (const [kind, file] of documents) {
    const document = readJson(file) as Record<string, JsonValue>
    const id = `urn:drawaudit:v1:${kind}`
    const validator = new Validator({ $ref: id }, '2020-12', false)
    for (const schema of schemas) validator.addSchema(schema)
    const hyperjump = await validate(id)
    const judge = (value: JsonValue): readonly boolean[] => [
      ours[kind](value),
      validator.validate(value).valid,
      hyperjump(value as never).valid,
    ]
    t.same(judge(document), [true, true, true], file)
    for (const member of Object.keys(document)) {
      const without = Object.fromEntries(Object.entries(document).filter(([name]) => name !== member))
      for (const wrong of [without, { ...document, [member]: 0 }, { ...document, [`${member}_`]: 0 }]) {
        const [mine, ...others] = judge(wrong)
        t.same(others, [mine, mine], `${file} ${member}`)
      }
    }
  }
})
