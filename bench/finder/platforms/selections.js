// Selections of people and of ballots, by rules that standards and election offices use.
import { big, hex, hmac, join, md5, modulo, sha256 } from '../hashes.js'
import { listOf } from '../random.js'

const kind = 'selection procedure'

export const selections = [
  {
    kind,
    rule: 'RFC 3797: MD5 of place, key and place modulo the volunteers that are left; the key from lottery numbers',
    least: 1,
    define(rule) {
      const form = rule.pick('names', 'users')
      return ({ random, step }) => {
        const sources = [7, 6, 5].map(count => {
          const numbers = random.shuffle(Array.from({ length: 49 }, (_, at) => at + 1)).slice(0, count)
          return numbers.sort((one, other) => one - other)
        })
        const key = `${sources.map(numbers => numbers.map(number => `${number}.`).join('')).join('/')}/`
        const volunteers = listOf(random, form, random.between(80, 200))
        const left = [...volunteers]
        const selected = Array.from({ length: 10 }, (_, at) => {
          const place = Buffer.from([0, at])
          const digest = step.bytes('digest', md5(join([place, key, place])))
          const name = step.member('selected', left[modulo(big(digest), left.length)], left)
          left.splice(left.indexOf(name), 1)
          return { rank: at + 1, digest: hex(digest), selected: name }
        })
        return { sources, key, volunteers, positions: 10, selected }
      }
    },
  },
  {
    kind,
    rule: 'hash of the hex text of name and public value; sorted by it, the highest are selected',
    least: 2,
    define(rule) {
      const separator = rule.pick('/', '/', ':')
      const twice = rule.chance(50)
      const form = rule.pick('names', 'users')
      return ({ random, step }) => {
        const value = `${random.between(5000, 9999)}.${random.between(10, 99)}/${random.between(100, 999)}C${random.between(1000, 1999)}`
        const names = listOf(random, form, random.between(25, 60))
        const scored = names.map(name => {
          const text = `${name}${separator}${value}`
          return { name, hash: sha256(twice ? hex(Buffer.from(text)) : text) }
        })
        const ranked = scored
          .sort((one, other) => Buffer.compare(other.hash, one.hash))
          .map(({ name }) => name)
        return {
          publicValue: value,
          candidates: names,
          seats: 6,
          selected: ranked.slice(0, 6).map(name => step.member('selected', name, names)),
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of the seed’s hash and the id of each ballot; those with the lowest tickets are audited',
    least: 1,
    define(rule) {
      const inner = rule.chance(70)
      const separator = rule.pick('', '', ',')
      return ({ random, step }) => {
        const seed = random.text(20, '0123456789')
        const ids = Array.from({ length: random.between(60, 120) }, (_, at) => `B${at % 9}-${101 + at}`)
        const key = inner ? hex(sha256(seed)) : seed
        const tickets = ids.map(id => ({
          id,
          ticket: step.bytes('ticket', sha256(`${key}${separator}${id}`)),
        }))
        const ranked = tickets.toSorted((one, other) => Buffer.compare(one.ticket, other.ticket))
        return {
          seed,
          ballots: tickets.map(({ id, ticket }) => ({ ballotId: id, ticketNumber: hex(ticket) })),
          sampleSize: 12,
          sample: ranked.slice(0, 12).map(({ id }) => step.member('sample', id, ids)),
        }
      }
    },
  },
  {
    kind,
    rule: 'hash of a seed of dice and a counter; modulo the ballots, plus one',
    least: 1,
    define(rule) {
      const separator = rule.pick(',', ',', ':', '-')
      return ({ random, step }) => {
        const [seed, sheets] = [random.text(20, '0123456789'), random.between(20_000, 1_400_000)]
        const numbers = Array.from({ length: 12 }, (_, at) => {
          const number = modulo(big(sha256(`${seed}${separator}${at + 1}`)), sheets) + 1
          return step.number('number', number, sheets, 1)
        })
        return { seed, ballotSheets: sheets, sampleSize: 12, selectedBallots: numbers }
      }
    },
  },
  {
    kind,
    rule: 'a lottery number for each child by HMAC of its id; places go to the lowest',
    least: 1,
    define(rule) {
      const digits = rule.pick(16, 20, 64)
      const down = rule.chance(25)
      return ({ random, step }) => {
        const key = random.hex(32)
        const committed = step.bytes('key hash', sha256(key))
        const ids = listOf(random, 'codes', random.between(40, 90))
        const rows = ids.map(applicantId => {
          const mac = hmac(key, applicantId).subarray(0, digits / 2)
          return { applicantId, lotteryNumber: hex(step.bytes('lottery number', mac)) }
        })
        const ranked = rows.toSorted((one, other) =>
          one.lotteryNumber < other.lotteryNumber !== down ? -1 : 1,
        )
        return {
          keyHash: hex(committed),
          key,
          applicants: rows,
          places: 12,
          offered: ranked.slice(0, 12).map(({ applicantId }) => step.member('offered', applicantId, ids)),
        }
      }
    },
  },
]
