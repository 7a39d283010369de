import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import t from 'tap'
import { encodeBase64, encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import type { Expression } from '../../../src/model/recipe.js'
import type { Subject } from '../../../src/model/report.js'
import { parseTrust } from '../../../src/model/trust.js'
import { recipeOf, refusal } from '../../recipe/build.js'
import { claimOf, endingOf, examine } from '../report.js'

const message = 'winner 4711'
const signed = encodeUtf8(message)

const keys = {
  ed25519: ed25519.keygen(),
  p256: p256.keygen(),
  k1: secp256k1.keygen(),
  schnorr: schnorr.keygen(),
}
const ecdsa = { lowS: true, prehash: true } as const

interface Sample {
  readonly algorithm: string
  readonly form: object
  readonly key: Uint8Array
  readonly signature: Uint8Array
}

const samples: Readonly<Record<string, Sample>> = {
  ed25519: {
    algorithm: 'ed25519',
    form: {},
    key: keys.ed25519.publicKey,
    signature: ed25519.sign(signed, keys.ed25519.secretKey),
  },
  'P-256, compact': {
    algorithm: 'ecdsa-p256-sha256',
    form: { encoding: 'compact' },
    key: keys.p256.publicKey,
    signature: p256.sign(signed, keys.p256.secretKey, ecdsa),
  },
  'P-256, DER': {
    algorithm: 'ecdsa-p256-sha256',
    form: { encoding: 'der' },
    key: p256.Point.fromBytes(keys.p256.publicKey).toBytes(false),
    signature: p256.sign(signed, keys.p256.secretKey, { ...ecdsa, format: 'der' }),
  },
  'secp256k1, low s': {
    algorithm: 'ecdsa-secp256k1-sha256',
    form: { encoding: 'compact', low_s: true },
    key: keys.k1.publicKey,
    signature: secp256k1.sign(signed, keys.k1.secretKey, ecdsa),
  },
  'secp256k1, DER, any s': {
    algorithm: 'ecdsa-secp256k1-sha256',
    form: { encoding: 'der', low_s: false },
    key: keys.k1.publicKey,
    signature: secp256k1.sign(signed, keys.k1.secretKey, { ...ecdsa, format: 'der' }),
  },
  bip340: {
    algorithm: 'bip340',
    form: {},
    key: keys.schnorr.publicKey,
    signature: schnorr.sign(signed, keys.schnorr.secretKey),
  },
}

/** A recipe that verifies a signature under `key`; a key that comes with the draw is called `$key`. */
function recipe(algorithm: string, form: object, key: Expression, steps: object = {}) {
  const bytes = { type: 'bytes', encoding: 'hex' }
  const inputs = {
    message: { type: 'text', title: 'message' },
    signature: { ...bytes, title: 'signature' },
    ...(key === '$key' && { key: { ...bytes, title: 'key' } }),
  }
  const claim = { algorithm, ...form, key, message: { bytes_utf8: '$message' }, signature: '$signature' }
  return { inputs, steps, claims: [{ id: 'draw.signed', says: 'the organiser signed it', signed: claim }] }
}

const hex = (bytes: Uint8Array): Expression => ({ bytes_hex: encodeHex(bytes) })
const flip = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes, (byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)) // prettier-ignore

