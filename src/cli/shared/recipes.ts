/**
 * The recipes that come with the package, and those that people bring.
 *
 * @packageDocumentation
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { parseRecipe, type Recipe } from '../../recipe/recipe.js'
import { readRecipe as parseEither } from '../../recipe/text/read.js'
import { suggest } from '../../recipe/suggest.js'
import { readFile } from '../../io/files.js'
import { recipeFolder } from '../../io/own-files.js'

/** The names of the recipes that come with the package, in order. */
export function builtInNames(): readonly string[] {
  return readdirSync(recipeFolder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -'.json'.length))
    .sort()
}

/** The file of a recipe that comes with the package; undefined when there is none of this name. */
export function readBuiltIn(name: string): Uint8Array | undefined {
  return builtInNames().includes(name) ? readFileSync(new URL(`${name}.json`, recipeFolder)) : undefined
}

/** A recipe that comes with the package; undefined when there is none of this name. */
export function findBuiltIn(name: string): Recipe | undefined {
  const bytes = readBuiltIn(name)
  return bytes && parseRecipe(parseJson(bytes))
}

/**
 * The bytes of a recipe by the name of a built-in one or by file.
 *
 * @throws DrawauditError `recipe-unknown` when it is neither.
 */
export function readRecipe(nameOrFile: string): Uint8Array {
  const builtIn = readBuiltIn(nameOrFile)
  if (builtIn !== undefined) return builtIn
  if (existsSync(nameOrFile)) return readFile(nameOrFile)
  const message = `there is no recipe ${JSON.stringify(nameOrFile)}, nor such a file`
  throw new DrawauditError('recipe-unknown', message, {
    hint: suggest(nameOrFile, 'recipes', builtInNames(), 'drawaudit recipe list'),
  })
}

/**
 * A recipe by the name of a built-in one or by file.
 *
 * @throws DrawauditError as {@link readRecipe} and {@link parseRecipeFile} do.
 */
export function loadRecipe(nameOrFile: string): Recipe {
  return parseRecipeFile(readRecipe(nameOrFile), nameOrFile)
}

/**
 * What {@link readRecipe} read, as JSON or as text.
 *
 * @throws DrawauditError as reading a recipe in either form does, with the file named.
 */
export function parseRecipeFile(bytes: Uint8Array, nameOrFile: string): Recipe {
  return DrawauditError.within({ file: nameOrFile }, () => parseEither(bytes))
}
