/**
 * The type of all texts of a language.
 *
 * @packageDocumentation
 */
import type * as en from './en/index.js'

/** All texts of a language. */
export type Catalogue = Words<typeof en>

/** The same in any words: English texts have literal types. */
type Words<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Words<R>
    : T extends RegExp | undefined
      ? T
      : T extends object
        ? { readonly [K in keyof T]: Words<T[K]> }
        : T
