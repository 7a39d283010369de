// Who saw the commitment of a published draw, when, and what of it counts.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import t from 'tap'
import { parseHeaders } from '../../../src/core/blocks/headers.js'
import { decodeHex, encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import type { JsonValue } from '../../../src/core/json.js'
import { encodeObservation, observationType } from '../../../src/model/observation.js'
import { emptyTrust, parseTrust } from '../../../src/model/trust.js'
import { portable } from '../../../src/core/portable.js'
import { verifyPublishedOnWeb } from '../../../src/web/verify-published.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { drawOf } from '../../recipe/build.js'
import { createKey, raffleId } from '../../observe/raffle.js'
import { ownRound } from '../../protocol/rounds.js'
import { claimOf, endingOf } from '../report.js'
import {
  bob,
  changed,
  claims,
  commitment,
  inputs,
  judge,
  now,
  page,
  recipe,
  roundAt,
  see,
  stranger,
  trust,
  url,
  values,
} from './seen.js'

const bytes = (text: string): Uint8Array => encodeUtf8(text)
const json = JSON.stringify(page)
const other = '11'.repeat(32)
/** The inputs without some. */
const omit = (...names: readonly (keyof typeof inputs)[]): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => !names.some(one => one === name)))
/** What was not published. */
const nothing = undefined

/** The draw by another id, at the address that it has then. */
const named = (id: JsonValue, at: string, type = 'text') =>
  judge({
    values: { draw_id: id },
    parts: { inputs: { ...inputs, draw_id: { ...inputs.draw_id, type } } },
    seen: [see({ url: at })],
  })

const isAtLevel4 = (subject: ReturnType<typeof judge>): boolean =>
  subject.level === 4 &&
  endingOf(subject, 'evidence.timely') === 'proven observed-in-time' &&
  endingOf(subject, 'evidence.unique') === 'proven observed-once' &&
  subject.headline.startsWith('Nobody could have chosen the winners, if drand’s nodes and ') &&
  subject.who_could_choose.startsWith('nobody, if drand’s nodes and ')

const honest: Readonly<Record<string, () => ReturnType<typeof judge>>> = {
  'seen an hour before': () => judge(),
  'seen exactly 30 s before the round': () => judge({ seen: [see({ before: 30 })] }),
  'seen in time, and once more after the draw': () => judge({ seen: [see({ before: -3600 }), see()] }),
  'seen by two, by one of them late': () => judge({ seen: [see({ by: bob, before: 0 }), see()] }),
  'among observations of other draws, of others and of nothing': () =>
    judge({
      seen: [
        see({ url: `${url}0`, content: changed({ seed_hash: other }) }),
        see({ by: stranger, content: changed({ seed_hash: other }) }),
        see({ payload: bytes('{}') }),
        see(),
      ],
    }),
  'hex in capitals, with its prefix': () =>
    judge({
      seen: [see({ content: changed({ seed_hash: `sha256:${values.seed_hash.toUpperCase()}` }) })],
    }),
  'the round as text': () => judge({ seen: [see({ content: changed({ round: '1000' }) })] }),
  'a page that did not have it yet, and then did': () =>
    judge({ seen: [see({ before: 7200, content: { title: 'Hamper' } }), see()] }),
  'a page that had nothing there yet': () =>
    judge({
      seen: [see({ before: 7200, content: changed({ seed_hash: null, round: 'to be announced' }) }), see()],
    }),
  'a page that is none any more after the draw': () =>
    judge({ seen: [see(), see({ before: -60, content: bytes('<html>') })] }),
  'the round of the beacon itself, announced': () => {
    const others = omit('round')
    return judge({
      values: { round: nothing },
      parts: {
        inputs: others,
        claims: claims.map(claim =>
          'verified' in claim || !JSON.stringify(claim).includes('"$round"')
            ? claim
            : { ...claim, equal: [{ add: ['$beacon.round', 0] }, 1000] },
        ),
        commitment: {
          ...commitment,
          values: {
            seed_hash: '/commitment/seed_hash',
            list_hash: '/commitment/list_hash',
            'beacon.round': '/commitment/round',
          },
        },
      },
    })
  },
  'an id with a slash, dots, a question mark and spaces': () =>
    named('../a/b?c=d#e f', 'https://raffles.example/draws/..%2Fa%2Fb%3Fc%3Dd%23e%20f'),
  'an id with marks that parsers leave alone': () =>
    named("a'(b)*!", 'https://raffles.example/draws/a%27%28b%29%2A%21'),
  'an id with letters of every kind': () => named('été', 'https://raffles.example/draws/%C3%A9t%C3%A9'),
  'an id that is a number': () => named(17, 'https://raffles.example/draws/17', 'integer'),
  'an id in a query': () =>
    judge({
      parts: { commitment: { ...commitment, at: 'https://raffles.example/draws?id={draw_id}&full=1' } },
      seen: [see({ url: 'https://raffles.example/draws?id=summer-17&full=1' })],
    }),
}

