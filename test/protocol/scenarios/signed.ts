import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, concatBytes, numberToBytesLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import {
  createSigner,
  createTrust,
  deriveRecord,
  envelop,
  observationType,
  statementType,
  type Evidence,
  type Signer,
} from '../factory.js'
import { base64, keyIdOf, pae, sign, unbase64, utf8 } from '../second-opinion.js'
import { altered, ceremony, flipBase64, forge, scenariosOf } from './scenario.js'

const { operator, observer } = ceremony()
const thief = createSigner('Thief')
const order = ed25519.Point.Fn.ORDER

/** The raffle signed otherwise, with the record that follows: only the signatures are wrong. */
const resigned = (edit: (evidence: Evidence) => void): Evidence =>
  altered(evidence => {
    edit(evidence)
    evidence.record = deriveRecord(evidence.bundle.statements)
  })

/** The raffle with another signature on one statement. */
const signedBy = (at: number, write: (sig: string, message: Uint8Array) => string): Evidence =>
  resigned(({ bundle: { statements } }) => {
    const { payload, signatures } = statements[at]!
    signatures[0]!.sig = write(signatures[0]!.sig, pae(statementType, unbase64(payload)))
  })

/** S + L: the same equation in another spelling. */
function addOrder(sig: string): string {
  const bytes = unbase64(sig)
  const s = bytesToNumberLE(bytes.subarray(32)) + order
  return base64(concatBytes(bytes.subarray(0, 32), numberToBytesLE(s, 32)))
}

/** A signature by whoever has the key, whose R has a component of small order: verifiers disagree about it. */
function signMixed(message: Uint8Array, { secretKey, publicKey }: Signer): string {
  const { scalar } = ed25519.utils.getExtendedPublicKey(secretKey)
  const nonce = 12345n
  const torsion = ed25519.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
  const R = ed25519.Point.BASE.multiply(nonce).add(torsion).toBytes()
  const k = bytesToNumberLE(sha512(concatBytes(R, publicKey, message))) % order
  return base64(concatBytes(R, numberToBytesLE((nonce + k * scalar) % order, 32)))
}

/** Signatures that are none. */
export const signatures = scenariosOf('statement.signed', add => {
  const invalid = 'signature-invalid'
  const unknown = ['not-provable', 'key-unknown'] as const
  for (const [at, what] of ['commitment', 'seal', 'draw'].entries()) {
    add(
      `${what}-signature-bit-flipped`,
      `one bit of the signature of the ${what} is another`,
      invalid,
      signedBy(at, sig => flipBase64(sig, 5)),
    )
  }
  add(
    'signature-s-bit-flipped',
    'one bit of S is another',
    invalid,
    signedBy(2, sig => flipBase64(sig, 40)),
  )
  add(
    'signature-s-plus-order',
    'S is not below the order: a second spelling of the signature',
    invalid,
    signedBy(3, addOrder),
  )
  add(
    'signature-zero',
    'the signature is 64 zero bytes',
    invalid,
    signedBy(3, () => base64(new Uint8Array(64))),
  )
  add(
    'signature-r-identity',
    'R is the identity',
    invalid,
    signedBy(3, sig => base64(concatBytes(Uint8Array.of(1), new Uint8Array(31), unbase64(sig).subarray(32)))),
  )
  add(
    'signature-r-of-mixed-order',
    'R has a component of small order, which only some verifiers accept',
    invalid,
    signedBy(3, (_, message) => signMixed(message, operator)),
  )
  add(
    'signature-empty',
    'the signature is empty',
    invalid,
    signedBy(3, () => ''),
  )
  add(
    'signature-one-byte-short',
    'the signature has 63 bytes',
    invalid,
    signedBy(3, sig => base64(unbase64(sig).subarray(0, 63))),
  )
  add(
    'signature-one-byte-long',
    'the signature has 65 bytes',
    invalid,
    signedBy(3, sig => base64(concatBytes(unbase64(sig), Uint8Array.of(0)))),
  )
  add(
    'signature-over-the-payload',
    'the payload was signed without its pre-authentication encoding',
    invalid,
    altered(({ bundle }) => {
      const { payload, signatures } = bundle.statements[3]!
      signatures[0]!.sig = base64(sign(unbase64(payload), operator.secretKey))
    }),
  )
  add(
    'signature-over-base64',
    'the base64 text was signed, not the bytes',
    invalid,
    altered(({ bundle }) => {
      const { payload, signatures } = bundle.statements[3]!
      signatures[0]!.sig = base64(sign(pae(statementType, utf8(payload)), operator.secretKey))
    }),
  )
  add(
    'signature-over-other-type',
    'it was signed as an observation and is shown as a statement',
    invalid,
    altered(({ bundle }) => {
      const { payload, signatures } = bundle.statements[3]!
      signatures[0]!.sig = base64(sign(pae(observationType, unbase64(payload)), operator.secretKey))
    }),
  )
  add(
    'signatures-swapped',
    'two draws carry the signature of each other',
    invalid,
    altered(({ bundle: { statements } }) => {
      const [one, two] = [statements[2]!, statements[3]!]
      ;[one.signatures, two.signatures] = [two.signatures, one.signatures]
    }),
  )
  add(
    'payload-altered',
    'the name of the raffle was altered after it was signed',
    invalid,
    altered(({ bundle }) => {
      forge(bundle.statements[0]!, statement => ({ ...statement, raffle_name: 'Winter raffle' }))
    }),
  )
  add(
    'winner-altered',
    'the winner was altered after it was signed',
    invalid,
    altered(({ bundle }) => {
      forge(bundle.statements[3]!, statement => ({ ...statement, winner_entry_id: '99999' }))
    }),
  )
  const stolen = (keyid: string | undefined) =>
    resigned(({ bundle }) => {
      const { payload, signatures } = bundle.statements[3]!
      signatures[0] = {
        ...(keyid !== undefined && { keyid }),
        sig: base64(sign(pae(statementType, unbase64(payload)), thief.secretKey)),
      }
    })
  add(
    'signed-by-another-under-its-keyid',
    'another key signed and names the key of the operator',
    invalid,
    stolen(keyIdOf(operator.publicKey)),
  )
  add('signed-by-another-without-keyid', 'another key signed and names none', invalid, stolen(undefined))
  add('signed-by-another', 'another key signed and names itself', unknown, stolen(keyIdOf(thief.publicKey)))
  add(
    'signed-by-the-observer',
    'the observer signed a draw: its key is trusted, for observations',
    unknown,
    resigned(({ bundle }) => {
      const last = bundle.statements.pop()!
      bundle.statements.push(envelop(statementType, unbase64(last.payload), observer))
    }),
  )
  add(
    'signed-by-another-operator',
    'another trusted operator signed a draw under this one’s name',
    unknown,
    resigned(({ bundle, trust }) => {
      const last = bundle.statements.pop()!
      bundle.statements.push(envelop(statementType, unbase64(last.payload), thief))
      trust.operators.push(...createTrust([thief], [], []).operators)
    }),
  )
})
