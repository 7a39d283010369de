import { createHash, createPublicKey, verify as verifyBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { derivePublicKey, encodePae } from '../../src/core/dsse.js'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import {
  createAttestation,
  encodeAttested,
  inTotoType,
  readAttested,
  signAttestation,
} from '../../src/model/attestation.js'
import { validateAttestation } from '../../src/model/validators/attestation.js'
import { findProblems } from '../../src/model/schema.js'
import { parseTrust } from '../../src/model/trust.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { endingOf } from '../verify/report.js'

const folder = new URL('../../fixtures/bundles/three-prizes-142-entries/', import.meta.url)
const read = (name: string): JsonValue => parseJson(readFileSync(new URL(name, folder)))
const bundle = read('bundle.json') as Readonly<Record<string, JsonValue>>
const secretKey = new Uint8Array(32).fill(9)

type Statement = Record<string, JsonValue> & { subject: { name: string; digest: Record<string, string> }[] }
const statementOf = (bytes: Uint8Array): Statement => JSON.parse(Buffer.from(bytes).toString()) as Statement
const wrap = (statement: unknown): Readonly<Record<string, JsonValue>> => ({
  payload: Buffer.from(JSON.stringify(statement)).toString('base64'),
  payloadType: inTotoType,
  signatures: [],
})

await t.test('a bundle becomes an in-toto Statement about its own bytes', t => {
  const statement = statementOf(
    createAttestation(bundle, 'bundle.json', [{ name: 'list', sha256: 'ab'.repeat(32) }]),
  )
  t.strictSame(findProblems(validateAttestation, statement), [])
  const digest = createHash('sha256').update(encodeAttested(bundle)).digest('hex')
  t.strictSame(statement.subject, [
    { name: 'bundle.json', digest: { sha256: digest } },
    { name: 'list', digest: { sha256: 'ab'.repeat(32) } },
  ])
  t.strictSame(statement['predicate'], bundle)
  t.end()
})

await t.test('it is signed as DSSE has it, by no keyid', t => {
  const statement = createAttestation(bundle, 'bundle.json')
  const signed = signAttestation(statement, secretKey)
  const [signature] = signed.dsseEnvelope.signatures
  t.strictSame(Object.keys(signature ?? {}), ['sig'])
  const der = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    derivePublicKey(secretKey).bytes,
  ])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  t.ok(verifyBytes(null, encodePae(inTotoType, statement), key, Buffer.from(signature?.sig ?? '', 'base64')))
  t.end()
})

await t.test('what has an envelope among other members is no attestation', t => {
  const envelope = wrap(statementOf(createAttestation(bundle, 'bundle.json')))
  t.strictSame(readAttested(envelope), bundle)
  t.equal(readAttested({ ...envelope, draw: 'drawaudit/v1' }), undefined)
  t.equal(readAttested({ dsseEnvelope: envelope, fraud: 'drawaudit/v1' }), undefined)
  t.equal(readAttested({ dsseEnvelope: envelope, ...envelope }), undefined)
  t.equal(readAttested({ dsseEnvelope: { ...envelope, draw: 'drawaudit/v1' } }), undefined)
  t.end()
})

await t.test('it is verified as the bundle that is in it, in either envelope', t => {
  const options = {
    source: 'x',
    now: new Date(),
    findRecipe: () => undefined,
    trust: parseTrust(read('trust.json')),
    require: ['statement.signed', 'winner.derived'],
  }
  const outcome = (value: unknown): unknown => {
    const { kind, verdict, claims } = verifyDocument(value as JsonValue, options)
    return { kind, verdict, claims }
  }
  const signed = signAttestation(createAttestation(bundle, 'bundle.json'), secretKey)
  const expected = outcome(bundle)
  t.match(expected, { kind: 'bundle', verdict: 'proven' })
  t.strictSame(outcome(signed), expected)
  t.strictSame(outcome(signed.dsseEnvelope), expected)
  // cosign attest-blob (3.1.1) writes the version before.
  const older = { ...statementOf(createAttestation(bundle, 'b')), _type: 'https://in-toto.io/Statement/v0.1' }
  t.strictSame(outcome(wrap(older)), expected)
  // Other tools have members of their own, in any order.
  const { predicate, ...rest } = statementOf(createAttestation(bundle, 'b'))
  t.strictSame(outcome(wrap({ more: { of: 'theirs' }, predicate, ...rest })), expected)
  t.end()
})

await t.test('what is attested and what is in it have to be the same', t => {
  const statement = statementOf(createAttestation(bundle, 'bundle.json'))
  const { beacon, ...withoutBeacon } = bundle
  t.ok(beacon)
  const cases: readonly (readonly [value: unknown, ending: string, message: RegExp])[] = [
    [
      { ...statement, predicate: withoutBeacon },
      'bundle-invalid',
      /no subject has the SHA-256 .*, [0-9a-f]{64}$/,
    ],
    [{ ...statement, subject: [] }, 'bundle-invalid', /\/subject expected at least 1 item/],
    [{ ...statement, _type: 'https://in-toto.io/Statement/v2' }, 'bundle-invalid', /\/_type expected/],
    [
      { ...statement, predicate: { bundle: 'drawaudit/v1' } },
      'bundle-invalid',
      /\/predicate\/statements is missing/,
    ],
    [
      { ...statement, predicateType: 'https://slsa.dev/provenance/v1' },
      'document-unsupported',
      /expected "urn:drawaudit:v1:bundle"$/,
    ],
    [17, 'bundle-invalid', /expected object/],
  ]
  for (const [value, code, message] of cases) {
    t.throws(() => readAttested(wrap(value)), { code, message })
    const subject = verifyDocument(wrap(value), { source: 'x', now: new Date(), findRecipe: () => undefined })
    t.equal(endingOf(subject, 'document.read'), `not-provable ${code}`)
  }
  t.throws(() => readAttested({ ...wrap(statement), payload: '!' }), { code: 'base64-invalid' })
  t.throws(() => readAttested({ ...wrap(statement), payload: 'e30=e30=' }), { code: 'base64-invalid' })
  t.equal(readAttested({ ...wrap(statement), payloadType: 'text/plain' }), undefined)
  t.equal(readAttested({ dsseEnvelope: 5 }), undefined)
  t.end()
})