for (const [name, act] of Object.entries(honest)) {
  await t.test(`level 4: ${name}`, t => {
    const subject = act()
    t.ok(isAtLevel4(subject), JSON.stringify([subject.claims, subject.who_could_choose], null, 1))
    t.equal(subject.verdict, 'proven')
    t.end()
  })
}

const block = 'ab'.repeat(32)
const source = createKey('source')
const signature = ed25519.sign(decodeHex(block), source.secretKey)
const blockSigned = {
  id: 'randomness.genuine',
  says: 'its source signed it',
  signed: {
    algorithm: 'ed25519',
    key: { bytes_hex: source.publicKey },
    message: '$block',
    signature: '$signature',
  },
}

/** The same draw by a block, whose height is announced. */
function byBlock(genuine: readonly object[]) {
  const others = omit('beacon', 'round')
  const mixed = createHash('sha256')
    .update(Buffer.from(`${values.seed}${block}`, 'hex'))
    .digest('hex')
  const isSigned = genuine.includes(blockSigned)
  const subject = judge({
    values: {
      ...{ beacon: nothing, round: nothing, block, height: 7 },
      winner: values.tickets[Number(BigInt(`0x${mixed}`) % 5n)] ?? '',
      signature: isSigned ? encodeHex(signature) : nothing,
    },
    parts: {
      inputs: {
        ...others,
        block: {
          type: 'sha256',
          title: 'block hash',
          public: true,
          by: 'the miner of the block',
          which: 'height',
        },
        height: { type: 'integer', title: 'height', committed: true, informational: true },
        ...(isSigned && { signature: { type: 'bytes', encoding: 'hex', title: 'signature' } }),
      },
      commitment: { ...commitment, values: { ...without('round').values, height: '/commitment/round' } },
      claims: [
        ...claims.filter(claim => /seed\.|entries\./.test(JSON.stringify(claim))),
        ...genuine,
        {
          id: 'winner.derived',
          says: 'the winner follows',
          equal: [
            { at: ['$tickets', { mod: [{ integer_be: { sha256: { concat: ['$seed', '$block'] } } }, 5] }] },
            '$winner',
          ],
        },
      ],
    },
    seen: [see({ content: changed({ round: 7 }) })],
  })
  if (endingOf(subject, 'winner.derived') !== 'proven values-equal') throw new Error('not the winner')
  return subject
}

type Ends = readonly [timely: string, why: RegExp, unique?: string]
type Attack = readonly [act: () => ReturnType<typeof judge>, ...ends: Ends]

const missing = (why: RegExp): Ends => ['evidence-missing', why]
const none = missing(/: no observation of https:\/\/raffles\.example\/draws\/summer-17 was given$/)
const untrusted: Ends = [
  'observation-untrusted',
  /: an observation is not signed by an observer of the trust file$/,
]
const unfixed = (what: string): Ends =>
  missing(new RegExp(`: what stands at https://raffles\\.example/draws/\\S+ does not fix ${what}$`))

