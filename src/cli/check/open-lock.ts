/**
 * A lock file while a run is under way.
 *
 * @packageDocumentation
 */
import { lookUp, withSeen, type LockedRaffle, type SeenRecord } from '../../model/lock.js'
import { readLockFile, writeLockFile } from './lock-file.js'

export interface OpenLock {
  /** The raffles of a service that it knows. */
  readonly raffles: (baseUrl: string) => readonly string[]
  readonly seen: (baseUrl: string, raffle: string) => LockedRaffle | undefined
  /** Takes a record over that may be. */
  readonly accept: (baseUrl: string, seen: SeenRecord) => void
  /**
   * Writes what is new.
   *
   * @throws DrawauditError as `readLockFile` and `writeLockFile` do: what another run wrote meanwhile is kept.
   */
  readonly save: () => void
}

/**
 * Opens a lock file, which need not be there yet.
 *
 * @param frozen - nothing is written; then the file has to be there.
 */
export function openLock(path: string, frozen: boolean, now: () => Date = () => new Date()): OpenLock {
  const read = () => readLockFile(path, { optional: !frozen, now: now() })
  const { lock } = read()
  const accepted: { readonly baseUrl: string; readonly seen: SeenRecord; readonly at: Date }[] = []
  const recordsOf = (locked: LockedRaffle | undefined): string => JSON.stringify(locked?.records)
  return {
    raffles: baseUrl => Object.keys(lock.services[baseUrl] ?? {}),
    seen: (baseUrl, raffle) => lookUp(lock, baseUrl, raffle),
    accept(baseUrl, seen) {
      accepted.push({ baseUrl, seen, at: now() })
    },
    save() {
      if (frozen || accepted.length === 0) return
      const { lock: latest, text } = read()
      let next = latest
      for (const { baseUrl, seen, at } of accepted) {
        const id = seen.record.raffle_id
        // What another run has seen of it meanwhile was not compared with this.
        if (recordsOf(lookUp(latest, baseUrl, id)) !== recordsOf(lookUp(lock, baseUrl, id))) continue
        next = withSeen(next, baseUrl, id, seen, at)
      }
      writeLockFile(path, next, text)
    },
  }
}
