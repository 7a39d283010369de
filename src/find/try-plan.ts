/**
 * Carries out one plan on the first case of a scope: every message, hashed.
 *
 * @packageDocumentation
 */
import { hexDigits } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import type { Bound } from './bound.js'
import { textForm, type Form, type Ingredient } from './forms.js'
import type { DigestFormula } from './formula.js'
import { constants, type Plan, type Style } from './plans.js'
import type { Case } from './scope.js'
import { utf8 } from './shape.js'
import { longestMessage, walk, type Piece } from './walk.js'

/** Told every digest; the formula is made only when somebody asks for it. */
export type Observer = (digest: Uint8Array, formula: () => DigestFormula) => void

const changed = 1
const otherwise = 2
const turned = 4
const constant = 8

const blocks: Readonly<Record<string, number>> = { sha512: 128, 'sha3-256': 136, 'sha3-512': 72 }

/** @returns false when the bound is reached. */
export function tryPlan(
  plan: Plan,
  ingredients: readonly Ingredient[],
  at: Case,
  engine: Engine,
  bound: Bound,
  observe: Observer,
): boolean {
  const { algorithm, isKeyed, again, size, order, style } = plan
  const pool = choosePool(ingredients, plan.pool)
  const needsTurn = pool.some(({ isTurned }) => isTurned)
  const needed = markNeeded(style) | (needsTurn ? turned : 0) | (plan.hasConstant === true ? constant : 0)
  const buffer = new Uint8Array(longestMessage)

  const tryMessages = (parts: readonly Ingredient[], key?: Form): boolean => {
    const choices = parts.map(part => piecesOf(part, style, at))
    if (plan.hasConstant === true)
      choices.push(constants.map(word => pieceOf(constantForm(word), at, constant)).flat())
    const keyBytes = key?.bytes(at)
    const mac = keyBytes && createMac(engine, plan, keyBytes, buffer)
    return plan.separators.every(separator =>
      walk(
        { choices, size, order, separator: utf8(separator), needed },
        buffer,
        mac?.start ?? 0,
        (end, pieces) => {
          const message = buffer.subarray(0, end)
          let digest = mac === undefined ? engine.hash(algorithm, message) : mac.end(message)
          if (again !== undefined)
            digest = engine.hash(algorithm, again === 'hex' ? hexDigits(digest) : digest)
          observe(digest, () => ({
            algorithm,
            parts: pieces.slice(0, size).map(({ form }) => form),
            separator,
            ...(key && { key }),
            ...(again && { again }),
          }))
          return bound.spend(end)
        },
      ),
    )
  }

  if (!isKeyed) return tryMessages(pool)
  return pool.every(ingredient => {
    if (ingredient.isTurned) return true
    const rest = pool.filter(other => other !== ingredient)
    const keys = ingredient.kind === 'hex' ? (['text', 'bytes'] as const) : (['text', 'decimal'] as const)
    return keys.every(name => {
      const key = ingredient.forms.get(name)
      return key === undefined || tryMessages(rest, key)
    })
  })
}

/** The likely ones, in published order. */
function choosePool(ingredients: readonly Ingredient[], count: number): readonly Ingredient[] {
  if (ingredients.length <= count) return ingredients
  const chosen = new Set([...ingredients].sort((a, b) => a.rank - b.rank).slice(0, count))
  return ingredients.filter(ingredient => chosen.has(ingredient))
}

/** A style that nothing in a message shows would try again what another style tried. */
function markNeeded({ hex, integer }: Style): number {
  if (hex === 'mixed') return changed | otherwise
  return hex === 'text' && integer === 'decimal' ? 0 : changed
}

function piecesOf(
  { kind, isTurned, forms }: Ingredient,
  { hex, integer }: Style,
  at: Case,
): readonly Piece[] {
  const turn = isTurned ? turned : 0
  const piece = (name: Parameters<typeof forms.get>[0], mark: number): readonly Piece[] => {
    const form = forms.get(name)
    return form === undefined ? [] : pieceOf(form, at, mark | turn)
  }
  switch (kind) {
    case 'hex':
      if (hex === 'mixed') return [...piece('text', changed), ...piece('bytes', otherwise)]
      return piece(hex, integer === 'decimal' && hex !== 'text' ? changed : 0)
    case 'integer':
      return piece(integer, integer === 'decimal' ? 0 : changed)
    default:
      return piece('text', 0)
  }
}

function pieceOf(form: Form, at: Case, mark: number): readonly Piece[] {
  const bytes = form.bytes(at)
  return bytes === undefined || bytes.length > longestMessage / 4 ? [] : [{ form, bytes, mark }]
}

function constantForm(word: string): Form {
  return textForm('text', undefined, JSON.stringify(word), word, () => word)
}

/** HMAC over a message that stands in the buffer after the inner key: two hashes and no copy of the message. */
function createMac(
  engine: Engine,
  { algorithm }: Plan,
  key: Uint8Array,
  buffer: Uint8Array,
): { readonly start: number; readonly end: (message: Uint8Array) => Uint8Array } {
  const block = blocks[algorithm] ?? 64
  const padded = new Uint8Array(block)
  padded.set(key.length > block ? engine.hash(algorithm, key) : key)
  buffer.set(padded.map(byte => byte ^ 0x36)) // prettier-ignore
  const outer = new Uint8Array(block + 64)
  outer.set(padded.map(byte => byte ^ 0x5c)) // prettier-ignore
  return {
    start: block,
    end(message) {
      const inner = engine.hash(algorithm, message)
      outer.set(inner, block)
      return engine.hash(algorithm, outer.subarray(0, block + inner.length))
    },
  }
}
