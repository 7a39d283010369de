/**
 * The disk of fault-shim.c, and how it is told what to do.
 *
 * @packageDocumentation
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../../test/system/durability/fault-shim.c', import.meta.url))

/** As fault-shim.c numbers them. */
const modes = ['off', 'eio', 'enospc', 'short', 'eio-ever', 'read', 'kill'] as const
const calls = ['open', 'write', 'sync', 'truncate', 'rename', 'read'] as const
const kinds = ['database', 'wal', 'journal', 'folder', 'other'] as const

/**
 * What goes wrong, at one call: an error of the disk, no room, half of a write; `eio-ever` from that call on; `read`
 * an error of the disk at a call that reads; `kill` ends the process before it.
 */
export type Mode = (typeof modes)[number]
export type Call = (typeof calls)[number]
export type Kind = (typeof kinds)[number]

const integers = 5 + kinds.length * calls.length

/** What the shim saw. */
export interface Seen {
  /** Calls that count, so far. */
  readonly count: number
  /** The first that went wrong. */
  readonly met?: { readonly call: Call; readonly kind: Kind }
  readonly of: (kind: Kind, call: Call) => number
}

/** A compiled shim and the file that it is told by. */
export interface Shim {
  /** For the process that is to suffer. */
  readonly env: Readonly<Record<string, string>>
  readonly arm: (mode: Mode, nth: number) => void
  readonly read: () => Seen
}

/** A C compiler of this machine. */
export function findCompiler(): string | undefined {
  if (process.platform !== 'linux') return undefined
  return ['cc', 'gcc', 'clang'].find(name => spawnSync(name, ['--version']).status === 0)
}

/**
 * Compiles the shim.
 *
 * @param folder - where the file that it is told by stands.
 * @param below - the folder whose files it counts.
 */
export function buildShim(compiler: string, folder: string, below: string): Shim {
  // What is loaded before others is named in a list with spaces between its paths: it gets a path without.
  const own = mkdtempSync(join(tmpdir(), 'drawaudit-shim-'))
  process.on('exit', () => {
    rmSync(own, { recursive: true, force: true })
  })
  const [library, state] = [join(own, 'shim.so'), join(folder, 'fault-state')]
  const options = ['-shared', '-fPIC', '-O2', '-D_LARGEFILE64_SOURCE']
  const { status, stderr } = spawnSync(compiler, [...options, '-o', library, source, '-ldl'])
  if (status !== 0) throw new Error(stderr.toString())
  const arm = (mode: Mode, nth: number): void => {
    const values = new Int32Array(integers)
    values.set([modes.indexOf(mode), nth])
    // In place: the file is mapped.
    writeFileSync(state, new Uint8Array(values.buffer), { flag: 'r+' })
  }
  writeFileSync(state, new Uint8Array(integers * 4))
  return {
    env: { LD_PRELOAD: library, FAULT_STATE: state, FAULT_FOLDER: below },
    arm,
    read() {
      const bytes = readFileSync(state)
      const at = (index: number): number => bytes.readInt32LE(4 * index)
      const [call, kind] = [calls[at(3) - 1], kinds[at(4) - 1]]
      return {
        count: at(2),
        ...(call && kind && { met: { call, kind } }),
        of: (of, name) => at(5 + kinds.indexOf(of) * calls.length + calls.indexOf(name)),
      }
    },
  }
}
