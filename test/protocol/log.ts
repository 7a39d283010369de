/**
 * A transparency log and its witnesses, with real signatures, written from C2SP's texts and not from src/: what one may
 * choose of a log, and every lie that one may tell about it.
 */
import { concatBytes } from '@noble/hashes/utils.js'
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
  utf8,
  type Json,
} from './second-opinion.js'

/** Types of keys: of a log, and of a witness. */
export const logKey = 1
export const witnessKey = 4

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
