/**
 * A transparency log and its witnesses, with real signatures, written from C2SP's texts and not from src/: what one may
 * choose of a log, and every lie that one may tell about it.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
import { createSigner, type EnvelopeJson, type Signer } from './evidence.js'
import {
  base64,
  hashLeaf,
  hex,
  integer,
  jcs,
  sha256,
  sign,
  treePath,
  treeRoot,
  unbase64,
  utf8,
  type Json,
} from './second-opinion.js'

/** Types of keys: of a log, and of a witness, with Ed25519 and with ML-DSA-44. */
export const logKey = 1
export const witnessKey = 4
export const quantumKey = 6

function keyIdOf(name: string, type: number, publicKey: Uint8Array): Uint8Array {
  return sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).subarray(0, 4)
}

/** A verifier key as text. */
export function vkeyOf({ name, publicKey }: Signer, type: number): string {
  const key = base64(concatBytes(Uint8Array.of(type), publicKey))
  return `${name}+${hex(keyIdOf(name, type, publicKey))}+${key}`
}

const line = ({ name, publicKey }: Signer, type: number, signature: Uint8Array): string =>
  `\u2014 ${name} ${base64(concatBytes(keyIdOf(name, type, publicKey), signature))}\n`

/** The line of a log below the text of a checkpoint. */
export const signed = (text: string, signer: Signer): string =>
  line(signer, logKey, sign(utf8(text), signer.secretKey))

/** The line of a witness. */
export const cosigned = (text: string, signer: Signer, time: number): string =>
  line(
    signer,
    witnessKey,
    concatBytes(integer(time, 8), sign(utf8(`cosignature/v1\ntime ${time}\n${text}`), signer.secretKey)),
  )

/** The line of a witness with ML-DSA-44: its name is signed too, and of the text origin, size and root. */
export function quantumCosigned(text: string, { name, secretKey, publicKey }: Signer, time: number): string {
  const [origin = '', size = '', root = ''] = text.split('\n')
  const [cosigner, log] = [name, origin].map(utf8) as [Uint8Array, Uint8Array]
  const message = concatBytes(
    utf8('subtree/v1\n\0'),
    ...[Uint8Array.of(cosigner.length), cosigner, integer(time, 8)],
    ...[Uint8Array.of(log.length), log],
    ...[integer(0, 8), integer(Number(size), 8), unbase64(root)],
  )
  // The same signature each time, which FIPS 204 allows: the files do not change.
  const signature = ml_dsa44.sign(message, ml_dsa44.keygen(secretKey).secretKey, { extraEntropy: false })
  return line({ name, secretKey, publicKey }, quantumKey, concatBytes(integer(time, 8), signature))
}

/** A witness with a key of ML-DSA-44, whose secret is its seed. */
export function createQuantumSigner(name: string): Signer {
  const secretKey = sha256(utf8(`ML-DSA-44 signer ${name}`))
  return { name, secretKey, publicKey: ml_dsa44.keygen(secretKey).publicKey }
}

/** What stands in a log for a statement. */
export const entryOf = ({ payload, payloadType, signatures }: EnvelopeJson): string =>
  jcs({ payload, payloadType, signatures: signatures as unknown as Json })

/** Who cosigns, and when. */
export type Cosigners = readonly (readonly [witness: Signer, time: number])[]

/** A log that may be told to lie. */
export class TestLog {
  readonly entries: string[] = []
  readonly origin: string
  readonly signer: Signer

  constructor(origin: string, signer: Signer) {
    this.origin = origin
    this.signer = signer
  }

  /** Appends, and says where. */
  add(entry: string): number {
    return this.entries.push(entry) - 1
  }

  leaves(size = this.entries.length): Uint8Array[] {
    return this.entries.slice(0, size).map(entry => hashLeaf(utf8(entry)))
  }

  /** The text of a checkpoint. */
  text(size = this.entries.length, root = treeRoot(this.leaves(size))): string {
    return `${this.origin}\n${size}\n${base64(root)}\n`
  }

  /** A checkpoint as a signed note. */
  note(cosigners: Cosigners = [], text = this.text(), signer = this.signer): string {
    const lines = cosigners.map(([witness, time]) => cosigned(text, witness, time))
    return `${text}\n${signed(text, signer)}${lines.join('')}`
  }

  /** Where an entry stands in the log of a size. */
  place(sequence: number, index: number, size = this.entries.length) {
    return { sequence, index, inclusion: treePath(index, this.leaves(size)).map(hex) }
  }
}

/** The log of an operator, in its beginnings. */
export function createLog(operator: string): TestLog {
  const origin = `${operator.replaceAll(/[^A-Za-z]/g, '').toLowerCase() || 'log'}.example/log`
  return new TestLog(origin, createSigner(origin))
}

/** Three who cosign. */
export const witnesses: readonly [Signer, Signer, Signer] = [
  createSigner('one.witness.example'),
  createSigner('two.witness.example'),
  createSigner('three.witness.example'),
]

/** A policy in which the three are w1, w2 and w3. */
export const policyOf = (rest: string): string =>
  witnesses.map((witness, at) => `witness w${at + 1} ${vkeyOf(witness, witnessKey)}\n`).join('') + rest

/** What is chosen of a log. */
export interface LogChoices {
  /** How many of the witnesses the auditor trusts, from the first one on; 2 when left out. */
  readonly trusted?: number
  /** How many have to have cosigned; all that are trusted when left out. */
  readonly threshold?: number
  /** A policy in place of the list: its lines below those that define the witnesses as w1, w2 and w3. */
  readonly policy?: string
  /** How many cosign, or which, by their places; those that are trusted when left out. */
  readonly cosign?: number | readonly number[]
  /** Entries of others before those of the raffle, and between them. */
  readonly others?: readonly string[]
  /** The auditor has the log's entries; true when left out. */
  readonly isRead?: boolean
  /** The bundle has its proofs; true when left out. */
  readonly isBundled?: boolean
  /** Someone observed too. */
  readonly isObserved?: boolean
}
