/**
 * Carries out one plan on the first case of a scope: hashes every message.
 *
 * @packageDocumentation
 */
import { concatBytes, encodeUtf8, hexDigits } from '../../core/encoding.js'
import type { SearchRun } from './bound.js'
import { textForm, type Form, type FormName } from '../formulas/forms.js'
import { hmac, type HmacAlgorithm } from '../../core/hmac.js'
import { computeDigest, joinedForm, type DigestFormula } from '../formulas/formula.js'
import type { Ingredient } from '../formulas/ingredients.js'
import { longestList } from '../formulas/made.js'
import { createBufferedMac } from './mac.js'
import { constants, tags, type MessagePlan, type WritingStyle } from './plans.js'
import type { Case } from '../values/scope.js'
import { longestMessage, walk, type MessagePiece } from './walk.js'

/** Called with every digest; its formula is made only on demand. */
export type DigestObserver = (digest: Uint8Array, formula: () => DigestFormula) => void

/** What messages are made of. */
export interface Material {
  readonly ingredients: readonly Ingredient[]
  /** The case whose values are hashed. */
  readonly at: Case
}

/** Marks of a piece, as bits: a message that lacks a mark of its style was tried before. */
const marks = { changed: 1, otherwise: 2, turned: 4, constant: 8, made: 16, tag: 32 } as const

/** State shared by all messages of a plan. */
interface PlanTrial {
  readonly plan: MessagePlan
  readonly at: Case
  readonly run: Pick<SearchRun, 'engine' | 'bound'>
  readonly observe: DigestObserver
  /** Marks that a message must have, as bits. */
  readonly needed: number
  readonly buffer: Uint8Array
}

/** @returns false once the limit is reached. */
export function tryPlan(
  plan: MessagePlan,
  { ingredients, at }: Material,
  run: PlanTrial['run'],
  observe: DigestObserver,
): boolean {
  const values = choosePool(
    ingredients.filter(({ kind }) => kind !== 'made'),
    plan.pool,
  )
  const made = plan.hasMade === true ? ingredients.filter(({ kind }) => kind === 'made') : []
  if (plan.hasMade === true && made.length === 0) return true
  const isTaggable = ({ kind, isTurned }: Ingredient): boolean => isTurned && kind === 'integer'
  if (plan.hasTag === true && !values.some(isTaggable)) return true
  const pool = [...values, ...made]
  const buffer = new Uint8Array(plan.hasMade === true ? longestMessage + longestList : longestMessage)
  const trial: PlanTrial = { plan, at, run, observe, needed: marksNeeded(plan, pool), buffer }
  if (plan.isDerived === true) return tryDerived(trial, pool)
  if (plan.keyParts !== undefined) return tryJoinedKeys(trial, pool, plan.keyParts)
  if (plan.hasMadeKey === true) {
    return ingredients
      .filter(({ kind }) => kind === 'made')
      .flatMap(({ made }) => made?.('bytes', 1, at) ?? [])
      .every(key => tryMessages(trial, values, key))
  }
  if (!plan.isKeyed) return tryMessages(trial, pool)
  return pool.every(ingredient => {
    const others = pool.filter(other => other !== ingredient)
    return keysOf(ingredient).every(key => tryMessages(trial, others, key))
  })
}

/** HKDF of each value, with every other value, or none, as salt and as info. */
function tryDerived(trial: PlanTrial, parts: readonly Ingredient[]): boolean {
  const { plan, at, run, observe, needed } = trial
  const { algorithm } = plan
  const pieces = parts.flatMap(part => piecesOf(part, plan, at))
  const isOther = (one: MessagePiece, other: MessagePiece | undefined): boolean =>
    other === undefined || one.form.reference === undefined || one.form.reference !== other.form.reference
  const optional = [undefined, ...pieces]
  for (const key of pieces) {
    // Turn counters are not secrets.
    if ((key.mark & marks.turned) !== 0) continue
    for (const salt of optional.filter(one => isOther(key, one))) {
      for (const info of optional.filter(one => isOther(key, one))) {
        const marked = key.mark | (salt?.mark ?? 0) | (info?.mark ?? 0)
        if ((marked & needed) !== needed || (info !== undefined && !isOther(info, salt))) continue
        const formula = (): DigestFormula => ({
          algorithm,
          parts: [key.form],
          separator: '',
          derived: { ...(salt && { salt: salt.form }), ...(info && { info: info.form }) },
        })
        const digest = computeDigest(formula(), at, run.engine)
        if (digest !== undefined) observe(digest, formula)
        if (!run.bound.spend()) return false
      }
    }
  }
  return true
}

