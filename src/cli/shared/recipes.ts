/**
 * Recipes from the package, installed ones, and files.
 *
 * @packageDocumentation
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { encodeUtf8 } from '../../core/encoding.js'
import type { JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
import { recipeFolder } from '../../io/own-files.js'
import type { RecipeOrigin } from '../../model/report.js'
import {
  findRecipeSigner,
  isEnvelope,
  openSignedRecipe,
  type SignedRecipe,
} from '../../model/signed-recipe.js'
import { emptyTrust, type TrustRoot } from '../../model/trust.js'
import { parseRecipe, type Recipe } from '../../recipe/recipe.js'
import { suggest } from '../../recipe/suggest.js'
import { formatJson } from '../../recipe/text/format.js'
import { readRecipeSource, type RecipeSource } from '../../recipe/text/read.js'
import { installedNames, readInstalled } from './own-recipes.js'

/** Names of the built-in recipes, sorted. */
export function builtInNames(): readonly string[] {
  return readdirSync(recipeFolder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -'.json'.length))
    .sort()
}

/** A recipe as found: plain data, which can be passed to threads. */
export interface LocatedRecipe {
  /** Its name or path. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly from: 'drawaudit' | RecipeOrigin['from']
  /** Path of an installed recipe. */
  readonly file?: string
}

function findBuiltIn(name: string): LocatedRecipe | undefined {
  if (!builtInNames().includes(name)) return undefined
  return { name, bytes: readFileSync(new URL(`${name}.json`, recipeFolder)), from: 'drawaudit' }
}

function findInstalled(name: string): LocatedRecipe | undefined {
  const installed = readInstalled(name)
  return installed && { name, ...installed, from: 'installed' }
}

/**
 * Finds a recipe by name or file. Built-in names have precedence.
 *
 * @throws DrawauditError `recipe-unknown` if there is none; as {@link readInstalled} and reading a file do.
 */
export function locateRecipe(nameOrFile: string): LocatedRecipe {
  const named = findBuiltIn(nameOrFile) ?? findInstalled(nameOrFile)
  if (named !== undefined) return named
  if (existsSync(nameOrFile)) return { name: nameOrFile, bytes: readFile(nameOrFile), from: 'file' }
  const message = `there is no recipe ${JSON.stringify(nameOrFile)}, nor such a file`
  const names = [...new Set([...builtInNames(), ...installedNames()])].sort()
  throw new DrawauditError('recipe-unknown', message, {
    hint: suggest(nameOrFile, 'recipes', names, 'drawaudit recipe list'),
  })
}

/**
 * Loads a recipe by name or file.
 *
 * @param trust - names recipe signers, and may require their signatures.
 * @throws DrawauditError as {@link locateRecipe} and {@link parseRecipeFile} do.
 */
export function loadRecipe(nameOrFile: string, trust: TrustRoot = emptyTrust): Recipe {
  return parseRecipeFile(locateRecipe(nameOrFile), trust)
}

/**
 * The recipe that a draw names: built in or installed, never a file.
 *
 * @returns undefined if there is none.
 * @throws DrawauditError as {@link parseRecipeFile} does for one that may not be used.
 */
export function findNamed(name: string, trust: TrustRoot): Recipe | undefined {
  const found = findBuiltIn(name) ?? findInstalled(name)
  return found && parseRecipeFile(found, trust)
}

/** A built-in recipe; undefined if there is none. */
export function loadBuiltIn(name: string): Recipe | undefined {
  const found = findBuiltIn(name)
  return found && parseRecipeFile(found, emptyTrust)
}

/**
 * @returns undefined if none of this name is installed.
 * @throws DrawauditError as {@link parseRecipeFile} does.
 */
export function loadInstalled(name: string, trust: TrustRoot): Recipe | undefined {
  const found = findInstalled(name)
  return found && parseRecipeFile(found, trust)
}

/** A decoded recipe, taken out of its envelope if signed. */
export interface OpenedRecipe extends RecipeSource {
  readonly signed?: SignedRecipe
}

/**
 * Decodes a recipe, JSON or text, signed or not. Verifies nothing.
 *
 * @throws DrawauditError as `readRecipeSource` and `openSignedRecipe` do.
 */
export function openRecipe(bytes: Uint8Array): OpenedRecipe {
  const source = readRecipeSource(bytes)
  if (!isEnvelope(source.value)) return source
  const signed = openSignedRecipe(source.value)
  return { ...source, value: signed.value, signed }
}

/** A recipe without its signature, as JSON or text. */
export function unwrapRecipe(bytes: Uint8Array): Uint8Array {
  const { signed, value } = openRecipe(bytes)
  return signed === undefined ? bytes : encodeUtf8(formatJson(value))
}

/** A recipe with its source. */
export interface ParsedRecipe {
  readonly recipe: Recipe
  readonly value: JsonValue
  readonly signed?: SignedRecipe
}

/**
 * Parses a located recipe, JSON or text, signed or not, and checks that it may be used.
 *
 * @throws DrawauditError as reading a recipe does, with the file name; `recipe-signature`; `recipe-untrusted` if
 * `trust` requires signatures; `recipe-reference` for one installed under another name.
 */
export function parseRecipeFile(found: LocatedRecipe, trust: TrustRoot): Recipe {
  return parseFound(found, trust).recipe
}

/** {@link parseRecipeFile}, with the source. */
export function parseFound({ name, bytes, from, file }: LocatedRecipe, trust: TrustRoot): ParsedRecipe {
  return DrawauditError.within({ file: file ?? name }, () => {
    const { value, signed, within } = openRecipe(bytes)
    const recipe = within(() => parseRecipe(value))
    if (from === 'installed' && recipe.name !== name) {
      const message = `expected the recipe ${name}, found one called ${recipe.name}`
      throw new DrawauditError('recipe-reference', message, {
        hint: 'drawaudit recipe add gives each file the name of its recipe',
      })
    }
    const signer = signed && (findRecipeSigner(signed.envelope, trust) ?? null)
    if (from === 'drawaudit') return { recipe, value }
    const origin = { from, ...(signer !== undefined && { signed_by: signer }) }
    refuseUntrusted(origin, trust)
    return { recipe: { ...recipe, origin }, value, ...(signed && { signed }) }
  })
}

/** A trust file can restrict recipes to built-in ones and those by its recipe signers. */
function refuseUntrusted({ signed_by: signer }: RecipeOrigin, { onlySignedRecipes }: TrustRoot): void {
  if (!onlySignedRecipes || typeof signer === 'string') return
  const found =
    signer === undefined ? 'this one is unsigned' : 'this one carries the signature of another key'
  const message = `the trust file allows only recipes that one of its recipe signers signed: ${found}`
  throw new DrawauditError('recipe-untrusted', message, {
    hint: 'get it signed by one of them, add its signer with drawaudit trust add --recipe-signer, or remove "recipes" from the trust file',
  })
}
