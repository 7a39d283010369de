/**
 * Every way in which a value may go into a hash.
 *
 * @packageDocumentation
 */
import { encodeBase64, encodeHex } from '../core/encoding.js'
import type { Expression } from '../model/recipe.js'
import type { Case, Scope, Variable } from './scope.js'
import { textOf, utf8, type ScalarShape } from './shape.js'

/** How hex goes on. */
export const hexForms = ['text', 'bytes', 'bare', 'upper', 'base64'] as const
/** How a whole number goes on: as decimal text, or in so many bytes. */
export const integerForms = ['decimal', 'be8', 'be4', 'le8', 'le4', 'be32'] as const
export type FormName = (typeof hexForms)[number] | (typeof integerForms)[number] | 'text'

/** One value, written in one way. */
export interface Form {
  readonly name: FormName
  /** The value; of a constant nothing. */
  readonly reference?: string
  readonly says: string
  /** Gives bytes. */
  readonly expression: Expression
  /** Gives text, where the form is one. */
  readonly text?: Expression
  readonly bytes: (at: Case) => Uint8Array | undefined
}

/** A value as a part of a message. */
export interface Ingredient {
  readonly reference: string
  readonly kind: 'hex' | 'integer' | 'text' | 'list' | 'constant'
  /** Each turn has another: a message for turns needs one such part. */
  readonly isTurned: boolean
  /** Small for what is likely to be in a hash. */
  readonly rank: number
  readonly forms: ReadonlyMap<FormName, Form>
}

/** The forms of a value that a recipe gives as text. */
export function textForm(
  name: FormName,
  reference: string | undefined,
  says: string,
  text: Expression,
  read: (at: Case) => string | undefined,
): Form {
  return {
    name,
    ...(reference !== undefined && { reference }),
    says,
    expression: { bytes_utf8: text },
    text,
    bytes: at => {
      const found = read(at)
      return found === undefined ? undefined : utf8(found)
    },
  }
}

/** Every form of a variable. */
export function formsOf(variable: Variable): ReadonlyMap<FormName, Form> {
  const { shape } = variable
  const forms = shape.kind === 'integer' ? integerFormsOf(variable) : shape.kind === 'text' ? [plainText(variable)] : bytesForms(variable, shape) // prettier-ignore
  return new Map(forms.map(form => [form.name, form]))
}

function plainText({ reference, shape, expression, says }: Variable): Form {
  return textForm('text', reference, says, expression, at => {
    const datum = at.data.get(reference)
    return datum && textOf(shape, datum)
  })
}

function integerFormsOf({ reference, expression, says }: Variable): readonly Form[] {
  const read = (at: Case): bigint | undefined => {
    const datum = at.data.get(reference)
    return datum?.kind === 'integer' ? datum.integer : undefined
  }
  const decimal = textForm('decimal', reference, says, { text_decimal: expression }, at =>
    read(at)?.toString(),
  )
  const binary = ([['be8', 8], ['be4', 4], ['le8', 8], ['le4', 4], ['be32', 32]] as const).map(([name, width]): Form => {
    const order = name.startsWith('be') ? 'be' : 'le'
    return {
      name,
      reference,
      says: `${says} in ${width} bytes, ${order === 'be' ? 'big' : 'little'}-endian`,
      expression: { [`bytes_${order}`]: [expression, width] },
      bytes: at => {
        const value = read(at)
        return value === undefined ? undefined : fixedBytes(value, width, order)
      },
    }
  }) // prettier-ignore
  return [decimal, ...binary]
}

/** Undefined where the number does not fit. */
export function fixedBytes(value: bigint, width: number, order: 'be' | 'le'): Uint8Array | undefined {
  if (value < 0n || value >> BigInt(8 * width) > 0n) return undefined
  const bytes = new Uint8Array(width)
  for (let index = width - 1, rest = value; rest > 0n; index -= 1, rest >>= 8n)
    bytes[index] = Number(rest & 255n)
  return order === 'be' ? bytes : bytes.reverse()
}

function bytesForms(
  { reference, expression, says }: Variable,
  shape: Extract<ScalarShape, { kind: 'hex' | 'base64' }>,
): readonly Form[] {
  const read = (at: Case): Uint8Array | undefined => {
    const datum = at.data.get(reference)
    return datum?.kind === 'bytes' ? datum.bytes : undefined
  }
  const asBytes = bytesExpression(shape, expression)
  const hexText = (at: Case): string | undefined => {
    const bytes = read(at)
    return bytes && encodeHex(bytes)
  }
  const bytes: Form = { name: 'bytes', reference, says: `${says} as bytes`, expression: asBytes, bytes: read }
  const lower = textForm('bare', reference, `${says} as hex text`, { text_hex: asBytes }, hexText)
  const upper = textForm('upper', reference, `${says} as upper-case hex text`, { upper: { text_hex: asBytes } }, at => hexText(at)?.toUpperCase()) // prettier-ignore
  const base64 = textForm('base64', reference, `${says} as base64 text`, { text_base64: asBytes }, at => {
    const found = read(at)
    return found && encodeBase64(found)
  })
  if (shape.kind === 'base64') return [{ ...base64, name: 'text' }, bytes, lower]
  if (shape.prefix === '0x') {
    const given = textForm('text', reference, `${says} as text with 0x`, expression, at => {
      const datum = at.data.get(reference)
      return datum?.kind === 'bytes' ? datum.given : undefined
    })
    return [given, bytes, lower, upper, base64]
  }
  // As it was printed is one form, the other letter case another.
  const [first, other] = shape.upper ? [upper, lower] : [lower, upper]
  return [{ ...first, name: 'text' }, bytes, { ...other, name: 'upper' }, base64]
}

/** A value as bytes, by how a recipe has to declare it: text with 0x stays text. */
export function bytesExpression(shape: ScalarShape, expression: Expression): Expression {
  return shape.kind === 'hex' && shape.prefix === '0x'
    ? { bytes_hex: { slice: [expression, 2] } }
    : expression
}

/** What the values of a scope are in a hash, each once, as they were published. */
export function ingredientsOf(scope: Scope): readonly Ingredient[] {
  const seen = new Set<string>()
  return scope.variables.flatMap(variable => {
    const content = scope.cases.slice(0, 50).map(at => {
      const datum = at.data.get(variable.reference)
      return datum === undefined ? '' : textOf(variable.shape, datum)
    })
    const key = JSON.stringify(content)
    const [first = ''] = content
    if (first === '' || first.length > 4096 || seen.has(key)) return []
    seen.add(key)
    const { kind } = variable.shape
    return [
      {
        reference: variable.reference,
        kind: kind === 'base64' ? ('hex' as const) : kind,
        isTurned: scope.kind === 'turn' && isTurned(variable),
        rank: rankOf(variable),
        forms: formsOf(variable),
      },
    ]
  })
}

/** In turns: what counts them, and the items of lists. */
export function isTurned({ reference, expression }: Variable): boolean {
  return reference.startsWith('turn') || (typeof expression === 'object' && 'at' in expression)
}

function rankOf({ reference, shape }: Variable): number {
  if (reference.startsWith('turn')) return 0
  if (/signature$|#/.test(reference)) return 5
  if (/(_|^)(at|time|date|height|title|url|name|status)$/.test(reference)) return 4
  if (reference.endsWith('.round')) return 3
  return shape.kind === 'hex' || shape.kind === 'base64' ? 1 : 2
}
