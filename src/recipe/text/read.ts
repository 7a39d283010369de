/**
 * Reads recipe files, which are JSON or text.
 *
 * @packageDocumentation
 */
import { decodeJson, parseJson, type JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { parseRecipe, type Recipe } from '../recipe.js'
import { parseText } from './parse.js'
import { longestText } from './words.js'

/** A recipe before its meaning is checked. */
export interface RecipeSource {
  readonly form: 'json' | 'text'
  readonly value: JsonValue
  /** Runs an action on the value. Errors get the position in the text. */
  readonly within: <T>(action: () => T) => T
}

/**
 * Reads a recipe in either form, told apart by its first non-blank character: JSON begins with `{`.
 *
 * @throws DrawauditError `recipe-syntax`, `utf8-invalid`, or a code that begins with `json-`, with line and column.
 */
export function readRecipeSource(bytes: Uint8Array): RecipeSource {
  if (isJson(bytes)) {
    const value = withLargeNumbers(() => parseJson(bytes), '{ "integer_decimal": "DIGITS" }')
    return { form: 'json', value, within: action => action() }
  }
  const text = decodeText(bytes)
  const parsed = withLargeNumbers(() => parseText(text), 'integer_decimal("DIGITS")')
  return {
    form: 'text',
    value: parsed.value,
    within(action) {
      try {
        return action()
      } catch (error) {
        if (!(error instanceof DrawauditError) || error.where.pointer === undefined) throw error
        const { code, message, hint, where } = error
        throw new DrawauditError(code, message, {
          ...(hint !== undefined && { hint: inText(hint) }),
          where: { ...where, ...parsed.placeOf(error.where.pointer) },
          cause: error,
        })
      }
    },
  }
}

/**
 * Reads a recipe in either form.
 *
 * @param bytes - the file content, in UTF-8.
 * @throws DrawauditError as `parseRecipe` does, for text with line and column; `recipe-syntax`,
 * `utf8-invalid` or a code that begins with `json-` for unreadable input.
 *
 * @example
 * ```js
 * readRecipe(new TextEncoder().encode(formatRecipe(read('recipe.json')))).name // raffair
 * ```
 */
export function readRecipe(bytes: Uint8Array): Recipe {
  const source = readRecipeSource(bytes)
  return source.within(() => parseRecipe(source.value))
}

/** Numbers too large for JSON have a special form in recipes. */
function withLargeNumbers<T>(read: () => T, form: string): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'json-number-unsafe') throw error
    const { code, message, where } = error
    throw new DrawauditError(code, message, { hint: `write it as ${form}`, where, cause: error })
  }
}

/** Adapts hints, which are about JSON. */
function inText(hint: string): string {
  return hint
    .replace('write $ before it', 'write it without quotes')
    .replace(/\{ "integer_decimal": ("-?\d+") \}/, 'integer_decimal($1)')
}

function isJson(bytes: Uint8Array): boolean {
  const space = [0x20, 0x0a, 0x0d, 0x09]
  const start = [0xef, 0xbb, 0xbf].every((byte, index) => bytes[index] === byte) ? 3 : 0
  const first = bytes.subarray(start).find(byte => !space.includes(byte))
  return first === undefined || first === 0x7b
}

function decodeText(bytes: Uint8Array): string {
  if (bytes.length > longestText) {
    const message = `a recipe as text has at most ${longestText} bytes, found ${bytes.length}`
    throw new DrawauditError('json-too-large', message, { hint: 'write it as JSON' })
  }
  return decodeJson(bytes, { bytes: 2 * longestText })
}