/** HMAC of each value under several joined others. */
function tryJoinedKeys(trial: PlanTrial, parts: readonly Ingredient[], size: number): boolean {
  const { plan, at, run, observe, needed } = trial
  const { algorithm } = plan
  const choices = parts.map(part => piecesOf(part, plan, at))
  const buffer = new Uint8Array(longestMessage)
  return plan.separators.every(separator => {
    const keys = { choices, size, order: plan.order, separator: encodeUtf8(separator), needed: 0 }
    return walk(keys, buffer, 0, (end, pieces) => {
      const marked = pieces.slice(0, size).reduce((sum, { mark }) => sum | mark, 0)
      const keyParts = pieces.slice(0, size).map(({ form }) => form)
      const key = buffer.slice(0, end)
      for (const [index, choice] of choices.entries()) {
        for (const { form, bytes, mark } of choice) {
          if (((marked | mark) & needed) !== needed) continue
          if (keyParts.some(({ reference }) => reference === form.reference)) continue
          const digest = hmac(run.engine, algorithm as HmacAlgorithm, key, bytes)
          observe(digest, () => ({
            algorithm,
            key: joinedForm(keyParts, separator),
            parts: [form],
            separator: '',
          }))
          if (!run.bound.spend(end + bytes.length + index)) return false
        }
      }
      return true
    })
  })
}

/** Hashes every message of these parts, with the key if there is one. */
function tryMessages(trial: PlanTrial, parts: readonly Ingredient[], key?: Form): boolean {
  const { plan, at, run, observe, needed, buffer } = trial
  const { algorithm, again, size, order, isAround, isSpelled } = plan
  const { engine, bound } = run
  const choices = parts.map(part => piecesOf(part, plan, at))
  if (plan.hasConstant === true) choices.push(constantPieces(at))
  const keyBytes = key?.bytes(at)
  const mac = keyBytes && createBufferedMac(engine, algorithm, keyBytes, buffer)

  return plan.separators.every(separator => {
    const messages = { choices, size, order, separator: encodeUtf8(separator), needed, once: marks.made }
    return walk(messages, buffer, mac?.start ?? 0, (last, pieces) => {
      const end = isAround === true ? repeatFirst(buffer, last, pieces, messages.separator) : last
      const written = buffer.subarray(0, end)
      const message = isSpelled === true ? hexDigits(written) : written
      let digest = mac === undefined ? engine.hash(algorithm, message) : mac.end(message)
      if (again !== undefined) digest = engine.hash(algorithm, again === 'hex' ? hexDigits(digest) : digest)
      observe(digest, () => ({
        algorithm,
        parts: [...pieces.slice(0, size), ...(isAround === true ? pieces.slice(0, 1) : [])].map(
          ({ form }) => form,
        ),
        separator,
        ...(isSpelled && { isSpelled }),
        ...(key && { key }),
        ...(again && { again }),
      }))
      return bound.spend(end)
    })
  })
}

/** Repeats the first part at the end, if it fits; returns the new end. */
function repeatFirst(
  buffer: Uint8Array,
  end: number,
  [first]: readonly MessagePiece[],
  separator: Uint8Array,
): number {
  const bytes = first?.bytes ?? new Uint8Array()
  if (end + separator.length + bytes.length > buffer.length) return end
  buffer.set(separator, end)
  buffer.set(bytes, end + separator.length)
  return end + separator.length + bytes.length
}

/** The likely values, in published order. */
function choosePool(ingredients: readonly Ingredient[], count: number): readonly Ingredient[] {
  if (ingredients.length <= count) return ingredients
  const chosen = new Set([...ingredients].sort((a, b) => a.rank - b.rank).slice(0, count))
  return ingredients.filter(ingredient => chosen.has(ingredient))
}

/** Forms of a value as a key. */
function keysOf({ isTurned, kind, forms }: Ingredient): readonly Form[] {
  if (isTurned) return []
  const names = kind === 'hex' ? (['text', 'bytes'] as const) : (['text', 'decimal'] as const)
  return names.flatMap(name => forms.get(name) ?? [])
}

