import { createHash, createHmac } from 'node:crypto'
import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import { find, sha256 } from '../values.js'

const hash = (message: string | Buffer, algorithm = 'sha256'): string =>
  createHash(algorithm).update(message).digest('hex')
const hmac = (key: string | Buffer, message: string, algorithm = 'sha256'): string =>
  createHmac(algorithm, key).update(message).digest('hex')
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const seed = sha256('a seed')
const block = sha256('a block')
const tickets = Array.from({ length: 30 }, (_, index) => (index * 7919) % 1009)
const names = tickets.map(ticket => `ticket ${ticket}`)
const nine = Buffer.alloc(8)
nine.writeBigUInt64LE(9n)

/** One digest each, in a form that some organiser uses. */
const forms: readonly (readonly [says: string, digest: string, values?: Record<string, JsonValue>])[] = [
  ['bytes, then text', hash(Buffer.concat([bytes(block), Buffer.from('9')]))],
  ['text and bytes mixed', hash(Buffer.concat([Buffer.from(seed), bytes(block)]))],
  ['a number in eight little-endian bytes', hash(Buffer.concat([bytes(seed), nine]))],
  ['upper-case hex text', hash(`${seed.toUpperCase()}|9`)],
  ['SHA-512', hash(`${seed}-${block}`, 'sha512')],
  ['SHA-1 of bytes', hash(bytes(seed), 'sha1')],
  ['hashed twice, as hex text', hash(hash(seed))],
  ['HMAC with bytes as the key', hmac(bytes(seed), `${block}:9`)],
  ['HMAC-SHA-512', hmac(seed, block, 'sha512')],
  ['a constant that is nowhere', hash(`${seed}:prize-0`)],
  [
    'a list sorted as numbers, with line feeds',
    hash(tickets.toSorted((a, b) => a - b).join('\n')),
    { tickets },
  ],
  ['a list sorted as text, joined by commas', hash(tickets.map(String).toSorted().join(',')), { tickets }],
  ['a list as JSON', hash(JSON.stringify(tickets)), { tickets }],
  ['a list of text as Python writes JSON', hash(`[${names.map(name => `"${name}"`).join(', ')}]`), { names }],
  ['the first 16 bytes', hash(`${block}${seed}`).slice(0, 32)],
  ['base64 text of a seed', hash(bytes(seed).toString('base64'))],
]

for (const [says, digest, values = {}] of forms) {
  await t.test(`a digest of ${says}`, t => {
    const found = find({ seed, block, nonce: 9, ...values, digest })
    t.match(found, { outcome: 'found', unwritten: undefined })
    t.ok(
      found.search.scopes.some(({ digests }) => digests.some(({ target }) => target.reference === 'digest')),
    )
    t.end()
  })
}

await t.test('0x before the digits', t => {
  const given = { blockHash: `0x${block}`, seed, digest: `0x${hash(`0x${block}${seed}`)}` }
  t.match(find(given), { outcome: 'found', unwritten: undefined })
  const asBytes = { ...given, digest: `0x${hash(Buffer.concat([bytes(block), bytes(seed)]))}` }
  t.match(find(asBytes), { outcome: 'found', unwritten: undefined })
  t.end()
})

const draws = Array.from({ length: 14 }, (_, draw) => ({
  draw,
  seed: sha256(`seed ${draw}`),
  salt: `salt ${draw}`,
}))
const first = (digest: string, digits: number): bigint => BigInt(`0x${digest.slice(0, digits)}`)
const little = (digest: string): bigint => BigInt(`0x${bytes(digest).reverse().toString('hex')}`)
const item = (digest: bigint): string => names[Number(digest % 30n)] ?? ''

/** Winners of digests that nobody published, which only several draws show. */
const winners: readonly (readonly [says: string, draws: readonly Record<string, JsonValue>[]])[] = [
  [
    'all bytes, big-endian',
    draws.map(({ seed, salt }) => ({ seed, salt, names, winner: item(first(hash(`${seed}:${salt}`), 64)) })),
  ],
  [
    'all bytes, little-endian',
    draws.map(({ seed, salt }) => ({ seed, salt, names, winner: item(little(hash(`${seed}:${salt}`))) })),
  ],
  [
    'the first 8 digits of an HMAC',
    draws.map(({ seed, salt }) => ({ seed, salt, names, winner: item(first(hmac(seed, salt), 8)) })),
  ],
  [
    '13 digits as a fraction',
    draws.map(({ seed, salt }) => ({
      seed,
      salt,
      names,
      winner: names[Math.floor((Number(first(hash(`${salt}-${seed}`), 13)) / 2 ** 52) * 30)] ?? '',
    })),
  ],
  [
    'a list sorted first',
    draws.map(({ seed, salt }) => ({
      seed,
      salt,
      names,
      winner: names.toSorted()[Number(first(hash(`${seed}|${salt}`), 64) % 30n)] ?? '',
    })),
  ],
  [
    'several, by a counter',
    draws.slice(0, 3).map(({ seed }) => ({
      seed,
      names,
      winners: [0, 1, 2, 3, 4].map(turn => item(first(hash(`${seed}:${turn}`), 64))),
    })),
  ],
  [
    'several, each leaving the list',
    draws.slice(0, 3).map(({ seed }) => {
      const left = [...names]
      return {
        seed,
        names,
        winners: [1, 2, 3, 4, 5].map(
          turn => left.splice(Number(first(hash(`${seed}-${turn}`), 64) % BigInt(left.length)), 1)[0] ?? '',
        ),
      }
    }),
  ],
  [
    'weights',
    draws.map(({ seed, salt }) => {
      const holders = tickets.map((ticket, index) => ({ holder: `h${index}`, tickets: ticket }))
      let point = Number(
        first(hash(`${seed}${salt}`), 64) % BigInt(tickets.reduce((sum, count) => sum + count, 0)),
      )
      const winner = holders.find(({ tickets }) => (point -= tickets) < 0)
      return { seed, salt, holders, winner: winner?.holder ?? '' }
    }),
  ],
  [
    'rows with a hash and a place each',
    draws.slice(0, 2).map(({ seed }) => ({
      seed,
      entries: 5000,
      draws: [1, 2, 3].map(nonce => {
        const digest = hash(`${seed}:${nonce}`)
        return { nonce, hash: digest, position: Number(first(digest, 15) % 5000n) + 1 }
      }),
    })),
  ],
]

for (const [says, values] of winners) {
  await t.test(`winners by ${says}`, t => {
    const found = find(values)
    t.match(found, { outcome: 'found', unwritten: undefined })
    t.type(found.recipe, 'string')
    t.end()
  })
}
