/**
 * A folder that others read while it is written: each file appears complete, or not at all.
 *
 * @packageDocumentation
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeMissing, replaceFile, syncPath } from '../../io/durable-files.js'
import { isAbsent, withFile } from '../../io/errno.js'
import { readIfThere } from '../../io/files.js'

/** Prefix of incomplete files, which are in the folder itself. */
const partialName = '.partial-'

export class PublicFolder {
  readonly folder: string
  readonly #partial: string
  /** Folders still to be synced. */
  readonly #changed = new Set<string>()
  readonly #known = new Set<string>()

  /**
   * Creates the folder if missing, and removes what a killed run left behind.
   *
   * @throws DrawauditError `file-access` and the like, as all methods do.
   */
  constructor(folder: string) {
    this.folder = resolve(folder)
    this.#partial = join(this.folder, `${partialName}${process.pid}`)
    this.#makeFolder(this.folder)
    for (const name of this.list('')) {
      if (name.startsWith(partialName)) this.remove(name)
    }
  }

  /** Names in a subfolder; none if it does not exist. */
  list(path: string): readonly string[] {
    const full = join(this.folder, path)
    return withFile(full, 'read', () => {
      try {
        return readdirSync(full)
      } catch (error) {
        if (isAbsent(error)) return []
        throw error
      }
    })
  }

  /** Bytes of a file; undefined if it does not exist. */
  read(path: string): Uint8Array | undefined {
    return readIfThere(join(this.folder, path))
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path))
  }

  /** Writes a file in one step. It survives a power loss after {@link sync}. */
  write(path: string, content: Uint8Array | string): void {
    const full = join(this.folder, path)
    this.#makeFolder(dirname(full))
    withFile(full, 'write', () => {
      replaceFile(full, [content], this.#partial)
    })
    for (let place = dirname(full); place.length >= this.folder.length; place = dirname(place)) {
      this.#changed.add(place)
    }
  }

  /** Returns when everything written would survive a power loss. */
  sync(): void {
    for (const place of this.#changed)
      withFile(place, 'write', () => {
        syncPath(place)
      })
    this.#changed.clear()
  }

  /** Removes a file, or a folder with its content. */
  remove(path: string): void {
    const full = join(this.folder, path)
    withFile(full, 'write', () => {
      rmSync(full, { recursive: true, force: true })
    })
  }

  #makeFolder(path: string): void {
    if (this.#known.has(path)) return
    // A new folder survives only once its parent is synced.
    for (const place of withFile(path, 'write', () => makeMissing(path, 0o755))) {
      this.#changed.add(place).add(dirname(place))
    }
    this.#known.add(path)
  }
}
