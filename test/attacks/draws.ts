/**
 * Published draws whose organiser chose the winner under an unchanged commitment: two sets of values that a commitment
 * fits alike. However the recipe is written, at most one of the two may count as bound.
 */
import { readFileSync } from 'node:fs'
import type { JsonValue } from '../../src/core/json.js'
import type { Expression } from '../../src/model/recipe.js'
import type { Claim } from '../../src/model/report.js'
import { native } from '../../src/native/engine.js'
import { parseRecipe, type Recipe } from '../../src/recipe/recipe.js'
import { examinePublished } from '../../src/verify/draw/verify-published.js'
import { decideSubject } from '../../src/verify/verdict.js'
import type { Subject } from '../../src/model/report.js'

type Published = Readonly<Record<string, JsonValue>>

/** A way to have two values for one commitment. */
interface Trick {
  readonly inputs: Readonly<Record<string, object>>
  /** The bytes that are hashed for the commitment. */
  readonly hashed: Expression
  /** The bytes from which the winner follows. */
  readonly used: Expression
  readonly values: readonly [Published, Published]
}

const text = { type: 'text', title: 'seed' }
const salt = { type: 'text', title: 'salt' }
const bytes = { type: 'bytes', encoding: 'hex', title: 'seed' }
const list = { type: 'list', of: { type: 'text' }, title: 'names', order: 'as published' }
const utf8 = (of: Expression): Expression => ({ bytes_utf8: of })
const joined = utf8({ join: ['$names', '|'] })
const sha = (of: Expression): Expression => ({ sha256: of })
const hexOf = (value: Uint8Array): string => Buffer.from(value).toString('hex')
const digestOf = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  native.hash(
    'sha256',
    Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part))),
  )
const long = Buffer.alloc(65, 7)
const leaf = (name: string): Uint8Array => digestOf(name)
const tree = (order: string, odd: string, hex = false): Expression => ({
  merkle_pairs: {
    leaves: { map: { list: '$names', as: 'x', do: sha(utf8('$x')) } },
    hash: 'sha256',
    odd,
    order,
    ...(hex && { text: 'hex' }),
  },
})
const hexPair = (a: string, b: string): string => hexOf(leaf(a)) + hexOf(leaf(b))

