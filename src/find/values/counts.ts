/**
 * Unpublished numbers that draws depend on: the length of a list, the sum of a column, the turn from 1.
 *
 * @packageDocumentation
 */
import { printCell, type Datum } from './datum.js'
import {
  integerAt,
  turnOf,
  turnReference,
  type Case,
  type ListVariable,
  type Scope,
  type Variable,
} from './scope.js'

/** A number per case. */
interface CountedVariable {
  readonly variable: Variable
  readonly read: (at: Case) => bigint | undefined
}

/** The scope with the length of each list, the sum of each column and the turn from 1 as variables. */
export function withCounts(scope: Scope): Scope {
  const ofLists = scope.lists.flatMap(countsOf)
  const ofTurns = scope.kind === 'turn' && !isPublished(scope, 1n) ? [turnFromOne] : []
  const known = new Map<Case['lists'], readonly (readonly [string, Datum])[]>()
  const cases = scope.cases.map(at => {
    // Turns and rows of a draw share its lists.
    const found = known.get(at.lists) ?? readCounts(ofLists, at)
    known.set(at.lists, found)
    return { ...at, data: new Map([...at.data, ...found, ...readCounts(ofTurns, at)]) }
  })
  const added = [...ofLists, ...ofTurns].map(({ variable }) => variable)
  const isShown = ({ reference }: Variable): boolean => reference !== turnReference || !isPublished(scope, 0n)
  return { ...scope, variables: [...scope.variables.filter(isShown), ...added], cases }
}

/**
 * Whether a published number counts the turns; the platform means that one, which may begin differently in
 * another draw.
 */
function isPublished({ variables, cases }: Scope, first: bigint): boolean {
  const others = variables.filter(({ reference }) => reference !== turnReference)
  return others.some(variable => cases.every(at => integerAt(at, variable) === BigInt(turnOf(at)) + first))
}

function countsOf({ reference, shape }: ListVariable): readonly CountedVariable[] {
  const length: CountedVariable = {
    variable: {
      reference: `${reference}#count`,
      shape: { kind: 'integer' },
      expression: { count: `$${reference}` },
      says: `the count of ${reference}`,
    },
    read: at => {
      const list = at.lists.get(reference)
      return list && BigInt(list.length)
    },
  }
  if (shape.kind !== 'table') return [length]
  const columns = Object.entries(shape.columns).filter(([, { kind }]) => kind === 'integer')
  return [length, ...columns.map(([column]) => sumOf(reference, column))]
}

function sumOf(reference: string, column: string): CountedVariable {
  return {
    variable: {
      reference: `${reference}#${column}`,
      shape: { kind: 'integer' },
      expression: { sum: { map: { list: `$${reference}`, as: 'item', do: `$item.${column}` } } },
      says: `the sum of ${column}`,
    },
    read: at => at.lists.get(reference)?.reduce((sum, row) => sum + BigInt(printCell(row, column)), 0n),
  }
}

const turnFromOne: CountedVariable = {
  variable: {
    reference: `${turnReference}#1`,
    shape: { kind: 'integer' },
    expression: { add: ['$turn', 1] },
    says: 'the turn from 1',
  },
  read: at => BigInt(turnOf(at)) + 1n,
}

function readCounts(counts: readonly CountedVariable[], at: Case): readonly (readonly [string, Datum])[] {
  return counts.flatMap(({ variable, read }) => {
    const integer = read(at)
    return integer === undefined ? [] : [[variable.reference, { kind: 'integer', integer }] as const]
  })
}
