/**
 * How often a number was mixed by arithmetic alone. A generator that a recipe writes out itself is as weak as one that
 * has a name: whoever knows its state knows all that follows.
 *
 * @packageDocumentation
 */

/** What was done to a number since it came from a hash, or was published. */
export interface Mixing {
  /** Steps like those of a generator: what was moved is combined with itself, what was multiplied is cut off. */
  readonly rounds: number
  /** Bits of it were moved. */
  readonly isMoved: boolean
  readonly isMultiplied: boolean
}

const unmixed: Mixing = { rounds: 0, isMoved: false, isMultiplied: false }

/** Of a state that goes through the same computation again and again. */
export const looped: Mixing = { ...unmixed, rounds: 1 }

/** So many steps are a generator: one alone is arithmetic. */
export const fewestRounds = 2

const moving: ReadonlySet<string> = new Set(['shift_left', 'shift_right', 'rotate_left', 'rotate_right'])
const multiplying: ReadonlySet<string> = new Set(['multiply', 'power'])
const cutting: ReadonlySet<string> = new Set(['mod', 'wrap', 'wrap_signed', 'bit_and'])

/** From what these give nobody finds what went in. */
const oneWay =
  /^(?:sha\d|sha512_|md5|keccak|blake|ripemd|shake|hmac|hkdf|pbkdf2|scrypt|hash_chain|merkle_|stream_|below|words|floats|pick|shuffle)/

/** What became of the most mixed of several values; undefined where none was. */
export function mostMixed(...mixings: readonly (Mixing | undefined)[]): Mixing | undefined {
  const known = mixings.filter(one => one !== undefined)
  const [first] = known
  if (known.length < 2) return first
  return {
    rounds: Math.max(...known.map(({ rounds }) => rounds)),
    isMoved: known.some(({ isMoved }) => isMoved),
    isMultiplied: known.some(({ isMultiplied }) => isMultiplied),
  }
}

/** What an operation makes of what its arguments went through. */
export function mixedBy(operation: string, ...args: readonly (Mixing | undefined)[]): Mixing | undefined {
  if (oneWay.test(operation)) return undefined
  const before = mostMixed(...args)
  if (moving.has(operation)) return { ...unmixed, ...before, isMoved: true }
  if (multiplying.has(operation)) return { ...unmixed, ...before, isMultiplied: true }
  if (before === undefined) return undefined
  if (operation === 'bit_xor' && before.isMoved) {
    // Parts of several numbers that are put together are no step.
    const isStep = !args.every(one => one?.isMoved === true)
    return { ...before, rounds: before.rounds + (isStep ? 1 : 0), isMoved: false }
  }
  if (cutting.has(operation) && before.isMultiplied) {
    return { ...before, rounds: before.rounds + 1, isMultiplied: false }
  }
  return before
}
