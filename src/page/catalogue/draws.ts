/**
 * Texts about a published draw of another platform. Untrusted values are escaped when they are inserted into
 * a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'

const number = (value: number): string => value.toLocaleString('en')
const name = (text: string): string => escapeText(text, 80)

/** Winners, formula, and the fate of a ticket. */
export const drawStrings = {
  title: 'How the winner was picked',
  winner: 'Winner',
  /** A title in the singular, with its position if there are several. */
  winnerOf: (title: string, place: number | undefined): string => {
    const said = `${title.charAt(0).toUpperCase()}${title.slice(1)}`
    return place === undefined ? said : `${said} ${number(place)}`
  },
  byRule: (prize: string): string => `${prize} by the rule; none was published`,
  inAll: (count: number): string => `(${number(count)} in all)`,
  stream: 'random words, as many as are needed',
  entries: (title: string, count: number): string =>
    `The ${escapeText(title, 120)} has ${number(count)} ${count === 1 ? 'entry' : 'entries'}.`,
  counts: (title: string, count: string): string =>
    `The ${escapeText(title, 120)}: ${escapeText(count, 60)}.`,
  formula: 'The formula, with the numbers of this draw:',
  inputs: 'What goes into it, as it was published:',
  terms: 'How to read it',
  ofBeacon: (title: string, column: string): string => `${column} of the ${title}`,
  unpublished: 'not published',
  missing: (titles: readonly string[]): string =>
    titles.length === 0
      ? 'Cannot be calculated with what was published.'
      : `Cannot be calculated: the ${titles.map(name).join(' and the ')} ${titles.length === 1 ? 'was' : 'were'} not published.`,
  impossible: (why: string): string => `Cannot be calculated: ${escapeText(why, 300)}.`,
  differs: (rule: string, published: string, place: number | undefined): string =>
    place === undefined
      ? `The rule picks ${name(rule)}. Published: ${name(published)}.`
      : `Place ${number(place)}: the rule picks ${name(rule)}. Published: ${name(published)}.`,
  nobody: 'nobody',
  moreLines: (count: number): string =>
    count === 1 ? 'Show the line before' : `Show the ${number(count)} lines before`,
  found: (id: string, index: number, of: number): string =>
    `Yes: ${name(id)} is in the list that was published, at place ${number(index + 1)} of ${number(of)}.`,
  ask: 'Give your ticket, name or number as it is in the list that was published.',
  won: 'It won.',
  lost: 'It did not win.',
  listUnfixed: 'Nothing shows that this list was fixed before the draw.',
  notFound: (id: string, of: number): string =>
    `We cannot find ${name(id)} among the ${number(of)} entries of the list that was published. Look at it again, letter by letter.`,
  didYouMean: (id: string, near: string): string => `We cannot find ${name(id)}. Did you mean ${name(near)}?`,
} as const

/** Findings about a draw, by code; only those whose message contains no number or name to preserve. */
export const findingStrings: Readonly<Record<string, string>> = {
  'source-uncommitted':
    'Nothing published before the draw says which public random number would count. Who chooses it afterwards chooses the winner.',
  'list-uncommitted':
    'Nothing published before the draw fixes the list. Who can change it once the random number is known chooses the winner.',
  'input-grindable':
    'Another value that decides is the organiser’s own choice, and nothing published before the draw fixes it. It could have tried values until it liked the winner.',
  'order-unstated': 'The winner depends on the order of the list, and the organiser does not say what it is.',
  'beacon-unsigned':
    'The signature of the random number was not published, so what is here does not show that the number is genuine. Its source has the signature.',
  'weak-generator':
    'The random numbers come from a generator that can be guessed: who sees some of them, or tries all its starting values, knows the others.',
  'float-arithmetic': 'The numbers are rounded on the way, so the chances are not exactly even.',
}

/** Texts about how far a draw can be proven. */
export const ladderStrings = {
  /** @param level - the highest level reached; undefined for a refuted draw. */
  summary(level: string | undefined, isHighest: boolean): string {
    if (level === undefined) return 'No level counts: something in this draw is not true.'
    return isHighest
      ? `${level}, the highest that a draw of this kind can reach.`
      : `${level}. A draw of this kind can reach level 4 at most.`
  },
  /** For levels above the highest one that such draws can reach. */
  above: 'This takes a public log with witnesses. Draws of this kind have none.',
  never: 'not for draws of this kind',
  /** Requirements of each level. */
  meanings: [
    '',
    'What is published has to have the form that the method asks for.',
    'What the organiser signs by this method has to bear its signature.',
    'Whoever repeats the calculation with the published values has to get the published winners.',
    'A public random number has to decide, and somebody else has to see in time all that it is applied to. Then nobody could have chosen the winners.',
  ],
  unsigned:
    'By this method the organiser signs nothing. Compare these values with those at the place where it published them.',
  noWinner: 'This method does not say how a winner is chosen, so there is none to calculate.',
  noSource: 'The method has no public random number that could be verified.',
  noRule: 'The method has no rule that says beforehand which random number counts.',
  /** Label of a level without claims. */
  nothing: 'nothing to check',
  apart: 'fits by itself, but the level below is not reached',
  uncounted: 'does not count',
} as const

