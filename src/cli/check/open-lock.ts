/**
 * A lock file during a run.
 *
 * @packageDocumentation
 */
import { lookUp, withSeen, type LockedRaffle, type SeenRecord } from '../../model/lock.js'
import { readLockFile, writeLockFile } from './lock-file.js'

export interface OpenLock {
  /** Ids of a service's raffles in the lock. */
  readonly raffles: (baseUrl: string) => readonly string[]
  readonly seen: (baseUrl: string, raffle: string) => LockedRaffle | undefined
  /** Adds an accepted record. */
  readonly accept: (baseUrl: string, seen: SeenRecord) => void
  /**
   * Writes the new records, keeping those another run wrote meanwhile.
   *
   * @throws DrawauditError as `readLockFile` and `writeLockFile` do.
   */
  readonly save: () => void
}

/**
 * Opens a lock file, which may not exist yet.
 *
 * @param frozen - do not write; then the file must exist.
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
        // Another run added records of it meanwhile, which this record was not compared with.
        if (recordsOf(lookUp(latest, baseUrl, id)) !== recordsOf(lookUp(lock, baseUrl, id))) continue
        next = withSeen(next, baseUrl, id, seen, at)
      }
      writeLockFile(path, next, text)
    },
  }
}
