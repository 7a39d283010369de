/**
 * Stores as they are before a play, copied for each case, and all that has to be true after it.
 *
 * @packageDocumentation
 */
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type t from 'tap'
import { journalOf } from '../../src/operator/journal.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'
import { Sqlite } from '../sqlite.js'
import { totals } from './fault-table.js'
import { checkHistory, listPublic } from './log-history.js'
import { perform, plays, setUpPlayer, type PlayName } from './log-play.js'
import { watchPoints } from './points.js'
import { readRecord, recordDesk, recordOf, type Signed } from './signed-record.js'

type Test = Pick<typeof t, 'strictSame'>

export const points = watchPoints()

/** A store that is open, and what it was played on. */
export interface Opened {
  readonly store: Store
  /** Goes through steps, whose points are named after them, with something before. */
  readonly play: (prefix?: string, onStep?: () => void) => Promise<void>
}

/** Opens a store with a desk that records what it signs. */
export async function open(file: string, name: PlayName): Promise<Opened> {
  const store = await openSqliteStore(file, { access: 'write' })
  points.journal = journalOf(file)
  const player = setUpPlayer(store, file, desk => recordDesk(desk, file, () => points.isSynced))
  return {
    store,
    play: (prefix = '', onStep = () => undefined) =>
      perform(player, plays[name].steps, step => {
        points.phase = `${prefix}${step}`
        onStep()
      }),
  }
}

/** Stores as they are before each play. */
export class Stores {
  readonly #folder: string
  readonly #public = new Map<PlayName, readonly Signed[]>()
  #copies = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async make(): Promise<void> {
    for (const name of Object.keys(plays) as PlayName[]) {
      const file = join(this.#folder, `${name}.db`)
      const store = await openSqliteStore(file, { access: 'write', create: true })
      points.journal = journalOf(file)
      points.phase = 'before'
      await perform(
        setUpPlayer(store, file, desk => recordDesk(desk, file, () => points.isSynced)),
        plays[name].before,
      )
      this.#public.set(name, await listPublic(store))
      await store.close()
      // Small pages, and no free one among them: whatever is written needs more.
      const database = new Sqlite(file)
      database.pragma('journal_mode = DELETE')
      database.pragma('page_size = 512')
      database.exec('VACUUM')
      database.pragma('journal_mode = WAL')
      database.close()
    }
  }

  /** A store of its own to play on. */
  copy(name: PlayName): string {
    this.#copies += 1
    const from = join(this.#folder, `${name}.db`)
    const to = join(this.#folder, `${name}-${this.#copies}.db`)
    for (const of of [(file: string) => file, journalOf, recordOf]) {
      if (existsSync(of(from))) copyFileSync(of(from), of(to))
    }
    return to
  }

  /** Goes on with the store after a fault, as a new process would, and checks everything. */
  async finish(
    t: Test,
    name: PlayName,
    file: string,
    title: string,
    seen: readonly Signed[] = [],
  ): Promise<void> {
    const { store, play } = await open(file, name)
    const shown = await listPublic(store)
    await play('again ')
    const entries = await store.log.countEntries()
    await store.close()
    const before = [...(this.#public.get(name) ?? []), ...seen, ...shown]
    t.strictSame([await checkHistory(file, before), entries], [[], totals[name]], title)
  }
}

/** How many signatures were ever made for a store. */
export const countSigned = (file: string): number => readRecord(file).length
