/**
 * Unpublished parts of messages that follow from published values: a list as text, the hash of a list, of a
 * value, or of two values.
 *
 * @packageDocumentation
 */
import { encodeHex, encodeUtf8 } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import type { Expression } from '../../model/recipe.js'
import type { Case, ListVariable, Scope } from '../values/scope.js'
import type { Form } from './forms.js'
import { computeDigest, expressDigest, describeDigest, referencesOf, type DigestFormula } from './formula.js'
import type { Ingredient } from './ingredients.js'
import { objectForms } from './objects.js'
import { likelyForms } from './list-texts.js'

/** Max values hashed in pairs. */
const mostPaired = 6

const pairSeparators = [':', '', '-', '|', ',']

/** Max values tried as members of objects. */
const mostInObjects = 10

/** Max bytes of a list that is part of a message, and of one in a message with several other parts. */
export const longestList = 1_048_576
const longestAmongMany = 65_536

/** Max forms of a long list. */
const mostOfLong = 12

/** Parts made of the lists and values of a scope. */
export function madeOf(
  scope: Scope,
  ingredients: readonly Ingredient[],
  engine: Engine,
): readonly Ingredient[] {
  const lists = scope.kind === 'row' ? [] : scope.lists
  return [
    ...lists.map(list => listIngredient(list, engine)),
    ...(scope.kind === 'draw' ? [objectIngredient(scope, ingredients)] : []),
    ...hashedIngredients(scope, ingredients, engine),
  ]
}

/** Objects of several values, each a whole message. */
function objectIngredient(scope: Scope, ingredients: readonly Ingredient[]): Ingredient {
  const likely = [...ingredients].filter(({ kind }) => kind !== 'made').sort((a, b) => a.rank - b.rank)
  const references = new Set(
    likely
      .slice(0, mostInObjects)
      .flatMap(({ forms }) => [...forms.values()].flatMap(({ reference }) => reference ?? [])),
  )
  const values = scope.variables.filter(({ reference }) => references.has(reference))
  let known: readonly Form[] | undefined
  return {
    kind: 'made',
    isTurned: false,
    rank: 6,
    forms: new Map(),
    made: (as, size) => (as === 'text' && size === 1 ? (known ??= objectForms(scope, values)) : []),
  }
}

function listIngredient(list: ListVariable, engine: Engine): Ingredient {
  let known: readonly Form[] | undefined
  const plain = (): readonly Form[] => (known ??= likelyForms(list).map(remembered))
  const digests = formsOfDigests(() => plain().map(hashOf), engine)
  return {
    kind: 'made',
    isTurned: false,
    rank: 6,
    forms: new Map(),
    made: (as, size, at) => [...inMessages(plain(), size, at), ...digests(as)],
  }
}

/** Forms that are short enough for a message of this many parts. */
function inMessages(forms: readonly Form[], size: number, at: Case): readonly Form[] {
  const longest = forms[0]?.bytes(at)?.length ?? Infinity
  // A list alone is tried elsewhere.
  if (size < 2 || longest > longestList || (longest > longestAmongMany && size > 2)) return []
  return longest > longestAmongMany ? forms.slice(0, mostOfLong) : forms
}

/** SHA-256 of each value, and of each pair of likely ones. */
function hashedIngredients(
  scope: Scope,
  ingredients: readonly Ingredient[],
  engine: Engine,
): readonly Ingredient[] {
  const shared = ingredients.filter(({ isTurned, kind }) => !isTurned && kind !== 'made')
  const likely = [...shared].sort((a, b) => a.rank - b.rank).slice(0, mostPaired)
  const single = (ingredient: Ingredient): readonly DigestFormula[] =>
    ingredient.kind === 'hex' || ingredient.kind === 'text' ? styled(ingredient).map(hashOf) : []
  const pairs = likely.flatMap(a =>
    likely.flatMap(b => (a === b ? [] : pairSeparators.flatMap(separator => joined(a, b, separator)))),
  )
  const hashed = likely.map((ingredient): Ingredient => {
    const forms = formsOfDigests(() => single(ingredient), engine)
    return { kind: 'made', isTurned: false, rank: 6, forms: new Map(), made: as => forms(as) }
  })
  if (pairs.length === 0) return hashed
  const forms = formsOfDigests(() => pairs, engine)
  const ofPairs: Ingredient = {
    kind: 'made',
    isTurned: false,
    rank: 7,
    forms: new Map(),
    made: (as, size) => (size > 2 ? [] : forms(as)),
  }
  return [...hashed, ofPairs]
}

/** As published, and as bytes. */
function styled({ forms }: Ingredient): readonly Form[] {
  return (['text', 'decimal', 'bytes'] as const).flatMap(name => forms.get(name) ?? [])
}

/** Both as text, and if possible both as bytes. */
function joined(a: Ingredient, b: Ingredient, separator: string): readonly DigestFormula[] {
  const text = ({ forms }: Ingredient): Form | undefined => forms.get('text') ?? forms.get('decimal')
  const bytes = ({ forms }: Ingredient): Form | undefined => forms.get('bytes')
  const ways = [[text(a), text(b)], bytes(a) || bytes(b) ? [bytes(a) ?? text(a), bytes(b) ?? text(b)] : []]
  return ways.flatMap(parts => {
    const given = parts.filter(part => part !== undefined)
    return given.length < 2 ? [] : [{ algorithm: 'sha256' as const, parts: given, separator }]
  })
}

const hashOf = (part: Form): DigestFormula => ({ algorithm: 'sha256', parts: [part], separator: '' })

/** Digests as parts of messages, as hex text or bytes. */
function formsOfDigests(
  formulas: () => readonly DigestFormula[],
  engine: Engine,
): (as: 'text' | 'bytes') => readonly Form[] {
  const known = new Map<string, readonly Form[]>()
  return as => {
    const found = known.get(as) ?? formulas().map(formula => digestForm(formula, as, engine))
    known.set(as, found)
    return found
  }
}

/** A digest as a part of a message. */
export function digestForm(formula: DigestFormula, as: 'text' | 'bytes', engine: Engine): Form {
  const digest = expressDigest(formula)
  const text: Expression = { text_hex: digest }
  const read = rememberedRead(at => computeDigest(formula, at, engine))
  const uses = referencesOf(formula)
  const says = `(${describeDigest(formula)})`
  if (as === 'bytes')
    return { name: 'bytes', uses, says: `${says} as bytes`, expression: digest, bytes: read }
  return {
    name: 'text',
    uses,
    says: `${says} as hex text`,
    expression: { bytes_utf8: text },
    text,
    bytes: rememberedRead(at => {
      const bytes = read(at)
      return bytes && encodeUtf8(encodeHex(bytes))
    }),
  }
}

/** Cached, since turns and rows of a draw share its lists. */
function remembered(form: Form): Form {
  let last: { readonly lists: Case['lists']; readonly bytes: Uint8Array | undefined } | undefined
  const bytes: Form['bytes'] = at => {
    if (last?.lists !== at.lists) last = { lists: at.lists, bytes: form.bytes(at) }
    return last.bytes
  }
  return { ...form, bytes }
}

/** Cached, since the searched case is read repeatedly. */
function rememberedRead(read: Form['bytes']): Form['bytes'] {
  let last: { readonly at: Case; readonly bytes: Uint8Array | undefined } | undefined
  return at => {
    if (last?.at !== at) last = { at, bytes: read(at) }
    return last.bytes
  }
}
