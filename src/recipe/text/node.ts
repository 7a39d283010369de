/**
 * JSON values that know where in a text they stand.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'

/** A JSON value, and where it begins. */
export interface Node {
  readonly value: JsonValue
  readonly at: number
  /** Lists and objects one in the other, itself among them. */
  readonly height: number
  /** Its items or members; missing of what was written as JSON. */
  readonly parts?: ReadonlyMap<string, Node>
}

export function leaf(value: string | number | boolean | null, at: number): Node {
  return { value, at, height: 0 }
}

export function listNode(items: readonly Node[], at: number): Node {
  return {
    value: items.map(({ value }) => value),
    at,
    height: 1 + highest(items),
    parts: new Map(items.map((item, index) => [String(index), item])),
  }
}

/** No two members have one name, and none is `__proto__`. */
export function objectNode(members: ReadonlyMap<string, Node>, at: number): Node {
  return {
    value: Object.fromEntries([...members].map(([name, { value }]) => [name, value])),
    at,
    height: 1 + highest([...members.values()]),
    parts: members,
  }
}

/** A value that was written as JSON. */
export function jsonNode(value: JsonValue, at: number): Node {
  return { value, at, height: heightOf(value) }
}

/** Reading JSON bounds how deep this goes. */
function heightOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>(
    (height, part: JsonValue) => Math.max(height, 1 + heightOf(part)),
    1,
  )
}

function highest(nodes: readonly Node[]): number {
  return nodes.reduce((most, { height }) => Math.max(most, height), 0)
}

/** Where the part of a node stands that a JSON pointer leads to, or what is around it. */
export function findPlace(root: Node, pointer: string): number {
  let node = root
  for (const segment of pointer.split('/').slice(1)) {
    const part = node.parts?.get(segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (part === undefined) break
    node = part
  }
  return node.at
}
