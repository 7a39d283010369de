/**
 * Detects pseudorandom generators that a recipe writes out as arithmetic. As with named generators, the state
 * reveals everything that follows. The mark of a generator: a value goes through the same arithmetic
 * repeatedly and takes in nothing new. A sum over digits takes in a digit each time, and a hash cannot be
 * inverted.
 *
 * Detection is static. In a loop: a part of the state that is derived from itself by a step; in straight
 * code: two steps of one kind.
 *
 * @packageDocumentation
 */
import { hashNames } from './hash-functions.js'

/** An effect on a value. */
type MixingStep =
  /** Multiplied, or a sum of two states, and not reduced since. */
  | 'scaled'
  /** Was scaled, reduced since or not, and not combined with itself since. */
  | 'multiplied'
  /** Bits were shifted, and not combined with others since. */
  | 'shifted'
  /** Multiplied by itself: powers are computed by squaring, after which a multiplication is not a step. */
  | 'squared'
  /** Its last digits were removed. */
  | 'divided'
  /** Took in something new, and was not reduced since. */
  | 'fresh'
  /** Was scaled and reduced. */
  | 'cut'
  /** A power of a literal: a multiplication repeated as often as the exponent says. */
  | 'jumped'
  /** Was scaled repeatedly. */
  | 'turned'
  /** Was a loop's state, and made a step since. */
  | 'stepped'

/** The history of a value since it was published or hashed. */
export interface Mixing {
  /** Published values, hashes and states in it; none if it is all literal. */
  readonly from: ReadonlySet<string>
  /**
   * The parts of loop states in it, `state.column` or `state`; `state~` for the index of a turn, `state#` for
   * a value that differs in each turn.
   */
  readonly states: ReadonlySet<string>
  /** Its source text, if it is a literal. */
  readonly written?: string | undefined
  readonly done: ReadonlySet<MixingStep>
  /** Values added since it was last reduced. */
  readonly added: ReadonlySet<string>
  /** The reductions it went through. */
  readonly cuts: ReadonlySet<string>
  /** Number of generator-like steps. */
  readonly rounds: number
  /** For a row literal: by column. */
  readonly columns?: Readonly<Record<string, Mixing>> | undefined
}

/** Max length of names that are compared; no number is as long. */
const longestWritten = 2000

const none: ReadonlySet<never> = new Set()

/** A value without published ingredients: a count, the index of a turn. */
export const unmixed: Mixing = { from: none, states: none, done: none, added: none, cuts: none, rounds: 0 }

/**
 * Max tracked ingredients and columns, so that long recipes are read quickly; beyond, they count as one more
 * value.
 */
const mostTold = 64

/** Min steps of a generator: a single one is just arithmetic. */
const fewestRounds = 2

/** A literal. */
export function written(value: string): Mixing {
  return { ...unmixed, written: value }
}

/** The history of an expression; an unknown one counts as published. */
export function mixingOf({
  mixing,
  rests,
}: {
  readonly mixing?: Mixing | undefined
  readonly rests: ReadonlySet<string>
}): Mixing {
  return mixing ?? { ...unmixed, from: rests }
}

/** The history of a row's column. */
export function columnMixing(row: Mixing, column: string): Mixing {
  return row.columns?.[column] ?? { ...row, from: named(row.from, `.${column}`) }
}

/** Names of parts of values. */
function named(values: ReadonlySet<string>, part: string): ReadonlySet<string> {
  return new Set([...values].map(value => `${value}${part}`.slice(0, longestWritten)))
}

let names = 0

/** A fresh name, for a value unlike any other. */
function newName(): ReadonlySet<string> {
  names += 1
  return new Set([`value ${names}`])
}

