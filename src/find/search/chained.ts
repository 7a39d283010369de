/**
 * Columns of digests in which each is the hash of the one before, so that only the first needs an
 * explanation: successive winners, or logs in which each line commits to the one before.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import type { Engine } from '../../core/engine.js'
import type { Expression } from '../../model/recipe.js'
import { linksOf, type TurnChain } from '../formulas/chains.js'
import { bytesExpression } from '../formulas/forms.js'
import type { DigestFormula } from '../formulas/formula.js'
import type { Datum } from '../values/datum.js'
import { bytesAt, isTurned, turnOf, type Case, type Scope, type Variable } from '../values/scope.js'
import { isDigest } from '../values/shape.js'
import type { SearchEvidence } from './evidence.js'

/**
 * A column of a scope of turns, its first digest as a value of the draw, and the formula from each to the
 * next.
 */
export interface ChainedColumn {
  readonly target: Variable
  readonly first: Variable
  readonly formula: DigestFormula
  readonly evidence: SearchEvidence
}

/**
 * The scopes, with the first digest of each such column added to the values of the draws and of its turns.
 */
export function withChained(
  scopes: readonly Scope[],
  engine: Engine,
): readonly { readonly scope: Scope; readonly chained: readonly ChainedColumn[] }[] {
  const found = scopes.map(scope => ({ scope, chained: findChained(scope, engine) }))
  const firsts = found.flatMap(({ scope, chained }) =>
    chained.map(({ target, first }) => ({ first, data: firstData(scope, target) })),
  )
  return found.map(({ scope, chained }) => {
    const own = firsts.filter(
      ({ first }) => scope.kind === 'draw' || chained.some(one => one.first.reference === first.reference),
    )
    if (own.length === 0) return { scope, chained }
    const variables = scope.kind === 'draw' ? own.map(({ first }) => first) : []
    const cases = scope.cases.map((at): Case => {
      const added = own.flatMap(({ first, data }) => {
        const datum = data.get(at.draw)
        return datum === undefined ? [] : [[first.reference, datum] as const]
      })
      return { ...at, data: new Map([...at.data, ...added]) }
    })
    return { scope: { ...scope, variables: [...scope.variables, ...variables], cases }, chained }
  })
}

function findChained(scope: Scope, engine: Engine): readonly ChainedColumn[] {
  if (scope.kind !== 'turn') return []
  const links = linksOf()
  return scope.variables.flatMap((target): readonly ChainedColumn[] => {
    if (!isTurned(target) || !isDigest(target.shape)) return []
    for (const [index, chain] of links.entries()) {
      const count = countLinks(scope, target, chain, engine)
      if (count === 0) continue
      const first = firstOf(target)
      const { length = 0 } = target.shape.kind === 'hex' || target.shape.kind === 'base64' ? target.shape : {}
      const evidence = { bits: 8 * length * count, tried: (index + 1) * scope.variables.length }
      return [{ target, first, formula: formulaOf(first, chain, engine), evidence }]
    }
    return []
  })
}

/**
 * Number of digests that are the hash of the one before; 0 if any is not, or if they are the same in every
 * draw.
 */
function countLinks({ cases }: Scope, target: Variable, chain: TurnChain, engine: Engine): number {
  const seen = new Set<string>()
  for (const [index, at] of cases.entries()) {
    const before = cases[index - 1]
    if (turnOf(at) === 0 || before === undefined) continue
    const [from, to] = [bytesAt(before, target), bytesAt(at, target)]
    if (from === undefined || to === undefined) return 0
    if (!equalBytes(chain.read(from, 1, engine), to)) return 0
    seen.add(to.join())
  }
  return seen.size
}

/** The first digest, as a value of the draw. */
function firstOf(target: Variable): Variable {
  const { expression, reference, says } = target
  return {
    ...target,
    reference: `first_${reference.replace('.', '_')}`,
    expression: withoutTurn(expression),
    says: `the first ${says.replace(/ of the (row|turn)$/, '')}`,
  }
}

/** Converts `{ at: [list, $turn] }` to turns counted from 0. */
function withoutTurn(expression: Expression): Expression {
  const { at } = expression as { readonly at?: readonly [Expression, Expression] }
  return at === undefined ? expression : { at: [at[0], 0] }
}

function firstData({ cases }: Scope, target: Variable): ReadonlyMap<number, Datum> {
  const data = new Map<number, Datum>()
  for (const at of cases) {
    const datum = at.data.get(target.reference)
    if (turnOf(at) === 0 && datum !== undefined) data.set(at.draw, datum)
  }
  return data
}

/** Each digest of the column, computed from the first. */
function formulaOf(first: Variable, chain: TurnChain, engine: Engine): DigestFormula {
  return {
    algorithm: 'sha256',
    parts: [],
    separator: '',
    root: {
      name: 'bytes',
      uses: [first.reference],
      says: `${first.says}, ${chain.says}`,
      expression: chain.express(bytesExpression(first)),
      bytes: at => {
        const value = bytesAt(at, first)
        return value && chain.read(value, turnOf(at), engine)
      },
    },
  }
}
