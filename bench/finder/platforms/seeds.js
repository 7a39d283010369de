// Giveaways by server seed and client seed, as casinos' pages taught them.
import { big, hex, hmac, modulo, numbers, sha256, sha512 } from '../hashes.js'
import { listOf, makeUuid } from '../random.js'

const kind = 'server seed and client seed'

/** A page with a hash of the server seed, a client seed and a nonce; the operator's digest and number vary. */
function page(rule, { digestOf, committed = sha256, finish }) {
  const naming = rule.pick('client', 'public', 'user')
  const first = rule.pick(0, 1, rule.between(2, 60))
  return ({ random, step, place }) => {
    const server = random.hex(32)
    const client = random.text(14, 'abcdefghijkmnopqrstuvwxyz0123456789')
    const nonce = first + place
    const commitment = step.bytes('seed hash', committed(server))
    const digest = digestOf({ server, client, nonce })
    return {
      serverSeedHash: hex(commitment),
      serverSeed: server,
      [`${naming}Seed`]: client,
      nonce,
      ...finish({ random, step, digest, place, server, client, nonce }),
    }
  }
}

export const seeds = [
  ...[
    ['first8', 'the first 8 hex digits of an HMAC modulo the entries', 250_000],
    ['first13', 'the first 13 hex digits of an HMAC modulo the entries', 900_000],
    ['first16', 'the first 16 hex digits of an HMAC modulo the entries', 30_000],
  ].map(([take, text, most]) => ({
    kind,
    rule: text,
    least: 4,
    define(rule) {
      const separator = rule.pick(':', '-', '|', '_')
      const name = rule.pick('sha256', 'sha256', 'sha512')
      const from = rule.below(2)
      const shown = rule.chance(35)
      return page(rule, {
        digestOf: ({ server, client, nonce }) => hmac(server, `${client}${separator}${nonce}`, name),
        finish({ random, step, digest }) {
          const entries = random.between(most >> 3, most)
          const made = shown ? step.bytes('mac', digest) : digest
          return {
            ...(shown && { resultHash: hex(made) }),
            totalEntries: entries,
            winningEntry: step.number('winner', modulo(numbers[take](made), entries) + from, entries, from),
          }
        },
      })
    },
  })),
  {
    kind,
    rule: 'a fraction of the first digits of an HMAC, times the tickets, rounded down',
    least: 4,
    define(rule) {
      const separator = rule.pick(':', '-', '.')
      const digits = rule.pick(8, 13)
      const from = rule.below(2)
      return page(rule, {
        digestOf: ({ server, client, nonce }) => hmac(server, `${client}${separator}${nonce}`),
        finish({ random, step, digest }) {
          const tickets = random.between(20_000, 400_000)
          const scaled = (BigInt(`0x${hex(digest).slice(0, digits)}`) * BigInt(tickets)) >> BigInt(4 * digits)
          return {
            totalTickets: tickets,
            winningTicket: step.number('winner', Number(scaled) + from, tickets, from),
          }
        },
      })
    },
  },
  {
    kind,
    rule: 'one hash of the seeds and the nonce, in some order; the whole of it modulo the tickets',
    least: 4,
    define(rule) {
      const separator = rule.pick('', '', '-', ':', '+')
      const order = rule.shuffle(['server', 'client', 'nonce'])
      const hash = rule.pick(sha256, sha256, sha512)
      const take = rule.pick('all', 'last16', 'last8')
      return page(rule, {
        committed: hash,
        digestOf: parts => hash(order.map(name => parts[name]).join(separator)),
        finish({ random, step, digest }) {
          const tickets = random.between(3000, 120_000)
          const made = step.bytes('hash', digest)
          return {
            hash: hex(made),
            tickets,
            winner: step.number('winner', modulo(numbers[take](made), tickets) + 1, tickets, 1),
          }
        },
      })
    },
  },
  {
    kind,
    rule: 'an HMAC under the public seed; the name at its number modulo the list, from an earlier commitment',
    least: 4,
    define(rule) {
      const form = rule.pick('users', 'names', 'wallets')
      const take = rule.pick('first8', 'first13', 'first15', 'all')
      return ({ random, step }) => {
        const server = random.hex(32)
        const [roundId, value] = [makeUuid(random), random.hex(16)]
        const players = listOf(random, form, random.between(150, 500))
        const commitment = step.bytes('seed hash', sha256(server))
        const output = step.bytes('mac', hmac(value, server))
        return {
          roundId,
          commitment: hex(commitment),
          publicValue: value,
          serverSeed: server,
          hmac: hex(output),
          players,
          winner: step.member('winner', players[modulo(numbers[take](output), players.length)], players),
        }
      }
    },
  },
  {
    kind,
    rule: 'a number below the sum of all weights, and whose tickets it falls in',
    least: 4,
    define(rule) {
      const separator = rule.pick(':', '-')
      const form = rule.pick('users', 'wallets')
      return page(rule, {
        digestOf: ({ server, client, nonce }) => hmac(server, `${client}${separator}${nonce}`),
        finish({ random, step, digest }) {
          const entries = listOf(random, form, random.between(30, 60)).map(user => ({
            user,
            tickets: random.between(1, 9000),
          }))
          const total = entries.reduce((sum, { tickets }) => sum + tickets, 0)
          const ticket = step.number('ticket', modulo(big(digest), total), total)
          let before = 0
          const winner = entries.find(({ tickets }) => (before += tickets) > ticket).user
          return {
            entries,
            totalTickets: total,
            winningTicket: ticket,
            winner: step.member(
              'winner',
              winner,
              entries.map(({ user }) => user),
            ),
          }
        },
      })
    },
  },
]
