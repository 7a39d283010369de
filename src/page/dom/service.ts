/**
 * What a page asks the service that it came from.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/labels.js'
import type { LogRequest } from '../messages.js'
import { CheckFailure } from './check.js'

/** What was published of a raffle. */
export interface FetchedRaffle {
  readonly document: ArrayBuffer
  /** The evidence as it was fetched, without the list where that is long. */
  readonly evidence?: ArrayBuffer
  readonly record?: string
  readonly trust?: string
}

/** The views of one raffle. */
export interface Service {
  /** With the list where both together are short. */
  readonly evidence: string
  readonly bundleWithList: string
  readonly audit: string
  readonly keys: string
  readonly log: string
  readonly proof: (id: string) => string
}

/** What the page asks for is counted with the visit, and not as what programs ask the API for. */
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
 * The evidence of a raffle, with its list where that is small, its record and the keys; the record alone where there is no
 * evidence.
 *
 * @throws CheckFailure when there is neither.
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
 * One view; undefined when there is none.
 *
 * @throws CheckFailure for every other answer.
 */
export async function fetchView(address: string): Promise<ArrayBuffer | undefined> {
  const response = await fetch(address, {
    headers: { Accept: 'application/json' },
    // With the credentials of a preload, or it would be fetched twice; there are no cookies.
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
 * The log of the service, whole, as its paths are in C2SP’s tlog-tiles; its size where it has more entries than `most`.
 *
 * @throws CheckFailure where it cannot be had.
 */
export async function fetchLog({ log }: Service, most: number): Promise<LogRequest | number> {
  const fetchFile = async (path: string): Promise<ArrayBuffer> => {
    const file = await fetchView(`${log}/${path}`)
    if (file === undefined) throw new CheckFailure(labels.serverSays(404))
    return file
  }
  const checkpoint = new TextDecoder().decode(await fetchFile('checkpoint'))
  // What is no checkpoint the check refuses.
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

/** Entries of a log in one piece. */
const tileWidth = 256

/**
 * A part of the page, which has to be as it was made.
 *
 * @param integrity - as in the attribute of this name.
 */
export async function fetchPart(address: string, integrity: string): Promise<Blob> {
  const response = await fetch(address, { integrity, credentials: 'same-origin' }).catch(() => {
    throw new CheckFailure(labels.badAsset)
  })
  if (!response.ok) throw new CheckFailure(labels.badAsset)
  return response.blob()
}

/** Bytes as text; what is no UTF-8 is left to the check to refuse. */
export function decode(bytes: ArrayBuffer | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes)
}
