/**
 * Copying a store from an SQLite file to a PostgreSQL database, every row of it compared, and going on after a kill.
 *
 * @packageDocumentation
 */
import { createHash, type Hash } from 'node:crypto'
import type { Engine } from '../../core/engine.js'
import { DrawauditError } from '../../errors.js'
import { findProblems } from '../check/check-tables.js'
import type { GivenUp } from '../consoles.js'
import { withConnection } from '../postgres/database.js'
import { Source } from './source.js'
import {
  formatRow,
  keyOf,
  lastingColumns,
  narrowTable,
  tableNames,
  type Range,
  type Row,
  type Table,
} from './tables.js'
import { refuseRows, Target } from './target.js'

export interface CopyOptions {
  /** An SQLite file, which is only read. */
  readonly from: string
  /** `postgres://user@host:5432/database`, which is empty or was begun to be filled from that file. */
  readonly to: string
  /** What hashes. */
  readonly engine: Engine
  /** The last thing before the copy can be opened, with its `storeId`; what it throws keeps it closed. */
  readonly beforeOpen?: (storeId: string) => Promise<void>
  /** What was given up of the store: nobody signs more of it, and whoever opens the copy is told. */
  readonly givenUp?: GivenUp
  /** Told again and again how far the work is: rows of the table so far. */
  readonly onProgress?: (step: 'check' | 'copy' | 'compare', table: string, rows: number) => void
  /** Rows that are copied at once. */
  readonly batchRows?: number
}

/** What became of a table. */
export interface TableCopied {
  readonly table: string
  readonly rows: number
  /** Of all rows in the order of their keys, in lower-case hex: that of both sides. */
  readonly sha256: string
  readonly seconds: number
}

export interface StoreCopied {
  /** It was there already, row by row, and nothing was done. */
  readonly wasDone: boolean
  readonly tables: readonly TableCopied[]
}

/**
 * Copies a store. Until the end nobody can open the copy (`store-outdated`). Whatever ends it before, doing it again
 * goes on; what has changed in the file since is then copied again.
 *
 * @throws DrawauditError `store-damaged` for what is not as it was stored, `store-busy` when something was written to
 * the file meanwhile, `store-kind` for a database with other rows, or as both kinds of stores do.
 */
export async function copyStore(options: CopyOptions): Promise<StoreCopied> {
  const { from, to, batchRows = 5000 } = options
  const source = await Source.open(from, batchRows)
  try {
    return await withConnection(to, client => new Copy(source, new Target(client, to), options).run())
  } finally {
    source.close()
  }
}

interface Compared {
  readonly table: string
  readonly rows: number
  readonly sha256: string
}

class Copy {
  readonly #source: Source
  readonly #target: Target
  readonly #options: CopyOptions
  readonly #seconds = new Map<string, number>()

  constructor(source: Source, target: Target, options: CopyOptions) {
    this.#source = source
    this.#target = target
    this.#options = options
  }

