/**
 * drand's timetable.
 *
 * @packageDocumentation
 */
import { builtInChains, firstRoundAfter, roundAt } from '../../core/beacon.js'
import { expectType, isArray, recipeError } from '../compile.js'
import { ImpossibleStep, turnCost } from '../context.js'
import { integer, type Value } from '../value.js'
import { operation, readWord, type Operation } from './define.js'

/** The round of a chain that was the latest at a time, or the one next after it. */
const drandRound: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 3) {
    throw recipeError('recipe-type', path, `${name} takes an array of a chain, a time and which round`)
  }
  const [chainName, time = 0, which] = args
  const chain = builtInChains[readWord(['default', 'quicknet'], chainName, [...path, 0])]
  const expression = compiler.read(time, [...path, 1], scope)
  expectType(expression, { kind: 'time' }, [...path, 1])
  const wanted = readWord(['latest', 'next'], which, [...path, 2])
  return operation(name, [expression], { kind: 'integer' }, ([value], context) => {
    context.charge(turnCost)
    const { nanoseconds, text } = value as Extract<Value, { kind: 'time' }>
    const seconds = Number(nanoseconds / 1_000_000_000n)
    if (wanted === 'next') return integer(firstRoundAfter(chain, seconds))
    if (seconds < chain.genesisTime) throw new ImpossibleStep(`at ${text} the chain had no round yet`)
    return integer(roundAt(chain, seconds))
  })
}

export const beaconOperations = { drand_round: drandRound }
