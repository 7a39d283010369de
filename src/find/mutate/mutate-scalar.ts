/**
 * Changes a value other than a list: the smallest changes that a mistake or a fraud would make.
 *
 * @packageDocumentation
 */
import { decodeBase64, encodeBase64 } from '../../core/encoding.js'
import type { JsonValue } from '../../core/json.js'
import { parseTime } from '../../core/time.js'
import type { InputType } from '../../model/recipe.js'
import { samplePlaces, type Variant } from './mutate-list.js'

/** Other values of a type other than list, table and beacon. */
export function changeScalar(type: InputType, value: JsonValue): readonly Variant[] {
  if (typeof value === 'number') return changeNumber(type, value)
  if (typeof value !== 'string') return []
  switch (type.type) {
    case 'bytes':
      return changeBytes(type, value)
    case 'sha256':
      return changeHex(value.slice(-64), value.slice(0, -64), false)
    case 'integer':
      return changeInteger(BigInt(value)).map(({ change, value }) => ({ change, value: String(value) }))
    case 'float':
      return changeFloat(Number(value), value).map(({ change, value }) => ({ change, value: String(value) }))
    case 'time':
      return changeTime(value)
    default:
      return changeText(value)
  }
}

function changeBytes(
  { encoding, length }: Extract<InputType, { type: 'bytes' }>,
  text: string,
): readonly Variant[] {
  const isOpen = length === undefined
  if (encoding === 'base64') return changeBase64(text, isOpen)
  const start = encoding === '0x' ? 2 : 0
  return changeHex(text.slice(start), text.slice(0, start), isOpen)
}

/** @param isOpen - whether the number of bytes may change. */
function changeHex(digits: string, prefix: string, isOpen: boolean): readonly Variant[] {
  const flipped = samplePlaces(digits.length).map(place => {
    const digit = (Number.parseInt(digits.charAt(place), 16) ^ 1).toString(16)
    const value = prefix + digits.slice(0, place) + digit + digits.slice(place + 1)
    return { change: `hex digit ${place + 1} changed`, value }
  })
  if (!isOpen) return flipped
  const cut =
    digits.length > 2 ? [{ change: 'the last byte removed', value: prefix + digits.slice(0, -2) }] : []
  return [...flipped, { change: 'a byte added', value: `${prefix}${digits}00` }, ...cut]
}

function changeBase64(text: string, isOpen: boolean): readonly Variant[] {
  const bytes = decodeBase64(text)
  const flipped = samplePlaces(bytes.length).map(place => {
    const other = Uint8Array.from(bytes, (byte, index) => (index === place ? byte ^ 1 : byte))
    return { change: `byte ${place + 1} changed`, value: encodeBase64(other) }
  })
  if (!isOpen || bytes.length < 2) return flipped
  return [...flipped, { change: 'the last byte removed', value: encodeBase64(bytes.subarray(0, -1)) }]
}

function changeText(text: string): readonly Variant[] {
  const characters = Array.from(text)
  const changed = samplePlaces(characters.length).map(place => ({
    change: `character ${place + 1} changed`,
    value: characters.map((one, index) => (index === place ? nextCharacter(one) : one)).join(''),
  }))
  const cut =
    characters.length > 1
      ? [{ change: 'the last character removed', value: characters.slice(0, -1).join('') }]
      : []
  return [...changed, { change: 'a character added', value: `${text}x` }, ...cut]
}

/** Another character of the same kind, so that a numeral remains one. */
function nextCharacter(character: string): string {
  if (/^[0-8a-yA-Y]$/.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1)
  return { 9: '8', z: 'y', Z: 'Y' }[character] ?? 'x'
}

function changeNumber(type: InputType, value: number): readonly Variant[] {
  if (type.type === 'float') return changeFloat(value, String(value))
  return changeInteger(BigInt(value))
    .map(({ change, value }) => ({ change, value: Number(value) }))
    .filter(({ value }) => Number.isSafeInteger(value))
}

/** A change with its number, before formatting. */
interface NumberVariant<T> {
  readonly change: string
  readonly value: T
}

function changeInteger(value: bigint): readonly NumberVariant<bigint>[] {
  return [
    { change: 'one more', value: value + 1n },
    { change: 'one less', value: value - 1n },
    { change: 'ten times as much, and one', value: value * 10n + 1n },
    // A value that serves only as a limit for others is exceeded by none of these.
    { change: 'none', value: 0n },
    { change: 'a million times as much, and one', value: value * 1_000_000n + 1n },
  ]
}

function changeFloat(value: number, text: string): readonly NumberVariant<number>[] {
  const [mantissa = '', exponent] = text.split(/e/i)
  const digits = mantissa.slice(0, -1) + nextCharacter(mantissa.slice(-1))
  return [
    { change: 'the last digit changed', value: Number([digits, ...(exponent ? [exponent] : [])].join('e')) },
    { change: 'one more', value: value + 1 },
    { change: 'half as much', value: value / 2 },
    { change: 'none', value: 0 },
    { change: 'a million times as much, and one', value: value * 1_000_000 + 1 },
  ].filter(({ value }) => Number.isFinite(value))
}

/** In nanoseconds. */
const second = 1_000_000_000n

function changeTime(text: string): readonly Variant[] {
  const time = parseTime(text)
  const later = (nanoseconds: bigint): string =>
    new Date(Number((time + nanoseconds) / 1_000_000n)).toISOString()
  return [
    { change: 'one second later', value: later(second) },
    { change: 'one second earlier', value: later(-second) },
    { change: 'one day later', value: later(86_400n * second) },
    { change: 'ten years later', value: later(3652n * 86_400n * second) },
    { change: 'ten years earlier', value: later(-3652n * 86_400n * second) },
  ]
}

/** Beacons of another round, with another value, or with one missing. */
export function changeBeacon(beacon: Readonly<Record<string, JsonValue>>): readonly Variant[] {
  return Object.entries(beacon).flatMap(([member, value]): readonly Variant[] => {
    if (typeof value === 'number') {
      return [-1, 1].map(step => ({
        change: `another ${member}, ${step > 0 ? 'one more' : 'one less'}`,
        value: { ...beacon, [member]: value + step },
      }))
    }
    if (typeof value !== 'string') return []
    const rest = Object.fromEntries(Object.entries(beacon).filter(([name]) => name !== member))
    return [
      ...changeHex(value, '', false).map(({ change, value }) => ({
        change: `${member}: ${change}`,
        value: { ...beacon, [member]: value },
      })),
      { change: `${member} left out`, value: rest },
    ]
  })
}
