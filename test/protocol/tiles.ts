import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { concatBytes } from '@noble/hashes/utils.js'
import { integer, utf8 } from './second-opinion.js'

/** The files of entries and a checkpoint as c2sp.org/tlog-tiles lays them out, by their paths: up to 1000 full tiles. */
export function tilesOf(checkpoint: string, entries: readonly string[]): Map<string, Uint8Array> {
  const files = new Map([['checkpoint', utf8(checkpoint)]])
  for (let first = 0; first < entries.length; first += 256) {
    const some = entries.slice(first, first + 256).map(utf8)
    const name = String(first / 256).padStart(3, '0')
    const partial = some.length < 256 ? `.p/${some.length}` : ''
    files.set(
      `tile/entries/${name}${partial}`,
      concatBytes(...some.flatMap(one => [integer(one.length, 2), one])),
    )
  }
  return files
}

/** Writes these files into a folder. */
export function writeTiles(folder: string, checkpoint: string, entries: readonly string[]): void {
  for (const [path, bytes] of tilesOf(checkpoint, entries)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true })
    writeFileSync(`${folder}/${path}`, bytes)
  }
}