/** The combined history of several values. */
export function mixedTogether(...mixings: readonly Mixing[]): Mixing {
  const [first = unmixed] = mixings
  if (mixings.length < 2) return first
  const all = <T>(of: (mixing: Mixing) => ReadonlySet<T>): ReadonlySet<T> =>
    new Set(mixings.flatMap(one => [...of(one)]))
  const { columns = {} } = first
  const shared = Object.keys(columns).map(name => [name, mixings.map(one => one.columns?.[name])] as const)
  const isRow = shared.length > 0 && shared.every(([, of]) => !of.includes(undefined))
  const from = all(mixing => mixing.from)
  return {
    from: from.size > mostTold ? newName() : from,
    states: all(({ states }) => states),
    done: all(({ done }) => done),
    added: new Set([...all(({ added }) => added)].slice(0, mostTold)),
    cuts: new Set([...all(({ cuts }) => cuts)].slice(0, mostTold)),
    rounds: Math.max(...mixings.map(({ rounds }) => rounds)),
    ...(isRow && {
      columns: Object.fromEntries(
        shared.map(([name, of]) => [name, mixedTogether(...of.filter(one => one !== undefined))]),
      ),
    }),
  }
}

/** The history of a row. */
export function rowMixing(columns: Readonly<Record<string, Mixing>>): Mixing {
  const parts = Object.values(columns)
  return { ...mixedTogether(...parts), columns: parts.length > mostTold ? undefined : columns }
}

/** A choice between values: the condition counts as an ingredient, but nothing else of what was compared. */
export function chosenBy(condition: Mixing, ...values: readonly Mixing[]): Mixing {
  const chosen = mixedTogether(...values)
  const fresh = [...condition.states].filter(isFresh)
  return fresh.length === 0 ? chosen : withStates(chosen, new Set([...chosen.states, ...fresh]))
}

/** Combines values, noting whether one of them brings in something new. */
function combined(args: readonly Mixing[]): Mixing {
  const whole = { ...mixedTogether(...args), columns: undefined }
  const parts = args.filter(isLive)
  const isNew = parts.length > 1 && !parts.some(({ from }) => isWithin(whole.from, from))
  return isNew ? having(whole, 'fresh') : whole
}

function isWithin<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean {
  return [...some].every(one => others.has(one))
}

const isSame = <T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean =>
  isWithin(some, others) && isWithin(others, some)

/** Whether something other than literals went in. */
const isLive = ({ from, states }: Mixing): boolean => from.size > 0 || hasState({ states })

const isFresh = (state: string): boolean => state.endsWith('#')
const isTurn = (state: string): boolean => state.endsWith('~')
const hasState = ({ states }: Pick<Mixing, 'states'>): boolean =>
  [...states].some(state => !isFresh(state) && !isTurn(state))

/** The same loops, with a value that now differs in each turn. */
const anew = (states: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...states].map(state => `${state.split(/[.~#]/, 1)[0] ?? ''}#`))

function withStates(mixing: Mixing, states: ReadonlySet<string>): Mixing {
  const { columns } = mixing
  const added = new Set([...states].filter(state => !mixing.states.has(state)))
  return {
    ...mixing,
    states,
    ...(columns && {
      columns: Object.fromEntries(
        Object.entries(columns).map(([name, of]) => [
          name,
          { ...of, states: new Set([...of.states, ...added]) },
        ]),
      ),
    }),
  }
}

function having(mixing: Mixing, ...more: readonly MixingStep[]): Mixing {
  return { ...mixing, done: new Set([...mixing.done, ...more]) }
}

function without(mixing: Mixing, ...less: readonly MixingStep[]): Mixing {
  return { ...mixing, done: new Set([...mixing.done].filter(one => !less.includes(one))) }
}

/** Counts a step; in a loop only if a state makes it. */
const stepped = (mixing: Mixing): Mixing => (hasState(mixing) ? having(mixing, 'stepped') : mixing)

/** A key by which equal values are recognized. */
const keyOf = ({ written: text, from }: Mixing): string => text ?? [...from].sort().join(' ')

/** A value that cannot be inverted. */
function newOrigin(args: readonly Mixing[]): Mixing {
  const { states } = mixedTogether(...args)
  return { ...unmixed, from: newName(), states: anew(states) }
}

type Mixer = (args: readonly Mixing[], name: string) => Mixing

