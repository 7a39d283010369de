/**
 * What a page asks the service that it came from.
 *
 * @packageDocumentation
 */
import { labels } from '../labels.js'
import { CheckFailure } from './check.js'

/** What was published of a raffle. */
export interface Published {
  readonly document: ArrayBuffer
  readonly record?: string
  readonly trust?: string
}

/** The views of one raffle. */
export interface Service {
  readonly bundle: string
  readonly bundleWithList: string
  readonly audit: string
  readonly keys: string
  readonly proof: (id: string) => string
}

export function findService(base: string, raffle: string): Service {
  const views = `${base}/raffles/${encodeURIComponent(raffle)}`
  return {
    bundle: `${views}/bundle`,
    bundleWithList: `${views}/bundle?entries=all`,
    audit: `${views}/audit`,
    keys: `${base}/keys`,
    proof: id => `${views}/entries/${encodeURIComponent(id)}/proof`,
  }
}

/**
 * The evidence of a raffle with its record and the keys; the record alone where there is no evidence.
 *
 * @throws CheckFailure when there is neither.
 */
export async function fetchPublished({ bundle, audit, keys }: Service): Promise<Published> {
  const [document, record, trust] = await Promise.all([bundle, audit, keys].map(view => fetchView(view)))
  if (document !== undefined) {
    const beside = { record: decode(record), trust: decode(trust) }
    return {
      document,
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
    credentials: 'omit',
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
 * A part of the page, which has to be as it was made.
 *
 * @param integrity - as in the attribute of this name.
 */
export async function fetchPart(address: string, integrity: string): Promise<string> {
  const response = await fetch(address, { integrity, credentials: 'omit', redirect: 'error' }).catch(() => {
    throw new CheckFailure(labels.badAsset)
  })
  if (!response.ok) throw new CheckFailure(labels.badAsset)
  return response.text()
}

/** Bytes as text; what is no UTF-8 is left to the check to refuse. */
export function decode(bytes: ArrayBuffer | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes)
}
