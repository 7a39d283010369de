// Random values that follow from a seed alone, and made-up things that platforms draw among.
import { createHash } from 'node:crypto'

/** Choices that depend on nothing but the labels: SHAKE256 of them and a counter. */
export class Random {
  #key
  #calls = 0

  constructor(...labels) {
    this.#key = createHash('sha256').update(JSON.stringify(labels)).digest()
  }

  bytes(length) {
    this.#calls += 1
    const hash = createHash('shake256', { outputLength: length })
    return hash.update(this.#key).update(`${this.#calls}`).digest()
  }

  /** From 0 to below the limit, which is at most 2^48: the bias of 2^-16 does not matter here. */
  below(limit) {
    return Number(this.bytes(8).readBigUInt64BE() % BigInt(limit))
  }

  between(least, most) {
    return least + this.below(most - least + 1)
  }

  pick(...choices) {
    return choices[this.below(choices.length)]
  }

  /** True in so many of a hundred cases. */
  chance(percent) {
    return this.below(100) < percent
  }

  hex(bytes) {
    return this.bytes(bytes).toString('hex')
  }

  text(length, alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789') {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('')
  }

  shuffle(list) {
    const shuffled = [...list]
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1)
      const kept = shuffled[last]
      shuffled[last] = shuffled[other]
      shuffled[other] = kept
    }
    return shuffled
  }
}

const words = {
  first:
    'amber birch cedar dusty ember fern gale hazel iris jade koi lark moss north opal pine quill rowan sage teal',
  second:
    'badger comet dune falcon grove harbour island kettle lantern meadow otter pebble reed sparrow thistle willow',
}
const firsts = words.first.split(' ')
const seconds = words.second.split(' ')

/** Lists of entrants, each in one of the forms in which platforms name them. */
export const entrants = {
  users: random => `${random.pick(...firsts)}_${random.pick(...seconds)}${random.below(1000)}`,
  names: random =>
    `${capital(random.pick(...firsts))} ${capital(random.pick(...seconds))}-${capital(random.text(3, 'abdeiklmnorstu'))}`,
  codes: random => `${random.text(4)}-${random.text(4)}`,
  wallets: random => `0x${random.hex(20)}`,
  uuids: random => makeUuid(random),
}

/** So many different ones of a form, in no order. */
export function listOf(random, form, count) {
  const list = new Set()
  while (list.size < count) list.add(entrants[form](random))
  return [...list]
}

/** The numbers of the tickets that were sold: ascending, with gaps. */
export function soldTickets(random, count) {
  const numbers = Array.from({ length: count + random.between(5, 60) }, (_, index) => index + 1)
  return random
    .shuffle(numbers)
    .slice(0, count)
    .sort((one, other) => one - other)
}

export function makeUuid(random) {
  const hex = random.hex(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

const quicknet = { genesis: 1692803367, period: 3 }

/**
 * A round of a beacon and when it was due. It has no signature: none could be made up that verifies, and few
 * platforms publish it.
 */
export function makeRound(random) {
  const round = random.between(4_000_000, 31_000_000)
  const time = isoTime(quicknet.genesis + quicknet.period * (round - 1))
  return { round, randomness: random.bytes(32), time }
}

/** A block as Bitcoin has them: its hash begins with zeros. */
export function makeBlock(random) {
  const hash = random.bytes(32)
  hash.fill(0, 0, random.between(8, 9))
  return { height: random.between(640_000, 930_000), hash }
}

export function isoTime(seconds) {
  return new Date(seconds * 1000).toISOString()
}

export function someTime(random) {
  return isoTime(random.between(1_640_000_000, 1_790_000_000))
}

/** Made-up operators, each with a name of its own. */
export function operatorNames(random, count) {
  const names = random.shuffle(
    firsts.flatMap(one => seconds.map(other => `${capital(one)} ${capital(other)}`)),
  )
  return names.slice(0, count)
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1)
}
