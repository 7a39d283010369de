/**
 * Numbers that follow from other values without any hash: how long a list is, what a column adds up to, a digest as
 * a number.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import type { Expression } from '../model/recipe.js'
import { measure, type Evidence, type Hit } from './evidence.js'
import { isOwn } from './explain-digests.js'
import { bytesExpression, formsOf } from './forms.js'
import { separators } from './plans.js'
import type { Case, Scope, Variable } from './scope.js'
import { isObject, printScalar, utf8, type Datum } from './shape.js'

/** A published value that was found to follow from others. */
export interface Derived {
  readonly result: Variable
  readonly expression: Expression
  readonly says: string
  readonly evidence: Evidence
}

/** The scope with the count of each list, the sum of each column and the turn from 1 among its variables. */
export function withCounts(scope: Scope): Scope {
  const added: { readonly variable: Variable; readonly read: (at: Case) => bigint | undefined }[] = []
  const add = (reference: string, expression: Expression, says: string, read: (at: Case) => bigint | undefined): void => {
    added.push({ variable: { reference, shape: { kind: 'integer' }, expression, says }, read })
  } // prettier-ignore
  for (const { reference, shape } of scope.lists) {
    add(`${reference}#count`, { count: `$${reference}` }, `the count of ${reference}`, at => {
      const list = at.lists.get(reference)
      return list && BigInt(list.length)
    })
    if (shape.kind !== 'table') continue
    for (const [name, column] of Object.entries(shape.columns)) {
      if (column.kind !== 'integer') continue
      const expression = { sum: { map: { list: `$${reference}`, as: 'item', do: `$item.${name}` } } }
      add(`${reference}#${name}`, expression, `the sum of ${name}`, at =>
        at.lists
          .get(reference)
          ?.reduce((sum, row) => sum + BigInt(isObject(row) ? printScalar(row[name]) : 0), 0n),
      )
    }
  }
  if (scope.kind === 'turn') {
    add('turn#1', { add: ['$turn', 1] }, 'the turn from 1', at => {
      const turn = at.data.get('turn')
      return turn?.kind === 'integer' ? turn.integer + 1n : undefined
    })
  }
  const sums = new Map<object, readonly (readonly [string, Datum])[]>()
  const cases = scope.cases.map(at => {
    // Turns and rows of one draw share its lists.
    let found = sums.get(at.lists)
    if (found === undefined) {
      found = added.flatMap(({ variable, read }) => datumOf(variable, variable.reference === 'turn#1' ? undefined : read(at))) // prettier-ignore
      sums.set(at.lists, found)
    }
    const turns = added.filter(({ variable }) => variable.reference === 'turn#1').flatMap(({ variable, read }) => datumOf(variable, read(at))) // prettier-ignore
    return { ...at, data: new Map([...at.data, ...found, ...turns]) }
  })
  return { ...scope, variables: [...scope.variables, ...added.map(({ variable }) => variable)], cases }
}

function datumOf(
  { reference }: Variable,
  integer: bigint | undefined,
): readonly (readonly [string, Datum])[] {
  return integer === undefined ? [] : [[reference, { kind: 'integer', integer }]]
}

/** Published numbers that are a count, a sum, or a digest read as a number. */
export function findDerived(scope: Scope): readonly Derived[] {
  // A 0 that stands beside nothing, or a text of one letter, is no formula.
  return [...findNumbers(scope), ...findJoins(scope)].filter(({ evidence }) => evidence.bits > 0)
}

/** Longer texts are not taken apart. */
const longestJoin = 4096

