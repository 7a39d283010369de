import { readFileSync } from 'node:fs'
import t from 'tap'
import { canonicalize } from '../../src/core/canonical.js'
import { derivePublicKey, encodeEnvelope, signEnvelope, type Envelope } from '../../src/core/dsse.js'
import { encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { observationType, publicationType } from '../../src/model/observation.js'
import { listAttestationType } from '../../src/model/list-attestation.js'
import { receiptType } from '../../src/model/receipt.js'
import { statementType } from '../../src/model/statement.js'
import {
  findRecipeSigner,
  isEnvelope,
  openSignedRecipe,
  recipeType,
  signRecipe,
} from '../../src/model/signed-recipe.js'
import { addRecipeSigner, requireSignedRecipes } from '../../src/model/trust-changes.js'
import { findTrustProblems, parseTrust, type TrustJson } from '../../src/model/trust.js'
import { parseRecipe } from '../../src/recipe/recipe.js'

const load = (name: string): JsonValue =>
  parseJson(readFileSync(new URL(`../../recipes/${name}.json`, import.meta.url)))
const [one, other] = [load('casino-52'), load('nist-beacon')]

const secret = { ada: new Uint8Array(32).fill(1), eve: new Uint8Array(32).fill(2) }
const publicKey = (of: keyof typeof secret): string => encodeHex(derivePublicKey(secret[of]).bytes)
const trustOf = (...names: (keyof typeof secret)[]) =>
  parseTrust({
    trust: 'drawaudit/v1',
    recipe_signers: names.map(name => ({ name, public_key: publicKey(name) })),
  })
const written = (envelope: Envelope): JsonValue => encodeEnvelope(envelope) as unknown as JsonValue
const signature = { code: 'recipe-signature' }

await t.test('what is signed is the recipe, its members in their order', t => {
  const { payload, payloadType } = signRecipe(one, secret.ada)
  t.equal(payloadType, 'application/vnd.drawaudit.recipe.v1+json')
  const opened = openSignedRecipe(written(signRecipe(one, secret.ada)))
  t.equal(new TextDecoder().decode(payload), JSON.stringify(opened.value))
  t.strictSame(opened.value, one)
  t.equal(parseRecipe(opened.value).digest, parseRecipe(one).digest)
  t.equal(findRecipeSigner(opened.envelope, trustOf('ada')), 'ada')
  t.equal(findRecipeSigner(opened.envelope, trustOf('eve', 'ada')), 'ada')
  t.equal(findRecipeSigner(opened.envelope, trustOf('eve')), undefined, 'of another key nothing is known')
  t.equal(findRecipeSigner(opened.envelope, trustOf()), undefined)
  t.ok(isEnvelope(written(opened.envelope)))
  t.notOk(isEnvelope(one))
  t.end()
})

await t.test('the id of a key, which nobody signed, decides nothing', t => {
  const { payloadType, payload, signature: made } = signRecipe(one, secret.ada)
  const bare = { payloadType, payload, signature: made }
  t.equal(findRecipeSigner(bare, trustOf('ada')), 'ada', 'without one')
  const { keyId = '' } = signRecipe(one, secret.eve)
  t.equal(findRecipeSigner({ ...bare, keyId }, trustOf('ada', 'eve')), 'ada', 'with that of another')
  t.end()
})

await t.test('a signature over another recipe is none over this one', t => {
  const [right, wrong] = [signRecipe(one, secret.ada), signRecipe(other, secret.ada)]
  const swapped = { ...wrong, signature: right.signature }
  t.throws(() => findRecipeSigner(swapped, trustOf('ada')), signature)
  const renamed = { ...(one as object), name: 'casino-53' } as JsonValue
  const { payload } = signRecipe(renamed, secret.eve)
  t.throws(() => findRecipeSigner({ ...right, payload }, trustOf('ada')), signature, 'a name is signed too')
  const unnamed = { payload, payloadType: recipeType, signature: right.signature }
  t.equal(findRecipeSigner(unnamed, trustOf('ada')), undefined, 'nor without the id of the key')
  t.end()
})

await t.test('what a key signed as anything else is no signed recipe', t => {
  const payload = encodeUtf8(canonicalize(one))
  for (const type of [statementType, receiptType, observationType, publicationType, listAttestationType]) {
    const envelope = signEnvelope(type, payload, secret.ada)
    t.throws(() => openSignedRecipe(written(envelope)), signature, type)
    // The type is under the signature: another one cannot be written over it.
    const relabelled = openSignedRecipe(written({ ...envelope, payloadType: recipeType }))
    t.throws(() => findRecipeSigner(relabelled.envelope, trustOf('ada')), signature, type)
  }
  t.end()
})

await t.test('what is no JSON that all read the same is no signed recipe', t => {
  const sign = (text: string): JsonValue => written(signEnvelope(recipeType, encodeUtf8(text), secret.ada))
  const twice = canonicalize(one).replace('"name":', '"name":"other","name":')
  for (const text of [twice, '{', '', '\ufeff{}', `${JSON.stringify(one)}x`]) {
    t.throws(() => openSignedRecipe(sign(text)), signature, text.slice(0, 20))
  }
  for (const value of [{ payloadType: recipeType }, { ...(sign('{}') as object), signatures: [] }]) {
    t.throws(() => openSignedRecipe(value), signature)
  }
  const long = { ...(one as object), notes: Array.from({ length: 800 }, () => 'x'.repeat(1024)) }
  t.throws(() => signRecipe(long, secret.ada), signature, 'longer than an envelope takes')
  t.end()
})

await t.test('a trust file with recipe signers', t => {
  const key = publicKey('ada')
  const empty: TrustJson = { trust: 'drawaudit/v1' }
  const added = addRecipeSigner(empty, 'Ada', key)
  t.match(added.changes, [
    { outcome: 'added', what: 'recipe-signer', name: 'Ada', fingerprint: /^[0-9a-f]{64}$/ },
  ])
  t.match(addRecipeSigner(added.trust, 'Ada', key).changes, [{ outcome: 'unchanged' }])
  t.throws(() => addRecipeSigner(added.trust, 'Bob', key), { code: 'trust-invalid' }, 'a key is one person’s')
  t.throws(() => addRecipeSigner(added.trust, 'Ada', publicKey('eve')), { code: 'trust-invalid' })
  const only = requireSignedRecipes(added.trust)
  t.match(only.changes, [{ outcome: 'added', what: 'recipes', name: 'signed' }])
  t.match(requireSignedRecipes(only.trust).changes, [{ outcome: 'unchanged' }])
  t.match(parseTrust(only.trust), { onlySignedRecipes: true, recipeSigners: [{ name: 'Ada' }] })
  t.equal(parseTrust(added.trust).onlySignedRecipes, false)

  const observers = [{ name: 'Ada', public_key: key }]
  t.strictSame(findTrustProblems({ ...added.trust, observers }), [], 'an observer may sign recipes')
  t.match(findTrustProblems({ ...added.trust, observers: [{ name: 'Bob', public_key: key }] }), [
    { pointer: '/recipe_signers/0/public_key', message: /is also the key of the observer "Bob"/ },
  ])
  const keys = [{ algorithm: 'ed25519', public_key: key, valid_from: '2026-01-01T00:00:00+00:00' }]
  t.match(findTrustProblems({ ...added.trust, operators: [{ name: 'Ada', keys }] }), [
    { pointer: '/recipe_signers/0/public_key', message: /is also the key of the operator "Ada"/ },
  ])
  t.match(findTrustProblems({ ...empty, recipes: 'any' }), [{ pointer: '/recipes' }])
  t.match(findTrustProblems({ ...empty, recipe_signers: [{ name: 'Weak', public_key: '00'.repeat(32) }] }), [
    { pointer: '/recipe_signers/0/public_key' },
  ])
  t.end()
})
