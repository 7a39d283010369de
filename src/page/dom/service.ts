/**
 * Requests to the service that sent the page.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import type { LogRequest } from '../messages.js'
import { CheckFailure } from './check.js'

/** The published documents of a raffle. */
export interface FetchedRaffle {
  readonly document: ArrayBuffer
  /** The evidence as fetched, without the list if that is long. */
  readonly evidence?: ArrayBuffer
  readonly record?: string
  readonly trust?: string
}

/** URLs of one raffle's views. */
export interface Service {
  /** Includes the list if both together are short. */
  readonly evidence: string
  readonly bundleWithList: string
  readonly audit: string
  readonly keys: string
  readonly log: string
  readonly proof: (id: string) => string
}

/** The rate limiter counts the page's requests with the visit, apart from API requests by programs. */
export function findService(base: string, raffle: string): Service {
  const views = `/visits/${encodeURIComponent(raffle)}`
  return {
    evidence: `${views}/bundle?entries=short`,
    bundleWithList: `${views}/bundle?entries=all`,
    audit: `${views}/audit`,
    keys: `${views}/keys`,
    log: `${base}/log`,
    proof: id => `${views}/entries/${encodeURIComponent(id)}/proof`,
  }
}

/**
 * The evidence of a raffle, with its list if small, its record and the keys; only the record if there is no
 * evidence.
 *
 * @throws CheckFailure if there is neither.
 */
export async function fetchPublished({ evidence, audit, keys }: Service): Promise<FetchedRaffle> {
  const [document, record, trust] = await Promise.all([evidence, audit, keys].map(view => fetchView(view)))
  if (document !== undefined) {
    const beside = { record: decode(record), trust: decode(trust) }
    return {
      document,
      evidence: document,
      ...(beside.record !== undefined && { record: beside.record }),
      ...(beside.trust !== undefined && { trust: beside.trust }),
    }
  }
  if (record !== undefined) return { document: record }
  throw new CheckFailure(labels.noRaffle)
}

/**
 * One view; undefined if it does not exist.
 *
 * @throws CheckFailure for every other failure.
 */
export async function fetchView(address: string): Promise<ArrayBuffer | undefined> {
  const response = await fetch(address, {
    headers: { Accept: 'application/json' },
    // Has to match the credentials of the preload, or the view would be fetched twice; there are no cookies.
    credentials: 'same-origin',
    redirect: 'error',
    cache: 'no-cache',
  }).catch(() => {
    throw new CheckFailure(labels.offline)
  })
  if (response.status === 404) return undefined
  if (response.status === 429 || response.status === 503) throw new CheckFailure(labels.busy)
  if (!response.ok) throw new CheckFailure(labels.serverSays(response.status))
  return response.arrayBuffer().catch(() => {
    throw new CheckFailure(labels.offline)
  })
}

/**
 * The service's whole log, with paths as in C2SP tlog-tiles; only its size if it has more entries than
 * `most`.
 *
 * @throws CheckFailure if it cannot be fetched.
 */
export async function fetchLog({ log }: Service, most: number): Promise<LogRequest | number> {
  const fetchFile = async (path: string): Promise<ArrayBuffer> => {
    const file = await fetchView(`${log}/${path}`)
    if (file === undefined) throw new CheckFailure(labels.serverSays(404))
    return file
  }
  const checkpoint = new TextDecoder().decode(await fetchFile('checkpoint'))
  // The check rejects an invalid checkpoint.
  const size = Number(checkpoint.split('\n')[1])
  if (size > most) return size
  const entries: ArrayBuffer[] = []
  while (entries.length * tileWidth < size) {
    const width = Math.min(tileWidth, size - entries.length * tileWidth)
    const name = String(entries.length).padStart(3, '0')
    entries.push(await fetchFile(`tile/entries/${name}${width < tileWidth ? `.p/${width}` : ''}`))
  }
  return { checkpoint, entries }
}

/** Entries per piece of a log. */
const tileWidth = 256

/**
 * A part of the page, verified against its hash.
 *
 * @param integrity - value of the attribute with this name.
 */
export async function fetchPart(address: string, integrity: string): Promise<Blob> {
  const response = await fetch(address, { integrity, credentials: 'same-origin' }).catch(() => {
    throw new CheckFailure(labels.badAsset)
  })
  if (!response.ok) throw new CheckFailure(labels.badAsset)
  return response.blob()
}

/** Bytes as text; the check rejects invalid UTF-8. */
export function decode(bytes: ArrayBuffer | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes)
}