export const tricks: Readonly<Record<string, Trick>> = {
  'letters of hex in another case': {
    inputs: { seed: text },
    hashed: { bytes_hex: '$seed' },
    used: utf8('$seed'),
    values: [{ seed: '00ab' }, { seed: '00AB' }],
  },
  'a zero before a number': {
    inputs: { seed: text },
    hashed: { bytes_be: [{ integer_decimal: '$seed' }, 8] },
    used: utf8('$seed'),
    values: [{ seed: '7' }, { seed: '07' }],
  },
  'zero with a minus sign': {
    inputs: { seed: text },
    hashed: { bytes_be: [{ integer_decimal: '$seed' }, 8] },
    used: utf8('$seed'),
    values: [{ seed: '0' }, { seed: '-0' }],
  },
  'a zero before a hex number': {
    inputs: { seed: text },
    hashed: { bytes_be: [{ integer_hex: '$seed' }, 8] },
    used: utf8('$seed'),
    values: [{ seed: 'ff' }, { seed: '0ff' }],
  },
  'a hex number in another case': {
    inputs: { seed: text },
    hashed: { bytes_be: [{ integer_hex: '$seed' }, 8] },
    used: utf8('$seed'),
    values: [{ seed: 'ff' }, { seed: 'Ff' }],
  },
  'zero bytes before a number': {
    inputs: { seed: bytes },
    hashed: { bytes_be: [{ integer_be: '$seed' }, 8] },
    used: '$seed',
    values: [{ seed: '07' }, { seed: '0007' }],
  },
  'zero bytes after a number': {
    inputs: { seed: bytes },
    hashed: { bytes_be: [{ integer_le: '$seed' }, 8] },
    used: '$seed',
    values: [{ seed: '07' }, { seed: '0700' }],
  },
  'what is filled up in front': {
    inputs: { seed: text },
    hashed: utf8({ pad_start: ['$seed', 8, '0'] }),
    used: utf8('$seed'),
    values: [{ seed: '42' }, { seed: '042' }],
  },
  'what is filled up at the end': {
    inputs: { seed: text },
    hashed: utf8({ pad_end: ['$seed', 8, '0'] }),
    used: utf8('$seed'),
    values: [{ seed: '42' }, { seed: '420' }],
  },
  'small letters made of capitals': {
    inputs: { seed: text },
    hashed: utf8({ lower: '$seed' }),
    used: utf8('$seed'),
    values: [{ seed: 'tag' }, { seed: 'Tag' }],
  },
  'capitals made of small letters': {
    inputs: { seed: text },
    hashed: utf8({ upper: '$seed' }),
    used: utf8('$seed'),
    values: [{ seed: 'TAG' }, { seed: 'TaG' }],
  },
  'white space taken off': {
    inputs: { seed: text },
    hashed: utf8({ trim: '$seed' }),
    used: utf8('$seed'),
    values: [{ seed: 'tag' }, { seed: 'tag ' }],
  },
  'letters replaced': {
    inputs: { seed: text },
    hashed: utf8({ replace: ['$seed', '-', ''] }),
    used: utf8('$seed'),
    values: [{ seed: 'ab' }, { seed: 'a-b' }],
  },
  'only the beginning hashed': {
    inputs: { seed: text },
    hashed: utf8({ slice: ['$seed', 0, 2] }),
    used: utf8('$seed'),
    values: [{ seed: 'ab1' }, { seed: 'ab2' }],
  },
  'two parts that shift': {
    inputs: { seed: text, salt },
    hashed: { concat: [utf8('$seed'), utf8('$salt')] },
    used: { concat: [sha(utf8('$seed')), utf8('$salt')] },
    values: [
      { seed: 'ab', salt: 'c' },
      { seed: 'a', salt: 'bc' },
    ],
  },
  'two parts that shift around a fixed one': {
    inputs: { seed: text, salt },
    hashed: { concat: [utf8('$seed'), { bytes_hex: '3a' }, utf8('$salt')] },
    used: { concat: [sha(utf8('$seed')), utf8('$salt')] },
    values: [
      { seed: 'a:b', salt: 'c' },
      { seed: 'a', salt: 'b:c' },
    ],
  },
  'a length that an open part hides': {
    inputs: { seed: bytes, salt: { ...bytes, title: 'salt' } },
    hashed: { concat: ['$seed', { bytes_prefixed: ['$salt', 1, 'be'] }] },
    used: { concat: [sha('$seed'), '$salt'] },
    // 01 | 01 00 and 01 01 | 00
    values: [
      { seed: '01', salt: '00' },
      { seed: '0101', salt: '' },
    ],
  },
  'texts joined by nothing': {
    inputs: { seed: text, salt },
    hashed: utf8({ join: [['$seed', '$salt'], ''] }),
    used: { concat: [sha(utf8('$seed')), utf8('$salt')] },
    values: [
      { seed: 'ab', salt: 'c' },
      { seed: 'a', salt: 'bc' },
    ],
  },
  'the separator in a part': {
    inputs: { seed: text, salt },
    hashed: utf8({ join: [['$seed', '$salt'], ':'] }),
    used: { concat: [sha(utf8('$seed')), utf8('$salt')] },
    values: [
      { seed: 'a:b', salt: 'c' },
      { seed: 'a', salt: 'b:c' },
    ],
  },
  'two names written as one': {
    inputs: { names: list },
    hashed: utf8({ join: ['$names', ','] }),
    used: joined,
    values: [{ names: ['a', 'b'] }, { names: ['a,b'] }],
  },
  'a separator that overlaps': {
    inputs: { names: list },
    hashed: utf8({ join: ['$names', ',,'] }),
    used: joined,
    values: [{ names: ['a', 'b'] }, { names: ['a,,b'] }],
  },
  'an empty name': {
    inputs: { names: list },
    hashed: utf8({ join: ['$names', ','] }),
    used: { bytes_be: [{ count: '$names' }, 4] },
    values: [{ names: [] }, { names: [''] }],
  },
  'names in another order': {
    inputs: { names: list },
    hashed: utf8({ join: [{ sort: ['$names', 'ascending', 'utf8'] }, ','] }),
    used: joined,
    values: [{ names: ['a', 'b'] }, { names: ['b', 'a'] }],
  },
  'a name twice': {
    inputs: { names: list },
    hashed: utf8({ join: [{ distinct: { list: '$names', as: 'x', key: '$x' } }, ','] }),
    used: joined,
    values: [{ names: ['a', 'b'] }, { names: ['a', 'b', 'b'] }],
  },
  'how many, and not which': {
    inputs: { names: list },
    hashed: { bytes_be: [{ count: '$names' }, 4] },
    used: joined,
    values: [{ names: ['a', 'b'] }, { names: ['a', 'c'] }],
  },
  'the first, and not the others': {
    inputs: { names: list },
    hashed: utf8({ at: ['$names', 0] }),
    used: joined,
    values: [{ names: ['a', 'b'] }, { names: ['a', 'c'] }],
  },
  'zeros at the end of a key': {
    inputs: { seed: bytes },
    hashed: { hmac: ['sha256', '$seed', { bytes_hex: '00' }] },
    used: '$seed',
    values: [{ seed: '0102' }, { seed: '010200' }],
  },
  'a key that is the hash of a longer one': {
    inputs: { seed: bytes },
    hashed: { hmac: ['sha256', '$seed', { bytes_hex: '00' }] },
    used: '$seed',
    values: [{ seed: hexOf(digestOf(long)) }, { seed: hexOf(long) }],
  },
  'zeros at the end of the salt of HKDF': {
    inputs: { seed: bytes },
    hashed: {
      hkdf: { hash: 'sha256', key: { bytes_hex: '01' }, salt: '$seed', info: { bytes_hex: '' }, length: 32 },
    },
    used: '$seed',
    values: [{ seed: '0102' }, { seed: '010200' }],
  },
  'a key of which one byte is left': {
    inputs: { seed: bytes },
    hashed: { slice: [{ hmac: ['sha256', { bytes_hex: '01' }, '$seed'] }, 0, 0] },
    used: '$seed',
    values: [{ seed: '01' }, { seed: '02' }],
  },
  'a chain with another beginning': {
    inputs: { seed: bytes, turns: { type: 'integer', title: 'turns' } },
    hashed: { hash_chain: { from: '$seed', times: '$turns', hash: 'sha256', encoding: 'bytes' } },
    used: '$seed',
    values: [
      { seed: '01', turns: 3 },
      { seed: hexOf(digestOf(Uint8Array.of(1))), turns: 2 },
    ],
  },
  'a computation with another beginning': {
    inputs: { seed: bytes, turns: { type: 'integer', title: 'turns' } },
    hashed: {
      at: [
        { iterate: { from: '$seed', times: '$turns', as: 's', do: sha('$s') } },
        { subtract: ['$turns', 1] },
      ],
    },
    used: '$seed',
    values: [
      { seed: '01', turns: 3 },
      { seed: hexOf(digestOf(Uint8Array.of(1))), turns: 2 },
    ],
  },
  'items that are part of the beginning': {
    inputs: { seed: bytes, names: list },
    hashed: { fold: { list: '$names', from: '$seed', as: 's', item: 'x', do: sha({ concat: ['$s', utf8('$x')] }) } }, // prettier-ignore
    used: { concat: [sha('$seed'), joined] },
    values: [
      { seed: '01', names: ['a', 'b'] },
      { seed: hexOf(digestOf(Uint8Array.of(1), 'a')), names: ['b'] },
    ],
  },
  'two pairs of a tree taken for names': {
    inputs: { names: list },
    hashed: tree('given', 'promote', true),
    used: joined,
    values: [{ names: ['a', 'b', 'c', 'd'] }, { names: [hexPair('a', 'b'), hexPair('c', 'd')] }],
  },
  'the last name of a tree repeated': {
    inputs: { names: list },
    hashed: tree('given', 'duplicate'),
    used: joined,
    values: [{ names: ['a', 'b', 'c'] }, { names: ['a', 'b', 'c', 'c'] }],
  },
  'neighbours of a sorted tree changed': {
    inputs: { names: list },
    hashed: tree('sorted', 'promote'),
    used: joined,
    values: [{ names: ['a', 'b'] }, { names: ['b', 'a'] }],
  },
  'a sum': {
    inputs: { seed: { type: 'integer', title: 'seed' }, salt: { type: 'integer', title: 'salt' } },
    hashed: { bytes_be: [{ add: ['$seed', '$salt'] }, 8] },
    used: { bytes_be: ['$seed', 8] },
    values: [
      { seed: 1, salt: 2 },
      { seed: 2, salt: 1 },
    ],
  },
  'a remainder': {
    inputs: { seed: { type: 'integer', title: 'seed' } },
    hashed: { bytes_be: [{ mod: ['$seed', 10] }, 8] },
    used: { bytes_be: ['$seed', 8] },
    values: [{ seed: 3 }, { seed: 13 }],
  },
  'bits that cancel out': {
    inputs: { seed: bytes, salt: { ...bytes, title: 'salt' } },
    hashed: { bytes_xor: ['$seed', '$salt'] },
    used: '$seed',
    values: [
      { seed: '01', salt: '02' },
      { seed: '02', salt: '01' },
    ],
  },
}

