// Raffles by the hash of a block that was announced beforehand.
import { big, hex, join, keccak256, modulo, numbers, sha256, word } from '../hashes.js'
import { listOf, makeBlock, someTime } from '../random.js'

const kind = 'block hash'

/** A block of a chain whose hashes have no zeros before them. */
function makeEvenBlock(random) {
  return { height: random.between(9_000_000, 24_000_000), hash: random.bytes(32) }
}

export const blocks = [
  {
    kind,
    rule: 'hash of the block modulo the tickets',
    least: 4,
    define(rule) {
      const take = rule.pick('all', 'all', 'last16', 'last8')
      const from = rule.below(2)
      return ({ random, step }) => {
        const [block, tickets] = [makeBlock(random), random.between(4000, 120_000)]
        return {
          block: { height: block.height, hash: hex(block.hash) },
          ticketsSold: tickets,
          winningTicket: step.number(
            'winner',
            modulo(numbers[take](block.hash), tickets) + from,
            tickets,
            from,
          ),
        }
      }
    },
  },
  {
    kind,
    rule: 'the same number of the block modulo what is left, for one prize after the other',
    least: 3,
    define(rule) {
      const form = rule.pick('users', 'wallets', 'codes')
      return ({ random, step }) => {
        const block = makeBlock(random)
        const entries = listOf(random, form, random.between(50, 150))
        const left = [...entries]
        const winners = [1, 2, 3, 4].map(() => {
          const winner = step.member('winner', left[modulo(big(block.hash), left.length)], left)
          left.splice(left.indexOf(winner), 1)
          return winner
        })
        return { blockHeight: block.height, blockHash: hex(block.hash), entries, prizes: 4, winners }
      }
    },
  },
  {
    kind,
    rule: 'groups of hex digits of the block, each modulo the tickets',
    least: 2,
    define(rule) {
      const digits = rule.pick(3, 4, 5)
      const from = rule.below(2)
      return ({ random, step }) => {
        const [block, tickets] = [
          makeEvenBlock(random),
          random.between((16 ** digits) >> 5, (16 ** digits) >> 3),
        ]
        const winners = Array.from({ length: 10 }, (_, at) => {
          const number = parseInt(hex(block.hash).slice(digits * at, digits * (at + 1)), 16)
          return step.number('winner', (number % tickets) + from, tickets, from)
        })
        return {
          announcedAt: someTime(random),
          height: block.height,
          blockId: hex(block.hash),
          tickets,
          winners,
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of block and entry for each entry; sorted by it',
    least: 2,
    define(rule) {
      const separator = rule.pick('', ':', '-', ',')
      const form = rule.pick('users', 'wallets', 'names')
      const entryFirst = rule.chance(50)
      const down = rule.chance(40)
      return ({ random, step }) => {
        const block = makeBlock(random)
        const names = listOf(random, form, random.between(20, 60))
        const rows = names.map(name => {
          const parts = [hex(block.hash), name]
          const digest = sha256((entryFirst ? parts.reverse() : parts).join(separator))
          return { name, hash: hex(step.bytes('hash', digest)) }
        })
        const ranked = rows.toSorted((one, other) => (one.hash < other.hash !== down ? -1 : 1))
        return {
          blockHeight: block.height,
          blockHash: hex(block.hash),
          entries: rows,
          ranking: ranked.map(({ name }) => step.member('ranking', name, names)),
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of block and nonce for each place; first digits modulo the participants',
    least: 2,
    define(rule) {
      const separator = rule.pick('', ':', '-', '_')
      const take = rule.pick('first8', 'first13', 'first15')
      const from = rule.below(2)
      const start = rule.pick(0, 1, 1)
      return ({ random, step }) => {
        const [block, participants] = [makeEvenBlock(random), random.between(2000, 30_000)]
        const results = [0, 1, 2, 3].map(at => {
          const nonce = at + start
          const digest = step.bytes('hash', sha256(`${hex(block.hash)}${separator}${nonce}`))
          const position = modulo(numbers[take](digest), participants) + from
          return { nonce, hash: hex(digest), position: step.number('position', position, participants, from) }
        })
        return { block: { number: block.height, hash: hex(block.hash) }, participants, results }
      }
    },
  },
  {
    kind,
    rule: 'Keccak-256 of block hash and index as contracts pack them; modulo the supply',
    least: 2,
    define(rule) {
      const from = rule.below(2)
      const indexFirst = rule.chance(25)
      return ({ random, step }) => {
        const [block, supply] = [makeEvenBlock(random), random.pick(3333, 5000, 7777, 9999)]
        const winners = [0, 1, 2, 3, 4].map(at => {
          const parts = [block.hash, word(at)]
          const number = big(keccak256(join(indexFirst ? parts.reverse() : parts)))
          return step.number('winner', modulo(number, supply) + from, supply, from)
        })
        return {
          blockNumber: block.height,
          blockHash: `0x${hex(block.hash)}`,
          totalSupply: supply,
          winningTokenIds: winners,
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of several blocks one after the other; modulo the tickets',
    least: 3,
    define(rule) {
      const separator = rule.pick('', '', '-', ',')
      const asBytes = separator === '' && rule.chance(40)
      const from = rule.below(2)
      return ({ random, step }) => {
        const blocks = [makeBlock(random), makeBlock(random), makeBlock(random)]
        const first = blocks[0].height
        const tickets = random.between(3000, 70_000)
        const parts = blocks.map(({ hash }) => (asBytes ? hash : hex(hash)))
        const seed = step.bytes('seed', sha256(join(parts, separator)))
        return {
          blocks: blocks.map(({ hash }, at) => ({ height: first + at, hash: hex(hash) })),
          seed: hex(seed),
          tickets,
          winner: step.number('winner', modulo(big(seed), tickets) + from, tickets, from),
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of the block modulo the sum of stakes, and whose stake it falls in',
    least: 2,
    define(rule) {
      const hashed = rule.chance(40)
      const form = rule.pick('wallets', 'users')
      return ({ random, step }) => {
        const block = makeBlock(random)
        const stakes = listOf(random, form, random.between(25, 60)).map(delegator => ({
          delegator,
          stake: random.between(100, 900_000),
        }))
        const sum = stakes.reduce((total, { stake }) => total + stake, 0)
        const number = big(hashed ? sha256(hex(block.hash)) : block.hash)
        const point = modulo(number, sum)
        let before = 0
        const winner = stakes.find(({ stake }) => (before += stake) > point).delegator
        const names = stakes.map(({ delegator }) => delegator)
        return {
          snapshotAt: someTime(random),
          blockHeight: block.height,
          blockHash: hex(block.hash),
          stakes,
          totalStake: sum,
          winner: step.member('winner', winner, names),
        }
      }
    },
  },
  {
    kind,
    rule: 'a start by the block; so many in a row win, over the end to the beginning',
    least: 4,
    define(rule) {
      const take = rule.pick('all', 'last8', 'last16')
      const form = rule.pick('wallets', 'users')
      const hashed = rule.chance(40)
      return ({ random, step }) => {
        const block = makeBlock(random)
        const addresses = listOf(random, form, random.between(80, 250))
        const list = step.bytes('list hash', sha256(addresses.join('\n')))
        const digest = hashed ? sha256(join([block.hash, list])) : block.hash
        const start = step.number('start', modulo(numbers[take](digest), addresses.length), addresses.length)
        const winners = [0, 1, 2, 3, 4].map(at => {
          const winner = addresses[(start + at) % addresses.length]
          return step.member('winner', winner, addresses)
        })
        return {
          listHash: hex(list),
          addresses,
          block: { height: block.height, hash: hex(block.hash) },
          start,
          winners,
        }
      }
    },
  },
  {
    kind,
    rule: 'the decimal digits in the hash of the block, the last of them modulo the entries',
    least: 4,
    define(rule) {
      const most = rule.pick(6, 7, 8)
      const from = rule.below(2)
      return ({ random, step }) => {
        const block = makeEvenBlock(random)
        const digits = hex(block.hash).replace(/[a-f]/g, '').slice(-most)
        const entries = random.between(1000, (10 ** most) >> 4)
        return {
          block: { height: block.height, hash: hex(block.hash), time: someTime(random) },
          entries,
          winningPosition: step.number('winner', (Number(digits) % entries) + from, entries, from),
        }
      }
    },
  },
]
