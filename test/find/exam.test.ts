// The made-up platforms of `npm run bench finder`: an exam whose questions have to have the answers that they say.
import { hmac } from '@noble/hashes/hmac.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import t from 'tap'
import { mulberry32, Twister } from '../../bench/finder/generators.js'
import { chacha20, keccak256 } from '../../bench/finder/hashes.js'
import { evidenceBits, makePlatforms } from '../../bench/finder/platforms.js'

type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value }
type Values = Readonly<Record<string, Value>>
interface Platform {
  readonly kind: string
  readonly rule: string
  readonly hidden: boolean
  /** Bits by name. */
  readonly facts: ReadonlyMap<string, number>
  readonly draws: readonly Values[]
  readonly plain: readonly Values[]
  readonly heldOut: readonly Values[]
  readonly forgeries: readonly { readonly name: string; readonly values: Values }[]
}

const make = (seed: string): readonly Platform[] => makePlatforms(seed)
const seeds = ['1', 'another', '3']
const made = new Map(seeds.map(seed => [seed, make(seed)]))
const all = [...made.values()].flat()

await t.test('sixty platforms follow from the seed and from nothing else', t => {
  const [one = [], other = []] = made.values()
  t.equal(one.length, 60)
  t.equal(one.filter(({ hidden }) => hidden).length, 4)
  t.equal(new Set(one.map(({ rule }) => rule)).size, 60)
  t.equal(JSON.stringify(make('1')), JSON.stringify(one))
  for (const [at, { draws }] of one.entries())
    t.not(JSON.stringify(draws[0]), JSON.stringify(other[at]?.draws[0]))
  t.end()
})

await t.test('each shows enough of every value that its rule determines, and keeps three draws back', t => {
  for (const { rule, hidden, facts, draws, heldOut } of all) {
    t.equal(facts.size === 0, hidden, rule)
    for (const bits of facts.values()) t.ok(bits >= evidenceBits, rule)
    t.ok(draws.length <= 14, `${rule}: ${draws.length}`)
    t.equal(heldOut.length, 3)
    const texts = [...draws, ...heldOut].map(draw => JSON.stringify(draw))
    t.equal(new Set(texts).size, texts.length, rule)
  }
  t.end()
})

await t.test('the style of a page loses no value', t => {
  for (const { rule, draws, plain } of all) {
    const shown = leaves(draws[0]).map(([, value]) => value)
    for (const [path, value] of leaves(plain[0])) {
      const at = shown.indexOf(value)
      t.not(at, -1, `${rule}: ${path}`)
      shown.splice(at, 1)
    }
  }
  t.end()
})

await t.test(
  'of each value there are two forgeries: with all that follows, and with nothing else changed',
  t => {
    for (const { rule, facts, heldOut, forgeries } of all) {
      t.strictSame(new Set(forgeries.map(({ name }) => name)), new Set(facts.keys()))
      t.equal(forgeries.length % 2, 0)
      for (const [at, { name, values }] of forgeries.entries()) {
        const changes = changed(heldOut[0], values)
        t.ok(at % 2 === 0 ? changes > 0 : changes === 1, `${rule}: ${name}, ${changes} changes`)
      }
    }
    t.end()
  },
)

await t.test('hashes and generators are those that others compute', t => {
  const data = Uint8Array.from({ length: 300 }, (_, at) => at % 251)
  for (const length of [0, 135, 136, 300])
    t.equal(
      keccak256(data.subarray(0, length)).toString('hex'),
      bytesToHex(keccak_256(data.subarray(0, length))),
    )
  // RFC 8439, appendix A.1, test vector 1.
  t.equal(chacha20(Buffer.alloc(32), 8).toString('hex'), '76b8e0ada0f13d90')
  // mt19937ar.out, of the authors of the generator; then random.Random(0x1234567890abcdef1122334455667788) of Python.
  t.equal(new Twister([0x123, 0x234, 0x345, 0x456]).word(), 1067595299)
  const twister = new Twister([0x55667788, 0x11223344, 0x90abcdef, 0x12345678])
  for (const number of [29, 836, 599, 826, 654]) t.equal(twister.below(1000), number)
  t.equal(mulberry32(0)(), 0.26642920868471265)
  t.end()
})

