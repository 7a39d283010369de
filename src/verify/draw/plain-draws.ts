/**
 * Values as a platform publishes them, taken for draws by the recipe that the auditor gives.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { isList, isObject, readPlainDraws } from '../../model/plain-values.js'
import type { PublishedDraw } from '../../model/published-draw.js'
import type { InputType } from '../../model/recipe.js'
import type { Recipe } from '../../recipe/recipe.js'

/** A draw, and where its values stand in the document that they came from. */
export interface PlacedDraw {
  readonly draw: PublishedDraw
  /** JSON pointers by the names of values. */
  readonly pointers: ReadonlyMap<string, string>
}

/**
 * Reads an object of values or a list of them, under the names that `recipe find` gives them. Values and columns that
 * the recipe does not know are left out.
 *
 * @returns for each draw undefined where the recipe knows none of its values.
 * @throws DrawauditError `draw-value` for what is no object of values.
 */
export function readByRecipe(value: JsonValue, recipe: Recipe): readonly (PlacedDraw | undefined)[] {
  const { draws } = readPlainDraws(value)
  return draws.map(({ values, pointers }, index) => {
    const published = Object.fromEntries(
      Object.entries(values).flatMap(([name, given]) => {
        const input = recipe.inputs.get(name)
        return input === undefined ? [] : [[name, withoutOthers(given, input.declared)] as const]
      }),
    )
    if (Object.keys(published).length === 0) return undefined
    const title = draws.length === 1 ? recipe.title : `${recipe.title} (${index + 1})`
    return {
      draw: { draw: 'drawaudit/v1', recipe: recipe.name, title, source: 'the values alone', published },
      pointers,
    }
  })
}

/** A table with the columns that are declared; any other value as it is. */
function withoutOthers(value: JsonValue, declared: InputType): JsonValue {
  if (declared.type !== 'table' || !isList(value)) return value
  const { columns } = declared
  const isOther = (row: JsonValue): boolean =>
    isObject(row) && Object.keys(row).some(name => !Object.hasOwn(columns, name))
  if (!value.some(isOther)) return value
  return value.map(row =>
    isObject(row)
      ? Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(columns, name)))
      : row,
  )
}
