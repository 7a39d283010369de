/**
 * `drawaudit raffle import`
 *
 * @packageDocumentation
 */
import { readEntryLines } from '../../operator/entry-lines.js'
import {
  describeImported,
  EntriesRefusedError,
  importEntries,
  type EntriesImported,
} from '../../operator/import-entries.js'
import type { PersonalLines } from '../../operator/personal-lines.js'
import { escapeText } from '../../render/escape.js'
import { findAuthorities } from '../shared/ceremony.js'
import { atDesk } from '../shared/desk.js'
import { raffleArgument, readRaffle } from '../shared/find-raffle.js'
import { findSource } from '../../io/files.js'
import { quietOption, requiredArgument, storeOption } from '../shared/options.js'
import { describeOutlook, findOutlook, renderOutlook } from '../shared/outlook.js'
import { describePersonal } from '../shared/personal-warning.js'
import { describeRefusal, renderRefusal } from '../shared/refused-list.js'
import { createProgress } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'

export const raffleImportCommand = defineCommand({
  name: 'import <raffle> <file>',
  describe: 'Add the entries of a list: all of them, or none',
  arguments: {
    raffle: raffleArgument,
    file: {
      ...requiredArgument,
      describe: 'The list of entries, or - for standard input',
    },
  },
  options: {
    as: {
      choices: ['csv', 'ndjson'],
      requiresArg: true,
      describe: 'Format of the list (default: NDJSON if it begins with a bracket or a brace)',
    },
    kind: {
      choices: ['paid', 'free'],
      requiresArg: true,
      describe: 'The kind of entries that do not state one',
    },
    store: storeOption,
    quiet: quietOption,
  },
  examples: [
    [
      '$0 raffle import 49638a53-01d5-4ea0-96bc-887c4448c4f3 entries.csv --store raffles.db',
      'id,kind on each line, or id,kind,nonce_hash',
    ],
    [
      '$0 raffle import 49638a53-01d5-4ea0-96bc-887c4448c4f3 ids.txt --kind paid --store raffles.db',
      'An id on each line',
    ],
  ],
  exits: { 0: 'all entries are added', 2: 'usage error, or the list is refused: nothing is added' },
  epilogue: 'Ids that look like personal data are warned of: everybody can read the sealed list.',
  async run(args) {
    const raffleId = await readRaffle(args.raffle, args.store)
    const source = findSource(args.file)
    const { as: form, kind } = args
    const progress = createProgress(args.quiet)
    const entries = readEntryLines(watch(source.pieces(), progress.show), {
      ...(form && { form }),
      ...(kind && { kind }),
    })
    try {
      const done = await atDesk(args, async desk => {
        const imported = await importEntries(desk, raffleId, entries)
        return { imported, outlook: await findOutlook(desk.store, raffleId, findAuthorities({})) }
      })
      return { raffleId, done }
    } catch (error) {
      if (error instanceof EntriesRefusedError) return { raffleId, refused: error }
      throw error
    } finally {
      progress.clear()
    }
  },
  json: ({ raffleId, done, refused }) =>
    done
      ? { ...describe(raffleId, done.imported), ...describeOutlook(done.outlook) }
      : describeRefusal(refused),
  text: ({ done }) => (done ? render(done.imported) + renderOutlook(done.outlook) : ''),
  notes: ({ done, refused }, { file }) =>
    refused ? renderRefusal(file, refused, 'imported') : renderWarning(done.imported.personal),
  exitCode: ({ refused }) => (refused ? 2 : 0),
})

function* watch(pieces: Iterable<Uint8Array>, show: (text: string) => void): Generator<Uint8Array> {
  let bytes = 0
  for (const piece of pieces) {
    bytes += piece.length
    show(`${(bytes / 1e6).toFixed(1)} MB read`)
    yield piece
  }
  show('comparing the entries')
}

const describe = (raffleId: string, imported: EntriesImported) => ({
  ...describeImported(raffleId, imported),
  ...(imported.personal && { warnings: [describePersonal(imported.personal)] }),
})

const renderWarning = (personal: PersonalLines | undefined): string =>
  personal === undefined
    ? ''
    : `warning: ${escapeText(describePersonal(personal))}\nhint: drawaudit raffle remove takes them out until then\n`

function render({ added, alreadyThere, totalEntries, paidEntries, freeEntries }: EntriesImported): string {
  const before =
    alreadyThere > 0 ? `, ${alreadyThere} ${alreadyThere === 1 ? 'was' : 'were'} already there` : ''
  return `added ${added} ${added === 1 ? 'entry' : 'entries'}${before}: ${totalEntries} in the raffle, ${paidEntries} paid and ${freeEntries} free\n`
}
