/**
 * Block headers in the forms that nodes and explorers give them.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { decodeHex } from '../encoding.js'
import type { Engine } from '../engine.js'
import { parseJson, type JsonValue } from '../json.js'
import { portable } from '../portable.js'
import { headerLength, readBitcoinHeader } from './bitcoin.js'
import { encodeBlockJson, measureRlp, readEthereumHeader } from './ethereum.js'
import type { BlockHeader } from './header.js'

/** Max size of a file of headers, in bytes. */
export const largestHeaders = 64 * 1024 * 1024

/** Max headers in a file: two years of Bitcoin, two weeks of Ethereum. */
export const mostBlockHeaders = 100_000

/**
 * Reads headers in any order. Bitcoin: 80 bytes each. Ethereum: RLP, or blocks as `eth_getBlockByNumber` has them.
 * Bytes may be raw, hex digits (white space between them, with or without `0x`), or JSON texts with such hex; JSON may
 * be an object, a list, one on each line, or JSON-RPC answers.
 *
 * @param bytes - the content of a file.
 * @returns headers with their computed hashes; the caller checks that they form a chain.
 * @throws DrawauditError `headers-invalid` with the number of the header, from 1; as {@link parseJson} does.
 */
export function parseHeaders(bytes: Uint8Array, engine: Engine = portable): readonly BlockHeader[] {
  if (bytes.length > largestHeaders) throw wrong(`larger than ${largestHeaders} bytes`)
  const headers: BlockHeader[] = []
  for (const piece of isText(bytes) ? readText(bytes) : [bytes]) {
    for (const header of splitHeaders(piece)) {
      if (headers.length === mostBlockHeaders) throw wrong(`more than ${mostBlockHeaders} headers`)
      try {
        headers.push(readHeader(header, engine))
      } catch (error) {
        if (!(error instanceof DrawauditError) || error.code !== 'headers-invalid') throw error
        throw wrong(`header ${headers.length + 1}: ${error.message}`)
      }
    }
  }
  if (headers.length === 0) throw wrong('there is no header in it')
  return headers
}

/** Raw headers contain zero bytes, text does not. */
function isText(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte >= 9 && byte < 0x7f)
}

/** Bytes, or a block in JSON. */
type HeaderPiece = Uint8Array | Readonly<Record<string, JsonValue>>

function readText(bytes: Uint8Array): readonly HeaderPiece[] {
  const text = new TextDecoder().decode(bytes).trim()
  if (!/^[[{"]/.test(text)) return [decodePiece(text.split(/\s+/))]
  // JSON Lines begin like a JSON text, and go on after it.
  const lines = text.split(/\r?\n/)
  const isLines = lines.length > 1 && lines.every(line => line === '' || /^[[{"].*[\]}"]$/.test(line.trim()))
  const values = isLines
    ? lines.flatMap(line => (line.trim() === '' ? [] : [parseJson(new TextEncoder().encode(line))]))
    : [parseJson(bytes)]
  return values.flatMap(readJson)
}

function readJson(value: JsonValue): readonly HeaderPiece[] {
  if (typeof value === 'string') return [decodePiece([value])]
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(readJson)
  if (typeof value !== 'object' || value === null) throw wrong('expected a block, or its header in hex')
  const object = value as Readonly<Record<string, JsonValue>>
  // The result of JSON-RPC, and the hex or headers that Electrum nests in it.
  for (const member of ['result', 'headers', 'hex']) {
    const inner = Object.hasOwn(object, member) ? object[member] : undefined
    if (inner !== undefined && inner !== null) return readJson(inner)
  }
  if (Object.hasOwn(object, 'error')) throw wrong('it is an answer with an error')
  return [object]
}

function decodePiece(words: readonly string[]): Uint8Array {
  try {
    return decodeHex(words.map(word => word.replace(/^0x/i, '')).join(''))
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw wrong(`${error.message}: neither headers in hex nor JSON`)
  }
}

function* splitHeaders(piece: HeaderPiece): Generator<HeaderPiece> {
  if (!(piece instanceof Uint8Array)) {
    yield piece
    return
  }
  // The version of a Bitcoin header can look like the start of an RLP list, but that list would not end with
  // the bytes.
  const lengths = measureAll(piece)
  if (lengths === undefined && piece.length % headerLength !== 0) {
    const over = piece.length % headerLength
    throw wrong(
      `${piece.length} bytes are neither Bitcoin’s headers, of ${headerLength} bytes each (${over} are left over: is the file cut?), nor RLP of Ethereum’s`,
    )
  }
  let at = 0
  while (at < piece.length) {
    const end = at + (lengths?.pop() ?? headerLength)
    yield piece.subarray(at, end)
    at = end
  }
}

function measureAll(bytes: Uint8Array): number[] | undefined {
  const lengths: number[] = []
  for (let at = 0; at < bytes.length;) {
    const length = measureRlp(bytes.subarray(at))
    if (length === undefined) return undefined
    lengths.push(length)
    at += length
  }
  return lengths.reverse()
}

function readHeader(piece: HeaderPiece, engine: Engine): BlockHeader {
  if (piece instanceof Uint8Array) {
    return piece.length === headerLength
      ? readBitcoinHeader(piece, engine)
      : readEthereumHeader(piece, engine)
  }
  const header = readEthereumHeader(encodeBlockJson(piece), engine)
  const said = piece['hash']
  if (typeof said === 'string' && said.replace(/^0x/i, '').toLowerCase() !== header.hash) {
    throw wrong(
      `its hash is ${header.hash}, and it says ${said}: changed, or of a fork that is not known here`,
    )
  }
  return header
}

function wrong(message: string): DrawauditError {
  return new DrawauditError('headers-invalid', message, {
    hint: 'give headers as bitcoin-cli getblockheader HASH false, debug_getRawHeader or eth_getBlockByNumber have them',
  })
}
