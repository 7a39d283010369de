/**
 * `drawaudit store`
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { native } from '../../native/engine.js'
import { adoptStore, type DatabaseAdopted } from '../../operator/adopt-store.js'
import {
  backUpStore,
  restoreStore,
  type StoreBackedUp,
  type StoreRestored,
} from '../../operator/backup-store.js'
import { assertJournalFile, type JournalLine } from '../../operator/journal.js'
import { checkSecrets } from '../../operator/check-secrets.js'
import { findJournalProblem } from '../../operator/find-journal-problem.js'
import { escapeText } from '../../render/escape.js'
import type { StoreCheck } from '../../store/check/check-tables.js'
import { checkStore, isPostgresUrl, migrateStore, openStore } from '../../store/open-store.js'
import { findGivenUnlock, secretOptions } from '../shared/desk.js'
import { findJournal, nameJournal } from '../shared/journal.js'
import { findStore, requiredArgument, storeOption, switchOption, valueOption } from '../shared/options.js'
import { random } from '../shared/random.js'
import { defineCommand } from '../shared/command.js'

export const storeMigrateCommand = defineCommand({
  name: 'migrate',
  describe: 'Make a store, or migrate it to the version of this program',
  options: { store: storeOption },
  examples: [['$0 store migrate --store raffles.db', 'Make it, or bring it up to date']],
  run: ({ store }) => migrateStore(findStore(store)),
  text: ({ from, to }) =>
    from === to
      ? `the store already has version ${to}\n`
      : `the store now has version ${to}, before ${from}\n`,
})

export const storeCheckCommand = defineCommand({
  name: 'check',
  describe: 'Look for damage, compare every body with its hashes and the journal, and open every secret',
  options: {
    'passphrase-file': {
      ...secretOptions['passphrase-file'],
      fallback: {
        ...secretOptions['passphrase-file'].fallback,
        otherwise: 'none: no secret is opened',
      },
    },
    'key-file': secretOptions['key-file'],
    store: storeOption,
  },
  examples: [
    ['$0 store check --store raffles.db', 'Read all of it'],
    [
      '$0 store check --store raffles.db --passphrase-file FILE',
      'And see whether the passphrase opens its secrets',
    ],
  ],
  exits: { 0: 'nothing is wrong', 1: 'something is wrong' },
  epilogue: 'docs/OPERATING.md lists what no check can find, and its consequences.',
  async run(args) {
    const name = findStore(args.store)
    const found = await checkStore(name, native)
    const store = await openStore(name, { access: 'read' })
    try {
      const { opened, problems } = await checkSecrets(store, findGivenUnlock(args), random)
      const journal = await findJournalProblem(nameJournal(name, store), store)
      const all = [...found.problems, ...problems, ...(journal === undefined ? [] : [journal])]
      return { ...found, secrets: opened, problems: all }
    } finally {
      await store.close()
    }
  },
  json: result => ({ ...result, secrets: result.secrets ?? null }),
  text(result) {
    const lines = result.problems.map(problem => `${escapeText(problem)}\n`)
    const total =
      lines.length === 0 ? 'nothing is wrong' : lines.length === 1 ? '1 problem' : `${lines.length} problems`
    return `${lines.join('')}${describe(result)}${describeSecrets(result.secrets)}: ${total}\n`
  },
  exitCode: ({ problems }) => (problems.length === 0 ? 0 : 1),
})

function describeSecrets(opened: number | undefined): string {
  if (opened === undefined) return ', secrets not opened (give --passphrase-file or --key-file)'
  return opened === 0 ? '' : opened === 1 ? ', 1 secret opened' : `, ${opened} secrets opened`
}

export const storeBackupCommand = defineCommand({
  name: 'backup <to>',
  describe: 'Copy a store and its journal while they are in use, and check the copies',
  arguments: {
    to: {
      ...requiredArgument,
      describe: 'A new file; the journal is saved beside it, with the suffix .signed',
    },
  },
  options: { store: storeOption },
  examples: [['$0 store backup raffles-2026-11-20.db --store raffles.db', 'While it is in use']],
  run: ({ to, store }) => backUpStore(findFile(store, 'pg_dump copies a database'), to),
  json: result => ({ ...result, journal: result.journal ?? null, also_keep: listApart(result) }),
  text: (result, { to }) =>
    `saved ${describe(result)} in ${escapeText(to)}\n` +
    (result.journal === undefined
      ? 'nothing was signed: there is no journal\n'
      : `its journal is in ${escapeText(result.journal)}: keep the two together\n`) +
    `not included: ${listApart(result).join(', ')}\n`,
})

/** What a store needs but its backup does not contain. */
const listApart = ({ opener }: StoreBackedUp): readonly string[] => [
  ...(opener === undefined ? [] : [`the ${opener} that opens its secrets`]),
  'settings and environment',
  'exports: bundles, lists, issued receipts',
]

