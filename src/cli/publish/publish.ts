/**
 * `drawaudit publish`
 *
 * @packageDocumentation
 */
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { isReason } from '../../model/audit-record.js'
import { publish, RefusedError, type PublishRequest, type PublishedDocument } from '../../operator/publish.js'
import { escapeText } from '../../render/escape.js'
import { renderError } from '../../render/text.js'
import { openStore } from '../../store/open-store.js'
import { streamDocuments, type JsonDocument } from '../shared/documents.js'
import { toFailure } from '../shared/failure.js'
import { findSources } from '../../io/files.js'
import {
  findStore,
  pathArgument,
  quietOption,
  storeOption,
  switchOption,
  valueOption,
} from '../shared/options.js'
import { random } from '../shared/random.js'
import { talk } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'

export const publishCommand = defineCommand({
  name: 'publish <path..>',
  describe: 'Put audit records and entry statistics into a store',
  arguments: { path: pathArgument },
  options: {
    store: storeOption,
    replace: {
      ...switchOption,
      describe: 'Replace published documents; the history keeps the old ones',
    },
    reason: { ...valueOption, describe: 'Why it is replaced, for the history' },
    quiet: quietOption,
  },
  examples: [
    ['$0 publish record.json statistics.json --store raffles.db', 'Both or neither'],
    ['$0 publish records/ --store raffles.db', 'All of a folder or none of it'],
    ['export-records | $0 publish - --store raffles.db', 'One document a line'],
  ],
  exits: {
    0: 'everything is published',
    2: 'usage error, or a document is refused: nothing is published',
    3: 'there is nothing to publish',
  },
  async run({ path, store: given, replace, reason }) {
    if (reason !== undefined && !replace) {
      throw new DrawauditError('usage', '--reason needs --replace', {
        hint: 'give --replace too',
      })
    }
    if (replace && (reason === undefined || !isReason(reason))) {
      throw new DrawauditError('usage', '--replace needs a --reason', {
        hint: 'say in a sentence what was wrong: the history shows it to everyone',
      })
    }
    const file = findStore(given)
    const documents = findSources(path).flatMap(source => Array.from(streamDocuments(source), describe))
    const store = await openStore(file, { access: 'write', create: true })
    try {
      const options = { now: new Date(), random, ...(reason !== undefined && { replace: { reason } }) }
      const published = await publish(store, documents, options)
      for (const { file, notes } of published) {
        for (const note of notes) talk(`note: ${escapeText(file)}: ${escapeText(note)}\n`)
      }
      return { published }
    } catch (error) {
      if (error instanceof RefusedError) return { refusals: error.refusals, documents: documents.length }
      throw error
    } finally {
      await store.close()
    }
  },
  json: ({ published, refusals }) => (published ? { published } : { refused: refusals.map(toFailure) }),
  text: ({ published }, { quiet }) => (published ? renderPublished(published, quiet) : ''),
  notes: ({ refusals, documents }) => (refusals ? renderRefusals(refusals, documents) : ''),
  exitCode: ({ published }) => (published === undefined ? 2 : published.length === 0 ? 3 : 0),
})

function describe({ source, line }: JsonDocument): PublishRequest {
  return {
    file: source.name,
    ...(line !== undefined && { line }),
    read: () => parseJson(source.read()),
  }
}

/** Maximum number of refusals shown. */
const most = 20

function renderRefusals(refusals: readonly DrawauditError[], documents: number): string {
  const shown = refusals.slice(0, most).map(refusal => renderError(toFailure(refusal)))
  const more = refusals.length - shown.length
  return [
    ...shown,
    ...(more > 0 ? [`and ${more} more\n`] : []),
    `nothing was published: ${refusals.length} of ${documents} documents were refused\n`,
  ].join('')
}

function renderPublished(published: readonly PublishedDocument[], quiet: boolean): string {
  const lines = published.map(
    ({ outcome, view, raffle_id, file }) =>
      `${outcome.padEnd(10)} ${view.padEnd(11)} ${raffle_id} ${escapeText(file)}\n`,
  )
  const of = (outcome: PublishedDocument['outcome']): number =>
    published.filter(one => one.outcome === outcome).length
  const counts = (['published', 'added', 'replaced', 'unchanged'] as const)
    .filter(outcome => of(outcome) > 0)
    .map(outcome => `${of(outcome)} ${outcome}`)
  const total = published.length === 1 ? '1 document' : `${published.length} documents`
  return `${quiet ? '' : lines.join('')}${[total, ...(counts.length > 0 ? [counts.join(', ')] : [])].join(': ')}\n`
}
