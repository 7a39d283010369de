/**
 * A folder of files that others read while it is written: each file is there whole or not at all.
 *
 * @packageDocumentation
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DrawauditError } from '../../errors.js'
import { replaceFile, syncFolder } from '../../io/durable-files.js'

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
   * @throws DrawauditError `file-access`, as all methods do.
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
    return attempt(full, () => {
      try {
        return readdirSync(full)
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    })
  }

  /** The bytes of a file; undefined where there is none. */
  read(path: string): Uint8Array | undefined {
    const full = join(this.folder, path)
    return attempt(full, () => {
      try {
        return readFileSync(full)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    })
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path))
  }

  /** Puts a file in its place. It is sure to survive after {@link sync}. */
  write(path: string, content: Uint8Array | string): void {
    const full = join(this.folder, path)
    this.#makeFolder(dirname(full))
    attempt(full, () => {
      replaceFile(full, [content], this.#partial)
    })
    for (let place = dirname(full); place.length >= this.folder.length; place = dirname(place)) {
      this.#changed.add(place)
    }
  }

  /** Returns when everything that was written would survive the loss of power. */
  sync(): void {
    for (const place of this.#changed)
      attempt(place, () => {
        syncFolder(place)
      })
    this.#changed.clear()
  }

  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): void {
    const full = join(this.folder, path)
    attempt(full, () => {
      rmSync(full, { recursive: true, force: true })
    })
  }

  #makeFolder(path: string): void {
    if (this.#known.has(path)) return
    const first = attempt(path, () => mkdirSync(path, { recursive: true, mode: 0o755 }))
    // A folder survives only in a folder that was synced.
    for (let place = path; first !== undefined && place.length >= first.length; place = dirname(place)) {
      this.#changed.add(place).add(dirname(place))
    }
    this.#known.add(path)
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

const messages: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'cannot be written: the file system is read-only',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk is full',
  EISDIR: 'cannot be written: there is a folder of this name',
  ENOTDIR: 'cannot be written: a part of its path is a file',
  EEXIST: 'cannot be written: a part of its path is a file',
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new DrawauditError('file-access', messages[code] ?? `cannot be read or written (${code})`, {
      where: { file: path },
      cause: error,
    })
  }
}
