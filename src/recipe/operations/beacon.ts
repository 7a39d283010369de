/**
 * Times, and drand's timetable.
 *
 * @packageDocumentation
 */
import { builtInChains, firstRoundAfter, roundAt, roundTime } from '../../core/beacon.js'
import { parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { expectType, isArray, recipeError } from '../compile.js'
import { ImpossibleStep, turnCost } from '../context.js'
import { integer, integerOf, text, type Value } from '../value.js'
import { operation, plain, readWord, type Operation } from './define.js'

const chainNames = ['default', 'quicknet', 'evmnet'] as const

/** The latest round of a chain at a time, or the next one after it. */
const drandRound: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 3) {
    throw recipeError('recipe-type', path, `${name} takes an array of a chain, a time and which round`)
  }
  const [chainName, time = 0, which] = args
  const chain = builtInChains[readWord(chainNames, chainName, [...path, 0])]
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

/** The time of a round. */
const drandTime: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 2) {
    throw recipeError('recipe-type', path, `${name} takes an array of a chain and a round`)
  }
  const [chainName, round = 0] = args
  const chain = builtInChains[readWord(chainNames, chainName, [...path, 0])]
  const expression = compiler.read(round, [...path, 1], scope)
  expectType(expression, { kind: 'integer' }, [...path, 1])
  return operation(name, [expression], { kind: 'time' }, ([value = integer(0)], context) => {
    context.charge(turnCost + 50)
    const number = integerOf(value)
    if (number < 1n || number > latestRound) throw new ImpossibleStep(`there is no round ${number}`)
    return timeOf(new Date(roundTime(chain, Number(number)) * 1000).toISOString())
  })
}

/** Max round, so that its time can be written. */
const latestRound = 2n ** 32n

const timeRfc3339 = plain({
  takes: [{ kind: 'text' }],
  gives: { kind: 'time' },
  cost: ({ text }) => 50 + Math.min(text.length, 64),
  run: (_, { text }) => timeOf(text),
})

function timeOf(text: string): Value {
  try {
    return { kind: 'time', nanoseconds: parseTime(text), text }
  } catch (error) {
    throw error instanceof DrawauditError ? new ImpossibleStep(error.message) : error
  }
}

/** A time as published. */
const textTime = plain({
  takes: [{ kind: 'time' }],
  gives: { kind: 'text' },
  cost: () => 40,
  run: (_, { text: published }) => text(published),
})

/** Whole units since 1970, rounded down. */
const since1970 = (nanoseconds: bigint): Operation =>
  plain({
    takes: [{ kind: 'time' }],
    gives: { kind: 'integer' },
    run: (_, time) => integer(divideDown(time.nanoseconds, nanoseconds)),
  })

function divideDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}

export const beaconOperations = {
  drand_round: drandRound,
  drand_time: drandTime,
  time_rfc3339: timeRfc3339,
  text_time: textTime,
  integer_time: since1970(1_000_000_000n),
  integer_milliseconds: since1970(1_000_000n),
}
