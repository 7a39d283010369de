/**
 * The page's files, read once from `dist/page`, which scripts/build-page.js writes.
 *
 * @packageDocumentation
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LanguageTag } from '../page/languages.js'
import { createEtag } from '../store/views.js'
import type { ServerExchange } from './exchange.js'
import { chooseCoding } from './negotiate.js'
import { isFresh } from './request.js'

/** Name and hash of a file of the page. The name changes with the content. */
export interface PageAsset {
  readonly name: string
  /** Subresource integrity: `sha384-…`. */
  readonly integrity: string
  /** Media type. */
  readonly type: string
}

/** Content of `dist/page/assets.json`. */
export type PageAssets = Readonly<
  Record<
    | `${'' | 'translated-'}${'page' | 'worker' | 'later'}.js`
    | `words-${Exclude<LanguageTag, 'en'>}.js`
    | 'worker-stamps.js'
    | 'style.css'
    | 'list.css'
    | 'verify.html'
    | 'icon.svg'
    | 'favicon.ico',
    PageAsset
  >
>

/** A file in one content coding. */
interface EncodedAsset {
  /** Value of `Content-Encoding`. */
  readonly encoding: string
  readonly body: Uint8Array
  readonly etag: string
}

interface Asset {
  readonly type: string
  /** Shortest first; the last one is not encoded. */
  readonly variants: readonly EncodedAsset[]
}

/** All that a build contains of the page. */
export interface Assets {
  /** The files that a raffle's page refers to. */
  readonly page: PageAssets
  /** By served name; no other file is served. */
  readonly files: ReadonlyMap<string, Asset>
}

/** The folder that a build writes. */
export const builtPage = fileURLToPath(new URL('../page/', import.meta.url))

/** Files that a page may load, with their media types. `assets.json` may list more. */
const types: Readonly<Record<string, string>> = {
  'text/javascript': 'text/javascript; charset=utf-8',
  'text/css': 'text/css; charset=utf-8',
  'text/html': 'text/html; charset=utf-8',
  'image/svg+xml': 'image/svg+xml',
  'image/x-icon': 'image/x-icon',
}

/** Assets never change under one name. */
const forever = 'public, max-age=31536000, immutable'

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const

/**
 * Reads the files listed in a folder's `assets.json`; undefined if the folder has no such list.
 *
 * @throws Error as `node:fs` does if a listed file is missing: the build is incomplete.
 */
export function readAssets(folder: string): Assets | undefined {
  const list = join(folder, 'assets.json')
  if (!existsSync(list)) return undefined
  const page = JSON.parse(readFileSync(list, 'utf8')) as PageAssets & Readonly<Record<string, PageAsset>>
  const files = new Map<string, Asset>()
  for (const { name, type: listed } of Object.values(page)) {
    const type = types[listed]
    if (type === undefined) continue
    const variants = encodings.flatMap(([encoding, suffix]): readonly EncodedAsset[] => {
      const path = join(folder, name + suffix)
      if (suffix !== '' && !existsSync(path)) return []
      const body = readFileSync(path)
      return [{ encoding, body, etag: createEtag(body) }]
    })
    files.set(name, { type, variants })
  }
  return { page, files }
}

/**
 * Sends the file named in the path.
 *
 * @param cacheControl - for paths that stay the same when the content changes.
 */
export function answerAsset(
  exchange: ServerExchange,
  assets: Assets | undefined,
  name: string,
  cacheControl = forever,
): void {
  const asset = assets?.files.get(name)
  if (asset === undefined) {
    exchange.fail(404, assets === undefined ? 'this build has no page' : 'the page has no such file')
    return
  }
  exchange.vary = 'Accept-Encoding'
  const { type, variants } = asset
  const coding = chooseCoding(
    exchange.fields.acceptEncoding,
    variants.map(({ encoding }) => encoding),
  )
  const variant = variants.find(({ encoding }) => encoding === coding) ?? variants.at(-1)
  if (variant === undefined) return
  const { encoding, body, etag } = variant
  const headers = ['ETag', etag, 'Cache-Control', cacheControl]
  if (isFresh(exchange.fields, etag)) exchange.sendNotModified(headers)
  else {
    exchange.sendBody(200, type, body, [
      ...headers,
      // Offered as a download: opened here, it would be no more trustworthy than the page that links to it.
      ...(name.endsWith('.html') ? ['Content-Disposition', 'attachment; filename="verify.html"'] : []),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ])
  }
}
