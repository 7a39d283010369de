/**
 * The values of a scope, as what a message is made of.
 *
 * @packageDocumentation
 */
import { printDatum } from '../values/datum.js'
import { formsOf, type Form, type FormName } from './forms.js'
import { isCalledDetail } from '../values/names.js'
import { isTurned, isXor, turnReference, type Case, type Scope, type Variable } from '../values/scope.js'

/** A value as a part of a message. */
export interface Ingredient {
  /** In which of the forms it is written: all bytes are written as hex is. */
  readonly kind: 'hex' | 'integer' | 'text' | 'made'
  /** Each turn has another: a message for turns needs one such part. */
  readonly isTurned: boolean
  /** Small for what is likely to be in a hash. */
  readonly rank: number
  readonly forms: ReadonlyMap<FormName, Form>
  /** Of what is made of other values: its forms where bytes go on so, in a message of so many parts. */
  readonly made?: (as: 'text' | 'bytes', size: number, at: Case) => readonly Form[]
}

/** Cases by which two values are told from one another. */
const comparedCases = 50

/** Characters of the longest value that is a part of a message. */
const longestPart = 4096

/** What the values of a scope are in a hash, each once, as they were published. */
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
        // What counts the turns is in every message of theirs.
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
