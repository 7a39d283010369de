/**
 * `drawaudit explain`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { parseJson, type JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { isPublishedDraw, parsePublishedDraw, type PublishedDraw } from '../../model/published-draw.js'
import type { Recipe } from '../../recipe/recipe.js'
import { renderExplanation } from '../../render/explanation.js'
import { renderJson } from '../../render/json.js'
import { explainPublished } from '../../verify/explain.js'
import { DocumentError, isDocumentFault } from '../exit-codes.js'
import { findSource } from '../files.js'
import { colourOption, engineOption, findEngine, formatOption, recipeOption } from '../options.js'
import { findBuiltIn, loadRecipe } from '../recipes.js'
import { wantsColour, writeResult } from '../terminal.js'
import type { Command } from './command.js'

function build(yargs: Argv) {
  return yargs
    .positional('file', {
      type: 'string',
      demandOption: true,
      describe: 'A published draw, or - for standard input',
    })
    .option('recipe', recipeOption)
    .option('all', { type: 'boolean', default: false, describe: 'Show every operation of long steps' })
    .option('engine', engineOption)
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 explain draw.json', 'Every step, with commands to redo the hashes')
}

export const explainCommand: Command<typeof build> = {
  name: 'explain <file>',
  describe: 'Show a published draw step by step, with the bytes',
  build,
  async run({ file, recipe, all, engine, format, color }) {
    const source = findSource(file)
    const given = recipe === undefined ? undefined : loadRecipe(recipe)
    const draw = inDocument(file, () => readDraw(parseJson(source.read())))
    const explanation = explainPublished(draw, given ?? inDocument(file, () => findNamed(draw.recipe)), {
      source: file,
      engine: findEngine(engine),
    })
    const operations = all ? Infinity : 40
    await writeResult(
      format === 'json'
        ? renderJson(explanation)
        : renderExplanation(explanation, { colour: wantsColour(color), operations }),
    )
    // Whatever the claims are: what was asked for is the explanation.
    return explanation.claims.some(({ id }) => id === 'document.read') ? 3 : 0
  },
}

function readDraw(value: JsonValue): PublishedDraw {
  if (typeof value === 'object' && value !== null && isPublishedDraw(value)) return parsePublishedDraw(value)
  throw new DrawauditError('document-unknown', 'expected a published draw, found another document', {
    hint: 'drawaudit verify says what it is',
  })
}

/** A draw names a recipe that comes with drawaudit; a file is for the auditor to choose. */
function findNamed(name: string): Recipe {
  const recipe = findBuiltIn(name)
  if (recipe !== undefined) return recipe
  throw new DrawauditError('recipe-unknown', `there is no recipe ${JSON.stringify(name)}`, {
    hint: 'give one with --recipe',
  })
}

/** What is wrong with the document, not with the call; adds the file to what an error says about the place. */
function inDocument<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!isDocumentFault(error)) throw error
    throw new DocumentError(error.code, error.message, {
      ...(error.hint !== undefined && { hint: error.hint }),
      where: { ...error.where, file },
      cause: error,
    })
  }
}
