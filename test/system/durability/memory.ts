/**
 * A folder in memory: what is tried here is the order of writes, and no disk takes part in it.
 *
 * @packageDocumentation
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder that ends with the test; on the disk where the system has none in memory. */
export function createFolder(test: { teardown(action: () => unknown): void }): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'durability-'))
  test.teardown(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
