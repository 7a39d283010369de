// Raffles and competitions in which a seed of the operator's is fixed by its hash, most with a public number beside it.
import { big, hex, hmac, join, merkleRoot, modulo, numbers, sha256, sha512, xor } from '../hashes.js'
import { listOf, makeBlock, makeRound, makeUuid, soldTickets } from '../random.js'
import { chooseHex } from '../style.js'

const kind = 'commitment and public number'

export const raffles = [
  {
    kind,
    rule: 'seed, beacon, tag of the prize and list hash in one hash for each prize; modulo the list of tickets',
    least: 2,
    define(rule) {
      const { show, part, separator } = chooseHex(rule)
      const between = rule.pick(',', ',', '\n', '|')
      const tag = rule.pick('prize-', 'prize', 'p', 'draw-')
      const order = rule.shuffle(['seed', 'beacon', 'tag', 'list'])
      const from = rule.below(2)
      return ({ random, step }) => {
        const [seed, beacon] = [random.bytes(32), makeRound(random)]
        const tickets = soldTickets(random, random.between(120, 400))
        const commitment = step.bytes('commitment', sha256(part(seed)))
        const list = step.bytes('list hash', sha256(tickets.join(between)))
        const prizes = [0, 1, 2].map(prize => {
          const parts = {
            seed: part(seed),
            beacon: part(beacon.randomness),
            tag: `${tag}${prize + from}`,
            list: part(list),
          }
          const made = sha256(
            join(
              order.map(name => parts[name]),
              separator,
            ),
          )
          const mixed = step.bytes('mixed', made)
          const index = step.number('index', modulo(big(mixed), tickets.length), tickets.length)
          return {
            prize: prize + from,
            mixed: show(mixed),
            index,
            winner: step.member('winner', tickets[index], tickets),
          }
        })
        return {
          commitment: show(commitment),
          seed: show(seed),
          drand: { round: beacon.round, randomness: show(beacon.randomness) },
          drawnAt: beacon.time,
          tickets,
          ticketCount: tickets.length,
          ticketListHash: show(list),
          prizes,
        }
      }
    },
  },
  {
    kind,
    rule: 'text of seed and beacon in one hash; its first digits modulo the tickets sold',
    least: 4,
    define(rule) {
      const separator = rule.pick(':', ':', '-', '|', '')
      const take = rule.pick('first13', 'first15', 'first16')
      const from = rule.below(2)
      const shown = rule.chance(60)
      return ({ random, step }) => {
        const [seed, beacon] = [random.hex(32), makeRound(random)]
        const sold = random.between(900, 60_000)
        const seedHash = step.bytes('seed hash', sha256(seed))
        let digest = sha256(seed + separator + hex(beacon.randomness))
        if (shown) digest = step.bytes('digest', digest)
        const winner = step.number('winner', modulo(numbers[take](digest), sold) + from, sold, from)
        return {
          seedHash: hex(seedHash),
          serverSeed: seed,
          drandRound: beacon.round,
          drandRandomness: hex(beacon.randomness),
          endsAt: beacon.time,
          ...(shown && { digest: hex(digest) }),
          ticketsSold: sold,
          [from === 0 ? 'winningIndex' : 'winningTicket']: winner,
        }
      }
    },
  },
  {
    kind,
    rule: 'HMAC under the beacon of time, id, salt and counts; four bytes at a time, those that are too high are left out',
    least: 4,
    define(rule) {
      const separator = rule.pick(':', '|', '-')
      const salt = rule.hex(rule.pick(8, 16))
      const order = rule.shuffle(['time', 'id', 'salt', 'sold', 'most'])
      return ({ random, step }) => {
        const beacon = makeRound(random)
        const most = random.pick(999, 1999, 4999, 9999)
        const sold = random.between(most >> 2, most)
        const parts = { time: beacon.time, id: makeUuid(random), salt, sold, most }
        const message = order.map(name => parts[name]).join(separator)
        const combined = step.bytes('combined hash', hmac(hex(beacon.randomness), message))
        const limit = 2 ** 32 - (2 ** 32 % most)
        const words = Array.from({ length: 8 }, (_, at) => combined.readUInt32BE(4 * at))
        const kept = words.find(one => one < limit) ?? 0
        return {
          drawId: parts.id,
          clientSeed: parts.time,
          staticSalt: salt,
          drand: { round: beacon.round, randomness: hex(beacon.randomness) },
          ticketsSold: sold,
          maxTickets: most,
          combinedHash: hex(combined),
          winningNumber: step.number('winner', (kept % most) + 1, most, 1),
        }
      }
    },
  },
  {
    kind,
    rule: 'commitment to nonce, secret and time; the winner is its hash with the number of entries',
    least: 4,
    define(rule) {
      const separator = rule.pick(':', '|', '', '.')
      const last = rule.pick('count', 'id')
      const take = rule.pick('all', 'first13', 'first8')
      return ({ random, step, place }) => {
        const [nonce, secret] = [
          random.between(1, 999_999),
          random.text(24, 'abcdefghijkmnpqrstuvwxyz23456789'),
        ]
        const timestamp = random.between(1_700_000_000, 1_790_000_000)
        const entries = random.between(800, 30_000)
        const commit = [nonce, secret, timestamp].join(separator)
        const hash = step.bytes('hash', sha256(commit))
        const digest = sha256([commit, last === 'count' ? entries : place + 71].join(separator))
        return {
          raffleId: place + 71,
          hash: hex(hash),
          nonce,
          secret,
          timestamp,
          totalEntries: entries,
          winnerNumber: step.number('winner', modulo(numbers[take](digest), entries) + 1, entries, 1),
        }
      }
    },
  },
  {
    kind,
    rule: 'key fixed by its hash and a block; a counter for each winner, names that have won are passed over',
    least: 2,
    define(rule) {
      const separator = rule.pick('-', ':', '|', '')
      const from = rule.below(2)
      const form = rule.pick('users', 'names', 'codes')
      return ({ random, step }) => {
        const [key, block] = [random.hex(32), makeBlock(random)]
        const entries = listOf(random, form, random.between(40, 120))
        const committed = step.bytes('key hash', sha256(key))
        const winners = []
        for (let counter = from; winners.length < 5; counter += 1) {
          const digest = sha256([key, hex(block.hash), counter].join(separator))
          const drawn = entries[modulo(big(digest), entries.length)]
          if (!winners.includes(drawn)) winners.push(step.member('winner', drawn, entries))
        }
        return {
          secretKeyHash: hex(committed),
          secretKey: key,
          bitcoin: { height: block.height, blockHash: hex(block.hash) },
          entries,
          entryCount: entries.length,
          winners,
        }
      }
    },
  },
  {
    kind,
    rule: 'root of a tree of entrants; HKDF of seed and beacon with the root; eight bytes modulo the entrants',
    least: 3,
    define(rule) {
      const form = rule.pick('uuids', 'wallets', 'users')
      const { show } = chooseHex(rule)
      return ({ random, step }) => {
        const [seed, beacon] = [random.bytes(32), makeRound(random)]
        const entrants = listOf(random, form, random.between(60, 200))
        const committed = step.bytes('seed hash', sha256(seed))
        const root = step.bytes('root', merkleRoot(entrants.map(one => sha256(one))))
        const key = hmac(beacon.randomness, seed)
        const output = step.bytes('output', hmac(key, join([root, Buffer.from([1])])))
        const winners = [0, 1, 2, 3].map(at => {
          const index = modulo(big(output.subarray(8 * at, 8 * at + 8)), entrants.length)
          return step.member('winner', entrants[index], entrants)
        })
        return {
          commitment: show(committed),
          revealedSeed: show(seed),
          drand: { round: beacon.round, randomness: show(beacon.randomness) },
          entrants,
          merkleRoot: show(root),
          hkdfOutput: show(output),
          winners,
        }
      }
    },
  },
  {
    kind,
    rule: 'commitment to secret, competition and count; winners by a hash of the hash before',
    least: 2,
    define(rule) {
      const separator = rule.pick('|', ':', '-')
      const asText = rule.chance(50)
      const from = rule.below(2)
      return ({ random, step, place }) => {
        const [secret, sold] = [random.hex(16), random.between(1500, 20_000)]
        const competition = `C${4100 + 3 * place}`
        const committed = step.bytes('commitment', sha256([secret, competition, sold].join(separator)))
        let digest = sha256(secret)
        const log = [1, 2, 3].map(draw => {
          if (draw > 1) digest = sha256(asText ? hex(digest) : digest)
          digest = step.bytes('hash', digest)
          return {
            draw,
            hash: hex(digest),
            ticket: step.number('ticket', modulo(big(digest), sold) + from, sold, from),
          }
        })
        return { competition, commitmentHash: hex(committed), secret, entriesSold: sold, auditLog: log }
      }
    },
  },
  {
    kind,
    rule: 'seeds of several parties, each fixed by its hash, and the beacon in one xor; modulo tickets',
    least: 4,
    define(rule) {
      const { show, part } = chooseHex(rule)
      const hashed = rule.chance(50)
      return ({ random, step, place }) => {
        const seeds = [0, 1, 2].map(() => random.bytes(32))
        const beacon = makeRound(random)
        const tickets = random.between(5000, 90_000)
        const contributions = seeds.map((seed, at) => ({
          party: ['operator', 'charity', 'auditor'][at],
          commitment: show(step.bytes('commitment', sha256(part(seed)))),
          seed: show(seed),
        }))
        const combined = step.bytes('combined', xor([...seeds, beacon.randomness]))
        const number = big(hashed ? sha256(part(combined)) : combined)
        return {
          drawNumber: place + 12,
          contributions,
          drand: { round: beacon.round, randomness: show(beacon.randomness) },
          combinedSeed: show(combined),
          totalTickets: tickets,
          winningTicket: step.number('winner', modulo(number, tickets) + 1, tickets, 1),
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of list, separator and count; a score for each entry, ranked',
    least: 2,
    define(rule) {
      const between = rule.pick('\n', ',', ';')
      const count = rule.pick('|', ':', '#')
      const separator = rule.pick(':', '|', '-')
      const highest = rule.chance(50)
      const form = rule.pick('users', 'names', 'codes')
      const shown = rule.chance(60)
      return ({ random, step, place }) => {
        const [seed, beacon] = [random.bytes(32), makeRound(random)]
        const entries = listOf(random, form, random.between(30, 80))
        const committed = step.bytes('commitment', sha256(seed))
        const list = step.bytes('list hash', sha256(entries.join(between) + count + entries.length))
        const scored = entries.map(entry => {
          const digest = sha256([hex(seed), hex(beacon.randomness), entry].join(separator))
          const score = shown ? step.bytes('score', digest) : digest
          return { entry, score: hex(score) }
        })
        const up = scored.toSorted((one, other) => (one.score < other.score ? -1 : 1))
        const ranked = (highest ? up.reverse() : up).map(({ entry }) => entry)
        return {
          giveawayId: 210 + place,
          commitment: hex(committed),
          serverSeed: hex(seed),
          clientSeed: hex(beacon.randomness),
          drandRound: beacon.round,
          entriesHash: hex(list),
          entryCount: entries.length,
          ...(shown ? { scores: scored } : { entries }),
          winners: [0, 1, 2].map(rank => step.member('winner', ranked[rank], entries)),
        }
      }
    },
  },
  {
    kind,
    rule: 'HMAC-SHA-512 of beacon and number of the prize under the seed; winners leave the list',
    least: 2,
    define(rule) {
      const separator = rule.pick(':', '|', '-', '#')
      const from = rule.below(2)
      const take = rule.pick('all', 'first13', 'first16')
      const form = rule.pick('users', 'codes', 'uuids')
      const keyed = rule.chance(60)
      return ({ random, step }) => {
        const [seed, beacon] = [random.hex(32), makeRound(random)]
        const entries = listOf(random, form, random.between(80, 300))
        const committed = step.bytes('seed hash', sha512(seed))
        const left = [...entries]
        const results = [0, 1, 2, 3].map(prize => {
          const message = `${hex(beacon.randomness)}${separator}${prize + from}`
          const mac = keyed ? hmac(seed, message, 'sha512') : hmac(message, seed, 'sha512')
          const output = step.bytes('mac', mac)
          const index = modulo(numbers[take](output), left.length)
          const winner = step.member('winner', left[index], left)
          left.splice(left.indexOf(winner), 1)
          return { prize: prize + from, hmac: hex(output), winner }
        })
        return {
          seedHash: hex(committed),
          seed,
          beaconRound: beacon.round,
          beaconValue: hex(beacon.randomness),
          participants: entries,
          results,
        }
      }
    },
  },
]
