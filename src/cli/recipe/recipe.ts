/**
 * `drawaudit recipe`
 *
 * @packageDocumentation
 */
import { decodeUtf8 } from '../../core/encoding.js'
import { escapeJson } from '../../render/json.js'
import { requiredArgument } from '../shared/options.js'
import { builtInNames, loadRecipe, readRecipe } from '../shared/recipes.js'
import { talk, writeResult } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'

export const recipeListCommand = defineCommand({
  name: 'list',
  describe: 'List the recipes that come with drawaudit',
  examples: [['$0 recipe list', 'Names, titles and claims']],
  run: () =>
    builtInNames().map(name => {
      const { title, source, digest, claims } = loadRecipe(name)
      return { name, title, source, digest, claims: claims.map(({ id }) => id) }
    }),
  text(recipes) {
    const width = Math.max(...recipes.map(({ name }) => name.length))
    const lines = recipes.map(
      ({ name, title, claims }) =>
        `${name.padEnd(width)}  ${title}\n${' '.repeat(width)}  ${claims.join(', ')}\n`,
    )
    return lines.join('')
  },
})

export const recipeShowCommand = defineCommand({
  name: 'show <recipe>',
  describe: 'Print a recipe after checking it',
  arguments: { recipe: { ...requiredArgument, describe: 'A name, or a file to check' } },
  examples: [['$0 recipe show raffair > mine.json', 'Begin a recipe of your own']],
  async print({ recipe }) {
    const { name, inputs, steps, claims } = loadRecipe(recipe)
    talk(`${name} is a valid recipe: ${inputs.size} inputs, ${steps.length} steps, ${claims.length} claims\n`)
    await writeResult(escapeJson(decodeUtf8(readRecipe(recipe))))
    return 0
  },
})
