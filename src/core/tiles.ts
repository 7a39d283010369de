/**
 * The file layout of a log: tiles of its Merkle tree and bundles of its entries (c2sp.org/tlog-tiles).
 *
 * @packageDocumentation
 */
import { abytes } from '@noble/hashes/utils.js'
import { DrawauditError } from '../errors.js'
import { assertCount } from './merkle.js'

/** Levels of the tree between two stored levels: a tile's height. */
export const tileHeight = 8

/** Hashes in a full tile, and entries in a full bundle. */
export const tileWidth = 256

const hashLength = 32
const maxLevel = 63
const maxEntryLength = 0xffff

/** The place of a tile, or of an entry bundle if the level is `entries`. */
export interface TilePlace {
  /** 0 to 63, in tiles: level 1 holds the hashes of the full tiles of level 0. */
  readonly level: number | 'entries'
  /** From the left, from 0. */
  readonly index: number
  /** 1 to 256; below 256 the tile is partial. */
  readonly width: number
}

/** The counterpart of an entry bundle in c2sp.org/static-ct-api. */
export interface DataTilePlace extends Omit<TilePlace, 'level'> {
  /** The tile holds entries, not hashes. */
  readonly level: 'data'
}

/**
 * The path of a tile below the URL of its log: `tile/0/x001/x234/067`, `tile/entries/000.p/5`.
 *
 * @throws RangeError for an invalid place.
 */
export function formatTilePath({ level, index, width }: TilePlace | DataTilePlace): string {
  assertLevel(level)
  assertCount(index, 'index')
  if (!Number.isInteger(width) || width < 1 || width > tileWidth) {
    throw new RangeError(`width must be an integer from 1 to ${tileWidth}, found ${width}`)
  }
  const groups: string[] = []
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`${groups.length === 0 ? '' : 'x'}${String(rest % 1000).padStart(3, '0')}`)
  }
  return `tile/${level}/${groups.join('/')}${width === tileWidth ? '' : `.p/${width}`}`
}

const pathForm = /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/

/** Reads a path as {@link formatTilePath} writes it. @returns undefined for anything else. */
export function parseTilePath(path: string): TilePlace | undefined {
  const [, levelText = '', groups = '', widthText = String(tileWidth)] = pathForm.exec(path) ?? []
  const level: TilePlace['level'] = levelText === 'entries' ? levelText : Number(levelText)
  const index = Number(groups.replace(/[x/]/g, ''))
  const width = Number(widthText)
  if (level !== 'entries' && level > maxLevel) return undefined
  if (!Number.isSafeInteger(index) || width < 1 || width > tileWidth) return undefined
  // A place has one path: no leading zeros, no .p/256.
  const place = { level, index, width }
  return formatTilePath(place) === path ? place : undefined
}

/**
 * The place of a tile, with its width in a log of `size` entries.
 *
 * @param level - level of tiles, from 0, or `entries` for entry bundles.
 * @param index - index of the tile in its level, from 0.
 * @param size - entries of the log.
 * @returns undefined if the log has nothing there.
 * @throws RangeError for an invalid level, index or size.
 */
export function tileAt(level: number | 'entries', index: number, size: number): TilePlace | undefined {
  assertLevel(level)
  assertCount(index, 'index')
  assertCount(size, 'size')
  const count = level === 'entries' ? size : Math.floor(size / tileWidth ** level)
  const width = Math.min(tileWidth, count - index * tileWidth)
  return width > 0 ? { level, index, width } : undefined
}

/**
 * Encodes an entry bundle: each entry after its length.
 *
 * ```
 * u16 LEN(entry) ‖ entry   …
 * ```
 *
 * @throws RangeError for an entry above 65,535 bytes.
 */
export function encodeEntries(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((length, entry) => length + 2 + entry.length, 0))
  let at = 0
  for (const entry of entries) {
    abytes(entry, undefined, 'entry')
    if (entry.length > maxEntryLength) {
      throw new RangeError(`an entry has at most ${maxEntryLength} bytes, found ${entry.length}`)
    }
    bytes[at] = entry.length >> 8
    bytes[at + 1] = entry.length & 0xff
    bytes.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bytes
}

/**
 * Reads an entry bundle of exactly `count` entries.
 *
 * @param bytes - an entry bundle.
 * @param count - number of entries that it must have.
 * @returns views of `bytes`, not copies.
 * @throws DrawauditError `tile-invalid` unless they fill it exactly.
 */
export function decodeEntries(bytes: Uint8Array, count: number): Uint8Array[] {
  abytes(bytes, undefined, 'bytes')
  const entries: Uint8Array[] = []
  let at = 0
  while (entries.length < count && at + 2 <= bytes.length) {
    const end = at + 2 + ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0)
    if (end > bytes.length) break
    entries.push(bytes.subarray(at + 2, end))
    at = end
  }
  if (entries.length !== count || at !== bytes.length) {
    const found = `found ${entries.length} and ${bytes.length - at} bytes more`
    throw new DrawauditError('tile-invalid', `expected a bundle of ${count} entries, ${found}`)
  }
  return entries
}

/**
 * Reads a tile of exactly `count` hashes.
 *
 * @param bytes - a tile.
 * @param count - number of hashes that it must have.
 * @returns views of `bytes`, not copies, of 32 bytes each.
 * @throws DrawauditError `tile-invalid` for any other length.
 */
export function decodeHashes(bytes: Uint8Array, count: number): Uint8Array[] {
  abytes(bytes, undefined, 'bytes')
  if (bytes.length !== count * hashLength) {
    const expected = `expected a tile of ${count} hashes, ${count * hashLength} bytes`
    throw new DrawauditError('tile-invalid', `${expected}, found ${bytes.length}`)
  }
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * hashLength, (index + 1) * hashLength),
  )
}

function assertLevel(level: TilePlace['level'] | DataTilePlace['level']): void {
  if (typeof level === 'number' && !(Number.isInteger(level) && level >= 0 && level <= maxLevel)) {
    throw new RangeError(`level must be an integer from 0 to ${maxLevel}, found ${level}`)
  }
}
