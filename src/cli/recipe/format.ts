/**
 * `drawaudit recipe format`
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { parseRecipeDocument } from '../../model/recipe.js'
import { formatJson, formatRecipe } from '../../recipe/text/format.js'
import { escapeJson } from '../../render/json.js'
import { defineCommand } from '../shared/command.js'
import { requiredArgument, valueOption } from '../shared/options.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { openRecipe, locateRecipe } from '../shared/recipes.js'
import { writeResult } from '../shared/terminal.js'

export const recipeFormatCommand = defineCommand({
  name: 'format <recipe>',
  describe: 'Print a recipe as text, for people to review, or as JSON',
  arguments: { recipe: { ...requiredArgument, describe: 'A name, or a file in either form' } },
  options: {
    to: {
      choices: ['text', 'json'] as const,
      requiresArg: true,
      default: 'text' as const,
      describe: 'The form to print it in',
    },
    out: { ...valueOption, alias: 'o', describe: 'The file to write (default: print the recipe)' },
    force: forceOption,
  },
  examples: [
    ['$0 recipe format raffair --to text', 'Read a recipe as formulas'],
    ['$0 recipe format mine.txt --to json -o mine.json', 'The same recipe, with the same digest, as JSON'],
  ],
  epilogue: 'Both forms are the same recipe, with the same digest. Comments of a text are not kept.',
  async print({ recipe, to, out, force }) {
    const written = DrawauditError.within({ file: recipe }, () => {
      const { value, within } = openRecipe(locateRecipe(recipe).bytes)
      // Checks only the form, so that drafts with wrong names or types can be printed too.
      within(() => parseRecipeDocument(value))
      return to === 'text' ? formatRecipe(value) : formatJson(value)
    })
    if (out === undefined) await writeResult(escapeJson(written))
    else await saveFile(out, [written], force)
    return 0
  },
})
