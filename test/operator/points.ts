/**
 * Every effect on the disk as a point at which something can go wrong: calls of `node:fs` for the journal and its
 * folder, statements of the SQLite driver that write, and the begin and commit of transactions.
 *
 * @packageDocumentation
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import type Driver from 'better-sqlite3'
import { Sqlite } from '../sqlite.js'

/**
 * What goes wrong. `before`: an error, and nothing was done. `persisted`: it was done, and then an error. `full`: the
 * disk is full, for a write to the journal after half of it. `short`: half is written, as the system may. `pages`: the
 * database may grow by so many pages and no more in the transaction that begins. `slow`: someone else is let in first.
 * `kill`: the process dies before it; `torn`: in the middle of it.
 */
export type Fault =
  | {
      readonly at: string
      readonly kind: 'before' | 'persisted' | 'full' | 'short' | 'slow' | 'kill' | 'torn'
    }
  | { readonly at: string; readonly kind: 'pages'; readonly pages: number }

/** Pages of a database without a limit. */
const unlimited = 4_294_967_294

const original = { ...fs }

/** See {@link watchPoints}. There is one in a process: it stands in what all modules share. */
export interface Points {
  /** Names the points from here on. */
  phase: string
  /** Goes wrong once. */
  fault: Fault | undefined
  /** The file that is watched beside the driver. */
  journal: string
  /** What was passed, in its order. */
  trace: string[]
  /** In the transaction that goes on, what the journal has is on the disk. */
  isSynced: boolean
  /** What `slow` does. */
  letIn: () => void
}

/** Begins to watch. */
export function watchPoints(): Points {
  const points: Points = {
    phase: '',
    fault: undefined,
    journal: '',
    trace: [],
    isSynced: false,
    letIn: () => undefined,
  }

  function pass<T>(what: string, action: () => T, fail: (isFull: boolean) => Error, half?: () => T): T {
    const name = `${points.phase}: ${what}`
    const nth = points.trace.filter(one => one.replace(/ \d+$/, '') === name).length + 1
    const at = nth === 1 ? name : `${name} ${nth}`
    points.trace.push(at)
    const { fault } = points
    if (fault?.at !== at || fault.kind === 'pages') return action()
    points.fault = undefined
    switch (fault.kind) {
      case 'before':
        throw fail(false)
      case 'persisted':
        action()
        throw fail(false)
      case 'full':
        half?.()
        throw fail(true)
      case 'short':
        return (half ?? action)()
      case 'slow':
        points.letIn()
        return action()
      case 'kill':
        return die()
      case 'torn':
        half?.()
        return die()
    }
  }

  watchJournal(points, pass)
  watchDriver(points, pass)
  return points
}

type Pass = <T>(what: string, action: () => T, fail: (isFull: boolean) => Error, half?: () => T) => T

function watchJournal(points: Points, pass: Pass): void {
  const open = new Map<number, string>()
  const fail = (isFull: boolean): Error =>
    Object.assign(new Error('made for a test'), { code: isFull ? 'ENOSPC' : 'EIO' })
  const nameOf = (descriptor: number): string | undefined => open.get(descriptor)
  const end = (what: string): string => (what === 'journal' ? '' : ` ${what}`)
  Object.assign(fs, {
    openSync(path: string, flags: string, mode?: number) {
      const names = { [points.journal]: 'journal', [dirname(points.journal)]: 'folder' }
      const what = names[path]
      // Reading is no effect.
      if (what === undefined || (what === 'journal' && flags === 'r'))
        return original.openSync(path, flags, mode)
      return pass(
        `open${end(what)}`,
        () => {
          const descriptor = original.openSync(path, flags, mode)
          open.set(descriptor, what)
          return descriptor
        },
        fail,
      )
    },
    ftruncateSync(descriptor: number, length: number) {
      if (nameOf(descriptor) === undefined) {
        original.ftruncateSync(descriptor, length)
        return
      }
      pass(
        'ftruncate',
        () => {
          original.ftruncateSync(descriptor, length)
        },
        fail,
      )
    },
    writeSync(
      descriptor: number,
      bytes: Uint8Array,
      at: number,
      length: number,
      position: number | null,
    ): number {
      const write = (count: number) => (): number =>
        original.writeSync(descriptor, bytes, at, count, position)
      if (nameOf(descriptor) === undefined) return write(length)()
      points.isSynced = false
      return pass('write', write(length), fail, write(length >> 1))
    },
    fsyncSync(descriptor: number) {
      const what = nameOf(descriptor)
      if (what === undefined) {
        original.fsyncSync(descriptor)
        return
      }
      pass(
        `fsync${end(what)}`,
        () => {
          original.fsyncSync(descriptor)
        },
        fail,
      )
      if (what === 'journal') points.isSynced = true
    },
    closeSync(descriptor: number) {
      const what = nameOf(descriptor)
      if (what === undefined) {
        original.closeSync(descriptor)
        return
      }
      open.delete(descriptor)
      pass(
        `close${end(what)}`,
        () => {
          original.closeSync(descriptor)
        },
        fail,
      )
    },
  })
  syncBuiltinESMExports()
}

function watchDriver(points: Points, pass: Pass): void {
  const fail = (isFull: boolean): Error =>
    new Sqlite.SqliteError('made for a test', isFull ? 'SQLITE_FULL' : 'SQLITE_IOERR')
  const memory = new Sqlite(':memory:')
  const database = Object.getPrototypeOf(memory) as Driver.Database
  const statement = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Driver.Statement
  memory.close()
  // oxlint-disable-next-line typescript/unbound-method -- called with the connection that it was called on
  const { exec } = database
  // oxlint-disable-next-line typescript/unbound-method -- called with the statement that it was called on
  const { run } = statement
  Object.assign(database, {
    exec(this: Driver.Database, sql: string): Driver.Database {
      const [, what] = /^(BEGIN|COMMIT)/.exec(sql) ?? []
      if (what === undefined) return exec.call(this, sql)
      if (what === 'BEGIN') {
        points.isSynced = false
        limitPages(this)
      }
      return pass(what.toLowerCase(), () => exec.call(this, sql), fail)
    },
  })
  Object.assign(statement, {
    run(this: Driver.Statement, ...values: unknown[]): Driver.RunResult {
      const [, verb, table = ''] =
        /^\s*(INSERT|UPDATE|DELETE)(?: OR REPLACE)?(?: INTO| FROM)? (\w+(?:\.\w+)?)/.exec(this.source) ?? []
      const go = (): Driver.RunResult => run.call(this, ...values)
      return verb === undefined ? go() : pass(`${verb.toLowerCase()} ${table}`, go, fail)
    },
  })

  function limitPages(connection: Driver.Database): void {
    const begun = points.trace.filter(one => one.startsWith(`${points.phase}: begin`)).length + 1
    const at = `${points.phase}: begin${begun === 1 ? '' : ` ${begun}`}`
    const { fault } = points
    const isHere = fault?.kind === 'pages' && fault.at === at
    const used = Number(connection.pragma('page_count', { simple: true }))
    connection.pragma(`max_page_count = ${isHere ? used + fault.pages : unlimited}`)
    if (isHere) points.fault = undefined
  }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
}
