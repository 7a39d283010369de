/**
 * Guessable seeds. Anyone who guesses a seed knows the draw in advance, and its hash commits to nothing.
 *
 * @packageDocumentation
 */
import { encodeHex, encodeUtf8 } from '../core/encoding.js'
import { portable } from '../core/portable.js'

/** The published values of a draw beside its seed, by name. */
export type ValuesBesideSeed = Readonly<Record<string, unknown>>

/** Placeholder words left where a seed belongs. */
const words = [
  ...[
    'seed',
    'rng',
    'rng_seed',
    'random',
    'randomness',
    'nonce',
    'salt',
    'secret',
    'password',
    'key',
    'hash',
  ],
  ...['test', 'testing', 'example', 'sample', 'demo', 'dummy', 'default', 'placeholder', 'changeme', 'todo'],
  ...[
    'raffle',
    'draw',
    'lottery',
    'winner',
    'ticket',
    'prize',
    'admin',
    'hello',
    'hello world',
    'foo',
    'abc',
  ],
  ...['null', 'undefined', 'none', 'None', 'nil', 'NaN', 'true', 'false', '{}', '[]', '123456', '0x0', '-1'],
]

/** Upper bound of integers tried, as decimal text. */
const integers = 10_000

/** Lengths in bytes of all-zero seeds. */
const zeroLengths = [1, 4, 8, 16, 20, 32, 64]

/** With and without the newline of `echo`. */
const ends = ['', '\n'] as const

const digestOf = (bytes: Uint8Array): string => encodeHex(portable.hash('sha256', bytes))

/** A text in a sentence. */
const quote = (text: string): string => `the SHA-256 of ${JSON.stringify(text)}`

/** Guesses that do not depend on the draw, by hex digest, computed on first use. */
let known: ReadonlyMap<string, string> | undefined

function makeKnown(): ReadonlyMap<string, string> {
  const spelt = words.flatMap(word => [
    word,
    word.toUpperCase(),
    word.charAt(0).toUpperCase() + word.slice(1),
  ])
  const texts = [...spelt, ...Array.from({ length: integers }, (_, integer) => String(integer))]
  return new Map([
    ...texts.flatMap(text => ends.map(end => [digestOf(encodeUtf8(text + end)), quote(text + end)] as const)),
    ...zeroLengths.map(
      length => [digestOf(new Uint8Array(length)), `the SHA-256 of ${length} zero bytes`] as const,
    ),
    [digestOf(new Uint8Array()), 'the SHA-256 of empty input'],
    ['0'.repeat(64), 'all zero bytes'],
  ])
}

/**
 * Recognizes the hash of a guessable seed.
 *
 * @param hash - 64 hex digits in any letter case, with or without `sha256:`; anything else matches no guess.
 * @param published - values of the draw that might have been used as a seed.
 * @returns words to follow "is", with the guess; undefined for any other hash.
 */
export function describeObviousSeed(hash: string, published: ValuesBesideSeed): string | undefined {
  const digest = /^(?:sha256:)?([0-9a-f]{64})$/.exec(hash.toLowerCase())?.[1]
  if (digest === undefined) return undefined
  known ??= makeKnown()
  return known.get(digest) ?? findPublished(digest, published)
}

/** A published value is not a seed either: it is known to all. */
function findPublished(digest: string, published: ValuesBesideSeed): string | undefined {
  for (const [name, value] of Object.entries(published)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue
    for (const text of spellingsOf(String(value))) {
      if (ends.some(end => digestOf(encodeUtf8(text + end)) === digest)) return `${quote(text)}, its ${name}`
    }
  }
  return undefined
}

/** A value as it is, and common forms of a UUID or a time. */
function spellingsOf(text: string): ReadonlySet<string> {
  // Longer texts are not identifiers, and would let the service choose how much is hashed.
  if (text.length > 256) return new Set()
  const bare = text.replaceAll('-', '')
  const seconds = /^\d{4}-\d\d-\d\dT/.test(text) ? Math.floor(Date.parse(text) / 1000) : NaN
  return new Set([
    ...[text, text.toLowerCase(), text.toUpperCase(), bare, bare.toLowerCase(), text.replace('+00:00', 'Z')],
    ...(Number.isNaN(seconds) ? [] : [String(seconds), String(seconds * 1000), text.slice(0, 10)]),
  ])
}
