import t from 'tap'
import type { ErrorCode } from '../../src/errors.js'
import { beacon, committed, good, hash, recipeOf, refusal, seed, step, verified } from './build.js'

const list = { type: 'list', of: { type: 'text' }, title: 'list' }
const { inputs, claims } = good
const claim = (equal: unknown): object => ({
  ...good,
  claims: [committed, { id: 'a.b', says: 'it is', equal }],
})

const holds = (holds: unknown): object => ({
  ...good,
  claims: [committed, { id: 'a.b', says: 'it is', holds }],
})
const signed = (parts: object): object => ({
  ...good,
  claims: [
    committed,
    { id: 'a.b', says: 'it is', signed: { message: '$seed', signature: '$hash', ...parts } },
  ],
})

type Mistake = readonly [parts: object, code: ErrorCode, pointer: string, message: RegExp, hint?: RegExp]

const operations = /^docs\/RECIPES\.md lists the \d+ operations$/

const mistakes: Readonly<Record<string, Mistake>> = {
  'an unknown operation': [
    step({ sha265: '$seed' }),
    'recipe-schema',
    '/steps/x',
    /^there is no operation "sha265"$/,
    /^did you mean sha256\?$/,
  ],
  'two operations in one object': [
    step({ sha256: '$seed', md5: '$seed' }),
    'recipe-schema',
    '/steps/x',
    /^an expression names one operation$/,
    /^"sha256" and "md5" each take an object of their own$/,
  ],
  'no operation': [step({}), 'recipe-schema', '/steps/x', /^an expression names an operation$/, operations],
  ...Object.fromEntries(
    ['toString', 'constructor', 'hasOwnProperty', ''].map((name): [string, Mistake] => [
      `operation ${JSON.stringify(name)}`,
      [
        step({ sha256: { [name]: '$seed' } }),
        'recipe-schema',
        '/steps/x/sha256',
        /^(there is no operation|an expression names an operation)/,
        operations,
      ],
    ]),
  ),
  'an unknown name': [
    step({ sha256: '$sead' }),
    'recipe-reference',
    '/steps/x/sha256',
    /^nothing before this is called "sead"$/,
    /^did you mean seed\?$/,
  ],
  'a name that every object has': [
    step({ sha256: '$constructor' }),
    'recipe-reference',
    '/steps/x/sha256',
    /called "constructor"$/,
  ],
  'a name that cannot be one': [
    step({ sha256: '$Seed' }),
    'recipe-reference',
    '/steps/x/sha256',
    /^a name is made of a-z, 0-9 and _, found "S" \(U\+0053\)$/,
  ],
  'a look-alike': [
    step({ sha256: '$s\u0435ed' }),
    'recipe-reference',
    '/steps/x/sha256',
    /found "\u0435" \(U\+0435\)$/,
  ],
  'a dollar alone': [step('$'), 'recipe-reference', '/steps/x', /called ""$/],
  'a name before its step': [
    { ...good, steps: { a: { sha256: '$b' }, b: { sha256: '$seed' } } },
    'recipe-reference',
    '/steps/a/sha256',
    /called "b"$/,
  ],
  'a step that uses itself': [step({ sha256: '$x' }), 'recipe-reference', '/steps/x/sha256', /called "x"$/],
  'a step named like an input': [
    { ...good, steps: { seed: 'a' } },
    'recipe-reference',
    '/steps/seed',
    /^the name seed is taken$/,
  ],
  'a bound name that is taken': [
    { ...good, steps: { y: 1, x: { map: { list: ['a'], as: 'y', do: 1 } } } },
    'recipe-reference',
    '/steps/x/map/as',
    /^the name y is taken$/,
  ],
  'a bound name outside': [
    step([{ map: { list: ['a'], as: 'y', do: '$y' } }, ['$y']]),
    'recipe-reference',
    '/steps/x/1/0',
    /called "y"$/,
  ],
  'a member of what has none': [
    step('$seed.length'),
    'recipe-reference',
    '/steps/x',
    /^"seed" is bytes and has no member "length"$/,
    /^only a beacon and a row have members$/,
  ],
  'a beacon without this member': [
    { ...verified('beacon', beacon), steps: { x: '$beacon.toString' } },
    'recipe-reference',
    '/steps/x',
    /^a name is made of/,
  ],
  'a beacon without that member': [
    { ...verified('beacon', beacon), steps: { x: '$beacon.seed' } },
    'recipe-reference',
    '/steps/x',
    /no member "seed"$/,
    /^its members are round, randomness, signature, previous_signature$/,
  ],
  'a member of a member': [
    { ...verified('beacon', beacon), steps: { x: '$beacon.round.x' } },
    'recipe-reference',
    '/steps/x',
    /no member "round\.x"$/,
  ],

  'text for bytes': [
    step({ sha256: '5' }),
    'recipe-type',
    '/steps/x/sha256',
    /^expected bytes, found text$/,
    /bytes_utf8 for the letters/,
  ],
  'types that are never equal': [
    claim([{ text_hex: '$seed' }, '$hash']),
    'recipe-type',
    '/claims/1/equal',
    /^text and 32 bytes are never equal$/,
  ],
  'lengths that are never equal': [
    claim([{ md5: '$seed' }, '$hash']),
    'recipe-type',
    '/claims/1/equal',
    /^16 bytes and 32 bytes are never equal$/,
  ],
  'a value compared with itself': [
    claim(['$seed', '$seed']),
    'recipe-reference',
    '/claims/1/equal',
    /^a value is compared with itself$/,
  ],
  'constants compared': [
    claim([{ add: [1, 1] }, 2]),
    'recipe-reference',
    '/claims/1/equal',
    /^nothing that was published is compared$/,
  ],
  'two claims of one id': [
    { ...good, claims: [committed, committed] },
    'recipe-reference',
    '/claims/1/id',
    /^there are two claims seed.committed$/,
  ],
  'an input that no claim uses': [
    { ...good, inputs: { ...inputs, list } },
    'recipe-reference',
    '/inputs/list',
    /^no claim uses this input$/,
    /"informational": true/,
  ],
  'an input that only a step uses': [
    { inputs: { ...inputs, list }, claims, steps: { x: { count: '$list' } } },
    'recipe-reference',
    '/inputs/list',
    /^no claim uses/,
  ],
  'an informational input that is used': [
    { claims, inputs: { seed: { ...seed, informational: true }, hash } },
    'recipe-reference',
    '/inputs/seed',
    /^an informational input is used by a claim$/,
    /leave out "informational"/,
  ],
  'a step verified': [
    { ...good, steps: { x: 1 }, claims: [committed, { id: 'a.b', says: 'x', verified: '$x' }] },
    'recipe-reference',
    '/claims/1/verified',
    /^there is no input "x"$/,
  ],

  'somebody else who makes a value of the organiser': [
    { claims, inputs: { seed: { ...seed, by: 'the miner of the block' }, hash } },
    'recipe-reference',
    '/inputs/seed/by',
    /^only a public value is made by somebody else$/,
  ],
  'which of the values of the organiser': [
    { claims, inputs: { seed: { ...seed, which: 'hash' }, hash } },
    'recipe-reference',
    '/inputs/seed/which',
    /^only of a public value is it a question which$/,
  ],
  'which, by an input that is none': [
    { claims, inputs: { seed: { ...seed, public: true, which: 'hash_' }, hash } },
    'recipe-reference',
    '/inputs/seed/which',
    /^there is no input "hash_"$/,
    /^did you mean hash\?$/,
  ],
  'the order of a value': [
    { claims, inputs: { seed: { ...seed, order: 'as sold' }, hash } },
    'recipe-type',
    '/inputs/seed/order',
    /^only a list or a table has an order$/,
  ],
  'a series by an input that is none': [
    { ...good, series: { id: 'sead' } },
    'recipe-reference',
    '/series/id',
    /^there is no input "sead"$/,
    /^did you mean seed\?$/,
  ],
  'a series counted by no integer': [
    { ...good, series: { id: 'seed', number: 'hash' } },
    'recipe-type',
    '/series/number',
    /^draws are counted by an integer, found 32 bytes$/,
  ],
  'a series counted by a step': [
    { ...step(1), series: { number: 'x' } },
    'recipe-reference',
    '/series/number',
    /^there is no input "x"$/,
  ],

  'texts of which one would be smaller': [
    holds([{ text_hex: '$seed' }, '<', 'ff']),
    'recipe-type',
    '/claims/1/holds/0',
    /^expected an integer, a float or a time, found text$/,
  ],
  'numbers of two kinds compared': [
    holds([{ integer_be: '$seed' }, '<', { float: 5 }]),
    'recipe-type',
    '/claims/1/holds/2',
    /^expected integer, found float$/,
    /integer_floor/,
  ],
  'constants of which one is smaller': [
    holds([1, '<', 2]),
    'recipe-reference',
    '/claims/1/holds',
    /^nothing that was published is compared$/,
  ],
  'streams compared': [
    claim([{ stream_mulberry32: { integer_be: '$seed' } }, { stream_mulberry32: { integer_be: '$hash' } }]),
    'recipe-type',
    '/claims/1/equal',
    /^streams are not compared; take words of them$/,
  ],
  'the result before what is computed': [
    claim(['$hash', { sha256: '$seed' }]),
    'recipe-reference',
    '/claims/1/equal',
    /^write the computed value before the published one$/,
    /^turn the two round/,
  ],
  'a key that is text': [
    signed({ algorithm: 'ed25519', key: 'ab' }),
    'recipe-type',
    '/claims/1/signed/key',
    /^expected bytes, found text$/,
    /bytes_hex/,
  ],
  'a key of the wrong length': [
    signed({ algorithm: 'ed25519', key: { bytes_hex: 'ab' } }),
    'key-length',
    '/claims/1/signed/key',
    /expected 32 bytes/,
  ],
  'ECDSA that does not say how its signatures are written': [
    signed({ algorithm: 'ecdsa-p256-sha256', key: { bytes_hex: 'ab' } }),
    'algorithm-unknown',
    '/claims/1/signed',
    /encoding/,
  ],
  'a key named by bytes': [
    signed({ trusted: 'RANDOM.ORG', key_id: '$seed' }),
    'recipe-type',
    '/claims/1/signed/key_id',
    /^expected text, found bytes$/,
  ],
  'a message that is text': [
    signed({ trusted: 'RANDOM.ORG', message: 'abc' }),
    'recipe-type',
    '/claims/1/signed/message',
    /^expected bytes, found text$/,
  ],

  'an unknown chain': [
    verified('beacon', { ...beacon, chain: 'fastnet' }),
    'recipe-reference',
    '/inputs/beacon/chain',
    /^there is no chain "fastnet"$/,
    /^name default, quicknet or evmnet/,
  ],
  'a chain that every object has': [
    verified('beacon', { ...beacon, chain: 'constructor' }),
    'recipe-reference',
    '/inputs/beacon/chain',
    /there is no chain "constructor"$/,
  ],
  'a list of beacons': [
    verified('beacons', { type: 'list', of: { type: 'drand', chain: 'default' }, title: 'x' }),
    'recipe-type',
    '/inputs/beacons/of',
    /^a list or a table holds no beacons$/,
  ],
  'a table of beacons': [
    verified('beacons', { type: 'table', columns: { b: { type: 'drand', chain: 'default' } }, title: 'x' }),
    'recipe-type',
    '/inputs/beacons/columns/b',
    /holds no beacons$/,
  ],
}

