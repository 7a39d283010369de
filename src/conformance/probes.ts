/**
 * The requests that a service is asked, each with a name.
 *
 * @packageDocumentation
 */
import type { HeaderField } from '../model/exchange.js'
import type { Answer, Seen } from './answer.js'
import { chooseCount } from './entry-counts.js'
import { integerOf } from './judge.js'
import type { ProbeName } from './probe-names.js'

/** A request before it is sent. */
export interface ProbeRequest {
  readonly method: string
  /** Under the base URL, as it is sent. */
  readonly path: string
  readonly headers: readonly HeaderField[]
  readonly requestId?: string
  readonly entries?: number
  /** Bytes of content that are read, where not as many as of other answers. */
  readonly maxBytes?: number
}

/** What the requests are made from. */
export interface ProbeContext {
  readonly raffle: string
  /** The media type beside application/json. */
  readonly vendorType: string
  /** A new random UUID each time. */
  readonly createUuid: () => string
  /** What some counts of entries are chosen by; the same ones each time when left out. */
  readonly seed?: number | undefined
}

const json: HeaderField = ['Accept', 'application/json']

/** Makes the request of a probe; what came before decides some of them. */
export function describeProbe(
  probe: ProbeName,
  { raffle, vendorType, createUuid, seed }: ProbeContext,
  seen: Seen,
): ProbeRequest {
  const get = (path: string, headers: readonly HeaderField[] = [json]): ProbeRequest => ({
    method: 'GET',
    path,
    headers,
  })
  const traced = (request: ProbeRequest): ProbeRequest => {
    const requestId = createUuid()
    return { ...request, requestId, headers: [...request.headers, ['X-Request-Id', requestId]] }
  }
  const audit = `/raffles/${raffle}/audit`
  const odds = `/raffles/${raffle}/odds`
  const ask = (entries: number): ProbeRequest => ({ ...get(`${odds}?entries=${entries}`), entries })
  const total = integerOf(seen.get('stats'), 'total_entries') ?? 1
  switch (probe) {
    case 'audit':
      return traced(get(audit))
    case 'audit-vendor':
      return get(audit, [['Accept', vendorType]])
    case 'audit-gzip':
      return get(audit, [json, ['Accept-Encoding', 'gzip']])
    case 'audit-stranger':
      // As much like the ETag of a record as can be, and a new one each time.
      return get(audit, [json, ['If-None-Match', `"${createUuid().replaceAll('-', '')}"`]])
    case 'audit-any':
      return get(audit, [json, ['If-None-Match', '*']])
    case 'audit-again':
      return get(audit, [json, ['If-None-Match', etagOf(seen.get('audit')) ?? '"none"']])
    case 'stats':
    case 'stats-after':
    case 'burst':
      return get(`/raffles/${raffle}/entries/stats`)
    case 'odds':
      return ask(1)
    case 'odds-more':
    case 'odds-between-1':
    case 'odds-between-2':
    case 'odds-all':
      return ask(chooseCount(probe, total, seed))
    case 'history':
      return get(`${audit}/history`)
    case 'bundle':
      return get(`/raffles/${raffle}/bundle`)
    case 'unknown-audit':
      return traced(get(`/raffles/${createUuid()}/audit`))
    case 'unknown-stats':
      return get(`/raffles/${createUuid()}/entries/stats`)
    case 'unknown-odds':
      return get(`/raffles/${createUuid()}/odds?entries=1`)
    case 'bad-uuid':
      return get('/raffles/not-a-uuid/audit')
    case 'odds-missing':
      return get(odds)
    case 'odds-zero':
      return ask(0)
    case 'odds-text':
      return get(`${odds}?entries=abc`)
    case 'odds-excess':
      return ask(Number.MAX_SAFE_INTEGER)
    case 'accept-none':
      return get(audit, [])
    case 'accept-html':
      return get(audit, [['Accept', 'text/html']])
    case 'accept-any':
      return get(audit, [['Accept', '*/*']])
    case 'accept-list':
      return get(audit, [['Accept', 'text/html;q=0.5, application/json']])
    default:
      throw new Error(`there is no request ${probe}`)
    case 'post':
      // Of a raffle that does not exist, so that a service that would act on it has nothing to act on.
      return { ...get(`/raffles/${createUuid()}/audit`), method: 'POST' }
  }
}

function etagOf(answer: Answer | undefined): string | undefined {
  if (answer === undefined || 'fault' in answer) return undefined
  return answer.exchange.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1]
}
