/**
 * A recipe as it stands in its file. `recipe/recipe.ts` reads what it means.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import type { Status } from './report.js'
import { describeProblems, findProblems } from './schema.js'
import { validateRecipe } from './validators/recipe.js'

/** Text, a whole number, a list, a name (`$seed`), or an operation with its arguments. */
export type Expression = string | number | readonly Expression[] | { readonly [name: string]: Expression }

/** What a published value is, before anything is computed. */
export type InputType =
  | { readonly type: 'bytes'; readonly encoding: 'hex' | '0x' | 'base64'; readonly length?: number }
  | { readonly type: 'sha256' }
  | { readonly type: 'text' }
  | { readonly type: 'integer'; readonly minimum?: number }
  | { readonly type: 'float' }
  | { readonly type: 'time' }
  | { readonly type: 'drand'; readonly chain: string | object }
  | { readonly type: 'list'; readonly of: InputType }
  | { readonly type: 'table'; readonly columns: Readonly<Record<string, InputType>> }

export type Input = InputType & {
  /** What the value is, in a few words that can follow "the": `ticket list`. */
  readonly title: string
  /** True: no two items of the list should be the same. False: who won may win again. */
  readonly distinct?: boolean
  /** Nothing checks it: the report says so. */
  readonly informational?: true
  /** The value comes from a public source that the organiser does not control. */
  readonly public?: true
  /** Who makes such a value: `the miner of the block`. */
  readonly by?: string
  /** The input that says which one it is, such as the height of the block. */
  readonly which?: string
  /** Bytes: it is the hash of a block of this chain, whose height `which` names: `bitcoin`, `ethereum`, or another. */
  readonly block?: string
  /** The platform publishes it before the random number can be known; of a public source, which one it will be. */
  readonly committed?: true
  /** The order that the platform says the list is in. */
  readonly order?: string
  /** Personal data, or a hash of it without a salt. */
  readonly personal?: 'plain' | 'hashed'
  /** What would prove the value, where a claim says that the record alone cannot. */
  readonly proof?: string
}

/** One thing that must hold, as one sentence in `says`. */
export type RecipeClaim = { readonly id: string; readonly says: string } & (
  | { readonly equal: readonly [computed: Expression, published: Expression] }
  | { readonly holds: readonly [smaller: Expression, relation: '<' | '<=', larger: Expression] }
  | { readonly verified: string }
  | {
      readonly signed: {
        /** May be left out with `trusted`: then the trust file says how its keys sign. */
        readonly algorithm?: string
        /** The key itself, or, in its place, whose key the auditor's trust file has to hold. */
        readonly key?: Expression
        readonly trusted?: string
        /** With `trusted`: the text by which the draw names one of the signer's keys. */
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
        /** As of `signed`. */
        readonly key?: Expression
        readonly trusted?: string
        readonly key_id?: Expression
        /** What the function was asked for. */
        readonly alpha: Expression
        readonly proof: Expression
        /** What was published as its output. */
        readonly output: Expression
      }
    }
)

export interface RecipeDocument {
  readonly recipe: 'drawaudit/v1'
  readonly name: string
  readonly title: string
  /** Where the organiser describes the method. */
  readonly source: string
  /** What the organiser left unsaid, and how it was settled. */
  readonly notes?: readonly string[]
  readonly inputs: Readonly<Record<string, Input>>
  /** Expressions that several steps share, in an order in which each calls those before it alone. */
  readonly functions?: Readonly<Record<string, FunctionOf>>
  readonly steps: Readonly<Record<string, Expression>>
  readonly claims: readonly RecipeClaim[]
  readonly series?: Series
  readonly commitment?: CommitmentPlace
  readonly examples?: readonly RecipeExample[]
}

/** An expression with names of its own: `{ "leaf": ["$ticket", "$nonce"] }` calls it. */
export interface FunctionOf {
  /** The names of what it is given. */
  readonly of: readonly string[]
  readonly is: Expression
}

/** What the draws of one organiser have to do with each other; inputs by name. */
export interface Series {
  /** No two draws share it. */
  readonly id?: string
  /** Counts the draws, one by one. */
  readonly number?: string
  /** Who won once does not win again. */
  readonly winners?: 'distinct'
  /** The list is the same in every draw. */
  readonly entries?: 'same'
}

/** Where the platform publishes, before the draw, what it cannot change any more. */
export interface CommitmentPlace {
  /** The URL of a JSON document, with inputs in braces: `https://raffles.example/draws/{draw_id}`. */
  readonly at: string
  /** JSON pointers into that document, by the names of committed inputs; of a drand round `NAME.round`. */
  readonly values: Readonly<Record<string, string>>
}

/** A draw in the recipe's own file. */
export interface RecipeExample {
  readonly title: string
  readonly published: Readonly<Record<string, JsonValue>>
  /** Claims that end otherwise than a good draw's. */
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
