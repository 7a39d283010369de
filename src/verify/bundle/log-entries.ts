/**
 * The entries of a log, however many: its roots at the sizes that matter, and what it has of one raffle. In bounded
 * memory.
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

/** A signed statement of the raffle that the bundle does not have. */
export interface LoggedStatement {
  /** Place in the log, from 0. */
  readonly index: number
  readonly signed: SignedStatement
}

/** What the entries of a log show of a bundle. Nothing says yet that they are those of the log. */
export interface LogSummary {
  /** The signed note that came with them. */
  readonly checkpoint: string
  /** How many entries were read. */
  readonly size: number
  /** The root of the first entries, at the size of every checkpoint that matters; undefined for any other. */
  readonly rootAt: (size: number) => Uint8Array | undefined
  /** Of each statement of the bundle, by its place: where its envelope stands first. */
  readonly places: readonly (number | undefined)[]
  /** The first of each kind that others of the same kind say no more than. */
  readonly others: readonly LoggedStatement[]
  /** Why reading broke off before the end, in words. */
  readonly fault?: string
}

/** What is looked for in a log: it takes no more of a bundle. */
export type LoggedBundle = Pick<Bundle, 'statements' | 'log'>

export interface LogOptions {
  readonly bundle: LoggedBundle
  readonly trust: TrustRoot
  /** The signed note that came with the entries. */
  readonly checkpoint: string
  readonly engine?: Engine
}

/** Entries of a log, from the first one on, as they are read. */
export class LogEntryCheck {
  readonly #engine: Engine
  readonly #tree: MerkleTree
  readonly #checkpoint: string
  readonly #sizes: ReadonlySet<number>
  readonly #roots = new Map<number, Uint8Array>()
  readonly #mayConcern: (entry: Uint8Array) => boolean
  readonly #readSigned: SignedReader | undefined
  /** Of the bundle's statements: the hashes of their leaves, the beginnings of these, and the digests of their payloads. */
  readonly #leaves: readonly string[]
  readonly #starts: ReadonlySet<number>
  readonly #digests: ReadonlySet<string>
  /** Where each of these leaves stands first; undefined while it was not read. */
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
    // A statement of the bundle need not be of the bundle's raffle, nor a statement.
    if (this.#starts.has(startOf(leafHash)) || this.#mayConcern(entry)) {
      this.#addConcerned(entry, leafHash, index)
    }
  }

  /** The log has come to its end, or could not be read any further: `fault` says why. */
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
    // Two commitments or seals are one too many, of other statements the first is missed first; what a key signed
    // that was revoked may not count, so it hides no other.
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
 * @throws what reading them throws.
 */
export async function summarizeLog(
  entries: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: LogOptions,
): Promise<LogSummary> {
  const check = new LogEntryCheck(options)
  for await (const entry of entries) check.add(entry)
  return check.end()
}

/** The first four bytes of a hash as a number: what millions of them are told apart by. */
function startOf(hash: Uint8Array): number {
  return ((hash[0] ?? 0) << 24) | ((hash[1] ?? 0) << 16) | ((hash[2] ?? 0) << 8) | (hash[3] ?? 0)
}

const noteOf = ({ checkpoint }: { readonly checkpoint: string }): string => checkpoint

/** What is wrong with a note is for the claims to say. */
function readSize(note: string): readonly number[] {
  try {
    return [parseCheckpoint(parseNote(note).text).size]
  } catch (error) {
    if (error instanceof DrawauditError) return []
    throw error
  }
}

/**
 * What was signed counts in whatever form it stands: envelopes in a list, with several signatures, each as an envelope
 * of its own. None for an entry of another kind.
 */
function readEnvelopes(entry: Uint8Array): readonly EnvelopeJson[] {
  try {
    const value = parseJson(entry)
    return (Array.isArray(value) ? (value as readonly JsonValue[]) : [value])
      .flatMap(one => {
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
