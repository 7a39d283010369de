/**
 * The files of a monitor: its state, locked while it runs, and what it found of a log that contradicts itself.
 *
 * @packageDocumentation
 */
import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { equalBytes } from '../../core/digest.js'
import { decodeHex, encodeUtf8 } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { DrawauditError } from '../../errors.js'
import { replaceFile, syncFolder, writeSynced } from '../../io/durable-files.js'
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
export function openState(given: string, engine: Engine): StateFile {
  const path = attempt(given, () => resolvePath(given))
  const lock = takeLock(`${path}.lock`)
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
        attempt(given, () => {
          const now = readIfThere(path)
          const isOurs =
            now === undefined ? before === undefined : before !== undefined && equalBytes(now, before)
          if (!isOurs || !lock.isHeld()) throw busy(given, 'another process wrote it meanwhile')
          replaceFile(path, pieces, `${path}.partial`)
          before = Buffer.concat(pieces)
          state = next as Map<string, never>
          // A name survives the loss of power only when its folder is synced too.
          syncFolder(dirname(path))
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
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
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
  try {
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
  } catch (error) {
    throw error instanceof DrawauditError ? error.at({ file: path }) : error
  }
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
  return attempt(path, () => {
    const partial = `${path}.partial`
    try {
      writeSynced(partial, [text])
      // Unlike a rename, a link does not replace.
      linkSync(partial, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      rmSync(partial, { force: true })
    }
    syncFolder(dirname(path))
    return true
  })
}

function readIfThere(path: string): Buffer | undefined {
  return attempt(path, () => {
    try {
      return readFileSync(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  })
}

interface Lock {
  isHeld(): boolean
  release(): void
}

/** Locks of this process, by their file: a process id alone may be that of an earlier life of a container. */
const held = new Set<string>()

/**
 * Takes a lock: a file that names the process. One that was left by a process that is gone is taken over.
 *
 * @throws DrawauditError `monitor-busy`.
 */
function takeLock(path: string): Lock {
  const token = `${process.pid} ${randomUUID()}\n`
  if (!tryLock(path, token)) {
    removeStale(path)
    if (!tryLock(path, token)) throw busy(path, 'another process works with this state')
  }
  held.add(path)
  return {
    isHeld: () => readIfThere(path)?.toString() === token,
    release() {
      held.delete(path)
      try {
        if (readIfThere(path)?.toString() === token) rmSync(path, { force: true })
      } catch {
        // It names a process that is gone soon: whoever comes next takes it over.
      }
    },
  }
}

function tryLock(path: string, token: string): boolean {
  return attempt(path, () => {
    const own = `${path}.${randomUUID()}`
    try {
      // With its content in one step: who finds the file finds a process in it.
      writeFileSync(own, token, { flag: 'wx' })
      linkSync(own, path)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      rmSync(own, { force: true })
    }
  })
}

/** Removes the lock of a process that is gone: moved away first, so that of two only one removes it. */
function removeStale(path: string): void {
  const found = readIfThere(path)?.toString()
  if (found === undefined) return
  const owner = Number(/^([1-9]\d{0,9}) /.exec(found)?.[1] ?? 0)
  if (owner === process.pid ? held.has(path) : owner === 0 || isRunning(owner)) return
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
    // Between reading and moving somebody else may have taken it over.
    if (readIfThere(aside)?.toString() !== found) linkSync(aside, path)
  } catch {
    // Whoever was faster has it; taking it fails and says so.
  } finally {
    rmSync(aside, { force: true })
  }
}

function isRunning(process_: number): boolean {
  try {
    process.kill(process_, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function busy(path: string, message: string): DrawauditError {
  return new DrawauditError('monitor-busy', message, {
    hint: 'one monitor at a time; when none runs, remove the file that ends in .lock',
    where: { file: path },
  })
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof DrawauditError) throw error
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const [kind, message] = describe(code)
    throw new DrawauditError(kind, message, { where: { file: path }, cause: error })
  }
}

function describe(code: string): readonly ['file-access' | 'file-missing' | 'file-kind', string] {
  switch (code) {
    case 'ENOENT':
      return ['file-missing', 'there is no such folder']
    case 'EISDIR':
      return ['file-kind', 'is a folder']
    case 'EACCES':
    case 'EPERM':
      return ['file-access', 'permission denied']
    case 'EROFS':
      return ['file-access', 'cannot be written: the file system is read-only']
    case 'ENOSPC':
    case 'EDQUOT':
      return ['file-access', 'cannot be written: the disk is full']
    default:
      return ['file-access', `cannot be read or written (${code})`]
  }
}
