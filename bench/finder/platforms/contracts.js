// Draws by contracts and by what an oracle answers them.
import { big, hex, join, keccak256, modulo, sha256, word } from '../hashes.js'
import { listOf, someTime } from '../random.js'

const kind = 'oracle and contract'

export const contracts = [
  {
    kind,
    rule: "Keccak-256 of an oracle's number and an index; modulo the tickets",
    least: 2,
    define(rule) {
      const decimal = rule.chance(70)
      const start = rule.below(2)
      return ({ random, step }) => {
        const [number, tickets] = [big(random.bytes(32)), random.between(2000, 60_000)]
        const results = [0, 1, 2].map(at => {
          const value = step.bytes('word', keccak256(join([word(number), word(at + start)])))
          const ticket = modulo(big(value), tickets)
          return {
            draw: at + start,
            randomWord: `0x${hex(value)}`,
            ticket: step.number('ticket', ticket, tickets),
          }
        })
        return {
          requestId: random.between(1000, 90_000),
          vrfNumber: decimal ? `${number}` : `0x${hex(word(number))}`,
          totalTickets: tickets,
          results,
        }
      }
    },
  },
  {
    kind,
    rule: 'a chain of Keccak-256 from the number of an oracle; each modulo what is left of the list',
    least: 3,
    define(rule) {
      const hashFirst = rule.chance(50)
      return ({ random, step }) => {
        let value = random.bytes(32)
        const seed = `0x${hex(value)}`
        const wallets = listOf(random, 'wallets', random.between(40, 100))
        const left = [...wallets]
        const winners = [0, 1, 2, 3].map(at => {
          if (hashFirst || at > 0) value = keccak256(value)
          const winner = step.member('winner', left[modulo(big(value), left.length)], left)
          left.splice(left.indexOf(winner), 1)
          return winner
        })
        return { randomness: seed, fulfilledAt: someTime(random), holders: wallets, winners }
      }
    },
  },
  {
    kind,
    rule: 'provenance is the hash of all image hashes in a row; the start of the reveal by a block',
    least: 3,
    define(rule) {
      const from = rule.pick(0, 0, 1)
      return ({ random, step }) => {
        const supply = random.between(20, 40)
        const images = Array.from({ length: supply }, () => random.hex(32))
        const provenance = step.bytes('provenance', sha256(images.join('')))
        const [block, tokens] = [random.bytes(32), random.pick(5555, 8888, 10_000)]
        return {
          imageHashes: images,
          provenanceHash: hex(provenance),
          revealBlock: random.between(12_000_000, 20_000_000),
          revealBlockHash: `0x${hex(block)}`,
          maxSupply: tokens,
          startingIndex: step.number('start', modulo(big(block), tokens) + from, tokens, from),
        }
      }
    },
  },
  {
    kind,
    rule: 'Fisher–Yates in which each place is drawn by Keccak-256 of seed and place',
    least: 1,
    define(rule) {
      const down = rule.chance(60)
      const salt = rule.chance(40) ? rule.hex(32) : undefined
      return ({ random, step }) => {
        const seed = random.bytes(32)
        const count = random.between(25, 60)
        const order = Array.from({ length: count }, (_, at) => at + 1)
        const parts = salt === undefined ? [seed] : [seed, Buffer.from(salt, 'hex')]
        for (let at = 0; at < count - 1; at += 1) {
          const place = down ? count - 1 - at : at
          const number = big(keccak256(join([...parts, word(place)])))
          const other = down ? modulo(number, place + 1) : place + modulo(number, count - place)
          const kept = order[place]
          order[place] = order[other]
          order[other] = kept
        }
        return {
          seed: `0x${hex(seed)}`,
          ...(salt !== undefined && { contractSalt: `0x${salt}` }),
          tokens: count,
          shuffled: order.map(token => step.number('shuffled', token, count, 1)),
        }
      }
    },
  },
]
