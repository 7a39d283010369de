// Platforms whose values do not say how they were drawn: a secret that is not published, a generator of the operator's.
import { hex, hmac, sha256 } from '../hashes.js'
import { makeUuid, someTime } from '../random.js'

const kind = 'not to be found'

export const secrets = [
  {
    kind,
    rule: "the operator's own generator; a certificate whose hash has a secret in it",
    least: 3,
    hidden: true,
    define(rule) {
      const secret = rule.hex(16)
      return ({ random }) => {
        const total = random.between(500, 20_000)
        const [drawId, drawnAt, winner] = [makeUuid(random), someTime(random), random.between(1, total)]
        const certificate = sha256([secret, drawId, drawnAt, total, winner].join('|'))
        return {
          drawId,
          drawnAt,
          totalEntries: total,
          winningTicket: winner,
          certificateHash: hex(certificate),
        }
      }
    },
  },
  {
    kind,
    rule: 'a committed seed that is never revealed',
    least: 4,
    hidden: true,
    define() {
      return ({ random, place }) => {
        const [seed, client] = [random.hex(32), random.text(10)]
        const entries = random.between(4000, 90_000)
        const digest = hmac(seed, `${client}:${place}`)
        return {
          serverSeedHash: hex(sha256(seed)),
          clientSeed: client,
          nonce: place,
          entries,
          winner: Number(BigInt(`0x${hex(digest).slice(0, 13)}`) % BigInt(entries)) + 1,
        }
      }
    },
  },
  {
    kind,
    rule: 'a pool hash of a list that is not published, a signature under a secret key, winners without a rule',
    least: 3,
    hidden: true,
    define() {
      return ({ random, place }) => {
        const total = random.between(3000, 40_000)
        return {
          competition: 800 + place,
          drawId: random.between(100_000, 999_999),
          drawTime: someTime(random),
          totalTickets: total,
          winners: [0, 1, 2].map(() => random.between(1, total)),
          poolHash: random.hex(32),
          signature: random.hex(64),
        }
      }
    },
  },
  {
    kind,
    rule: 'numbers that somebody drew in front of a camera',
    least: 4,
    hidden: true,
    define() {
      return ({ random }) => {
        const most = random.between(900, 5000)
        return {
          liveDraw: `https://video.example/${random.text(11)}`,
          host: random.pick('Sam', 'Alex', 'Jo'),
          drawnAt: someTime(random),
          ticketsSold: most,
          luckyNumber: random.between(1, most),
          reserveNumber: random.between(1, most),
        }
      }
    },
  },
]