const nowhere = '$nowhere'
const key = { algorithm: 'ed25519' }
const claimsOfNothing: Readonly<Record<string, object>> = {
  'equal/0': claim([nowhere, '$hash']),
  'equal/1': claim(['$hash', nowhere]),
  'holds/0': holds([nowhere, '<', 1]),
  'holds/2': holds([1, '<', nowhere]),
  'signed/message': signed({ ...key, key: '$hash', message: nowhere }),
  'signed/signature': signed({ ...key, key: '$hash', signature: nowhere }),
  'signed/key': signed({ ...key, key: nowhere }),
  'signed/key_id': signed({ trusted: 'shop', key_id: nowhere }),
}

await t.test('a name that is none is found in every part of a claim', t => {
  for (const [place, parts] of Object.entries(claimsOfNothing)) {
    const error = refusal(() => recipeOf(parts))
    t.strictSame([error?.code, error?.where.pointer], ['recipe-reference', `/claims/1/${place}`], place)
  }
  const wrong = refusal(() => recipeOf(signed({ trusted: 'shop', key_id: '$seed' })))
  t.strictSame([wrong?.code, wrong?.where.pointer], ['recipe-type', '/claims/1/signed/key_id'])
  t.end()
})

await t.test('a recipe has 10,000 expressions at most', t => {
  const ones = (length: number): readonly number[] => Array<number>(length).fill(1)
  // The count, the list, the ten lists in it, and three in the claim: 985 are left for the last of them.
  const counted = (rest: number): object =>
    step({ count: [...Array.from({ length: 9 }, () => ones(1000)), ones(rest)] })
  t.equal(
    refusal(() => recipeOf(counted(985))),
    undefined,
  )
  const error = refusal(() => recipeOf(counted(986)))
  t.same([error?.code, error?.message], ['recipe-schema', 'a recipe has at most 10000 expressions'])
  t.end()
})

await t.test('a mistake in a recipe is refused where it stands', t => {
  for (const [name, [parts, code, pointer, message, hint]] of Object.entries(mistakes)) {
    const error = refusal(() => recipeOf(parts))
    t.strictSame([error?.code, error?.where.pointer], [code, pointer], name)
    t.match(error?.message, message, name)
    if (hint !== undefined) t.match(error?.hint, hint, name)
  }
  t.equal(
    refusal(() => recipeOf(good)),
    undefined,
  )
  t.end()
})
