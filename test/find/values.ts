/**
 * Draws to search in: real ones without the name of their recipe, and made-up ones.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { findRecipe, type FindOptions, type FoundRecipe } from '../../src/find/find-recipe.js'
import { native } from '../../src/native/engine.js'

const folder = new URL('../../fixtures/', import.meta.url)

type Values = Readonly<Record<string, JsonValue>>

/** The published values of a sample or of a draw, and nothing else. */
export function valuesOf(path: string): Values {
  const document = parseJson(readFileSync(new URL(path, folder))) as { readonly published: Values }
  return document.published
}

/** Those of every real draw of a platform. */
export function drawsOf(platform: string): readonly Values[] {
  return readdirSync(new URL(`draws/${platform}`, folder)).map(file => valuesOf(`draws/${platform}/${file}`))
}

/** The same values under names that say nothing. */
export function unnamed(values: Values): Values {
  return Object.fromEntries(Object.values(values).map((value, index) => [`v${index}`, value]))
}

/** The same values in another order. */
export function reversed(values: Values): Values {
  return Object.fromEntries(Object.entries(values).reverse())
}

export function find(value: JsonValue, options: Partial<FindOptions> = {}): FoundRecipe {
  return findRecipe(value, {
    engine: native,
    most: 3_000_000,
    milliseconds: 60_000,
    now: () => performance.now(),
    ...options,
  })
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What each explained value is, by name. */
export function explanations({ search }: FoundRecipe): Readonly<Record<string, number>> {
  return Object.fromEntries(
    search.scopes.flatMap(({ digests, derived, fit }) => [
      ...digests.map(({ target, evidence }) => [target.reference, Math.floor(evidence.bits)] as const),
      ...derived.map(({ result }) => [result.reference, 0] as const),
      ...(fit?.results ?? []).map(
        ({ result }) => [result.reference, Math.floor(fit?.evidence.bits ?? 0)] as const,
      ),
    ]),
  )
}
