/**
 * The questions of `drawaudit recipe new`.
 *
 * @packageDocumentation
 */
import { encodeUtf8 } from '../../core/encoding.js'
import { parseJson, type JsonValue } from '../../core/json.js'
import { portable } from '../../core/portable.js'
import { DrawauditError } from '../../errors.js'
import type { InputType } from '../../model/recipe.js'
import { Context, defaultBudget } from '../../recipe/context.js'
import { readValue } from '../../recipe/read-value.js'
import { escapeText } from '../../render/escape.js'
import { roles, sketchValue, type ValueRole, type SketchedValue } from '../../find/guess-recipe.js'
import { nameInput } from '../../find/values/names.js'
import { describeInputType, readTypeWords, typeWords } from '../../model/type-words.js'
import type { Questions } from '../shared/questions.js'
import { talk } from '../shared/terminal.js'

const roleWords: Readonly<Record<ValueRole, string>> = {
  before: 'published before the draw',
  public: 'from a public source, such as a block of a chain',
  result: 'a result, which follows from the others',
  other: 'none of these',
}

/** Asks for values until an empty name. */
export async function askValues(questions: Questions): Promise<readonly SketchedValue[]> {
  const values: SketchedValue[] = []
  talk('now the published values, one by one\n')
  for (;;) {
    const answer = (await questions.ask('name of a value (empty: no more): ')).trim()
    if (answer === '' && values.length > 0) return values
    if (answer === '') {
      talk('a recipe needs at least one value\n')
      continue
    }
    const name = nameInput(answer)
    if (values.some(value => value.name === name)) {
      talk(`${name} is there already\n`)
      continue
    }
    if (name !== answer) talk(`it is called ${name} here\n`)
    values.push(await askValue(questions, name))
  }
}

async function askValue(questions: Questions, name: string): Promise<SketchedValue> {
  for (;;) {
    const text = await questions.ask(`an example of ${name}, as it was published: `)
    try {
      const guessed = sketchValue(name, readExample(text))
      const { type, value } = await askType(questions, guessed, text)
      return { name, type, value, role: await askRole(questions, { ...guessed, type }) }
    } catch (error) {
      if (!(error instanceof DrawauditError) || error.code !== 'draw-value') throw error
      talk(`${escapeText(error.message)}${error.hint === undefined ? '' : `; ${error.hint}`}\n`)
    }
  }
}

async function askType(
  { ask }: Questions,
  { type, value }: SketchedValue,
  text: string,
): Promise<{ readonly type: InputType; readonly value: JsonValue }> {
  for (;;) {
    const answer = (await ask(`its type [${describeInputType(type)}]: `)).trim()
    const chosen = answer === '' ? type : readTypeWords(answer)
    if (chosen === undefined) {
      talk(`the types are ${typeWords.join(', ')}, and "list of" one of them\n`)
      continue
    }
    // Digits may have been read as a number.
    const written = isRead(chosen, value) ? value : text
    if (isRead(chosen, written)) return { type: chosen, value: written }
    talk(`the example is not of the type ${describeInputType(chosen)}\n`)
  }
}

async function askRole({ ask }: Questions, { role, type }: SketchedValue): Promise<ValueRole> {
  const choices = type.type === 'drand' ? (['public', 'other'] as const) : roles
  talk(choices.map(one => `  ${one}: ${roleWords[one]}\n`).join(''))
  for (;;) {
    const answer = (await ask(`what it is [${role}]: `)).trim()
    const chosen = answer === '' ? role : choices.find(one => one === answer)
    if (chosen !== undefined) return chosen
    talk(`answer with ${choices.join(', ')}\n`)
  }
}

function isRead(type: InputType, value: JsonValue): boolean {
  try {
    readValue(type, value, [], new Context(portable, defaultBudget))
    return true
  } catch (error) {
    if (error instanceof DrawauditError && error.code === 'draw-value') return false
    throw error
  }
}

/** Parses a number, list or object as JSON; anything else is text. */
function readExample(text: string): JsonValue {
  try {
    const value = parseJson(encodeUtf8(text))
    return typeof value === 'number' || (typeof value === 'object' && value !== null) ? value : text
  } catch (error) {
    if (error instanceof DrawauditError && error.code !== 'internal') return text
    throw error
  }
}
