/**
 * `drawaudit db copy`
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { native } from '../../native/engine.js'
import { readJournal } from '../../operator/journal.js'
import { moveJournal } from '../../operator/move-journal.js'
import { escapeText } from '../../render/escape.js'
import { copyStore, type StoreCopied } from '../../store/copy/copy-store.js'
import type { GivenUp } from '../../store/consoles.js'
import { describeStore, isPostgresUrl, openStore } from '../../store/open-store.js'
import { findJournal, findJournalOf } from '../shared/journal.js'
import { requiredArgument } from '../shared/options.js'
import { createProgress } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'

export const dbCopyCommand = defineCommand({
  name: 'copy <from> <to>',
  describe: 'Move a store from an SQLite file to PostgreSQL, and compare every row',
  arguments: {
    from: { ...requiredArgument, describe: 'The store: an SQLite file' },
    to: {
      ...requiredArgument,
      describe: 'An empty database: postgres://USER@HOST/DATABASE',
    },
  },
  examples: [
    [
      "$0 db copy raffles.db 'postgres://drawaudit@db.internal/raffles?sslmode=verify-full'",
      'While nothing writes to the file',
    ],
  ],
  epilogue: 'The copy cannot be opened until it is complete. If interrupted, run the same command again.',
  async run({ from, to }) {
    if (isPostgresUrl(from))
      throw refuse('the source of a copy is a file', 'pg_dump and pg_restore copy a database')
    if (!isPostgresUrl(to))
      throw refuse('the target of a copy is a database', 'drawaudit store backup copies a file')
    // Faults of the journal or its folder are found before millions of rows are copied.
    const givenUp = await takeJournal(from, to)
    let journal = findJournalOf('')
    const progress = createProgress(false)
    const copied = await copyStore({
      from,
      to,
      engine: native,
      givenUp,
      beforeOpen: async storeId => {
        journal = findJournalOf(storeId)
        await takeJournal(from, to, journal)
      },
      onProgress(step, table, rows) {
        progress.show(step === 'check' ? 'check' : `${step} ${table}: ${rows.toLocaleString('en')} rows`)
      },
    }).finally(progress.clear)
    return { copied, journal }
  },
  json: ({ copied, journal }, { from, to }) => ({
    from,
    to: describeStore(to),
    was_done: copied.wasDone,
    tables: copied.tables,
    journal,
  }),
  text: ({ copied, journal }, { from, to }) => describe(copied, { from, to, journal }),
})

/**
 * @param journal - the journal of the copy; without it, only checks that the store may move.
 * @returns what the journal of the file records as given up.
 */
async function takeJournal(from: string, to: string, journal?: string): Promise<GivenUp> {
  const store = await openStore(from, { access: 'read' })
  try {
    const options = { from: findJournal(from, store), movesTo: describeStore(to) }
    await moveJournal({ ...options, ...(journal !== undefined && { to: journal }) }, store)
    const { lost, lostLogs } = readJournal(options.from)
    return { raffles: [...lost], logs: [...lostLogs] }
  } finally {
    await store.close()
  }
}

function describe(
  { tables, wasDone }: StoreCopied,
  { from, to, journal }: { readonly from: string; readonly to: string; readonly journal: string },
): string {
  const count = (rows: number): string => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`
  const lines = tables.map(
    ({ table, rows, seconds }) =>
      `${table.padEnd(16)} ${count(rows).padStart(16)} ${seconds.toFixed(1).padStart(8)} s`,
  )
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  const store = escapeText(describeStore(to))
  return [
    ...lines,
    wasDone
      ? `${store} already has it: ${count(total)}, each compared`
      : `copied ${count(total)} to ${store}, each compared`,
    `its journal is ${escapeText(journal)}`,
    `nothing is signed from ${escapeText(from)} any more, by its journal; servers on it still serve the old content`,
    '',
  ].join('\n')
}

const refuse = (message: string, hint: string): DrawauditError =>
  new DrawauditError('usage', message, { hint })
