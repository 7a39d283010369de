// Every rule by itself, on answers that are made up: how it ends on either side of each bound, and with either half of
// each condition. The services of the other tests break one rule each, and take their time for it.
import { createHash } from 'node:crypto'
import t from 'tap'
import { raffleProbes, serviceProbes, type ProbeName } from '../../src/conformance/probe-names.js'
import type { Burst } from '../../src/conformance/rule.js'
import { rules } from '../../src/conformance/rules/index.js'
import { answered, baseUrl, raffle, seenOf, timeout, told, type Given } from './made-up.js'

const other = '11234567-89ab-cdef-0123-456789abcdef'
const hash = (text: string, algorithm = 'sha256'): string => createHash(algorithm).update(text).digest('hex')

const draw = {
  draw_id: '01234567-89ab-cdef-0123-456789abcdef',
  prize_name: 'Phone (1st Prize)',
  drawn_at_utc: '2026-11-20T16:00:00+00:00',
  total_entries: 142,
  rng_seed_hash: `sha256:${hash('nobody guesses this seed')}`,
  winner_entry_id: '10133',
  signature_hash: `sha256:${hash('a signature')}`,
}

/** A record; each draw as the members that differ. */
const record = (...draws: readonly object[]): Given => ({
  json: { raffle_id: raffle, total_draws: draws.length, draws: draws.map(one => ({ ...draw, ...one })) },
})
const flat: Given = { json: { raffle_id: raffle, ...draw } }
const one = record({})

const second = { draw_id: other, total_entries: 141, signature_hash: hash('another signature') }

const odds = (change: object = {}, given: Given = {}): Given => ({
  probe: 'odds',
  json: {
    raffle_id: raffle,
    entrant_entries: 5,
    total_entries: 142,
    ratio: '5 in 142',
    probability: 0.035211,
    as_of: '2026-11-20T16:15:00+00:00',
    ...change,
  },
  ...given,
})

const statistics = (change: object = {}, given: Given = {}): Given => ({
  probe: 'stats',
  json: {
    raffle_id: raffle,
    total_entries: 142,
    paid_entries: 140,
    free_entries: 2,
    max_entries: 150,
    updated_at: '2026-11-20T16:15:00+00:00',
    ...change,
  },
  ...given,
})

const envelope = (error: object, given: Given = {}): Given => ({ status: 404, json: { error }, ...given })
const bare = (status: number, headers: Given['headers'] = {}): Given => ({ status, headers })

type Seen = Parameters<typeof seenOf>[0]
/** `is`: the words of the ending, or what they look like where others chose them. */
type Case = readonly [is: string | RegExp, given: Given, seen?: Seen]

/** The cases of every rule about a success response, which is absent or not known. */
const noSuccess: readonly Case[] = [
  ['absent: the service answers 404', bare(404)],
  ['undecided, rule-undecided: the service answers 400', bare(400)],
  ['undecided, rule-undecided: the service answers 499', bare(499)],
  ['undecided, remote-error: the service answers 500', bare(500)],
]
const noContent: readonly Case[] = [
  ...noSuccess,
  [/^undecided, json-syntax: /, { text: '{' }],
  ['broken: a JSON object | [1]', { json: [1] }],
  ['broken: a JSON object | null', { json: null }],
]
const noDraw: readonly Case[] = [
  ...noContent,
  ['absent: there is no draw', record()],
  ['absent: there is no draw', { json: { draws: {} } }],
  ['absent: there is no draw', { json: { draws: [1, null] } }],
]
const isView: readonly Case[] = [
  ['kept', {}],
  ['absent: the service answers 404', bare(404)],
  ['undecided, rule-undecided: the service answers 401', bare(401)],
  ['undecided, rule-undecided: the service answers 403', bare(403)],
  ['undecided, rule-undecided: the service answers 406', bare(406)],
  ['undecided, rule-undecided: the service answers 415', bare(415)],
  ['broken: status 200 | status 201', bare(201)],
  ['broken: status 200 | status 499', bare(499)],
  ['undecided, remote-error: the service answers 500', bare(500)],
]
const isRaffleId: readonly Case[] = [
  ...noContent,
  ['kept', { json: { raffle_id: other } }],
  ['broken: /raffle_id is a UUID | "x"', { json: { raffle_id: 'x' } }],
  ['broken: /raffle_id is a UUID | nothing', {}],
]
const isRaffle: readonly Case[] = [
  ...noContent,
  ['kept', { json: { raffle_id: raffle.toUpperCase() } }],
  [`broken: /raffle_id is ${raffle} | "${other}"`, { json: { raffle_id: other } }],
  ['undecided, rule-undecided: raffle_id is not a UUID', { json: { raffle_id: 'x' } }],
]
const wholeOf = (name: string, least: number): readonly Case[] => {
  const expected = `/${name} is a whole number of at least ${least}`
  return [
    ...noContent,
    ['kept', { json: { [name]: least } }],
    ['kept', { json: { [name]: Number.MAX_SAFE_INTEGER } }],
    [`broken: ${expected} | ${least - 1}`, { json: { [name]: least - 1 } }],
    [`broken: ${expected} | 1.5`, { json: { [name]: 1.5 } }],
    [`broken: ${expected} | "5"`, { json: { [name]: '5' } }],
    [
      `undecided, json-number-unsafe: /${name} is beyond 2^53 − 1, where readers round`,
      { json: { [name]: 2 ** 53 } },
    ],
  ]
}
const utcOf = (name: string): readonly Case[] => {
  const expected = `/${name} is a time like 2026-11-20T16:15:00+00:00`
  return [
    ['kept', { json: { [name]: '2026-11-20T16:15:00+00:00' } }],
    [`broken: ${expected} | "2026-11-20T16:15:00Z"`, { json: { [name]: '2026-11-20T16:15:00Z' } }],
    [`broken: ${expected} | "soon+00:00"`, { json: { [name]: 'soon+00:00' } }],
    [`broken: ${expected} | 7`, { json: { [name]: 7 } }],
  ]
}
const isHash = (name: string): readonly Case[] => {
  const expected = `/draws/0/${name} is a hash like 64 hex digits, with or without sha256: before them`
  return [
    ['kept', record({ [name]: hash('a').toUpperCase() })],
    ['kept', record({ [name]: hash('a', 'sha512') })],
    [`broken: ${expected} | "${hash('a', 'md5')}"`, record({ [name]: hash('a', 'md5') })],
    [`broken: ${expected} | 7`, record({ [name]: 7 })],
  ]
}
const isUnknown: readonly Case[] = [
  ['kept', bare(404)],
  ['undecided, rule-undecided: the service answers 401', bare(401)],
  ['undecided, rule-undecided: the service answers 403', bare(403)],
  ['undecided, remote-error: the service answers 500', bare(500)],
  ['broken: status 404 | status 200', bare(200)],
  ['broken: status 404 | status 499', bare(499)],
]
const pairs = (status: number, code: string, otherCode: string): readonly Case[] => [
  ['kept', envelope({ code }, { status })],
  [`broken: /error/code is ${code} | "${otherCode}"`, envelope({ code: otherCode }, { status })],
  ['absent: the code is none of the four', envelope({ code: 'toString' }, { status })],
  ['absent: the code is none of the four', envelope({ code: 7 }, { status })],
  [`absent: no error with status ${status}`, envelope({ code }, { status: 418 })],
  ['absent: there is no envelope', bare(status)],
  ['absent: no error', envelope({ code }, { status: 200 })],
]
const accepted: readonly Case[] = [
  ['kept', {}],
  ['kept', bare(304)],
  ['broken: status 200 | status 406', bare(406)],
  ['broken: status 200 | status 415', bare(415)],
  ...noSuccess,
]
const whole = (name: string): readonly Case[] => [
  ['kept', bare(200, { [name]: '0' })],
  ['kept', bare(429, { [name]: '9'.repeat(15) })],
  [`absent: there is no ${name}`, {}],
  [`broken: ${name} is a whole number | 1.5`, bare(200, { [name]: '1.5' })],
  [`broken: ${name} is a whole number | 1, 2`, bare(200, { [name]: ['1', '2'] })],
  [`broken: ${name} is a whole number | ${'9'.repeat(16)}`, bare(200, { [name]: '9'.repeat(16) })],
]
const page = '<!doctype html><title>Raffles</title>'
const asksForPage: Given = {
  sent: { Accept: 'text/html' },
  headers: { 'Content-Type': 'text/html' },
  text: page,
}
const cached = (headers: Given['headers'] = {}, maxAge = 'max-age=3600'): Given => ({
  headers: { 'Cache-Control': maxAge, ...headers },
})
const noLifetime = (name: string, value: string): readonly Case[] => [
  ...noSuccess,
  [`absent: there is no ${name}`, cached()],
  ...[
    'public',
    'max-age=60, max-age=61',
    'max-age=60, no-cache',
    'no-store, max-age=60',
    's-maxage=1, max-age=60',
  ].map((control): Case => [
    'absent: Cache-Control gives no single max-age',
    cached({ [name]: value }, control),
  ]),
]
const inside = (text: string, given: Given = {}): Given => envelope({ message: text }, given)
const shows = (what: string, found: string): string =>
  `broken: no stack trace, file path, SQL or page of a framework | ${what}: ${JSON.stringify(found)}`

