/**
 * Strict DER: asn1js accepts BER, so its input is checked for the canonical encoding of X.690 sections 10 and
 * 11.
 *
 * @packageDocumentation
 */
import { fromBER, type BaseBlock } from 'asn1js'
import { parseTime } from '../core/time.js'
import { readWithFault, demand } from './fault.js'

/** A DER value. */
export interface DerNode {
  /** The asn1js object, for pkijs. */
  readonly block: BaseBlock
  /** Class in the identifier: 0 universal, 2 context-specific. */
  readonly tagClass: number
  readonly tag: number
  readonly isConstructed: boolean
  /** The whole encoding. */
  readonly bytes: Uint8Array
  readonly content: Uint8Array
  /** Empty if primitive. */
  readonly children: readonly DerNode[]
}

/** Universal tags. */
export const tags = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  enumerated: 10,
  sequence: 16,
  set: 17,
  utcTime: 23,
  generalizedTime: 24,
} as const

/** Max nesting and number of values of tokens and certificates. */
const limits = { maxDepth: 32, maxNodes: 10_000, maxContentLength: 1 << 20, parseEmbedded: false }

/**
 * Reads a single DER value.
 *
 * @param what - names the bytes: `the token`.
 * @throws Fault for any other bytes, including bytes after the value.
 */
export function parseDer(bytes: Uint8Array, what: string): DerNode {
  let found
  try {
    found = fromBER(Uint8Array.from(bytes), limits)
  } catch {
    found = undefined
  }
  demand(found !== undefined && found.offset !== -1, `${what} is not ASN.1`)
  demand(found.offset === bytes.length, `there are bytes after the end of ${what}`)
  const { result } = found
  return readNode(result, bytes, what)
}

interface AnyBlock {
  readonly idBlock: { readonly tagClass: number; readonly tagNumber: number; readonly isConstructed: boolean }
  readonly valueBlock: { readonly value?: unknown }
}

/** @param bytes - from the start of the value on. */
function readNode(block: BaseBlock, bytes: Uint8Array, what: string): DerNode {
  const { idBlock, valueBlock } = block as unknown as AnyBlock
  const { tagNumber: tag, isConstructed } = idBlock
  // asn1js counts classes from 1.
  const tagClass = idBlock.tagClass - 1
  const { start, end } = measure(bytes, what)
  demand(tagClass >= 0 && tagClass === (bytes[0] ?? 0) >> 6 && tag < 31, `${what} is not in DER: a tag`)
  const content = bytes.subarray(start, end)
  const children: DerNode[] = []
  if (isConstructed) {
    let at = 0
    for (const child of Array.isArray(valueBlock.value) ? (valueBlock.value as BaseBlock[]) : []) {
      demand(at < content.length, `${what} is not in DER: a length`)
      const node = readNode(child, content.subarray(at), what)
      children.push(node)
      at += node.bytes.length
    }
    demand(at === content.length, `${what} is not in DER: a length`)
  }
  if (tagClass === 0) checkUniversal(tag, isConstructed, content, what)
  return { block, tagClass, tag, isConstructed, bytes: bytes.subarray(0, end), content, children }
}

/** Start and end of the content; the length must be minimal, X.690 section 10.1. */
function measure(bytes: Uint8Array, what: string): { readonly start: number; readonly end: number } {
  const first = bytes[1] ?? 0x80
  const digits = first < 0x80 ? 0 : first - 0x80
  demand(first !== 0x80 && digits <= 3, `${what} is not in DER: a length`)
  const start = 2 + digits
  const length = digits === 0 ? first : bytes.subarray(2, start).reduce((sum, byte) => 256 * sum + byte, 0)
  const isShortest = digits === 0 || (length >= 0x80 && length >= 256 ** (digits - 1))
  demand(isShortest && start + length <= bytes.length, `${what} is not in DER: a length`)
  return { start, end: start + length }
}

/**
 * Times are in UTC with seconds, without trailing zeros in the fraction: RFC 5280 section 4.1.2.5, X.690
 * section 11.7.
 */
const times: Readonly<Record<number, RegExp>> = {
  [tags.utcTime]: /^\d{12}Z$/,
  [tags.generalizedTime]: /^\d{14}(?:\.\d*[1-9])?Z$/,
}

/** Requires canonical values: X.690 sections 8.3, 8.19 and 11. */
function checkUniversal(tag: number, isConstructed: boolean, content: Uint8Array, what: string): void {
  const isDer = (holds: boolean): void => {
    demand(holds, `${what} is not in DER: a value of type ${tag}`)
  }
  isDer(isConstructed === (tag === tags.sequence || tag === tags.set))
  const [first = 0, second = 0] = content
  const last = content.at(-1) ?? 0
  switch (tag) {
    case tags.boolean:
      isDer(content.length === 1 && (first === 0 || first === 0xff))
      break
    case tags.integer:
    case tags.enumerated:
      isDer(content.length > 0)
      isDer(content.length === 1 || !((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)))
      break
    case tags.bitString:
      isDer(content.length > 0 && first < 8 && (content.length > 1 || first === 0))
      isDer(content.length === 1 || (last & ((1 << first) - 1)) === 0)
      break
    case tags.null:
      isDer(content.length === 0)
      break
    case tags.oid:
      isDer(content.length > 0 && last < 0x80)
      isDer(content.every((byte, at) => byte !== 0x80 || (content[at - 1] ?? 0) >= 0x80))
      break
    case tags.utcTime:
    case tags.generalizedTime:
      isDer(times[tag]?.test(readText(content)) === true)
  }
}

/** Whether the value has this universal type. */
export function isType(node: DerNode | undefined, tag: number): node is DerNode {
  return node?.tagClass === 0 && node.tag === tag
}

/** Whether the value has this context-specific tag: `[0]`. */
export function isContext(node: DerNode | undefined, tag: number): node is DerNode {
  return node?.tagClass === 2 && node.tag === tag
}

/** The dotted form of an OBJECT IDENTIFIER. */
export function readOid(node: DerNode | undefined, what: string): string {
  demand(isType(node, tags.oid), `${what} is not an object identifier`)
  const arcs: number[] = []
  let arc = 0
  for (const byte of node.content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    arcs.push(arc)
    arc = 0
  }
  const [first = 0, ...rest] = arcs
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - 40 * root, ...rest].join('.')
}

/** A small, non-negative INTEGER. */
export function readSmall(content: Uint8Array, what: string): number {
  demand(content.length > 0 && content.length <= 5 && (content[0] ?? 0) < 0x80, `${what} is out of bounds`)
  return content.reduce((sum, byte) => 256 * sum + byte, 0)
}

/** A GeneralizedTime, in nanoseconds since 1970. */
export function readGeneralizedTime(node: DerNode | undefined, what: string): bigint {
  demand(isType(node, tags.generalizedTime), `${what} is not a time`)
  const [, date = '', time = ''] = /^(\d{8})(\d{6}.*)$/.exec(readText(node.content)) ?? []
  const day = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].join('-')
  const clock = [time.slice(0, 2), time.slice(2, 4), time.slice(4)].join(':')
  return readWithFault(what, () => parseTime(`${day}T${clock}`))
}

/** The ASCII text of a time, which is short. */
function readText(content: Uint8Array): string {
  return String.fromCharCode(...content.subarray(0, 64))
}
