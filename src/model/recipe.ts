/**
 * A recipe as it stands in its file. `recipe/recipe.ts` reads what it means.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { describeProblems, findProblems } from './schema.js'
import { validateRecipe } from './validators.js'

/** Text, a whole number, a list, a name (`$seed`), or an operation with its arguments. */
export type Expression = string | number | readonly Expression[] | { readonly [name: string]: Expression }

/** What a published value is, before anything is computed. */
export type InputType =
  | { readonly type: 'bytes'; readonly encoding: 'hex' | 'base64'; readonly length?: number }
  | { readonly type: 'sha256' }
  | { readonly type: 'text' }
  | { readonly type: 'integer'; readonly minimum?: number }
  | { readonly type: 'time' }
  | { readonly type: 'drand'; readonly chain: string | object }
  | { readonly type: 'list'; readonly of: InputType }
  | { readonly type: 'table'; readonly columns: Readonly<Record<string, InputType>> }

export type Input = InputType & {
  /** What the value is, in a few words that can follow "the": `ticket list`. */
  readonly title: string
  /** No two items of the list should be the same: the report says where they are. */
  readonly distinct?: true
  /** Nothing checks it: the report says so. */
  readonly informational?: true
  /** The value comes from a public source that the organiser does not control. */
  readonly public?: true
  /** What would prove the value, where a claim says that the record alone cannot. */
  readonly proof?: string
}

/** One thing that must hold, as one sentence in `says`. */
export type RecipeClaim = { readonly id: string; readonly says: string } & (
  | { readonly equal: readonly [computed: Expression, published: Expression] }
  | { readonly verified: string }
  | {
      readonly signed: {
        readonly algorithm: string
        readonly key: Expression
        readonly message: Expression
        readonly signature: Expression
        readonly encoding?: 'compact' | 'der'
        readonly low_s?: boolean
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
  readonly steps: Readonly<Record<string, Expression>>
  readonly claims: readonly RecipeClaim[]
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
