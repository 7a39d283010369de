/**
 * Drafts a recipe from one draw: a guess of what each published value is. A person corrects it, and writes
 * the steps.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import type { Expression, Input, InputType, RecipeClaim, RecipeDocument } from '../model/recipe.js'
import { findCommitments, type FoundCommitment } from './find-commitments.js'
import { guessType } from './values/guess-type.js'
import {
  isCalledHash,
  isCalledOutcome,
  isCalledPublic,
  isCalledOrdinal,
  isCalledTime,
  nameAsWords,
} from './values/names.js'

/** Origins of a value, as far as they matter to the recipe. */
export const roles = ['before', 'public', 'result', 'other'] as const

/** `before`: published before the draw; `public`: from a public source; `result`: follows from the others. */
export type ValueRole = (typeof roles)[number]

/** A published value with its guessed type and role. */
export interface SketchedValue {
  readonly name: string
  readonly value: JsonValue
  readonly type: InputType
  readonly role: ValueRole
}

/** What is known about a platform before its recipe is written. */
export interface Sketch {
  /** Name of the recipe. */
  readonly name: string
  readonly title: string
  readonly source: string
  /** Title of the example draw. */
  readonly drawTitle: string
  readonly values: readonly SketchedValue[]
}

/**
 * Guesses the type and role of a value.
 *
 * @throws DrawauditError `draw-value` for a value that no recipe can declare.
 */
export function sketchValue(name: string, value: JsonValue): SketchedValue {
  const type = withLength(guessType(name, value), value)
  return { name, value, type, role: guessRole(name, type) }
}

/** Adds the length to 32-byte hex: digests and keys always have it. */
function withLength(type: InputType, value: JsonValue): InputType {
  if (type.type !== 'bytes' || type.encoding === 'base64' || typeof value !== 'string') return type
  return /^(?:0x)?[0-9a-f]{64}$/i.test(value) ? { ...type, length: 32 } : type
}

function guessRole(name: string, type: InputType): ValueRole {
  if (type.type === 'drand') return 'public'
  if (isCalledOutcome(name) && !isTime(name, type)) return 'result'
  // An integer identifies a block or round; it is not itself random.
  if (isCalledPublic(name)) return type.type === 'integer' || isCalledOrdinal(name) ? 'other' : 'public'
  return isCalledHash(name) ? 'before' : 'other'
}

function isTime(name: string, type: InputType): boolean {
  return type.type === 'time' || isCalledTime(name)
}

/** Makes the last value the result if no value looks like one: a recipe must claim something. */
export function withResult(values: readonly SketchedValue[]): readonly SketchedValue[] {
  if (values.some(({ role }) => role === 'result')) return values
  const last = values.findLast(({ name, type }) => type.type !== 'drand' && !isTime(name, type))
  return values.map(value => (value === last ? { ...value, role: 'result' as const } : value))
}

/** Writes a valid recipe with notes on what a person must complete, and the draw as its example. */
export function writeSketch({ name, title, source, drawTitle, values }: Sketch): RecipeDocument {
  const given = values.filter(({ role }) => role !== 'result')
  const results = values.filter(({ role }) => role === 'result')
  const commitments = findCommitments(given)
  const shown = new Set(commitments.flatMap(({ of, hash }) => [of, hash]))
  const steps = writeSteps(results, values)
  const winner = findWinner(results)
  const ids = new Set<string>()
  const claims = [
    ...commitments.map(commitment => claimCommitted(commitment, ids)),
    ...given.filter(({ name }) => !shown.has(name)).map(value => claimShown(value, ids)),
    ...results.map(({ name }, index) =>
      claimDerived(name, Object.keys(steps)[index] ?? '', { ids, isWinner: name === winner }),
    ),
  ]
  return {
    recipe: 'drawaudit/v1',
    name,
    title,
    source,
    notes: writeNotes(values, commitments.length > 0),
    inputs: Object.fromEntries(values.map(value => [value.name, writeInput(value)])),
    steps,
    claims,
    examples: [
      { title: drawTitle, published: Object.fromEntries(values.map(({ name, value }) => [name, value])) },
    ],
  }
}

