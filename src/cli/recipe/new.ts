/**
 * `drawaudit recipe new`
 *
 * @packageDocumentation
 */
import { encodeUtf8 } from '../../core/encoding.js'
import { parseJson, type JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { isPublishedDraw, parsePublishedDraw } from '../../model/published-draw.js'
import { parseRecipe } from '../../recipe/recipe.js'
import { formatRecipe } from '../../recipe/text/format.js'
import { parseRecipeText } from '../../recipe/text/parse.js'
import { escapeText } from '../../render/escape.js'
import { escapeJson } from '../../render/json.js'
import { sketchValue, withResult, writeSketch, type Sketch } from '../../find/guess-recipe.js'
import { nameInput, nameRecipe } from '../../find/values/names.js'
import { findSource } from '../../io/files.js'
import { valueOption } from '../shared/options.js'
import { askText, openQuestions } from '../shared/questions.js'
import { askValues } from './interview.js'
import { talk, talkOfFile, writeResult } from '../shared/terminal.js'
import { allowReplacing, forceOption, saveFile } from '../shared/output-file.js'
import { defineCommand } from '../shared/command.js'

export const recipeNewCommand = defineCommand({
  name: 'new',
  describe: 'Begin a recipe from the published values of one draw',
  options: {
    from: {
      ...valueOption,
      placeholder: 'FILE',
      describe: 'A draw to begin with: a published draw, or an object of values; - for standard input',
    },
    name: { ...valueOption, describe: 'Name of the platform' },
    source: { ...valueOption, describe: 'Where it describes its method' },
    to: {
      choices: ['text', 'json'] as const,
      requiresArg: true,
      describe: 'The form to write it in (default: text for a file that ends in .txt, else JSON)',
    },
    out: { ...valueOption, alias: 'o', describe: 'The file to write (default: print the recipe)' },
    force: forceOption,
  },
  examples: [
    ['$0 recipe new -o my-platform.json', 'Asks for the published values one by one'],
    ['$0 recipe new --from draw.json -o my-platform.json', 'Asks nothing'],
    ['$0 recipe new --from draw.json -o my-platform.txt', 'As text, with formulas'],
  ],
  async print({ from, name, source, to, out, force }) {
    // Ask now, before a long dialogue.
    const isAsked = out !== undefined && from === undefined
    if (isAsked) await allowReplacing(out, force)
    const about = { ...(name !== undefined && { name }), ...(source !== undefined && { source }) }
    const sketch = from === undefined ? await askSketch(about) : readSketch(from, about)
    const json = `${JSON.stringify(writeSketch(sketch), null, 2)}\n`
    const value = parseJson(encodeUtf8(json))
    const isText = to === undefined ? (out?.endsWith('.txt') ?? false) : to === 'text'
    const written = isText ? formatRecipe(value) : json
    // Do not write an invalid recipe.
    const { claims } = parseRecipe(isText ? parseRecipeText(written) : value)
    if (out === undefined) await writeResult(escapeJson(written))
    else if ((await saveFile(out, [written], force || isAsked)).written) {
      const file = escapeText(out)
      talkOfFile(
        out,
        `made ${file}, with ${claims.length} ${claims.length === 1 ? 'claim' : 'claims'}; search it for TODO, and write its steps\n` +
          `next: drawaudit recipe test ${file}\n`,
      )
    }
    return 0
  },
})

interface NewRecipeNames {
  readonly name?: string
  readonly source?: string
}

async function askSketch(about: NewRecipeNames): Promise<Sketch> {
  const questions = openQuestions('nothing was written; --from DRAW.json asks nothing')
  try {
    const title = about.name ?? (await askText(questions, 'name of the platform: '))
    const source = about.source ?? (await askText(questions, 'where it describes its method (a URL): '))
    const values = withResult(await askValues(questions))
    return {
      name: nameRecipe(title),
      title,
      source,
      drawTitle: 'The draw that this recipe began with',
      values,
    }
  } finally {
    questions.close()
  }
}

/** @throws DrawauditError `document-unknown`, `draw-schema`, `draw-value`; as reading a JSON file does. */
function readSketch(file: string, { name, source }: NewRecipeNames): Sketch {
  return DrawauditError.within({ file }, () => {
    const value = parseJson(findSource(file).read())
    if (typeof value !== 'object' || value === null || isList(value)) {
      throw new DrawauditError('document-unknown', 'expected an object of published values')
    }
    const draw = isPublishedDraw(value) ? parsePublishedDraw(value) : undefined
    const published: Readonly<Record<string, JsonValue>> = draw?.published ?? value
    const title = name ?? draw?.recipe ?? 'my-platform'
    const names = new Set<string>()
    const values = Object.entries(published).map(([given, json]) => {
      let one = nameInput(given)
      while (names.has(one)) one = `${one.slice(0, 62)}_2`
      names.add(one)
      if (one !== given) talk(`${escapeText(given)} is called ${one} in the recipe\n`)
      return sketchValue(one, json)
    })
    if (values.length === 0) {
      throw new DrawauditError('document-unknown', 'there is no published value to begin with')
    }
    return {
      name: nameRecipe(title),
      title,
      source: source ?? draw?.source ?? 'TODO: where the platform describes its method',
      drawTitle: draw?.title ?? 'The draw that this recipe began with',
      values: withResult(values),
    }
  })
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