const multiplying: Mixer = (args, name) => {
  const product = combined(args)
  const [one = unmixed, other = unmixed] = args.filter(isLive)
  const isPower = isLive(other) && (isSame(one.from, other.from) || (hasState(one) && hasState(other)))
  if (isPower) {
    const square = having(product, 'squared')
    // x · (1 − x) repeatedly, which floats round.
    return name === 'float_multiply' && product.added.size > 0 ? stepped(square) : square
  }
  if (product.done.has('squared') || !isLive(one)) return product
  const isJump = args.some(({ done }) => done.has('jumped')) && args.some(isMoving)
  return having(product, 'scaled', 'multiplied', ...(isJump ? (['turned'] as const) : []))
}

/** A power of it moves on as a number changes. */
const isMoving = (mixing: Mixing): boolean => isLive(mixing) && !mixing.done.has('jumped')

/** Bases whose powers shift digits. */
const positional = /^(?:0|1|2|4|8|10|16|32|36|58|64|100|128|256|512|1000|1024|65536)$/

const raising: Mixer = args => {
  const [base = unmixed, exponent = unmixed] = args
  const power = mixedTogether(base, exponent)
  if (isLive(base)) return having(power, 'squared')
  return base.written === undefined || positional.test(base.written) ? power : having(power, 'jumped')
}

const adding: Mixer = (args, name) => {
  const total = combined(args)
  const live = args.filter(isLive)
  if (live.length === 0) return total
  // Counting is not a step; floats are not for counting.
  const others = args
    .filter(one => !isLive(one))
    .filter(one => name.startsWith('float_') || !/^-?[01]$/.test(one.written ?? ''))
  const isSum = live.length > 1 || args.length === 1
  const added = new Set([...total.added, ...others.map(keyOf), ...(isSum ? [''] : [])])
  const isOfStates = live.filter(hasState).length > 1 || total.done.has('squared')
  return having({ ...total, added }, ...(isOfStates ? (['scaled'] as const) : []))
}

/** x − (x / m) · m is x mod m. */
const subtracting: Mixer = (args, name) => {
  const [whole = unmixed, part = unmixed] = args
  const isRemainder = part.done.has('divided') && isLive(part) && isWithin(part.from, whole.from)
  return isRemainder ? cut(whole, name) : adding(args, name)
}

/** The rest of a reduction: reducing the same way again is a step. */
function cut(mixing: Mixing, how: string): Mixing {
  const { done, added, cuts, rounds } = mixing
  const isScaled = done.has('scaled')
  if (!isScaled && added.size === 0) return mixing
  const key = isScaled ? how : `${how} + ${[...added].sort().join(' ')}`
  const isAgain = (cuts.has(key) && !done.has('fresh')) || (isScaled && done.has('turned'))
  const isFirst = isScaled && !done.has('cut')
  const result = without(having(mixing, ...(isScaled ? (['cut'] as const) : [])), 'scaled', 'fresh', 'turned')
  return stepped({
    ...result,
    added: none,
    cuts: new Set([...cuts, key]),
    rounds: isAgain ? Math.max(fewestRounds, rounds + 1) : isFirst ? rounds + 1 : rounds,
  })
}

/**
 * A part of some data. Which part varies from turn to turn if the other arguments do, so that even constant
 * data gives something new in each turn.
 */
function part([data = unmixed, ...by]: readonly Mixing[], how: (data: Mixing) => Mixing): Mixing {
  const where = mixedTogether(unmixed, ...by)
  if (!isLive(data)) return { ...unmixed, from: where.from, states: where.states }
  const isSteady = data.states.size === 0
  const states = where.states.size === 0 ? none : isSteady ? anew(where.states) : where.states
  return how(states.size === 0 ? data : withStates(data, new Set([...data.states, ...states])))
}

const cutting: Mixer = (args, name) => {
  // bit_and takes the mask on either side.
  const [first = unmixed, ...others] = isLive(args[0] ?? unmixed) ? args : [...args].reverse()
  return part([first, ...others], data => cut(data, `${name} ${others.map(keyOf).join()}`))
}

