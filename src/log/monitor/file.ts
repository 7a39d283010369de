/**
 * The files of a monitor: its state, locked while it runs, and the contradictions that it found.
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

/** A monitor's state file, locked until it is closed. */
export interface StateFile {
  readonly path: string
  /** As read, or as last written. */
  readonly state: MonitorState
  /** Whether the file did not exist. */
  readonly isNew: boolean
  /**
   * Replaces the state in one step.
   *
   * @throws DrawauditError `file-access`: the file has the old state, or the new one if only its sync failed;
   * `monitor-busy` if somebody else wrote to it.
   */
  write(state: MonitorState): void
  close(): void
}

/**
 * Opens the state of a monitor; empty if there is no file.
 *
 * @throws DrawauditError `monitor-busy` if another process has it open, `monitor-state` for a file that is
 * not a state or is damaged, `file-access` or `file-missing`.
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
          // A new name survives a power loss only once its folder is synced.
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

/** A symbolic link is kept: its target is replaced. */
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
    // A state may exceed the max length of a string.
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
 * Writes a file that is never overwritten.
 *
 * @returns whether it is new; an existing file of that name is kept.
 * @throws DrawauditError `file-access` or `file-missing`.
 */
export function writeOnce(path: string, text: string): boolean {
  return withFile(path, 'write', () => {
    const partial = `${path}.partial`
    try {
      writeSynced(partial, [text])
      // Unlike a rename, a link does not overwrite.
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
