/**
 * Generates invalid requests from a seed: the same seed gives the same requests.
 *
 * @packageDocumentation
 */
import type { HeaderField } from '../model/exchange.js'
import type { ProbeRequest } from './probes.js'
import { createRandom, type SeededRandom } from './random.js'

/** Generates an invalid value of some kind. */
type WrongValueGenerator<T> = (random: SeededRandom) => T

function pick<T>(random: SeededRandom, choices: readonly [T, ...T[]]): T {
  return choices[random(choices.length)] ?? choices[0]
}

const oneOf =
  <T>(
    ...generators: readonly [WrongValueGenerator<T>, ...WrongValueGenerator<T>[]]
  ): WrongValueGenerator<T> =>
  random =>
    pick(random, generators)(random)

const constant =
  (...texts: readonly [string, ...string[]]): WrongValueGenerator<string> =>
  random =>
    pick(random, texts)

/** A text of up to this many characters, each possibly of several code points. */
const textOf =
  (character: WrongValueGenerator<string>, least: number, most: number): WrongValueGenerator<string> =>
  random =>
    Array.from({ length: least + random(most - least + 1) }, () => character(random)).join('')

const between =
  (first: number, last: number): WrongValueGenerator<string> =>
  random =>
    String.fromCodePoint(first + random(last - first + 1))

const ascii = between(0x20, 0x7e)

const character = oneOf(
  ascii,
  ascii,
  between(0xa1, 0x24f),
  between(0x370, 0x3ff),
  between(0x5d0, 0x5ea),
  between(0x4e00, 0x9fff),
  between(0x1f300, 0x1f64f),
  // A combining mark, a flag, a family, a double-width letter, and a direction change.
  constant(
    'e\u0301',
    '\u{1f1ec}\u{1f1e7}',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    '\uff21',
    '\u202e',
    '\u200b',
  ),
)

const printable = textOf(character, 0, 60)

const hexDigit = constant(...('0123456789abcdef'.split('') as [string, ...string[]]))

const digits = (count: number): WrongValueGenerator<string> => textOf(hexDigit, count, count)

/** A UUID of RFC 9562, any version. */
const uuid: WrongValueGenerator<string> = random =>
  [
    digits(8)(random),
    digits(4)(random),
    `${1 + random(8)}${digits(3)(random)}`,
    `${pick(random, ['8', '9', 'a', 'b'])}${digits(3)(random)}`,
    digits(12)(random),
  ].join('-')

const changed =
  (generator: WrongValueGenerator<string>, change: (text: string) => string): WrongValueGenerator<string> =>
  random =>
    change(generator(random))

const notUuid = oneOf(
  // A path segment `.` or `..` would change the path.
  changed(textOf(character, 1, 60), text => (/^\.\.?$/.test(text) ? `${text}.x` : text)),
  changed(uuid, text => text.slice(0, -1)),
  changed(uuid, text => `${text}0`),
  changed(uuid, text => text.replaceAll('-', '')),
  changed(uuid, text => `{${text}}`),
  constant('__proto__', 'constructor', 'null', '0', '%00', '%zz', "'--", '${7*7}', '../../etc/passwd'),
)

const notEntries = oneOf(
  printable,
  random => String(-random(2 ** 31)),
  random => String((random(2 ** 32) / 2 ** 31 - 1) * 10 ** (random(600) - 300)),
  random => String(2n ** 53n + BigInt(random(2 ** 32)) * 2n ** BigInt(random(64))),
  constant('1e3', '0x10', '+1', ' 1', '1 ', '01', '١', 'NaN', 'Infinity', '5e-324', 'true', '[]', '1,2'),
)

const views = constant('audit', 'entries/stats', 'odds?entries=1')

/** Visible ASCII characters of a header field (RFC 9110 §5.5). */
const fieldValue = textOf(between(0x21, 0x7e), 1, 80)

const json: HeaderField = ['Accept', 'application/json']

function get(path: string, headers: readonly HeaderField[] = [json]): ProbeRequest {
  return { method: 'GET', path, headers }
}

/** Invalid requests about a raffle that HTTP allows. */
function wrongRequest(raffle: string): WrongValueGenerator<ProbeRequest> {
  const encoded = (generator: WrongValueGenerator<string>) => changed(generator, encodeURIComponent)
  const of = `/raffles/${raffle}`
  return oneOf(
    random => get(`/raffles/${encoded(notUuid)(random)}/${views(random)}`),
    random => get(`${of}/odds?entries=${encoded(notEntries)(random)}`),
    random => get(`${of}/odds?entries=${encoded(notEntries)(random)}&entries=${encoded(notEntries)(random)}`),
    random => get(`${of}/audit?${encoded(printable)(random)}=${encoded(printable)(random)}`),
    random => get(`/${encoded(printable)(random)}`),
    random => get(`/raffles/${uuid(random)}/audit`, [json, ['X-Request-Id', fieldValue(random)]]),
    random => get(`${of}/audit`, [['Accept', fieldValue(random)]]),
    random => get(`${of}/audit`, [json, ['If-None-Match', fieldValue(random)]]),
  )
}

/**
 * A number of invalid requests about a raffle.
 *
 * @param seed - any 32-bit integer.
 */
export function generateRequests(raffle: string, seed: number, count: number): readonly ProbeRequest[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => wrongRequest(raffle)(random))
}
