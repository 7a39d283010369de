/**
 * The files of a monitor: its state, locked while it runs, and what it found of a log that contradicts itself.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { linkSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { equalBytes } from '../../core/digest.js'
import { decodeHex, encodeUtf8 } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { DrawauditError } from '../../errors.js'
import { replaceFile, syncPath, writeSynced } from '../../io/durable-files.js'
import { errnoOf, isAbsent, withFile } from '../../io/errno.js'
import { readIfThere } from '../../io/files.js'
import { takeLock } from '../../io/lock.js'
import { damaged, formatState, parseState, type MonitorState } from './state.js'

/** The state of a monitor in its file, which nobody else works with until it is closed. */
export interface StateFile {
  readonly path: string
  /** As it was read, or written last. */
  readonly state: MonitorState
  /** Whether there was such a file. */
  readonly isNew: boolean
  /**
   * Puts another state into the file, in one step.
   *
   * @throws DrawauditError `file-access`, and then the file has the old state or, where only what makes it last failed,
   * the new one; `monitor-busy` when somebody else wrote to it.
   */
  write(state: MonitorState): void
  close(): void
}

/**
 * Opens the state of a monitor; without a file it is empty.
 *
 * @throws DrawauditError `monitor-busy` when another process has it open, `monitor-state` for a file that has no state
 * or a damaged one, `file-access` or `file-missing`.
 */
export async function openState(given: string, engine: Engine): Promise<StateFile> {
  const path = withFile(given, 'write', () => resolvePath(given))
  const lock = await takeLock(`${path}.lock`, () => busy(given, 'another process works with this state'))
  try {
    let before = readIfThere(path)
    const isNew = before === undefined
    let state = before === undefined ? new Map() : readState(before, given, engine)
    return {
      path: given,
      isNew,
      get state() {
        return state
      },
      write(next) {
        const pieces = encodeState(next)
        withFile(given, 'write', () => {
          const now = readIfThere(path)
          const isOurs =
            now === undefined ? before === undefined : before !== undefined && equalBytes(now, before)
          if (!isOurs || !lock.isHeld()) throw busy(given, 'another process wrote it meanwhile')
          replaceFile(path, pieces, `${path}.partial`)
          before = Buffer.concat(pieces)
          state = next as Map<string, never>
          // A name survives the loss of power only when its folder is synced too.
          syncPath(dirname(path))
        })
      },
      close() {
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A link stays one: what it leads to is replaced. */
function resolvePath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (!isAbsent(error)) throw error
    return join(realpathSync(dirname(path)), basename(path))
  }
}

function encodeState(state: MonitorState): Uint8Array[] {
  const hash = createHash('sha256')
  const pieces: Uint8Array[] = []
  let lines: string[] = []
  const flush = (): void => {
    const piece = encodeUtf8(lines.join(''))
    hash.update(piece)
    pieces.push(piece)
    lines = []
  }
  for (const line of formatState(state)) {
    lines.push(line)
    // Text has a longest length, and a state may be longer.
    if (lines.length === 4096) flush()
  }
  flush()
  pieces.push(encodeUtf8(`${JSON.stringify({ digest: hash.digest('hex') })}\n`))
  return pieces
}

function readState(bytes: Uint8Array, path: string, engine: Engine): MonitorState {
  return DrawauditError.within({ file: path }, () => {
    const end = bytes.lastIndexOf(newline, bytes.length - 2) + 1
    const [, digest = ''] =
      /^\{"digest":"([0-9a-f]{64})"\}\n$/.exec(
        new TextDecoder().decode(bytes.subarray(end).subarray(0, 100)),
      ) ?? []
    const lines = bytes.subarray(0, end)
    if (digest === '') throw damaged('its last line is not that of a state')
    if (!equalBytes(createHash('sha256').update(lines).digest(), decodeHex(digest))) {
      throw damaged('its hash is another')
    }
    return parseState(splitLines(lines), engine)
  })
}

const newline = 0x0a

function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(newline, start)
    yield bytes.subarray(start, end)
    start = end + 1
  }
}

/**
 * Writes a file that is never written again, beside what was there before.
 *
 * @returns whether it is new; a file of that name stays as it is.
 * @throws DrawauditError `file-access` or `file-missing`.
 */
export function writeOnce(path: string, text: string): boolean {
  return withFile(path, 'write', () => {
    const partial = `${path}.partial`
    try {
      writeSynced(partial, [text])
      // Unlike a rename, a link does not replace.
      linkSync(partial, path)
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return false
      throw error
    } finally {
      rmSync(partial, { force: true })
    }
    syncPath(dirname(path))
    return true
  })
}

function busy(path: string, message: string): DrawauditError {
  return new DrawauditError('monitor-busy', message, {
    hint: 'one monitor at a time works with a state',
    where: { file: path },
  })
}
