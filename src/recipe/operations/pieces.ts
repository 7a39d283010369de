/**
 * Slices of text, bytes and lists, counted in UTF-16 units, bytes and items.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import { expectType, isArray, recipeError, type Compiled, type ExpressionPath } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import {
  bytes,
  describeType,
  integer,
  integerOf,
  itemSize,
  list,
  sizeOf,
  text,
  type Type,
  type Value,
} from '../value.js'
import { DrawauditError } from '../../errors.js'
import { operation, type Operation } from './define.js'
import { lengthOf, withLength } from './lengths.js'

const integerType = { kind: 'integer' } as const

/** A sliceable value. */
type Sequence = Extract<Value, { kind: 'text' | 'bytes' | 'list' }>

function expectSequence({ type }: Compiled, path: ExpressionPath): void {
  if (type.kind === 'text' || type.kind === 'bytes' || type.kind === 'list') return
  throw recipeError('recipe-type', path, `expected text, bytes or a list, found ${describeType(type)}`)
}

function sequenceOf(value: Value | undefined): Sequence {
  if (value?.kind === 'text' || value?.kind === 'bytes' || value?.kind === 'list') return value
  throw new DrawauditError('internal', `expected a sequence, found ${value?.kind}`)
}

function sizeOfSequence(whole: Sequence): number {
  return whole.kind === 'text'
    ? whole.text.length
    : whole.kind === 'bytes'
      ? whole.bytes.length
      : whole.items.length
}

/** A slice within the bounds. Bytes and text are not copied. */
function cut(whole: Sequence, start: number, end: number): Value {
  switch (whole.kind) {
    case 'text':
      return text(whole.text.slice(start, end))
    case 'bytes':
      return bytes(whole.bytes.subarray(start, end))
    case 'list':
      return list(whole.items.slice(start, end))
  }
}

function describeSequence(whole: Sequence): string {
  const size = sizeOfSequence(whole)
  switch (whole.kind) {
    case 'text':
      return `a text of ${size} characters`
    case 'bytes':
      return `${size} bytes`
    case 'list':
      return `a list of ${size}`
  }
}

/** Complete chunks from the beginning; a shorter rest is dropped. */
const chunks: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 2) {
    const found = isArray(args) ? `${args.length}` : 'one'
    throw recipeError('recipe-type', path, `${name} takes an array of 2 arguments, found ${found}`)
  }
  const [source, size] = args.map((arg, index) => compiler.read(arg, [...path, index], scope))
  if (source === undefined || size === undefined) throw new DrawauditError('internal', 'no arguments')
  expectSequence(source, [...path, 0])
  expectType(size, integerType, [...path, 1])
  const type: Type = { kind: 'list', of: pieceType(source.type, writtenNumber(args[1])) }
  return operation(name, [source, size], type, ([value, wanted = integer(0)], context) => {
    context.charge(turnCost)
    const whole = sequenceOf(value)
    const size = integerOf(wanted)
    const total = sizeOfSequence(whole)
    if (size < 1n || size > BigInt(total)) {
      const verb = whole.kind === 'bytes' ? 'have' : 'has'
      throw new ImpossibleStep(`${describeSequence(whole)} ${verb} no piece of ${size}`)
    }
    const width = Number(size)
    const pieces = Math.floor(total / width)
    context.charge((turnCost + (whole.kind === 'list' ? width / 4 : 0)) * pieces)
    const pieceSize = whole.kind === 'list' ? sizeOf(list([])) + itemSize * width : sizeOf(cut(whole, 0, 0))
    context.keep((itemSize + pieceSize) * pieces)
    return list(Array.from({ length: pieces }, (_, index) => cut(whole, index * width, (index + 1) * width)))
  })
}

/** The type of a piece of known length, in bytes or ASCII characters. */
function pieceType(type: Type, size: number): Type {
  if (type.kind === 'bytes') return withLength('bytes', size)
  return type.kind === 'text' ? withLength('text', lengthOf(type) >= size ? size : NaN) : type
}

/** An integer literal, or NaN. */
function writtenNumber(expression: Expression | undefined): number {
  return typeof expression === 'number' ? expression : NaN
}

