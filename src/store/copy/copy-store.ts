/**
 * Copies a store from an SQLite file to a PostgreSQL database, compares every row, and resumes after an
 * interruption.
 *
 * @packageDocumentation
 */
import { createHash, type Hash } from 'node:crypto'
import type { Engine } from '../../core/engine.js'
import { DrawauditError } from '../../errors.js'
import { findStoreProblems } from '../check/check-tables.js'
import type { GivenUp } from '../consoles.js'
import { withConnection } from '../postgres/database.js'
import { CopySource } from './source.js'
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
import { refuseRows, CopyTarget } from './target.js'

export interface CopyOptions {
  /** An SQLite file, opened read-only. */
  readonly from: string
  /** `postgres://user@host:5432/database`: empty, or an unfinished copy of that file. */
  readonly to: string
  /** The hash engine. */
  readonly engine: Engine
  /** Called with the `storeId` just before the copy can be opened; an error keeps it closed. */
  readonly beforeOpen?: (storeId: string) => Promise<void>
  /** Raffles and logs that nobody may sign any more; consoles that open the copy are told. */
  readonly givenUp?: GivenUp
  /** Called repeatedly with the number of rows done so far of the table. */
  readonly onProgress?: (step: 'check' | 'copy' | 'compare', table: string, rows: number) => void
  /** Rows a batch. */
  readonly batchRows?: number
}

/** The result for one table. */
export interface TableCopied {
  readonly table: string
  readonly rows: number
  /** Hash of all rows in key order, in lower-case hex: equal on both sides. */
  readonly sha256: string
  readonly seconds: number
}

export interface StoreCopied {
  /** Every row was there already, and nothing was done. */
  readonly wasDone: boolean
  readonly tables: readonly TableCopied[]
}

/**
 * Copies a store. Until the end nobody can open the copy (`store-outdated`). An interrupted copy is resumed
 * by calling this again; rows that have changed in the file are copied again.
 *
 * @throws DrawauditError `store-damaged` for damaged data, `store-busy` if the file was written meanwhile,
 * `store-kind` for a database with other rows, or as both kinds of stores do.
 */
export async function copyStore(options: CopyOptions): Promise<StoreCopied> {
  const { from, to, batchRows = 5000 } = options
  const source = await CopySource.open(from, batchRows)
  try {
    return await withConnection(to, client => new Copy(source, new CopyTarget(client, to), options).run())
  } finally {
    source.close()
  }
}

interface ComparedTable {
  readonly table: string
  readonly rows: number
  readonly sha256: string
}

class Copy {
  readonly #source: CopySource
  readonly #target: CopyTarget
  readonly #options: CopyOptions
  readonly #seconds = new Map<string, number>()

  constructor(source: CopySource, target: CopyTarget, options: CopyOptions) {
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

  /** Checks for damage before copying it; the snapshot checked here is read to the end. */
  async #checkSource(): Promise<void> {
    for await (const problem of findStoreProblems(this.#source.sql, this.#options.engine)) {
      throw new DrawauditError('store-damaged', problem, {
        hint: `drawaudit store check --store ${this.#source.file} lists all that is wrong; restore a backup`,
        where: { file: this.#source.file },
      })
    }
  }

  /** Runs `work` for each table, and measures the time. */
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
    // Reads the file while the database writes.
    for (const { rows, last } of this.#source.read(table, { after })) {
      await writing
      writing = this.#target.add(table, rows, last)
      writing.catch(() => undefined)
      count += rows.length
      this.#options.onProgress?.('copy', table.name, count)
    }
    await writing
  }

  /** Checks that an existing store is a copy of this one. */
  #compareStore(table: Table): Promise<ComparedTable> {
    return this.#compare(table, () => {
      throw refuseRows(table.name)
    })
  }

  #compareCopy(table: Table): Promise<ComparedTable> {
    return this.#compare(table, () => {
      throw refuseCopy(table)
    })
  }

  /** Removes changed rows before anything else is added, and copies them again. */
  async #repair(table: Table, copied: Range): Promise<void> {
    const wrong: Range[] = []
    await this.#compare(table, range => wrong.push(range), copied)
    for (const range of wrong) await this.#removeWrong(table, range)
    for (const range of wrong) await this.#addMissing(table, range)
  }

  /** Hashes all rows on both sides; `onDifference` receives ranges that differ. */
  async #compare(
    table: Table,
    onDifference: (range: Range) => void,
    { until }: Range = {},
  ): Promise<ComparedTable> {
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
      // Reads the file while the database reads.
      next = batches.next()
      take(range, rows, await reading)
      after = last
    }
    const rest = await this.#target.read(table, { after, until }, 1)
    if (rest.length > 0) take({ after, until }, [], rest)
    const sha256 = digest(ours)
    // A difference in the whole but in no part would be a defect of this program.
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

  /** Throws if the copy was begun from another store. */
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

/** Rows of the copy a page. */
const pageSize = 1000

const formatRows = (rows: readonly Row[]): string => rows.map(row => `${formatRow(row)}\n`).join('')

const digest = (hash: Hash): string => hash.digest('hex')

function refuseCopy({ name }: Table): DrawauditError {
  return new DrawauditError('store-damaged', `the table ${name} is not what was copied to it`, {
    hint: 'check the disks of the database, and run the command again: it copies the damaged rows again',
  })
}