export const storeRestoreCommand = defineCommand({
  name: 'restore <from>',
  describe: 'Check a backup, and restore it and its journal as a store',
  arguments: { from: { ...requiredArgument, describe: 'A backup' } },
  options: {
    store: storeOption,
    replace: { ...switchOption, describe: 'Overwrite the existing store' },
    'is-newest': {
      ...switchOption,
      describe: 'If the journal is lost: you are sure that nothing was signed after this backup',
    },
  },
  examples: [
    ['$0 store restore raffles-2026-11-20.db --store raffles.db --replace', 'Replace a damaged store'],
    [
      '$0 store restore raffles-2026-11-20.db --store raffles.db --is-newest',
      'On a new machine, where nothing was signed after the backup',
    ],
  ],
  run: ({ from, store, replace, 'is-newest': isNewest }) =>
    restoreStore(from, findFile(store, 'pg_restore fills a database'), { replace, isNewest }),
  json: ({ fault, lastDate, ...result }) => ({
    ...result,
    last_signed_at: lastDate ?? null,
    can_sign: fault === undefined,
    ...(fault && { code: fault.code, message: fault.message }),
  }),
  text: (result, { store }) =>
    `restored ${describe(result)} to ${escapeText(findStore(store))}\n${journals[result.journal]}`,
  // A store that is not the newest copy cannot sign: reported now, not at the next signature.
  notes: ({ fault, lastDate }) =>
    fault === undefined
      ? ''
      : `note: this store cannot sign: ${escapeText(fault.message)}; ${escapeText(fault.hint ?? '')}\n` +
        (lastDate === undefined ? '' : `the last statement in this backup is from ${lastDate}\n`),
})

const journals: Readonly<Record<StoreRestored['journal'], string>> = {
  restored: 'its journal is beside it\n',
  kept: 'the existing journal was kept: it has everything that the backup’s has\n',
  none: '',
}

export const storeAdoptCommand = defineCommand({
  name: 'adopt',
  describe: 'Continue with this copy of a store: rebuild its journal',
  options: {
    store: storeOption,
    'is-newest': {
      ...switchOption,
      describe: 'You are sure that no statement was signed after this copy was made',
    },
    'lost-journal': {
      ...valueOption,
      describe: 'For a database: a journal that is lost for good, by the ID in error messages',
    },
  },
  examples: [['$0 store adopt --is-newest --store raffles.db', 'If the journal beside the store is lost']],
  epilogue:
    'A raffle of which the journal has more than the store is given up: this store signs nothing more for it. After a failover of a database: run it on every machine that signs.',
  async run({ store: given, 'is-newest': isNewest, 'lost-journal': lostJournal }) {
    const file = findStore(given)
    if (!isNewest) {
      throw new DrawauditError(
        'usage',
        'continuing with an older copy signs a second history of what came after it',
        {
          hint: 'look for a newer copy of the store and its journal first; give --is-newest if there is none',
        },
      )
    }
    const store = await openStore(file, { access: 'write' })
    try {
      const journal = findJournal(file, store)
      assertJournalFile(journal)
      return await store.transact(transaction =>
        adoptStore(journal, transaction, native, {
          lostJournals: lostJournal === undefined ? [] : [lostJournal],
        }),
      )
    } finally {
      await store.close()
    }
  },
  json: ({ added, lost, lostLogs, lostReceipts, database }) => ({
    added,
    given_up: lost,
    logs_given_up: lostLogs,
    receipts_lost: lostReceipts,
    ...(database && {
      database: {
        was: database.was ?? null,
        is: database.is,
        statements_missing: database.missing.map(formatStatement),
        statements_added: database.added.map(formatStatement),
        waits_for: database.waitsFor.map(({ journal, place }) => ({ journal, place })),
      },
    }),
  }),
  text({ added, lost, lostLogs, lostReceipts, database }) {
    const lines = [
      ...(database === undefined ? [] : describeDatabaseAdopted(database)),
      ...lostReceipts.map(id => `receipts of raffle ${id} are lost: its entries may get a second one\n`),
      ...lost.map(id => `gave up raffle ${id}: later statements of it are lost\n`),
      ...lostLogs.map(
        origin =>
          `gave up the log ${escapeText(origin)}: later heads of it are lost; drawaudit log create begins another one\n`,
      ),
    ]
    const total = `the journal agrees with the store: added ${added} ${added === 1 ? 'statement' : 'statements'}\n`
    const waits = (database?.waitsFor ?? []).map(
      ({ journal, place }) =>
        `nothing can be signed until the journal ${journal} (${escapeText(place)}) is compared too: run drawaudit store adopt on that machine\n`,
    )
    return `${lines.join('')}${total}${waits.join('')}`
  },
})

const formatStatement = ({ raffleId, sequence, digest }: JournalLine): object => ({
  raffle_id: raffleId,
  sequence,
  digest,
})

function describeDatabaseAdopted({ was, is, missing, added }: DatabaseAdopted): readonly string[] {
  return [
    was === undefined || was === is
      ? `the database is ${escapeText(is)}\n`
      : `the database is ${escapeText(is)}, and was ${escapeText(was)} (system identifier, timeline, object id)\n`,
    ...missing.map(
      ({ raffleId, sequence }) =>
        `the store lacks statement ${sequence} of raffle ${raffleId}, which was signed\n`,
    ),
    ...added.map(
      ({ raffleId, sequence }) => `the journal lacked statement ${sequence} of raffle ${raffleId}\n`,
    ),
  ]
}

/**
 * The store, which has to be a file.
 *
 * @throws DrawauditError `usage` for a database.
 */
function findFile(given: string | undefined, instead: string): string {
  const name = findStore(given)
  if (!isPostgresUrl(name)) return name
  throw new DrawauditError('usage', 'this command works on store files only', { hint: instead })
}

const describe = ({ raffles, versions }: StoreCheck): string =>
  `${raffles} ${raffles === 1 ? 'raffle' : 'raffles'}, ${versions} ${versions === 1 ? 'version' : 'versions'} of audit records`