const without = (...names: readonly (keyof typeof commitment.values)[]) => ({
  ...commitment,
  values: Object.fromEntries(
    Object.entries(commitment.values).filter(([name]) => !names.some(one => one === name)),
  ),
})

const attacks: Readonly<Record<string, Attack>> = {
  'nobody looked': [() => judge({ seen: [] }), ...none],
  'a recipe without an address': [
    () => judge({ parts: { commitment: undefined } }),
    'evidence-missing',
    /: only the organiser says when it was published$/,
  ],
  'no trust file': [() => judge({ options: { trust: emptyTrust } }), ...untrusted],
  'an observer that is not in the trust file': [() => judge({ seen: [see({ by: stranger })] }), ...untrusted],
  'an observer that was taken out of the trust file': [
    () =>
      judge({
        options: {
          trust: parseTrust({
            trust: 'drawaudit/v1',
            observers: [{ name: 'Bob', public_key: bob.publicKey }],
          }),
        },
      }),
    ...untrusted,
  ],
  'the operator as its own observer': [
    () =>
      judge({
        seen: [see({ by: stranger })],
        options: {
          trust: parseTrust({
            trust: 'drawaudit/v1',
            operators: [
              {
                name: 'Raffles',
                keys: [
                  {
                    algorithm: 'ed25519',
                    public_key: stranger.publicKey,
                    valid_from: '2020-01-01T00:00:00+00:00',
                  },
                ],
              },
            ],
          }),
        },
      }),
    ...untrusted,
  ],
  'the id of another key': [() => judge({ seen: [{ ...see(), keyId: bob.keyId }] }), ...untrusted],
  'an altered signature': [
    () => {
      const seen = see()
      return judge({
        seen: [{ ...seen, signature: seen.signature.map((byte, at) => (at === 0 ? byte ^ 1 : byte)) }],
      })
    },
    ...untrusted,
  ],
  'the payload of one, the signature of another': [
    () => judge({ seen: [{ ...see({ before: 60 }), signature: see({ before: -60 }).signature }] }),
    ...untrusted,
  ],
  'an observation of a raffle with the same key': [
    () =>
      judge({
        seen: [
          see({
            type: observationType,
            payload: encodeObservation({
              raffle_id: raffleId,
              source: url,
              observed_at_utc: '2023-08-23T12:00:00+00:00',
              envelopes: [],
            }),
          }),
        ],
      }),
    ...none,
  ],
  'the payload as that of an observation of a raffle': [
    () => judge({ seen: [see({ type: observationType })] }),
    ...none,
  ],
  'another address': [
    () => judge({ seen: [see({ url: 'https://raffles.example/draws/summer-18' })] }),
    ...none,
  ],
  'another host': [
    () => judge({ seen: [see({ url: 'https://raffles.example.org/draws/summer-17' })] }),
    ...none,
  ],
  'http in place of https': [() => judge({ seen: [see({ url: url.replace('https', 'http') })] }), ...none],
  'a slash at the end': [() => judge({ seen: [see({ url: `${url}/` })] }), ...none],
  'a query of its own': [() => judge({ seen: [see({ url: `${url}?v=2` })] }), ...none],
  'the host in capitals': [() => judge({ seen: [see({ url: url.replace('raffles', 'RAFFLES') })] }), ...none],
  'the id of another draw': [
    () => judge({ values: { draw_id: 'summer-18' } }),
    ...missing(/: no observation of \S+summer-18 was given$/),
  ],
  'no id': [
    () => judge({ values: { draw_id: nothing } }),
    'value-missing',
    /: its address has the draw id in it, which was not published$/,
  ],
  'an id that leads one folder up': [
    () => named('..', 'https://raffles.example/'),
    ...missing(/: no address can be made of this draw id$/),
  ],
  'an id that is this folder': [
    () => named('.', 'https://raffles.example/draws/'),
    ...missing(/: no address can be made of this draw id$/),
  ],
  'no letter in the id': [
    () => named('', 'https://raffles.example/draws/'),
    ...missing(/: no address can be made of this draw id$/),
  ],
  'an id with a slash that is not encoded': [
    () => named('a/b', 'https://raffles.example/draws/a/b'),
    ...missing(/: no observation of \S+a%2Fb was given$/),
  ],
  'an id that is encoded already': [
    () => named('a%2Fb', 'https://raffles.example/draws/a%2Fb'),
    ...missing(/: no observation of \S+a%252Fb was given$/),
  ],
  'an id that looks the same': [
    () => named('summer\u201017', url),
    ...missing(/: no observation of \S+summer%E2%80%9017 was given$/),
  ],
  '29 s before the round': [
    () => judge({ seen: [see({ before: 29 })] }),
    'observed-late',
    /: Ada saw it at 2023-08-23T15:58:55\+00:00, and it had to be seen by 2023-08-23T15:58:54\+00:00$/,
  ],
  'at the round': [() => judge({ seen: [see({ before: 0 })] }), 'observed-late', /had to be seen by/],
  'after the draw': [() => judge({ seen: [see({ before: -3600 })] }), 'observed-late', /had to be seen by/],
  'dated after now': [
    () => judge({ seen: [see({ before: -100_000 })] }),
    'observation-untrusted',
    /: an observation is dated 2023-08-24T19:46:04\+00:00, which is after now$/,
  ],
  'a clock that has not come so far': [
    () => judge({ options: { now: new Date((roundAt - 7200) * 1000) } }),
    'observation-untrusted',
    /which is after now$/,
  ],
  'no clock': [() => judge({ options: { now: undefined as unknown as Date } }), ...none],
  'another seed hash': [
    () => judge({ seen: [see({ content: changed({ seed_hash: other }) })] }),
    'observed-other',
    /: Ada saw another seed hash at \S+summer-17, at 2023-08-23T14:59:24\+00:00: the organiser may have changed it, or Ada may be wrong$/,
  ],
  'another round': [
    () => judge({ seen: [see({ content: changed({ round: 1001 }) })] }),
    'observed-other',
    /: Ada saw another announced round/,
  ],
  'only some of what is committed': [
    () =>
      judge({
        seen: [
          see({
            content: {
              ...page,
              commitment: { seed_hash: page.commitment.seed_hash, round: 1000 },
            } as JsonValue,
          }),
        ],
      }),
    'evidence-missing',
    /: Ada saw there at 2023-08-23T14:59:24\+00:00 no list hash$/,
  ],
  'half here and half there': [
    () =>
      judge({
        seen: [
          see({ content: changed({ seed_hash: null }) }),
          see({ by: bob, content: changed({ list_hash: null }) }),
        ],
      }),
    'evidence-missing',
    /: Ada saw there at \S+ no seed hash$/,
  ],
  'all of it one level higher': [
    () => judge({ seen: [see({ content: page.commitment as unknown as JsonValue })] }),
    'evidence-missing',
    /no seed hash$/,
  ],
  'a list in place of the object': [
    () => judge({ seen: [see({ content: [page] as unknown as JsonValue })] }),
    'evidence-missing',
    /no seed hash$/,
  ],
  'a number that is not whole': [
    () => judge({ seen: [see({ content: bytes(json.replace('1000', '1000.5')) })] }),
    'evidence-missing',
    /no announced round$/,
  ],
  'a number that would be rounded': [
    () => judge({ seen: [see({ content: bytes(json.replace('1000', '1000.0000000000000001')) })] }),
    'evidence-missing',
    /: Ada saw there at \S+ what cannot be read: /,
  ],
  'a name that stands twice': [
    () =>
      judge({
        seen: [see({ content: bytes(json.replace('"round"', `"seed_hash":"${other}","round"`)) })],
      }),
    'evidence-missing',
    /what cannot be read: .*seed_hash/,
  ],
  'a web page': [
    () => judge({ seen: [see({ content: bytes('<html>1000</html>') })] }),
    'evidence-missing',
    /what cannot be read: /,
  ],
  'nothing at all': [
    () => judge({ seen: [see({ content: bytes('') })] }),
    'evidence-missing',
    /what cannot be read: /,
  ],
  'a byte order mark': [
    () => judge({ seen: [see({ content: bytes(`\ufeff${json}`) })] }),
    'evidence-missing',
    /what cannot be read: /,
  ],
  'more than fits': [
    () =>
      judge({ seen: [see({ content: bytes(JSON.stringify({ ...page, filling: 'x'.repeat(70_000) })) })] }),
    'observation-invalid',
    /\/content expected at most 87384 characters/,
  ],
  'a payload in another form': [
    () =>
      judge({
        seen: [
          see({
            payload: bytes(
              JSON.stringify({ url, content: 'e30=', observed_at_utc: '2023-08-23T12:00:00+00:00' }, null, 1),
            ),
          }),
        ],
      }),
    'observation-invalid',
    /the payload is not in its RFC 8785 form$/,
  ],
  'a payload with more in it': [
    () =>
      judge({
        seen: [
          see({
            payload: bytes(
              `{"content":"e30=","note":"","observed_at_utc":"2023-08-23T12:00:00+00:00","url":"${url}"}`,
            ),
          }),
        ],
      }),
    'observation-invalid',
    /\/note is not a known member/,
  ],
  'a local time': [
    () =>
      judge({
        seen: [
          see({
            payload: bytes(`{"content":"e30=","observed_at_utc":"2023-08-23T12:00:00+02:00","url":"${url}"}`),
          }),
        ],
      }),
    'observation-invalid',
    /\/observed_at_utc expected a time in UTC/,
  ],
  'base64 with stray bits': [
    () =>
      judge({
        seen: [
          see({
            payload: bytes(`{"content":"e31=","observed_at_utc":"2023-08-23T12:00:00+00:00","url":"${url}"}`),
          }),
        ],
      }),
    'observation-invalid',
    /./,
  ],
  'a list that does not stand there': [
    () => judge({ parts: { commitment: without('list_hash') } }),
    ...unfixed('the ticket list'),
  ],
  'a seed that does not stand there': [
    () => judge({ parts: { commitment: without('seed_hash') } }),
    ...unfixed('the seed'),
  ],
  'a round that does not stand there': [
    () =>
      judge({
        parts: {
          commitment: without('round'),
          inputs: { ...inputs, beacon: { type: 'drand', chain: 'quicknet', title: 'drand round' } },
        },
      }),
    ...unfixed('which drand round would count'),
  ],
  'nothing but a title': [
    () =>
      judge({
        parts: {
          commitment: { ...commitment, values: { title: '/title' } },
          inputs: {
            ...inputs,
            title: { type: 'text', title: 'title', committed: true, informational: true },
          },
        },
        values: { title: 'Hamper' },
      }),
    ...unfixed('the seed, the ticket list and which drand round would count'),
  ],
  'an order that only the platform states': [
    () =>
      judge({
        parts: {
          claims: claims.map(claim =>
            JSON.stringify(claim).includes('list_hash')
              ? {
                  ...claim,
                  equal: [
                    { sha256: { bytes_utf8: { text_jcs: { sort: ['$tickets', 'ascending', 'utf8'] } } } },
                    '$list_hash',
                  ],
                }
              : claim,
          ),
        },
      }),
    ...unfixed('the order of the ticket list'),
  ],
  'a hash that was not published afterwards': [
    () => judge({ values: { list_hash: nothing } }),
    'value-missing',
    /: not published: the list hash$/,
  ],
  'a beacon whose signature was left out': [
    () => {
      const { round, randomness } = values.beacon
      const open = { round, randomness }
      return judge({ values: { beacon: open } })
    },
    'value-unproven',
    /nothing shows where the randomness of drand round 1000 really came from$/,
  ],
  'a public value that nothing verifies': [
    () => byBlock([{ id: 'randomness.genuine', says: 'it is the block', verified: '$block' }]),
    'value-unproven',
    /nothing shows where the block hash really came from$/,
  ],
  'a public value that its source signed, and whose time nothing shows': [
    () => byBlock([blockSigned]),
    'evidence-missing',
    /nothing shows when the block hash could be known$/,
  ],
  'nothing from outside': [
    () => {
      const others = omit('beacon', 'round')
      return judge({
        values: {
          beacon: nothing,
          round: nothing,
        },
        parts: {
          inputs: others,
          commitment: without('round'),
          claims: [
            ...claims.filter(claim => /seed\.|entries\./.test(JSON.stringify(claim))),
            {
              id: 'winner.derived',
              says: 'it follows',
              equal: [{ at: ['$tickets', { mod: [{ integer_be: '$seed' }, 5] }] }, '$winner'],
            },
          ],
        },
      })
    },
    'randomness-missing',
    /nothing from outside the organiser’s hands decides the winner$/,
  ],
  'two looks, of which one shows another seed hash': [
    () => judge({ seen: [see(), see({ by: bob, content: changed({ seed_hash: other }) })] }),
    'observed-in-time',
    /Ada saw it/,
    'observed-other',
  ],
  'the same observer saw something else, after the draw': [
    () => judge({ seen: [see(), see({ before: -7200, content: changed({ list_hash: other }) })] }),
    'observed-in-time',
    /Ada saw it/,
    'observed-other',
  ],
  'another one seen first, and this one late': [
    () => judge({ seen: [see({ before: 10 }), see({ by: bob, content: changed({ seed_hash: other }) })] }),
    'observed-late',
    /Ada saw it/,
    'observed-other',
  ],
}

