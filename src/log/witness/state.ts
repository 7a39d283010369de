/**
 * What a witness remembers: the last checkpoint that it cosigned of every log, one file each. A witness that forgets
 * can be made to cosign a second history, so what is damaged or missing is refused, and never begun anew.
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
  /** When it cosigned: seconds since 1970. */
  readonly time: number
  /** With the signatures of the log and of the witness. */
  readonly note: string
}

/** See {@link openWitnessState}. */
export interface WitnessState {
  /** Everything that is recorded, in no order. */
  list(): readonly Recorded[]
  /**
   * What is recorded of the origin of this hash, 64 lower-case hex digits, and would survive the loss of power. A
   * write that failed does not change it.
   */
  find(hash: string): Recorded | undefined
  /**
   * The same by origin, for whoever is about to write: after a write that failed it finds out first what is on the
   * disk, and makes that durable.
   *
   * @throws DrawauditError `witness-state`.
   */
  read(origin: string): Promise<Recorded | undefined>
  /**
   * Replaces what is recorded of a log, and returns when that would survive the loss of power. For one log the
   * caller waits for one write before it reads again.
   *
   * @throws DrawauditError `witness-state`; whether it was written is open then.
   */
  write(recorded: Recorded): Promise<void>
  /** Lets another process work here. */
  close(): void
}

export interface StateOptions {
  /** Those of the witness. */
  readonly verifiers: readonly VerifierKey[]
  readonly logs: readonly WitnessedLog[]
  readonly engine?: Engine
}

/** How files, and the path of the monitoring API, name an origin: lower-case hex of its SHA-256. */
export function hashOrigin(origin: string): string {
  return encodeHex(sha256(encodeUtf8(origin)))
}

/**
 * Opens the folder in which a witness remembers, which has to be there; what is missing in it is made.
 *
 * @throws DrawauditError `witness-busy` when another process works there; `witness-state` for a checkpoint that has
 * not the signatures of its log and of this witness, or that is missing although it was cosigned.
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
 * What is recorded in the folder of a witness, by origin: for people, beside a process that works there.
 *
 * @throws DrawauditError `witness-state` for a checkpoint that is not cosigned by this witness.
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
  /** Logs of which only the disk knows what is recorded: a write failed. */
  readonly #uncertain = new Set<string>()
  /** The names in the index that would survive the loss of power. */
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
    // Not before all of them are on the disk: a name in the index without its file is damage.
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
    // The lock keeps other processes out, but not an editor, and not another machine.
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
   * What the disk has of a log. What a write left behind that failed, or a process that was killed, can be read and yet
   * be lost with the power: it is written again, before anyone is told of it.
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

  /** Takes over what is on the disk for good, in the file and in the index. */
  async #accept(restored: readonly Recorded[]): Promise<void> {
    await this.#list(restored.map(({ origin }) => hashOrigin(origin)))
    for (const recorded of restored) this.#known.set(hashOrigin(recorded.origin), recorded)
  }

  /** Adds names to the index, one call after the other: all logs share it. */
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
      // They were never put into their place.
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

/** What checkpoints are verified with. */
interface CheckpointVerifiers {
  readonly verifiers: readonly VerifierKey[]
  readonly keys: ReadonlyMap<string, readonly VerifierKey[]>
  readonly engine?: Engine
}

/** @throws DrawauditError `witness-state` unless it is what this witness once recorded. */
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
    // Of a witness that got a second key since, by the first alone.
    const own = verified.filter(({ key }) => verifiers.includes(key))
    const time = own[0]?.time
    if (formatNote(parsed) !== note || hashOrigin(origin) !== hash) {
      throw damaged(path, 'is not as this witness writes')
    }
    if (time === undefined) throw damaged(path, 'is not cosigned by this witness')
    // Of a log that is no longer cosigned no key is known.
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
