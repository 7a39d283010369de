/**
 * Real logs with real keys, whatever stands in them: as files in the layout of tlog-tiles, and served from there.
 *
 * @packageDocumentation
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { canonicalize } from '../../src/core/canonical.js'
import { formatCheckpoint } from '../../src/core/checkpoint.js'
import { decodeEnvelope, derivePublicKey, type EnvelopeJson } from '../../src/core/dsse.js'
import { concatBytes, encodeUtf8 } from '../../src/core/encoding.js'
import type { JsonValue } from '../../src/core/json.js'
import { hashLeaf, MerkleTree } from '../../src/core/merkle.js'
import {
  createVerifierKey,
  formatNote,
  formatVerifierKey,
  signNote,
  type VerifierKey,
} from '../../src/core/note.js'
import { encodeEntries, formatTilePath, tileAt, tileWidth } from '../../src/core/tiles.js'
import { native } from '../../src/native/engine.js'
import {
  createCeremony,
  createSigner,
  type Ceremony,
  type Choices,
  type Signer,
} from '../protocol/factory.js'
import { sha256, utf8 } from '../protocol/second-opinion.js'
import { serveHttp } from '../remote/start.js'

/** The operator whose statements the logs have, unless another is named. */
export const operator: Signer = createSigner('Example Raffles')

/** What stands in a log of a statement: the RFC 8785 form of its envelope. */
export function entryOf(envelope: object): Uint8Array {
  return encodeUtf8(canonicalize(envelope as JsonValue))
}

/** The entries of a raffle so far. */
export function entriesOf({ envelopes }: Pick<Ceremony, 'envelopes'>): Uint8Array[] {
  return envelopes.map(entryOf)
}

/** A whole raffle, well run, as the entries of a log: commitment, seal, draws, and what was replaced. */
export function raffleEntries(choices: Choices): Uint8Array[] {
  const ceremony = createCeremony({ operator, ...choices })
  ceremony.commit()
  ceremony.seal()
  ceremony.prizes.forEach((_, at) => ceremony.draw(at + 1))
  choices.replace?.forEach(position => ceremony.replace(position))
  return entriesOf(ceremony)
}

const pool: Uint8Array[][] = []

/** The entries of so many whole raffles, four each: always the same, and made once. */
export function poolEntries(raffles: number): Uint8Array[] {
  while (pool.length < raffles) pool.push(raffleEntries({ seed: `pool/${pool.length}` }))
  return pool.slice(0, raffles).flat()
}

const keys = new Map<string, VerifierKey>()

/** A log in memory; what was appended stays, as in any log. */
export class TestLog {
  readonly origin: string
  readonly secretKey: Uint8Array
  readonly key: VerifierKey
  readonly #entries: Uint8Array[] = []
  readonly #hashes: Uint8Array[] = []

  constructor(origin = 'raffles.example/log', secretKey: Uint8Array = sha256(utf8(`log ${origin}`))) {
    this.origin = origin
    this.secretKey = secretKey
    // Looking at a key takes longer than many an entry, and forks have the same.
    const name = `${origin} ${secretKey.join()}`
    this.key = keys.get(name) ?? createVerifierKey(origin, 'ed25519', derivePublicKey(secretKey))
    keys.set(name, this.key)
  }

  get vkey(): string {
    return formatVerifierKey(this.key)
  }

  get size(): number {
    return this.#entries.length
  }

  append(...entries: readonly Uint8Array[]): this {
    for (const entry of entries) {
      this.#entries.push(entry)
      this.#hashes.push(hashLeaf(entry, native))
    }
    return this
  }

  /** Another log under the same name and key, with the same first entries. */
  fork(at: number): TestLog {
    return new TestLog(this.origin, this.secretKey).append(...this.#entries.slice(0, at))
  }

  entry(place: number): Uint8Array {
    return this.#entries[place]!
  }

  root(size = this.size): Uint8Array {
    return this.#tree(size).root()
  }

  #tree(size: number, onNode?: ConstructorParameters<typeof MerkleTree>[1]): MerkleTree {
    const tree = new MerkleTree(native, onNode)
    for (const hash of this.#hashes.slice(0, size)) tree.append(hash)
    return tree
  }

  /** The checkpoint of the log when it had so many entries. */
  note(size = this.size, root = this.root(size)): string {
    const text = formatCheckpoint({ origin: this.origin, size, root })
    return formatNote({ text, signatures: [signNote(text, this.origin, this.secretKey)] })
  }

  /** Every file of the log when it had so many entries, by its path. */
  files(size = this.size): Map<string, Uint8Array> {
    const levels: Uint8Array[][] = []
    this.#tree(size, (level, _, hash) => {
      if (level % 8 === 0) (levels[level / 8] ??= []).push(hash)
    })
    const files = new Map<string, Uint8Array>()
    files.set('checkpoint', utf8(this.note(size)))
    for (let index = 0; index * tileWidth < size; index++) {
      const part = this.#entries.slice(index * tileWidth, Math.min(size, (index + 1) * tileWidth))
      files.set(formatTilePath(tileAt('entries', index, size)!), encodeEntries(part))
    }
    levels.forEach((hashes, level) => {
      for (let index = 0; index * tileWidth < hashes.length; index++) {
        const part = hashes.slice(index * tileWidth, (index + 1) * tileWidth)
        files.set(formatTilePath({ level, index, width: part.length }), concatBytes(...part))
      }
    })
    return files
  }

  /** Writes the log into a folder; what is there already stays, as when it is exported again. */
  write(folder: string, size = this.size): string {
    for (const [path, bytes] of this.files(size)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), bytes)
    }
    return folder
  }
}

/** Answers a request in its own way, and says that it did. */
export type Misbehave = (path: string, response: ServerResponse, request: IncomingMessage) => boolean

/** Files that a server has now. */
export interface ServedLog {
  readonly url: string
  files: ReadonlyMap<string, Uint8Array>
  misbehave: Misbehave | undefined
  /** The paths that were asked for. */
  readonly asked: string[]
}

/** Serves files of a log on loopback, below `/log`. */
export async function serveLog(
  test: Parameters<typeof serveHttp>[0],
  files: ReadonlyMap<string, Uint8Array>,
  misbehave?: Misbehave,
): Promise<ServedLog> {
  const asked: string[] = []
  const service = await serveHttp(test, (request, response) => {
    const path = (request.url ?? '').replace(/^\/log\//, '')
    asked.push(path)
    if (served.misbehave?.(path, response, request) === true) return
    const bytes = served.files.get(path)
    if (bytes === undefined) {
      response.writeHead(404).end('not here')
      return
    }
    const type = path === 'checkpoint' ? 'text/plain; charset=utf-8' : 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
  })
  const served: ServedLog = { url: `${service.url}/log`, files, misbehave, asked }
  return served
}

/** What an entry says. */
export function statementOf(entry: Uint8Array): Record<string, unknown> {
  const { payload } = decodeEnvelope(JSON.parse(Buffer.from(entry).toString()) as EnvelopeJson)
  return JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>
}
