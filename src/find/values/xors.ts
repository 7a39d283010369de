/**
 * Published values of one length, xored: how commitments of several parties are made into one seed.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import type { Expression } from '../../model/recipe.js'
import { bytesExpression } from '../formulas/forms.js'
import type { Datum } from './datum.js'
import { bytesAt, isTurned, type Case, type Scope, type Variable } from './scope.js'

/** Values that are xored with one another at most. */
const mostXored = 6

/** Bytes of what is xored: seeds and digests. */
const lengths = [16, 20, 32, 64]

/** The scope with each two and each three of its values of one length xored, and all of them, among its variables. */
export function withXors(scope: Scope): Scope {
  const groups = new Map<number, Variable[]>()
  for (const variable of scope.variables) {
    const { shape } = variable
    const { length = 0 } = shape.kind === 'hex' || shape.kind === 'base64' ? shape : {}
    if (!lengths.includes(length) || isTurned(variable) || variable.reference.startsWith('row.')) continue
    const group = groups.get(length) ?? []
    groups.set(length, group)
    if (group.length < mostXored) group.push(variable)
  }
  const choices = [...groups.values()].flatMap(choose)
  if (choices.length === 0) return scope
  const known = new Map<string, readonly (readonly [string, Datum])[]>()
  const xors = choices.map(choice => ({ choice, variable: xorOf(choice) }))
  const cases = scope.cases.map(at => {
    const key = `${at.draw}`
    // Turns and rows of one draw share its values.
    const found = known.get(key) ?? xors.flatMap(({ choice, variable }) => readXor(choice, variable, at))
    known.set(key, found)
    return { ...at, data: new Map([...at.data, ...found]) }
  })
  return { ...scope, variables: [...scope.variables, ...xors.map(({ variable }) => variable)], cases }
}

/** Every two, every three, and all. */
function choose(values: readonly Variable[]): readonly (readonly Variable[])[] {
  const chosen: (readonly Variable[])[] = []
  for (const [first, a] of values.entries()) {
    for (const [second, b] of values.entries()) {
      if (second <= first) continue
      chosen.push([a, b])
      for (const c of values.slice(second + 1)) chosen.push([a, b, c])
    }
  }
  return values.length > 3 ? [...chosen, values] : chosen
}

function xorOf(choice: readonly Variable[]): Variable {
  const [first, ...others] = choice
  const expression = others.reduce<Expression>(
    (xored, other) => ({ bytes_xor: [xored, bytesExpression(other)] }),
    first === undefined ? '' : bytesExpression(first),
  )
  const { shape } = first ?? { shape: { kind: 'text' } as const }
  const { length } = shape.kind === 'hex' || shape.kind === 'base64' ? shape : {}
  return {
    reference: choice.map(({ reference }) => reference).join('#xor#'),
    shape: { kind: 'hex', prefix: '', upper: false, ...(length !== undefined && { length }) },
    expression,
    says: choice.map(({ says }) => says).join(' xor '),
  }
}

function readXor(
  choice: readonly Variable[],
  { reference }: Variable,
  at: Case,
): readonly (readonly [string, Datum])[] {
  const values = choice.map(variable => bytesAt(at, variable))
  const [first] = values
  if (first === undefined || values.some(value => value?.length !== first.length)) return []
  const bytes = first.map((_, index) => values.reduce((xored, value) => xored ^ (value?.[index] ?? 0), 0))
  return [[reference, { kind: 'bytes', bytes, given: encodeHex(bytes) }]]
}
