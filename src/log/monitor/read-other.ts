/**
 * Reads checkpoints from others, in any of their forms.
 *
 * @packageDocumentation
 */
import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { decodeNote, isLogUrl, longestCheckpoint, openLogSource } from '../read/log-source.js'
import type { OtherCheckpoint } from './others.js'
import type { UnreadCheckpoint } from './monitor.js'
import { openFolder } from '../read/read-folder.js'
import { openUrl, type UrlOptions } from '../read/read-url.js'

/** Max bytes of a bundle, which may contain its list and many statements. */
const longestBundle = 64 * 1024 * 1024

/**
 * Reads a checkpoint: a signed note, or a bundle with one, in a file or at a URL; or the folder of a whole
 * log. Beside a file named `checkpoint`, the tiles of its log are looked for.
 *
 * @returns the reason instead if the network or the file fails.
 */
export async function readOther(
  place: string,
  options: UrlOptions,
  signal?: AbortSignal,
): Promise<OtherCheckpoint | UnreadCheckpoint> {
  try {
    return await read(place, options, signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof DrawauditError) return { name: place, fault: error }
    throw error
  }
}

async function read(place: string, options: UrlOptions, signal?: AbortSignal): Promise<OtherCheckpoint> {
  const isFolder = !isLogUrl(place) && (await stat(place).catch(() => undefined))?.isDirectory() === true
  if (isFolder) {
    const source = openLogSource(place)
    return { name: place, note: await source.readCheckpoint(signal), source }
  }
  const [base, name] = splitPlace(place)
  const reader = isLogUrl(place) ? openUrl(base, options) : openFolder(base)
  const bytes = await reader.read(name, longestBundle, signal)
  if (bytes === undefined) throw missing(place)
  const hasTiles = name === 'checkpoint'
  return {
    name: place,
    note: findNote(bytes, place),
    ...(hasTiles && { source: openLogSource(base, options) }),
  }
}

/** Splits a path or URL into folder and name. */
function splitPlace(place: string): readonly [string, string] {
  if (!isLogUrl(place)) return [dirname(place), basename(place)]
  const end = place.lastIndexOf('/')
  return end > 'https://'.length ? [place.slice(0, end), place.slice(end + 1)] : [place, '']
}

function missing(place: string): DrawauditError {
  const code = isLogUrl(place) ? 'remote-error' : 'file-missing'
  return new DrawauditError(code, 'there is no checkpoint here', { where: { file: place } })
}

/** The note itself, or that of a bundle. */
function findNote(bytes: Uint8Array, place: string): string {
  const isJson = bytes.find(byte => byte > 0x20) === 0x7b
  if (isJson) {
    const { log } = parseJson(bytes) as { readonly log?: { readonly checkpoint?: unknown } }
    if (typeof log?.checkpoint === 'string') return log.checkpoint
    throw new DrawauditError('note-invalid', 'the document has no checkpoint of a log', {
      where: { file: place },
    })
  }
  if (bytes.length > longestCheckpoint) {
    throw new DrawauditError('note-invalid', `a checkpoint of more than ${longestCheckpoint} bytes`, {
      where: { file: place },
    })
  }
  return decodeNote(bytes, place)
}
