/**
 * Reads a log's entries, however many, in bounded memory: its roots at the relevant sizes, and its statements
 * about one raffle.
 *
 * @packageDocumentation
 */
import { parseCheckpoint } from '../../core/checkpoint.js'
import { encodeLogEntry, type EnvelopeJson } from '../../core/dsse.js'
import { encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { parseJson, type JsonValue } from '../../core/json.js'
import { hashLeaf, MerkleTree } from '../../core/merkle.js'
import { parseNote } from '../../core/note.js'
import { portable } from '../../core/portable.js'
import { DrawauditError } from '../../errors.js'
import type { Bundle } from '../../model/bundle.js'
import { findProblems } from '../../model/schema.js'
import type { TrustRoot } from '../../model/trust.js'
import { validateEnvelope } from '../../model/validators/envelope.js'
import { isStatement, readChain } from './chain.js'
import { createRaffleFilter } from './raffle-filter.js'
import { createSignedReader, type SignedReader, type SignedStatement } from './signed-statement.js'

/** A signed statement of the raffle that is missing in the bundle. */
export interface LoggedStatement {
  /** Index in the log, from 0. */
  readonly index: number
  /** The statement with its signing key. */
  readonly signed: SignedStatement
}

/** What a log's entries show about a bundle. Not yet verified to be the log's entries. */
export interface LogSummary {
  /** The signed note given with the entries. */
  readonly checkpoint: string
  /** Number of entries read. */
  readonly size: number
  /** Root of the first `size` entries, for the sizes of all relevant checkpoints; undefined for others. */
  readonly rootAt: (size: number) => Uint8Array | undefined
  /** For each statement of the bundle, the index of its first occurrence in the log. */
  readonly places: readonly (number | undefined)[]
  /**
   * Statements missing in the bundle; of those that say no more than an earlier one of their kind, only the
   * first.
   */
  readonly others: readonly LoggedStatement[]
  /** Why reading ended early, in words. */
  readonly fault?: string
}

/** The part of a bundle that is looked for in a log. */
export type LoggedBundle = Pick<Bundle, 'statements' | 'log'>

/** What to look for in a log. */
export interface LogOptions {
  /** The bundle whose statements are looked for. */
  readonly bundle: LoggedBundle
  /** Gives the operator’s keys. */
  readonly trust: TrustRoot
  /** The signed note given with the entries. */
  readonly checkpoint: string
  /** Engine for hashes and signatures; portable by default. */
  readonly engine?: Engine
}

/** Reads entries of a log from the first on. */
export class LogEntryCheck {
  readonly #engine: Engine
  readonly #tree: MerkleTree
  readonly #checkpoint: string
  readonly #sizes: ReadonlySet<number>
  readonly #roots = new Map<number, Uint8Array>()
  readonly #mayConcern: (entry: Uint8Array) => boolean
  readonly #readSigned: SignedReader | undefined
  /** For the bundle's statements: leaf hashes, their first bytes, and digests of the payloads. */
  readonly #leaves: readonly string[]
  readonly #starts: ReadonlySet<number>
  readonly #digests: ReadonlySet<string>
  /** First index of each of these leaves; undefined until it was read. */
  readonly #places: Map<string, number | undefined>
  readonly #others = new Map<string, LoggedStatement>()

  constructor({ bundle, trust, checkpoint, engine = portable }: LogOptions) {
    this.#engine = engine
    this.#tree = new MerkleTree(engine)
    this.#checkpoint = checkpoint
    const notes = [checkpoint, ...(bundle.log ? [bundle.log, ...bundle.log.cosigned] : []).map(noteOf)]
    this.#sizes = new Set(notes.flatMap(readSize))
    const { links } = readChain(bundle.statements, engine)
    const about = links.map(({ statement }) => statement).find(isStatement)
    this.#mayConcern = about === undefined ? () => false : createRaffleFilter(about.raffle_id)
    this.#readSigned = about && createSignedReader(about, trust, engine)
    const leaves = links.map(({ envelope }) => hashLeaf(encodeLogEntry(envelope), engine))
    this.#leaves = leaves.map(encodeHex)
    this.#starts = new Set(leaves.map(startOf))
    this.#digests = new Set(links.map(({ digest }) => encodeHex(digest)))
    this.#places = new Map(this.#leaves.map(leaf => [leaf, undefined]))
    if (this.#sizes.has(0)) this.#roots.set(0, this.#tree.root())
  }

  /** Reads the next entry. It is not kept. */
  add(entry: Uint8Array): void {
    const index = this.#tree.size
    const leafHash = hashLeaf(entry, this.#engine)
    this.#tree.append(leafHash)
    if (this.#sizes.has(index + 1)) this.#roots.set(index + 1, this.#tree.root())
    // A statement of the bundle may be of another raffle, or malformed.
    if (this.#starts.has(startOf(leafHash)) || this.#mayConcern(entry)) {
      this.#addConcerned(entry, leafHash, index)
    }
  }

  /**
   * Ends the log.
   *
   * @param fault - why it could not be read any further.
   */
  end(fault?: string): LogSummary {
    const roots = this.#roots
    return {
      checkpoint: this.#checkpoint,
      size: this.#tree.size,
      rootAt: size => roots.get(size),
      places: this.#leaves.map(leaf => this.#places.get(leaf)),
      others: [...this.#others.values()],
      ...(fault !== undefined && { fault }),
    }
  }

  #addConcerned(entry: Uint8Array, leafHash: Uint8Array, index: number): void {
    const leaf = encodeHex(leafHash)
    if (this.#places.has(leaf)) {
      this.#places.set(leaf, this.#places.get(leaf) ?? index)
      return
    }
    for (const json of readEnvelopes(entry)) {
      const signed = this.#readSigned?.(json)
      if (signed !== undefined && !this.#digests.has(signed.digest)) this.#addOther(signed, index)
    }
  }

  #addOther(signed: SignedStatement, index: number): void {
    // A second commitment or seal is one too many; of other statements the first is the one missed. A
    // statement by a revoked key may not count, so it must not hide others.
    const { statement, keyId, digest } = signed
    const kept = (name: string): string => `${keyId} ${name}`
    if (statement.type === 'commitment' || statement.type === 'seal') {
      const [first, second] = [kept(`${statement.type} 1`), kept(`${statement.type} 2`)]
      const known = this.#others.get(first)
      if (known === undefined) this.#others.set(first, { index, signed })
      else if (known.signed.digest !== digest && !this.#others.has(second)) {
        this.#others.set(second, { index, signed })
      }
      return
    }
    const known = this.#others.get(kept('other'))
    if (statement.sequence < (known?.signed.statement.sequence ?? Infinity)) {
      this.#others.set(kept('other'), { index, signed })
    }
  }
}

/**
 * Reads a log from its first entry to its last.
 *
 * @param entries - in order.
 * @param options - the bundle and the keys.
 * @throws errors of reading the entries.
 */
export async function summarizeLog(
  entries: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: LogOptions,
): Promise<LogSummary> {
  const check = new LogEntryCheck(options)
  for await (const entry of entries) check.add(entry)
  return check.end()
}

/** The first four bytes of a hash as a number, a cheap filter for millions of entries. */
function startOf(hash: Uint8Array): number {
  return ((hash[0] ?? 0) << 24) | ((hash[1] ?? 0) << 16) | ((hash[2] ?? 0) << 8) | (hash[3] ?? 0)
}

const noteOf = ({ checkpoint }: { readonly checkpoint: string }): string => checkpoint

/** The size in a note; claims report a malformed note. */
function readSize(note: string): readonly number[] {
  try {
    return [parseCheckpoint(parseNote(note).text).size]
  } catch (error) {
    if (error instanceof DrawauditError) return []
    throw error
  }
}

/**
 * The signed envelopes in an entry, in any form: a list of envelopes, or several signatures, each as a
 * separate envelope. Empty for other entries.
 */
function readEnvelopes(entry: Uint8Array): readonly EnvelopeJson[] {
  try {
    const value = parseJson(entry)
    return (Array.isArray(value) ? (value as readonly JsonValue[]) : [value])
      .flatMap((one): readonly JsonValue[] => {
        const { signatures } = Object(one) as { readonly signatures?: JsonValue }
        return Array.isArray(signatures) && signatures.length > 1
          ? signatures.map(signature => ({ ...(one as object), signatures: [signature] }))
          : [one]
      })
      .filter(one => findProblems(validateEnvelope, one).length === 0)
      .map(one => one as unknown as EnvelopeJson)
  } catch (error) {
    if (error instanceof DrawauditError) return []
    throw error
  }
}
