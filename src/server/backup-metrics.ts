/**
 * Prometheus metric for backups: the age of the newest one.
 *
 * @packageDocumentation
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Gauge, type Registry } from 'prom-client'

/**
 * Adds the age of the newest file in a folder, whoever wrote it; infinite if there is none, or the folder
 * cannot be read.
 *
 * @param now - clock of this machine, in milliseconds since 1970.
 */
export function watchBackups(registry: Registry, folder: string, now: () => number = Date.now): void {
  new Gauge({
    name: 'drawaudit_backup_age_seconds',
    help: 'Since the newest file in the folder of backups was written',
    registers: [registry],
    async collect() {
      const written = await findNewest(folder).catch(() => -Infinity)
      this.set(Math.max(0, (now() - written) / 1000))
    },
  })
}

/** Modification time of the newest file, in milliseconds since 1970. */
async function findNewest(folder: string): Promise<number> {
  let newest = -Infinity
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // Files being written begin with a dot.
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const { size, mtimeMs } = await stat(join(folder, entry.name))
    if (size > 0) newest = Math.max(newest, mtimeMs)
  }
  return newest
}
