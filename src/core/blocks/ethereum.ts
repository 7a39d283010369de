/**
 * Ethereum's headers: RLP (Yellow Paper, appendix B) of the fields in the order of the forks, and the JSON of
 * `eth_getBlockByNumber`.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { concatBytes, decodeHex, encodeHex } from '../encoding.js'
import type { Engine } from '../engine.js'
import type { JsonValue } from '../json.js'
import type { BlockHeader } from './header.js'

/** Each field with its length in bytes, or `number`, or `any` length. */
const fields: readonly (readonly [name: string, form: number | 'number' | 'any'])[] = [
  ['parentHash', 32],
  ['sha3Uncles', 32],
  ['miner', 20],
  ['stateRoot', 32],
  ['transactionsRoot', 32],
  ['receiptsRoot', 32],
  ['logsBloom', 256],
  ['difficulty', 'number'],
  ['number', 'number'],
  ['gasLimit', 'number'],
  ['gasUsed', 'number'],
  ['timestamp', 'number'],
  ['extraData', 'any'],
  ['mixHash', 32],
  ['nonce', 8],
  // London, EIP-1559
  ['baseFeePerGas', 'number'],
  // Shanghai, EIP-4895
  ['withdrawalsRoot', 32],
  // Cancun, EIP-4844 and EIP-4788
  ['blobGasUsed', 'number'],
  ['excessBlobGas', 'number'],
  ['parentBeaconBlockRoot', 32],
  // Prague, EIP-7685
  ['requestsHash', 32],
]

/** Number of fields that every header has. */
const fewest = 15

/** Length in bytes of the first header, from its RLP; undefined if no such list begins there. */
export function measureRlp(bytes: Uint8Array): number | undefined {
  const item = readItem(bytes, 0)
  return item !== undefined && item.isList && item.end <= bytes.length ? item.end : undefined
}

/** @throws DrawauditError `headers-invalid` for anything that is not a header. */
export function readEthereumHeader(bytes: Uint8Array, engine: Engine): BlockHeader {
  const list = readItem(bytes, 0)
  const items: Uint8Array[] = []
  let at = list?.start ?? 0
  while (list !== undefined && at < list.end) {
    const item = readItem(bytes, at)
    if (item === undefined || item.isList || item.end > list.end) throw wrong('it is no list of values')
    items.push(bytes.subarray(item.start, item.end))
    at = item.end
  }
  if (items.length < fewest) throw wrong(`it has ${items.length} fields, fewer than ${fewest}`)
  fields.forEach(([name, form], index) => {
    const item = items[index]
    if (item === undefined) return
    const isForm =
      form === 'any' || (form === 'number' ? item[0] !== 0 && item.length <= 32 : item.length === form)
    if (!isForm) throw wrong(`its ${name} is malformed`)
  })
  return {
    chain: 'ethereum',
    hash: encodeHex(engine.hash('keccak-256', bytes)),
    previous: encodeHex(items[0] ?? new Uint8Array()),
    time: readNumber(items[11], 'timestamp'),
    height: readNumber(items[8], 'number'),
  }
}

/**
 * Encodes a block in JSON as RLP.
 *
 * @throws DrawauditError `headers-invalid` for a missing or malformed member.
 */
export function encodeBlockJson(block: Readonly<Record<string, JsonValue>>): Uint8Array {
  const items: Uint8Array[] = []
  let ended: string | undefined
  fields.forEach(([name, form], index) => {
    const value = Object.hasOwn(block, name) ? block[name] : undefined
    if (value === undefined || value === null) {
      if (index < fewest) throw wrong(`it has no ${name}`)
      ended ??= name
      return
    }
    if (ended !== undefined) throw wrong(`it has ${name} and no ${ended}`)
    items.push(encodeItem(readJson(name, value, form)))
  })
  const body = concatBytes(...items)
  return concatBytes(encodeLength(body.length, 0xc0), body)
}

function readJson(name: string, value: JsonValue, form: number | 'number' | 'any'): Uint8Array {
  if (form === 'number' && typeof value === 'number' && value >= 0) return numberBytes(value.toString(16))
  const digits = typeof value === 'string' ? /^0x([0-9a-f]*)$/i.exec(value)?.[1] : undefined
  if (digits === undefined) throw wrong(`its ${name} is not hex digits after 0x`)
  if (form === 'number') return numberBytes(digits)
  if (digits.length % 2 !== 0) throw wrong(`its ${name} has an odd number of digits`)
  return decodeHex(digits)
}

/** The shortest big-endian form of a number: no bytes for zero. */
function numberBytes(digits: string): Uint8Array {
  const short = digits.replace(/^0+/, '')
  return decodeHex(short.length % 2 === 0 ? short : `0${short}`)
}

function encodeItem(bytes: Uint8Array): Uint8Array {
  const [first = 0] = bytes
  return bytes.length === 1 && first < 0x80 ? bytes : concatBytes(encodeLength(bytes.length, 0x80), bytes)
}

function encodeLength(length: number, base: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length)
  const bytes = numberBytes(length.toString(16))
  return concatBytes(Uint8Array.of(base + 55 + bytes.length), bytes)
}

/** Start and end of an item's content; undefined if there is no item or its length is not minimal. */
function readItem(
  bytes: Uint8Array,
  at: number,
): { readonly isList: boolean; readonly start: number; readonly end: number } | undefined {
  const first = bytes[at]
  if (first === undefined) return undefined
  if (first < 0x80) return { isList: false, start: at, end: at + 1 }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  if (short < 56) {
    const start = at + 1
    const isLong = !isList && short === 1 && (bytes[start] ?? 0) < 0x80
    return isLong ? undefined : { isList, start, end: start + short }
  }
  const size = short - 55
  // Headers are shorter than 16 MiB.
  if (size > 3 || bytes[at + 1] === 0) return undefined
  let length = 0
  for (let index = 1; index <= size; index += 1) length = length * 256 + (bytes[at + index] ?? 0)
  const start = at + 1 + size
  return length < 56 ? undefined : { isList, start, end: start + length }
}

function readNumber(bytes: Uint8Array | undefined, name: string): number {
  const value = Number(`0x${encodeHex(bytes ?? new Uint8Array()) || '0'}`)
  if (!Number.isSafeInteger(value)) throw wrong(`its ${name} is beyond 2^53`)
  return value
}

function wrong(message: string): DrawauditError {
  return new DrawauditError('headers-invalid', message)
}
