/**
 * Every moment at which an export writes, and faults at them.
 *
 * @packageDocumentation
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

export type Kind = 'mkdir' | 'open' | 'write' | 'fsync' | 'rename' | 'folder fsync' | 'remove'

/** What is done, to which path. */
export interface Moment {
  readonly kind: Kind
  readonly path: string
  /** Of a rename. */
  readonly to?: string
  /** Carries out a part of a write. */
  readonly half?: () => void
}

const { mkdirSync, openSync, writeFileSync, fsyncSync, renameSync, rmSync, closeSync } = fs

/**
 * Calls `watch` at every moment, which carries the step out or does not; until what is returned is called.
 *
 * @param watch - what it returns is what the step returns.
 */
export function watchWrites(watch: (moment: Moment, act: () => unknown) => unknown): () => void {
  const opened = new Map<number, { path: string; isFolder: boolean }>()
  const patched = {
    mkdirSync: (path: string, options: fs.MakeDirectoryOptions) =>
      watch({ kind: 'mkdir', path }, () => mkdirSync(path, options)),
    openSync: (path: string, flags: string, mode?: number) => {
      const isFolder = flags === 'r'
      const open = (): number => {
        const descriptor = openSync(path, flags, mode)
        opened.set(descriptor, { path, isFolder })
        return descriptor
      }
      return isFolder ? open() : watch({ kind: 'open', path }, open)
    },
    writeFileSync: (descriptor: number, content: Uint8Array | string) => {
      const { path = '' } = opened.get(descriptor) ?? {}
      const bytes = Buffer.from(content)
      const half = (): void => {
        writeFileSync(descriptor, bytes.subarray(0, bytes.length / 2))
      }
      return watch({ kind: 'write', path, half }, () => {
        writeFileSync(descriptor, bytes)
      })
    },
    fsyncSync: (descriptor: number) => {
      const { path = '', isFolder = false } = opened.get(descriptor) ?? {}
      return watch({ kind: isFolder ? 'folder fsync' : 'fsync', path }, () => {
        fsyncSync(descriptor)
      })
    },
    closeSync: (descriptor: number) => {
      opened.delete(descriptor)
      closeSync(descriptor)
    },
    renameSync: (path: string, to: string) =>
      watch({ kind: 'rename', path, to }, () => {
        renameSync(path, to)
      }),
    rmSync: (path: string, options: fs.RmOptions) =>
      watch({ kind: 'remove', path }, () => {
        rmSync(path, options)
      }),
  }
  Object.assign(fs, patched)
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, { mkdirSync, openSync, writeFileSync, fsyncSync, renameSync, rmSync, closeSync })
    syncBuiltinESMExports()
  }
}
