/**
 * Lifts an expression for one row or turn to all of them.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import { replaceParts } from './draft.js'
import type { SearchedValues } from '../values/published.js'
import {
  integerAt,
  isComputed,
  isTurned,
  type ListVariable,
  type Scope,
  type Variable,
} from '../values/scope.js'

/** The list of an expression's values in all rows or turns; for a draw, the expression itself. */
export function overCases(published: SearchedValues, scope: Scope, expression: Expression): Expression {
  const { kind, of = '' } = scope
  if (kind === 'draw') return expression
  if (kind === 'row') return { map: { list: `$${of}`, as: 'row', do: expression } }
  if (scope.isTable === true) return overRows(scope, expression)
  const list = listOfTurn(expression)
  if (list !== undefined) return list
  const count = countTurns(published, scope) ?? { count: `$${of}` }
  return { map: { list: { range: count }, as: 'turn', do: expression } }
}

/** Rows are numbered if the expression uses the turn. */
function overRows({ of = '', variables, results }: Scope, expression: Expression): Expression {
  const cells = new Map(
    [...variables, ...results]
      .filter(({ reference }) => reference.startsWith(`${of}.`))
      .map(
        ({ reference, expression }) =>
          [JSON.stringify(expression), `$row${reference.slice(of.length)}`] as const,
      ),
  )
  const inRow = replaceParts(expression, cells)
  const isCounted = JSON.stringify(inRow).includes('"$turn"')
  return { map: { list: `$${of}`, as: 'row', ...(isCounted && { index: 'turn' }), do: inRow } }
}

/** The list from which an expression takes its turn's item. */
function listOfTurn(expression: Expression): Expression | undefined {
  return /^\{"at":\["(\$[a-z0-9_]+)","\$turn"\]\}$/.exec(JSON.stringify(expression))?.[1]
}

/**
 * The number of turns in a draw: a published number, the length of a list other than the results, or a
 * constant. Undefined if nothing gives it. A complete ranking is as long as its list, though draws with lists
 * of one length do not show that.
 */
export function countTurns(
  { draws }: SearchedValues,
  { cases, variables, lists, isTable, of = '' }: Scope,
): Expression | undefined {
  if (isTable === true) return { count: `$${of}` }
  const counts = draws.map((_, draw) => cases.filter(at => at.draw === draw).length)
  const isCount = (variable: Variable): boolean => {
    if (variable.shape.kind !== 'integer' || isTurned(variable) || isComputed(variable)) return false
    return cases.every(at => integerAt(at, variable) === BigInt(counts[at.draw] ?? 0))
  }
  const given = variables.find(isCount)
  if (given !== undefined) return given.expression
  const column = variables.find(({ expression }) => typeof expression === 'object' && 'at' in expression)
  if (column !== undefined) return { count: `$${column.reference}` }
  const isAsLong = ({ reference, made }: ListVariable): boolean =>
    made === undefined &&
    reference !== of &&
    cases.every(at => at.lists.get(reference)?.length === counts[at.draw])
  const whole = lists.find(isAsLong)
  if (whole !== undefined) return { count: `$${whole.reference}` }
  const [first] = counts
  return counts.every(count => count === first) ? first : undefined
}
