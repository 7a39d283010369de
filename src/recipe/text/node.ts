/**
 * JSON values with their positions in a text.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'

/** A JSON value and its start offset. */
export interface JsonNode {
  readonly value: JsonValue
  readonly at: number
  /** Nesting depth of lists and objects, including itself. */
  readonly height: number
  /** Its items or members; absent for a value written as JSON. */
  readonly parts?: ReadonlyMap<string, JsonNode>
}

export function leaf(value: string | number | boolean | null, at: number): JsonNode {
  return { value, at, height: 0 }
}

export function listNode(items: readonly JsonNode[], at: number): JsonNode {
  return {
    value: items.map(({ value }) => value),
    at,
    height: 1 + highest(items),
    parts: new Map(items.map((item, index) => [String(index), item])),
  }
}

/** An object; member names are distinct, and none is `__proto__`. */
export function objectNode(members: ReadonlyMap<string, JsonNode>, at: number): JsonNode {
  return {
    value: Object.fromEntries([...members].map(([name, { value }]) => [name, value])),
    at,
    height: 1 + highest([...members.values()]),
    parts: members,
  }
}

/** A value written as JSON. */
export function jsonNode(value: JsonValue, at: number): JsonNode {
  return { value, at, height: heightOf(value) }
}

/** The depth is bounded by the JSON reader. */
function heightOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>(
    (height, part: JsonValue) => Math.max(height, 1 + heightOf(part)),
    1,
  )
}

function highest(nodes: readonly JsonNode[]): number {
  return nodes.reduce((most, { height }) => Math.max(most, height), 0)
}

/** Offset of the part of a node at a JSON pointer, or of the closest part around it. */
export function findPlace(root: JsonNode, pointer: string): number {
  let node = root
  for (const segment of pointer.split('/').slice(1)) {
    const part = node.parts?.get(segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (part === undefined) break
    node = part
  }
  return node.at
}