for (const [name, [act, timely, why, unique = timely]] of Object.entries(attacks)) {
  await t.test(`not level 4: ${name}`, t => {
    const subject = act()
    const isProven = timely === 'observed-in-time'
    t.equal(endingOf(subject, 'evidence.timely'), `${isProven ? 'proven' : 'not-provable'} ${timely}`)
    t.match(claimOf(subject, 'evidence.timely')?.message, why)
    t.equal(endingOf(subject, 'evidence.unique'), `not-provable ${unique}`)
    t.ok((subject.level ?? 0) < 4)
    t.notMatch(subject.headline, /^Nobody could/)
    t.notMatch(subject.who_could_choose, /^nobody/)
    t.end()
  })
}

await t.test('each of them is one fault away from level 4', t => {
  // Otherwise a case could fail for another reason than the one that it is about.
  t.ok(isAtLevel4(judge()))
  t.end()
})

await t.test('another commitment accuses nobody, and has the observer and both values', t => {
  const subject = judge({ seen: [see(), see({ by: bob, content: changed({ seed_hash: other }) })] })
  t.not(subject.verdict, 'refuted')
  t.match(claimOf(subject, 'evidence.unique'), {
    message: /^there was no second commitment for this draw: Bob saw another seed hash at /,
    expected: values.seed_hash,
    found: other,
  })
  t.equal(
    subject.who_could_choose,
    'the organiser alone, if it has several commitments and shows the one it likes: an observer saw another one; else the organiser together with drand’s nodes',
  )
  t.end()
})

