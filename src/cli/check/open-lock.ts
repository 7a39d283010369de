/**
 * A lock file while a run is under way.
 *
 * @packageDocumentation
 */
import type { AuditRecord } from '../../model/audit-record.js'
import { lookUp, withSeen, type LockedRaffle } from '../../model/lock.js'
import { readLockFile, writeLockFile } from './lock-file.js'

export interface OpenLock {
  /** The raffles of a service that it knows. */
  readonly raffles: (baseUrl: string) => readonly string[]
  readonly seen: (baseUrl: string, raffle: string) => LockedRaffle | undefined
  /** Takes a record over that may be. */
  readonly accept: (baseUrl: string, raffle: string, record: AuditRecord) => void
  /** Writes what is new. */
  readonly save: () => void
}

/**
 * Opens a lock file, which need not be there yet.
 *
 * @param frozen - nothing is written; then the file has to be there.
 */
export function openLock(path: string, frozen: boolean): OpenLock {
  const { lock: before, text } = readLockFile(path, { optional: !frozen })
  let lock = before
  return {
    raffles: baseUrl => Object.keys(lock.services[baseUrl] ?? {}),
    seen: (baseUrl, raffle) => lookUp(lock, baseUrl, raffle),
    accept(baseUrl, raffle, record) {
      lock = withSeen(lock, baseUrl, raffle, record, new Date())
    },
    save() {
      if (!frozen) writeLockFile(path, lock, text)
    },
  }
}