/** Marks without which a message would repeat one of another style. */
function marksNeeded(
  { style, hasConstant, hasMade, hasTag }: MessagePlan,
  pool: readonly Ingredient[],
): number {
  const ofTurn = pool.some(({ isTurned }) => isTurned) ? marks.turned : 0
  const ofPlan =
    (hasConstant === true ? marks.constant : 0) |
    (hasMade === true ? marks.made : 0) |
    (hasTag === true ? marks.tag : 0)
  return marksOfStyle(style) | ofTurn | ofPlan
}

function marksOfStyle({ hex, integer }: WritingStyle): number {
  if (hex === 'mixed') return marks.changed | marks.otherwise
  return hex === 'text' && integer === 'decimal' ? 0 : marks.changed
}

function piecesOf(
  { kind, isTurned, forms, made }: Ingredient,
  { style, size, hasTag, madeAs }: MessagePlan,
  at: Case,
): readonly MessagePiece[] {
  const { hex, integer } = style
  const turn = isTurned ? marks.turned : 0
  const piece = (name: FormName, mark: number): readonly MessagePiece[] => {
    const form = forms.get(name)
    return form === undefined ? [] : pieceOf(form, at, mark | turn)
  }
  switch (kind) {
    case 'hex':
      if (hex === 'mixed') return [...piece('text', marks.changed), ...piece('bytes', marks.otherwise)]
      return piece(hex, integer === 'decimal' && hex !== 'text' ? marks.changed : 0)
    case 'integer':
      if (hasTag === true && isTurned) return taggedPieces(forms.get('decimal'), at)
      return piece(integer, integer === 'decimal' ? 0 : marks.changed)
    case 'text':
      return [...piece('text', 0), ...piece('digit', 0)]
    case 'made': {
      const as = (hex === 'text') === (madeAs === undefined) ? 'text' : 'bytes'
      return (made?.(as, size, at) ?? []).flatMap(form => {
        const mark = marks.made | (form.name === 'bytes' ? marks.changed : 0)
        return pieceOf(form, at, mark, longestList)
      })
    }
  }
}

/** The turn number after a word. */
function taggedPieces(number: Form | undefined, at: Case): readonly MessagePiece[] {
  const text = number?.text
  if (number === undefined || text === undefined) return []
  return tags.flatMap(tag => {
    const form: Form = {
      ...number,
      says: `${JSON.stringify(tag)} and ${number.says}`,
      text: { join: [[tag, text], ''] },
      expression: { bytes_utf8: { join: [[tag, text], ''] } },
      bytes: one => {
        const digits = number.bytes(one)
        return digits && concatBytes(encodeUtf8(tag), digits)
      },
    }
    return pieceOf(form, at, marks.turned | marks.tag)
  })
}

function constantPieces(at: Case): readonly MessagePiece[] {
  const texts = constants.map(word =>
    textForm({ name: 'text', says: JSON.stringify(word), text: word, read: () => word }),
  )
  return [...texts, ...binaryConstants].flatMap(form => pieceOf(form, at, marks.constant))
}

/** A counter's first values, 0 and 1, in bytes. */
const binaryConstants = [0, 1].flatMap(number =>
  (['be', 'le'] as const).flatMap(order =>
    [1, 4, 8].flatMap((width): readonly Form[] => {
      if (order === 'le' && (width === 1 || number === 0)) return []
      const bytes = new Uint8Array(width)
      bytes[order === 'be' ? width - 1 : 0] = number
      return [
        {
          name: 'bytes',
          says: `${number} in ${width} ${width === 1 ? 'byte' : 'bytes'}, ${order === 'be' ? 'big' : 'little'}-endian`,
          expression: { [`bytes_${order}`]: [number, width] },
          bytes: () => bytes,
        },
      ]
    }),
  ),
)

/** Empty if the value is missing or too long; a value may fill a quarter of the longest message. */
function pieceOf(form: Form, at: Case, mark: number, longest = longestMessage / 4): readonly MessagePiece[] {
  const bytes = form.bytes(at)
  return bytes === undefined || bytes.length > longest ? [] : [{ form, bytes, mark }]
}
