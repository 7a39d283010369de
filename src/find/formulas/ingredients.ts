/**
 * The values of a scope as parts of a message.
 *
 * @packageDocumentation
 */
import { printDatum } from '../values/datum.js'
import { formsOf, type Form, type FormName } from './forms.js'
import { isCalledDetail } from '../values/names.js'
import { isTurned, isXor, turnReference, type Case, type Scope, type Variable } from '../values/scope.js'

/** A value as a part of a message. */
export interface Ingredient {
  /** Selects the forms; all bytes have those of hex. */
  readonly kind: 'hex' | 'integer' | 'text' | 'made'
  /** Whether each turn has its own: a message for turns needs one such part. */
  readonly isTurned: boolean
  /** Smaller for a likelier part of a hash. */
  readonly rank: number
  readonly forms: ReadonlyMap<FormName, Form>
  /** For a part made of other values: its forms in a message of this many parts. */
  readonly made?: (as: 'text' | 'bytes', size: number, at: Case) => readonly Form[]
}

/** Max cases compared to tell two values apart. */
const comparedCases = 50

/** Max characters of a part of a message. */
const longestPart = 4096

/** The values of a scope as published, each distinct one once. */
export function ingredientsOf(scope: Scope): readonly Ingredient[] {
  const seen = new Set<string>()
  return scope.variables.flatMap((variable): readonly Ingredient[] => {
    const content = scope.cases.slice(0, comparedCases).map(at => {
      const datum = at.data.get(variable.reference)
      return datum === undefined ? '' : printDatum(variable.shape, datum)
    })
    const key = JSON.stringify(content)
    const [first = ''] = content
    if (first === '' || first.length > longestPart || seen.has(key)) return []
    seen.add(key)
    const { kind } = variable.shape
    const forms = formsOf(variable)
    if (isXor(variable)) {
      const made = (as: 'text' | 'bytes'): readonly Form[] =>
        [forms.get(as)].filter(form => form !== undefined)
      return [{ kind: 'made', isTurned: false, rank: 6, forms, made }]
    }
    return [
      {
        kind: kind === 'base64' ? 'hex' : kind === 'fraction' ? 'text' : kind,
        isTurned: scope.kind === 'turn' && isTurned(variable),
        // A turn counter is part of every message for turns.
        rank: scope.kind === 'turn' && isTurned(variable) && kind === 'integer' ? 0 : rankOf(variable),
        forms,
      },
    ]
  })
}

function rankOf({ reference, shape }: Variable): number {
  if (reference.startsWith(turnReference)) return 0
  if (/signature$|#/.test(reference)) return 5
  if (isCalledDetail(reference)) return 4
  if (reference.endsWith('.round')) return 3
  return shape.kind === 'hex' || shape.kind === 'base64' ? 1 : 2
}
