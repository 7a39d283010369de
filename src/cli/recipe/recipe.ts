/**
 * `drawaudit recipe`
 *
 * @packageDocumentation
 */
import { decodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import type { RecipeOrigin } from '../../model/report.js'
import type { TrustRoot } from '../../model/trust.js'
import type { Recipe } from '../../recipe/recipe.js'
import { escapeText, onOneLine } from '../../render/escape.js'
import { escapeJson } from '../../render/json.js'
import { describeSigned } from '../../render/origin.js'
import { trustOption } from '../shared/beside-bundle.js'
import { requiredArgument } from '../shared/options.js'
import { installedNames } from '../shared/own-recipes.js'
import {
  builtInNames,
  loadBuiltIn,
  loadInstalled,
  parseRecipeFile,
  locateRecipe,
  unwrapRecipe,
} from '../shared/recipes.js'
import { talk, writeResult } from '../shared/terminal.js'
import { readTrust } from '../shared/trust-file.js'
import { defineCommand } from '../shared/command.js'

/** `--trust` of commands that read signed recipes. */
export const recipeTrustOption = {
  ...trustOption,
  describe: 'The trust file: signers of recipes, and whether other recipes are used',
}

/** A listed recipe. */
interface ListedRecipe extends Pick<RecipeOrigin, 'signed_by'> {
  readonly name: string
  readonly from: 'drawaudit' | 'installed'
  readonly title?: string
  readonly source?: string
  readonly digest?: string
  readonly claims?: readonly string[]
  /** Why it is not used. */
  readonly unused?: { readonly code: string; readonly message: string }
}

export const recipeListCommand = defineCommand({
  name: 'list',
  describe: 'List the recipes of drawaudit and the installed ones, with their signers',
  options: { trust: recipeTrustOption },
  examples: [
    ['$0 recipe list', 'Names, titles and claims'],
    ['$0 recipe list --trust trust.json', 'With the names of those who signed them'],
  ],
  run({ trust: file }) {
    const trust = readTrust(file)
    const builtIn = builtInNames()
    const shipped = builtIn.flatMap(name => describe(loadBuiltIn(name)))
    const installed = installedNames().flatMap(name => listInstalled(name, trust, builtIn.includes(name)))
    return [...shipped, ...installed]
  },
  text(recipes) {
    const width = Math.max(...recipes.map(({ name }) => name.length))
    const indent = ' '.repeat(width)
    const lines = recipes.map(recipe => {
      const { name, title = '', claims, unused } = recipe
      const about = title === '' ? '' : `  ${escapeText(onOneLine(title))}`
      const whose =
        recipe.from === 'drawaudit' ? '' : `${indent}  yours, ${escapeText(describeSigned(recipe))}\n`
      const why = unused === undefined ? '' : `${indent}  not used: ${escapeText(unused.message)}\n`
      const made = claims === undefined ? '' : `${indent}  ${claims.join(', ')}\n`
      return `${`${name.padEnd(width)}${about}`.trimEnd()}\n${claims === undefined ? '' : whose}${why}${made}`
    })
    return lines.join('')
  },
})

function describe(recipe: Recipe | undefined): readonly ListedRecipe[] {
  if (recipe === undefined) return []
  const { name, title, source, digest, claims, origin } = recipe
  const about = { name, title, source, digest, claims: claims.map(({ id }) => id) }
  return [origin === undefined ? { ...about, from: 'drawaudit' } : { ...about, ...origin, from: 'installed' }]
}

/** Lists an installed recipe even if it is unusable, with the reason. */
function listInstalled(name: string, trust: TrustRoot, isShipped: boolean): readonly ListedRecipe[] {
  try {
    const [listed] = describe(loadInstalled(name, trust))
    if (listed === undefined) return []
    const message = 'drawaudit has a recipe of this name, and that one is used'
    return [isShipped ? { ...listed, unused: { code: 'recipe-exists', message } } : listed]
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code === 'internal') throw error
    const { code, message } = error
    return [{ name, from: 'installed', unused: { code, message } }]
  }
}

export const recipeShowCommand = defineCommand({
  name: 'show <recipe>',
  describe: 'Print a recipe after checking it',
  arguments: { recipe: { ...requiredArgument, describe: 'A name, or a file to check' } },
  options: { trust: recipeTrustOption },
  examples: [['$0 recipe show raffair > mine.json', 'Begin a recipe of your own']],
  async print({ recipe, trust }) {
    const found = locateRecipe(recipe)
    const { name, inputs, steps, claims, origin, digest } = parseRecipeFile(found, readTrust(trust))
    talk(`${name} is a valid recipe: ${inputs.size} inputs, ${steps.length} steps, ${claims.length} claims\n`)
    if (origin !== undefined) {
      talk(`${digest}, not drawaudit’s: ${escapeText(describeSigned(origin))}\n`)
    }
    await writeResult(escapeJson(decodeUtf8(unwrapRecipe(found.bytes))))
    return 0
  },
})
