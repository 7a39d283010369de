/**
 * The state of a witness: the last checkpoint that it cosigned of each log, one file each. A witness that
 * forgets can be made to cosign a second history, so damaged or missing state is refused, never recreated.
 *
 * ```
 * witness.lock                   held while a process works here
 * logs                           the names of all files in checkpoints/, a line each
 * checkpoints/hex(SHA-256(origin))   the checkpoint, with the signatures of the log and of the witness
 * ```
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCheckpoint, type Checkpoint } from '../../core/checkpoint.js'
import { encodeHex, encodeUtf8 } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { formatNote, parseNote, verifyNote, type VerifierKey } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import { makeFolders } from '../../io/durable-files.js'
import { isAbsent } from '../../io/errno.js'
import { takeLock, type FileLock } from '../../io/lock.js'
import { explainFile, readTextIfThere, writeDurably } from './files.js'
import { groupKeys, type WitnessedLog } from './logs.js'

/** The last checkpoint of a log that a witness cosigned. */
export interface Recorded extends Pick<Checkpoint, 'origin' | 'size' | 'root'> {
  /** Time of the cosignature: seconds since 1970. */
  readonly time: number
  /** With the signatures of log and witness. */
  readonly note: string
}

/** See {@link openWitnessState}. */
export interface WitnessState {
  /** All recorded checkpoints, in no particular order. */
  list(): readonly Recorded[]
  /**
   * The recorded checkpoint of the origin with this hash, 64 lower-case hex digits; it would survive a power
   * loss. A failed write does not change it.
   */
  find(hash: string): Recorded | undefined
  /**
   * The same by origin, for writers: after a failed write it first reads the disk, and makes that durable.
   *
   * @throws DrawauditError `witness-state`.
   */
  read(origin: string): Promise<Recorded | undefined>
  /**
   * Replaces a log's checkpoint; resolves when it would survive a power loss. Callers await one write of a
   * log before they read it again.
   *
   * @throws DrawauditError `witness-state`; it may or may not have been written.
   */
  write(recorded: Recorded): Promise<void>
  /** Releases the lock. */
  close(): void
}

export interface StateOptions {
  /** Keys of the witness. */
  readonly verifiers: readonly VerifierKey[]
  readonly logs: readonly WitnessedLog[]
  readonly engine?: Engine
}

/** Name of an origin in files and in paths of the monitoring API: lower-case hex of its SHA-256. */
export function hashOrigin(origin: string): string {
  return encodeHex(sha256(encodeUtf8(origin)))
}

/**
 * Opens the folder of a witness, which must exist; missing files in it are created.
 *
 * @throws DrawauditError `witness-busy` if another process works there; `witness-state` for a checkpoint
 * without the signatures of its log and this witness, or one that was cosigned and is missing.
 */
