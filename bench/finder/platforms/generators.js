// Draws by a generator that a hash seeds.
import { chacha20, hex, sha256, sha512 } from '../hashes.js'
import { mulberry32, Twister } from '../generators.js'
import { listOf, makeBlock, makeRound } from '../random.js'

const kind = 'seeded generator'

export const generators = [
  {
    kind,
    rule: 'mulberry32 of the first 8 digits of a hash; a Fisher–Yates shuffle from the end',
    least: 2,
    define(rule) {
      const separator = rule.pick(':', '-', '|')
      const form = rule.pick('users', 'names')
      return ({ random, step }) => {
        const [seed, beacon] = [random.hex(16), makeRound(random)]
        const committed = step.bytes('seed hash', sha256(seed))
        const digest = step.bytes('combined', sha256(`${seed}${separator}${hex(beacon.randomness)}`))
        const fraction = mulberry32(parseInt(hex(digest).slice(0, 8), 16))
        const entries = listOf(random, form, random.between(30, 70))
        const order = [...entries]
        for (let last = order.length - 1; last > 0; last -= 1) {
          const other = Math.floor(fraction() * (last + 1))
          const kept = order[last]
          order[last] = order[other]
          order[other] = kept
        }
        return {
          seedHash: hex(committed),
          seed,
          drandRound: beacon.round,
          drandRandomness: hex(beacon.randomness),
          combinedHash: hex(digest),
          entries,
          winners: order.slice(0, 8).map(entry => step.member('winner', entry, entries)),
        }
      }
    },
  },
  {
    kind,
    rule: "Python's random, seeded with the block hash as a number; randrange for each winner",
    least: 3,
    define(rule) {
      const from = rule.below(2)
      return ({ random, step }) => {
        const [block, tickets] = [makeBlock(random), random.between(3000, 60_000)]
        const words = Array.from({ length: 8 }, (_, at) => block.hash.readUInt32BE(28 - 4 * at))
        // A number has no leading zero words.
        while (words.length > 1 && words.at(-1) === 0) words.pop()
        const twister = new Twister(words)
        const winners = [0, 1, 2, 3].map(() =>
          step.number('winner', twister.below(tickets) + from, tickets, from),
        )
        return {
          blockHeight: block.height,
          blockHash: hex(block.hash),
          totalTickets: tickets,
          winningTickets: winners,
        }
      }
    },
  },
  {
    kind,
    rule: 'ChaCha20 under a hash of beacon and draw; words of its key stream that are not too high, modulo',
    least: 4,
    define(rule) {
      const separator = rule.pick('', ':', '|')
      const little = rule.chance(60)
      return ({ random, step, place }) => {
        const [beacon, drawId] = [makeRound(random), `D${7000 + 11 * place}`]
        const tickets = random.between(1000, 30_000)
        const hash = step.bytes('seed', sha512(`${hex(beacon.randomness)}${separator}${drawId}`))
        const stream = chacha20(hash.subarray(0, 32), 256)
        const limit = 2 ** 32 - (2 ** 32 % tickets)
        const winners = []
        for (let at = 0; winners.length < 3; at += 4) {
          const number = little ? stream.readUInt32LE(at) : stream.readUInt32BE(at)
          if (number < limit) winners.push(step.number('winner', (number % tickets) + 1, tickets, 1))
        }
        return {
          drawId,
          drandRound: beacon.round,
          drandRandomness: hex(beacon.randomness),
          sha512: hex(hash),
          tickets,
          winners,
        }
      }
    },
  },
]