/** For text and bytes: the slice is shifted as well. */
const slicing: Mixer = (args, name) =>
  part(args, data => {
    const middle = data.done.has('squared') ? having(data, 'scaled') : data
    return having(cut(middle, `${name} ${args.slice(1).map(keyOf).join()}`), 'shifted', 'divided')
  })

const dividing: Mixer = args =>
  part(args, data => {
    // The middle of a square: von Neumann's generator.
    const quotient = data.done.has('squared') ? cut(having(data, 'scaled'), 'divide') : data
    return having(quotient, 'divided')
  })

const shifting: Mixer = (args, name) => having(dividing(args, name), 'shifted')

const moving: Mixer = args => having(combined(args), 'shifted')

/**
 * Shifted, and combined with itself or with another part of the same state. Joining parts of several numbers
 * is not a step.
 */
const xoring: Mixer = args => {
  const result = combined(args)
  const isMoved = ({ done }: Mixing): boolean => done.has('shifted') || done.has('multiplied')
  const live = args.filter(isLive)
  const isOne = !result.done.has('fresh') || live.filter(hasState).length > 1
  const isOfItself = isOne && live.length > 1 && live.some(isMoved) && !live.every(isMoved)
  if (isOfItself) return stepped({ ...without(result, 'shifted', 'multiplied'), rounds: result.rounds + 1 })
  // In a loop one literal is enough: a shift register.
  return live.length > 0 && live.every(({ done }) => done.has('shifted')) ? stepped(result) : result
}

const scalingFloat: Mixer = (args, name) =>
  isLive(args[1] ?? unmixed) ? part(args, data => data) : multiplying(args, name)

const picking: Mixer = args =>
  part(args, data => {
    const index = args[1]?.written
    const isPublished = data.states.size === 0 && data.rounds === 0 && data.cuts.size === 0
    if (index === undefined || !isPublished) return data
    return { ...data, from: named(data.from, `[${index}]`) }
  })

/** A length or an index: the value itself is not in it. */
const counting: Mixer = args => {
  const { from, states } = mixedTogether(...args)
  return { ...unmixed, from, states }
}

const mixers: ReadonlyMap<string, Mixer> = new Map<string, Mixer>([
  ...hashNames.map(name => [name, newOrigin] as const),
  ...[
    ...['shake128', 'shake256', 'hmac', 'hkdf', 'pbkdf2', 'scrypt', 'hash_chain'],
    ...['merkle_rfc6962', 'merkle_pairs', 'stream_chacha20'],
  ].map(name => [name, newOrigin] as const),
  ['multiply', multiplying],
  ['float_multiply', multiplying],
  ['float_divide', scalingFloat],
  ['power', raising],
  ['add', adding],
  ['sum', adding],
  ['float_add', adding],
  ['subtract', subtracting],
  ['float_subtract', subtracting],
  ['mod', cutting],
  ['float_mod', cutting],
  ['wrap', cutting],
  ['wrap_signed', cutting],
  ['bit_and', cutting],
  ['slice', slicing],
  ['chunks', slicing],
  ['divide', dividing],
  ['integer_floor', dividing],
  ['shift_right', shifting],
  ['shift_left', moving],
  ['rotate_left', moving],
  ['rotate_right', moving],
  ['reverse', moving],
  ['bit_xor', xoring],
  ['bytes_xor', xoring],
  ['at', picking],
  [
    'take',
    args =>
      having(
        part(args, data => data),
        'divided',
      ),
  ],
  [
    'without',
    args =>
      having(
        part(args, data => data),
        'divided',
      ),
  ],
  ['flatten', ([lists = unmixed]) => lists],
  ['range', args => ({ ...unmixed, states: mixedTogether(...args).states })],
  ['count', counting],
  ['length', counting],
])

/** Whether an operation cannot be inverted. */
export function isOneWay(operation: string): boolean {
  return mixers.get(operation) === newOrigin
}

/** Operations that only rename numbers. */
const renaming: ReadonlySet<string> = new Set(['integer_decimal', 'float', 'float_decimal'])

