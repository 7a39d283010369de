/**
 * The logs and witnesses of a trust file (docs/PROTOCOL.md, "The trust file").
 *
 * @packageDocumentation
 */
import {
  createVerifierKey,
  formatVerifierKey,
  isWitnessKey,
  parseVerifierKey,
  type VerifierKey,
} from '../core/note.js'
import { encodeHex } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'

/** A transparency log. */
export interface TrustedLog {
  /** The first line of its checkpoints. */
  readonly origin: string
  /** The key that signs its checkpoints. */
  readonly key: VerifierKey
}

/**
 * Reads a vkey of a log or of a witness: one of the other kind would verify nothing, or something else.
 *
 * @throws DrawauditError `trust-invalid`, or as `parseVerifierKey` does.
 */
export function readVerifierKey(vkey: string, of: 'log' | 'witness'): VerifierKey {
  const key = parseVerifierKey(vkey)
  if (isWitnessKey(key) === (of === 'witness')) return key
  if (of === 'log') {
    throw new DrawauditError('trust-invalid', 'it is the key of a witness: a log signs with another one')
  }
  const same = formatVerifierKey(createVerifierKey(key.name, 'cosignature/v1', key.key))
  throw new DrawauditError('trust-invalid', `it is not a witness key; the same key as one is ${same}`, {
    hint: 'only if you know that this key cosigns: otherwise its owner could be tricked into cosigning',
  })
}

/**
 * Groups keys by witness: keys with one name belong to one witness, such as its Ed25519 and ML-DSA-44 keys,
 * and so do two names of one key.
 *
 * @returns for each key the id of its witness: the hex of the witness's first key.
 */
export function findVoters(witnesses: readonly VerifierKey[]): readonly string[] {
  const voters: string[] = []
  const known = new Map<string, number>()
  for (const [at, { name, key }] of witnesses.entries()) {
    const bytes = encodeHex(key.bytes)
    const marks = [`name ${name}`, `key ${bytes}`]
    const [first, other] = marks.flatMap(mark => voters[known.get(mark) ?? -1] ?? [])
    const voter = first ?? bytes
    voters[at] = voter
    for (const mark of marks) known.set(mark, known.get(mark) ?? at)
    // A key that joins two apparently different witnesses.
    if (other === undefined || other === voter) continue
    for (const [before, one] of voters.entries()) if (one === other) voters[before] = voter
  }
  return voters
}
