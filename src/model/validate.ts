/**
 * The interface of the validators compiled from schemas/ into validators/.
 *
 * @packageDocumentation
 */

/** A validator compiled by ajv. */
export interface Validate {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null
}

export interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** Set if the name of this member of `instancePath` is invalid. */
  readonly propertyName?: string
}

/** Max errors kept: a hostile document has a million. ajv joins lists of errors, which takes quadratic time without a limit. */
export const most = 100

/** Appends an error to a list, for the compiled validators. */
export function note(errors: SchemaError[] | null, error: SchemaError): SchemaError[] {
  if (errors === null) return [error]
  if (errors.length < most) errors.push(error)
  return errors
}