await t.test('what keeps a draw that was seen in time from level 4 is in the last sentence', t => {
  const prizes = { id: 'rule.known', says: 'the prizes are the ones that were promised', verified: '$prizes' }
  const subject = judge({
    values: { prizes: 'a hamper' },
    parts: {
      inputs: { ...inputs, prizes: { type: 'text', title: 'list of prizes' } },
      claims: [prizes, ...claims],
    },
  })
  t.equal(endingOf(subject, 'evidence.unique'), 'proven observed-once')
  t.equal(subject.level, 3)
  t.equal(
    subject.who_could_choose,
    'the organiser together with drand’s nodes, or alone, as long as this is not shown: the prizes are the ones that were promised',
  )
  t.end()
})

await t.test('a finding says that an observation is dated in the future', t => {
  const { findings, level } = judge({ seen: [see({ before: -100_000 }), see()] })
  t.equal(level, 4, 'and it takes nothing from the others')
  t.ok(findings.some(({ code }) => code === 'time-in-future'))
  t.end()
})

await t.test('the time of a round is that of a chain in the trust file, which the headline names', t => {
  const { chain, round, signature } = ownRound('bls-unchained-g1-rfc9380', 5, { genesisTime: roundAt - 40 })
  const known = parseTrust({
    trust: 'drawaudit/v1',
    observers: trust.observers.map(({ name, key }) => ({
      name,
      public_key: Buffer.from(key.bytes).toString('hex'),
    })),
    beacons: [chain],
  })
  const own = (options: object, before: number) =>
    judge({
      values: { beacon: { round, signature }, round, winner: nothing },
      parts: {
        inputs: { ...inputs, beacon: { ...inputs.beacon, chain } },
        // Whatever wins: the round alone matters here.
        claims: claims.map(claim =>
          JSON.stringify(claim).includes('winner.derived')
            ? {
                id: 'winner.derived',
                says: 'it follows',
                equal: [{ at: ['$tickets', { mod: [{ integer_be: '$beacon.signature' }, 1] }] }, '$winner'],
              }
            : claim,
        ),
      },
      seen: [see({ before, content: changed({ round }) })],
      options,
    })
  // Round 5 is out 40 s after the first: at the time of quicknet's round 1000.
  t.equal(endingOf(own({ trust: known }, 30), 'evidence.timely'), 'proven observed-in-time')
  t.equal(endingOf(own({ trust: known }, 29), 'evidence.timely'), 'not-provable observed-late')
  t.equal(endingOf(own({}, 30), 'evidence.timely'), 'not-provable value-unproven')
  t.end()
})

