/**
 * A disk that fails, is slow, or loses its power: what a witness writes with goes through here.
 *
 * @packageDocumentation
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Every place where a witness touches the disk to write, in the order of a first submission. */
export const points = ['checkpoint', 'index'].flatMap(file => [
  `open ${file}`,
  `write ${file}`,
  `sync ${file}`,
  `close ${file}`,
  `rename ${file}`,
  `open folder of ${file}`,
  `sync folder of ${file}`,
  `close folder of ${file}`,
])

/** Carries an operation out, or does something else. */
export type Tamper = (
  point: string,
  carryOut: () => Promise<unknown>,
  half: () => Promise<void>,
) => Promise<unknown>

/** What survives the loss of power, by the rules of POSIX: content that was synced, under names whose folder was. */
export class Disk {
  tamper: Tamper = (_, carryOut) => carryOut()
  readonly #paths = new WeakMap<FileHandle, string>()
  readonly #synced = new Map<string, Buffer>()
  readonly #renamed = new Map<string, Buffer>()
  readonly #durable = new Map<string, Buffer>()

  /** The content that a file would have after the loss of power. */
  durable(path: string): string | undefined {
    return this.#durable.get(path)?.toString()
  }

  /** Loses the power: the folder of a witness has what was durable, and nothing else. */
  lose(folder: string): void {
    for (const name of ['checkpoints', '.']) {
      for (const entry of readdirSync(join(folder, name), { withFileTypes: true })) {
        const path = join(folder, name, entry.name)
        if (!entry.isFile() || entry.name.startsWith('witness.')) continue
        const content = this.#durable.get(path)
        if (content === undefined) rmSync(path)
        else writeFileSync(path, content)
      }
    }
    this.#synced.clear()
    this.#renamed.clear()
  }

  /** Puts itself between the witness and node:fs; the result takes it away again. */
  async install(): Promise<() => void> {
    const probe = await fs.open(tmpdir(), 'r')
    const prototype = Object.getPrototypeOf(probe) as FileHandle
    await probe.close()
    const { open, rename } = fs
    // Their `this` is given below.
    // oxlint-disable-next-line typescript/unbound-method
    const { sync, writeFile } = prototype
    const pass = (point: string, carryOut: () => Promise<unknown>, half = async () => Promise.resolve()) =>
      this.tamper(point, carryOut, half)
    const [renamed, synced, durable, paths] = [this.#renamed, this.#synced, this.#durable, this.#paths]
    Object.assign(fs, {
      async open(path: string, flags: string, mode?: number) {
        const opened = (): Promise<FileHandle> => open(path, flags, mode)
        if (!path.endsWith('.partial') && flags !== 'r') return opened()
        const handle = (await pass(`open ${nameOf(path)}`, opened)) as FileHandle
        paths.set(handle, path)
        const close = handle.close.bind(handle)
        handle.close = async () => {
          await pass(`close ${nameOf(path)}`, close)
        }
        return handle
      },
      async rename(from: string, to: string) {
        await pass(`rename ${nameOf(to)}`, async () => {
          await rename(from, to)
          // What was not synced may be there with nothing in it.
          renamed.set(to, synced.get(from) ?? Buffer.of())
        })
      },
    })
    Object.assign(prototype, {
      async sync(this: FileHandle) {
        const path = paths.get(this) ?? ''
        await pass(`sync ${nameOf(path)}`, async () => {
          await sync.call(this)
          if (path.endsWith('.partial')) synced.set(path, readFileSync(path))
          else {
            for (const [to, content] of renamed) {
              if (dirname(to) === path) durable.set(to, content)
            }
          }
        })
      },
      async writeFile(this: FileHandle, text: string) {
        await pass(
          `write ${nameOf(paths.get(this) ?? '')}`,
          async () => writeFile.call(this, text),
          async () => writeFile.call(this, text.slice(0, text.length / 2)),
        )
      },
    })
    syncBuiltinESMExports()
    return () => {
      Object.assign(fs, { open, rename })
      Object.assign(prototype, { sync, writeFile })
      syncBuiltinESMExports()
    }
  }
}

function nameOf(path: string): string {
  if (path.includes('/checkpoints/')) return 'checkpoint'
  if (basename(path).startsWith('logs')) return 'index'
  return path.endsWith('/checkpoints') ? 'folder of checkpoint' : 'folder of index'
}
