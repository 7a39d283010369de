/**
 * Loops: over the items of a list, or repeated. Every loop is bounded by a list or a count, and charges for
 * each turn.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import {
  basisOf,
  expectType,
  hasStream,
  inAnyOrder,
  isArray,
  keepItem,
  noBasis,
  recipeError,
  without,
  withoutLength,
  type Compiled,
  type ExpressionPath,
} from '../compile.js'
import { turnCost } from '../context.js'
import { integerOf, itemsOf, list, type Type } from '../value.js'
import {
  bind,
  borrow,
  expectList,
  extendScope,
  findWrittenOut,
  isFlat,
  readItem,
  readNamedArguments,
  readName,
  withMixing,
  withState,
  type Operation,
} from './define.js'
import { loopOf, mixingOf, turnMixing } from '../mixing.js'
import { allTold, conditionsOf, tellsNothing, toldIf, toldOutside, type TellingCondition } from '../tells.js'
import { hasCollisions, hashFunctions, hashNames } from './hash.js'
import { expectComparable, withIdentities } from './identity.js'
import { lengthOf } from './lengths.js'
import { asCount, selected } from './list.js'

/** An expression computed for each item of a list. */
const map: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['list', 'as', 'do'], args, path, name, ['index'])
  const source = compiler.read(members.list, [...path, 'list'], scope)
  const of = expectList(source, [...path, 'list'])
  const item = readItem(members, of, path, scope, source)
  const body = compiler.read(members.do, [...path, 'do'], item.scope)
  const itemTold = conditionsOf(item.name, of, body.tells)
  const isFilled: TellingCondition = { operation: name }
  return {
    type: { kind: 'list', of: body.type },
    mixing: mixingOf(body),
    ...basisOf(source, body),
    tells:
      itemTold === undefined
        ? tellsNothing
        : allTold(
            toldIf(source.tells, itemTold),
            // Values beside the item are told by each item, and so by none for an empty list.
            toldIf(toldOutside(body.tells, ...item.names), [isFilled]),
          ),
    // With an index, reordering changes the items.
    permutes: item.names.length > 1 ? undefined : without(source.permutes ?? noBasis.order, body.order),
    run(environment, context) {
      const items = itemsOf(source.run(environment, context))
      if (items.length === 0) context.broken.add(isFilled)
      return list(
        items.map((value, index) => {
          context.charge(turnCost)
          return keepItem(body.run(item.bind(environment, value, index), context), context)
        }),
      )
    },
  }
}

/** The items whose key is, or is not, in another list. */
const filter: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['list', 'as', 'key'], args, path, name, ['in', 'not_in'])
  const source = compiler.read(members.list, [...path, 'list'], scope)
  const of = expectList(source, [...path, 'list'])
  const item = readName(members.as, [...path, 'as'], scope)
  const key = compiler.read(members.key, [...path, 'key'], extendScope(scope, { [item]: of }))
  const stays = members.in !== undefined
  const other = members.in ?? members.not_in
  if (other === undefined || (stays && members.not_in !== undefined)) {
    throw recipeError('recipe-type', path, `${name} takes either in or not_in`)
  }
  const otherPath = [...path, stays ? 'in' : 'not_in']
  const others = compiler.read(other, otherPath, scope)
  expectComparable(key.type, expectList(others, otherPath), otherPath)
  const order = new Set([...key.order, ...inAnyOrder(others).order])
  return {
    type: source.type,
    mixing: mixingOf(source),
    ...basisOf(source, key, inAnyOrder(others)),
    permutes: without(source.permutes ?? noBasis.order, order),
    run(environment, context) {
      context.charge(turnCost)
      const items = itemsOf(source.run(environment, context))
      const wanted = itemsOf(others.run(environment, context))
      const output = withIdentities(context, identities => {
        for (const value of wanted) identities.add(value)
        return selected(
          items,
          context,
          value =>
            borrow(context, () => identities.has(key.run(bind(environment, item, value), context))) === stays,
        )
      })
      context.note({ name, inputs: [], output })
      return output
    },
  }
}

/** The first item of each key. */
const distinct: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['list', 'as', 'key'], args, path, name)
  const source = compiler.read(members.list, [...path, 'list'], scope)
  const of = expectList(source, [...path, 'list'])
  const item = readName(members.as, [...path, 'as'], scope)
  const key = compiler.read(members.key, [...path, 'key'], extendScope(scope, { [item]: of }))
  expectComparable(key.type, key.type, [...path, 'key'])
  return {
    type: source.type,
    mixing: mixingOf(source),
    ...basisOf(source, key),
    run(environment, context) {
      context.charge(turnCost)
      const items = itemsOf(source.run(environment, context))
      const output = withIdentities(context, identities =>
        selected(items, context, value =>
          borrow(context, () => identities.add(key.run(bind(environment, item, value), context))),
        ),
      )
      context.note({ name, inputs: [], output })
      return output
    },
  }
}