const text = utf8ToBytes
const hashOf = (...parts: readonly string[]): string => bytesToHex(sha256(text(parts.join(''))))
const separators = ['', ':', '-', '|', '_', '.', ', ', ',', '/', '+', '#', ';', '\n']
const numberOf = (hex: string): bigint => BigInt(`0x${hex}`)
const bytesOf = (shown: Value | undefined): Uint8Array =>
  hexToBytes(word(shown).replace(/^0x/, '').toLowerCase())
const list = (value: Value | undefined): readonly (string | number)[] => value as readonly (string | number)[]
const rowsOf = (value: Value | undefined): readonly Values[] => value as readonly Values[]
const word = (value: Value | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Whether one of the ways to compute it gives what every draw of the platform shows. */
type Way = (draw: Values) => unknown
interface Check {
  readonly rule: string
  readonly shown: (draw: Values) => unknown
  readonly ways: readonly Way[]
}

const afterRemovals = (entries: readonly Value[], numbers: readonly bigint[]): readonly Value[] => {
  const left = [...entries]
  return numbers.map(number => left.splice(Number(number % BigInt(left.length)), 1)[0] ?? '')
}
const lowestFirst = (names: readonly Value[], score: (name: string) => string): readonly Value[] =>
  names
    .map(name => [score(word(name)), name] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, name]) => name)

