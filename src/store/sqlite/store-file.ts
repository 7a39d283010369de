/**
 * The file of an open store: SQLite goes on with what it opened, whatever becomes of the name.
 *
 * @packageDocumentation
 */
import { statSync, type BigIntStats } from 'node:fs'
import { DrawauditError } from '../../errors.js'

/** What a store does with its file. */
export type Access = 'read' | 'write'

/** A file as it was when a store was opened. */
export class StoreFile {
  readonly #file: string
  readonly #access: Access
  readonly #opened: BigIntStats | undefined

  /** Takes the file that the name leads to now for the one that was opened. */
  constructor(file: string, access: Access) {
    this.#file = file
    this.#access = access
    this.#opened = readStats(file)
  }

  /**
   * Makes sure that others who open the store by its name find what is read and written here.
   *
   * @throws DrawauditError `store-unavailable` after the file was moved, deleted or replaced, and, for a store that is
   * written, where it has another name.
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

/** Undefined where there is no file, and where nobody can say. */
function readStats(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Makes sure that a file that is to be written has one name. The write-ahead log lies beside one: whoever opens another
 * one does not see it, and writes a second.
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
