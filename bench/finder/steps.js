// What the rule of a platform determines: each such value goes through here, is counted, and can be forged.
import { showAs } from './hashes.js'

/**
 * The values that follow from others. `forge` (a name, and which of its calls) puts another value in the place of
 * one, and all that comes after follows from the wrong one: whoever accepts such a draw has not seen that the value
 * follows from what was before it.
 */
export class Steps {
  /** Calls and bits by name. */
  facts = new Map()
  /** The wrong value, once it was put in. */
  forged
  #forge
  #random

  constructor(forge, random) {
    this.#forge = forge
    this.#random = random
  }

  /** A digest, or other bytes. */
  bytes(name, value) {
    return this.#take(name, value, 8 * value.length, random => random.bytes(value.length))
  }

  /** A whole number of so many, counted from `from`; with its bits where not all are as likely. */
  number(name, value, count, from = 0, bits = Math.log2(count)) {
    const another = random => from + ((value - from + 1 + random.below(count - 1)) % count)
    return this.#take(name, value, bits, another)
  }

  /** One of a list that has nothing twice. */
  member(name, value, list) {
    const another = random => list[(list.indexOf(value) + 1 + random.below(list.length - 1)) % list.length]
    return this.#take(name, value, Math.log2(list.length), another)
  }

  /** What happens in so many of a hundred cases, or does not. */
  flag(name, value, percent) {
    const bits = -Math.log2((value ? percent : 100 - percent) / 100)
    return this.#take(name, value, bits, () => !value)
  }

  #take(name, value, bits, another) {
    const fact = this.facts.get(name) ?? { calls: 0, bits: 0 }
    this.facts.set(name, { calls: fact.calls + 1, bits: fact.bits + bits })
    if (this.#forge?.name !== name || this.#forge.call !== fact.calls) return value
    this.forged = another(this.#random)
    return this.forged
  }
}

/**
 * The true draw with the forged value in it and nothing else changed: at the first place where the two differ and the
 * forged draw shows that value. Undefined where it shows it nowhere.
 */
export function forgeAlone(draw, forgedDraw, forged) {
  for (const path of differences(draw, forgedDraw, [])) {
    const shown = path.reduce((value, name) => value[name], forgedDraw)
    if (!showsValue(shown, forged)) continue
    const copy = JSON.parse(JSON.stringify(draw))
    path.slice(0, -1).reduce((value, name) => value[name], copy)[path.at(-1)] = shown
    return copy
  }
  return undefined
}

function differences(one, other, path) {
  if (typeof one !== 'object' || one === null) return one === other ? [] : [path]
  return Object.keys(one).flatMap(name => differences(one[name], other[name], [...path, name]))
}

/** Bytes stand there in one of the forms in which platforms show them; numbers also with two digits after the point. */
function showsValue(shown, value) {
  if (Buffer.isBuffer(value)) return Object.values(showAs).some(show => show(value) === shown)
  if (typeof value !== 'number') return shown === value
  return shown === value || Math.round(100 * Number(shown)) === value
}