/** A body whose state keeps its length, if it does, so that its parts can be told apart. */
function readSteady(from: Type, read: (state: Type) => Compiled): Compiled {
  const body = read(withoutLength(from))
  const isSteady = lengthOf(body.type) > 0 && lengthOf(body.type) === lengthOf(from)
  return isSteady ? read(from) : body
}

/** Whether the expression is an unbroken hash: neither collisions nor fixed points can be found. */
function isStrongHash(expression: Expression): boolean {
  const [name = '', ...others] =
    typeof expression === 'object' && !isArray(expression) ? Object.keys(expression) : []
  const hash = hashNames.find(one => one === name)
  return others.length === 0 && hash !== undefined && !hasCollisions(hashFunctions[hash])
}

/** A stream built on the previous one would nest as deep as there are turns. */
function refuseStream(type: Type, path: ExpressionPath): void {
  if (hasStream(type))
    throw recipeError('recipe-type', path, 'a stream cannot be the state', 'take words of it')
}

/** The final value after each item of a list has changed it in turn. */
const fold: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['list', 'from', 'as', 'item', 'do'], args, path, name)
  const source = compiler.read(members.list, [...path, 'list'], scope)
  const of = expectList(source, [...path, 'list'])
  const from = compiler.read(members.from, [...path, 'from'], scope)
  const type = withoutLength(from.type)
  const state = readName(members.as, [...path, 'as'], scope)
  const stateScope = extendScope(scope, { [state]: type })
  const item = readName(members.item, [...path, 'item'], stateScope)
  const readBody = (held: Type): Compiled =>
    compiler.read(
      members.do,
      [...path, 'do'],
      withMixing(
        extendScope(withState(scope, state, held), { [item]: of }),
        item,
        turnMixing(state, mixingOf(source)),
      ),
    )
  const body = readSteady(from.type, readBody)
  expectType(body, type, [...path, 'do'])
  refuseStream(type, [...path, 'from'])
  const [itemTold, stateTold] = [conditionsOf(item, of, body.tells), conditionsOf(state, type, body.tells)]
  // With a variable start, the first items could be part of it; and only with a hash can no items lead back
  // to an earlier state, as leading zeros of a number do.
  const isHashed = isStrongHash(members.do)
  const isTold = isHashed && itemTold !== undefined && stateTold !== undefined && from.rests.size === 0
  const isFilled: TellingCondition = { operation: name }
  const { mixing, isGenerator } = loopOf(state, mixingOf(from), mixingOf(body))
  return {
    type,
    mixing,
    ...basisOf(source, from, body),
    tells: isTold
      ? allTold(
          toldIf(source.tells, [...itemTold, ...stateTold]),
          toldIf(toldOutside(body.tells, item, state), [isFilled]),
        )
      : tellsNothing,
    run(environment, context) {
      context.charge(turnCost)
      const items = itemsOf(source.run(environment, context))
      if (items.length === 0) context.broken.add(isFilled)
      if (isGenerator && items.length > 0) findWrittenOut(context)
      const start = from.run(environment, context)
      const mark = context.held
      const output = items.reduce((value, one) => {
        context.charge(turnCost)
        const next = body.run(bind(bind(environment, state, value), item, one), context)
        // Only the last state is kept.
        if (isFlat(type)) context.settle(mark, next)
        return next
      }, start)
      context.note({ name, inputs: [start], output })
      return output
    },
  }
}

/** A value put through the same computation repeatedly: the list of all results. */
const iterate: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['from', 'times', 'as', 'do'], args, path, name)
  const from = compiler.read(members.from, [...path, 'from'], scope)
  const times = compiler.read(members.times, [...path, 'times'], scope)
  expectType(times, { kind: 'integer' }, [...path, 'times'])
  const state = readName(members.as, [...path, 'as'], scope)
  const type = withoutLength(from.type)
  const body = readSteady(from.type, of =>
    compiler.read(members.do, [...path, 'do'], withState(scope, state, of)),
  )
  expectType(body, type, [...path, 'do'])
  refuseStream(type, [...path, 'from'])
  const isFilled: TellingCondition = { operation: name }
  const { mixing, isGenerator } = loopOf(state, mixingOf(from), mixingOf(body))
  const stateTold = times.rests.size === 0 ? conditionsOf(state, type, body.tells) : undefined
  return {
    type: { kind: 'list', of: body.type },
    mixing,
    ...basisOf(from, times, body),
    tells:
      stateTold === undefined
        ? tellsNothing
        : toldIf(allTold(toldIf(from.tells, stateTold), toldOutside(body.tells, state)), [isFilled]),
    run(environment, context) {
      let value = from.run(environment, context)
      const turns = asCount(integerOf(times.run(environment, context)), context)
      if (turns === 0) context.broken.add(isFilled)
      else if (isGenerator) findWrittenOut(context)
      return list(
        Array.from({ length: turns }, () => {
          value = body.run(bind(environment, state, value), context)
          return keepItem(value, context)
        }),
      )
    },
  }
}

export const walkOperations = { map, filter, distinct, fold, iterate }
