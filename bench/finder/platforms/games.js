// Instant wins, and games whose numbers are drawn as those of raffles are.
import { hex, hmac, modulo, sha256 } from '../hashes.js'
import { makeBlock } from '../random.js'

const kind = 'instant win or game'

/** A server seed that is fixed by its hash, a client seed, a nonce. */
function bet(random, step, nonce) {
  const server = random.hex(32)
  const client = random.text(10, 'abcdefghijkmnopqrstuvwxyz0123456789')
  const committed = step.bytes('seed hash', sha256(server))
  return {
    server,
    client,
    nonce,
    fields: { serverSeed: server, hashedServerSeed: hex(committed), clientSeed: client, nonce },
  }
}

/** Numbers of four bytes of an HMAC, as fractions from 0 to below 1; a new HMAC for every eight. */
function fractions(server, text, count) {
  return Array.from({ length: count }, (_, at) => {
    const digest = hmac(server, text(Math.floor(at / 8)))
    return digest.readUInt32BE((4 * at) % 32) / 2 ** 32
  })
}

export const games = [
  {
    kind,
    rule: 'a chain of hashes with a published end; a multiple of 52 bits of an HMAC with the hash of a block',
    least: 3,
    define(rule) {
      const asText = rule.chance(60)
      const salt = makeBlock(rule)
      const keyed = rule.chance(60)
      // Game 1 is the step before the end; each earlier link belongs to a later game.
      const length = 1200
      const links = [rule.bytes(32)]
      while (links.length <= length) links.push(sha256(asText ? hex(links.at(-1)) : links.at(-1)))
      return ({ random, step }) => {
        const game = random.between(2, length)
        const hash = links[length - game]
        const end = step.bytes('end', links[length])
        const key = asText ? hex(hash) : hash
        const mac = keyed ? hmac(key, hex(salt.hash)) : hmac(hex(salt.hash), key)
        const number = Number(BigInt(`0x${hex(mac).slice(0, 13)}`))
        const most = 2 ** 52
        // The house keeps one in a hundred.
        const cents = Math.max(100, Math.floor((99 * most) / (most - number)))
        // Of a multiple that falls as its square rises: 9.5 bits of entropy.
        const bust = step.number('bust', cents, 1_000_000, 0, 9.5)
        return {
          terminatingHash: hex(end),
          saltBlock: salt.height,
          salt: hex(salt.hash),
          gameId: game,
          gameHash: hex(hash),
          bust: (bust / 100).toFixed(2),
        }
      }
    },
  },
  {
    kind,
    rule: 'five hex digits after the other of an HMAC-SHA-512 until they are below a million; a roll to 99.99',
    least: 4,
    define(rule) {
      const separator = rule.pick('-', ':')
      const text = rule.chance(50)
      return ({ random, step, place }) => {
        const { server, client, nonce, fields } = bet(random, step, place + 3)
        const digits = hex(hmac(server, `${client}${separator}${nonce}`, 'sha512'))
        const groups = Array.from({ length: 25 }, (_, at) => parseInt(digits.slice(5 * at, 5 * at + 5), 16))
        const lucky = groups.find(one => one < 1_000_000) ?? 9999
        const roll = step.number('roll', lucky % 10_000, 10_000)
        return { ...fields, roll: text ? (roll / 100).toFixed(2) : roll / 100 }
      }
    },
  },
  {
    kind,
    rule: 'squares by fractions of four bytes, each times the squares that are left',
    least: 4,
    define(rule) {
      const separator = rule.pick(':', ':', '-')
      const from = rule.below(2)
      const squares = rule.pick(25, 25, 36)
      return ({ random, step, place }) => {
        const { server, client, nonce, fields } = bet(random, step, place + 1)
        const left = Array.from({ length: squares }, (_, at) => at + from)
        const text = round => [client, nonce, round].join(separator)
        const mines = fractions(server, text, 5).map(fraction => {
          const square = left[Math.floor(fraction * left.length)]
          const mine = step.member('mine', square, left)
          left.splice(left.indexOf(mine), 1)
          return mine
        })
        return { ...fields, squares, mineCount: 5, mines }
      }
    },
  },
  {
    kind,
    rule: 'for each ticket a fraction of an HMAC; it wins below the published odds',
    least: 1,
    define(rule) {
      const separator = rule.pick(':', '-', '|')
      const percent = rule.pick(10, 20, 25)
      return ({ random, step, place }) => {
        const [seed, first] = [random.hex(32), 1000 * place + 1]
        const committed = step.bytes('seed hash', sha256(seed))
        const id = `IW${300 + place}`
        const tickets = Array.from({ length: 240 }, (_, at) => {
          const number = hmac(seed, [id, first + at].join(separator)).readUInt32BE() / 2 ** 32
          return { ticket: first + at, win: step.flag('win', number < percent / 100, percent) }
        })
        return { campaign: id, seedHash: hex(committed), seed, odds: `0.${percent}`, tickets }
      }
    },
  },
  {
    kind,
    rule: 'for each ticket its hash; it wins if that begins below a published limit',
    least: 1,
    define(rule) {
      const separator = rule.pick(':', '-', '|', '')
      const limit = rule.pick('1fffffff', '33333333', '40000000')
      const seedFirst = rule.chance(60)
      return ({ random, step, place }) => {
        const [seed, first] = [random.hex(24), 500 * place + 1]
        const committed = step.bytes('seed hash', sha256(seed))
        const percent = (100 * parseInt(limit, 16)) / 2 ** 32
        const tickets = Array.from({ length: 90 }, (_, at) => {
          const parts = [seed, first + at]
          const digest = step.bytes(
            'ticket hash',
            sha256((seedFirst ? parts : parts.reverse()).join(separator)),
          )
          const win = hex(digest).slice(0, 8) < limit
          return {
            ticketNumber: first + at,
            ticketHash: hex(digest),
            instantWin: step.flag('win', win, percent),
          }
        })
        return { commitment: hex(committed), revealedSeed: seed, threshold: limit, tickets }
      }
    },
  },
  {
    kind,
    rule: 'a seed hashed so many times is the anchor; the seed and a client seed give the number',
    least: 4,
    define(rule) {
      const asText = rule.chance(50)
      const separator = rule.pick(':', '-', '')
      const take = rule.pick(13, 8, 15)
      return ({ random, step, place }) => {
        const seed = random.bytes(32)
        const count = random.between(20, 400)
        let link = seed
        for (let done = 0; done < count; done += 1) link = sha256(asText ? hex(link) : link)
        const anchor = step.bytes('anchor', link)
        const [client, spins] = [random.text(8), random.between(20_000, 900_000)]
        const digest = sha256(`${hex(seed)}${separator}${client}`)
        const number = BigInt(`0x${hex(digest).slice(0, take)}`)
        return {
          spin: place + 90,
          anchor: hex(anchor),
          chainLength: count,
          seed: hex(seed),
          clientSeed: client,
          segments: spins,
          result: step.number('result', modulo(number, spins), spins),
        }
      }
    },
  },
  {
    kind,
    rule: 'rolls of a die by nonces: a number of an HMAC modulo the sides, plus one',
    least: 2,
    define(rule) {
      const separator = rule.pick(':', '-', '|')
      const take = rule.pick('big', 'little')
      const sides = rule.pick(6, 20, 37)
      return ({ random, step, place }) => {
        const { server, client, nonce, fields } = bet(random, step, 40 * place)
        const results = Array.from({ length: 20 }, (_, at) => {
          const digest = hmac(server, `${client}${separator}${nonce + at}`)
          const number = take === 'big' ? digest.readUInt32BE() : digest.readUInt32LE()
          return { nonce: nonce + at, result: step.number('result', (number % sides) + 1, sides, 1) }
        })
        const { serverSeed, hashedServerSeed, clientSeed } = fields
        return { serverSeed, hashedServerSeed, clientSeed, sides, rolls: results }
      }
    },
  },
]