for (const [name, { algorithm, form, key, signature }] of Object.entries(samples)) {
  await t.test(`${name}: a signature verifies under the key in the recipe, and only that`, t => {
    const pinned = recipe(algorithm, form, hex(key))
    const published = { message, signature: encodeHex(signature) }
    const end = (value: object): string | undefined =>
      endingOf(examine(pinned, { ...published, ...value }), 'draw.signed')
    t.equal(end({}), 'proven signature-verified')
    t.equal(end({ message: `${message} ` }), 'refuted signature-invalid')
    for (const bytes of [flip(signature), signature.slice(1), new Uint8Array(), new Uint8Array(64)]) {
      t.equal(end({ signature: encodeHex(bytes) }), 'refuted signature-invalid')
    }
    const { signature: omitted, ...rest } = published
    t.ok(omitted)
    t.equal(endingOf(examine(pinned, rest), 'draw.signed'), 'not-provable value-missing')
    t.end()
  })

  await t.test(`${name}: a key that came with the draw proves nothing`, t => {
    const given = recipe(algorithm, form, '$key')
    for (const bytes of [key, new Uint8Array(32), new Uint8Array()]) {
      const subject = examine(given, { message, signature: encodeHex(signature), key: encodeHex(bytes) })
      t.equal(endingOf(subject, 'draw.signed'), 'not-provable key-unpinned')
      t.match(claimOf(subject, 'draw.signed')?.message, /^the organiser signed it: the public key came with the draw; put the key, obtained elsewhere, into the recipe$/) // prettier-ignore
    }
    t.equal(endingOf(examine(given, { message, signature: '' }), 'draw.signed'), 'not-provable value-missing')
    t.end()
  })
}

await t.test('a signer whom the auditor trusts: by name, and by what the draw calls the key', t => {
  const inputs = {
    message: { type: 'text', title: 'message' },
    signature: { type: 'bytes', encoding: 'hex', title: 'signature' },
    key_name: { type: 'text', title: 'name of the key' },
  }
  const examineSigned = (
    name: string,
    keyName: string,
    parts: object = {},
    keys = Object.keys(samples),
  ): Subject => {
    const signers = keys.map(one => {
      const { algorithm, form, key } = samples[one]!
      return { algorithm, ...form, public_key: encodeBase64(key), id: one }
    })
    const trust = parseTrust({ trust: 'drawaudit/v1', signers: [{ name: 'The notary', keys: signers }] })
    const signed = {
      trusted: 'The notary',
      key_id: '$key_name',
      message: { bytes_utf8: '$message' },
      signature: '$signature',
      ...parts,
    }
    const recipe = { inputs, claims: [{ id: 'draw.signed', says: 'the notary signed it', signed }] }
    const { signature } = samples[name]!
    const published = { message, signature: encodeHex(signature), key_name: keyName }
    return examine(recipe, published, { trust })
  }
  const end = (...given: Parameters<typeof examineSigned>): string | undefined =>
    endingOf(examineSigned(...given), 'draw.signed')
  for (const [name, { algorithm, form }] of Object.entries(samples)) {
    t.equal(end(name, name), 'proven signature-verified', name)
    t.equal(end(name, name, { algorithm, ...form }), 'proven signature-verified', name)
    // A claim that names the algorithm says all of how the key signs.
    const isWhole = Object.keys(form).length === 0
    t.equal(
      end(name, name, { algorithm }),
      isWhole ? 'proven signature-verified' : 'not-provable key-unpinned',
      name,
    )
    t.equal(end(name, 'another'), 'not-provable key-unpinned')
    t.equal(end(name, name, { trusted: 'Another notary' }), 'not-provable key-unpinned')
    const [other = ''] = Object.keys(samples).filter(one => samples[one]?.algorithm !== algorithm)
    t.equal(end(name, other), 'refuted signature-invalid')
    t.equal(end(name, name, { algorithm: samples[other]?.algorithm }), 'not-provable key-unpinned')
    t.equal(end(name, name, {}, [other]), 'not-provable key-unpinned')
    t.equal(end(name, name, { key_id: { join: [['$key_name'], ''] } }), 'proven signature-verified')
  }
  for (const length of [24, 25]) {
    const { message } = claimOf(examineSigned('ed25519', 'k'.repeat(length)), 'draw.signed') ?? {}
    const shown = `that it calls ${'k'.repeat(24)}${length > 24 ? '…' : ''};`
    t.match(message, new RegExp(`The notary ${shown}`), `a name of ${length} letters`)
  }
  const inAnyOf = { key_id: { at: [['P-256, DER', '$key_name'], 0] } }
  t.equal(end('P-256, DER', 'x', inAnyOf), 'proven signature-verified')
  const der = { algorithm: 'ecdsa-p256-sha256', encoding: 'der' }
  t.equal(end('P-256, compact', 'P-256, compact', der), 'not-provable key-unpinned')
  const anyS = { algorithm: 'ecdsa-secp256k1-sha256', encoding: 'compact', low_s: false }
  t.equal(end('secp256k1, low s', 'secp256k1, low s', anyS), 'not-provable key-unpinned')
  t.end()
})