const md5 = hash('{}', 'md5')
const base64 = createHash('md5').update('{}').digest('base64')
const tag = (value: string): Given => ({ headers: { ETag: value } })
const hexTag = `"${md5}"`
const changedTag = `"${hash('x', 'md5')}"`

const table: Readonly<Record<string, readonly Case[]>> = {
  'AUD-01': isView,
  'AUD-02': isRaffleId,
  'AUD-03': isRaffle,
  'AUD-04': [
    ...noContent,
    ['kept', one],
    ['kept', record()],
    ['absent: the record has the flat shape', flat],
    ['broken: /draws is an array of objects | nothing', {}],
    ['broken: /draws is an array of objects | {}', { json: { draws: {} } }],
    ['broken: /draws is an array of objects | [{},1]', { json: { draws: [{}, 1] } }],
  ],
  'AUD-05': [
    ...noContent,
    ['absent: the record has the flat shape', flat],
    ['kept', record()],
    ['broken: /total_draws is a whole number of at least 0 | -1', { json: { draws: [], total_draws: -1 } }],
    ['broken: /total_draws is a whole number of at least 0 | "1"', { json: { draws: [], total_draws: '1' } }],
  ],
  'AUD-06': [
    ['absent: the record has the flat shape', flat],
    ['kept', one],
    ['broken: 0 | 1', { json: { draws: [], total_draws: 1 } }],
    [
      'undecided, rule-undecided: draws is not an array, or total_draws is not an integer',
      { json: { draws: {}, total_draws: 1 } },
    ],
    [
      'undecided, rule-undecided: draws is not an array, or total_draws is not an integer',
      { json: { draws: [], total_draws: '0' } },
    ],
  ],
  'AUD-07': [
    ...noDraw,
    ['kept', one],
    ['broken: /draws/1/draw_id is a UUID | "x"', record({}, { draw_id: 'x' })],
    ['broken: /draw_id is a UUID | nothing', {}],
  ],
  'AUD-08': [
    ['kept', record({}, second)],
    ['kept', record({ draw_id: 7 }, { draw_id: 7 })],
    [
      `broken: another draw_id for each draw | "${draw.draw_id.toUpperCase()}" twice`,
      record({}, second, { draw_id: draw.draw_id.toUpperCase() }),
    ],
  ],
  'AUD-09': [
    ['kept', one],
    ['broken: /draws/0/prize_name is a text | ""', record({ prize_name: '' })],
    ['broken: /draws/0/prize_name is a text | 7', record({ prize_name: 7 })],
  ],
  'AUD-10': [
    ...['Phone 2', 'First prize', 'The GRAND prize', 'Prize IV', ''].map((prize_name): Case => [
      'kept',
      record({ prize_name }),
    ]),
    ['kept', record({ prize_name: 7 })],
    [
      'broken: /draws/0/prize_name names a place, like (1st Prize) | "Phone"',
      record({ prize_name: 'Phone' }),
    ],
    [
      'broken: /draws/0/prize_name names a place, like (1st Prize) | "Toppings"',
      record({ prize_name: 'Toppings' }),
    ],
  ],
  'AUD-11': [
    ['kept', record({}, { prize_name: 'Mug (2nd Prize)' })],
    ['broken: another prize for each draw | "Phone (1st Prize)" twice', record({}, second)],
  ],
  'AUD-12': [
    ['kept', one],
    [
      'broken: /draws/0/drawn_at_utc is a time like 2026-11-20T16:15:00+00:00 | "2026-11-20T16:00:00Z"',
      record({ drawn_at_utc: '2026-11-20T16:00:00Z' }),
    ],
  ],
  'AUD-13': [
    ['kept', record({ drawn_at_utc: '2026-11-20T16:20:00+00:00' })],
    [
      'broken: /draws/0/drawn_at_utc is not after 2026-11-20T16:15:00.000Z | "2026-11-20T16:20:01+00:00"',
      record({ drawn_at_utc: '2026-11-20T16:20:01+00:00' }),
    ],
    ['absent: /draws/0/drawn_at_utc is not a time', record({ drawn_at_utc: 'soon' })],
    ['absent: /draws/0/drawn_at_utc is not a time', record({ drawn_at_utc: 7 })],
  ],
  'AUD-14': [
    ['kept', record({ total_entries: 1 })],
    ['broken: /draws/0/total_entries is a whole number of at least 1 | 0', record({ total_entries: 0 })],
  ],
  'AUD-15': [
    ['absent: there is one draw', one],
    ['kept', record({}, second)],
    ['broken: 141 entries in draw 2, one less than in draw 1 | 142', record({}, {})],
    [
      'broken: 140 entries in draw 3, one less than in draw 2 | 139',
      record({}, second, { total_entries: 139 }),
    ],
    ['kept', record({}, { total_entries: 'x' })],
    ['kept', record({ total_entries: 'x' }, {})],
  ],
  'AUD-16': isHash('rng_seed_hash'),
  'AUD-17': [
    ['kept', one],
    ['broken: /draws/0/winner_entry_id is a text | 10133', record({ winner_entry_id: 10133 })],
  ],
  'AUD-18': isHash('signature_hash'),
  'AUD-19': [
    ...noSuccess,
    ['kept', tag(hexTag)],
    ['kept', tag('W/"any"')],
    ['broken: one ETag, in quotes | none', {}],
    ['broken: one ETag, in quotes | any', tag('any')],
    ['broken: one ETag, in quotes | "a", "b"', { headers: { ETag: ['"a"', '"b"'] } }],
  ],
  'AUD-20': [
    ...noSuccess,
    ...[
      hexTag,
      hexTag.toUpperCase(),
      `W/${hexTag}`,
      `"${md5}-gzip"`,
      `"${base64}"`,
      `"md5:${base64.slice(0, -2)}"`,
    ].map((value): Case => ['kept', tag(value)]),
    ...['"any"', `"${md5}a"`, `"${'A'.repeat(21)}B"`].map((value): Case => [
      `broken: an MD5 hash like 32 hex digits in quotes | ${value}`,
      tag(value),
    ]),
    ['undecided, rule-undecided: the ETag has no quotes', tag(md5)],
    ['absent: ETag does not occur exactly once', {}],
    ['absent: ETag does not occur exactly once', { headers: { ETag: [hexTag, hexTag] } }],
  ],
  'AUD-21': [
    ...noDraw,
    ...['public, max-age=3600', 'max-age = 3600 ,PUBLIC'].map((value): Case => [
      'kept',
      { ...one, headers: { 'Cache-Control': value } },
    ]),
    ['kept', { ...one, headers: { 'Cache-Control': ['public', 'max-age=3600'] } }],
    ['broken: public, max-age=3600 | none', one],
    ...['public', 'public, public', 'public, max-age=60', 'public, max-age=3600, immutable'].map(
      (value): Case => [
        `broken: public, max-age=3600 | ${value}`,
        { ...one, headers: { 'Cache-Control': value } },
      ],
    ),
  ],
  'AUD-22': [
    ['kept', bare(304), { audit: tag(hexTag) }],
    ...[undefined, { audit: timeout }, { audit: {} }, { audit: { headers: { ETag: ['"a"', '"b"'] } } }].map(
      (seen): Case => ['undecided, rule-undecided: the answer before had no single ETag', bare(304), seen],
    ),
    ['absent: the service answers 404', bare(404), { audit: tag(hexTag) }],
    ['broken: status 304 | status 200 with the same ETag', tag(hexTag), { audit: tag(hexTag) }],
    [
      'broken: status 304 | status 200 with another ETag for the same content',
      tag(changedTag),
      { audit: tag(hexTag) },
    ],
    ['undecided, rule-undecided: it changed', { ...one, ...tag(changedTag) }, { audit: tag(hexTag) }],
  ],
  'AUD-23': [
    ['absent: there was no 304', {}, { audit: {} }],
    ['undecided, rule-undecided: the answer before is missing', { status: 304, text: '' }],
    [
      'undecided, rule-undecided: the answer before is missing',
      { status: 304, text: '' },
      { audit: timeout },
    ],
    ['broken: no content | 2 bytes', bare(304), { audit: {} }],
    ['kept', { status: 304, text: '' }, { audit: {} }],
    ['kept', { status: 304, text: '', ...tag(hexTag) }, { audit: tag(hexTag) }],
    [`broken: ETag: ${hexTag} | no ETag`, { status: 304, text: '' }, { audit: tag(hexTag) }],
    [
      'broken: Cache-Control: max-age=60 | Cache-Control: max-age=61',
      { status: 304, text: '', headers: { 'Cache-Control': 'max-age=61' } },
      { audit: { headers: { 'Cache-Control': 'max-age=60' } } },
    ],
  ],
  'AUD-24': [
    ['says: the record has the flat shape', flat],
    ['absent: the record has the complete shape', one],
  ],
  'AUD-25': [
    ...noDraw,
    ['says: all hashes have the prefix sha256:', one],
    ['says: no hash has a prefix', record({ rng_seed_hash: hash('a'), signature_hash: hash('b') })],
    ['says: no hash has a prefix', record({ rng_seed_hash: 7, signature_hash: hash('b') })],
    ['says: some hashes have the prefix sha256: and some have none', record({ rng_seed_hash: hash('a') })],
    ['says: some hashes have the prefix sha256: and some have none', record({ rng_seed_hash: 7 })],
    [
      'says: a hash is in another form than 64 hex digits: 128 hex digits',
      record({ signature_hash: hash('a', 'sha512') }),
    ],
  ],
  'AUD-26': [
    ['absent: digits', one],
    ['says: a winner_entry_id is not made of digits: "A1"', record({}, { winner_entry_id: 'A1' })],
    ['says: a winner_entry_id is not made of digits: nothing', {}],
  ],
  'AUD-27': [
    ['absent: there are draws', one],
    ['says: a raffle without a draw is answered with 200 and no Cache-Control', record()],
    [
      'says: a raffle without a draw is answered with 200 and no-store',
      { ...record(), headers: { 'Cache-Control': 'no-store' } },
    ],
  ],
  'AUD-28': [
    ...noSuccess,
    ['absent: ETag does not occur exactly once', {}],
    ['says: the ETag is the MD5 of the content', tag(hexTag.toUpperCase())],
    ['says: the ETag is the MD5 of the content; it is weak', tag(`W/${hexTag}`)],
    ['says: the ETag is the MD5 of the content; it has more than 32 hex digits', tag(`"${md5}-gzip"`)],
    ['says: the ETag is the MD5 of the content; it is in base64', tag(`"${base64}"`)],
    ['says: the ETag is not the MD5 of the content', tag(changedTag)],
    ['says: the ETag is not the MD5 of the content', tag('"any"')],
    ['says: the ETag is not the MD5 of the content', tag(md5)],
  ],
  'AUD-29': [...noSuccess, ['kept', {}], ['broken: status 200 and the record | status 304', bare(304)]],
  'AUD-30': [
    ['absent: 304, as HTTP has it', bare(304)],
    ['says: If-None-Match: * is answered with 200', {}],
  ],
  'AUD-31': [
    ...noLifetime('Pragma', 'no-cache'),
    ['broken: no Pragma: no-cache beside max-age | a, No-Cache', cached({ Pragma: ['a', 'No-Cache'] })],
    ['kept', cached({ Pragma: 'no-cache' }, 'max-age=0')],
    ['kept', cached({ Pragma: 'no-cached' })],
  ],
  'AUD-32': [
    ...noLifetime('Expires', '0'),
    ...['Fri, 20 Nov 2026 17:14:00 GMT', 'Fri, 20 Nov 2026 17:16:00 GMT'].map((value): Case => [
      'kept',
      cached({ Expires: value }),
    ]),
    ...['Fri, 20 Nov 2026 17:13:59 GMT', 'Fri, 20 Nov 2026 17:16:01 GMT', '0'].map((value): Case => [
      `broken: Expires: Fri, 20 Nov 2026 17:15:00 GMT, or none | ${value}`,
      cached({ Expires: value }),
    ]),
    ['kept', cached({ Expires: 'Fri, 20 Nov 2026 18:00:00 GMT', Date: 'Fri, 20 Nov 2026 17:00:00 GMT' })],
    ['kept', cached({ Expires: '0' }, 'max-age="0"')],
    [
      'broken: Expires: Fri, 20 Nov 2026 16:15:00 GMT, or none | Fri, 20 Nov 2026 17:15:00 GMT',
      cached({ Expires: ['0', 'Fri, 20 Nov 2026 17:15:00 GMT'] }, 'max-age=0'),
    ],
  ],
  'AUD-33': [
    ...noLifetime('Age', '1'),
    ['kept', cached({ Age: '3660' })],
    ['broken: a whole number of at most 3600 | 3661', cached({ Age: '3661' })],
    ['broken: a whole number of at most 3600 | -1', cached({ Age: '-1' })],
    ['broken: a whole number of at most 3600 | 1, 2', cached({ Age: ['1', '2'] })],
  ],
  'AUD-34': [
    ['undecided, rule-undecided: the answer to compare with is missing', {}],
    ['undecided, rule-undecided: the answer to compare with is missing', {}, { audit: timeout }],
    ['absent: the service answers 404', {}, { audit: bare(404) }],
    ['absent: the service answers 404', bare(404), { audit: {} }],
    ['kept', {}, { audit: {} }],
    [
      'kept',
      bare(200, { 'Content-Type': 'a/b', Vary: 'Origin, Accept' }),
      { audit: bare(200, { vary: '*' }) },
    ],
    [
      'broken: Vary: Accept, since Content-Type differs | no Vary',
      { probe: 'audit-vendor', headers: { 'Content-Type': 'a/b', Vary: 'Accept' } },
      { audit: {} },
    ],
    [
      'kept',
      bare(200, { 'Content-Type': 'a/b', Vary: 'Accept' }),
      { audit: bare(200, { 'cache-control': 'no-store' }) },
    ],
    [
      'broken: Vary: Accept-Encoding, since Content-Encoding differs | Vary: Accept',
      { probe: 'audit-gzip', headers: { 'Content-Encoding': 'gzip', Vary: 'Accept' } },
      { audit: {} },
    ],
  ],
  'AUD-35': [
    ['absent: there is one draw', one],
    ['kept', record({}, second)],
    ['kept', record({ signature_hash: 7 }, { signature_hash: 7 })],
    [
      `broken: another signature_hash for each draw: what was signed differs | /draws/1/signature_hash is that of an earlier draw: ${hash('a signature')}`,
      record({}, { signature_hash: hash('a signature').toUpperCase() }),
    ],
  ],
  'AUD-36': [
    ['kept', one],
    ['kept', record({ signature_hash: 7, rng_seed_hash: 7 })],
    [
      `broken: /draws/1/signature_hash is the hash of a signature | the rng_seed_hash: "${hash('x')}"`,
      record({}, { signature_hash: `SHA-256:${hash('x')}`, rng_seed_hash: hash('x') }),
    ],
  ],
  'AUD-37': [
    ...noDraw,
    ['kept', one],
    ['kept', record({ rng_seed_hash: 7 })],
    [
      /^broken: \/draws\/0\/rng_seed_hash is the hash of a random seed \| .*\bdraw_id\b/,
      record({ rng_seed_hash: hash(draw.draw_id) }),
    ],
    [
      /^broken: \/draws\/0\/rng_seed_hash is the hash of a random seed \| .*\braffle_id\b/,
      record({ rng_seed_hash: hash(raffle) }),
    ],
  ],

  'STA-01': isView,
  'STA-02': isRaffleId,
  'STA-03': isRaffle,
  'STA-04': wholeOf('total_entries', 0),
  'STA-05': wholeOf('paid_entries', 0),
  'STA-06': wholeOf('free_entries', 0),
  'STA-07': wholeOf('max_entries', 0),
  'STA-08': [...noContent, ...utcOf('updated_at')],
  'STA-09': [
    ['kept', statistics()],
    ['broken: /total_entries is 142 | 143', statistics({ total_entries: 143 })],
    ...['total_entries', 'paid_entries', 'free_entries'].map((name): Case => [
      `absent: ${name} is not an integer`,
      statistics({ [name]: 1.5 }),
    ]),
  ],
  'STA-10': [
    ['kept', statistics({ max_entries: 142 })],
    ['broken: at most 141 entries | 142', statistics({ max_entries: 141 })],
    ['absent: max_entries is not an integer', statistics({ max_entries: null })],
  ],
  'STA-11': [
    ['kept', statistics({ updated_at: '2026-11-20T16:20:00+00:00' })],
    [
      'broken: /updated_at is not after 2026-11-20T16:15:00.000Z | "2026-11-20T16:20:01+00:00"',
      statistics({ updated_at: '2026-11-20T16:20:01+00:00' }),
    ],
    ['absent: /updated_at is not a time', statistics({ updated_at: 'soon' })],
  ],
  'STA-12': [
    ['kept', statistics({ max_entries: 142 }), { audit: one }],
    ['kept', statistics({ max_entries: 142 }), { audit: flat }],
    [
      'broken: at most 141 entries in a pool | 142',
      statistics({ max_entries: 141 }),
      { audit: record(second, {}) },
    ],
    ['absent: max_entries is not an integer', statistics({ max_entries: 'x' }), { audit: one }],
    ['absent: there is no draw', statistics(), { audit: record() }],
    ['absent: there is no draw', statistics(), { audit: { json: { draws: {} } } }],
    ['absent: there is no draw', statistics(), { audit: record({ total_entries: 'x' }) }],
    ['undecided, rule-undecided: there is no record', statistics(), { audit: bare(404) }],
    ['undecided, rule-undecided: there is no record', statistics(), { audit: timeout }],
    ['undecided, rule-undecided: there is no record', statistics()],
  ],
  'STA-13': [
    ['absent: they agree', statistics(), { audit: one }],
    ['absent: they agree', statistics(), { audit: record() }],
    ['absent: they agree', statistics({ total_entries: 'x' }), { audit: one }],
    [
      'says: the first draw had 142 entries in its pool, and the statistics have 143',
      statistics({ total_entries: 143 }),
      { audit: one },
    ],
  ],
  'STA-14': [
    ['absent: there are no statistics', bare(404)],
    ['says: statistics have no Cache-Control', statistics()],
    [
      'says: statistics have Cache-Control: "no-store"',
      statistics({}, { headers: { 'Cache-Control': 'no-store' } }),
    ],
  ],

  'ODD-01': [
    ...isView,
    ['broken: status 200 | status 400', bare(400), { stats: statistics() }],
    ['absent: the raffle has no entries', bare(400), { stats: statistics({ total_entries: 0 }) }],
    ['broken: status 200 | status 422', bare(422), { stats: statistics({ total_entries: 0 }) }],
    ['absent: the service has an upper bound', { probe: 'odds-all', status: 400 }, { stats: statistics() }],
    [
      'absent: the service has an upper bound',
      { probe: 'odds-between-1', status: 422 },
      { stats: statistics() },
    ],
  ],
  'ODD-02': isRaffleId,
  'ODD-03': isRaffle,
  'ODD-04': [
    ...noContent,
    ['kept', odds({}, { entries: 5 })],
    ['broken: /entrant_entries is 6 | 5', odds({}, { entries: 6 })],
    ['broken: /entrant_entries is 5 | "5"', odds({ entrant_entries: '5' }, { entries: 5 })],
  ],
  'ODD-05': wholeOf('total_entries', 1),
  'ODD-06': [
    ['kept', odds(), { stats: statistics(), 'stats-after': statistics() }],
    ...[141, 143].map((total_entries): Case => [
      'broken: /total_entries is ' + `${total_entries}, as in the statistics | 142`,
      odds(),
      { stats: statistics({ total_entries }), 'stats-after': statistics({ total_entries }) },
    ]),
    ...(
      [
        [142, 150],
        [150, 142],
        [100, 142],
      ] as const
    ).map(([before, after]): Case => [
      'kept',
      odds(),
      { stats: statistics({ total_entries: before }), 'stats-after': statistics({ total_entries: after }) },
    ]),
    [
      'broken: /total_entries is 143 to 150, as in the statistics | 142',
      odds(),
      { stats: statistics({ total_entries: 150 }), 'stats-after': statistics({ total_entries: 143 }) },
    ],
    ['undecided, rule-undecided: nothing was asked', odds(), { stats: statistics() }],
    ['undecided, rule-undecided: total_entries is not an integer', odds({ total_entries: 'x' })],
    ['absent: the service answers 404', odds(), { stats: bare(404) }],
    ['undecided, remote-timeout: no answer in time', odds(), { stats: timeout }],
  ],
  'ODD-07': [
    ...noContent,
    ['kept', odds()],
    ['kept', odds({ ratio: '0 in 0' })],
    ...['5 of 142', '05 in 142', '5 in 142 ', '5 in -1'].map((text): Case => [
      `broken: /ratio is text like "5 in 142" | "${text}"`,
      odds({ ratio: text }),
    ]),
    ['broken: /ratio is text like "5 in 142" | 7', odds({ ratio: 7 })],
  ],
  'ODD-08': [
    ['kept', odds()],
    ['broken: /ratio is 6 in 142 | 5 in 142', odds({ entrant_entries: 6 })],
    ['broken: /ratio is 5 in 141 | 5 in 142', odds({ total_entries: 141 })],
    ['absent: the ratio has another form', odds({ ratio: '5 of 142' })],
    ['absent: the ratio has another form', odds({ ratio: 7 })],
    ['absent: the ratio has another form', odds({ ratio: ['5 in 142'] })],
  ],
  'ODD-09': [
    ...noContent,
    ...[0, 1, 0.5].map((probability): Case => ['kept', odds({ probability })]),
    ...[-0.1, 1.1, '0.5', null].map((probability): Case => [
      `broken: /probability is a number from 0 to 1 | ${JSON.stringify(probability)}`,
      odds({ probability }),
    ]),
  ],
  'ODD-10': [
    ...[0, 1, 0.5, 0.000001].map((probability): Case => ['kept', odds({ probability })]),
    ...[0.0000001, 0.1234567, 1.5e-7].map((probability): Case => [
      `broken: at most six decimal places in /probability | ${probability}`,
      odds({ probability }),
    ]),
    ...[
      { entrant_entries: 'x' },
      { total_entries: 1.5 },
      { probability: '0.5' },
      { probability: 1.1 },
      { probability: -0.1 },
      { total_entries: 0 },
      { entrant_entries: -1 },
    ].map((change): Case => ['absent: a number is missing', odds({ probability: 0.1234567, ...change })]),
    [
      'broken: at most six decimal places in /probability | 1e-7',
      odds({ probability: 1e-7, entrant_entries: 0, total_entries: 1 }),
    ],
  ],
  'ODD-11': [
    ['kept', odds()],
    ['kept', odds({ probability: 0.035212 })],
    [
      'broken: /probability is 0.035211, give or take less than a millionth | 0.035213',
      odds({ probability: 0.035213 }),
    ],
    [
      'broken: /probability is 0.035211, give or take less than a millionth | 0.03521',
      odds({ probability: 0.03521 }),
    ],
    [
      'broken: /probability is 143 / 142, give or take less than a millionth | 1',
      odds({ entrant_entries: 143, probability: 1 }),
    ],
    [
      'broken: /probability is 1.000000, give or take less than a millionth | 0',
      odds({ entrant_entries: 142, probability: 0 }),
    ],
    // A millionth away is too far, by the numbers as they are written.
    [
      'broken: /probability is 0.500000, give or take less than a millionth | 0.500001',
      odds({ entrant_entries: 71, probability: 0.500001 }),
    ],
    ['kept', odds({ entrant_entries: 71, probability: 0.5000009 })],
  ],
  'ODD-12': utcOf('as_of'),
  'ODD-13': [
    ['kept', odds()],
    ['kept', odds({ as_of: '2026-11-20T16:20:00+00:00' })],
    ['kept', odds({ as_of: '2026-11-20T16:09:59+00:00' })],
    ...['2026-11-20T16:20:01+00:00', '2026-11-20T16:09:58+00:00'].map((as_of): Case => [
      `broken: /as_of is within five minutes of 2026-11-20T16:15:00.000Z | "${as_of}"`,
      odds({ as_of }),
    ]),
    ['absent: /as_of is not a time', odds({ as_of: 'now' })],
    ['absent: /as_of is not a time', odds({ as_of: 7 })],
  ],
  'ODD-14': [
    ['kept', odds(), { odds: odds(), stats: statistics(), 'stats-after': statistics() }],
    [
      'broken: /total_entries is 141, as for fewer entries | 142',
      odds(),
      { odds: odds({ total_entries: 141 }), stats: statistics(), 'stats-after': statistics() },
    ],
    [
      'undecided, rule-undecided: entries were sold meanwhile',
      odds(),
      { odds: odds(), stats: statistics(), 'stats-after': statistics({ total_entries: 143 }) },
    ],
    ['undecided, rule-undecided: nothing was asked', odds(), { odds: odds(), stats: statistics() }],
  ],
  'ODD-15': [
    ['says: probability is written with 6 decimals', odds({}, { text: '{"probability" : 0.500000}' })],
    ['says: probability is written with 0 decimals', odds({}, { text: '{"probability":1}' })],
    ['says: probability is written with 0 decimals', odds({ probability: 'x' })],
  ],
  'ODD-16': [
    ['says: probability is rounded half up', odds()],
    [
      'says: probability is rounded down',
      odds({ entrant_entries: 2, total_entries: 3, probability: 0.666666 }),
    ],
    [
      'says: probability is rounded half up',
      odds({ entrant_entries: 2, total_entries: 3, probability: 0.666667 }),
    ],
    [
      'says: probability is rounded up',
      odds({ entrant_entries: 1, total_entries: 3, probability: 0.333334 }),
    ],
    ['absent: nothing had to be rounded', odds({ entrant_entries: 71, probability: 0.5 })],
    ['absent: more entries than there are', odds({ entrant_entries: 143, probability: 1 })],
    ['absent: nothing had to be rounded', odds({ entrant_entries: 142, probability: 1 })],
  ],
  'ODD-17': [
    ['absent: they are answered', odds({}, { probe: 'odds-all', entries: 142 })],
    ['says: the odds of 142 entries are answered with 400', { probe: 'odds-all', status: 400, entries: 142 }],
    [
      'says: the odds of 48 entries are answered with 422',
      { probe: 'odds-between-1', status: 422, entries: 48 },
    ],
    ['absent: they are answered', { probe: 'odds-all', status: 404, entries: 142 }],
    ['absent: they are answered', { probe: 'odds', status: 400, entries: 1 }],
  ],

  'HDR-01': [
    ['kept', bare(200, { 'Content-Type': 'Application/JSON; charset=utf-8' })],
    ['kept', bare(299, { 'Content-Type': 'application/vnd.service.v1+json' })],
    ['broken: application/json, or a type that ends with +json | none', {}],
    [
      'broken: application/json, or a type that ends with +json | text/plain',
      bare(200, { 'Content-Type': 'text/plain' }),
    ],
    ['absent: the service answers 300', bare(300)],
    ['absent: the service answers 404', bare(404)],
    ['absent: the service answers 199', bare(199)],
    ['absent: a web page was asked for', asksForPage],
    [
      'broken: application/json, or a type that ends with +json | text/html',
      { ...asksForPage, sent: {}, headers: { 'Content-Type': 'text/html', 'X-RateLimit-Limit': '60' } },
    ],
    [
      'broken: application/json, or a type that ends with +json | text/plain',
      { ...asksForPage, text: 'x', headers: { 'Content-Type': 'text/plain' } },
    ],
    ['kept', { sent: { Accept: 'text/html' }, headers: { 'Content-Type': 'application/json' } }],
  ],
  'HDR-02': [
    ['kept', {}],
    [/^broken: JSON \| .*\(utf8-invalid\)$/, { text: Uint8Array.of(0x22, 0xff, 0x22) }],
    [/^broken: JSON \| .*\(json-bom\)$/, { text: '\ufeff{}' }],
    [/^broken: JSON \| .*\(json-empty\)$/, { text: '' }],
    [/^broken: JSON \| .*\(json-syntax\)$/, { text: '{' }],
    [/^broken: JSON \| .*\(json-trailing-data\)$/, { text: '{} {}' }],
    [/^broken: JSON \| .*\(json-duplicate-name\)$/, { text: '{"a":1,"a":2}' }],
    [/^undecided, json-too-deep: the content is not read: /, { text: '['.repeat(1000) + ']'.repeat(1000) }],
    ['absent: the service answers 404', { status: 404, text: '{' }],
    ['absent: a web page was asked for', asksForPage],
  ],
  'HDR-03': [
    ['kept', {}],
    ['broken: an answer without credentials | status 401', bare(401)],
    ['broken: an answer without credentials | status 403', bare(403)],
  ],
  'HDR-04': [
    ['kept', bare(405)],
    ['kept', bare(199)],
    ['kept', bare(300)],
    ['broken: a status of 400 or above | status 200', bare(200)],
    ['broken: a status of 400 or above | status 299', bare(299)],
  ],
  'HDR-05': [
    [
      'says: the vendor type is answered with "application/json"',
      bare(200, { 'Content-Type': 'application/json;v=1' }),
    ],
    ['says: the vendor type is answered with ""', {}],
    ['absent: the service answers 404', bare(404)],
  ],
  'HDR-06': [
    ['says: responses have no X-Request-Id', { requestId: raffle }],
    [
      'says: responses have the X-Request-Id that was sent',
      { requestId: raffle, headers: { 'X-Request-Id': raffle.toUpperCase() } },
    ],
    [
      'says: responses have another X-Request-Id than was sent',
      { requestId: raffle, headers: { 'X-Request-Id': other } },
    ],
    ['says: responses have another X-Request-Id than was sent', { headers: { 'X-Request-Id': other } }],
  ],
  'HDR-07': [
    ['absent: no redirect', {}],
    [
      'says: the service redirects to "https://raffles.example/b"',
      { url: 'https://raffles.example/b', redirects: ['https://raffles.example/a'] },
    ],
  ],

  'ERR-01': isUnknown,
  'ERR-02': isUnknown,
  'ERR-03': isUnknown,
  'ERR-04': pairs(404, 'NOT_FOUND', 'SERVER_ERROR'),
  'ERR-05': pairs(400, 'INVALID_PARAMETER', 'NOT_FOUND'),
  'ERR-06': pairs(429, 'RATE_LIMITED', 'NOT_FOUND'),
  'ERR-07': pairs(500, 'SERVER_ERROR', 'NOT_FOUND'),
  'ERR-08': [
    ['kept', envelope({})],
    ['kept', envelope({}, { status: 500 })],
    ['broken: {"error": {…}} | status 404: {}', bare(404)],
    ['broken: {"error": {…}} | status 400: {"error":"no"}', { status: 400, json: { error: 'no' } }],
    [/^broken: \{"error": \{…\}\} \| status 499: \S/, { status: 499, text: 'no' }],
    ...[200, 399, 501, 503].map((status): Case => ['absent: no error', bare(status)]),
  ],
  'ERR-09': [
    ['kept', envelope({ code: 'NOT_FOUND' })],
    [
      'broken: /error/code is NOT_FOUND, RATE_LIMITED, INVALID_PARAMETER, SERVER_ERROR | "toString"',
      envelope({ code: 'toString' }),
    ],
    [
      'broken: /error/code is NOT_FOUND, RATE_LIMITED, INVALID_PARAMETER, SERVER_ERROR | nothing',
      envelope({}),
    ],
    ['absent: there is no envelope', bare(404)],
  ],
  'ERR-10': [
    ['kept', envelope({ message: 'no' })],
    ['broken: /error/message is a text | ""', envelope({ message: '' })],
    ['broken: /error/message is a text | 7', envelope({ message: 7 })],
  ],
  'ERR-11': [
    ['kept', envelope({ request_id: 'x' })],
    ['broken: /error/request_id is a text | nothing', envelope({})],
  ],
  'ERR-12': [
    ['kept', envelope({ request_id: raffle.toUpperCase() }, { requestId: raffle })],
    [
      `broken: /error/request_id is ${raffle} | "${other}"`,
      envelope({ request_id: other }, { requestId: raffle }),
    ],
    ['absent: no X-Request-Id was sent', envelope({ request_id: other })],
    ['undecided, rule-undecided: there is no error with a request_id', envelope({}, { requestId: raffle })],
    [
      'undecided, rule-undecided: there is no error with a request_id',
      envelope({ request_id: '' }, { requestId: raffle }),
    ],
    [
      'undecided, rule-undecided: there is no error with a request_id',
      envelope({ request_id: raffle }, { status: 200, requestId: raffle }),
    ],
    ['undecided, remote-error: the service answers 503', { status: 503, requestId: raffle }],
  ],
  'ERR-13': [
    ['kept', envelope({ request_id: 'a' }), { 'unknown-stats': envelope({ request_id: 'b' }) }],
    [
      'broken: two identifiers | "a" twice',
      envelope({ request_id: 'a' }),
      { 'unknown-stats': envelope({ request_id: 'a' }) },
    ],
    ['undecided, rule-undecided: there are no two errors with a request_id', envelope({ request_id: 'a' })],
    [
      'undecided, rule-undecided: there are no two errors with a request_id',
      envelope({}),
      { 'unknown-stats': envelope({ request_id: 'a' }) },
    ],
    [
      'undecided, remote-timeout: no answer in time',
      envelope({ request_id: 'a' }),
      { 'unknown-stats': timeout },
    ],
    ['undecided, remote-error: the service answers 503', bare(503), { 'unknown-stats': timeout }],
  ],
  'ERR-14': [
    ['kept', envelope({ request_id: other })],
    ['broken: /error/request_id is a UUID | "x"', envelope({ request_id: 'x' })],
    ['absent: error.request_id is no text', envelope({ request_id: '' })],
    ['absent: error.request_id is no text', envelope({ request_id: 7 })],
  ],
  'ERR-15': [
    ['kept', envelope({}, { headers: { 'Content-Type': 'application/problem+json' } })],
    ['broken: application/json, or a type that ends with +json | none', envelope({})],
    [
      'broken: application/json, or a type that ends with +json | text/html',
      envelope({}, { headers: { 'Content-Type': 'text/html' } }),
    ],
  ],
  'ERR-16': [
    ['kept', bare(499)],
    ['broken: a status below 500 | status 500', bare(500)],
  ],
  'ERR-17': [
    ...['Try AGAIN', 'later', 'please retry', 'wait', 'in 5 seconds'].map((message): Case => [
      'kept',
      envelope({ message }, { status: 429 }),
    ]),
    [
      'broken: a message like "try again later" | "Too many"',
      envelope({ message: 'Too many' }, { status: 429 }),
    ],
    ['absent: no 429', envelope({ message: 'Too many' })],
    ['absent: no 429', envelope({ message: 7 }, { status: 429 })],
  ],
  'ERR-18': [
    [
      'says: GET /raffles/x/odds?entries=0 is answered with status 400',
      { status: 400, url: `${baseUrl}/raffles/x/odds?entries=0` },
    ],
  ],
  'ERR-19': [
    ['absent: no error', inside('at f (/app/x.js:1:2)', { status: 200 })],
    ['kept', inside('No such raffle, at 12:30:45 or later')],
    ...(
      [
        ['a stack trace', 'at load (/srv/node/index.js:10:5'],
        ['a stack trace', 'at com.acme.Raffles.find(Raffles.java:42)'],
        ['a stack trace', 'at Acme.Raffles.Find(Guid id) in C:Raffles.cs:line 12'],
        ['a stack trace', 'Traceback (most recent call last)'],
        ['a stack trace', 'File "main", line 3'],
        ['a stack trace', '#0 /www/index.php(12)'],
        ['a stack trace', 'in /www/index.php on line 12'],
        ['a stack trace', 'goroutine 1 [r'],
        ['a stack trace', "thread 'main' panicked at"],
        ['a stack trace', 'x/raffles.rb:12:in `'],
        ['an exception', 'java.lang.NullPointerException'],
        ['an exception', 'TypeError: '],
        ['an exception', 'ECONNREFUSED'],
        ['SQL', 'SELECT id FROM '],
        ['SQL', 'INSERT INTO '],
        ['SQL', 'UPDATE raffles SET '],
        ['an error of a database', 'SQLSTATE'],
        ['an error of a database', 'ORA-00942'],
        ['an error of a database', 'syntax error at or near'],
        ['an error of a database', 'relation "raffles" does not exist'],
        ['an error of a database', 'no such table: r'],
        ['a page of a framework', 'Werkzeug Debugger'],
        ['a file path', '/var/www/app/raffles.py'],
        ['a file path', 'C:\\inetpub\\wwwroot\\raffles'],
      ] as const
    ).map(([what, found]): Case => [shows(what, found), envelope({ details: [{ text: `x ${found}` }] })]),
    [shows('SQL', 'DELETE FROM '), { status: 500, text: 'DELETE FROM raffles' }],
    ['kept', { status: 500, text: 'see /var/www/app/raffles.py' }],
    ['kept', { status: 500, text: `${' '.repeat(64 * 1024)}ECONNREFUSED` }],
    // Whoever repeats what was asked shows nothing of its own.
    ['kept', inside('no raffle ECONNREFUSED', { url: `${baseUrl}/raffles/econnrefused` })],
    ['kept', inside('no INSERT INTO here', { url: `${baseUrl}/raffles/INSERT%20INTO%20x` })],
    ['kept', inside('no ECONNREFUSED', { redirects: [`${baseUrl}/ECONNREFUSED`] })],
    ['kept', inside('not ECONNREFUSED', { sent: { Accept: 'econnrefused' } })],
    [
      'kept',
      inside('neither /etc/passwd.conf nor ORA-00942', { sent: { A: '/etc/passwd.conf', B: 'ORA-00942' } }),
    ],
    [shows('an exception', 'ECONNREFUSED'), inside('not ECONNREFUSED', { sent: { ECONNREFUSED: 'x' } })],
  ],

  'LIM-01': whole('X-RateLimit-Limit'),
  'LIM-02': whole('X-RateLimit-Remaining'),
  'LIM-03': [
    ['kept', bare(200, { 'X-RateLimit-Limit': '60' })],
    ['broken: X-RateLimit-Limit: 60 | 61', bare(200, { 'X-RateLimit-Limit': '61' })],
    ['absent: there is no X-RateLimit-Limit', {}],
    ['absent: there is no X-RateLimit-Limit', bare(200, { 'X-RateLimit-Limit': 'many' })],
  ],
  'LIM-04': [
    ['kept', bare(200, { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '60' })],
    [
      'broken: at most 60 remaining | 61',
      bare(200, { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '61' }),
    ],
    ['absent: one of the two is missing', bare(200, { 'X-RateLimit-Limit': '60' })],
    ['absent: one of the two is missing', bare(200, { 'X-RateLimit-Remaining': '60' })],
  ],
  'LIM-05': [
    ['absent: there is no request before', bare(200, { 'X-RateLimit-Remaining': '5' })],
    ['absent: there is no request before', bare(200, { 'X-RateLimit-Remaining': '5' }), { audit: timeout }],
    ['absent: there is no X-RateLimit-Remaining', {}, { audit: bare(200, { 'X-RateLimit-Remaining': '5' }) }],
    ['absent: there is no X-RateLimit-Remaining', bare(200, { 'X-RateLimit-Remaining': '5' }), { audit: {} }],
    ...(
      [
        ['kept', '4'],
        ['broken: less than 5 remaining | 5', '5'],
        ['absent: a new window began', '6'],
      ] as const
    ).map(([is, left]): Case => [
      is,
      bare(200, { 'X-RateLimit-Remaining': left }),
      { audit: bare(200, { 'X-RateLimit-Remaining': '5' }) },
    ]),
  ],
  'LIM-06': [
    ['absent: no 429', {}],
    ['kept', bare(429, { 'Retry-After': 'soon' })],
    ['broken: Retry-After | none', bare(429)],
  ],
  'LIM-07': [
    ['absent: no 429', bare(200, { 'Retry-After': 'soon' })],
    ['absent: there is no Retry-After', bare(429)],
    ['kept', bare(429, { 'Retry-After': '7' })],
    ['broken: Retry-After is a whole number | soon', bare(429, { 'Retry-After': 'soon' })],
  ],
  'LIM-11': [
    ['absent: no 429', bare(200, { 'X-RateLimit-Remaining': '1' })],
    ['absent: there is none', bare(429)],
    ['kept', bare(429, { 'X-RateLimit-Remaining': '0' })],
    ['broken: 0 remaining | 1', bare(429, { 'X-RateLimit-Remaining': '1' })],
  ],
  'LIM-12': [
    ['absent: no 429', bare(200, { 'Retry-After': '61' })],
    ['absent: there is no number of seconds', bare(429)],
    ['absent: there is no number of seconds', bare(429, { 'Retry-After': 'soon' })],
    ['kept', bare(429, { 'Retry-After': '60' })],
    ['broken: at most 60 | 61', bare(429, { 'Retry-After': '61' })],
  ],
  'LIM-13': [
    ['kept', bare(400)],
    ['broken: an error | status 200', {}],
  ],
  'LIM-14': [
    ['says: success responses have the rate headers', bare(399, { 'X-RateLimit-Remaining': '1' })],
    ['says: success responses do not have the rate headers', {}],
    ['says: errors have the rate headers', bare(400, { 'X-RateLimit-Remaining': '1' })],
    ['says: errors do not have the rate headers', bare(404)],
  ],

  'VER-01': [['kept', {}]],
  'VER-02': accepted,
  'VER-03': accepted,
  'VER-04': [
    ['kept', { text: `{"b":1,"a":2}` }, { audit: { json: { a: 2, b: 1 } } }],
    [
      'broken: the record of application/json: {"a":1} | {"a":2}',
      { json: { a: 2 } },
      { audit: { json: { a: 1 } } },
    ],
    ['absent: neither has a record', bare(404), { audit: bare(404) }],
    ['undecided, remote-error: the service answers 500', {}, { audit: bare(500) }],
    ['undecided, rule-undecided: the service answers 400', bare(400), { audit: bare(404) }],
    ['undecided, rule-undecided: one of the two answers is missing', {}, { audit: bare(404) }],
    ['undecided, rule-undecided: one of the two answers is missing', bare(404), { audit: {} }],
    ['undecided, rule-undecided: one of the two answers is missing', {}],
    ['undecided, remote-timeout: no answer in time', {}, { audit: timeout }],
  ],
  'VER-05': [
    ['says: Accept: text/html is answered with status 406', bare(406)],
    ['says: Accept: text/html is answered with status 200, text/html', asksForPage],
  ],
  'VER-06': [
    [
      'says: a request without Accept is answered with status 200, a/b, c/d',
      bare(200, { 'Content-Type': ['a/b', 'c/d'] }),
    ],
  ],
  'VER-07': [
    ['absent: accepted', { sent: { accept: '*/*' } }],
    ['says: Accept: */* is answered with status 406', { status: 406, sent: { accept: '*/*' } }],
    ['says: Accept:  is answered with status 406', bare(406)],
  ],
}

