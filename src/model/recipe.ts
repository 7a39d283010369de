/**
 * The form of a recipe file. `recipe/recipe.ts` reads its meaning.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import type { Status } from './report.js'
import { describeProblems, findProblems } from './schema.js'
import { validateRecipe } from './validators/recipe.js'

/** A text, an integer, a list, a name (`$seed`), or an operation with its arguments. */
export type Expression = string | number | readonly Expression[] | { readonly [name: string]: Expression }

/** The declared type of a published value. */
export type InputType =
  | {
      /** Bytes as text. */
      readonly type: 'bytes'
      /** Hex digits of either case, the same after `0x`, or base64. */
      readonly encoding: 'hex' | '0x' | 'base64'
      /** Exact number of bytes; absent: any. */
      readonly length?: number
    }
  | {
      /** 64 hex digits, bare or after `sha256:`. */
      readonly type: 'sha256'
    }
  | {
      /** Any text. */
      readonly type: 'text'
    }
  | {
      /** An integer; beyond 2^53 − 1 as decimal text. */
      readonly type: 'integer'
      /** The least allowed; absent: any, also a negative one. */
      readonly minimum?: number
    }
  | {
      /** Decimal text, read as the nearest IEEE 754 double. */
      readonly type: 'float'
    }
  | {
      /** RFC 3339. */
      readonly type: 'time'
    }
  | {
      /** A drand beacon: round, randomness, signature. */
      readonly type: 'drand'
      /** Its chain: a built-in one by name, or a chain info. */
      readonly chain: string | object
    }
  | {
      /** A JSON array. */
      readonly type: 'list'
      /** The type of every item. */
      readonly of: InputType
    }
  | {
      /** A JSON array of objects with the same members. */
      readonly type: 'table'
      /** The types of the members, by name. */
      readonly columns: Readonly<Record<string, InputType>>
    }

/** A published value as a recipe declares it. */
export type Input = InputType & {
  /** A description of a few words that can follow "the": `ticket list`. */
  readonly title: string
  /** True: list items should be distinct. False: a winner may win again. */
  readonly distinct?: boolean
  /** No claim checks it, and the report says so. */
  readonly informational?: true
  /** From a public source that the organiser does not control. */
  readonly public?: true
  /** The maker of such a value: `the miner of the block`. */
  readonly by?: string
  /** The input that identifies it, such as the height of the block. */
  readonly which?: string
  /**
   * Bytes: the hash of a block of this chain, with the height in `which`: `bitcoin`, `ethereum`, or another.
   */
  readonly block?: string
  /** Published before the random number can be known; for a public source, its identity is. */
  readonly committed?: true
  /** The platform's stated order of the list. */
  readonly order?: string
  /** Personal data, plain or hashed without salt. */
  readonly personal?: 'plain' | 'hashed'
  /** The evidence that would prove the value, if a claim says that the record alone cannot. */
  readonly proof?: string
}

/** A condition that must hold, with `says` as a sentence. */
export type RecipeClaim = { readonly id: string; readonly says: string } & (
  | { readonly equal: readonly [computed: Expression, published: Expression] }
  | { readonly holds: readonly [smaller: Expression, relation: '<' | '<=', larger: Expression] }
  | { readonly verified: string }
  | {
      readonly signed: {
        /** May be omitted with `trusted`: then the trust file has the algorithm. */
        readonly algorithm?: string
        /** The key itself or, instead, the owner of the key in the auditor's trust file. */
        readonly key?: Expression
        readonly trusted?: string
        /** With `trusted`: the text with which the draw names one of the signer's keys. */
        readonly key_id?: Expression
        readonly message: Expression
        readonly signature: Expression
        readonly encoding?: 'compact' | 'der'
        readonly low_s?: boolean
      }
    }
  | {
      readonly vrf: {
        /** One of `vrfSuites`. */
        readonly suite: string
        /** As for `signed`. */
        readonly key?: Expression
        readonly trusted?: string
        readonly key_id?: Expression
        /** The input of the function. */
        readonly alpha: Expression
        readonly proof: Expression
        /** The published output. */
        readonly output: Expression
      }
    }
)

export interface RecipeDocument {
  readonly recipe: 'drawaudit/v1'
  readonly name: string
  readonly title: string
  /** The organiser's description of the method. */
  readonly source: string
  /** Gaps in the organiser's description, and how they were filled. */
  readonly notes?: readonly string[]
  readonly inputs: Readonly<Record<string, Input>>
  /** Shared expressions; each may call only earlier ones. */
  readonly functions?: Readonly<Record<string, FunctionOf>>
  readonly steps: Readonly<Record<string, Expression>>
  readonly claims: readonly RecipeClaim[]
  readonly series?: Series
  readonly commitment?: CommitmentPlace
  readonly examples?: readonly RecipeExample[]
}

/** A named expression with parameters: `{ "leaf": ["$ticket", "$nonce"] }` calls it. */
export interface FunctionOf {
  /** The parameter names. */
  readonly of: readonly string[]
  readonly is: Expression
}

/** Relations between the draws of one organiser; inputs by name. */
export interface Series {
  /** Unique to each draw. */
  readonly id?: string
  /** Counts the draws consecutively. */
  readonly number?: string
  /** A winner does not win again. */
  readonly winners?: 'distinct'
  /** The list is the same in every draw. */
  readonly entries?: 'same'
}

/** Where the platform publishes its commitments before the draw. */
export interface CommitmentPlace {
  /** URL template of a JSON document, with inputs in braces: `https://raffles.example/draws/{draw_id}`. */
  readonly at: string
  /** JSON pointers into that document, by committed input; for a drand round `NAME.round`. */
  readonly values: Readonly<Record<string, string>>
}

/** An example draw in the recipe file. */
export interface RecipeExample {
  /** What the example shows. */
  readonly title: string
  /** The published values, by the names of the inputs. */
  readonly published: Readonly<Record<string, JsonValue>>
  /** Expected results that differ from a good draw's. */
  readonly ends?: Readonly<Record<string, Status>>
}

/**
 * Reads the form of a recipe; `recipe/recipe.ts` reads the rest.
 *
 * @throws DrawauditError `recipe-schema` with everything that its schema (schemas/recipe.json) refuses.
 */
export function parseRecipeDocument(value: unknown): RecipeDocument {
  const problems = findProblems(validateRecipe, value)
  if (problems.length === 0) return value as RecipeDocument
  throw new DrawauditError('recipe-schema', `not a recipe: ${describeProblems(problems)}`, {
    where: { pointer: problems[0]?.pointer ?? '' },
    hint: 'docs/RECIPES.md shows how a recipe is written',
  })
}
