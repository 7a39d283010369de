import { constants, createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { decodeBase64, decodeHex, encodeBase64, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { encodeRsaSpki, rsaAlgorithms, type RsaAlgorithm } from '../../src/core/rsa.js'
import { portable } from '../../src/core/portable.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import type { PublishedOptions } from '../../src/verify/options.js'
import { verifyPublishedOnWeb } from '../../src/web/index.js'
import { openssl, randomOrgModulus } from '../core/rsa-vectors.js'
import { drawOf, recipeOf } from '../recipe/build.js'
import { claimOf, endingOf, subjectOf } from '../verify/report.js'

const message = 'the third prize'
const algorithms = Object.keys(rsaAlgorithms) as RsaAlgorithm[]
const text = { type: 'text', title: 'message' }
const base64 = { type: 'bytes', encoding: 'base64', title: 'signature' }

/** A recipe of one claim: the message is signed by this key. */
const recipeFor = (algorithm: RsaAlgorithm, from: object): Parameters<typeof recipeOf>[0] => ({
  inputs: { message: text, signature: base64 },
  claims: [
    {
      id: 'draw.signed',
      says: 'they signed it',
      signed: { algorithm, ...from, message: { bytes_utf8: '$message' }, signature: '$signature' },
    },
  ],
})

const pinned = (der: Uint8Array): object => ({ key: { bytes_hex: encodeHex(der) } })
const opensslKey = pinned(decodeBase64(openssl.spki))

/** How the claim ends in a browser, and by the native engine, which has to agree. */
async function ending(
  parts: Parameters<typeof recipeOf>[0],
  published: Parameters<typeof drawOf>[0],
  options: PublishedOptions = {},
): Promise<string | undefined> {
  const [draw, recipe] = [drawOf(published), recipeOf(parts)]
  const onWeb = subjectOf(await verifyPublishedOnWeb(draw, recipe, options))
  const onNode = subjectOf(verifyPublished(draw, recipe, { ...options, engine: native }))
  t.same(onWeb, onNode)
  return endingOf(onWeb, 'draw.signed')
}

await t.test('RSA signatures verify in a browser as they do by OpenSSL', async t => {
  for (const algorithm of algorithms) {
    const signature = openssl.signatures[algorithm]
    const recipe = recipeFor(algorithm, opensslKey)
    t.equal(await ending(recipe, { message, signature }), 'proven signature-verified', algorithm)
    t.equal(await ending(recipe, { message: `${message} `, signature }), 'refuted signature-invalid')
    const short = encodeBase64(decodeBase64(signature).subarray(1))
    t.equal(await ending(recipe, { message, signature: short }), 'refuted signature-invalid')
    t.equal(await ending(recipe, { message }), 'not-provable value-missing')
    for (const other of algorithms.filter(name => name !== algorithm)) {
      t.equal(await ending(recipeFor(other, opensslKey), { message, signature }), 'refuted signature-invalid')
    }
  }
})

await t.test('without Web Crypto or the native engine the claim is not provable, and says what could', t => {
  const subject = subjectOf(
    verifyPublished(
      drawOf({ message, signature: openssl.signatures['rsa-pss-sha256'] }),
      recipeOf(recipeFor('rsa-pss-sha256', opensslKey)),
    ),
  )
  t.equal(subject.verdict, 'not-provable')
  const claim = claimOf(subject, 'draw.signed')
  t.equal(claim?.code, 'algorithm-unsupported')
  t.equal(
    claim?.message,
    'they signed it: the portable engine cannot verify rsa-pss-sha256; the native engine can, and in a browser verifyPublishedOnWeb',
  )
  t.end()
})

/** Does something with other members in the place of those of Web Crypto. */
async function withSubtle<T>(subtle: unknown, action: () => Promise<T>): Promise<T> {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'crypto')
  if (before === undefined) throw new Error('no crypto')
  Object.defineProperty(globalThis, 'crypto', { ...before, get: () => subtle && { subtle } })
  try {
    return await action()
  } finally {
    Object.defineProperty(globalThis, 'crypto', before)
  }
}

await t.test('a browser that cannot tell proves nothing and refutes nothing', async t => {
  const { subtle } = globalThis.crypto
  const refuse = (): never => {
    throw new Error('refused')
  }
  const later = (): Promise<never> => Promise.reject(new Error('refused'))
  const [draw, recipe] = [
    drawOf({ message, signature: openssl.signatures['rsa-pss-sha512'] }),
    recipeOf(recipeFor('rsa-pss-sha512', opensslKey)),
  ]
  for (const crypto of [
    undefined,
    { importKey: refuse },
    { importKey: later },
    {
      importKey: (...input: Parameters<typeof subtle.importKey>) => subtle.importKey(...input),
      verify: later,
    },
  ]) {
    const report = await withSubtle(crypto, () => verifyPublishedOnWeb(draw, recipe))
    const claim = claimOf(subjectOf(report), 'draw.signed')
    t.equal(claim?.code, 'algorithm-unsupported')
    t.match(claim?.message, /^they signed it: the portable\+web engine cannot verify rsa-pss-sha512; /)
  }
})

await t.test('it asks once for each signature, and goes through a draw without RSA once', async t => {
  const { subtle } = globalThis.crypto
  let asked = 0
  const counted = {
    importKey: (...input: Parameters<typeof subtle.importKey>) => subtle.importKey(...input),
    verify: (...input: Parameters<typeof subtle.verify>) => {
      asked += 1
      return subtle.verify(...input)
    },
  }
  let hashed = 0
  const engine = {
    ...portable,
    hash: (...input: Parameters<typeof portable.hash>) => {
      hashed += 1
      return portable.hash(...input)
    },
  }
  const parts = recipeFor('rsa-pkcs1-sha256', opensslKey)
  const claims = ['a.b', 'c.d'].map(id => ({ ...(parts.claims as object[])[0], id }))
  const draw = drawOf({ message, signature: openssl.signatures['rsa-pkcs1-sha256'] })
  const report = await withSubtle(counted, () => verifyPublishedOnWeb(draw, recipeOf({ ...parts, claims })))
  const endings = ['a.b', 'c.d'].map(id => endingOf(subjectOf(report), id))
  t.strictSame([asked, ...endings], [1, 'proven signature-verified', 'proven signature-verified'])

  const hash = { type: 'sha256', title: 'hash' }
  const recipe = recipeOf({
    inputs: { message: text, hash },
    claims: [{ id: 'a.b', says: 'x', equal: [{ sha256: { bytes_utf8: '$message' } }, '$hash'] }],
  })
  // A digest that fits: of one that does not, others are hashed to say why.
  const sha256 = createHash('sha256').update(message).digest('hex')
  const plain = await verifyPublishedOnWeb(drawOf({ message, hash: sha256 }), recipe, { engine })
  t.strictSame([hashed, endingOf(subjectOf(plain), 'a.b')], [1, 'proven values-equal'])
})

await t.test('of several trusted keys one is enough, wherever it stands', async t => {
  const pairs = [2048, 3072].map(modulusLength => generateKeyPairSync('rsa', { modulusLength }))
  const ders = pairs.map(({ publicKey }) => publicKey.export({ format: 'der', type: 'spki' }))
  const recipe = recipeFor('rsa-pss-sha256', { trusted: 'The notary' })
  const trustOf = (keys: readonly Uint8Array[]): PublishedOptions => ({
    trust: parseTrust({
      trust: 'drawaudit/v1',
      signers: [
        {
          name: 'The notary',
          keys: keys.map(key => ({ algorithm: 'rsa-pss-sha256', public_key: encodeBase64(key) })),
        },
      ],
    }),
  })
  for (const { privateKey } of pairs) {
    const options = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    const signature = encodeBase64(new Uint8Array(sign('sha256', encodeUtf8(message), options)))
    for (const keys of [ders, ders.toReversed()]) {
      t.equal(await ending(recipe, { message, signature }, trustOf(keys)), 'proven signature-verified')
      t.equal(await ending(recipe, { message: 'x', signature }, trustOf(keys)), 'refuted signature-invalid')
    }
    t.equal(
      await ending(recipe, { message, signature }, trustOf([decodeBase64(openssl.spki)])),
      'refuted signature-invalid',
    )
  }
})

await t.test('what RANDOM.ORG signed', async t => {
  const modulus = decodeHex(randomOrgModulus)
  const key = pinned(encodeRsaSpki({ modulus, exponent: decodeHex('010001') }))
  const recipe = recipeFor('rsa-pkcs1-sha512', key)
  for (const [name, serial] of [
    ['serial-79924', 79924],
    ['lottery-2018-period-2', 1190],
  ] as const) {
    // prettier-ignore
    const url = new URL(`../../fixtures/draws/random-org-signed/${name}.json`, import.meta.url)
    const { published } = JSON.parse(readFileSync(url, 'utf8')) as {
      published: { random: string; signature: string }
    }
    const { random, signature } = published
    t.equal(await ending(recipe, { message: random, signature }), 'proven signature-verified')
    const changed = random.replace(`"serialNumber":${serial}`, `"serialNumber":${serial + 1}`)
    t.not(changed, random)
    t.equal(await ending(recipe, { message: changed, signature }), 'refuted signature-invalid')
    const printed = JSON.stringify(JSON.parse(random), null, 1)
    t.equal(await ending(recipe, { message: printed, signature }), 'refuted signature-invalid')
  }
})
