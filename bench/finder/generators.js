// Generators of languages and libraries, which many platforms seed with a few digits of a hash.

/** Mulberry32, a generator of 32 bits that JavaScript pages carry with them: a fraction at each call. */
export function mulberry32(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** MT19937, seeded with one word as PHP's mt_srand and C++ do, or with a list of words as Python does. */
export class Twister {
  #state = new Uint32Array(624)
  #at = 624

  constructor(words) {
    if (typeof words === 'number') this.#fill(words)
    else this.#mix(words)
  }

  #fill(seed) {
    const state = this.#state
    state[0] = seed
    for (let at = 1; at < 624; at += 1)
      state[at] = Math.imul(1812433253, state[at - 1] ^ (state[at - 1] >>> 30)) + at
  }

  #mix(words) {
    this.#fill(19650218)
    const state = this.#state
    let at = 1
    const before = () => state[at - 1] ^ (state[at - 1] >>> 30)
    const next = () => {
      at += 1
      if (at === 624) {
        state[0] = state[623]
        at = 1
      }
    }
    const turns = Math.max(624, words.length)
    for (let turn = 0; turn < turns; turn += 1) {
      const place = turn % words.length
      state[at] = (state[at] ^ Math.imul(before(), 1664525)) + words[place] + place
      next()
    }
    for (let turn = 0; turn < 623; turn += 1) {
      state[at] = (state[at] ^ Math.imul(before(), 1566083941)) - at
      next()
    }
    state[0] = 0x80000000
  }

  word() {
    if (this.#at === 624) this.#renew()
    let value = this.#state[this.#at]
    this.#at += 1
    value ^= value >>> 11
    value ^= (value << 7) & 0x9d2c5680
    value ^= (value << 15) & 0xefc60000
    return (value ^ (value >>> 18)) >>> 0
  }

  #renew() {
    const state = this.#state
    for (let at = 0; at < 624; at += 1) {
      const both = (state[at] & 0x80000000) | (state[(at + 1) % 624] & 0x7fffffff)
      state[at] = state[(at + 397) % 624] ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0)
    }
    this.#at = 0
  }

  /** Python's randrange: as many high bits as the limit has, again while they are too high. */
  below(limit) {
    const bits = limit.toString(2).length
    let value = limit
    while (value >= limit) value = this.word() >>> (32 - bits)
    return value
  }
}
