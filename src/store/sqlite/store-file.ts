/**
 * The file of an open store: SQLite keeps using the opened file, whatever happens to its name.
 *
 * @packageDocumentation
 */
import { statSync, type BigIntStats } from 'node:fs'
import { DrawauditError } from '../../errors.js'

/** How a store uses its file. */
export type Access = 'read' | 'write'

/** A file as it was when the store was opened. */
export class StoreFile {
  readonly #file: string
  readonly #access: Access
  readonly #opened: BigIntStats | undefined

  /** Remembers the file that the name refers to now. */
  constructor(file: string, access: Access) {
    this.#file = file
    this.#access = access
    this.#opened = readStats(file)
  }

  /**
   * Asserts that the name still refers to the opened file, so that others see the same store.
   *
   * @throws DrawauditError `store-unavailable` if the file was moved, deleted or replaced, or if a writable
   * store has another name.
   */
  check(): void {
    const stats = readStats(this.#file)
    if (stats === undefined || stats.ino !== this.#opened?.ino || stats.dev !== this.#opened.dev) {
      throw new DrawauditError(
        'store-unavailable',
        'the store was moved, deleted or replaced while it was open',
        {
          hint: 'put the file back, with its -wal; or stop this program and start it again',
          where: { file: this.#file },
        },
      )
    }
    if (this.#access === 'write') refuseLinks(this.#file, stats)
  }
}

/** Undefined if there is no file, or its state is unknown. */
function readStats(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Asserts that a writable file has a single name. The write-ahead log belongs to one name: opening another
 * would miss it and create a second log.
 *
 * @throws DrawauditError `store-unavailable`.
 */
export function refuseLinks(file: string, stats = readStats(file)): void {
  if (stats?.isFile() !== true || stats.nlink <= 1n) return
  throw new DrawauditError(
    'store-unavailable',
    `the file of the store has ${stats.nlink} names (hard links)`,
    {
      hint: 'remove the others (find -samefile lists them); drawaudit store backup makes a copy',
      where: { file },
    },
  )
}