/** Published texts that are other values with a separator between them. */
function findJoins(scope: Scope): readonly Derived[] {
  if (scope.kind !== 'draw') return []
  const [lead] = scope.cases
  const parts = scope.variables.flatMap(variable => [...formsOf(variable).values()].filter(({ text }) => text !== undefined).map(form => ({ variable, form }))) // prettier-ignore
  return scope.variables.flatMap(result => {
    const whole = lead?.data.get(result.reference)
    if (result.shape.kind !== 'text' || whole?.kind !== 'text' || whole.text.length > longestJoin) return []
    for (const separator of separators.filter(one => one !== '' && whole.text.includes(one))) {
      const pieces = whole.text.split(separator)
      if (pieces.length > 8) continue
      const found = pieces.map((_, index) => parts.find(({ variable, form }) => variable !== result && scope.cases.every(at => {
        const datum = at.data.get(result.reference)
        const bytes = form.bytes(at)
        return datum?.kind === 'text' && bytes !== undefined && datum.text.split(separator)[index] === new TextDecoder().decode(bytes)
      }))) // prettier-ignore
      if (!found.every(part => part !== undefined)) continue
      const texts = found.flatMap(({ form }) => (form.text === undefined ? [] : [form.text]))
      const evidence = {
        bits: measure(scope.cases.map(at => hitOf(textOf(at, result.reference)))),
        tried: scope.variables.length * parts.length * separators.length,
      }
      const says = `${found.map(({ form }) => form.says).join(', ')} with ${JSON.stringify(separator)} between`
      return [{ result, expression: { join: [texts, separator] }, says, evidence }]
    }
    return []
  })
}

function findNumbers(scope: Scope): readonly Derived[] {
  const published = [...scope.variables, ...scope.results].filter(
    ({ reference, shape }) =>
      shape.kind === 'integer' && !reference.includes('#') && !reference.includes('.round'),
  )
  // Every number was held against every count, and every digest in both orders.
  const tried = 2 * published.length * scope.variables.length
  return published.flatMap(result => {
    if (!isOwn(scope, result)) return []
    const evidence = (): Evidence => ({ bits: measure(scope.cases.map(at => hitOf(numberOf(at, result.reference) ?? 0n))), tried }) // prettier-ignore
    const counted = scope.variables.find(
      ({ reference }) => reference.includes('#') && sameNumber(scope, result, at => numberOf(at, reference)),
    )
    if (
      counted !== undefined &&
      scope.kind === 'draw' &&
      !isResult(scope, result) &&
      isCounting(scope, result)
    ) {
      return [{ result, expression: counted.expression, says: counted.says, evidence: evidence() }]
    }
    for (const source of scope.variables) {
      if (source.shape.kind !== 'hex' && source.shape.kind !== 'base64') continue
      const bytes = bytesExpression(source.shape, source.expression)
      for (const order of ['be', 'le'] as const) {
        if (!sameNumber(scope, result, at => wholeNumber(at, source.reference, order))) continue
        const expression = { [`integer_${order}`]: bytes }
        return [{ result, expression, says: `${source.says} as a number`, evidence: evidence() }]
      }
    }
    return []
  })
}

/** A small number may be the length of a list by accident: the name says so, or several draws do. */
function isCounting(scope: Scope, { reference }: Variable): boolean {
  const numbers = new Set(scope.cases.map(at => numberOf(at, reference)))
  return (
    numbers.size > 2 ||
    /count|total|sold|size|tickets|entries|entrants|participants|number_of|draws|prizes/.test(reference)
  )
}

/** A number is worth as many bits as it has, a text one for each letter, which is little: letters follow from others. */
function hitOf(value: bigint | string): Hit {
  if (typeof value === 'bigint') {
    return { from: `${value}`, place: value, bits: value < 1n ? 0 : value.toString(2).length - 1 }
  }
  return { from: value, place: BigInt(`0x0${encodeHex(utf8(value))}`), bits: value.length }
}

function textOf(at: Case, reference: string): string {
  const datum = at.data.get(reference)
  return datum?.kind === 'text' ? datum.text : ''
}

function isResult(scope: Scope, variable: Variable): boolean {
  return scope.results.includes(variable)
}

function sameNumber(scope: Scope, result: Variable, read: (at: Case) => bigint | undefined): boolean {
  return scope.cases.every(at => {
    const number = numberOf(at, result.reference)
    return number !== undefined && number === read(at)
  })
}

function numberOf(at: Case, reference: string): bigint | undefined {
  const datum = at.data.get(reference)
  return datum?.kind === 'integer' ? datum.integer : undefined
}

function wholeNumber(at: Case, reference: string, order: 'be' | 'le'): bigint | undefined {
  const datum = at.data.get(reference)
  if (datum?.kind !== 'bytes' || datum.bytes.length > 512 || datum.bytes.length < 8) return undefined
  const bytes = order === 'be' ? datum.bytes : [...datum.bytes].reverse()
  let number = 0n
  for (const byte of bytes) number = (number << 8n) | BigInt(byte)
  return number
}
