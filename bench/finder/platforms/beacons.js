// Draws by a public beacon, most with the hash of a list that was fixed before.
import { big, hex, hmac, join, little, modulo, numbers, sha256, sha512, u32, u32le } from '../hashes.js'
import { listOf, makeRound, makeUuid, someTime } from '../random.js'
import { chooseHex } from '../style.js'

const kind = 'beacon and list'

export const beacons = [
  {
    kind,
    rule: "the beacon's number modulo the rows of a sealed file",
    least: 4,
    define(rule) {
      const ending = rule.pick('', '\n')
      const from = rule.below(2)
      const form = rule.pick('users', 'codes')
      return ({ random, step }) => {
        const beacon = makeRound(random)
        const rows = listOf(random, form, random.between(200, 700))
        const list = step.bytes('list hash', sha256(rows.join('\n') + ending))
        const row = step.number('row', modulo(big(beacon.randomness), rows.length) + from, rows.length, from)
        return {
          sealedList: hex(list),
          entries: rows,
          drand: { round: beacon.round, randomness: hex(beacon.randomness), time: beacon.time },
          winnerRow: row,
          winner: step.member('winner', rows[row - from], rows),
        }
      }
    },
  },
  {
    kind,
    rule: 'list hash and beacon hashed over and over; little-endian modulo what is left of the sorted list',
    least: 2,
    define(rule) {
      const form = rule.pick('users', 'codes', 'names')
      const take = rule.pick(little, little, big)
      return ({ random, step }) => {
        const beacon = makeRound(random)
        const list = listOf(random, form, random.between(40, 90)).sort()
        let digest = sha256(join([hex(sha256(list.join('\n'))), beacon.randomness]))
        const left = [...list]
        const winners = [1, 2, 3, 4, 5, 6].map(() => {
          digest = sha256(digest)
          const winner = step.member('winner', left[modulo(take(digest), left.length)], left)
          left.splice(left.indexOf(winner), 1)
          return winner
        })
        return {
          time: beacon.time,
          round: beacon.round,
          randomness: hex(beacon.randomness),
          totalCount: list.length,
          entries: list,
          winners,
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of beacon and id of the draw; modulo the entries',
    least: 4,
    define(rule) {
      const separator = rule.pick(':', '-', '|', '')
      const hash = rule.pick(sha256, sha256, sha512)
      const beaconFirst = rule.chance(50)
      const from = rule.below(2)
      return ({ random, step, place }) => {
        const [beacon, drawId] = [makeRound(random), `${random.text(6)}-${place + 30}`]
        const entries = random.between(700, 45_000)
        const parts = [hex(beacon.randomness), drawId]
        const seed = step.bytes('seed', hash((beaconFirst ? parts : parts.reverse()).join(separator)))
        return {
          drawId,
          beacon: { round: beacon.round, randomness: hex(beacon.randomness) },
          publishedAt: someTime(random),
          seed: hex(seed),
          entries,
          winningNumber: step.number('winner', modulo(big(seed), entries) + from, entries, from),
        }
      }
    },
  },
  {
    kind,
    rule: 'fingerprint of the list; HMAC under the beacon with a counter; reserves leave the list too',
    least: 2,
    define(rule) {
      const between = rule.pick(',', '\n', '|')
      const separator = rule.pick(':', '|', '-')
      const from = rule.below(2)
      const form = rule.pick('users', 'names', 'codes')
      const { as } = chooseHex(rule)
      return ({ random, step }) => {
        const beacon = makeRound(random)
        const entries = listOf(random, form, random.between(60, 180))
        const print = step.bytes('fingerprint', sha256(entries.join(between)))
        const key = as === 'bytes' ? beacon.randomness : hex(beacon.randomness)
        const left = [...entries]
        const drawn = [0, 1, 2, 3, 4].map(at => {
          const digest = hmac(key, `${hex(print)}${separator}${at + from}`)
          const winner = step.member('winner', left[modulo(big(digest), left.length)], left)
          left.splice(left.indexOf(winner), 1)
          return winner
        })
        return {
          vcode: random.text(10),
          entriesFingerprint: hex(print),
          entries,
          drandRound: beacon.round,
          drandRandomness: hex(beacon.randomness),
          winners: drawn,
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of the beacon as key, a counter in bytes as message; 64 bits little-endian below a limit',
    least: 4,
    define(rule) {
      const counter = rule.pick(u32, u32le)
      return ({ random, step }) => {
        const beacon = makeRound(random)
        const participants = random.between(20_000, 900_000)
        const key = sha256(beacon.randomness)
        const limit = 2n ** 64n - (2n ** 64n % BigInt(participants))
        let number = limit
        for (let count = 0; number >= limit; count += 1) number = hmac(key, counter(count)).readBigUInt64LE()
        return {
          round: beacon.round,
          randomness: hex(beacon.randomness),
          participants,
          winnerIndex: step.number('winner', modulo(number, participants), participants),
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of beacon and entrant; the lowest wins',
    least: 2,
    define(rule) {
      const separator = rule.pick('|', ':', '-', '/')
      const form = rule.pick('users', 'names', 'uuids')
      const entrantFirst = rule.chance(30)
      return ({ random, step }) => {
        const beacon = makeRound(random)
        const entrants = listOf(random, form, random.between(40, 120))
        const scoreOf = entrant => {
          const parts = [hex(beacon.randomness), entrant]
          return hex(sha256((entrantFirst ? parts.reverse() : parts).join(separator)))
        }
        const ranked = entrants.toSorted((one, other) => (scoreOf(one) < scoreOf(other) ? -1 : 1))
        return {
          due: beacon.time,
          round: beacon.round,
          randomness: hex(beacon.randomness),
          entrants,
          winners: [0, 1, 2, 3, 4].map(rank => step.member('winner', ranked[rank], entrants)),
        }
      }
    },
  },
  {
    kind,
    rule: 'seed is a hash of the text of the beacon; a published score for each code, the highest wins',
    least: 2,
    define(rule) {
      const text = rule.chance(60)
      const separator = rule.pick('', '', ':', '-')
      return ({ random, step }) => {
        const beacon = makeRound(random)
        const seed = step.bytes('seed', sha256(hex(beacon.randomness)))
        const codes = listOf(random, 'codes', random.between(20, 50))
        const key = text ? hex(seed) : seed
        const entries = codes.map((entryCode, at) => ({
          entryCode,
          score: hex(step.bytes('score', sha256(join([key, entryCode], text ? separator : '')))),
          enteredAt: someTime(random),
          channel: at % 7 === 3 ? 'post' : 'web',
        }))
        const ranked = entries.toSorted((one, other) => (one.score > other.score ? -1 : 1))
        const winners = [0, 1, 2, 3].map(rank => step.member('winner', ranked[rank].entryCode, codes))
        return {
          randomness: {
            source: 'beacon',
            round: beacon.round,
            value: hex(beacon.randomness),
            timestamp: beacon.time,
          },
          seed: hex(seed),
          entries,
          winners,
        }
      }
    },
  },
  {
    kind,
    rule: 'commitment to round, hash of the rule, hash of the inputs and salt; HMAC under the beacon picks',
    least: 3,
    define(rule) {
      const separator = rule.pick('|', ':', '.')
      const between = rule.pick(',', '\n')
      const form = rule.pick('users', 'names')
      const name = rule.pick('uniform', 'index', 'pick-one')
      return ({ random, step }) => {
        const beacon = makeRound(random)
        const inputs = listOf(random, form, random.between(100, 400))
        const salt = random.hex(16)
        const ruleHash = step.bytes('rule hash', sha256(name))
        const inputsHash = step.bytes('inputs hash', sha256(inputs.join(between)))
        const committed = [beacon.round, hex(ruleHash), hex(inputsHash), salt].join(separator)
        const commitment = step.bytes('commitment', sha256(committed))
        const output = step.bytes('output', hmac(beacon.randomness, join([ruleHash, inputsHash])))
        return {
          receipt: { id: makeUuid(random), commitment: hex(commitment), targetRound: beacon.round, salt },
          rule: name,
          ruleHash: hex(ruleHash),
          inputsHash: hex(inputsHash),
          inputs,
          randomness: hex(beacon.randomness),
          output: hex(output),
          selection: step.member('winner', inputs[modulo(big(output), inputs.length)], inputs),
        }
      }
    },
  },
  {
    kind,
    rule: 'canonical JSON of id and weighted entries hashed, then with the beacon; a shuffle of slots by counters',
    least: 2,
    define(rule) {
      const both = rule.pick('entry_hash', 'list_hash')
      return ({ random, step }) => {
        const beacon = makeRound(random)
        const drawId = makeUuid(random)
        const entries = listOf(random, 'uuids', random.between(20, 60))
          .sort()
          .map(uuid => ({ uuid, weight: random.between(1, 5) }))
        const list = step.bytes('list hash', sha256(JSON.stringify({ draw_id: drawId, entries })))
        const fields = { drand_randomness: hex(beacon.randomness), [both]: hex(list) }
        const seed = step.bytes('seed', sha256(JSON.stringify(fields)))
        const slots = entries.flatMap(({ uuid, weight }) => Array(weight).fill(uuid))
        let counter = 0
        const draw = count => {
          const limit = 2n ** 256n - (2n ** 256n % BigInt(count))
          let number = limit
          while (number >= limit) number = big(sha256(join([seed, u32(counter++)])))
          return modulo(number, count)
        }
        for (let last = slots.length - 1; last > 0; last -= 1) {
          const other = draw(last + 1)
          const kept = slots[last]
          slots[last] = slots[other]
          slots[other] = kept
        }
        const uuids = entries.map(({ uuid }) => uuid)
        const winners = [...new Set(slots)].slice(0, 4).map(uuid => step.member('winner', uuid, uuids))
        return {
          drawId,
          entries,
          entryHash: hex(list),
          drandRound: beacon.round,
          drandRandomness: hex(beacon.randomness),
          seed: hex(seed),
          results: winners,
        }
      }
    },
  },
  {
    kind,
    rule: 'a pulse of 512 bits, or the hash of its text, modulo the tickets',
    least: 3,
    define(rule) {
      const take = rule.pick('all', 'first16', 'last16')
      const upper = rule.chance(70)
      const from = rule.below(2)
      const hashed = rule.chance(50)
      return ({ random, step }) => {
        const pulse = random.bytes(64)
        const shown = upper ? hex(pulse).toUpperCase() : hex(pulse)
        const tickets = random.between(10_000, 300_000)
        const digest = hashed ? step.bytes('digest', sha512(shown)) : pulse
        return {
          pulse: {
            chain: 2,
            index: random.between(100_000, 2_000_000),
            timeStamp: someTime(random),
            outputValue: shown,
          },
          ...(hashed && { sha512: hex(digest) }),
          numberOfTickets: tickets,
          winningTicket: step.number('winner', modulo(numbers[take](digest), tickets) + from, tickets, from),
        }
      }
    },
  },
]