  async run(): Promise<StoreCopied> {
    const { tables } = this.#source
    const state = await this.#target.open(tables)
    if (state === 'store') {
      const compared = await this.#each(table => this.#compareStore(table))
      await this.#options.beforeOpen?.(await this.#target.readStoreId())
      return { wasDone: true, tables: compared }
    }
    this.#options.onProgress?.('check', tableNames[0], 0)
    await this.#checkSource()
    if (state === 'empty') await this.#target.begin(tables)
    else for (const table of tables) await this.#refuseOther(table)
    await this.#each(table => this.#fill(table))
    const compared = await this.#each(table => this.#compareCopy(table))
    await this.#target.finish(tables, async () => {
      await this.#target.giveUp(this.#options.givenUp)
      await this.#options.beforeOpen?.(await this.#target.readStoreId())
      this.#source.finish()
    })
    return { wasDone: false, tables: compared }
  }

  /** Damage is found before it moves on: what is read from here to the end is what was checked. */
  async #checkSource(): Promise<void> {
    for await (const problem of findProblems(this.#source.sql, this.#options.engine)) {
      throw new DrawauditError('store-damaged', problem, {
        hint: `drawaudit store check --store ${this.#source.file} lists all that is wrong; restore a backup`,
        where: { file: this.#source.file },
      })
    }
  }

  /** Goes through the tables, with the time that each takes. */
  async #each<T>(work: (table: Table) => Promise<T>): Promise<readonly (T & { readonly seconds: number })[]> {
    const results = []
    for (const table of this.#source.tables) {
      const start = performance.now()
      const result = await work(table)
      const seconds = (this.#seconds.get(table.name) ?? 0) + (performance.now() - start) / 1000
      this.#seconds.set(table.name, seconds)
      results.push({ ...result, seconds: Math.round(seconds * 1000) / 1000 })
    }
    return results
  }

  async #fill(table: Table): Promise<void> {
    const after = await this.#target.readProgress(table)
    if (after !== undefined) await this.#repair(table, { until: after })
    let count = 0
    let writing: Promise<void> = Promise.resolve()
    // The file is read while the database writes.
    for (const { rows, last } of this.#source.read(table, { after })) {
      await writing
      writing = this.#target.add(table, rows, last)
      writing.catch(() => undefined)
      count += rows.length
      this.#options.onProgress?.('copy', table.name, count)
    }
    await writing
  }

  /** A store that is there already may only be this one. */
  #compareStore(table: Table): Promise<Compared> {
    return this.#compare(table, () => {
      throw refuseRows(table.name)
    })
  }

  #compareCopy(table: Table): Promise<Compared> {
    return this.#compare(table, () => {
      throw refuseCopy(table)
    })
  }

  /** What has changed since it was copied is taken out before anything else comes in, and copied again. */
  async #repair(table: Table, copied: Range): Promise<void> {
    const wrong: Range[] = []
    await this.#compare(table, range => wrong.push(range), copied)
    for (const range of wrong) await this.#removeWrong(table, range)
    for (const range of wrong) await this.#addMissing(table, range)
  }

  /** Hashes all rows on both sides; `onDifference` hears of ranges in which they are not the same. */
  async #compare(
    table: Table,
    onDifference: (range: Range) => void,
    { until }: Range = {},
  ): Promise<Compared> {
    const [ours, theirs] = [createHash('sha256'), createHash('sha256')]
    let count = 0
    let countOfCopy = 0
    let differences = 0
    const take = (range: Range, rows: readonly Row[], copied: readonly Row[]): void => {
      const [text, textOfCopy] = [rows, copied].map(formatRows)
      ours.update(text ?? '')
      theirs.update(textOfCopy ?? '')
      count += rows.length
      countOfCopy += copied.length
      if (text !== textOfCopy) {
        differences += 1
        onDifference(range)
      }
      this.#options.onProgress?.('compare', table.name, count)
    }
    const batches = this.#source.read(table, { until })
    let after: Range['after']
    for (let next = batches.next(); next.done !== true;) {
      const { rows, last } = next.value
      const range = { after, until: last }
      const reading = this.#target.read(table, range, rows.length + 1)
      reading.catch(() => undefined)
      // The file is read while the database reads.
      next = batches.next()
      take(range, rows, await reading)
      after = last
    }
    const rest = await this.#target.read(table, { after, until }, 1)
    if (rest.length > 0) take({ after, until }, [], rest)
    const sha256 = digest(ours)
    // What differs in the whole and in no part would be a defect of this program.
    if (differences === 0 && (digest(theirs) !== sha256 || count !== countOfCopy)) throw refuseCopy(table)
    return { table: table.name, rows: count, sha256 }
  }

  async #removeWrong(table: Table, range: Range): Promise<void> {
    const right = this.#readLines(table, range)
    for (let { after } = range; ;) {
      const rows = await this.#target.read(table, { ...range, after }, pageSize)
      const last = rows.at(-1)
      if (last === undefined) return
      const wrong = rows.filter(row => !right.has(formatRow(row))).map(row => keyOf(table, row))
      if (wrong.length > 0) await this.#target.remove(table, wrong)
      after = keyOf(table, last)
    }
  }

  async #addMissing(table: Table, range: Range): Promise<void> {
    let { after } = range
    for (const { rows, last } of this.#source.read(table, range)) {
      const there = await this.#target.read(table, { after, until: last }, rows.length)
      const lines = new Set(there.map(formatRow))
      const missing = rows.filter(row => !lines.has(formatRow(row)))
      if (missing.length > 0) await this.#target.add(table, missing)
      after = last
    }
  }

  /** Throws where the copy was begun from another store. */
  async #refuseOther(whole: Table): Promise<void> {
    const columns = lastingColumns.get(whole.name)
    if (columns === undefined) return
    const table = narrowTable(whole, columns)
    for (let after: Range['after']; ;) {
      const rows = await this.#target.read(table, { after }, pageSize)
      const last = rows.at(-1)
      if (last === undefined) return
      const ours = this.#readLines(table, { after, until: keyOf(table, last) })
      if (rows.some(row => !ours.has(formatRow(row)))) throw refuseRows(table.name)
      after = keyOf(table, last)
    }
  }

  #readLines(table: Table, range: Range): ReadonlySet<string> {
    const lines = new Set<string>()
    for (const { rows } of this.#source.read(table, range)) for (const row of rows) lines.add(formatRow(row))
    return lines
  }
}

/** Rows of the copy that are read at once. */
const pageSize = 1000

const formatRows = (rows: readonly Row[]): string => rows.map(row => `${formatRow(row)}\n`).join('')

const digest = (hash: Hash): string => hash.digest('hex')

function refuseCopy({ name }: Table): DrawauditError {
  return new DrawauditError('store-damaged', `the table ${name} is not what was copied to it`, {
    hint: 'look at the disks of the database, and give the same command again: it copies what is wrong once more',
  })
}
