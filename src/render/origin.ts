/**
 * The origin of a recipe, in words.
 *
 * @packageDocumentation
 */
import type { RecipeOrigin } from '../model/report.js'

/** `unsigned`, `signed by Ada`. Not escaped. */
export function describeSigned({ signed_by: signer }: Pick<RecipeOrigin, 'signed_by'>): string {
  if (signer === undefined) return 'unsigned'
  return signer === null ? 'signed by a key that the trust file does not name' : `signed by ${signer}`
}

/**
 * Note beside the name of a recipe that drawaudit does not vouch for:
 * `not drawaudit’s: installed by the auditor, signed by Ada`. Not escaped; undefined for drawaudit's own
 * recipes, and for an unknown origin.
 */
export function describeOrigin(recipe: Partial<RecipeOrigin>): string | undefined {
  if (recipe.from === undefined) return undefined
  const where = recipe.from === 'installed' ? 'installed by the auditor' : 'a file of the auditor'
  return `not drawaudit’s: ${where}, ${describeSigned(recipe)}`
}
