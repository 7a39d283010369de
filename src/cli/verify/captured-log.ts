/**
 * The log in a capture, as saved by `drawaudit fetch`.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../../core/digest.js'
import type { Engine } from '../../core/engine.js'
import type { JsonValue } from '../../core/json.js'
import { hashLeaf, MerkleTree } from '../../core/merkle.js'
import { decodeEntries, formatTilePath, tileAt, tileWidth } from '../../core/tiles.js'
import { DrawauditError } from '../../errors.js'
import { decodeNote, longestBundle, longestCheckpoint } from '../../log/read/log-source.js'
import { parseBundle } from '../../model/bundle.js'
import { digestContent, type AlteredFile, type CapturedLog } from '../../model/capture.js'
import type { TrustRoot } from '../../model/trust.js'
import { LogEntryCheck, type LogSummary } from '../../verify/bundle/log-entries.js'
import { logName, readInside } from '../shared/captures.js'

/** Evidence of a captured log. */
export interface CapturedLogEvidence {
  /** By raffle id; empty if the log was altered, since its original content is unknown. */
  readonly summaries: ReadonlyMap<string, LogSummary>
  readonly altered: readonly AlteredFile[]
}

/**
 * Reads the log of a capture once for all its bundles.
 *
 * @param bundles - by raffle id.
 * @throws DrawauditError `file-kind` for a link, `file-access`.
 */
export function readCapturedLog(
  folder: string,
  log: CapturedLog,
  bundles: ReadonlyMap<string, JsonValue>,
  { trust, engine }: { readonly trust: TrustRoot; readonly engine: Engine },
): CapturedLogEvidence {
  const altered: AlteredFile[] = []
  const alter = (file: string, expected: string, found: string): void => {
    altered.push({ file: `${logName}/${file}`, expected, found })
  }
  const note = readInside(folder, `${logName}/checkpoint`, longestCheckpoint)
  const found = typeof note === 'string' ? note : digestContent(note)
  if (typeof note === 'string' || found !== log.sha256) {
    alter('checkpoint', log.sha256, found)
    return { summaries: new Map(), altered }
  }
  const checkpoint = decodeNote(note, log.url)
  const checks = [...bundles].flatMap(([raffle, value]) => {
    const bundle = tryParse(value)
    return bundle === undefined
      ? []
      : [{ raffle, check: new LogEntryCheck({ bundle, trust, checkpoint, engine }) }]
  })
  const tree = new MerkleTree(engine)
  for (let index = 0; index * tileWidth < log.size; index += 1) {
    const entries = readBundle(folder, index, log.size)
    if (typeof entries === 'string') {
      const path = formatTilePath({ level: 'entries', index, width: tileWidth })
      alter(path, `${tileAt('entries', index, log.size)?.width ?? 0} entries`, entries)
      return { summaries: new Map(), altered }
    }
    for (const entry of entries) {
      tree.append(hashLeaf(entry, engine))
      for (const { check } of checks) check.add(entry)
    }
  }
  const root = formatSha256(tree.root())
  if (root !== log.root) alter('tile/entries', log.root, root)
  return {
    summaries: new Map(altered.length > 0 ? [] : checks.map(({ raffle, check }) => [raffle, check.end()])),
    altered,
  }
}

/** The entries of a tile up to the size of the log, or the fault of its file. */
function readBundle(folder: string, index: number, size: number): readonly Uint8Array[] | string {
  const width = tileAt('entries', index, size)?.width ?? 0
  // The service may have had only the full tile.
  for (const count of new Set([width, tileWidth])) {
    const path = formatTilePath({ level: 'entries', index, width: count })
    const bytes = readInside(folder, `${logName}/${path}`, longestBundle)
    if (bytes === 'no such file') continue
    if (typeof bytes === 'string') return bytes
    try {
      return decodeEntries(bytes, count).slice(0, width)
    } catch (error) {
      if (error instanceof DrawauditError) return error.message
      throw error
    }
  }
  return 'no such file'
}

function tryParse(value: JsonValue) {
  try {
    return parseBundle(value)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