const setting = { baseUrl, raffle, vendorType: 'application/vnd.service.v1+json' }

/** What the rules are about whose ids begin so; the rules of one take too little time to be tests of their own. */
const groups = {
  AUD: 'the audit record',
  STA: 'the statistics',
  ODD: 'the odds',
  HDR: 'HTTP',
  ERR: 'errors',
  LIM: 'limits',
  VER: 'versions',
}

for (const [group, what] of Object.entries(groups)) {
  await t.test(`the rules about ${what}, each on every kind of answer that it tells apart`, t => {
    for (const [id, cases] of Object.entries(table).filter(([id]) => id.startsWith(group))) {
      const rule = rules.find(one => one.id === id)
      if (rule === undefined || !('judge' in rule)) throw new Error(`${id} judges no answer`)
      for (const [is, given, seen] of cases) {
        const ending = told(rule.judge(answered(given), seenOf(seen), setting))
        const what = `${id} ${JSON.stringify([given, Object.keys(seen ?? {})]).slice(0, 200)}`
        if (typeof is === 'string') t.equal(ending, is, what)
        else t.match(ending, is, what)
      }
    }
    t.end()
  })
}

const limited = [answered(bare(429))]
const burst = (change: Partial<Burst>): Burst => ({ answered: 0, limited: [], fields: new Set(), ...change })

