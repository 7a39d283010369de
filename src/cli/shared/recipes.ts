/**
 * The recipes that come with the package, those that are installed, and those that people bring.
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

/** The names of the recipes that come with the package, in order. */
export function builtInNames(): readonly string[] {
  return readdirSync(recipeFolder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -'.json'.length))
    .sort()
}

/** A recipe as it was found: plain data, which any thread can be started with. */
export interface LocatedRecipe {
  /** Its name, or its file. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly from: 'drawaudit' | RecipeOrigin['from']
  /** Where it is installed. */
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
 * A recipe by its name, or by file. A name of drawaudit's own is never another recipe.
 *
 * @throws DrawauditError `recipe-unknown` when it is none of these, or as {@link readInstalled} and reading any file do.
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
 * A recipe by its name, or by file.
 *
 * @param trust - whose signatures have a name, and whether others count.
 * @throws DrawauditError as {@link locateRecipe} and {@link parseRecipeFile} do.
 */
export function loadRecipe(nameOrFile: string, trust: TrustRoot = emptyTrust): Recipe {
  return parseRecipeFile(locateRecipe(nameOrFile), trust)
}

/**
 * The recipe that a draw names: one that comes with the package, or one that is installed.
 *
 * @returns undefined when there is none of this name: no draw chooses a file.
 * @throws DrawauditError as {@link parseRecipeFile} does of one that may not be used.
 */
export function findNamed(name: string, trust: TrustRoot): Recipe | undefined {
  const found = findBuiltIn(name) ?? findInstalled(name)
  return found && parseRecipeFile(found, trust)
}

/** The recipe of {@link builtInNames}. */
export function loadBuiltIn(name: string): Recipe | undefined {
  const found = findBuiltIn(name)
  return found && parseRecipeFile(found, emptyTrust)
}

/** @throws DrawauditError as {@link parseRecipeFile} does; undefined where none of this name is installed. */
export function loadInstalled(name: string, trust: TrustRoot): Recipe | undefined {
  const found = findInstalled(name)
  return found && parseRecipeFile(found, trust)
}

/** A recipe before its meaning is read, out of its envelope where it is signed. */
export interface OpenedRecipe extends RecipeSource {
  readonly signed?: SignedRecipe
}

/**
 * Opens what is a recipe as JSON or as text, or a signed one. Nothing has been verified.
 *
 * @throws DrawauditError as `readRecipeSource` and `openSignedRecipe` do.
 */
export function openRecipe(bytes: Uint8Array): OpenedRecipe {
  const source = readRecipeSource(bytes)
  if (!isEnvelope(source.value)) return source
  const signed = openSignedRecipe(source.value)
  return { ...source, value: signed.value, signed }
}

/** A recipe alone, as JSON or text, without the signature that it may have. */
export function unwrapRecipe(bytes: Uint8Array): Uint8Array {
  const { signed, value } = openRecipe(bytes)
  return signed === undefined ? bytes : encodeUtf8(formatJson(value))
}

/** A recipe that was read, and what it was read from. */
export interface ParsedRecipe {
  readonly recipe: Recipe
  readonly value: JsonValue
  readonly signed?: SignedRecipe
}

/**
 * What was found, as JSON or as text, signed or not, as a recipe that may be used.
 *
 * @throws DrawauditError as reading a recipe in either form does, with the file named; `recipe-signature`, or
 * `recipe-untrusted` where `trust` has only signed recipes used; `recipe-reference` for one that is installed under
 * another name than its own.
 */
export function parseRecipeFile(found: LocatedRecipe, trust: TrustRoot): Recipe {
  return parseFound(found, trust).recipe
}

/** {@link parseRecipeFile}, with what it was read from. */
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

/** A trust file may say that only recipes of those whom it names are used, and those of drawaudit. */
function refuseUntrusted({ signed_by: signer }: RecipeOrigin, { onlySignedRecipes }: TrustRoot): void {
  if (!onlySignedRecipes || typeof signer === 'string') return
  const found =
    signer === undefined ? 'this one is unsigned' : 'this one carries the signature of another key'
  const message = `the trust file has only recipes used that one of its recipe signers signed: ${found}`
  throw new DrawauditError('recipe-untrusted', message, {
    hint: 'get it signed by one of them, add its signer with drawaudit trust add --recipe-signer, or take "recipes" out of the trust file',
  })
}
