/**
 * `drawaudit raffle import`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { readEntryLines } from '../../operator/entry-lines.js'
import { EntriesRefusedError, importEntries, type EntriesImported } from '../../operator/import-entries.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { atDesk, ceremonyOptions, raffleArgument, readRaffleId } from '../shared/desk.js'
import { findSource } from '../../io/files.js'
import { quietOption } from '../shared/options.js'
import { createProgress, talk, writeResult } from '../shared/terminal.js'
import type { Command } from '../shared/command.js'

function build(yargs: Argv) {
  return yargs
    .positional('raffle', raffleArgument)
    .positional('file', {
      type: 'string',
      demandOption: true,
      describe: 'The list of entries, or - for standard input',
    })
    .option('as', {
      choices: ['csv', 'ndjson'] as const,
      requiresArg: true,
      describe: 'What the list is (default: NDJSON where it begins with a bracket or a brace)',
    })
    .option('kind', {
      choices: ['paid', 'free'] as const,
      requiresArg: true,
      describe: 'The kind of the entries that do not say theirs',
    })
    .options(ceremonyOptions)
    .option('quiet', quietOption)
    .example(
      '$0 raffle import 49638a53-01d5-4ea0-96bc-887c4448c4f3 entries.csv --store raffles.db',
      'id,kind on each line',
    )
    .example(
      '$0 raffle import 49638a53-01d5-4ea0-96bc-887c4448c4f3 ids.txt --kind paid --store raffles.db',
      'An id on each line',
    )
}

export const raffleImportCommand: Command<typeof build> = {
  name: 'import <raffle> <file>',
  describe: 'Add the entries of a list: all of them, or none',
  build,
  async run(args) {
    const raffleId = readRaffleId(args.raffle)
    const source = findSource(args.file)
    const { as: form, kind } = args
    const progress = createProgress(args.quiet)
    try {
      const imported = await atDesk(args, desk =>
        importEntries(
          desk,
          raffleId,
          readEntryLines(watch(source.pieces(), progress.show), {
            ...(form && { form }),
            ...(kind && { kind }),
          }),
        ),
      )
      progress.clear()
      await writeResult(args.format === 'json' ? renderJson(describe(raffleId, imported)) : render(imported))
      return 0
    } catch (error) {
      progress.clear()
      if (!(error instanceof EntriesRefusedError)) throw error
      const { problems, totalProblems } = error
      if (args.format === 'json')
        await writeResult(renderJson({ refused: problems, total_refused: totalProblems }))
      else talk(renderProblems(args.file, problems, totalProblems))
      return 2
    }
  },
}

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
  raffle_id: raffleId,
  added: imported.added,
  already_there: imported.alreadyThere,
  total_entries: imported.totalEntries,
  paid_entries: imported.paidEntries,
  free_entries: imported.freeEntries,
})

function render({ added, alreadyThere, totalEntries, paidEntries, freeEntries }: EntriesImported): string {
  const before = alreadyThere > 0 ? `, ${alreadyThere} were there already` : ''
  return `added ${added} ${added === 1 ? 'entry' : 'entries'}${before}: ${totalEntries} in the raffle, ${paidEntries} paid and ${freeEntries} free\n`
}

function renderProblems(file: string, problems: EntriesRefusedError['problems'], total: number): string {
  const lines = problems.map(({ line, problem }) => `${escapeText(file)}:${line}: ${escapeText(problem)}\n`)
  const more = total - problems.length
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more\n`] : []),
    `nothing was imported: ${total} ${total === 1 ? 'line was' : 'lines were'} refused\n`,
  ].join('')
}
