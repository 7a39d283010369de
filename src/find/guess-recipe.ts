/**
 * The beginning of a recipe from one draw: what each published value probably is. A person corrects it, and writes the
 * steps.
 *
 * @packageDocumentation
 */
import { decodeHex, encodeHex, encodeUtf8 } from '../core/encoding.js'
import type { JsonValue } from '../core/json.js'
import { portable } from '../core/portable.js'
import { DrawauditError } from '../errors.js'
import type { Expression, Input, InputType, RecipeClaim, RecipeDocument } from '../model/recipe.js'
import { guessType, isTypeOf } from './guess-type.js'

/** Where a value comes from, as far as the recipe needs to know. */
export const roles = ['before', 'public', 'result', 'other'] as const

/** `before`: published before the draw; `public`: from a public source; `result`: follows from the others. */
export type Role = (typeof roles)[number]

/** A published value with what it is. */
export interface SketchedValue {
  readonly name: string
  readonly value: JsonValue
  readonly type: InputType
  readonly role: Role
}

export interface Sketch {
  /** A recipe's name. */
  readonly name: string
  readonly title: string
  readonly source: string
  /** Of the example. */
  readonly drawTitle: string
  readonly values: readonly SketchedValue[]
}

/**
 * What a value probably is.
 *
 * @throws DrawauditError `draw-value` for what no published value can be.
 */
export function sketchValue(name: string, value: JsonValue): SketchedValue {
  const type = guessType(name, value)
  return { name, value, type, role: guessRole(name, type) }
}

/** Whole words: what was withdrawn was not drawn. */
const resultWord = /(^|_)(winners?|winning|winn(er|ing)[a-z]+|results?|outcomes?|drawn)(_|$)/

function isTime(name: string, type: InputType): boolean {
  return type.type === 'time' || /(^|_)(at|on|dates?|times?|timestamp|deadline)(_|$)/.test(name)
}

function guessRole(name: string, type: InputType): Role {
  if (type.type === 'drand') return 'public'
  if (resultWord.test(name) && !/count|total|number_of/.test(name) && !isTime(name, type)) return 'result'
  if (/block|beacon|pulse|lottery/.test(name)) return 'public'
  return /hash|commit|digest/.test(name) ? 'before' : 'other'
}

/** Where nothing looks like a result, the last value is taken for it: a recipe has to claim something. */
export function withResult(values: readonly SketchedValue[]): readonly SketchedValue[] {
  if (values.some(({ role }) => role === 'result')) return values
  const last = values.findLast(({ name, type }) => type.type !== 'drand' && !isTime(name, type))
  return values.map(value => (value === last ? { ...value, role: 'result' as const } : value))
}

/** A name of a-z, 0-9 and _ for whatever a platform calls a value. */
export function nameInput(text: string): string {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
  return words.slice(0, 64) || 'value'
}

/** A name of a-z, 0-9 and - for a platform. */
export function nameRecipe(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-+|-+$/g, '').slice(0, 64) || 'my-platform'
}

/** A recipe that can be read, with notes where a person has to go on, and the draw inside as an example. */
export function writeSketch({ name, title, source, drawTitle, values }: Sketch): RecipeDocument {
  const ids = new Set<string>()
  const claims: RecipeClaim[] = []
  const steps: Record<string, Expression> = {}
  const committed = findCommitments(values)
  const used = new Set<string>()
  for (const { of, hash, computed } of committed) {
    const id = claimId(of, 'committed', ids)
    claims.push({
      id,
      says: `the ${wordsOf(of)} ${of.endsWith('s') ? 'are the ones' : 'is the one'} whose hash was published`,
      equal: [computed, `$${hash}`],
    })
    used.add(of).add(hash)
  }
  const results = values.filter(({ role }) => role === 'result')
  const open = values.filter(({ name, role }) => role !== 'result' && !used.has(name))
  for (const { name, type } of open) {
    const says =
      type.type === 'drand'
        ? 'the randomness is the one that drand published'
        : `TODO: what has to be shown of the ${wordsOf(name)}`
    const id = claimId(name, type.type === 'drand' ? 'genuine' : 'shown', ids)
    claims.push({ id, says, verified: `$${name}` })
  }
  for (const { name, type } of results) {
    const step = stepName(name, values, steps)
    steps[step] = placeholder(type)
    const id = ids.has('winner.derived') ? claimId(name, 'derived', ids) : claimId('winner', 'derived', ids)
    claims.push({
      id,
      says: `the ${wordsOf(name)} ${name.endsWith('s') ? 'follow' : 'follows'} from the published values`,
      equal: [`$${step}`, `$${name}`],
    })
  }
  return {
    recipe: 'drawaudit/v1',
    name,
    title,
    source,
    notes: writeNotes(
      committed.length > 0,
      values.filter(({ role }) => role === 'before').map(({ name }) => name),
      results.map(({ name }) => name),
    ),
    inputs: Object.fromEntries(values.map(value => [value.name, writeInput(value)])),
    steps,
    claims,
    examples: [
      { title: drawTitle, published: Object.fromEntries(values.map(({ name, value }) => [name, value])) },
    ],
  }
}

