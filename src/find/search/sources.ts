/**
 * Published values from which results may follow directly.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import type { ExplainedDigest } from './explain-digests.js'
import type { Engine } from '../../core/engine.js'
import { chains } from '../formulas/chains.js'
import { extractions, turnedExtractions } from '../formulas/extract.js'
import type { Extraction } from '../formulas/extraction.js'
import { bytesExpression } from '../formulas/forms.js'
import { referencesOf } from '../formulas/formula.js'
import {
  bytesAt,
  integerAt,
  isComputed,
  isTurned,
  turnOf,
  turnReference,
  type Case,
  type Scope,
  type Variable,
} from '../values/scope.js'

/** Bytes, or a number. */
export interface SeedSource {
  readonly says: string
  readonly expression: Expression
  /** Ways from the bytes to a number below a limit. */
  readonly ways: readonly Extraction[]
  readonly bytes: (at: Case) => Uint8Array | undefined
  readonly integer: (at: Case) => bigint | undefined
}

/** Max depth of explanations that are followed. */
const deepest = 8

/**
 * The values of a scope from which results may follow; those made of the most values first.
 *
 * @param which - explained digests that use other values, or all other values.
 */
export function sourcesOf(
  scope: Scope,
  explained: readonly ExplainedDigest[],
  which: 'explained' | 'others',
  engine: Engine,
): readonly SeedSource[] {
  return scope.variables
    .filter(mayDecide)
    .map(variable => ({ variable, rank: depthOf(variable.reference, explained) }))
    .filter(({ rank }) => rank > 0 === (which === 'explained'))
    .sort((a, b) => b.rank - a.rank)
    .flatMap(({ variable }) => [sourceOf(scope, variable), ...chainsOf(scope, variable, engine)])
}

/** Number of values that a digest is made of, directly and indirectly. */
function depthOf(reference: string, explained: readonly ExplainedDigest[], seen = 0): number {
  const found = explained.find(({ target }) => target.reference === reference)
  if (found === undefined || seen > deepest) return 0
  return referencesOf(found.formula).reduce((sum, part) => sum + 1 + depthOf(part, explained, seen + 1), 0)
}

/** All values; those made of the most values first. */
export function seedsOf({ variables }: Scope, explained: readonly ExplainedDigest[]): readonly Variable[] {
  return variables
    .map(variable => ({ variable, rank: depthOf(variable.reference, explained) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ variable }) => variable)
}

/** Each turn takes its own piece of the bytes, or all of them. */
const sharedExtractions = [...turnedExtractions, ...extractions]

/** Values shared by the turns, hashed again for each turn. */
function chainsOf(scope: Scope, variable: Variable, engine: Engine): readonly SeedSource[] {
  const isShared = scope.kind === 'turn' && !isTurned(variable)
  if (!isShared || (variable.shape.kind !== 'hex' && variable.shape.kind !== 'base64')) return []
  const expression = bytesExpression(variable)
  return chains.map(chain => {
    const { says, express, read } = chain
    return {
      says: `${variable.says}, ${says}`,
      expression: express(expression),
      ways: extractions,
      bytes: at => {
        const first = bytesAt(at, variable)
        return first && read(first, turnOf(at), engine)
      },
      integer: () => undefined,
    }
  })
}

/** Excludes text, signatures, counts and turns: they do not decide results. */
function mayDecide(variable: Variable): boolean {
  const { shape, reference } = variable
  const isCounter = reference.startsWith(turnReference) || (isComputed(variable) && shape.kind === 'integer')
  return shape.kind !== 'text' && !isCounter && !reference.endsWith('signature')
}

function sourceOf({ kind }: Scope, variable: Variable): SeedSource {
  return {
    says: variable.says,
    expression: bytesExpression(variable),
    // If turns share the bytes, each takes its own piece.
    ways: kind === 'turn' && !isTurned(variable) ? sharedExtractions : extractions,
    bytes: at => bytesAt(at, variable),
    integer: at => integerAt(at, variable),
  }
}
