/**
 * The formula of a published draw, line by line, with values, inputs and the meanings of its signs.
 *
 * @packageDocumentation
 */
import type { Expression, RecipeDocument } from '../model/recipe.js'
import type { Recipe } from '../recipe/recipe.js'
import type { Value } from '../recipe/value.js'
import type { PublishedExamination } from '../verify/draw/verify-published.js'
import { drawStrings as say, formulaMeanings } from './catalogue/en/draws.js'
import { describePart } from './draw-ladder.js'
import { showValue } from './draw-value.js'
import { formulaTerms } from './formula-terms.js'
import { namesIn, operationsIn, pathsIn, printFormula } from './formula.js'
import type { Formula, FormulaLine, PageClaim } from './model.js'
import { sayTitle } from './say-recipe.js'

/** Max lines of a formula. */
const mostLines = 40

/** A draw examined by a recipe. */
export interface Examined {
  readonly recipe: Recipe
  /** The recipe as in its file. */
  readonly document: RecipeDocument
  readonly examined: PublishedExamination
  /** The outcomes of the claims, in the page's words. */
  readonly claims: readonly PageClaim[]
}

/** The two expressions that a claim compares. */
interface ComparedExpressions {
  readonly id: string
  readonly computed: Expression
  readonly published: Expression
}

/** @param winners - ids of the claims about who won. */
export function createLines(
  given: Examined,
  winners: readonly string[],
): Pick<Formula, 'lines' | 'inputs' | 'terms'> {
  const { recipe, document, examined, claims } = given
  const compared = document.claims.flatMap((claim): readonly ComparedExpressions[] =>
    'equal' in claim ? [{ id: claim.id, computed: claim.equal[0], published: claim.equal[1] }] : [],
  )
  const ofWinners = compared.filter(({ id }) => winners.includes(id))
  const steps = stepsFor(
    ofWinners.map(({ computed }) => computed),
    document,
  )
  const values = valuesOf(examined)
  const sayClaim = (id: string | undefined): Pick<FormulaLine, 'claim'> =>
    id === undefined ? {} : { claim: describePart(id, claims) }
  const ofSteps = steps.map(([name, expression]): FormulaLine => {
    const own = compared.filter(({ computed }) => computed === `$${name}`)
    const claim = own.find(({ id }) => winners.includes(id)) ?? own[0]
    return {
      text: `${name} = ${printFormula(expression, values)}`,
      ...endOf(name, given),
      ...sayClaim(claim?.id),
    }
  })
  const results = ofWinners
    .filter(({ computed }) => steps.every(([name]) => computed !== `$${name}`))
    .map(({ id, computed, published }): FormulaLine => {
      const claim = recipe.claims.find(one => one.id === id)
      const value = claim && examined.derive(claim)
      return {
        text: `${printFormula(published)} = ${printFormula(computed, values)}`,
        ...(value === undefined ? { missing: say.missing([]) } : { value: showValue(value) }),
        ...sayClaim(id),
      }
    })
  const expressions = [
    ...steps.map(([, expression]) => expression),
    ...ofWinners.map(({ computed }) => computed),
  ]
  const lines = [...ofSteps, ...results].slice(-mostLines)
  const text = lines.map(line => line.text).join('\n')
  return { lines, inputs: findInputs(expressions, given), terms: findTerms(expressions, text) }
}

/** A step's result, or why it has none. */
function endOf(name: string, { recipe, examined }: Examined): Pick<FormulaLine, 'value' | 'missing'> {
  const outcome = examined.steps.find(({ step }) => step.name === name)?.outcome
  if (outcome === undefined) return { missing: say.missing([]) }
  if (outcome.ended === 'value') return { value: showValue(outcome.value) }
  if (outcome.ended !== 'missing') return { missing: say.impossible(outcome.message) }
  return { missing: say.missing(outcome.names.map(path => titleOf(path, recipe))) }
}

/** Title of a published value or of one of its members. */
function titleOf(path: string, { inputs }: Recipe): string {
  const [name = '', ...column] = path.split('.')
  const title = sayTitle(inputs.get(name)?.declared.title ?? name)
  return column.length === 0 ? title : say.ofBeacon(title, column.join('.'))
}

/** Published values and step results, by name. */
export function valuesOf({ published, steps }: PublishedExamination): ReadonlyMap<string, Value> {
  const computed = steps.flatMap(({ step, outcome }): readonly (readonly [string, Value])[] =>
    outcome.ended === 'value' ? [[step.name, outcome.value]] : [],
  )
  return new Map([...published, ...computed])
}

/** The steps that expressions depend on, in the recipe's order. */
function stepsFor(
  expressions: readonly Expression[],
  { steps }: RecipeDocument,
): readonly (readonly [string, Expression])[] {
  const needed = new Set(expressions.flatMap(namesIn))
  // A step refers only to steps before it.
  const all = Object.entries(steps)
  for (const [name, expression] of [...all].reverse()) {
    if (needed.has(name)) for (const one of namesIn(expression)) needed.add(one)
  }
  return all.filter(([name]) => needed.has(name))
}

/**
 * The published values in expressions, in the recipe's order; the members of a beacon are listed separately.
 */
function findInputs(expressions: readonly Expression[], { recipe, examined }: Examined): Formula['inputs'] {
  const paths = [...new Set(expressions.flatMap(pathsIn))]
  return [...recipe.inputs.keys()].flatMap(name => {
    const value = examined.published.get(name)
    return paths
      .filter(path => path === name || path.startsWith(`${name}.`))
      .map(path => {
        const column = path.slice(name.length + 1)
        const shown = value === undefined ? undefined : memberOf(value, column)
        return {
          name: path,
          title: titleOf(path, recipe),
          ...(shown !== undefined && { value: showValue(shown) }),
        }
      })
  })
}

function memberOf(value: Value, column: string): Value | undefined {
  if (column === '') return value
  if (value.kind === 'row') return value.columns[column]
  if (value.kind !== 'beacon') return undefined
  const { round, ...members } = value.beacon
  if (column === 'round') return { kind: 'integer', integer: BigInt(round) }
  const member = Object.entries(members).find(([name]) => name === column)?.[1]
  return member instanceof Uint8Array ? { kind: 'bytes', bytes: member } : undefined
}

/** Notation and meaning of the operations that occur in the lines. */
function findTerms(expressions: readonly Expression[], text: string): Formula['terms'] {
  const used = new Set(expressions.flatMap(operationsIn))
  const meanings: Readonly<Record<string, string>> = formulaMeanings
  return formulaTerms.flatMap(({ operations, notation }) => {
    const means = meanings[operations[0] ?? ''] ?? ''
    const found = operations.filter(one => used.has(one))
    if (found.length === 0) return []
    if (notation !== undefined) return text.includes(signOf(notation)) ? [{ notation, means }] : []
    const shown = found.filter(one => text.includes(`${one}(`))
    return shown.length === 0 ? [] : [{ notation: shown.join(', '), means }]
  })
}

/** The part of a notation that appears in a line. */
const signOf = (notation: string): string =>
  /^\w+\(/.exec(notation)?.[0] ?? /^a( \S+ )b$/.exec(notation)?.[1] ?? / for /.exec(notation)?.[0] ?? ''
