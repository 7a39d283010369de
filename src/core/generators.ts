/**
 * Pseudorandom generators that draws have been made with. None is fit for it: the seed determines the
 * outcome, and the state of most can be recovered from a few numbers. They are here to replay such draws.
 *
 * @packageDocumentation
 */

/** Returns the next random number. */
export type NumberGenerator<T> = () => T

/** Words of 32 bits in the state of MT19937. */
export const mtLength = 624
const mtDistance = 397

/** MT19937 from an initialized state, words of 32 bits. Matsumoto and Nishimura 1998. */
export function mt19937(state: Uint32Array): NumberGenerator<number> {
  let position = mtLength
  return () => {
    if (position === mtLength) {
      renewState(state)
      position = 0
    }
    let word = state[position++] ?? 0
    word ^= word >>> 11
    word ^= (word << 7) & 0x9d2c5680
    word ^= (word << 15) & 0xefc60000
    return (word ^ (word >>> 18)) >>> 0
  }
}

function renewState(state: Uint32Array): void {
  for (let index = 0; index < mtLength; index++) {
    const next = state[(index + 1) % mtLength] ?? 0
    const joined = ((state[index] ?? 0) & 0x80000000) | (next & 0x7fffffff)
    const far = state[(index + mtDistance) % mtLength] ?? 0
    state[index] = far ^ (joined >>> 1) ^ (next & 1 ? 0x9908b0df : 0)
  }
}

/** MT19937 as `init_genrand` seeds it: C++'s `std::mt19937`, PHP's `mt_srand`. */
export function mt19937From32Bits(seed: number): NumberGenerator<number> {
  return mt19937(stateOf(seed))
}

/**
 * MT19937 as `init_by_array` seeds it, with the words of the seed's absolute value, the least significant first:
 * CPython's `random.seed` of an integer.
 */
export function mt19937FromInteger(seed: bigint): NumberGenerator<number> {
  return mt19937FromWords(splitWords(seed < 0n ? -seed : seed))
}

/** MT19937 as `init_by_array` seeds it with at least one word. */
export function mt19937FromWords(key: Uint32Array): NumberGenerator<number> {
  const state = stateOf(19650218)
  let index = 1
  const previous = (): number => ((state[index - 1] ?? 0) ^ ((state[index - 1] ?? 0) >>> 30)) >>> 0
  const advance = (): void => {
    index += 1
    if (index < mtLength) return
    state[0] = state[mtLength - 1] ?? 0
    index = 1
  }
  for (let turn = 0; turn < Math.max(mtLength, key.length); turn++) {
    const place = turn % key.length
    state[index] = ((state[index] ?? 0) ^ Math.imul(previous(), 1664525)) + (key[place] ?? 0) + place
    advance()
  }
  for (let turn = 1; turn < mtLength; turn++) {
    state[index] = ((state[index] ?? 0) ^ Math.imul(previous(), 1566083941)) - index
    advance()
  }
  state[0] = 0x80000000
  return mt19937(state)
}

function stateOf(seed: number): Uint32Array {
  const state = new Uint32Array(mtLength)
  state[0] = seed
  for (let index = 1; index < mtLength; index++) {
    const previous = state[index - 1] ?? 0
    state[index] = Math.imul(previous ^ (previous >>> 30), 1812433253) + index
  }
  return state
}

/** The 32-bit words of a number, the least significant first; of 0, one. */
export function splitWords(number: bigint): Uint32Array {
  const digits = number.toString(16)
  return Uint32Array.from({ length: Math.ceil(digits.length / 8) }, (_, index) => {
    const end = digits.length - 8 * index
    return Number.parseInt(digits.slice(Math.max(0, end - 8), end), 16)
  })
}

/** A double of 53 bits from two words, as CPython's `random()` and MT19937's `genrand_res53` make it. */
export function doubleOf(next: NumberGenerator<number>): number {
  const high = next() >>> 5
  const low = next() >>> 6
  return (high * 2 ** 26 + low) / 2 ** 53
}

