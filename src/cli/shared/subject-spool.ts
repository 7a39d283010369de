/**
 * The subjects of a report, which may exceed memory: many are spooled to a temporary file.
 *
 * @packageDocumentation
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withFile } from '../../io/errno.js'
import type { Subject, Subjects } from '../../model/report.js'

/** Subjects kept in memory; further ones go to the file. */
const fewSubjects = 1000

/** Bytes per write and read. */
const pieceSize = 1 << 20

/** Collects subjects; can be iterated repeatedly, in order. */
export class SubjectSpool implements Subjects {
  readonly #kept: Subject[] = []
  #file: { readonly descriptor: number; readonly folder: string } | undefined
  #waiting: string[] = []
  #waitingLength = 0
  #written = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  /** @throws DrawauditError `file-access` if the temporary folder cannot be written. */
  add(subject: Subject): void {
    this.#length += 1
    if (this.#length <= fewSubjects) {
      this.#kept.push(subject)
      return
    }
    const line = `${JSON.stringify(subject)}\n`
    this.#waiting.push(line)
    this.#waitingLength += line.length
    if (this.#waitingLength >= pieceSize) this.#flush()
  }

  *[Symbol.iterator](): Generator<Subject> {
    yield* this.#kept
    this.#flush()
    if (this.#file === undefined) return
    const { descriptor } = this.#file
    let rest = Buffer.alloc(0)
    for (let at = 0; at < this.#written;) {
      const piece = Buffer.alloc(Math.min(pieceSize, this.#written - at))
      const count = withFile(tmpdir(), 'read', () => readSync(descriptor, piece, 0, piece.length, at))
      at += count
      const bytes = Buffer.concat([rest, piece.subarray(0, count)])
      let start = 0
      for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
        yield JSON.parse(bytes.toString('utf8', start, end)) as Subject
        start = end + 1
      }
      rest = bytes.subarray(start)
    }
  }

  /** Removes the temporary file. */
  close(): void {
    if (this.#file === undefined) return
    closeSync(this.#file.descriptor)
    rmSync(this.#file.folder, { recursive: true, force: true })
    this.#file = undefined
  }

  #flush(): void {
    if (this.#waiting.length === 0) return
    const bytes = Buffer.from(this.#waiting.join(''))
    this.#waiting = []
    this.#waitingLength = 0
    withFile(tmpdir(), 'write', () => {
      this.#file ??= openSpool()
      for (let at = 0; at < bytes.length;) {
        at += writeSync(this.#file.descriptor, bytes, at, bytes.length - at, this.#written + at)
      }
    })
    this.#written += bytes.length
  }
}

/** A temporary file with mode 600. */
function openSpool(): { readonly descriptor: number; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'drawaudit-report-'))
  const file = join(folder, 'subjects.ndjson')
  const descriptor = openSync(file, 'wx+', 0o600)
  // Unlinked at once, so that it vanishes with the process however it ends; Windows cannot unlink an open file, so
  // close() removes it there.
  rmSync(file, { force: process.platform === 'win32' })
  return { descriptor, folder }
}
