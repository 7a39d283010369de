/**
 * Logs of Certificate Transparency as c2sp.org/static-ct-api has them, written and signed by Node's own crypto, with
 * nothing of the code that reads them but the tree.
 *
 * @packageDocumentation
 */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { MerkleTree } from '../../src/core/merkle.js'
import { native } from '../../src/native/engine.js'

type Piece = Uint8Array | readonly number[]

export const bytesOf = (...pieces: readonly Piece[]): Uint8Array =>
  new Uint8Array(Buffer.concat(pieces.map(piece => Buffer.from(piece))))

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

function integer(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

const opaque = (bytes: Uint8Array, length: number): Uint8Array =>
  bytesOf(integer(bytes.length, length), bytes)

const timeOf = (milliseconds: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(milliseconds))
  return bytes
}

/** The extension leaf_index. */
export const leafIndex = (index: number): Uint8Array => bytesOf([0, 0, 5], integer(index, 5))

export interface LeafChoices {
  readonly kind: 'x509' | 'precert'
  /** How many issuers; 2 when left out. */
  readonly chain?: number
  /** In place of leaf_index alone. */
  readonly extensions?: Uint8Array
  /** What another history has instead. */
  readonly salt?: string
}

/** An entry: as the data tile has it, and the MerkleTreeLeaf. */
export function tileLeaf(
  index: number,
  { kind, chain = 2, extensions = leafIndex(index), salt = '' }: LeafChoices,
): { readonly bytes: Uint8Array; readonly leaf: Uint8Array } {
  const certificate = Buffer.from(`certificate ${index} ${salt}${'x'.repeat(index % 97)}`)
  const signed =
    kind === 'x509'
      ? bytesOf([0, 0], opaque(certificate, 3))
      : bytesOf([0, 1], sha256(`issuer ${index}`), opaque(certificate, 3))
  const entry = bytesOf(timeOf(1_760_000_000_000 + index), signed, opaque(extensions, 2))
  const fingerprints = Array.from({ length: chain }, (_, at) => sha256(`issuer ${at}`))
  return {
    bytes: bytesOf(
      entry,
      ...(kind === 'x509' ? [] : [opaque(Buffer.from(`precertificate ${index}`), 3)]),
      opaque(bytesOf(...fingerprints), 2),
    ),
    leaf: bytesOf([0, 0], entry),
  }
}

interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** A log in memory. */
export class CtLog {
  readonly origin: string
  readonly keys: KeyPair
  readonly spki: Buffer
  readonly #leaves: ReturnType<typeof tileLeaf>[] = []

  constructor(
    origin = 'ct.example/2026h2',
    keys: KeyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ) {
    this.origin = origin
    this.spki = keys.publicKey.export({ format: 'der', type: 'spki' })
    this.keys = keys
  }

  /** As `monitor --vkey` takes it. */
  get key(): string {
    return `${this.origin}+${this.spki.toString('base64')}`
  }

  grow(size: number, salt = ''): this {
    for (let index = this.#leaves.length; index < size; index += 1) {
      this.#leaves.push(tileLeaf(index, { kind: index % 3 === 0 ? 'x509' : 'precert', salt }))
    }
    return this
  }

  /** The signed head. */
  note(size = this.#leaves.length, time = 1_767_139_200_000): string {
    const root = this.#tree(size).root()
    const timestamp = timeOf(time)
    const head = bytesOf([0, 1], timestamp, timeOf(size), root)
    const body = bytesOf(timestamp, [4, 3], opaque(sign('sha256', head, this.keys.privateKey), 2))
    const id = sha256(bytesOf(Buffer.from(`${this.origin}\n`), [5], sha256(this.spki))).subarray(0, 4)
    const line = Buffer.from(bytesOf(id, body)).toString('base64')
    return `${this.origin}\n${size}\n${Buffer.from(root).toString('base64')}\n\n\u2014 ${this.origin} ${line}\n`
  }

  /** Every file of it, by its path. */
  files(): Map<string, Uint8Array> {
    const size = this.#leaves.length
    const files = new Map<string, Uint8Array>([['checkpoint', Buffer.from(this.note())]])
    const levels: Uint8Array[][] = []
    this.#tree(size, (level, hash) => {
      if (level % 8 === 0) (levels[level / 8] ??= []).push(hash)
    })
    const nameOf = (index: number, width: number): string =>
      `${String(index).padStart(3, '0')}${width === 256 ? '' : `.p/${width}`}`
    const cut = (count: number, write: (index: number, start: number, width: number) => void): void => {
      for (let index = 0; index * 256 < count; index += 1)
        write(index, index * 256, Math.min(256, count - index * 256))
    }
    cut(size, (index, start, width) => {
      const leaves = this.#leaves.slice(start, start + width).map(({ bytes }) => bytes)
      files.set(`tile/data/${nameOf(index, width)}`, bytesOf(...leaves))
    })
    levels.forEach((hashes, level) => {
      cut(hashes.length, (index, start, width) => {
        files.set(`tile/${level}/${nameOf(index, width)}`, bytesOf(...hashes.slice(start, start + width)))
      })
    })
    return files
  }

  #tree(size: number, onNode?: (level: number, hash: Uint8Array) => void): MerkleTree {
    const tree = new MerkleTree(native, (level, _, hash) => {
      onNode?.(level, hash)
    })
    for (const { leaf } of this.#leaves.slice(0, size)) tree.append(sha256(bytesOf([0], leaf)))
    return tree
  }
}

/** A data tile as such logs serve it, whatever is asked for. */
export const zipped = (bytes: Uint8Array): Uint8Array => gzipSync(bytes)
