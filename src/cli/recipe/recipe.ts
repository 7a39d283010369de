/**
 * `drawaudit recipe`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { decodeUtf8 } from '../../core/encoding.js'
import { escapeJson, renderJson } from '../../render/json.js'
import { colourOption, formatOption } from '../shared/options.js'
import { builtInNames, loadRecipe, readRecipe } from '../shared/recipes.js'
import { talk, writeResult } from '../shared/terminal.js'
import type { Command } from '../shared/command.js'

function buildList(yargs: Argv) {
  return yargs
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 recipe list', 'Names, titles and claims')
}

export const recipeListCommand: Command<typeof buildList> = {
  name: 'list',
  describe: 'List the recipes that come with drawaudit',
  build: buildList,
  async run({ format }) {
    const recipes = builtInNames().map(name => {
      const { title, source, digest, claims } = loadRecipe(name)
      return { name, title, source, digest, claims: claims.map(({ id }) => id) }
    })
    const width = Math.max(...recipes.map(({ name }) => name.length))
    const lines = recipes.map(
      ({ name, title, claims }) =>
        `${name.padEnd(width)}  ${title}\n${' '.repeat(width)}  ${claims.join(', ')}\n`,
    )
    await writeResult(format === 'json' ? renderJson(recipes) : lines.join(''))
    return 0
  },
}

function buildShow(yargs: Argv) {
  return yargs
    .positional('recipe', { type: 'string', demandOption: true, describe: 'A name, or a file to check' })
    .option('color', colourOption)
    .example('$0 recipe show raffair > mine.json', 'Begin a recipe of your own')
}

export const recipeShowCommand: Command<typeof buildShow> = {
  name: 'show <recipe>',
  describe: 'Print a recipe after checking it',
  build: buildShow,
  async run({ recipe }) {
    const { name, inputs, steps, claims } = loadRecipe(recipe)
    talk(`${name} is a valid recipe: ${inputs.size} inputs, ${steps.length} steps, ${claims.length} claims\n`)
    await writeResult(escapeJson(decodeUtf8(readRecipe(recipe))))
    return 0
  },
}
