/**
 * What the validators look like that are compiled from schemas/ into validators/.
 *
 * @packageDocumentation
 */

/** A validator as ajv compiles it. */
export interface Validate {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null
}

export interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** Set when it is the name of this member of `instancePath` that is wrong. */
  readonly propertyName?: string
}

/** Max errors kept: a hostile document has a million. ajv joins lists of errors, which takes quadratic time without a limit. */
export const most = 100

/** A list of errors with one more, as the compiled validators collect them. */
export function note(errors: SchemaError[] | null, error: SchemaError): SchemaError[] {
  if (errors === null) return [error]
  if (errors.length < most) errors.push(error)
  return errors
}