export async function openWitnessState(folder: string, options: StateOptions): Promise<WitnessState> {
  const file = join(folder, 'witness.lock')
  const lock = await takeLock(
    file,
    () =>
      new DrawauditError('witness-busy', 'another process works with the folder of this witness', {
        hint: 'end that one first: two would cosign two histories of one log',
        where: { file },
      }),
  )
  try {
    const state = new FolderState(folder, options, lock)
    await state.load()
    return state
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * The recorded checkpoints in a witness's folder by origin: for display, without the lock.
 *
 * @throws DrawauditError `witness-state` for a checkpoint not cosigned by this witness.
 */
export async function readWitnessState(
  folder: string,
  verifiers: readonly VerifierKey[],
): Promise<readonly Recorded[]> {
  const path = join(folder, 'checkpoints')
  const recorded: Recorded[] = []
  for (const hash of await listHashes(path)) {
    const file = join(path, hash)
    recorded.push(
      readRecorded(file, (await readTextIfThere(file)) ?? '', hash, { verifiers, keys: new Map() }),
    )
  }
  return recorded.sort((a, b) => (a.origin < b.origin ? -1 : 1))
}

async function listHashes(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter(name => /^[0-9a-f]{64}$/.test(name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw explainFile(folder, error)
  }
}

class FolderState implements WitnessState {
  readonly #folder: string
  readonly #index: string
  readonly #verify: CheckpointVerifiers
  readonly #lock: FileLock
  readonly #known = new Map<string, Recorded>()
  /** Logs with a failed write: only the disk shows what is recorded. */
  readonly #uncertain = new Set<string>()
  /** Names in the index that would survive a power loss. */
  readonly #listed = new Set<string>()
  #listing: Promise<void> = Promise.resolve()

  constructor(folder: string, options: StateOptions, lock: FileLock) {
    this.#folder = join(folder, 'checkpoints')
    this.#index = join(folder, 'logs')
    this.#verify = { ...options, keys: groupKeys(options.logs) }
    this.#lock = lock
  }

  async load(): Promise<void> {
    const names = await this.#readFolder()
    for (const hash of await this.#readIndex()) {
      if (names.includes(hash)) continue
      throw damaged(join(this.#folder, hash), 'is missing, and a checkpoint of this log was cosigned')
    }
    const restored: Recorded[] = []
    for (const hash of names) {
      const recorded = await this.#restore(hash)
      if (recorded !== undefined) restored.push(recorded)
    }
    // Only after all files are durable: a name in the index without its file means damage.
    await this.#accept(restored)
  }

  list(): readonly Recorded[] {
    return [...this.#known.values()]
  }

  find(hash: string): Recorded | undefined {
    return this.#known.get(hash)
  }

  async read(origin: string): Promise<Recorded | undefined> {
    const hash = hashOrigin(origin)
    if (this.#uncertain.has(hash)) {
      const restored = await this.#restore(hash)
      if (restored !== undefined) await this.#accept([restored])
      this.#uncertain.delete(hash)
    }
    return this.#known.get(hash)
  }

  async write(recorded: Recorded): Promise<void> {
    const hash = hashOrigin(recorded.origin)
    const path = join(this.#folder, hash)
    // The lock keeps other processes out, but not editors or other machines.
    if ((await readTextIfThere(path)) !== this.#known.get(hash)?.note) {
      throw damaged(path, 'was changed by somebody else')
    }
    this.#uncertain.add(hash)
    await writeDurably(path, recorded.note)
    await this.#accept([recorded])
    this.#uncertain.delete(hash)
  }

  close(): void {
    this.#lock.release()
  }

  /**
   * Reads a log's checkpoint from the disk. After a failed write or a killed process it may be readable and
   * still be lost in a power failure: it is written again before anyone sees it.
   */
  async #restore(hash: string): Promise<Recorded | undefined> {
    const path = join(this.#folder, hash)
    const note = await readTextIfThere(path)
    const known = this.#known.get(hash)
    if (note === undefined) {
      if (known === undefined) return undefined
      throw damaged(path, 'is missing, and a checkpoint of this log was cosigned')
    }
    const recorded = readRecorded(path, note, hash, this.#verify)
    if (recorded.size < (known?.size ?? 0)) throw damaged(path, 'is older than what was cosigned')
    await writeDurably(path, note)
    return recorded
  }

  /** Takes over checkpoints that are durable, in their file and in the index. */
  async #accept(restored: readonly Recorded[]): Promise<void> {
    await this.#list(restored.map(({ origin }) => hashOrigin(origin)))
    for (const recorded of restored) this.#known.set(hashOrigin(recorded.origin), recorded)
  }

  /** Adds names to the index, one call at a time: all logs share it. */
  #list(hashes: readonly string[]): Promise<void> {
    const turn = this.#listing.then(async () => {
      const names = new Set([...this.#listed, ...hashes])
      if (names.size === this.#listed.size) return
      await writeDurably(this.#index, [...names].map(name => `${name}\n`).join(''))
      for (const name of names) this.#listed.add(name)
    })
    this.#listing = turn.catch(() => undefined)
    return turn
  }

  async #readFolder(): Promise<readonly string[]> {
    try {
      makeFolders(this.#folder, 0o777)
      // Incomplete writes.
      const partial = (await readdir(this.#folder)).filter(name => name.endsWith('.partial'))
      for (const name of partial) await rm(join(this.#folder, name), { force: true })
    } catch (error) {
      throw explainFile(this.#folder, error)
    }
    return listHashes(this.#folder)
  }

  async #readIndex(): Promise<readonly string[]> {
    const text = (await readTextIfThere(this.#index)) ?? ''
    if (!/^(?:[0-9a-f]{64}\n)*$/.test(text)) throw damaged(this.#index, 'is damaged')
    return text.split('\n').slice(0, -1)
  }
}

/** Keys that verify checkpoints. */
interface CheckpointVerifiers {
  readonly verifiers: readonly VerifierKey[]
  readonly keys: ReadonlyMap<string, readonly VerifierKey[]>
  readonly engine?: Engine
}

/** @throws DrawauditError `witness-state` unless this witness recorded it. */
function readRecorded(
  path: string,
  note: string,
  hash: string,
  { verifiers, keys, engine }: CheckpointVerifiers,
): Recorded {
  try {
    const parsed = parseNote(note)
    const { origin, size, root } = parseCheckpoint(parsed.text)
    const known = keys.get(origin) ?? []
    const verified = verifyNote(parsed, [...verifiers, ...known], engine)
    // By the first key alone, if a second one was added since.
    const own = verified.filter(({ key }) => verifiers.includes(key))
    const time = own[0]?.time
    if (formatNote(parsed) !== note || hashOrigin(origin) !== hash) {
      throw damaged(path, 'is not as this witness writes')
    }
    if (time === undefined) throw damaged(path, 'is not cosigned by this witness')
    // No key is known for a log that is no longer cosigned.
    if (known.length > 0 && verified.length === own.length) {
      throw new DrawauditError('witness-state', 'is not signed by a key that is known of this log', {
        hint: 'if its key was replaced, name the old one too, until the log was cosigned under the new one',
        where: { file: path },
      })
    }
    return { origin, size, root, time, note }
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code === 'witness-state') throw error
    throw damaged(path, `is damaged: ${error.message}`, error)
  }
}

function damaged(path: string, message: string, cause?: unknown): DrawauditError {
  return new DrawauditError('witness-state', message, {
    hint: 'restore the newest copy; from an older one, or without it, this witness may cosign a second history: then make a new witness with a new name',
    where: { file: path },
    ...(cause !== undefined && { cause }),
  })
}