/** One step per result, in order, as a placeholder of the right type. */
function writeSteps(
  results: readonly SketchedValue[],
  values: readonly SketchedValue[],
): Readonly<Record<string, Expression>> {
  const steps: Record<string, Expression> = {}
  for (const { name, type } of results) {
    let step = `todo_${name}`.slice(0, 60)
    while (Object.hasOwn(steps, step) || values.some(value => value.name === step)) step += 'x'
    steps[step] = placeholder(type)
  }
  return steps
}

function claimCommitted({ of, hash, computed }: FoundCommitment, ids: Set<string>): RecipeClaim {
  return {
    id: claimId(of, 'committed', ids),
    says: `the ${nameAsWords(of)} ${of.endsWith('s') ? 'are the ones' : 'is the one'} whose hash was published`,
    equal: [computed, `$${hash}`],
  }
}

function claimShown({ name, type }: SketchedValue, ids: Set<string>): RecipeClaim {
  if (type.type === 'drand') {
    const says = 'the randomness is the one that drand published'
    return { id: claimId(name, 'genuine', ids), says, verified: `$${name}` }
  }
  const says = `TODO: what has to be shown of the ${nameAsWords(name)}`
  return { id: claimId(name, 'shown', ids), says, verified: `$${name}` }
}

/** The winner by name, otherwise the first result. */
function findWinner(results: readonly SketchedValue[]): string | undefined {
  const names = results.map(({ name }) => name)
  return names.find(name => /^winn(?:er|ers|ing_tickets?)$/.test(name)) ?? names[0]
}

function claimDerived(
  name: string,
  step: string,
  { ids, isWinner }: { readonly ids: Set<string>; readonly isWinner: boolean },
): RecipeClaim {
  return {
    id: isWinner ? 'winner.derived' : claimId(name === 'winner' ? 'winners' : name, 'derived', ids),
    says: `the ${nameAsWords(name)} ${name.endsWith('s') ? 'follow' : 'follows'} from the published values`,
    equal: [`$${step}`, `$${name}`],
  }
}

/** A claim id for a value, made unique by letters. */
function claimId(name: string, about: string, taken: Set<string>): string {
  const base = `${name.replace(/[^a-z]/g, '')}.${about}`
  const candidates = [base, ...Array.from('abcdefghijklmnopqrstuvwxyz', letter => `${base}_${letter}`)]
  const id = candidates.find(candidate => !taken.has(candidate)) ?? `${base}_${'z'.repeat(taken.size)}`
  taken.add(id)
  return id
}

function writeNotes(values: readonly SketchedValue[], hasCommitment: boolean): readonly string[] {
  const namesOf = (role: ValueRole): readonly string[] =>
    values.filter(value => value.role === role).map(({ name }) => name)
  const results = namesOf('result')
  const before = namesOf('before')
  const notes: string[] = []
  if (results.length > 0) {
    notes.push(
      `TODO: write the steps that lead to ${results.join(', ')}; what stands there only has the right type.`,
    )
  }
  notes.push(
    'TODO: replace each claim that only says "verified" by one that compares, where something can be compared.',
  )
  if (before.length > 0) {
    const were = `${before.join(', ')} ${before.length === 1 ? 'was' : 'were'}`
    notes.push(
      `TODO: find out when ${were} published; "committed" says before the draw: take it out where nothing shows that.`,
    )
  }
  if (hasCommitment) notes.push('The hash was found by trying: the example agrees with it.')
  notes.push('TODO: say here what the platform leaves out, and how it was settled.')
  return notes
}

function writeInput({ name, type, role }: SketchedValue): Input {
  return {
    ...type,
    title: nameAsWords(name),
    ...(role === 'before' && { committed: true }),
    ...(role === 'public' && type.type !== 'drand' && { public: true }),
  }
}

/** A constant of the given type. */
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
    case 'table': {
      const cells = Object.entries(type.columns).map(([name, column]) => [name, placeholder(column)] as const)
      return [{ row: Object.fromEntries(cells) }]
    }
    case 'drand':
      throw new DrawauditError('internal', 'a beacon is no result of a draw')
  }
}