const bursts: Readonly<Record<string, readonly (readonly [is: string, burst: Partial<Burst>])[]>> = {
  'LIM-08': [
    ['kept', { limited, answered: 75 }],
    ['broken: a 429 | 61 answers without one', { answered: 61 }],
    ['undecided, rule-undecided: the service gave 60 answers in a minute', { answered: 60 }],
    ['undecided, remote-timeout: no answer in time', { answered: 60, fault: timeout }],
  ],
  'LIM-09': [
    ['kept', { limited, after: answered() }],
    ['broken: an answer | another 429', { limited, after: answered(bare(429)) }],
    ['absent: there was no 429 to wait after', { limited }],
    ['absent: there was no 429 to wait after', { after: answered() }],
  ],
  'LIM-10': [
    ['absent: there was no 429', { answered: 59 }],
    ['kept', { limited, answered: 60 }],
    ['broken: 60 answers within a minute | a 429 after 59', { limited, answered: 59 }],
  ],
  'LIM-15': [
    ['kept', { fields: new Set(['x-ratelimit-limit', 'x-ratelimit-remaining']) }],
    [
      'undecided, rule-undecided: no request was answered with 429',
      { fields: new Set(['x-ratelimit-limit']) },
    ],
    [
      'broken: X-RateLimit-Remaining on some response | none, not even on a 429',
      { limited, fields: new Set(['x-ratelimit-limit']) },
    ],
    [
      'broken: X-RateLimit-Limit and X-RateLimit-Remaining on some response | none, not even on a 429',
      { limited },
    ],
  ],
}

