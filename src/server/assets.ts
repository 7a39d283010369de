/**
 * The files of the page, read once: `dist/page`, as scripts/build-page.js makes it.
 *
 * @packageDocumentation
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEtag } from '../store/views.js'
import type { ServerExchange } from './exchange.js'
import { chooseCoding } from './negotiate.js'
import { isFresh } from './request.js'

/** A file of the page: its name, which changes with its content, and what it has to hash to. */
export interface PageAsset {
  readonly name: string
  /** As in the attribute of this name: `sha384-…`. */
  readonly integrity: string
  /** The media type. */
  readonly type: string
}

/** What `dist/page/assets.json` says. */
export type PageAssets = Readonly<
  Record<
    | 'page.js'
    | 'worker.js'
    | 'worker-stamps.js'
    | 'replay.js'
    | 'style.css'
    | 'list.css'
    | 'verify.html'
    | 'icon.svg'
    | 'favicon.ico',
    PageAsset
  >
>

/** A file as one encoding has it. */
interface EncodedAsset {
  /** As in `Content-Encoding`. */
  readonly encoding: string
  readonly body: Uint8Array
  readonly etag: string
}

/** One file of the page. */
interface Asset {
  readonly type: string
  /** The shortest first; the last is the file as it is. */
  readonly variants: readonly EncodedAsset[]
}

/** What a build has of the page. */
export interface Assets {
  /** What the page of a raffle names. */
  readonly page: PageAssets
  /** By the names under which they are served: nothing else is. */
  readonly files: ReadonlyMap<string, Asset>
}

/** Where a build puts them. */
export const builtPage = fileURLToPath(new URL('../page/', import.meta.url))

/** What a page may load, by its type in the list; a list may name more. */
const types: Readonly<Record<string, string>> = {
  'text/javascript': 'text/javascript; charset=utf-8',
  'text/css': 'text/css; charset=utf-8',
  'text/html': 'text/html; charset=utf-8',
  'image/svg+xml': 'image/svg+xml',
  'image/x-icon': 'image/x-icon',
}

/** The name of an asset changes with its content. */
const forever = 'public, max-age=31536000, immutable'

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const

/**
 * Reads the files that `assets.json` of a folder lists; undefined where there is no such list.
 *
 * @throws Error as `node:fs` does, for files that the list names and that are not there: the build is not whole.
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
 * Sends the file of a name that stands in the path.
 *
 * @param cacheControl - of a path that does not change with the content.
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
      // It is a file to keep: as a page of this service it would be worth no more than the page that names it.
      ...(name.endsWith('.html') ? ['Content-Disposition', 'attachment; filename="verify.html"'] : []),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ])
  }
}
