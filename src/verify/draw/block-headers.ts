/**
 * An index of the auditor's block headers, to follow them up and down.
 *
 * @packageDocumentation
 */
import type { BlockHeader } from '../../core/blocks/header.js'

/** Headers by hash, and by the hash of the block before. */
export interface HeaderIndex {
  readonly byHash: ReadonlyMap<string, BlockHeader>
  readonly after: ReadonlyMap<string, readonly BlockHeader[]>
}

const indexes = new WeakMap<readonly BlockHeader[], HeaderIndex>()

/** Cached, since all draws of a folder use the same headers. */
export function indexHeaders(headers: readonly BlockHeader[]): HeaderIndex {
  const known = indexes.get(headers)
  if (known !== undefined) return known
  const byHash = new Map<string, BlockHeader>()
  const after = new Map<string, BlockHeader[]>()
  for (const header of headers) {
    if (byHash.has(header.hash)) continue
    byHash.set(header.hash, header)
    const siblings = after.get(header.previous)
    if (siblings === undefined) after.set(header.previous, [header])
    else siblings.push(header)
  }
  const index = { byHash, after }
  indexes.set(headers, index)
  return index
}

/** A height with separators: `840,000`. */
export function printHeight(height: number): string {
  return String(height).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
