/**
 * `drawaudit recipe find`
 *
 * @packageDocumentation
 */
import { parseJson, type JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { describeFound } from '../../find/describe.js'
import { findRecipe, type FoundRecipe } from '../../find/find-recipe.js'
import { summarizeFound } from '../../find/summary.js'
import { escapeJson } from '../../render/json.js'
import { escapeText } from '../../render/escape.js'
import { findSource } from '../../io/files.js'
import { streamDocuments } from '../shared/documents.js'
import { engineOption, findEngine, requiredArgument, valueOption } from '../shared/options.js'
import { createProgress, reflowFor } from '../shared/terminal.js'
import { isOwnOutput } from '../../io/written-files.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { defineCommand } from '../shared/command.js'

/** Limits of input: larger documents take too much memory for a search. */
const limits = { bytes: 64 * 1024 * 1024, values: 2_200_000, depth: 16 }

export const recipeFindCommand = defineCommand({
  name: 'find <file>',
  describe: 'Search for the recipe of published values',
  arguments: {
    file: {
      ...requiredArgument,
      describe:
        'Published values as JSON: a draw or an object of values; a list of several, or one on each line; - for standard input',
    },
  },
  options: {
    result: {
      ...valueOption,
      array: true,
      describe: 'A value that is a result, if its name does not say so (a column as TABLE.COLUMN)',
    },
    name: {
      ...valueOption,
      default: 'found',
      describe: 'Name of the recipe',
    },
    most: {
      ...valueOption,
      default: '10000000',
      describe: 'Maximum number of candidates',
    },
    seconds: { ...valueOption, default: '60', describe: 'Maximum time' },
    out: {
      ...valueOption,
      alias: 'o',
      describe: 'The file to write (default: print the recipe)',
    },
    force: forceOption,
    engine: engineOption,
  },
  examples: [
    ['$0 recipe find values.json -o recipe.json', 'Search for the unpublished rule'],
    ['$0 verify values.json --recipe recipe.json', 'And verify the draws by what was found'],
  ],
  exits: { 0: 'the recipe gives every result and every hash', 3: 'it does not, or there is none' },
  epilogue:
    'A recipe is written only with at least 40 bits of evidence: a chance of 1 in 10^12 that it fits by accident.',
  async run(options) {
    const { file, result, name, out, force } = options
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name)) {
      throw new DrawauditError('usage', `--name takes a-z, 0-9 and -, found ${JSON.stringify(name)}`)
    }
    const most = readCount('most', options.most)
    const seconds = readCount('seconds', options.seconds)
    const progress = createProgress(false)
    let found: FoundRecipe
    try {
      found = findRecipe(readValues(file), {
        engine: findEngine(options.engine),
        name,
        ...(result !== undefined && { results: result }),
        most,
        milliseconds: searchTime(seconds),
        now: () => performance.now(),
        onProgress: (tried, of) => {
          progress.show(
            `${bar(tried / of)} ${tried.toLocaleString('en')} of ${of.toLocaleString('en')} candidates`,
          )
        },
      })
    } catch (error) {
      throw error instanceof DrawauditError && error.code !== 'usage' ? error.at({ file }) : error
    } finally {
      progress.clear()
    }
    if (out !== undefined && found.recipe !== undefined) await saveFile(out, [found.recipe], force)
    return found
  },
  json: found => ({
    ...summarizeFound(found),
    ...(found.recipe !== undefined && { recipe: parseJson(found.recipe) }),
  }),
  verbatim: true,
  // On standard output, a recipe must be alone.
  text(found, { file, out }) {
    if (found.recipe !== undefined && out === undefined) return escapeJson(found.recipe)
    return isAlone(found, out) ? '' : reflowFor(process.stdout, describe(found, file, out))
  },
  notes: (found, { file, out }) => (isAlone(found, out) ? describe(found, file, out) : ''),
  exitCode: ({ outcome, recipe }) => (outcome === 'found' && recipe !== undefined ? 0 : 3),
})

/** Fraction of the time reserved for writing and running the recipe. */
const reserved = 0.04

/** Milliseconds for the search, so that the whole command stays within the limit; performance.now() started at 0. */
function searchTime(seconds: number): number {
  return Math.max(1, 1000 * seconds * (1 - reserved) - performance.now())
}

/** Whether a recipe is found and goes to standard output. */
const isAlone = ({ recipe }: FoundRecipe, out: string | undefined): boolean =>
  recipe !== undefined && (out === undefined || isOwnOutput(out, 1))

function describe(found: FoundRecipe, file: string, out: string | undefined): string {
  const lines = describeFound(found).split('\n').slice(0, -1)
  if (out !== undefined) lines.push(describeWritten(out, file, found.recipe !== undefined))
  return lines.map(line => `${escapeText(line)}\n`).join('')
}

function describeWritten(out: string, file: string, isWritten: boolean): string {
  return isWritten
    ? `The recipe is in ${out}; to verify the draws by it: drawaudit verify ${file} --recipe ${out}`
    : `${out} was not written`
}

/** A single document, or a list of those on lines. */
function readValues(file: string): JsonValue {
  const documents = [...streamDocuments(findSource(file))]
  const values = documents.map(({ source, line }) => {
    try {
      return parseJson(source.read(), { limits, numbers: 'any' })
    } catch (error) {
      throw error instanceof DrawauditError && line !== undefined ? error.at({ line }) : error
    }
  })
  const [only] = values
  return documents.every(({ line }) => line === undefined) && only !== undefined ? only : values
}

const barWidth = 24

function bar(part: number): string {
  const full = Math.min(barWidth, Math.floor(part * barWidth))
  return `[${'#'.repeat(full)}${' '.repeat(barWidth - full)}]`
}

function readCount(name: string, text: string): number {
  const count = Number(text)
  if (/^[1-9][0-9]{0,11}$/.test(text)) return count
  throw new DrawauditError('usage', `--${name} takes a number from 1, found ${JSON.stringify(text)}`)
}