await t.test('in a browser, with the portable engine', async t => {
  const report = await verifyPublishedOnWeb(drawOf(values), parseRecipe(recipe()), {
    engine: portable,
    trust,
    observations: [see()],
    now,
  })
  t.equal(report.subjects[0]?.level, 4)
})

await t.test('the time in a header counts by the rules of its own chain', t => {
  const { beacon, round, ...others } = inputs
  t.equal(beacon.type, 'drand')
  t.equal(round.type, 'integer')
  const headers = parseHeaders(readFileSync('fixtures/headers/bitcoin-824544-826580.bin'))
  const [header] = headers
  const hash = header?.hash ?? ''
  const winner = values.tickets[Number(BigInt(`0x${hash}`) % 5n)] ?? ''
  const { round: at, ...places } = commitment.values
  const end = (chain: string): unknown => {
    const subject = judge({
      seen: [see({ content: changed({ round: 824_544 }) })],
      parts: {
        commitment: { ...commitment, values: { ...places, height: at } },
        inputs: {
          ...others,
          height: { type: 'integer', title: 'height', committed: true },
          block: { type: 'bytes', encoding: 'hex', length: 32, title: 'block hash', public: true, which: 'height', block: chain },
        },
        claims: [
          ...claims.slice(0, 2),
          { id: 'randomness.genuine', says: 'the hash is that of the block', verified: '$block' },
          { id: 'winner.derived', says: 'the winner follows', equal: [{ at: ['$tickets', { mod: [{ integer_be: '$block' }, { count: '$tickets' }] }] }, '$winner'] },
        ],
      },
      values: { height: 824_544, block: hash, winner, beacon: undefined, round: undefined },
      options: { trust: { ...trust, blocks: [{ chain, height: 824_544, hash }] }, supply: { headers } },
    }) // prettier-ignore
    t.equal(endingOf(subject, 'randomness.genuine'), 'proven block-pinned')
    return endingOf(subject, 'evidence.timely')
  }
  t.equal(end('bitcoin'), 'proven observed-in-time')
  t.equal(end('litecoin'), 'not-provable evidence-missing')
  t.end()
})
