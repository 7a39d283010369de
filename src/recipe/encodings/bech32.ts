/**
 * Bech32 (BIP 173) and Bech32m (BIP 350).
 *
 * @packageDocumentation
 */
import { describeCharacter } from '../../core/encoding.js'
import { ImpossibleStep } from '../context.js'

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** The final value of the checksum. */
const constants = { bech32: 1, bech32m: 0x2bc830a3 } as const

/** One of the two checksums. */
export type Bech32Name = keyof typeof constants

/** Max characters, including the six of the checksum. */
const longest = 90
const checksumLength = 6

/** The layout of a Bech32 text. */
export interface Bech32Form {
  readonly checksum: Bech32Name
  /** The human-readable part: 1 to 83 characters from ! to ~ without capital letters. */
  readonly prefix: string
  /**
   * Number of leading 5-bit values with a byte of their own, such as the witness version; the others are
   * regrouped from 8-bit bytes, padded with zeros.
   */
  readonly values: number
}

/** Whether a text can be the human-readable part, as written. */
export function isBech32Prefix(text: string): boolean {
  return /^[!-@[-~]{1,83}$/.test(text)
}

/**
 * Encodes bytes.
 *
 * @throws ImpossibleStep for fewer bytes than `values`, one of these above 31, or too many bytes.
 */
export function encodeBech32(bytes: Uint8Array, { checksum, prefix, values }: Bech32Form): string {
  if (bytes.length < values)
    throw new ImpossibleStep(`expected ${values} bytes or more, found ${bytes.length}`)
  const first = bytes.subarray(0, values)
  const large = first.find(value => value > 31)
  if (large !== undefined) throw new ImpossibleStep(`${large} does not fit in five bits`)
  const length = prefix.length + 1 + values + Math.ceil(((bytes.length - values) * 8) / 5) + checksumLength
  if (length > longest) throw new ImpossibleStep(`a text of ${length} characters, of at most ${longest}`)
  const data = [...first, ...regroup(bytes.subarray(values), 8, 5)]
  const sum = polymod([...expand(prefix), ...data, 0, 0, 0, 0, 0, 0]) ^ constants[checksum]
  const check = Array.from({ length: checksumLength }, (_, index) => (sum >>> (5 * (5 - index))) & 31)
  return `${prefix}1${[...data, ...check].map(value => alphabet.charAt(value)).join('')}`
}

/**
 * Decodes text, which may be all upper case.
 *
 * @throws ImpossibleStep for anything the standard forbids, another prefix or the other checksum, and for
 * padding bits that are not zero or a whole group.
 */
export function decodeBech32(text: string, { checksum, prefix, values }: Bech32Form): Uint8Array {
  if (text.length > longest)
    throw new ImpossibleStep(`a text of ${text.length} characters, of at most ${longest}`)
  if (/[a-z]/.test(text) && /[A-Z]/.test(text))
    throw new ImpossibleStep('small and capital letters are mixed')
  const lower = text.replace(/[A-Z]+/g, letters => letters.toLowerCase())
  const separator = lower.lastIndexOf('1')
  const found = lower.slice(0, Math.max(separator, 0))
  if (found !== prefix)
    throw new ImpossibleStep(`expected ${prefix} before the last 1, found ${JSON.stringify(found)}`)
  const data = lower.slice(separator + 1)
  const bad = data.search(/[^02-9ac-hj-np-z]/)
  if (bad !== -1) throw new ImpossibleStep(`expected bech32, found ${describeCharacter(data, bad)}`)
  if (data.length < checksumLength) throw new ImpossibleStep('the checksum is too short')
  const decoded = Array.from(data, character => alphabet.indexOf(character))
  if (polymod([...expand(prefix), ...decoded]) !== constants[checksum])
    throw new ImpossibleStep('the checksum is wrong')
  const content = decoded.slice(0, -checksumLength)
  if (content.length < values)
    throw new ImpossibleStep(`expected ${values} values or more, found ${content.length}`)
  return Uint8Array.from([...content.slice(0, values), ...regroup(content.slice(values), 5, 8)])
}

/** Regroups bits: padded with zeros to larger groups, and checked padding removed for smaller ones. */
function regroup(groups: Iterable<number>, from: number, to: number): readonly number[] {
  const regrouped: number[] = []
  let [bits, count] = [0, 0]
  for (const group of groups) {
    bits = ((bits << from) | group) & 0xfff
    count += from
    for (; count >= to; regrouped.push((bits >> count) & (2 ** to - 1))) count -= to
  }
  const rest = bits & (2 ** count - 1)
  if (to < from) return count === 0 ? regrouped : [...regrouped, rest << (to - count)]
  if (count >= from || rest !== 0) throw new ImpossibleStep('the bits at the end are no bytes')
  return regrouped
}

/** The human-readable part as input of the checksum. */
function expand(prefix: string): readonly number[] {
  const codes = Array.from(prefix, character => character.charCodeAt(0))
  return [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31)]
}

const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function polymod(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return generator.reduce((all, term, bit) => (((sum >>> 25) >> bit) & 1 ? all ^ term : all), next)
  }, 1)
}
