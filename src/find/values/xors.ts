/**
 * Xors of published values of equal length, as used to combine several parties' commitments into one seed.
 * The parties may be in a list or in a column of a table.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import type { Expression } from '../../model/recipe.js'
import { bytesExpression } from '../formulas/forms.js'
import { cellOf, readDatum, type Datum } from './datum.js'
import { bytesAt, isTurned, type Case, type ListVariable, type Scope, type Variable } from './scope.js'
import { isCalledHash } from './names.js'
import type { ScalarShape } from './shape.js'

/** Max values xored with one another. */
const mostXored = 6

/** Max columns xored as a whole, and max rows of such a column: parties, not entries. */
const mostColumns = 4
const mostParties = 16

/** Lengths in bytes of xored values: seeds and digests. */
const lengths = [16, 20, 32, 64]

/** A value, or the xor of a whole column. */
interface Operand {
  readonly reference: string
  readonly says: string
  readonly length: number
  readonly isColumn: boolean
  readonly expression: Expression
  readonly bytes: (at: Case) => Uint8Array | undefined
}

/**
 * The scope with xors among its variables: of two, three or all values of equal length, of each column, and
 * of each column with one value.
 */
export function withXors(scope: Scope): Scope {
  const isOfParties = ({ reference }: ListVariable): boolean =>
    scope.cases.every(({ lists }) => {
      const { length } = lists.get(reference) ?? []
      return length > 1 && length <= mostParties
    })
  const lists = scope.kind === 'row' ? [] : scope.lists.filter(isOfParties)
  const columns = lists.flatMap(operandsOf).slice(0, mostColumns)
  const groups = new Map<number, Operand[]>()
  for (const operand of [...scope.variables.flatMap(operandOf), ...columns]) {
    const group = groups.get(operand.length) ?? []
    groups.set(operand.length, group)
    if (operand.isColumn || group.length < mostXored) group.push(operand)
  }
  const choices = [...groups.values()].flatMap(choose)
  if (choices.length === 0) return scope
  const known = new Map<string, readonly (readonly [string, Datum])[]>()
  const xors = choices.map(choice => ({ choice, variable: xorOf(choice) }))
  const cases = scope.cases.map(at => {
    const key = `${at.draw}`
    // Turns and rows of a draw share its values.
    const found = known.get(key) ?? xors.flatMap(({ choice, variable }) => readXor(choice, variable, at))
    known.set(key, found)
    return { ...at, data: new Map([...at.data, ...found]) }
  })
  return { ...scope, variables: [...scope.variables, ...xors.map(({ variable }) => variable)], cases }
}

function operandOf(variable: Variable): readonly Operand[] {
  const { reference, says } = variable
  const length = lengthOf(variable.shape)
  if (length === undefined || isTurned(variable) || reference.startsWith('row.')) return []
  const expression = bytesExpression(variable)
  return [{ reference, says, length, isColumn: false, expression, bytes: at => bytesAt(at, variable) }]
}

/** The xor of a list's items, or of each column of a table. */
function operandsOf({ reference, shape, made }: ListVariable): readonly Operand[] {
  if (made !== undefined) return []
  const columns: readonly (readonly [string | undefined, ScalarShape])[] =
    shape.kind === 'list' ? [[undefined, shape.of]] : Object.entries(shape.columns)
  return columns.flatMap(([column, of]): readonly Operand[] => {
    const length = lengthOf(of)
    if (length === undefined || isCalledHash(column ?? reference)) return []
    const item = column === undefined ? '$item' : `$item.${column}`
    const read = bytesExpression({ reference: item, shape: of, expression: item, says: item })
    return [
      {
        reference: column === undefined ? reference : `${reference}#${column}`,
        says: column === undefined ? `all ${reference}` : `each ${column} of ${reference}`,
        length,
        isColumn: true,
        expression: {
          fold: {
            list: `$${reference}`,
            from: { bytes_be: [0, length] },
            as: 'xored',
            item: 'item',
            do: { bytes_xor: ['$xored', read] },
          },
        },
        bytes: at => xorAll((at.lists.get(reference) ?? []).map(one => bytesOf(of, cellOf(one, column)))),
      },
    ]
  })
}

function bytesOf(shape: ScalarShape, cell: ReturnType<typeof cellOf>): Uint8Array | undefined {
  const datum = readDatum(shape, cell)
  return datum.kind === 'bytes' ? datum.bytes : undefined
}

function lengthOf(shape: ScalarShape): number | undefined {
  const { length = 0 } = shape.kind === 'hex' || shape.kind === 'base64' ? shape : {}
  return lengths.includes(length) ? length : undefined
}

function choose(operands: readonly Operand[]): readonly (readonly Operand[])[] {
  const values = operands.filter(({ isColumn }) => !isColumn)
  const columns = operands.filter(({ isColumn }) => isColumn)
  const ofColumns = columns.flatMap(column => [[column], ...values.map(value => [column, value])])
  return [...ofColumns, ...chooseValues(values)]
}

/** All pairs, triples, and all values. */
function chooseValues(values: readonly Operand[]): readonly (readonly Operand[])[] {
  const chosen: (readonly Operand[])[] = []
  for (const [first, a] of values.entries()) {
    for (const [second, b] of values.entries()) {
      if (second <= first) continue
      chosen.push([a, b])
      for (const c of values.slice(second + 1)) chosen.push([a, b, c])
    }
  }
  return values.length > 3 ? [...chosen, values] : chosen
}

function xorOf(choice: readonly Operand[]): Variable {
  const [first, ...others] = choice
  const expression = others.reduce<Expression>(
    (xored, other) => ({ bytes_xor: [xored, other.expression] }),
    first === undefined ? '' : first.expression,
  )
  const references = choice.map(({ reference }) => reference)
  return {
    // A single column is the xor of its cells.
    reference: choice.length === 1 ? `${references.join()}#xor#` : references.join('#xor#'),
    shape: {
      kind: 'hex',
      prefix: '',
      upper: false,
      ...(first !== undefined && { length: first.length }),
    },
    expression,
    says: choice.length === 1 ? `${first?.says ?? ''} xored` : choice.map(({ says }) => says).join(' xor '),
  }
}

function readXor(
  choice: readonly Operand[],
  { reference }: Variable,
  at: Case,
): readonly (readonly [string, Datum])[] {
  const xored = xorAll(choice.map(operand => operand.bytes(at)))
  return xored === undefined ? [] : [[reference, { kind: 'bytes', bytes: xored, given: encodeHex(xored) }]]
}

/** Undefined if there are none, one is missing, or lengths differ. */
function xorAll(values: readonly (Uint8Array | undefined)[]): Uint8Array | undefined {
  const [first] = values
  if (first === undefined || values.some(value => value?.length !== first.length)) return undefined
  return first.map((_, index) => values.reduce((sum, value) => sum ^ (value?.[index] ?? 0), 0))
}