/** Meanings of signs and words in formulas, by the recipe operations that they represent. */
export const formulaTerms: readonly {
  readonly operations: readonly string[]
  /** Defaults to the names of the operations. */
  readonly notation?: string
  readonly means: string
}[] = [
  { operations: ['concat'], notation: 'a ‖ b', means: 'b joined to the end of a' },
  { operations: ['mod'], notation: 'a mod b', means: 'what is left over when a is divided by b' },
  { operations: ['divide'], notation: 'a ÷ b', means: 'how often b goes into a, without what is left over' },
  { operations: ['power'], notation: 'a ^ b', means: 'a multiplied by itself, b times' },
  {
    operations: ['integer_be', 'integer_hex', 'integer_decimal'],
    notation: 'int(…)',
    means: 'the bytes or digits read as one whole number',
  },
  {
    operations: ['integer_le'],
    notation: 'int_little_endian(…)',
    means: 'the bytes read as one whole number, the last byte first',
  },
  { operations: ['integer_floor'], notation: 'floor(…)', means: 'rounded down to a whole number' },
  { operations: ['integer_ceil'], means: 'rounded up to a whole number' },
  { operations: ['integer_round'], means: 'rounded to the nearest whole number' },
  {
    operations: [
      ...['sha1', 'sha256', 'sha512', 'sha3_256', 'sha3_512', 'keccak256', 'md5'],
      ...['blake2b_256', 'blake2b_512', 'blake3', 'fnv1a_32', 'fnv1a_64', 'sha224', 'sha384', 'sha512_256'],
      ...['ripemd160', 'keccak512', 'blake256', 'shake128', 'shake256'],
    ],
    means: 'a fingerprint (hash): always the same for the same input, and quite another for any other',
  },
  { operations: ['hmac'], notation: 'hmac_…(key, …)', means: 'a fingerprint that is made with a key' },
  { operations: ['hkdf'], means: 'a key that is derived from other values' },
  { operations: ['pbkdf2', 'scrypt'], means: 'a key that takes long to derive, so that guessing is slow' },
  { operations: ['hash_chain'], means: 'the fingerprint of a fingerprint, again and again' },
  { operations: ['merkle_rfc6962', 'merkle_pairs'], means: 'the fingerprint of a whole list, by a tree' },
  {
    operations: ['text_hex'],
    notation: 'hex(…)',
    means: 'the bytes as text, of the digits 0 to 9 and a to f',
  },
  { operations: ['bytes_hex'], notation: 'bytes(…)', means: 'the bytes that such text stands for' },
  { operations: ['bytes_be', 'bytes_le', 'bytes_prefixed'], means: 'written as bytes of a fixed number' },
  { operations: ['bytes_xor'], means: 'two values combined bit by bit' },
  {
    operations: [
      ...['text_base64', 'text_base64url', 'text_base', 'bytes_base64', 'bytes_base64url'],
      ...['base58', 'base58check', 'bech32', 'ss58', 'uuid', 'ulid'].flatMap(name => [
        `text_${name}`,
        `bytes_${name}`,
      ]),
    ],
    means: 'in another notation',
  },
  { operations: ['text_csv'], means: 'written as a line of a table' },
  { operations: ['parse_csv'], means: 'the lines of a table' },
  { operations: ['text_json', 'text_jcs'], means: 'written as JSON, a notation for data' },
  {
    operations: ['parse_json'],
    notation: 'read(text, place)',
    means: 'what stands at that place in the text',
  },
  { operations: ['at'], notation: 'list[n]', means: 'item n of the list, counted from 0' },
  { operations: ['map'], notation: '[… for x in list]', means: 'done for each item x of the list' },
  {
    operations: ['iterate', 'fold'],
    notation: 'repeat(x → …)',
    means: 'done again and again with what came out',
  },
  { operations: ['row'], notation: '{name: …}', means: 'values under names' },
  {
    operations: ['join'],
    notation: 'join(list, sign)',
    means: 'the items as one text, with the sign between them',
  },
  { operations: ['split', 'chunks'], means: 'cut into pieces' },
  { operations: ['slice'], means: 'the part from one place to another, counted from 0' },
  { operations: ['pad_start', 'pad_end'], means: 'filled up to a length' },
  { operations: ['upper'], means: 'in capital letters' },
  { operations: ['lower'], means: 'in small letters' },
  { operations: ['reverse'], means: 'the last first' },
  { operations: ['replace', 'trim'], means: 'the text with some signs replaced or left out' },
  { operations: ['length', 'count'], means: 'how many there are' },
  { operations: ['sum'], means: 'all of them added up' },
  { operations: ['bit_and', 'bit_or', 'bit_xor'], means: 'two numbers combined bit by bit' },
  { operations: ['bit_not'], means: 'every bit turned over' },
  {
    operations: ['shift_left', 'shift_right', 'rotate_left', 'rotate_right'],
    means: 'the bits of a number moved to one side',
  },
  { operations: ['wrap', 'wrap_signed'], means: 'a number cut to as many bits as a computer keeps' },
  { operations: ['let'], means: 'a name for something that is calculated once' },
  { operations: ['minimum'], means: 'the smaller of two' },
  { operations: ['maximum'], means: 'the larger of two' },
  { operations: ['if'], means: 'one value or the other, by what is asked' },
  { operations: ['sort'], notation: 'sort(list)', means: 'the list put in order' },
  {
    operations: ['sort_by'],
    notation: 'sort(list by …)',
    means: 'the list in the order of what is calculated for each item',
  },
  { operations: ['range'], notation: 'range(n)', means: 'the numbers from 0, n of them' },
  { operations: ['take'], notation: 'take(list, n)', means: 'the first n of the list' },
  { operations: ['flatten'], means: 'several lists made one' },
  { operations: ['fill'], notation: 'fill(x, n)', means: 'x, n times' },
  { operations: ['distinct'], means: 'each only once' },
  { operations: ['filter', 'without'], means: 'without some of the items' },
  { operations: ['where'], means: 'the items for which something holds' },
  { operations: ['empty'], means: 'a list with nothing in it' },
  { operations: ['index_of'], means: 'the place of an item, counted from 0' },
  {
    operations: ['pick'],
    notation: 'pick(n of list)',
    means:
      'n items taken out of the list one after the other: “turn” is the number of the item, from 0, “left” how many there still are',
  },
  { operations: ['shuffle'], means: 'the list mixed by the random numbers' },
  {
    operations: ['weighted_at'],
    notation: 'at_share(n, list by …)',
    means: 'the item on whose share n falls, where the shares lie one after the other',
  },
  { operations: ['below'], means: 'a number below the limit, made of random words' },
  { operations: ['below_each'], means: 'a number below each limit, made of random words' },
  {
    operations: [
      ...['stream_bytes', 'stream_blocks', 'stream_chacha20', 'stream_mt19937', 'stream_mt19937_short'],
      ...['stream_python_random', 'stream_mulberry32', 'stream_xorshift128plus', 'stream_xoshiro128plus'],
      ...['stream_splitmix64', 'stream_seedrandom', 'stream_xorshift128', 'stream_xorshift1024star'],
      ...['stream_sfc32', 'stream_pcg32', 'stream_pcg64', 'stream_java', 'stream_numpy', 'stream_go'],
      ...['stream_ruby', 'stream_r', 'stream_dotnet', 'stream_glibc'],
    ],
    means: 'random words that are made from a start value',
  },
  {
    operations: ['stream_bits', 'stream_halves', 'stream_numbers'],
    means: 'random words that are cut out of other random words',
  },
  { operations: ['words', 'floats'], means: 'the first of the random words' },
  { operations: ['go_on'], means: 'the random words are read on, not from their beginning again' },
  {
    operations: ['python_seed', 'python_sample', 'python_shuffle', 'python_choices'],
    means: 'what the programming language Python makes of it with its random numbers',
  },
  {
    operations: ['numpy_choice'],
    means: 'what NumPy, of the programming language Python, chooses with its random numbers',
  },
  { operations: ['time_rfc3339'], means: 'a time, read from its text' },
  { operations: ['drand_round', 'drand_time'], means: 'which round of drand comes out when' },
  {
    operations: ['integer_time', 'integer_milliseconds'],
    means: 'a time, as seconds or milliseconds since 1970',
  },
]
