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
