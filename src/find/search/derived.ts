/**
 * Values derived without a hash: the length of a list, the sum of a column, a digest as a number, a text
 * composed of other values.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { encodeHex, encodeUtf8 } from '../../core/encoding.js'
import type { Expression } from '../../model/recipe.js'
import { measure, type SearchEvidence, type Hit } from './evidence.js'
import { bytesExpression, formsOf, type Form } from '../formulas/forms.js'
import { isCalledComputed, isCalledCount } from '../values/names.js'
import { separators } from './plans.js'
import {
  bytesAt,
  integerAt,
  isComputed,
  isOwn,
  isXor,
  textAt,
  type Case,
  type Scope,
  type Variable,
} from '../values/scope.js'

/** A published value and its derivation from others. */
export interface Derived {
  readonly result: Variable
  readonly expression: Expression
  readonly says: string
  readonly evidence: SearchEvidence
}

/**
 * Finds numbers that are a count, a sum, or a digest read as a number; bytes that are an xor; and texts
 * joined from other values.
 */
export function findDerived(scope: Scope): readonly Derived[] {
  // A 0 without anything to count, or a text of one letter, is not evidence.
  return [...findNumbers(scope), ...findXors(scope), ...findJoins(scope)].filter(
    ({ evidence }) => evidence.bits > 0,
  )
}

/**
 * Finds bytes that are the xor of others. Each of them is the xor of the rest: the one taken is the one named
 * so, or the last.
 */
function findXors(scope: Scope): readonly Derived[] {
  if (scope.kind !== 'draw') return []
  const published = scope.variables.filter(one => isOwn(scope, one) && lengthIn(scope, one) > 0)
  const xors = scope.variables.filter(isXor)
  const tried = published.length * xors.length
  const found = published.flatMap(result =>
    xors.flatMap(xor => {
      if (operandsOf(xor).includes(result.reference)) return []
      const isSame = scope.cases.every(at => {
        const bytes = bytesAt(at, result)
        const xored = bytesAt(at, xor)
        return bytes !== undefined && xored !== undefined && equalBytes(bytes, xored)
      })
      return isSame ? [{ result, xor }] : []
    }),
  )
  const likely = found.toSorted((one, other) => rankOfXor(other) - rankOfXor(one))
  const seen = new Set<string>()
  return likely.flatMap(({ result, xor }) => {
    const all = [result.reference, ...operandsOf(xor)].sort().join()
    if (seen.has(all) || seen.has(result.reference)) return []
    seen.add(all).add(result.reference)
    const bits = measure(scope.cases.map(at => bytesHit(bytesAt(at, result) ?? new Uint8Array())))
    const { expression, says } = xor
    return [{ result, expression, says, evidence: { bits, tried } }]
  })

  function rankOfXor({ result }: { readonly result: Variable }): number {
    const named = isCalledComputed(result.reference) ? published.length : 0
    return named + published.indexOf(result)
  }
}

function operandsOf({ reference }: Variable): readonly string[] {
  return reference.split('#xor#').filter(part => part !== '')
}

function lengthIn({ cases: [lead] }: Scope, variable: Variable): number {
  return (lead && bytesAt(lead, variable)?.length) ?? 0
}

function findNumbers(scope: Scope): readonly Derived[] {
  const published = [...scope.variables, ...scope.results].filter(
    variable =>
      variable.shape.kind === 'integer' && !isComputed(variable) && !variable.reference.includes('.round'),
  )
  // Each number was compared with each count, and each digest in both byte orders.
  const tried = 2 * published.length * scope.variables.length
  return published.flatMap(result => {
    if (!isOwn(scope, result)) return []
    const found = findCount(scope, result) ?? findDigest(scope, result)
    if (found === undefined) return []
    const bits = measure(scope.cases.map(at => numberHit(integerAt(at, result) ?? 0n)))
    return [{ result, ...found, evidence: { bits, tried } }]
  })
}

/** A derivation, before its evidence is measured. */
type Derivation = Pick<Derived, 'expression' | 'says'>

/** The count or sum that the number equals in all draws. */
function findCount(scope: Scope, result: Variable): Derivation | undefined {
  if (scope.kind !== 'draw' || scope.results.includes(result) || !isCounting(scope, result)) return undefined
  const counts = scope.variables.filter(isComputed)
  const found = counts.find(count => isSameNumber(scope, result, at => integerAt(at, count)))
  return found && { expression: found.expression, says: found.says }
}