/** The history of an operation's result. */
export function mixedBy(operation: string, args: readonly Mixing[]): Mixing {
  const mixed = (mixers.get(operation) ?? combined)(args, operation)
  const keys = args.map(one => one.written)
  const isWritten = keys.length > 0 && !keys.includes(undefined)
  const key = renaming.has(operation) ? keys.join() : `${operation}(${keys.join()})`
  return isWritten && key.length <= longestWritten
    ? { ...mixed, written: key, from: none }
    : { ...mixed, written: undefined }
}

/** Whether this operation completes a generator. */
export function isWrittenOut(mixing: Mixing, before: readonly Mixing[]): boolean {
  return mixing.rounds >= fewestRounds && mixing.rounds > Math.max(0, ...before.map(({ rounds }) => rounds))
}

/** The state of a loop, with columns if it is a row. */
export function stateMixing(state: string, columns: readonly string[]): Mixing {
  const part = (name: string): Mixing => ({ ...unmixed, from: new Set([name]), states: new Set([name]) })
  if (columns.length === 0 || columns.length > mostTold) return part(state)
  return rowMixing(Object.fromEntries(columns.map(column => [column, part(`${state}.${column}`)])))
}

/** An item of the list that a loop goes through; an index if the list is a literal or a count. */
export function turnMixing(state: string, list: Mixing): Mixing {
  return withStates(list, new Set([...list.states, `${state}${list.from.size === 0 ? '~' : '#'}`]))
}

/** A loop's result, and whether it is a generator. */
export interface Loop {
  readonly mixing: Mixing
  readonly isGenerator: boolean
}

/** A loop that derives each state from the last by `body`, beginning with `start`. */
export function loopOf(state: string, start: Mixing, body: Mixing): Loop {
  const parts = new Map(
    body.columns === undefined
      ? [[state, body] as const]
      : Object.entries(body.columns).map(([column, of]) => [`${state}.${column}`, of] as const),
  )
  // The ingredients of a part of the state, over one or more turns.
  const sourcesOf = (part: string): ReadonlySet<string> => {
    const found = new Set<string>()
    const look = (name: string): void => {
      for (const source of parts.get(name)?.states ?? []) {
        if (found.has(source)) continue
        found.add(source)
        // The state as a whole.
        if (parts.has(source)) look(source)
        else if (parts.has(state) && source.startsWith(`${state}.`)) {
          found.add(state)
          look(state)
        }
      }
    }
    look(part)
    return found
  }
  const turning = new Set<string>()
  let isGenerator = false
  for (const [name, of] of parts) {
    const sources = sourcesOf(name)
    if (!sources.has(name)) continue
    const isFed = [...sources].some(
      // Data consumed bit by bit is new in each turn, unless it is part of the cycle.
      source =>
        source === `${state}#` || (parts.get(source)?.done.has('divided') && !sourcesOf(source).has(name)),
    )
    if (isFed) continue
    if (of.done.has('stepped')) isGenerator = true
    else if (of.done.has('scaled')) turning.add(name)
  }
  const outside = (mixing: Mixing, name: string): Mixing => ({
    ...(turning.has(name) ? having(without(mixing, 'stepped'), 'turned') : without(mixing, 'stepped')),
    from: new Set([...[...mixing.from].filter(one => !isOf(state, one)), ...start.from]),
    states: new Set([...[...mixing.states].filter(one => !isOf(state, one)), ...start.states]),
    rounds: isGenerator ? Math.max(fewestRounds, mixing.rounds) : mixing.rounds,
  })
  const { columns } = body
  const mixing =
    columns === undefined
      ? outside(body, state)
      : rowMixing(
          Object.fromEntries(
            Object.entries(columns).map(([column, of]) => [column, outside(of, `${state}.${column}`)]),
          ),
        )
  return { mixing, isGenerator }
}

const isOf = (state: string, name: string): boolean =>
  name === state || (name.startsWith(state) && /^[.~#]/.test(name.slice(state.length)))
