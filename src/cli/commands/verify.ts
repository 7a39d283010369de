/**
 * `drawaudit verify`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import type { Subject } from '../../model/report.js'
import type { Recipe } from '../../recipe/recipe.js'
import { renderJson } from '../../render/json.js'
import { renderText } from '../../render/text.js'
import { createReport } from '../../verify/verdict.js'
import { describeUnreadable, verifyDocument, type DocumentOptions } from '../../verify/verify-document.js'
import { isDocumentFault } from '../exit-codes.js'
import { findSources, type Source } from '../files.js'
import {
  colourOption,
  engineOption,
  findEngine,
  formatOption,
  pathArgument,
  recipeOption,
} from '../options.js'
import { findBuiltIn, loadRecipe } from '../recipes.js'
import { createProgress, readWidth, wantsColour, writeResult } from '../terminal.js'
import type { Command } from './command.js'

function build(yargs: Argv) {
  return yargs
    .positional('path', pathArgument)
    .option('recipe', recipeOption)
    .option('require', {
      type: 'string',
      array: true,
      requiresArg: true,
      describe: 'Ask only for these claims, separated by commas',
    })
    .option('engine', engineOption)
    .option('format', formatOption)
    .option('quiet', { type: 'boolean', alias: 'q', default: false, describe: 'One line for each document' })
    .option('color', colourOption)
    .example('$0 verify fixtures/draws', 'Verify every draw in a folder')
    .example('$0 verify draw.json --recipe my-platform.json', 'By a recipe of your own')
    .example('$0 verify draw.json --require winner.derived', 'Gate on one claim')
    .example('curl -s URL | $0 verify - --format json', 'Verify what a service answers')
}

export const verifyCommand: Command<typeof build> = {
  name: 'verify <path..>',
  describe: 'Verify audit records and published draws',
  build,
  async run({ path, recipe, require, engine, format, quiet, color }) {
    const sources = findSources(path)
    const given = recipe === undefined ? undefined : loadRecipe(recipe)
    const required = require === undefined ? undefined : readClaimIds(require)
    const recipes = new Map<string, Recipe | undefined>()
    const progress = createProgress(quiet || format === 'json')
    const verify = (source: Source, index: number): Subject => {
      progress.show(`verifying ${index + 1} of ${sources.length}`)
      return verifySource(source, {
        source: source.name,
        engine: findEngine(engine),
        findRecipe: name => {
          if (given !== undefined) return given
          if (!recipes.has(name)) recipes.set(name, findBuiltIn(name))
          return recipes.get(name)
        },
        ...(required && { require: required }),
      })
    }
    let subjects: readonly Subject[]
    try {
      subjects = sources.map(verify)
    } finally {
      progress.clear()
    }
    if (required !== undefined) checkMade(required, subjects)
    const report = createReport(subjects, required && { require: required })
    const colour = wantsColour(color)
    await writeResult(
      format === 'json'
        ? renderJson(report)
        : renderText(report, { colour, brief: quiet, width: readWidth() }),
    )
    return report.exit_code
  },
}

function verifySource(source: Source, options: DocumentOptions): Subject {
  let document
  try {
    document = parseJson(source.read())
  } catch (error) {
    if (!isDocumentFault(error)) throw error
    return describeUnreadable(source.name, error, options.require)
  }
  return verifyDocument(document, options)
}

function readClaimIds(lists: readonly string[]): readonly string[] {
  const list = lists.join(',')
  const ids = list.split(',').map(id => id.trim())
  if (ids.every(id => /^[a-z]+\.[a-z_]+$/.test(id))) return [...new Set(ids)]
  throw new DrawauditError(
    'usage',
    `--require takes claim ids separated by commas, found ${JSON.stringify(list)}`,
    {
      hint: 'a claim id looks like winner.derived; a report lists those of a draw',
    },
  )
}

/**
 * A claim that no document makes is a slip of the call: asking for it would never say anything. A document that
 * could not be read might have made it.
 */
function checkMade(required: readonly string[], subjects: readonly Subject[]): void {
  const unread = subjects.some(({ claims }) => claims.some(({ id }) => id === 'document.read'))
  if (unread || subjects.length === 0) return
  const made = subjects.flatMap(({ claims }) =>
    claims.filter(({ code }) => code !== 'claim-not-made').map(({ id }) => id),
  )
  const unknown = required.find(id => !made.includes(id))
  if (unknown === undefined) return
  throw new DrawauditError('usage', `none of the documents makes the claim ${unknown}`, {
    hint: `their claims are ${[...new Set(made)].join(', ')}`,
  })
}
