/**
 * The beginning of a list that a raffle has already.
 *
 * @packageDocumentation
 */
import type { NumberedEntry } from '../ceremonies.js'
import { leafOf } from './ceremony-reads.js'
import type { Sql } from './sql.js'

/** Shorter lists are looked up entry by entry. */
const fewest = 100

/**
 * Recognises the lines of a list that are in the raffle already, in the same order and unchanged, as where a list is
 * imported again or has grown. Comparing them in that order takes a tenth of looking up each.
 */
export class KnownPrefix {
  readonly #sql: Sql
  readonly #ceremony: number
  /** Place of the next entry; undefined before the first, and once a line differs. */
  #next: number | undefined
  #isOver = false
  /** Its places, the last one excluded, and what its lines are ahead of them. */
  readonly range = { start: 0, end: 0, ahead: 0 }

  constructor(sql: Sql, ceremony: number) {
    this.#sql = sql
    this.#ceremony = ceremony
  }

  /** Lines recognised so far. */
  get count(): number {
    return this.range.end - this.range.start
  }

  /** The lines of the next batch from the first that is not recognised. */
  async skip(batch: readonly NumberedEntry[]): Promise<readonly NumberedEntry[]> {
    const [first] = batch
    if (this.#isOver || first === undefined) return batch
    this.#next ??= batch.length < fewest ? undefined : await this.#find(first)
    if (this.#next === undefined) {
      this.#isOver = true
      return batch
    }
    const known = await this.#read(this.#next, batch.length)
    const { ahead } = this.range
    const next = this.#next
    const differs = batch.findIndex(
      (entry, at) => entry.line - ahead !== next + at || known[at] !== joinLeaf(entry),
    )
    const taken = differs === -1 ? batch.length : differs
    this.#isOver = differs !== -1
    this.#next += taken
    this.range.end = this.#next
    return batch.slice(taken)
  }

  async #find({ line, id }: NumberedEntry): Promise<number | undefined> {
    const row = await this.#sql.get<{ place: number }>(
      'SELECT place FROM entry_place WHERE ceremony = ? AND id = ?',
      [this.#ceremony, id],
    )
    if (row === undefined) return undefined
    this.range.start = row.place
    this.range.end = row.place
    this.range.ahead = line - row.place
    return row.place
  }

  #read(start: number, count: number): Promise<readonly string[]> {
    return this.#sql.column<string>(
      `SELECT ${leafOf(this.#sql.dialect)} FROM entry
       WHERE ceremony = @ceremony AND place >= @start AND place < @end ORDER BY place`,
      { ceremony: this.#ceremony, start, end: start + count, feed: '\n' },
    )
  }
}

const joinLeaf = ({ id, kind, nonceHash }: NumberedEntry): string =>
  nonceHash === undefined ? `${id}\n${kind}` : `${id}\n${kind}\n${nonceHash}`
