/**
 * All forms in which a value may be hashed.
 *
 * @packageDocumentation
 */
import { encodeBase64, encodeHex, encodeUtf8 } from '../../core/encoding.js'
import type { Expression } from '../../model/recipe.js'
import { printDatum } from '../values/datum.js'
import { bytesAt, integerAt, textAt, type Case, type Variable } from '../values/scope.js'
import type { ScalarShape } from '../values/shape.js'

/** Forms of a hex value. */
type HexForm = 'text' | 'bytes' | 'bare' | 'upper' | 'base64'
/** Forms of an integer: decimal text, or a fixed number of bytes. */
type IntegerForm = 'decimal' | 'be8' | 'be4' | 'le8' | 'le4' | 'be32' | 'be2'
/** Forms of any value; text has only one, true and false also a digit. */
export type FormName = HexForm | IntegerForm | 'digit'

/** One value in one form. */
export interface Form {
  readonly name: FormName
  /** Reference of the value; none for a constant. */
  readonly reference?: string
  /** References, if the form combines several values. */
  readonly uses?: readonly string[]
  readonly says: string
  /** Evaluates to bytes. */
  readonly expression: Expression
  /** Evaluates to text, if the form is text. */
  readonly text?: Expression
  readonly bytes: (at: Case) => Uint8Array | undefined
}

/** A form that is text in a recipe. */
interface TextForm {
  readonly name: FormName
  readonly reference?: string
  readonly says: string
  readonly text: Expression
  readonly read: (at: Case) => string | undefined
}

/** The form of a text. */
export function textForm({ read, ...form }: TextForm): Form {
  return { ...form, expression: { bytes_utf8: form.text }, bytes: encoded(read) }
}

/** The UTF-8 bytes of the text in each case. */
export function encoded(read: TextForm['read']): Form['bytes'] {
  return at => {
    const found = read(at)
    return found === undefined ? undefined : encodeUtf8(found)
  }
}

/** All forms of a variable. */
export function formsOf(variable: Variable): ReadonlyMap<FormName, Form> {
  return new Map(waysToWrite(variable).map(form => [form.name, form]))
}

function waysToWrite(variable: Variable): readonly Form[] {
  const { shape } = variable
  if (shape.kind === 'integer') return integerForms(variable)
  if (shape.kind === 'fraction') return [printed(variable, fractionText(shape, variable.expression))]
  if (shape.kind === 'text') return shape.isLogical === true ? logicalForms(variable) : [printed(variable)]
  return bytesForms(variable, shape)
}

/** A value in the letters or digits of its publication. */
function printed(variable: Variable, text: Expression = variable.expression): Form {
  const { reference, shape, says } = variable
  const read = (at: Case): string | undefined => {
    const datum = at.data.get(reference)
    return datum && printDatum(shape, datum)
  }
  return textForm({ name: 'text', reference, says, text, read })
}

/** A fraction as text, in the digits of its publication. */
export function fractionText(
  { places, fixed }: Extract<ScalarShape, { kind: 'fraction' }>,
  fraction: Expression,
): Expression {
  return fixed === true ? { text_fixed: [fraction, places] } : { text_float: fraction }
}

/** `true` and `false`, or 1 and 0. */
function logicalForms(variable: Variable): readonly Form[] {
  const { reference, expression, says } = variable
  const digit = textForm({
    name: 'digit',
    reference,
    says: `${says} as 1 or 0`,
    text: { if: { is: [expression, '=', 'true'], then: '1', else: '0' } },
    read: at => {
      const text = textAt(at, variable)
      return text === undefined ? undefined : text === 'true' ? '1' : '0'
    },
  })
  return [printed(variable), digit]
}

const binaryForms = [
  ['be8', 8, 'be'],
  ['be4', 4, 'be'],
  ['le8', 8, 'le'],
  ['le4', 4, 'le'],
  ['be32', 32, 'be'],
  ['be2', 2, 'be'],
] as const

function integerForms(variable: Variable): readonly Form[] {
  const { reference, expression, says } = variable
  const decimal = textForm({
    name: 'decimal',
    reference,
    says,
    text: { text_decimal: expression },
    read: at => integerAt(at, variable)?.toString(),
  })
  const binary = binaryForms.map(([name, width, order]): Form => ({
    name,
    reference,
    says: `${says} in ${width} bytes, ${order === 'be' ? 'big' : 'little'}-endian`,
    expression: { [`bytes_${order}`]: [expression, width] },
    bytes: at => {
      const value = integerAt(at, variable)
      return value === undefined ? undefined : fixedBytes(value, width, order)
    },
  }))
  return [decimal, ...binary]
}

/** Undefined if the number does not fit. */
function fixedBytes(value: bigint, width: number, order: 'be' | 'le'): Uint8Array | undefined {
  if (value < 0n || value >> BigInt(8 * width) > 0n) return undefined
  const bytes = new Uint8Array(width)
  for (let index = width - 1, rest = value; rest > 0n; index -= 1, rest >>= 8n)
    bytes[index] = Number(rest & 255n)
  return order === 'be' ? bytes : bytes.reverse()
}

type BytesShape = Extract<ScalarShape, { kind: 'hex' | 'base64' }>

function bytesForms(variable: Variable, shape: BytesShape): readonly Form[] {
  const { reference, says } = variable
  const expression = bytesExpression(variable)
  const form = (name: FormName, as: string, text: Expression, write: (bytes: Uint8Array) => string): Form =>
    textForm({
      name,
      reference,
      says: `${says} as ${as}`,
      text,
      read: at => {
        const bytes = bytesAt(at, variable)
        return bytes && write(bytes)
      },
    })
  const hex: Expression = { text_hex: expression }
  const bytes: Form = {
    name: 'bytes',
    reference,
    says: `${says} as bytes`,
    expression,
    bytes: at => bytesAt(at, variable),
  }
  const lower = form('bare', 'hex text', hex, encodeHex)
  const upper = form('upper', 'upper-case hex text', { upper: hex }, bytes => encodeHex(bytes).toUpperCase())
  const base64 = form('base64', 'base64 text', { text_base64: expression }, encodeBase64)
  if (shape.kind === 'base64') return [{ ...base64, name: 'text' }, bytes, lower]
  if (shape.prefix === '0x') return [prefixedText(variable), bytes, lower, upper, base64]
  // First in the published letter case, then in the other.
  const [first, other] = shape.upper ? [upper, lower] : [lower, upper]
  return [{ ...first, name: 'text' }, bytes, { ...other, name: 'upper' }, base64]
}

function prefixedText({ reference, expression, says }: Variable): Form {
  return textForm({
    name: 'text',
    reference,
    says: `${says} as text with 0x`,
    text: expression,
    read: at => {
      const datum = at.data.get(reference)
      return datum?.kind === 'bytes' ? datum.given : undefined
    },
  })
}

/** A value as bytes, given how a recipe must declare it: text with 0x stays text. */
export function bytesExpression({ shape, expression }: Variable): Expression {
  return shape.kind === 'hex' && shape.prefix === '0x'
    ? { bytes_hex: { slice: [expression, 2] } }
    : expression
}
