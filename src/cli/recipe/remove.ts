/**
 * `drawaudit recipe remove`
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { suggest } from '../../recipe/suggest.js'
import { escapeText } from '../../render/escape.js'
import { defineCommand } from '../shared/command.js'
import { requiredArgument } from '../shared/options.js'
import { installedNames, removeInstalled } from '../shared/own-recipes.js'
import { builtInNames } from '../shared/recipes.js'

export const recipeRemoveCommand = defineCommand({
  name: 'remove <name>',
  describe: 'Remove a recipe that recipe add has installed',
  arguments: { name: { ...requiredArgument, describe: 'Its name' } },
  examples: [['$0 recipe remove corner-shop', 'Draws that name it cannot be verified without --recipe then']],
  run({ name }) {
    const file = removeInstalled(name)
    if (file !== undefined) return { name, file }
    if (builtInNames().includes(name)) {
      throw new DrawauditError('usage', `${name} comes with drawaudit, and cannot be removed`, {
        hint: 'give another recipe with --recipe',
      })
    }
    const names = installedNames()
    throw new DrawauditError('recipe-unknown', `no recipe ${JSON.stringify(name)} is installed`, {
      hint: names.length === 0 ? 'there are none' : suggest(name, 'recipes', names, 'drawaudit recipe list'),
    })
  },
  text: ({ name, file }) => `removed ${name}: ${escapeText(file)}\n`,
})
