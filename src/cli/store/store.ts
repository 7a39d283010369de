/**
 * `drawaudit store`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { DrawauditError } from '../../errors.js'
import { native } from '../../native/engine.js'
import { adoptStore } from '../../operator/adopt-store.js'
import { readLogState } from '../../operator/check-journal.js'
import { compareHeads, compareJournal } from '../../operator/compare-journal.js'
import { readJournal } from '../../operator/journal.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import type { StoreCheck } from '../../store/check/check-tables.js'
import { checkStore, isPostgresUrl, migrateStore, openStore } from '../../store/open-store.js'
import { backupSqliteStore, restoreSqliteStore } from '../../store/sqlite/maintenance.js'
import { findJournal } from '../shared/journal.js'
import { colourOption, findStore, formatOption, storeOption } from '../shared/options.js'
import { talk, writeResult } from '../shared/terminal.js'
import type { Command } from '../shared/command.js'

const buildCommon = (yargs: Argv) =>
  yargs.option('store', storeOption).option('format', formatOption).option('color', colourOption)

function buildMigrate(yargs: Argv) {
  return buildCommon(yargs).example('$0 store migrate --store raffles.db', 'Make it, or bring it up to date')
}

export const storeMigrateCommand: Command<typeof buildMigrate> = {
  name: 'migrate',
  describe: 'Make a store, or bring its tables to the version of this program',
  build: buildMigrate,
  async run({ store, format }) {
    const { from, to } = await migrateStore(findStore(store))
    const text =
      from === to
        ? `the store is of version ${to} already\n`
        : `the store is of version ${to} now, it was ${from}\n`
    await writeResult(format === 'json' ? renderJson({ from, to }) : text)
    return 0
  },
}

function buildCheck(yargs: Argv) {
  return buildCommon(yargs).example('$0 store check --store raffles.db', 'Read all of it')
}

export const storeCheckCommand: Command<typeof buildCheck> = {
  name: 'check',
  describe: 'Look for damage, and compare every body with its hashes',
  build: buildCheck,
  async run({ store, format }) {
    const result = await checkStore(findStore(store), native)
    const lines = result.problems.map(problem => `${escapeText(problem)}\n`)
    const total =
      lines.length === 0 ? 'nothing is wrong' : lines.length === 1 ? '1 problem' : `${lines.length} problems`
    await writeResult(
      format === 'json' ? renderJson(result) : `${lines.join('')}${describe(result)}: ${total}\n`,
    )
    return result.problems.length === 0 ? 0 : 1
  },
}

function buildBackup(yargs: Argv) {
  return buildCommon(yargs)
    .positional('to', { type: 'string', demandOption: true, describe: 'A file that does not exist yet' })
    .example('$0 store backup raffles-2026-11-20.db --store raffles.db', 'While it is in use')
}

export const storeBackupCommand: Command<typeof buildBackup> = {
  name: 'backup <to>',
  describe: 'Copy a store while it is in use, and check the copy',
  build: buildBackup,
  async run({ to, store, format }) {
    const result = await backupSqliteStore(findFile(store, 'pg_dump copies a database'), to)
    await writeResult(
      format === 'json' ? renderJson(result) : `saved ${describe(result)} in ${escapeText(to)}\n`,
    )
    return 0
  },
}

function buildRestore(yargs: Argv) {
  return buildCommon(yargs)
    .positional('from', { type: 'string', demandOption: true, describe: 'A backup' })
    .option('replace', { type: 'boolean', default: false, describe: 'Overwrite the store that is there' })
    .example('$0 store restore raffles-2026-11-20.db --store raffles.db', 'Where there is no store')
}

export const storeRestoreCommand: Command<typeof buildRestore> = {
  name: 'restore <from>',
  describe: 'Check a backup and put it in the place of a store',
  build: buildRestore,
  async run({ from, store, replace, format }) {
    const file = findFile(store, 'pg_restore fills a database')
    const result = await restoreSqliteStore(from, file, { replace })
    await warnOfJournal(file)
    await writeResult(
      format === 'json' ? renderJson(result) : `restored ${describe(result)} to ${escapeText(file)}\n`,
    )
    return 0
  },
}

/** A store that is not the newest copy signs nothing: said now rather than when something is to be signed. */
async function warnOfJournal(file: string): Promise<void> {
  const store = await openStore(file, { access: 'read' })
  try {
    const path = findJournal(file, store)
    const journal = readJournal(path)
    compareJournal(path, journal, await store.ceremonies.readDigests())
    compareHeads(path, journal, await readLogState(store.log))
  } catch (error) {
    const known = ['store-rolled-back', 'journal-missing', 'journal-invalid']
    if (!(error instanceof DrawauditError) || !known.includes(error.code)) throw error
    const { message, hint = '' } = error
    talk(`note: nothing can be signed from here on: ${escapeText(message)}; ${escapeText(hint)}\n`)
  } finally {
    await store.close()
  }
}

function buildAdopt(yargs: Argv) {
  return buildCommon(yargs)
    .option('is-newest', {
      type: 'boolean',
      default: false,
      describe: 'You are sure that no statement was signed after this copy was made',
    })
    .example('$0 store adopt --is-newest --store raffles.db', 'Where the journal beside the store is lost')
    .epilogue(
      'A raffle of which the journal knows more than the store is given up: nothing more is signed of it, here.',
    )
}

export const storeAdoptCommand: Command<typeof buildAdopt> = {
  name: 'adopt',
  describe: 'Go on with this copy of a store: make its journal anew',
  build: buildAdopt,
  async run({ store: given, format, 'is-newest': isNewest }) {
    const file = findStore(given)
    if (!isNewest) {
      throw new DrawauditError(
        'usage',
        'going on with an older copy signs a second history of what came after it',
        {
          hint: 'look for a newer copy of the store and its journal first; give --is-newest if there is none',
        },
      )
    }
    const store = await openStore(file, { access: 'write' })
    try {
      const { added, lost, lostLogs } = await store.transact(transaction =>
        adoptStore(findJournal(file, store), transaction, native),
      )
      const lines = [
        ...lost.map(id => `gave up raffle ${id}: later statements of it are lost\n`),
        ...lostLogs.map(
          origin =>
            `gave up the log ${escapeText(origin)}: later heads of it are lost; drawaudit log create begins another one\n`,
        ),
      ]
      const total = `the journal agrees with the store: added ${added} ${added === 1 ? 'statement' : 'statements'}\n`
      await writeResult(
        format === 'json'
          ? renderJson({ added, given_up: lost, logs_given_up: lostLogs })
          : `${lines.join('')}${total}`,
      )
      return 0
    } finally {
      await store.close()
    }
  },
}

/** A store that is a file. */
function findFile(given: string | undefined, instead: string): string {
  const name = findStore(given)
  if (!isPostgresUrl(name)) return name
  throw new DrawauditError('usage', 'this is for stores that are files', { hint: instead })
}

const describe = ({ raffles, versions }: StoreCheck): string =>
  `${raffles} ${raffles === 1 ? 'raffle' : 'raffles'}, ${versions} ${versions === 1 ? 'version' : 'versions'} of audit records`