await t.test('a key may be a step, and may be mixed with nothing that was published', t => {
  const { key, signature } = samples['ed25519']!
  const published = { message, signature: encodeHex(signature) }
  const steps = { digits: encodeHex(key), mine: { bytes_hex: '$digits' } }
  t.equal(
    endingOf(examine(recipe('ed25519', {}, '$mine', steps), published), 'draw.signed'),
    'proven signature-verified',
  )
  const hashed = recipe('ed25519', {}, '$mixed', { mixed: { sha256: { bytes_utf8: '$message' } } })
  t.equal(endingOf(examine(hashed, published), 'draw.signed'), 'not-provable key-unpinned')
  t.end()
})

await t.test('a key that cannot be one is a mistake in the recipe', t => {
  const { key } = samples['ed25519']!
  const compact = { encoding: 'compact' }
  const signedAt = '/claims/0/signed'
  const bad: readonly (readonly [
    algorithm: string,
    form: object,
    key: Expression,
    code: string,
    pointer: string,
  ])[] = [
    ['ed25519', {}, { bytes_hex: '00' }, 'key-length', `${signedAt}/key`],
    ['ed25519', {}, { bytes_utf8: encodeHex(key) }, 'key-length', `${signedAt}/key`],
    ['ed25519', {}, { bytes_hex: `02${'00'.repeat(31)}` }, 'key-invalid', `${signedAt}/key`],
    // Points of small order: the identity, and one of order 8.
    ['ed25519', {}, { bytes_hex: `01${'00'.repeat(31)}` }, 'key-weak', `${signedAt}/key`],
    ['ed25519', {}, { bytes_hex: '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05' }, 'key-weak', `${signedAt}/key`], // prettier-ignore
    ['ecdsa-p256-sha256', compact, { bytes_hex: `02${'ff'.repeat(32)}` }, 'key-invalid', `${signedAt}/key`],
    ['ecdsa-p256-sha256', compact, hex(keys.p256.publicKey.slice(1)), 'key-length', `${signedAt}/key`],
    ['ecdsa-p256-sha256', {}, hex(keys.p256.publicKey), 'algorithm-unknown', signedAt],
    ['ecdsa-secp256k1-sha256', compact, hex(keys.k1.publicKey), 'algorithm-unknown', signedAt],
    ['ed25519', compact, hex(key), 'algorithm-unknown', signedAt],
    ['bip340', {}, { bytes_hex: '00'.repeat(32) }, 'key-invalid', `${signedAt}/key`],
    ['ed25519', {}, { bytes_hex: 'abc' }, 'recipe-type', `${signedAt}/key`],
    ['ed25519', {}, { bytes_be: [{ count: { range: 10 ** 9 } }, 32] }, 'recipe-type', `${signedAt}/key`],
    ['ed25519', {}, 'abc', 'recipe-type', `${signedAt}/key`],
  ]
  for (const [algorithm, form, key, code, pointer] of bad) {
    const error = refusal(() => recipeOf(recipe(algorithm, form, key)))
    t.strictSame([error?.code, error?.where.pointer], [code, pointer], JSON.stringify(key))
  }
  t.equal(refusal(() => recipeOf(recipe('rsa', {}, hex(sha256(key)))))?.code, 'recipe-schema')
  t.end()
})
