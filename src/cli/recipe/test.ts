/**
 * `drawaudit recipe test`
 *
 * @packageDocumentation
 */
import { parseJson, type JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { isPublishedDraw, parsePublishedDraw, type PublishedDraw } from '../../model/published-draw.js'
import { readDocuments, sourceOf } from '../../verify/read-document.js'
import type { Recipe } from '../../recipe/recipe.js'
import { renderRecipeTest } from '../../render/recipe-test.js'
import { escapeText, onOneLine } from '../../render/escape.js'
import { testRecipe, type KnownDraw } from '../../find/test-recipe.js'
import { trustOption } from '../shared/beside-bundle.js'
import { findSources, type DocumentSource } from '../../io/files.js'
import { engineOption, findEngine, requiredArgument, switchOption } from '../shared/options.js'
import { loadRecipe } from '../shared/recipes.js'
import { createProgress } from '../shared/terminal.js'
import { readTrust } from '../shared/trust-file.js'
import { defineCommand } from '../shared/command.js'

export const recipeTestCommand = defineCommand({
  name: 'test <recipe> [draw..]',
  describe: 'Try a recipe on draws that are known to be good, and on changed copies of them',
  arguments: {
    recipe: { ...requiredArgument, describe: 'A recipe, by name or file' },
    draw: {
      type: 'string',
      array: true,
      describe: 'Draws that are known to be good, or lists of plain values: files and folders',
    },
  },
  options: {
    trust: { ...trustOption, describe: 'A trust file, for draws that others signed' },
    all: {
      ...switchOption,
      describe: 'Name more of the changes that go unnoticed',
    },
    engine: engineOption,
  },
  examples: [
    ['$0 recipe test my-platform.json', 'The examples in the recipe'],
    ['$0 recipe test my-platform.json draws/', 'And draws beside it'],
  ],
  exits: {
    0: 'every draw ends as it should, and every value is checked',
    1: 'one of them does not, or is not',
    2: 'the recipe or a draw cannot be read, or there is none to test with',
  },
  run({ recipe: nameOrFile, draw: paths = [], trust: trustFile, engine, format }) {
    const trust = readTrust(trustFile)
    const recipe = loadRecipe(nameOrFile, trust)
    const draws = [
      ...readExamples(recipe, nameOrFile),
      ...findSources(paths).flatMap(source => readDraws(source, recipe)),
    ]
    if (draws.length === 0) {
      throw new DrawauditError('usage', `there are no examples in the recipe ${recipe.name}`, {
        hint: 'give draws after it, or write "examples" into the recipe',
      })
    }
    const progress = createProgress(format !== 'text')
    let runs = 0
    const test = testRecipe(recipe, draws, {
      engine: findEngine(engine),
      trust,
      onRun: (source, input) => {
        runs += 1
        const what = input === undefined ? '' : `, changing ${input}`
        progress.show(`run ${runs}: ${escapeText(onOneLine(source))}${what}`)
      },
    })
    progress.clear()
    return test
  },
  json: test => ({ recipe_test: 'drawaudit/v1', ...test }),
  text: (test, { all }, layout) => renderRecipeTest(test, { ...layout, all }),
  exitCode: ({ passed }) => (passed ? 0 : 1),
})

function readExamples(recipe: Recipe, source: string): readonly KnownDraw[] {
  return recipe.examples.map(({ title, published, ends }, index) => ({
    source: `example ${index + 1} of ${source}`,
    draw: { draw: 'drawaudit/v1', recipe: recipe.name, title, source: recipe.source, published },
    ...(ends && { ends }),
  }))
}

/** @throws DrawauditError for an invalid draw, with the file name. */
function readDraws(source: DocumentSource, recipe: Recipe): readonly KnownDraw[] {
  return DrawauditError.within({ file: source.name }, () => {
    const value = parseJson(source.read())
    return readDocuments(value, recipe).map(({ document, place }) => ({
      source: sourceOf(source.name, place),
      draw: document.kind === 'published-draw' ? document.draw : refuse(value),
    }))
  })
}

/** Throws the fault of a draw, or `document-unknown`. */
function refuse(value: JsonValue): PublishedDraw {
  if (typeof value === 'object' && value !== null && isPublishedDraw(value)) return parsePublishedDraw(value)
  throw new DrawauditError('document-unknown', 'expected a published draw, found another document', {
    hint: 'docs/RECIPES.md shows how a draw is written down',
  })
}