/** Hashes by which a commitment is made. */
export const hashes = ['sha256', 'sha512', 'sha3_256', 'keccak256', 'blake2b_256', 'blake3'] as const

const round = JSON.parse(
  readFileSync(new URL('../../fixtures/draws/drand-round/quicknet-1000.json', import.meta.url), 'utf8'),
) as { readonly published: { readonly beacon: JsonValue } }

/** A recipe in which everything but what the trick is about is as it should be. */
export function recipeOf(trick: Pick<Trick, 'inputs' | 'hashed' | 'used'>, hash: string): Recipe {
  const length = hash.endsWith('512') ? 64 : 32
  return parseRecipe({
    recipe: 'drawaudit/v1',
    name: 'attacked',
    title: 'Attacked',
    source: 'test',
    inputs: {
      ...trick.inputs,
      tickets: { type: 'integer', title: 'number of tickets', committed: true },
      commitment: { type: 'bytes', encoding: 'hex', length, title: 'commitment', committed: true },
      round: { type: 'integer', title: 'round', committed: true },
      beacon: { type: 'drand', chain: 'quicknet', title: 'drand round' },
      winner: { type: 'integer', title: 'winner' },
    },
    steps: {
      number: { sha256: { concat: [{ sha256: trick.used }, '$beacon.randomness'] } },
      place: { mod: [{ integer_be: '$number' }, '$tickets'] },
    },
    claims: [
      {
        id: 'seed.committed',
        says: 'the values hash to the commitment',
        equal: [{ [hash]: trick.hashed }, '$commitment'],
      },
      {
        id: 'beacon.committed',
        says: 'the round is the one that was announced',
        equal: ['$round', '$beacon.round'],
      },
      { id: 'beacon.genuine', says: 'the signature is drand’s', verified: '$beacon' },
      { id: 'winner.derived', says: 'the winner follows', equal: ['$place', '$winner'] },
    ],
  })
}