const checks: readonly Check[] = [
  {
    rule: 'text of seed and beacon in one hash',
    shown: draw => draw['winningIndex'] ?? Number(draw['winningTicket']) - 1,
    ways: separators.flatMap(separator =>
      [13, 15, 16].map((digits): Way => draw => {
        const digest = hashOf(word(draw['serverSeed']), separator, word(draw['drandRandomness']))
        return Number(numberOf(digest.slice(0, digits)) % BigInt(Number(draw['ticketsSold'])))
      }),
    ),
  },
  {
    rule: 'hash of list, separator and count',
    shown: draw => draw['entriesHash'],
    ways: separators.flatMap(between =>
      separators.map((count): Way => draw => {
        const names = draw['entries'] ?? rowsOf(draw['scores']).map(row => row['entry'] ?? '')
        return hashOf(list(names).join(between), count, String(list(names).length))
      }),
    ),
  },
  ...[8, 13, 16].map((digits): Check => ({
    rule: `the first ${digits} hex digits of an HMAC modulo`,
    shown: draw => draw['winningEntry'],
    ways: separators.flatMap(separator =>
      [sha256, sha512].flatMap(hash =>
        [0, 1].map((from): Way => draw => {
          const client = draw['clientSeed'] ?? draw['publicSeed'] ?? draw['userSeed']
          const message = `${word(client)}${separator}${word(draw['nonce'])}`
          const mac = bytesToHex(hmac(hash, text(word(draw['serverSeed'])), text(message)))
          return Number(numberOf(mac.slice(0, digits)) % BigInt(Number(draw['totalEntries']))) + from
        }),
      ),
    ),
  })),
  {
    rule: "the beacon's number modulo the rows",
    shown: draw => draw['winner'],
    ways: [
      ({ entries, drand }) => {
        const rows = list(entries)
        return rows[Number(numberOf(word((drand as Values)['randomness'])) % BigInt(rows.length))]
      },
    ],
  },
  {
    rule: 'list hash and beacon hashed over and over',
    shown: draw => draw['winners'],
    ways: [false, true].map((reversed): Way => ({ entries, randomness, winners }) => {
      let digest = sha256(concatBytes(text(hashOf(list(entries).join('\n'))), bytesOf(randomness)))
      const numbers = list(winners).map(() => {
        digest = sha256(digest)
        return numberOf(bytesToHex(reversed ? digest.slice().reverse() : digest))
      })
      return afterRemovals(list(entries), numbers)
    }),
  },
  {
    rule: 'hash of beacon and entrant; the lowest wins',
    shown: draw => draw['winners'],
    ways: separators.flatMap(separator =>
      [false, true].map((last): Way => ({ entrants, randomness }) => {
        const score = (name: string): string =>
          last ? hashOf(name, separator, word(randomness)) : hashOf(word(randomness), separator, name)
        return lowestFirst(list(entrants), score).slice(0, 5)
      }),
    ),
  },
  {
    rule: 'the same number of the block modulo what is left',
    shown: draw => draw['winners'],
    ways: [
      ({ entries, blockHash }) =>
        afterRemovals(list(entries), Array(4).fill(numberOf(word(blockHash))) as bigint[]),
    ],
  },
  {
    rule: 'groups of hex digits of the block',
    shown: draw => draw['winners'],
    ways: [3, 4, 5].flatMap(digits =>
      [0, 1].map((from): Way => ({ blockId, tickets }) => {
        const groups = word(blockId).match(new RegExp(`.{${digits}}`, 'g')) ?? []
        return groups.slice(0, 10).map(group => Number(numberOf(group) % BigInt(Number(tickets))) + from)
      }),
    ),
  },
  {
    rule: 'a start by the block; so many in a row win',
    shown: draw => [draw['listHash'], list(draw['winners'])[4]],
    ways: [
      ({ addresses, start }) => {
        const all = list(addresses)
        return [hashOf(all.join('\n')), [...all, ...all][Number(start) + 4]]
      },
    ],
  },
  {
    rule: 'a chain of Keccak-256 from the number of an oracle',
    shown: draw => draw['winners'],
    ways: [0, 1].map((first): Way => ({ randomness, holders }) => {
      const links = [bytesOf(randomness)]
      for (let at = 0; at < 4; at += 1) links.push(keccak_256(links[at] ?? new Uint8Array()))
      return afterRemovals(
        list(holders),
        links.slice(first, first + 4).map(link => numberOf(bytesToHex(link))),
      )
    }),
  },
  {
    rule: 'a seed hashed so many times is the anchor',
    shown: draw => draw['anchor'],
    ways: [false, true].map((asText): Way => ({ seed, chainLength }) => {
      let link = bytesOf(seed)
      for (let done = 0; done < Number(chainLength); done += 1)
        link = sha256(asText ? text(bytesToHex(link)) : link)
      return bytesToHex(link)
    }),
  },
  {
    rule: 'RFC 3797',
    shown: draw => rowsOf(draw['selected']).map(row => row['selected']),
    ways: [
      ({ sources, volunteers }) => {
        const key = `${(sources as readonly (readonly number[])[])
          .map(numbers => `${numbers.join('.')}.`)
          .join('/')}/`
        const numbers = Array.from({ length: 10 }, (_, at) => {
          const place = Uint8Array.of(0, at)
          return numberOf(bytesToHex(md5(concatBytes(place, text(key), place))))
        })
        return afterRemovals(list(volunteers), numbers)
      },
    ],
  },
  {
    rule: 'hash of a seed of dice and a counter',
    shown: draw => draw['selectedBallots'],
    ways: separators.map(
      (separator): Way =>
        ({ seed, ballotSheets }) =>
          Array.from({ length: 12 }, (_, at) => {
            const digest = hashOf(word(seed), separator, String(at + 1))
            return Number(numberOf(digest) % BigInt(Number(ballotSheets))) + 1
          }),
    ),
  },
]

await t.test('the draws are as their rule says, by another computation', t => {
  for (const { rule, shown, ways } of checks) {
    const platforms = all.filter(one => one.rule.startsWith(rule))
    t.equal(platforms.length, seeds.length, rule)
    for (const { plain } of platforms) {
      const published = JSON.stringify(plain.map(shown))
      const fitting = ways.filter(way => JSON.stringify(plain.map(way)) === published)
      t.ok(fitting.length > 0, rule)
    }
  }
  t.end()
})

/** Every single value, and where it stands. */
function leaves(value: Value | undefined, path = ''): readonly (readonly [string, Value])[] {
  if (value === undefined) return []
  if (typeof value !== 'object') return [[path, value]]
  return Object.entries(value).flatMap(([name, one]) => leaves(one, `${path}/${name}`))
}

function changed(one: Values | undefined, other: Values): number {
  const others = new Map(leaves(other))
  return leaves(one).filter(([path, value]) => others.get(path) !== value).length
}
