/**
 * A folder of files that others read while it is written: each file is there whole or not at all.
 *
 * @packageDocumentation
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeMissing, replaceFile, syncPath } from '../../io/durable-files.js'
import { isAbsent, withFile } from '../../io/errno.js'
import { readIfThere } from '../../io/files.js'

/** What a file that is not whole yet is called, and the rest of its name: it is in the folder itself. */
const partialName = '.partial-'

export class PublicFolder {
  readonly folder: string
  readonly #partial: string
  /** Folders that have to be synced before what is in them is sure to survive. */
  readonly #changed = new Set<string>()
  readonly #known = new Set<string>()

  /**
   * Makes the folder where there is none, and removes what a run that was killed left behind.
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

  /** The names in a folder below; none where there is no such folder. */
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

  /** The bytes of a file; undefined where there is none. */
  read(path: string): Uint8Array | undefined {
    return readIfThere(join(this.folder, path))
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path))
  }

  /** Puts a file in its place. It is sure to survive after {@link sync}. */
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

  /** Returns when everything that was written would survive the loss of power. */
  sync(): void {
    for (const place of this.#changed)
      withFile(place, 'write', () => {
        syncPath(place)
      })
    this.#changed.clear()
  }

  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): void {
    const full = join(this.folder, path)
    withFile(full, 'write', () => {
      rmSync(full, { recursive: true, force: true })
    })
  }

  #makeFolder(path: string): void {
    if (this.#known.has(path)) return
    // A folder survives only in a folder that was synced.
    for (const place of withFile(path, 'write', () => makeMissing(path, 0o755))) {
      this.#changed.add(place).add(dirname(place))
    }
    this.#known.add(path)
  }
}