/** The draw that an organiser would publish: whatever has to fit is filled in. */
export function publish(recipe: Recipe, chosen: Published): Subject {
  const published: Record<string, JsonValue> = {
    ...chosen,
    tickets: 1_000_003,
    ...(recipe.inputs.has('commitment') && { commitment: '00'.repeat(32) }),
    ...(recipe.inputs.has('round') && { round: 1000 }),
    beacon: round.published.beacon,
    winner: 0,
  }
  const length = recipe.inputs.get('commitment')?.type
  if (length?.kind === 'bytes' && length.length === 64) published['commitment'] = '00'.repeat(64)
  const examine = (): ReturnType<typeof examinePublished>['examination'] =>
    examinePublished(
      { draw: 'drawaudit/v1', recipe: 'attacked', title: 'Attacked', source: 'attacked', published },
      recipe,
      { engine: native },
    ).examination
  const expected = (id: string): string => examine().claims.find(claim => claim.id === id)?.expected ?? ''
  if (recipe.inputs.has('commitment')) published['commitment'] = expected('seed.committed')
  published['winner'] = Number(expected('winner.derived'))
  return decideSubject(examine())
}

/** How `choice.bound` ended. */
export const boundOf = ({ claims }: Subject): Claim => claims.find(({ id }) => id === 'choice.bound')!