function writeNotes(
  hasCommitment: boolean,
  before: readonly string[],
  results: readonly string[],
): readonly string[] {
  return [
    ...(results.length === 0
      ? []
      : [
          `TODO: write the steps that lead to ${results.join(', ')}; what stands there only has the right type.`,
        ]),
    'TODO: replace each claim that only says "verified" by one that compares, where something can be compared.',
    ...(before.length === 0
      ? []
      : [
          `TODO: find out when ${before.join(', ')} ${before.length === 1 ? 'was' : 'were'} published; "committed" says before the draw: take it out where nothing shows that.`,
        ]),
    ...(hasCommitment ? ['The hash was found by trying: the example agrees with it.'] : []),
    'TODO: say here what the platform leaves out, and how it was settled.',
  ]
}

function writeInput({ name, type, role }: SketchedValue): Input {
  return {
    ...type,
    title: wordsOf(name),
    ...(role === 'before' && { committed: true }),
    ...(role === 'public' && type.type !== 'drand' && { public: true }),
  }
}

function wordsOf(name: string): string {
  return name.replace(/_/g, ' ')
}

/** An id of a claim that is about a value, told from those that are there by letters. */
function claimId(name: string, about: string, taken: Set<string>): string {
  const letters = name.replace(/[^a-z]/g, '')
  const candidates = ['', ...Array.from('abcdefghijklmnopqrstuvwxyz')].map(
    letter => `${letters}.${about}${letter && `_${letter}`}`,
  )
  const id =
    candidates.find(candidate => !taken.has(candidate)) ?? `${letters}.${about}_${'z'.repeat(taken.size)}`
  taken.add(id)
  return id
}

function stepName(
  name: string,
  values: readonly SketchedValue[],
  steps: Readonly<Record<string, Expression>>,
): string {
  const isTaken = (one: string): boolean =>
    Object.hasOwn(steps, one) || values.some(value => value.name === one)
  let step = `todo_${name}`.slice(0, 60)
  while (isTaken(step)) step += 'x'
  return step
}

/** A constant of a type. */
function placeholder(type: InputType): Expression {
  switch (type.type) {
    case 'text':
      return 'TODO'
    case 'integer':
      return 0
    case 'float':
      return { float: 0 }
    case 'time':
      return { time_rfc3339: '1970-01-01T00:00:00Z' }
    case 'bytes':
      return { bytes_hex: '00'.repeat(type.length ?? 1) }
    case 'sha256':
      return { sha256: { bytes_utf8: 'TODO' } }
    case 'list':
      return [placeholder(type.of)]
    case 'table':
      return [
        {
          row: Object.fromEntries(
            Object.entries(type.columns).map(([name, column]) => [name, placeholder(column)]),
          ),
        },
      ]
    case 'drand':
      throw new DrawauditError('internal', 'a beacon is no result of a draw')
  }
}

interface Commitment {
  readonly of: string
  readonly hash: string
  readonly computed: Expression
}

/** Hashes of a value that the example has, found by trying the usual ways of writing it. */
function findCommitments(values: readonly SketchedValue[]): readonly Commitment[] {
  const hashes = values.filter(({ type, role }) => role !== 'result' && isTypeOf(type, 'sha256'))
  return values.flatMap(({ name, value, type, role }): readonly Commitment[] => {
    if (role === 'result' || typeof value !== 'string') return []
    return waysToHash(name, value, type).flatMap(({ bytes, computed }) => {
      const digest = encodeHex(portable.hash('sha256', bytes))
      const hash = hashes.find(
        one =>
          one.name !== name && typeof one.value === 'string' && one.value.slice(-64).toLowerCase() === digest,
      )
      return hash === undefined ? [] : [{ of: name, hash: hash.name, computed }]
    })
  })
}

function waysToHash(
  name: string,
  value: string,
  type: InputType,
): readonly { readonly bytes: Uint8Array; readonly computed: Expression }[] {
  if (isTypeOf(type, 'text')) {
    return [{ bytes: encodeUtf8(value), computed: { sha256: { bytes_utf8: `$${name}` } } }]
  }
  if (type.type !== 'bytes' || type.encoding !== 'hex') return []
  const text = { sha256: { bytes_utf8: { text_hex: `$${name}` } } }
  return [
    { bytes: decodeHex(value), computed: { sha256: `$${name}` } },
    { bytes: encodeUtf8(value.toLowerCase()), computed: text },
  ]
}
