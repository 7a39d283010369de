/**
 * `drawaudit explain`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { parsePublishedDraw } from '../../model/published-draw.js'
import { renderExplanation } from '../../render/explanation.js'
import { renderJson } from '../../render/json.js'
import { explainPublished } from '../../verify/explain.js'
import { findSources } from '../files.js'
import { colourOption, engineOption, findEngine, formatOption, recipeOption } from '../options.js'
import { loadRecipe } from '../recipes.js'
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
    const [source] = findSources([file])
    if (source === undefined) throw new DrawauditError('usage', 'explain takes one file', { where: { file } })
    const draw = inFile(file, () => parsePublishedDraw(parseJson(source.read())))
    const explanation = explainPublished(draw, loadRecipe(recipe ?? draw.recipe), {
      source: file,
      engine: findEngine(engine),
    })
    const operations = all ? Infinity : 40
    await writeResult(
      format === 'json'
        ? renderJson(explanation)
        : renderExplanation(explanation, { colour: wantsColour(color), operations }),
    )
    return 0
  },
}

/** Adds the file to what an error says about the place. */
function inFile<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw new DrawauditError(error.code, error.message, {
      ...(error.hint !== undefined && { hint: error.hint }),
      where: { ...error.where, file },
      cause: error,
    })
  }
}
