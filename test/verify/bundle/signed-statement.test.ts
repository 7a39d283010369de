import t from 'tap'
import { decodeEnvelope } from '../../../src/core/dsse.js'
import type { Engine } from '../../../src/core/engine.js'
import { parseTrust } from '../../../src/model/trust.js'
import { parseStatement, type Statement } from '../../../src/model/statement.js'
import { native } from '../../../src/native/engine.js'
import {
  createSignedReader,
  isStolen,
  type SignedReader,
} from '../../../src/verify/bundle/signed-statement.js'
import {
  createCeremony,
  createSigner,
  createTrust,
  envelop,
  statementType,
  type EnvelopeJson,
  type TrustJson,
} from '../../protocol/factory.js'
import { base } from '../../protocol/scenarios/scenario.js'
import { jcs, keyIdOf, sha256, hex, unbase64, utf8, type Members } from '../../protocol/second-opinion.js'

const raffle = createCeremony(base)
raffle.commit()
const [commitment] = raffle.envelopes as [EnvelopeJson]
const { statement: said } = raffle.said[0]!
const { operator } = raffle
const stranger = createSigner('Stranger')
const about = readPayload(commitment)

function readPayload(envelope: EnvelopeJson): Statement {
  return parseStatement(decodeEnvelope(envelope).payload)
}

/** The commitment, told differently. */
const tell = (change: Members, signer = operator): EnvelopeJson =>
  envelop(statementType, utf8(jcs({ ...said, ...change })), signer)

/** A reader of the raffle's statements; the auditor knows the stranger too. */
function createReader(
  edit: (trust: TrustJson) => void = () => undefined,
  engine: Engine = native,
): SignedReader {
  const trust = createTrust([operator, stranger], [], [])
  edit(trust)
  return createSignedReader(about, parseTrust(trust), engine)
}

/** Verifications are counted. */
function createCounter(): Engine & { readonly count: () => number } {
  let count = 0
  return {
    ...native,
    verify(...asked) {
      count += 1
      return native.verify(...asked)
    },
    count: () => count,
  }
}

await t.test('what the operator signed about the raffle', t => {
  const other = tell({ raffle_name: 'Winter raffle' })
  for (const envelope of [commitment, other]) {
    t.strictSame(createReader()(envelope), {
      statement: readPayload(envelope),
      digest: hex(sha256(unbase64(envelope.payload))),
      keyId: keyIdOf(operator.publicKey),
    })
  }
  const revoked = createReader(({ operators }) => {
    operators[0]!.keys[0]!.revoked_at = '2030-01-01T00:00:00+00:00'
  })
  t.equal(revoked(commitment)?.revokedAt, 1_893_456_000_000_000_000n)
  t.end()
})

await t.test('what is signed by nobody, by somebody else, or about something else is nothing', t => {
  const read = createReader()
  const [signature] = commitment.signatures
  const nothing: Readonly<Record<string, EnvelopeJson>> = {
    'not base64': { ...commitment, payload: 'e' },
    'no base64 signature': { ...commitment, signatures: [{ sig: 'e' }] },
    'no signature': { ...commitment, signatures: [{ sig: '' }] },
    'signed by a stranger': tell({}, stranger),
    'another text': { ...tell({ raffle_name: 'Winter raffle' }), signatures: [signature!] },
    'another type': envelop('text/plain', unbase64(commitment.payload), operator),
    'no statement': envelop(statementType, utf8('{}'), operator),
    'another raffle': tell({ raffle_id: '00000000-0000-4000-8000-000000000000' }),
    'of another operator, who signed': tell({ operator: 'Stranger' }, stranger),
    'before its key was valid': tell({ issued_at_utc: '2019-12-31T23:59:59+00:00' }),
  }
  for (const [name, envelope] of Object.entries(nothing)) t.equal(read(envelope), undefined, name)
  t.notSame(read(commitment), undefined)
  t.end()
})

await t.test('the id of a key is signed by nobody, so a wrong one takes nothing back', t => {
  const read = createReader()
  const [{ sig }] = commitment.signatures as [{ sig: string }]
  const known = read(commitment)
  for (const signatures of [[{ sig }], [{ sig, keyid: '0'.repeat(64) }]]) {
    t.strictSame(createReader()({ ...commitment, signatures }), known)
  }
  t.end()
})

await t.test('a signature is verified once, however often a statement comes', t => {
  const engine = createCounter()
  const read = createReader(undefined, engine)
  const other = tell({ raffle_name: 'Winter raffle' })
  const first = read(commitment)
  t.notSame(first, undefined)
  t.notSame(read(other), undefined)
  for (let round = 0; round < 3; round += 1) t.equal(read(commitment), first)
  t.equal(engine.count(), 2)
  t.end()
})

await t.test('an error in our code is not taken for a bad envelope', t => {
  const broken = {
    ...commitment,
    get payload(): string {
      throw new RangeError('a defect')
    },
  }
  t.throws(() => createReader()(broken), RangeError)
  t.end()
})

await t.test('what a key signed that was revoked: seen before, or maybe stolen', t => {
  const signed = { statement: about, digest: '', keyId: '' }
  const cases: readonly (readonly [revokedAt: bigint | undefined, at: bigint | undefined, boolean])[] = [
    [undefined, undefined, false],
    [undefined, 5n, false],
    [5n, undefined, true],
    [5n, 4n, false],
    [5n, 5n, true],
    [5n, 6n, true],
  ]
  for (const [revokedAt, at, expected] of cases) {
    const one = { ...signed, ...(revokedAt !== undefined && { revokedAt }) }
    t.equal(isStolen(one, at), expected, `revoked at ${revokedAt}, seen at ${at}`)
  }
  t.end()
})
