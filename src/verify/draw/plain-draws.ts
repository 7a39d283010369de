/**
 * Reads a platform's plain values as draws of the recipe that the auditor gives.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { isList, isObject, readPlainDraws } from '../../model/plain-values.js'
import type { PublishedDraw } from '../../model/published-draw.js'
import type { InputType } from '../../model/recipe.js'
import type { Recipe } from '../../recipe/recipe.js'

/** A draw, with the locations of its values in the original document. */
export interface PlacedDraw {
  readonly draw: PublishedDraw
  /** JSON pointers by name of the value. */
  readonly pointers: ReadonlyMap<string, string>
}

/**
 * Reads an object of values, or a list of them, under the names that `recipe find` assigns. Values and
 * columns unknown to the recipe are left out.
 *
 * @returns per draw; undefined if the recipe knows none of its values.
 * @throws DrawauditError `draw-value` unless it is an object of values.
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

/** A table with only the declared columns; any other value unchanged. */
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
