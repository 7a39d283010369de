import { createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import t from 'tap'
import {
  computeKeyId,
  decodeEnvelope,
  derivePublicKey,
  encodeEnvelope,
  encodeLogEntry,
  encodePae,
  signEnvelope,
  verifyEnvelope,
} from '../../src/core/dsse.js'
import { decodeHex, encodeUtf8 } from '../../src/core/encoding.js'

const type = 'application/vnd.drawaudit.seal+json'
const payload = encodeUtf8('{"a":1}')
const secretKey = new Uint8Array(32).fill(7)
const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secretKey])
const publicKey = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }))

await t.test('what is signed is the pre-authentication encoding, lengths in bytes', t => {
  const pae = encodePae('tüp', encodeUtf8('é'))
  t.equal(Buffer.from(pae).toString(), 'DSSEv1 4 tüp 2 é')
  t.equal(Buffer.from(encodePae('', new Uint8Array())).toString(), 'DSSEv1 0  0 ')
  t.end()
})

await t.test('an envelope is signed so that OpenSSL verifies it, and read as it was written', t => {
  const envelope = signEnvelope(type, payload, secretKey)
  t.ok(verify(null, encodePae(type, payload), publicKey, envelope.signature))
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  t.equal(envelope.keyId, createHash('sha256').update(raw).digest('hex'))
  t.same([envelope.payloadType, envelope.payload], [type, payload])
  const key = derivePublicKey(secretKey)
  t.same(Buffer.from(key.bytes), raw)
  t.equal(computeKeyId(key), envelope.keyId)
  t.equal(verifyEnvelope(envelope, key), true)
  t.equal(verifyEnvelope({ ...envelope, payloadType: `${type} ` }, key), false)
  t.equal(verifyEnvelope({ ...envelope, payload: encodeUtf8('{"a":2}') }, key), false)

  const json = encodeEnvelope(envelope)
  t.strictSame(json, {
    payload: 'eyJhIjoxfQ==',
    payloadType: type,
    signatures: [{ keyid: envelope.keyId, sig: Buffer.from(envelope.signature).toString('base64') }],
  })
  t.strictSame(decodeEnvelope(json), envelope)
  t.equal(
    Buffer.from(encodeLogEntry(envelope)).toString(),
    JSON.stringify({ payload: json.payload, payloadType: type, signatures: json.signatures }),
  )
  t.end()
})

await t.test('an envelope that does not say whose key it is says nothing of it again', t => {
  const { payloadType, signature } = signEnvelope(type, payload, secretKey)
  const envelope = { payloadType, payload, signature }
  const json = encodeEnvelope(envelope)
  t.strictSame(Object.keys(json.signatures[0] ?? {}), ['sig'])
  t.strictSame(decodeEnvelope(json), envelope)
  t.strictSame(decodeEnvelope({ ...json, signatures: [] }).signature, decodeHex(''))
  t.end()
})