/** Mulberry32 (Tommy Ettinger), words of 32 bits; only the low 32 bits of the seed count. */
export function mulberry32(seed: number): NumberGenerator<number> {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return (word ^ (word >>> 14)) >>> 0
  }
}

const low64 = (number: bigint): bigint => BigInt.asUintN(64, number)

/**
 * xorshift128+ (Vigna), words of 64 bits. The `2014` version shifts by 23, 17, 26 and adds the state after the
 * step, as JavaScript engines do; that of `2016` shifts by 23, 18, 5 and adds the state before it.
 */
export function xorshift128plus(
  first: bigint,
  second: bigint,
  version: '2014' | '2016',
): NumberGenerator<bigint> {
  const [right, far] = version === '2014' ? [17n, 26n] : [18n, 5n]
  let [older, newer] = [low64(first), low64(second)]
  return () => {
    const before = low64(older + newer)
    const mixed = older ^ low64(older << 23n)
    older = newer
    newer = mixed ^ newer ^ (mixed >> right) ^ (newer >> far)
    return version === '2014' ? low64(older + newer) : before
  }
}

/** xoshiro128+ (Blackman and Vigna), words of 32 bits, from four words of state that are not all zero. */
export function xoshiro128plus(state: readonly [number, number, number, number]): NumberGenerator<number> {
  let [a, b, c, d] = state
  return () => {
    const word = (a + d) >>> 0
    const moved = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= moved
    d = (d << 11) | (d >>> 21)
    return word
  }
}

/** SplitMix64 (Steele, Lea and Flood), words of 64 bits; only the low 64 bits of the seed count. */
export function splitmix64(seed: bigint): NumberGenerator<bigint> {
  let state = low64(seed)
  return () => {
    state = low64(state + 0x9e3779b97f4a7c15n)
    let word = low64((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n)
    word = low64((word ^ (word >> 27n)) * 0x94d049bb133111ebn)
    return word ^ (word >> 31n)
  }
}

/**
 * npm's `seedrandom(seed)` for a text: ARC4 without its first 256 bytes, as doubles with 52 random fraction
 * bits.
 */
export function seedrandom(seed: string): NumberGenerator<number> {
  const next = arc4(mixKey(seed))
  const take = (count: number): number => {
    let number = 0
    for (let index = 0; index < count; index++) number = number * 256 + next()
    return number
  }
  take(256)
  return () => {
    let numerator = take(6)
    let denominator = 2 ** 48
    let last = 0
    while (numerator < 2 ** 52) {
      numerator = (numerator + last) * 256
      denominator *= 256
      last = next()
    }
    while (numerator >= 2 ** 53) {
      numerator /= 2
      denominator /= 2
      last >>>= 1
    }
    return (numerator + last) / denominator
  }
}

/** Folds a text of any length into a key of up to 256 bytes. */
function mixKey(seed: string): Uint8Array {
  const key = new Uint8Array(Math.max(1, Math.min(256, seed.length)))
  let smear = 0
  for (let index = 0; index < seed.length; index++) {
    const place = index % 256
    smear ^= (key[place] ?? 0) * 19
    key[place] = smear + seed.charCodeAt(index)
  }
  return key
}

/** The bytes of ARC4 under a key. */
function arc4(key: Uint8Array): NumberGenerator<number> {
  const box = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number): number => {
    const [first, second] = [box[a] ?? 0, box[b] ?? 0]
    box[a] = second
    box[b] = first
    return first + second
  }
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + (box[i] ?? 0) + (key[i % key.length] ?? 0)) % 256
    swap(i, j)
  }
  let i = 0
  j = 0
  return () => {
    i = (i + 1) % 256
    j = (j + (box[i] ?? 0)) % 256
    return box[swap(i, j) % 256] ?? 0
  }
}