/** A small number may equal a list's length by accident: its name must say so, or several draws agree. */
function isCounting(scope: Scope, variable: Variable): boolean {
  const numbers = new Set(scope.cases.map(at => integerAt(at, variable)))
  return numbers.size > 2 || isCalledCount(variable.reference)
}

/** The digest that the number equals in all draws, read as one integer. */
function findDigest(scope: Scope, result: Variable): Derivation | undefined {
  for (const source of scope.variables) {
    if (source.shape.kind !== 'hex' && source.shape.kind !== 'base64') continue
    for (const order of ['be', 'le'] as const) {
      if (!isSameNumber(scope, result, at => wholeNumber(bytesAt(at, source), order))) continue
      return {
        expression: { [`integer_${order}`]: bytesExpression(source) },
        says: `${source.says} as a number`,
      }
    }
  }
  return undefined
}

function isSameNumber(scope: Scope, result: Variable, read: (at: Case) => bigint | undefined): boolean {
  return scope.cases.every(at => {
    const number = integerAt(at, result)
    return number !== undefined && number === read(at)
  })
}

/** Undefined for more bytes than any number has, and for so few that many numbers would match. */
function wholeNumber(bytes: Uint8Array | undefined, order: 'be' | 'le'): bigint | undefined {
  if (bytes === undefined || bytes.length > 512 || bytes.length < 8) return undefined
  return BigInt(`0x${encodeHex(order === 'be' ? bytes : bytes.slice().reverse())}`)
}

/** Max characters of a text that is decomposed. */
const longestJoin = 4096

/** Max pieces of a text that is decomposed. */
const mostPieces = 8

/** A value's text as a possible piece of another. */
interface TextPiece {
  readonly variable: Variable
  readonly form: Form
  readonly text: Expression
}

/** Published texts that are other values with a separator between them. */
function findJoins(scope: Scope): readonly Derived[] {
  if (scope.kind !== 'draw') return []
  const pieces = scope.variables.flatMap(variable =>
    [...formsOf(variable).values()].flatMap((form): readonly TextPiece[] =>
      form.text === undefined ? [] : [{ variable, form, text: form.text }],
    ),
  )
  const tried = scope.variables.length * pieces.length * separators.length
  return scope.variables.flatMap(result => {
    const found = findJoin(scope, result, pieces)
    if (found === undefined) return []
    const bits = measure(scope.cases.map(at => textHit(textAt(at, result) ?? '')))
    return [{ result, ...found, evidence: { bits, tried } }]
  })
}

function findJoin(scope: Scope, result: Variable, pieces: readonly TextPiece[]): Derivation | undefined {
  const [lead] = scope.cases
  const whole = lead && textAt(lead, result)
  if (result.shape.kind !== 'text' || whole === undefined || whole.length > longestJoin) return undefined
  const others = pieces.filter(({ variable }) => variable !== result)
  const isPiece = ({ form }: TextPiece, separator: string, index: number): boolean =>
    scope.cases.every(at => {
      const bytes = form.bytes(at)
      const piece = textAt(at, result)?.split(separator)[index]
      return bytes !== undefined && piece === new TextDecoder().decode(bytes)
    })
  for (const separator of separators) {
    const count = separator === '' ? 1 : whole.split(separator).length
    if (count < 2 || count > mostPieces) continue
    const found = Array.from({ length: count }, (_, index) =>
      others.find(piece => isPiece(piece, separator, index)),
    )
    if (!found.every(piece => piece !== undefined)) continue
    return {
      expression: { join: [found.map(({ text }) => text), separator] },
      says: `${found.map(({ form }) => form.says).join(', ')} with ${JSON.stringify(separator)} between`,
    }
  }
  return undefined
}

/** Evidence of a number: its bit length. */
function numberHit(number: bigint): Hit {
  return { from: `${number}`, place: number, bits: number < 1n ? 0 : number.toString(2).length - 1 }
}

/** Evidence of bytes: all their bits. */
function bytesHit(bytes: Uint8Array): Hit {
  const digits = encodeHex(bytes)
  return { from: digits, place: BigInt(`0x0${digits}`), bits: 8 * bytes.length }
}

/** Evidence of a text: one bit a letter, which is little, since letters are predictable. */
function textHit(text: string): Hit {
  return { from: text, place: BigInt(`0x0${encodeHex(encodeUtf8(text))}`), bits: text.length }
}