await t.test('the rules about many requests in a row', t => {
  for (const [id, cases] of Object.entries(bursts)) {
    const rule = rules.find(one => one.id === id)
    if (rule === undefined || !('judgeBurst' in rule)) throw new Error(`${id} judges no burst`)
    for (const [is, given] of cases) t.equal(told(rule.judgeBurst(burst(given))), is, id)
  }
  t.end()
})

await t.test('VER-01 looks at the end of the base URL', t => {
  const rule = rules.find(({ id }) => id === 'VER-01')
  if (rule === undefined || !('judge' in rule)) throw new Error('there is no VER-01')
  for (const wrong of ['https://a.example/api/v2', 'https://a.example/api/v1/x']) {
    const ending = rule.judge(answered(), seenOf(), { ...setting, baseUrl: wrong })
    t.equal(told(ending), `broken: a base URL that ends with /api/v1 | ${wrong}`)
  }
  t.end()
})

await t.test('of an answer that did not come a rule says why it did not', t => {
  for (const id of ['AUD-02', 'AUD-19', 'AUD-29']) {
    const rule = rules.find(one => one.id === id)
    if (rule === undefined || !('judge' in rule)) throw new Error(`there is no ${id}`)
    const seen = seenOf({ audit: timeout })
    const status = { exchange: { status: 200 } }
    const ending = rule.judge({ ...status, ...seen.get('audit') } as never, seen, setting)
    t.equal(told(ending), 'undecided, remote-timeout: no answer in time', id)
  }
  t.end()
})

await t.test('every rule is in one of the tables', t => {
  const all = rules.map(({ id }) => id)
  t.strictSame([...Object.keys(table), ...Object.keys(bursts)].toSorted(), all.toSorted())
  t.end()
})

await t.test('a report has the rules by what they are about, and by their numbers', t => {
  const order = Object.keys(groups)
  const numbers = rules.map(({ id }) => order.indexOf(id.slice(0, 3)) * 100 + Number(id.slice(4)))
  t.strictSame(
    numbers,
    numbers.toSorted((a, b) => a - b),
  )
  t.equal(new Set(numbers).size, numbers.length)
  t.end()
})

await t.test('what a rule is judged on is asked for', t => {
  const asked: readonly ProbeName[] = [...raffleProbes, ...serviceProbes]
  const taken = rules.flatMap(rule => ('judge' in rule ? rule.on.flat() : []))
  t.strictSame(
    taken.filter(probe => !asked.includes(probe)),
    [],
  )
  const lone = rules.filter(rule => 'judge' in rule && rule.on.length === 0 && rule.limited !== true)
  t.strictSame(lone, [], 'a rule that is judged on nothing')
  t.end()
})