/** A slice from one place to another; negative places count from the end. Places outside are not clamped. */
const slice: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length < 2 || args.length > 3) {
    throw recipeError(
      'recipe-type',
      path,
      `${name} takes an array of what to cut, a start and perhaps an end`,
    )
  }
  const parts = args.map((arg, index) => compiler.read(arg, [...path, index], scope))
  const [source, ...places] = parts
  if (source === undefined) throw new DrawauditError('internal', 'no arguments')
  expectSequence(source, [...path, 0])
  places.forEach((place, index) => {
    expectType(place, integerType, [...path, index + 1])
  })
  const end = args[2] === undefined ? undefined : writtenNumber(args[2])
  const type = sliceType(source.type, writtenNumber(args[1]), end, path)
  const run = ([value, ...positions]: readonly Value[], context: Context): Value => {
    context.charge(turnCost + 16)
    const whole = sequenceOf(value)
    const [start = 0, end = sizeOfSequence(whole)] = positions.map(position =>
      placeIn(whole, integerOf(position)),
    )
    if (start > end) throw new ImpossibleStep(`place ${start} is after place ${end}`)
    if (whole.kind === 'list') chargeItems(end - start, context)
    return cut(whole, start, end)
  }
  return operation(name, parts, type, run, true)
}

function chargeItems(count: number, context: Context): void {
  context.charge(count / 4)
  context.keep(itemSize * count)
}

function placeIn(whole: Sequence, position: bigint): number {
  const size = sizeOfSequence(whole)
  const place = position < 0n ? position + BigInt(size) : position
  if (place >= 0n && place <= BigInt(size)) return Number(place)
  throw new ImpossibleStep(`there is no place ${position} in ${describeSequence(whole)}`)
}

function sliceType(type: Type, start: number, end: number | undefined, path: ExpressionPath): Type {
  const total = lengthOf(type)
  const place = (position: number): number => (position < 0 ? position + total : position)
  // Two places counted from the same end have a known distance.
  const isFromSameEnd = end !== undefined && start < 0 === end < 0
  const length = isFromSameEnd
    ? end - start
    : end === undefined && start < 0
      ? -start
      : (end === undefined ? total : place(end)) - place(start)
  if (length < 0) throw recipeError('recipe-type', path, `place ${start} is after place ${end ?? total}`)
  // For other text the byte length of the characters is unknown.
  if (type.kind === 'text') return withLength('text', Number.isNaN(total) ? NaN : length)
  return type.kind === 'bytes' ? withLength('bytes', length) : type
}

/** Reverses the order. Text by code points, so that none is split. */
const reverse: Operation = compiler => (args, path, scope, name) => {
  const source = compiler.read(args, path, scope)
  expectSequence(source, path)
  return operation(name, [source], source.type, ([value], context) => {
    const whole = sequenceOf(value)
    const size = sizeOfSequence(whole)
    context.charge(turnCost + 8 + (whole.kind === 'text' ? 2 * size : size))
    switch (whole.kind) {
      case 'text': {
        const room = itemSize * 4 * size
        context.keep(room)
        const reversed = Array.from(whole.text).reverse().join('')
        context.release(room)
        return text(reversed)
      }
      case 'bytes':
        return bytes(whole.bytes.slice().reverse())
      case 'list':
        context.keep(itemSize * size)
        return list([...whole.items].reverse())
    }
  })
}

/** Length in bytes, UTF-16 units or items. */
const length: Operation = compiler => (args, path, scope, name) => {
  const source = compiler.read(args, path, scope)
  const { type } = source
  if (type.kind !== 'text' && type.kind !== 'bytes') {
    const hint = type.kind === 'list' ? 'a list has a count' : undefined
    throw recipeError('recipe-type', path, `expected text or bytes, found ${describeType(type)}`, hint)
  }
  return operation(name, [source], integerType, ([value], context) => {
    context.charge(turnCost)
    return integer(sizeOfSequence(sequenceOf(value)))
  })
}

export const pieceOperations = { chunks, slice, reverse, length }
